//===- VectorConvert.h - Conversions, a vector at a time --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The conversions between f32 and integers of up to 32 bits that programs are
/// full of: to integers toward zero, as all divisions need them, and wherever
/// the host rounds to whole numbers in any mode. Bit by bit those of
/// Convert.cpp, whether the host flushes denormals or not.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_SM_SEMANTICS_VECTORCONVERT_H
#define HEDDLE_LIB_ENGINE_SM_SEMANTICS_VECTORCONVERT_H

#include "ScalarFloat.h"
#include "Vector.h"

// The host rounds a vector to whole numbers.
#if defined(__SSE4_1__) || defined(__aarch64__)
#define HEDDLE_SM_ROUNDS
#endif

namespace heddle::sm::HEDDLE_SM_ISA {

constexpr bool isFloatType(CvtType T) {
  return T == CvtType::F16 || T == CvtType::F32;
}

struct Range {
  int64_t Min, Max;
};

/// Of an integer type.
constexpr Range rangeOf(CvtType T) {
  switch (T) {
  case CvtType::U8:
    return {0, 0xff};
  case CvtType::S8:
    return {-0x80, 0x7f};
  case CvtType::U16:
    return {0, 0xffff};
  case CvtType::S16:
    return {-0x8000, 0x7fff};
  case CvtType::U32:
    return {0, 0xffffffff};
  case CvtType::S32:
    return {-int64_t(0x80000000), 0x7fffffff};
  case CvtType::F16:
  case CvtType::F32:
    break;
  }
  return {0, 0};
}

/// Whether whole numbers of \p Mode are there in vectors.
constexpr bool roundsVectors([[maybe_unused]] RoundingMode Mode) {
#if defined(HEDDLE_SM_ROUNDS)
  return true;
#else
  return false;
#endif
}

/// The whole numbers next to lanes of F32 or doubles in \p Mode.
template <class V>
HEDDLE_INLINE V toWhole([[maybe_unused]] V X,
                        [[maybe_unused]] RoundingMode Mode) {
#if defined(HEDDLE_SM_ROUNDS)
  switch (Mode) {
  case RoundingMode::Nearest:
    return __builtin_elementwise_roundeven(X);
  case RoundingMode::Down:
    return __builtin_elementwise_floor(X);
  case RoundingMode::Up:
    return __builtin_elementwise_ceil(X);
  case RoundingMode::Zero:
    return __builtin_elementwise_trunc(X);
  }
#endif
  __builtin_unreachable();
}

struct VectorConvert {
  CvtType From, To;
  RoundingMode Mode;
  bool Abs, Neg, Sat, Integral;

  /// Whether convert() does it.
  [[gnu::always_inline]] bool isThere() const {
    if (From == CvtType::F16 || To == CvtType::F16)
      return false;
    if (From == CvtType::F32)
      return To == CvtType::F32
                 ? !Integral || roundsVectors(Mode)
                 : Mode == RoundingMode::Zero || roundsVectors(Mode);
    if (Abs || Neg)
      return false;
    return To != CvtType::F32 || (!Sat && (Mode == RoundingMode::Nearest ||
                                           Mode == RoundingMode::Zero));
  }

  [[gnu::always_inline]] U32 convert(U32 V) const {
    if (From == CvtType::F32)
      return To == CvtType::F32 ? floatOfFloat(V) : integerOfFloat(V);
    V = integer(V);
    return To == CvtType::F32 ? floatOfInteger(V) : clamped(V);
  }

private:
  /// Denormals count as zero. NaNs are some NaN.
  [[gnu::always_inline]] U32 floatSource(U32 V) const {
    V = select((S32)((V & Infinity) == 0), V & SignBit, V);
    if (Abs)
      V &= ~SignBit;
    return Neg ? V ^ SignBit : V;
  }

  [[gnu::always_inline]] U32 floatOfFloat(U32 V) const {
    U32 R = floatSource(V);
    S32 IsNaN = (S32)((R & ~SignBit) > Infinity);
    if (Sat)
      R = select((S32)R < 0, splat(0),
                 select((S32)(R > 0x3f800000u), splat(0x3f800000), R));
    if (Integral)
      R = asBits(toWhole(asFloat(R), Mode));
    return select(IsNaN, splat(CanonicalNaN), R);
  }

