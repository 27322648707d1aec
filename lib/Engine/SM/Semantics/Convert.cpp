//===- Convert.cpp - Conversions ------------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules: tesla-isa.md sections 4.3 (cvt) and 5.1, 5.2. Order: abs, neg, convert
// and round, saturate. Integer destinations clamp.
//
// The general form works on one lane at a time in integers; the conversions
// that kernels are full of have vector forms.
//
//===----------------------------------------------------------------------===//

#include "Units.h"
#include "VectorConvert.h"
#include "heddle/ABI/ConvertOps.inc"

namespace heddle::sm::HEDDLE_SM_ISA {
namespace {

int64_t readInteger(CvtType T, uint32_t V) {
  switch (T) {
  case CvtType::U8:
    return uint8_t(V);
  case CvtType::S8:
    return int8_t(V);
  case CvtType::U16:
    return uint16_t(V);
  case CvtType::S16:
    return int16_t(V);
  case CvtType::U32:
    return V;
  case CvtType::S32:
    return int32_t(V);
  case CvtType::F16:
  case CvtType::F32:
    break;
  }
  return 0;
}

int64_t clamp(int64_t V, Range R) {
  return V < R.Min ? R.Min : V > R.Max ? R.Max : V;
}

/// Exact, denormals included.
uint32_t halfToFloat(uint32_t H) {
  uint32_t Sign = (H & 0x8000) << 16, E = H >> 10 & 0x1f, M = H & 0x3ff;
  if (E == 31)
    return M ? CanonicalNaN : Sign | Infinity;
  if (E)
    return Sign | (E + 112) << 23 | M << 13;
  if (!M)
    return Sign;
  unsigned Lead = unsigned(__builtin_clz(M)) - 21;
  return Sign | (113 - Lead) << 23 | ((M << Lead) & 0x3ff) << 13;
}

/// Rounds into denormals. What is below 2^-33 vanishes in any mode.
uint32_t floatToHalf(uint32_t V, RoundingMode Mode) {
  uint32_t Sign = V & SignBit, HalfSign = Sign >> 16;
  if (isNaNScalar(V))
    return 0x7fff;
  if (isInfScalar(V))
    return HalfSign | 0x7c00;
  int E = exponentOf(V);
  if (E + 127 <= 0x5d)
    return HalfSign;
  // Units of the last place: 2^(E-10), in denormals 2^-24.
  unsigned Drop = E < -14 ? unsigned(-E - 1) : 13;
  uint64_t Whole = uint64_t(1) << Drop, S = significand(V);
  uint64_t M = S >> Drop;
  M += roundsUp(Mode, Sign, M & 1, S & (Whole - 1), Whole);
  uint32_t R = E < -14 ? uint32_t(M) : uint32_t((E + 14) << 10) + uint32_t(M);
  if (R < 0x7c00)
    return HalfSign | R;
  bool ToInfinity = Mode == RoundingMode::Nearest ||
                    (Mode == RoundingMode::Up && !Sign) ||
                    (Mode == RoundingMode::Down && Sign);
  return HalfSign | (ToInfinity ? 0x7c00 : 0x7bff);
}

/// The integer nearest in \p Mode to a finite normal \p V, of magnitude at most
/// 2^40.
int64_t toInteger(uint32_t V, RoundingMode Mode) {
  int E = exponentOf(V);
  uint32_t Sign = V & SignBit;
  uint64_t S = significand(V), M;
  if (E >= 40)
    M = uint64_t(1) << 40;
  else if (E >= 23)
    M = S << (E - 23);
  else {
    unsigned Drop = E < -2 ? 25 : unsigned(23 - E);
    uint64_t Whole = uint64_t(1) << Drop;
    M = S >> Drop;
    M += roundsUp(Mode, Sign, M & 1, S & (Whole - 1), Whole);
  }
  return Sign ? -int64_t(M) : int64_t(M);
}

uint32_t fromInteger(int64_t V, RoundingMode Mode) {
  if (!V)
    return 0;
  uint32_t Sign = V < 0 ? SignBit : 0;
  return roundPack(Sign, 62, V < 0 ? uint64_t(-V) : uint64_t(V), Mode);
}

/// Rounds to an integral value; a zero keeps the sign.
uint32_t roundIntegral(uint32_t V, RoundingMode Mode) {
  if (isNaNScalar(V) || isZeroScalar(V) || exponentOf(V) >= 23)
    return V;
  uint32_t R = fromInteger(toInteger(V, Mode), Mode);
  return R ? R : V & SignBit;
}

uint32_t saturateScalar(uint32_t V) {
  if (isNaNScalar(V))
    return CanonicalNaN;
  if (V & SignBit)
    return 0;
  return V > 0x3f800000 ? 0x3f800000 : V;
}

using Conversion = VectorConvert;

/// f16 arithmetic happens in f32, which holds every f16. Denormals of f32 count
/// as zero, those of f16 do not.
uint32_t floatSource(const Conversion &C, uint32_t V) {
  uint32_t F = C.From == CvtType::F16 ? halfToFloat(V & 0xffff) : V;
  F = flushScalar(F);
  if (isNaNScalar(F))
    return CanonicalNaN;
  if (C.Abs)
    F &= ~SignBit;
  return C.Neg ? F ^ SignBit : F;
}

uint32_t fromFloat(const Conversion &C, uint32_t V) {
  uint32_t F = floatSource(C, V);
  if (!isFloatType(C.To)) {
    if (isNaNScalar(F))
      return 0;
    Range R = rangeOf(C.To);
    if (isInfScalar(F))
      return uint32_t(F & SignBit ? R.Min : R.Max);
    if (isZeroScalar(F))
      return 0;
    return uint32_t(clamp(toInteger(F, C.Mode), R));
  }
  if (C.Sat)
    F = saturateScalar(F);
  if (C.Integral)
    F = roundIntegral(F, C.Mode);
  return C.To == CvtType::F16 ? floatToHalf(F, C.Mode) : F;
}

uint32_t fromInt(const Conversion &C, uint32_t V) {
  int64_t N = readInteger(C.From, V);
  if (C.Abs && N < 0)
    N = -N;
  if (C.Neg)
    N = -N;
  if (!isFloatType(C.To))
    return uint32_t(clamp(N, rangeOf(C.To)));
  uint32_t F = fromInteger(N, C.Mode);
  if (C.Sat)
    F = saturateScalar(F);
  return C.To == CvtType::F16 ? floatToHalf(F, C.Mode) : F;
}

/// Condition code of one lane's result.
void addCondition(ConditionBuilder &CC, CvtType To, unsigned Lane, uint32_t R) {
  bool Zero, Sign;
  if (To == CvtType::F32) {
    bool NaN = isNaNScalar(R);
    Zero = isZeroScalar(R) || NaN;
    Sign = (R >> 31 && !isZeroScalar(R)) || NaN;
  } else if (To == CvtType::F16) {
    bool NaN = (R & 0x7fff) > 0x7c00, IsZero = (R & 0x7fff) == 0;
    Zero = IsZero || NaN;
    Sign = (R >> 15 && !IsZero) || NaN;
  } else {
    Zero = R == 0;
    Sign = To == CvtType::U16 ? R >> 15 & 1 : R >> 31;
  }
  CC.Plane[BitZ] |= uint32_t(Zero) << Lane;
  CC.Plane[BitS] |= uint32_t(Sign) << Lane;
}

HEDDLE_INLINE Conversion conversionOf(const DecodedInst &I) {
  return {CvtType(I.Sub[0]), CvtType(I.Sub[1]), RoundingMode(I.Sub[2]),
          I.has(Abs1),       I.has(Negate),     I.has(Saturate),
          I.has(RoundToInt)};
}

struct Any {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    const Conversion C = conversionOf(I);
    if (I.has(WritesCondition) || I.has(HalfDst) || !C.isThere())
      return byLane<Full>(I, L, Mask);
    const uint32_t *A = sourceRow(I, L, 0);
    uint32_t *Dst = destRow(I, L);
#pragma clang loop unroll(full)
    for (unsigned Lane = 0; Lane != Lanes; Lane += W)
      put<Full>(Dst, Lane, Mask, C.convert(load(A + Lane) >> I.Src[0].Shift));
    return true;
  }

