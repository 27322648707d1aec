//===- TileElements.h - Elements of a tile as floats ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_MATRIX_VECTOR_TILEELEMENTS_H
#define HEDDLE_LIB_MATRIX_VECTOR_TILEELEMENTS_H

#include "Decode.h"
#include "Encode.h"
#include "TileRows.h"
#include "llvm/Support/ErrorHandling.h"

namespace heddle::matrix::HEDDLE_MATRIX_ISA {

/// The exponent of zero, which has none, and the least that there is otherwise.
constexpr int NoExponent = -10000, SomeExponent = -5000;

/// Elements as floats, and their exponents, which subnormal numbers share with
/// the smallest normal ones.
template <unsigned Count> struct Numerals {
  alignas(64) float Value[Count];
  // Processors take accesses that are 4096 bytes apart for the same.
  int32_t Gap[16];
  int32_t Exponent[Count];
};

#if defined(__F16C__)
using Halves __attribute__((vector_size(2 * W))) = _Float16;
using HalfBits __attribute__((vector_size(2 * W))) = uint16_t;
#endif

template <ElementType T> HEDDLE_INLINE F32 valueOf(U32 Bits, const Numbers &N) {
  if constexpr (T == ElementType::F32)
    return (F32)Bits;
  else if constexpr (T == ElementType::BF16)
    return (F32)(Bits << 16);
  else if constexpr (T == ElementType::TF32)
    return (F32)(Bits & ~0x1fffu);
#if defined(__F16C__)
  if constexpr (T == ElementType::F16)
    return __builtin_convertvector(
        (Halves) __builtin_convertvector(Bits, HalfBits), F32);
#endif
  constexpr int Lowest = Bias<T> + int(Fields<T>.Mantissa);
  const F32 Power = (F32)((N.Exponent - Lowest + 127) << 23);
  const F32 Value = __builtin_convertvector((S32)N.Magnitude, F32) * Power;
  return (F32)((U32)Value | (N.Sign & SignBit32));
}

/// Writes the elements of \p Words, which are of \p T. Returns whether all are
/// numbers. If \p IsNormal, subnormal numbers have the exponents that they
/// would have if they were none.
template <ElementType T, bool IsNormal, unsigned Room>
static bool decodeAll(TileLayout::Operand L, const uint32_t *Words,
                      Numerals<Room> &To) {
  constexpr uint32_t Mask =
      ~0u >> (31 - Fields<T>.Exponent - Fields<T>.Mantissa - Fields<T>.Low);
  const unsigned Count = L.words();
  S32 IsSpecial = {};
  unsigned At = 0;
  for (unsigned Shift = L.Shift; Shift < 32; Shift += L.Bits)
    for (unsigned I = 0; I != Count; I += W, At += W) {
      const U32 Bits = load(Words + I) >> uint32_t(Shift) & Mask;
      const Numbers N = decodeVector<T>(Bits);
      IsSpecial |= N.IsSpecial;
      const F32 Value = valueOf<T>(Bits, N);
      const S32 Numbered = IsNormal ? (S32)((U32)Value >> 23 & 0xff) - 127
                                    : N.Exponent - Bias<T>;
      const S32 Exponent =
          (S32)(N.Magnitude == 0) ? splat(NoExponent) : Numbered;
      __builtin_memcpy(To.Value + At, &Value, sizeof(Value));
      __builtin_memcpy(To.Exponent + At, &Exponent, sizeof(Exponent));
    }
  return !any(IsSpecial);
}

/// Writes the elements that sums by \p Method have of \p Words.
template <unsigned Room>
static bool decodeElements(ElementType T, SumMethod Method,
                           const TileLayout::Operand &L, const uint32_t *Words,
                           Numerals<Room> &To) {
  switch (T) {
  case ElementType::F16:
    return decodeAll<ElementType::F16, false>(L, Words, To);
  case ElementType::BF16:
    return decodeAll<ElementType::BF16, false>(L, Words, To);
  case ElementType::TF32:
    return decodeAll<ElementType::TF32, false>(L, Words, To);
  case ElementType::E4M3:
    // All of its numbers are normal in F16.
    if (Method == SumMethod::ThroughF16)
      return decodeAll<ElementType::E4M3, true>(L, Words, To);
    return decodeAll<ElementType::E4M3, false>(L, Words, To);
  case ElementType::E5M2:
    return decodeAll<ElementType::E5M2, false>(L, Words, To);
  case ElementType::E3M2:
    return decodeAll<ElementType::E3M2, false>(L, Words, To);
  case ElementType::E2M3:
    return decodeAll<ElementType::E2M3, false>(L, Words, To);
  case ElementType::E2M1:
    return decodeAll<ElementType::E2M1, false>(L, Words, To);
  case ElementType::F32:
  case ElementType::F64:
  case ElementType::UE8M0:
  case ElementType::UE4M3:
  case ElementType::S32:
  case ElementType::S8:
  case ElementType::U8:
  case ElementType::S4:
  case ElementType::U4:
  case ElementType::B1:
    break;
  }
  llvm_unreachable("no factor of a fused sum");
}

} // namespace heddle::matrix::HEDDLE_MATRIX_ISA

#endif // HEDDLE_LIB_MATRIX_VECTOR_TILEELEMENTS_H
