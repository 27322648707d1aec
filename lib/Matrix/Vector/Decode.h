//===- Decode.h - Elements as integers and exponents ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// decode() for vectors of floats.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_MATRIX_VECTOR_DECODE_H
#define HEDDLE_LIB_MATRIX_VECTOR_DECODE_H

#include "Vector.h"
#include "heddle/Matrix/ElementType.h"

namespace heddle::matrix::HEDDLE_MATRIX_ISA {

enum class Specials : uint8_t { IEEE, OneNaN, None };

/// Bits of a float's fields, and where the lowest of them is.
struct FloatFields {
  unsigned Exponent, Mantissa, Low;
  Specials Top;
};

template <ElementType T> constexpr FloatFields Fields = {};
#define HEDDLE_FLOAT_TYPE(NAME, TEXT, CONTAINER, EXPONENT, MANTISSA, SPECIALS) \
  template <>                                                                  \
  inline constexpr FloatFields Fields<ElementType::NAME> = {                   \
      EXPONENT, MANTISSA,                                                      \
      CONTAINER > 16 ? unsigned(CONTAINER) - 1 - EXPONENT - MANTISSA : 0,      \
      Specials::SPECIALS};
#include "heddle/Matrix/ElementTypes.def"

/// Numbers, where IsSpecial is zero: Magnitude * 2^(Exponent - the type's
/// exponent bias - its mantissa bits), negative where bit 31 of Sign is set.
struct Numbers {
  U32 Magnitude;
  S32 Exponent;
  U32 Sign;
  S32 IsSpecial;
};

template <ElementType T>
constexpr int Bias = (1 << (Fields<T>.Exponent - 1)) - 1;

/// A number and not its sign: what it is for the type's NaNs and infinities.
template <ElementType T> HEDDLE_INLINE S32 isSpecial(U32 Magnitude) {
  constexpr FloatFields L = Fields<T>;
  constexpr uint32_t Mantissa = (1u << L.Mantissa) - 1;
  constexpr uint32_t Top = ((1u << L.Exponent) - 1) << L.Mantissa;
  if constexpr (L.Top == Specials::IEEE)
    return (S32)(Magnitude >= Top);
  else if constexpr (L.Top == Specials::OneNaN)
    return (S32)(Magnitude == (Top | Mantissa));
  else
    return S32{};
}

template <ElementType T> HEDDLE_INLINE Numbers decodeVector(U32 Bits) {
  constexpr FloatFields L = Fields<T>;
  constexpr unsigned SignBit = L.Exponent + L.Mantissa;
  Bits >>= L.Low;
  const U32 Both = Bits & ((1u << SignBit) - 1);
  const S32 Field = (S32)(Both >> L.Mantissa);
  // Subnormal numbers have the lowest exponent and no hidden bit.
  const U32 Hidden = (U32)lesser(Field, splat(1)) << L.Mantissa;
  return {(Both & ((1u << L.Mantissa) - 1)) | Hidden, greater(Field, splat(1)),
          Bits << (31 - SignBit), isSpecial<T>(Both)};
}

/// Bits of E4M3 or E5M2 as those of the same number in F16.
template <ElementType T> HEDDLE_INLINE U32 asF16(U32 Bits) {
  if constexpr (T == ElementType::E5M2)
    return (Bits & 0xff) << 8;
  const U32 Magnitude = Bits & 0x7f;
  // Exponents are 8 apart. A subnormal number is an integer times 2^-9, which
  // conversion normalizes.
  const U32 Normal = (Magnitude << 7) + (8 << 10);
  const F32 Number = __builtin_convertvector((S32)Magnitude, F32);
  const U32 Subnormal = ((U32)Number >> 13) - ((127 + 9 - 15) << 10);
  const U32 Result = Magnitude >= 8   ? Normal
                     : Magnitude != 0 ? Subnormal
                                      : U32{};
  return Result | (Bits & 0x80) << 8;
}

} // namespace heddle::matrix::HEDDLE_MATRIX_ISA

#endif // HEDDLE_LIB_MATRIX_VECTOR_DECODE_H