  template <bool Full>
  [[gnu::noinline]] static bool byLane(const DecodedInst &I, LaneContext &L,
                                       uint32_t Mask) {
    const uint32_t *A = sourceRow(I, L, 0);
    uint32_t *Dst = destRow(I, L);
    const Conversion C = conversionOf(I);
    ConditionBuilder CC;
    for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
      if (!Full && !(Mask >> Lane & 1))
        continue;
      uint32_t V = A[Lane] >> I.Src[0].Shift;
      uint32_t R = isFloatType(C.From) ? fromFloat(C, V) : fromInt(C, V);
      addCondition(CC, C.To, Lane, R);
      if (I.has(HalfDst))
        R = (Dst[Lane] & (0xffff0000u >> I.DstShift)) | (R & 0xffff)
                                                            << I.DstShift;
      Dst[Lane] = R;
    }
    if (I.has(WritesCondition))
      CC.commit(I, L, Mask);
    return true;
  }
};

template <class OpT> struct Frame {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    const uint32_t *A = sourceRow(I, L, 0);
    uint32_t *Dst = destRow(I, L);
    for (unsigned Lane = 0; Lane != Lanes; Lane += W)
      put<Full>(Dst, Lane, Mask, OpT::chunk(load(A + Lane) >> I.Src[0].Shift));
    return true;
  }
};

