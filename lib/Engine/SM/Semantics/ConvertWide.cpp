//===- ConvertWide.cpp - Conversions with 64 bits -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules: tesla-isa.md sections 4.3 (cvt), 5.2 and 5.4. To f64, an f32 keeps
// denormals and payload; from f64, an f32 keeps denormals. To integers, an f32
// is flushed, and NaN is the most negative pattern with O set.
//
//===----------------------------------------------------------------------===//

#include "PairVectors.h"
#include "Pairs.h"
#include "ScalarDouble.h"
#include "Units.h"
#include "VectorConvert.h"

namespace heddle::sm::HEDDLE_SM_ISA {
namespace {

constexpr bool isFloatType(WideType T) {
  return T == WideType::F32 || T == WideType::F64;
}
constexpr bool isPair(WideType T) {
  return T == WideType::U64 || T == WideType::S64 || T == WideType::F64;
}
constexpr bool isSignedType(WideType T) {
  return T == WideType::S32 || T == WideType::S64;
}

struct Conversion {
  WideType From, To;
  RoundingMode Mode;
  bool Abs, Neg, Sat, Integral;
};

struct Converted {
  uint64_t Value;
  bool Overflow;
};

/// Every f32 is an f64.
uint64_t extendFloat(uint32_t V) {
  uint64_t Sign = uint64_t(V & SignBit) << 32;
  if (isNaNScalar(V))
    return quieted(Sign | Infinity64 | uint64_t(V & 0x7fffff) << 29);
  if (isInfScalar(V))
    return Sign | Infinity64;
  if (isZeroScalar(V))
    return Sign;
  uint32_t E = V >> 23 & 0xff;
  Wide X = {Sign != 0, (E ? int(E) : 1) - 150,
            (V & 0x7fffff) | (E ? 0x800000u : 0)};
  return roundDouble(X, RoundingMode::Zero);
}

uint32_t narrowFloat(uint64_t V, RoundingMode Mode) {
  uint32_t Sign = uint32_t(V >> 32) & SignBit;
  // The upper bits of the payload stay. Measured on an NVIDIA H200.
  if (isNaN64(V))
    return Sign | 0x7fc00000 | (uint32_t(V >> 29) & 0x7fffff);
  if (isInf64(V))
    return Sign | Infinity;
  if (isZero64(V))
    return Sign;
  return Sign | uint32_t(roundMagnitude(FormatF32, wideOf(V), Mode));
}

/// Rounds to an integral value; a zero keeps the sign.
uint64_t roundIntegral(uint64_t V, RoundingMode Mode) {
  if (isNaN64(V) || isInf64(V) || isZero64(V) || (V >> 52 & 0x7ff) >= 1075)
    return V;
  uint64_t Sign = V & SignBit64;
  U128 M = roundToWhole(wideOf(V), Mode);
  return M ? roundDouble({Sign != 0, 0, M}, Mode) : Sign;
}

uint64_t saturated(uint64_t V) {
  constexpr uint64_t One = uint64_t(0x3ff) << 52;
  if (isNaN64(V))
    return V;
  if (V & SignBit64)
    return 0;
  return V > One ? One : V;
}

/// Returns a float source of either width as an f64.
uint64_t floatSource(const Conversion &C, uint64_t V) {
  if (C.From == WideType::F32)
    V = extendFloat(isFloatType(C.To) ? uint32_t(V) : flushScalar(uint32_t(V)));
  if (isNaN64(V))
    return quieted(V);
  if (C.Abs)
    V &= ~SignBit64;
  return C.Neg ? V ^ SignBit64 : V;
}

Converted toInteger(const Conversion &C, uint64_t V) {
  unsigned Bits = isPair(C.To) ? 64 : 32;
  uint64_t Lowest = uint64_t(1) << (Bits - 1);
  uint64_t Highest =
      (~uint64_t(0) >> (64 - Bits)) - (isSignedType(C.To) ? Lowest : 0);
  if (isNaN64(V))
    return {Lowest, true};
  if (isZero64(V))
    return {0, false};
  bool Negative = (V & SignBit64) != 0;
  U128 M = isInf64(V) ? U128(1) << 64 : roundToWhole(wideOf(V), C.Mode);
  if (!Negative)
    return M > Highest ? Converted{Highest, true}
                       : Converted{uint64_t(M), false};
  U128 Limit = isSignedType(C.To) ? Lowest : 0;
  if (M > Limit)
    return {uint64_t(0) - uint64_t(Limit), true};
  return {uint64_t(0) - uint64_t(M), false};
}

uint64_t toFloat(const Conversion &C, uint64_t V) {
  if (C.Sat)
    V = saturated(V);
  if (C.Integral)
    V = roundIntegral(V, C.Mode);
  return C.To == WideType::F64 ? V : narrowFloat(V, C.Mode);
}

uint64_t fromInteger(const Conversion &C, uint64_t V) {
  if (!isPair(C.From))
    V = isSignedType(C.From) ? uint64_t(int64_t(int32_t(uint32_t(V))))
                             : uint32_t(V);
  bool Negative = isSignedType(C.From) && V >> 63;
  uint64_t M = Negative ? uint64_t(0) - V : V;
  if (C.Abs)
    Negative = false;
  if (C.Neg)
    Negative = !Negative;
  if (!M)
    return 0;
  bool Double = C.To == WideType::F64;
  uint64_t One = Double ? uint64_t(0x3ff) << 52 : 0x3f800000;
  if (C.Sat)
    return Negative ? 0 : One;
  uint64_t R =
      roundMagnitude(Double ? FormatF64 : FormatF32, {Negative, 0, M}, C.Mode);
  return R | (Negative ? Double ? SignBit64 : SignBit : 0);
}

Converted convert(const Conversion &C, uint64_t V) {
  if (!isFloatType(C.From))
    return {fromInteger(C, V), false};
  V = floatSource(C, V);
  if (isFloatType(C.To))
    return {toFloat(C, V), false};
  return toInteger(C, V);
}

void addCondition(ConditionBuilder &CC, WideType To, unsigned Lane,
                  Converted R) {
  unsigned Bits = isPair(To) ? 64 : 32;
  uint64_t V = R.Value << (64 - Bits);
  bool Zero = V == 0, Sign = V >> 63;
  if (isFloatType(To)) {
    uint64_t Inf = To == WideType::F64 ? Infinity64 : uint64_t(Infinity) << 32;
    bool NaN = V << 1 > Inf << 1;
    Zero = V << 1 == 0;
    Sign = (Sign && !Zero) || NaN;
    Zero |= NaN;
  }
  CC.Plane[BitZ] |= uint32_t(Zero) << Lane;
  CC.Plane[BitS] |= uint32_t(Sign) << Lane;
  CC.Plane[BitO] |= uint32_t(R.Overflow) << Lane;
}

#if defined(HEDDLE_SM_HOST_FLOAT) && defined(__x86_64__)
/// A row of pairs for one of pairs.
template <bool Full, class FnT>
HEDDLE_INLINE bool eachPair(const uint32_t *A, uint32_t *Dst, uint32_t Mask,
                            FnT Fn) {
#pragma clang loop unroll(full)
  for (unsigned Lane = 0; Lane != Lanes; Lane += W) {
    PairWords V = loadPairs(A, Lane);
    putPairs<Full>(Dst, Lane, Mask,
                   Doubles{{Fn((HalfF64)V.Part[0]), Fn((HalfF64)V.Part[1])}});
  }
  return true;
}

/// A row of words for one of pairs, which it may be part of.
template <bool Full, class FnT>
HEDDLE_INLINE bool eachWord(const uint32_t *A, uint32_t *Dst, uint32_t Mask,
                            FnT Fn) {
#pragma clang loop unroll(full)
  for (unsigned Lane = 0; Lane != Lanes; Lane += W) {
    PairWords V = loadPairs(A, Lane);
    auto First = Fn((HalfF64)V.Part[0]), Second = Fn((HalfF64)V.Part[1]);
    put<Full>(Dst, Lane, Mask, joined<U32>((HalfS32)First, (HalfS32)Second));
  }
  return true;
}

/// Doubles of a row of words.
template <bool Full, class FnT>
HEDDLE_INLINE bool eachDouble(const uint32_t *A, uint32_t *Dst, uint32_t Mask,
                              FnT Fn) {
#pragma clang loop unroll(full)
  for (unsigned Lane = 0; Lane != Lanes; Lane += W) {
    HalfS32 First, Second;
    split((S32)load(A + Lane), First, Second);
    putPairs<Full>(Dst, Lane, Mask, Doubles{{Fn(First), Fn(Second)}});
  }
  return true;
}

/// What is exact, or rounded to nearest.
template <bool Full>
HEDDLE_INLINE bool toDoubles(const Conversion &C, const uint32_t *A,
                             uint32_t *Dst, uint32_t Mask) {
  switch (C.From) {
  case WideType::F32:
    return eachDouble<Full>(A, Dst, Mask, [](HalfS32 V) {
      return __builtin_convertvector((HalfF32)V, HalfF64);
    });
  case WideType::S32:
    return eachDouble<Full>(A, Dst, Mask, [](HalfS32 V) {
      return __builtin_convertvector(V, HalfF64);
    });
  case WideType::U32:
    return eachDouble<Full>(A, Dst, Mask, [](HalfS32 V) {
      return __builtin_convertvector(V ^ INT32_MIN, HalfF64) + 0x1p31;
    });
  case WideType::S64:
    if (C.Mode != RoundingMode::Nearest)
      return false;
    return eachPair<Full>(A, Dst, Mask, [](HalfF64 V) {
      return __builtin_convertvector((HalfS64)V, HalfF64);
    });
  case WideType::U64:
  case WideType::F64:
    return false;
  }
  __builtin_unreachable();
}

/// As toInteger() of 32 bits; NaN is the lowest.
HEDDLE_INLINE HalfS32 toSigned(HalfF64 V, RoundingMode Mode) {
  constexpr double Lowest = -0x1p31, Highest = 0x1p31 - 1;
  // Conversions of the host go toward zero.
  if (Mode != RoundingMode::Zero)
    V = toWhole(V, Mode);
  auto Clamp = [](HalfS64 Fits, HalfF64 X, double Limit) {
    return (HalfF64)select64(Fits, (HalfU64)X, (HalfU64)(HalfF64{} + Limit));
  };
  V = Clamp(V > Lowest, V, Lowest);
  V = Clamp(V < Highest, V, Highest);
  return __builtin_convertvector(V, HalfS32);
}

/// The host's conversions, which the state that HostMode.h says makes those of
/// PTX, NaNs included; false: lane by lane.
template <bool Full>
HEDDLE_INLINE bool byHost(const DecodedInst &I, const Conversion &C,
                          LaneContext &L, uint32_t Mask) {
  if (I.has(WritesCondition) || C.Abs || C.Neg || C.Sat)
    return false;
  const uint32_t *A = sourceRow(I, L, 0);
  uint32_t *Dst = destRow(I, L);
  if (C.To == WideType::F64 && !C.Integral)
    return toDoubles<Full>(C, A, Dst, Mask);
  if (C.From != WideType::F64)
    return false;
  if (C.To == WideType::F64 && roundsVectors(C.Mode))
    return eachPair<Full>(A, Dst, Mask,
                          [&](HalfF64 V) { return toWhole(V, C.Mode); });
  const bool ToWhole = C.Mode == RoundingMode::Zero || roundsVectors(C.Mode);
  if (C.To == WideType::F32 && C.Mode == RoundingMode::Nearest && !C.Integral)
    return eachWord<Full>(A, Dst, Mask, [](HalfF64 V) {
      return __builtin_convertvector(V, HalfF32);
    });
  if (C.To == WideType::S32 && ToWhole)
    return eachWord<Full>(A, Dst, Mask,
                          [&](HalfF64 V) { return toSigned(V, C.Mode); });
  return false;
}
#endif

HEDDLE_INLINE Conversion conversionOf(const DecodedInst &I) {
  return {WideType(I.Sub[0]), WideType(I.Sub[1]), RoundingMode(I.Sub[2]),
          I.has(Abs1),        I.has(Negate),      I.has(Saturate),
          I.has(RoundToInt)};
}

struct Any {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
#if defined(HEDDLE_SM_HOST_FLOAT) && defined(__x86_64__)
    if (byHost<Full>(I, conversionOf(I), L, Mask)) [[likely]]
      return true;
#endif
    return byLane<Full>(I, L, Mask);
  }

  template <bool Full>
  [[gnu::noinline]] static bool byLane(const DecodedInst &I, LaneContext &L,
                                       uint32_t Mask) {
    const uint32_t *A = sourceRow(I, L, 0);
    uint32_t *Dst = destRow(I, L);
    const Conversion C = conversionOf(I);
    ConditionBuilder CC;
    forLanes(Mask, [&](unsigned Lane) {
      Converted R =
          convert(C, isPair(C.From) ? pairAt(A, Lane) : uint64_t(A[Lane]));
      addCondition(CC, C.To, Lane, R);
      Dst[Lane] = uint32_t(R.Value);
      if (isPair(C.To))
        Dst[Lanes + Lane] = uint32_t(R.Value >> 32);
    });
    if (I.has(WritesCondition))
      CC.commit(I, L, Mask);
    return true;
  }
};

} // namespace

HandlerPair wideConvertHandlers() { return handlerPair<Any>(); }

} // namespace heddle::sm::HEDDLE_SM_ISA
