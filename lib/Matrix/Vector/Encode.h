//===- Encode.h - Sums as bits of accumulators ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// encodeSum for a vector of sums. The code relies on rounding to nearest.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_MATRIX_VECTOR_ENCODE_H
#define HEDDLE_LIB_MATRIX_VECTOR_ENCODE_H

#include "Vector.h"

namespace heddle::matrix::HEDDLE_MATRIX_ISA {

constexpr uint32_t SignBit32 = 0x80000000, Infinity32 = 0x7f800000;

/// Magnitudes whose 24 highest bits are at 2^Exponent and below. After
/// sticky(), the lowest of \p Bits also records lost bits.
struct Normalized {
  U32 Bits;
  S32 Exponent;
};

/// Returns \p Magnitude * 2^\p Scale, cut to 24 bits; the result for zero is
/// undefined.
HEDDLE_INLINE Normalized normalized(U32 Magnitude, S32 Scale) {
  // With the bit below the highest 24 cleared, the conversion to float
  // truncates.
  const F32 Cut = __builtin_convertvector(Magnitude & ~(Magnitude >> 24), F32);
  const U32 Bits = (U32)Cut;
  return {(Bits & 0x7fffff) | 0x800000, (S32)(Bits >> 23) - 127 + Scale};
}

/// Sets the lowest bit if cutting \p Magnitude has lost any bits.
HEDDLE_INLINE Normalized sticky(Normalized N, U32 Magnitude, S32 Scale) {
  const S32 Lost = greater(N.Exponent - Scale - 23, S32{});
  const U32 Mask = ((U32{} + 1) << (U32)Lost) - 1;
  N.Bits |= (U32)((Magnitude & Mask) != 0) & 1;
  return N;
}

/// Encodes F32 with \p KeptBits significant bits.
HEDDLE_INLINE U32 encodeSingle(Normalized N, unsigned KeptBits) {
  const S32 Field = N.Exponent + 127;
  const U32 Normal = ((U32)Field << 23) | (N.Bits & 0x7fffff);
  const U32 Subnormal = shiftedRight(N.Bits, greater(1 - Field, S32{}));
  const U32 Infinite = U32{} + Infinity32;
  const U32 Result = Field >= 255 ? Infinite : Field >= 1 ? Normal : Subnormal;
  return Result & ~((1u << (24 - KeptBits)) - 1);
}

/// Encodes F16, rounded to nearest even.
HEDDLE_INLINE U32 encodeHalf(Normalized N) {
  const S32 Base = greater(N.Exponent, splat(-14));
  const U32 Drop = (U32)lesser(Base - N.Exponent + 13, splat(31));
  const U32 One = U32{} + 1;
  const U32 Rest = N.Bits & ((One << Drop) - 1), Half = One << (Drop - 1);
  const U32 Kept = N.Bits >> Drop;
  const U32 IsUp =
      (U32)((Rest > Half) | ((Rest == Half) & (S32)((Kept & 1) != 0)));
  // The carry of rounding increments the exponent.
  const U32 Result = ((U32)(Base + 14) << 10) + Kept - IsUp;
  const U32 Infinite = U32{} + 0x7c00;
  return Base > 15 ? Infinite : Result > Infinite ? Infinite : Result;
}

} // namespace heddle::matrix::HEDDLE_MATRIX_ISA

#endif // HEDDLE_LIB_MATRIX_VECTOR_ENCODE_H