struct ZeroExtend16 {
  HEDDLE_INLINE U32 chunk(U32 V) { return V & 0xffff; }
};
struct SignExtend16 {
  HEDDLE_INLINE U32 chunk(U32 V) { return (U32)((S32)(V << 16) >> 16); }
};
struct S32ToF32 {
  HEDDLE_INLINE U32 chunk(U32 V) {
    return asBits(__builtin_convertvector((S32)V, F32));
  }
};
struct U32ToF32 {
  HEDDLE_INLINE U32 chunk(U32 V) {
    // Through the signed conversion: of a large number half, the lost bit kept
    // as a sticky one.
    S32 Large = (S32)V < 0;
    U32 Halved = V >> 1 | (V & 1);
    F32 F = __builtin_convertvector((S32)select(Large, Halved, V), F32);
    return select(Large, asBits(F + F), asBits(F));
  }
};
struct F32ToS32RZ {
  HEDDLE_INLINE U32 chunk(U32 V) {
    U32 Magnitude = V & ~SignBit;
    S32 InRange = (S32)(Magnitude < (127u + 31) << 23);
    U32 Safe = select(InRange, V, splat(0));
    U32 R = (U32) __builtin_convertvector(asFloat(Safe), S32);
    U32 Limit = (V >> 31) + 0x7fffffff;
    Limit = select((S32)(Magnitude > Infinity), splat(0), Limit);
    return select(InRange, R, Limit);
  }
};

} // namespace

HandlerPair handlersOf(ConvertOp Op) {
  switch (Op) {
  case ConvertOp::Any:
    return handlerPair<Any>();
  case ConvertOp::Wide:
    return wideConvertHandlers();
  case ConvertOp::ZeroExtend16:
    return handlerPair<Frame<ZeroExtend16>>();
  case ConvertOp::SignExtend16:
    return handlerPair<Frame<SignExtend16>>();
  case ConvertOp::S32ToF32:
    return handlerPair<Frame<S32ToF32>>();
  case ConvertOp::U32ToF32:
    return handlerPair<Frame<U32ToF32>>();
  case ConvertOp::F32ToS32RZ:
    return handlerPair<Frame<F32ToS32RZ>>();
  }
  __builtin_unreachable();
}

} // namespace heddle::sm::HEDDLE_SM_ISA