  [[gnu::always_inline]] U32 integerOfFloat(U32 V) const {
    V = floatSource(V);
    S32 IsNaN = (S32)((V & ~SignBit) > Infinity);
    // Conversions of the host go toward zero.
    if (Mode != RoundingMode::Zero)
      V = asBits(toWhole(asFloat(V), Mode));
    if (To == CvtType::U32)
      return select(IsNaN, splat(0), unsignedOfWhole(V));
    S32 InRange = (S32)((V & ~SignBit) < (127u + 31) << 23);
    U32 R = (U32) __builtin_convertvector(asFloat(select(InRange, V, splat(0))),
                                          S32);
    R = select(InRange, R, (V >> 31) + 0x7fffffff);
    return select(IsNaN, splat(0), clampedSigned(R));
  }

  /// Toward zero. Below zero there is none.
  HEDDLE_INLINE U32 unsignedOfWhole(U32 V) {
    constexpr uint32_t Half = (127u + 31) << 23, Whole = (127u + 32) << 23;
    S32 IsSmall = (S32)(V < Half);
    U32 R = (U32) __builtin_convertvector(asFloat(select(IsSmall, V, splat(0))),
                                          S32);
    U32 Large = select((S32)(V < Whole), V << 8 | SignBit, splat(~0u));
    Large = select((S32)V < 0, splat(0), Large);
    return select(IsSmall, R, Large);
  }

  /// The source as a number of 32 bits, which U32 alone has unsigned.
  [[gnu::always_inline]] U32 integer(U32 V) const {
    switch (From) {
    case CvtType::U8:
      return V & 0xff;
    case CvtType::S8:
      return (U32)((S32)(V << 24) >> 24);
    case CvtType::U16:
      return V & 0xffff;
    case CvtType::S16:
      return (U32)((S32)(V << 16) >> 16);
    case CvtType::U32:
    case CvtType::S32:
    case CvtType::F16:
    case CvtType::F32:
      break;
    }
    return V;
  }

  [[gnu::always_inline]] U32 floatOfInteger(U32 V) const {
    S32 IsNegative = From == CvtType::U32 ? S32{} : (S32)V < 0;
    U32 Size = select(IsNegative, -V, V);
    if (Mode == RoundingMode::Zero) {
      // What 24 bits from the leading one on do not hold.
      U32 Lost = Size >> 24;
      Lost |= Lost >> 1;
      Lost |= Lost >> 2;
      Lost |= Lost >> 4;
      Size &= ~Lost;
    }
    // Through the signed conversion: of a large number half, the lost bit kept
    // as a sticky one.
    S32 IsLarge = (S32)Size < 0;
    U32 Halved = Size >> 1 | (Size & 1);
    F32 F = __builtin_convertvector((S32)select(IsLarge, Halved, Size), F32);
    return select(IsLarge, asBits(F + F), asBits(F)) |
           ((U32)IsNegative & SignBit);
  }

  [[gnu::always_inline]] U32 clamped(U32 V) const {
    const Range R = rangeOf(To);
    if (From == CvtType::U32) {
      U32 Max = splat(uint32_t(R.Max));
      return select((S32)(V < Max), V, Max);
    }
    return clampedSigned(V);
  }
  [[gnu::always_inline]] U32 clampedSigned(U32 V) const {
    if (To == CvtType::S32)
      return V;
    const Range R = rangeOf(To);
    S32 Min = (S32)splat(uint32_t(R.Min));
    V = select((S32)V < Min, (U32)Min, V);
    if (To == CvtType::U32)
      return V;
    S32 Max = (S32)splat(uint32_t(R.Max));
    return select((S32)V > Max, (U32)Max, V);
  }
};

} // namespace heddle::sm::HEDDLE_SM_ISA

#endif // HEDDLE_LIB_ENGINE_SM_SEMANTICS_VECTORCONVERT_H
