//===- Encode.h - Sums as bits of accumulators ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What encodeSum does, of a vector of sums. Relies on rounding to nearest.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_MATRIX_VECTOR_ENCODE_H
#define HEDDLE_LIB_MATRIX_VECTOR_ENCODE_H

#include "Vector.h"

namespace heddle::matrix::HEDDLE_MATRIX_ISA {

constexpr uint32_t SignBit32 = 0x80000000, Infinity32 = 0x7f800000;

/// Magnitudes with their 24 highest bits at 2^Exponent and below. The lowest of
/// \p Bits also stands for all that were lost where they are made sticky.
struct Normalized {
  U32 Bits;
  S32 Exponent;
};

/// \p Magnitude * 2^\p Scale, cut to 24 bits. Of zero, nonsense.
HEDDLE_INLINE Normalized normalized(U32 Magnitude, S32 Scale) {
  // With the bit below the 24 cleared, conversion to float cuts.
  const F32 Cut = __builtin_convertvector(Magnitude & ~(Magnitude >> 24), F32);
  const U32 Bits = (U32)Cut;
  return {(Bits & 0x7fffff) | 0x800000, (S32)(Bits >> 23) - 127 + Scale};
}

/// Ors into the lowest bit whether cutting \p Magnitude has lost any.
HEDDLE_INLINE Normalized sticky(Normalized N, U32 Magnitude, S32 Scale) {
  const S32 Lost = greater(N.Exponent - Scale - 23, S32{});
  const U32 Mask = ((U32{} + 1) << (U32)Lost) - 1;
  N.Bits |= (U32)((Magnitude & Mask) != 0) & 1;
  return N;
}

/// As F32 with \p KeptBits significant bits.
HEDDLE_INLINE U32 encodeSingle(Normalized N, unsigned KeptBits) {
  const S32 Field = N.Exponent + 127;
  const U32 Normal = ((U32)Field << 23) | (N.Bits & 0x7fffff);
  const U32 Subnormal = shiftedRight(N.Bits, greater(1 - Field, S32{}));
  const U32 Infinite = U32{} + Infinity32;
  const U32 Result = Field >= 255 ? Infinite : Field >= 1 ? Normal : Subnormal;
  return Result & ~((1u << (24 - KeptBits)) - 1);
}

/// As F16, rounded to nearest even.
HEDDLE_INLINE U32 encodeHalf(Normalized N) {
  const S32 Base = greater(N.Exponent, splat(-14));
  const U32 Drop = (U32)lesser(Base - N.Exponent + 13, splat(31));
  const U32 One = U32{} + 1;
  const U32 Rest = N.Bits & ((One << Drop) - 1), Half = One << (Drop - 1);
  const U32 Kept = N.Bits >> Drop;
  const U32 IsUp =
      (U32)((Rest > Half) | ((Rest == Half) & (S32)((Kept & 1) != 0)));
  // What rounding carries counts the exponent up.
  const U32 Result = ((U32)(Base + 14) << 10) + Kept - IsUp;
  const U32 Infinite = U32{} + 0x7c00;
  return Base > 15 ? Infinite : Result > Infinite ? Infinite : Result;
}

} // namespace heddle::matrix::HEDDLE_MATRIX_ISA

#endif // HEDDLE_LIB_MATRIX_VECTOR_ENCODE_H
