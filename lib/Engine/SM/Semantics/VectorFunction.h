//===- VectorFunction.h - Functions of f32, a vector at a time --*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The functions of ScalarFunction.h for arguments whose results are normal
/// numbers or zero: the same steps in double, a lane of a vector each. A host
/// with a fused multiply-add takes it for product and sum where that changes
/// the double and the nearest f32 of no argument: a soak of IeeeTest looks at
/// all of them, and tanh has one. Each has OneLane, the scalar function;
/// isPlain(X), the lanes for which result(X) holds.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_SM_SEMANTICS_VECTORFUNCTION_H
#define HEDDLE_LIB_ENGINE_SM_SEMANTICS_VECTORFUNCTION_H

#include "ScalarFunction.h"
#include "Vector.h"

namespace heddle::sm::HEDDLE_SM_ISA {

HEDDLE_INLINE F64 widen(U32 V) {
  return __builtin_convertvector(asFloat(V), F64);
}
/// The nearest f32, which is a normal number or zero.
HEDDLE_INLINE U32 narrow(F64 V) {
  return asBits(__builtin_convertvector(V, F32));
}
HEDDLE_INLINE F64 splatD(double V) { return F64{} + V; }

/// A * B + C, rounded once where the host can.
HEDDLE_INLINE F64 multiplyAdd(F64 A, F64 B, F64 C) {
#if defined(HEDDLE_SM_HAS_FMA)
  return __builtin_elementwise_fma(A, B, C);
#else
  return A * B + C;
#endif
}

template <bool Fused = true, unsigned N>
HEDDLE_INLINE F64 polynomial(F64 X, const double (&C)[N]) {
  F64 Sum = splatD(C[N - 1]);
  for (unsigned I = N - 1; I != 0; --I)
    Sum = Fused ? multiplyAdd(Sum, X, splatD(C[I - 1])) : Sum * X + C[I - 1];
  return Sum;
}

/// As the scalar one.
HEDDLE_INLINE S32 nearestInteger(F64 X) {
  return __builtin_convertvector(X + 1048576.5, S32) - 1048576;
}
HEDDLE_INLINE F64 asDouble(S32 N) { return __builtin_convertvector(N, F64); }

/// 2^\p N, a normal number.
HEDDLE_INLINE F64 powerOfTwo(S32 N) {
  return (F64)(__builtin_convertvector(N + 1023, S64) << 52);
}

/// Neither negative nor zero, denormal, infinite or NaN.
HEDDLE_INLINE S32 isPositiveNormal(U32 X) {
  return (S32)(X - 0x800000 < 0x7f000000u);
}

struct Ex2Lanes {
  static constexpr auto OneLane = ex2Scalar;
  /// Between -126 and 126, where what is not normal is like zero: the result is
  /// 1. Or so far below that the result is zero, as of what softmax masks.
  HEDDLE_INLINE S32 isPlain(U32 X) {
    return (S32)((X & ~SignBit) < 0x42fc0000u) | isBelow(X);
  }
  /// From -infinity to -152.
  HEDDLE_INLINE S32 isBelow(U32 X) {
    constexpr uint32_t Least = 0xc3180000, Last = SignBit | Infinity;
    return (S32)(X - Least <= Last - Least);
  }
  HEDDLE_INLINE U32 result(U32 X) {
    // The sum rounds X to a whole number, which its lowest bits are.
    constexpr float Whole = 0x1.8p23f;
    F32 Sum = asFloat(X) + Whole, Fraction = asFloat(X) - (Sum - Whole);
    // A power of 2 more makes the same f32 times that, as it is normal.
    U32 R = narrow(polynomial(widen(asBits(Fraction)), Exp2Coefficients)) +
            (asBits(Sum) << 23);
    return R & (U32)~isBelow(X);
  }
};

struct Lg2Lanes {
  static constexpr auto OneLane = lg2Scalar;
  HEDDLE_INLINE S32 isPlain(U32 X) { return isPositiveNormal(X); }
  HEDDLE_INLINE U32 result(U32 X) {
    // The significand below the root of 2, whose nearest f32 is above it.
    S32 IsLarge = (S32)((X & 0x7fffff) >= 0x3504f4);
    S32 Exponent = (S32)(X >> 23) - 127 - IsLarge;
    U32 One = splat(0x3f800000) + ((U32)IsLarge & splat(0xff800000));
    F64 M = widen((X & 0x7fffff) | One);
    F64 S = (M - 1.0) / (M + 1.0);
    return narrow(
        multiplyAdd(S, polynomial(S * S, Lg2Coefficients), asDouble(Exponent)));
  }
};

/// \p Ahead: quarters of a turn.
template <int Ahead, auto Scalar> struct SineLanes {
  static constexpr auto OneLane = Scalar;
  /// Zero, or normal and below 1024, for which the reduction is exact enough.
  HEDDLE_INLINE S32 isPlain(U32 X) {
    U32 Size = X & ~SignBit;
    return (S32)(Size - 0x800000 < 0x44800000u - 0x800000u) | (S32)(Size == 0);
  }
  HEDDLE_INLINE U32 result(U32 V) {
    F64 X = widen(V);
    S32 N = nearestInteger(X * QuartersOfRadian);
    F64 Quarters = asDouble(N);
    F64 R = multiplyAdd(-Quarters, splatD(HalfPiLow),
                        multiplyAdd(-Quarters, splatD(HalfPiHigh), X));
    U32 Sine = narrow(R * polynomial(R * R, SineCoefficients));
    U32 Cosine = narrow(polynomial(R * R, CosineCoefficients));
    N += Ahead;
    return select(-(N & 1), Cosine, Sine) ^ ((U32)(N & 2) << 30);
  }
};
using SinLanes = SineLanes<0, sinScalar>;
using CosLanes = SineLanes<1, cosScalar>;

struct TanhLanes {
  static constexpr auto OneLane = tanhScalar;
  /// Zero, normal or infinite.
  HEDDLE_INLINE S32 isPlain(U32 X) {
    U32 Size = X & ~SignBit;
    return (S32)(Size - 0x800000 <= Infinity - 0x800000u) | (S32)(Size == 0);
  }
  HEDDLE_INLINE U32 result(U32 V) {
    U32 Size = V & ~SignBit;
    // From 10 on the nearest is 1.
    constexpr uint32_t Most = 0x41200000;
    S32 IsLess = (S32)(Size < Most);
    F64 X = widen(select(IsLess, Size, splat(Most)));
    F64 Small = X * polynomial</*Fused=*/false>(X * X, TanhCoefficients);
    F64 Y = X * TwiceLog2E;
    S32 N = nearestInteger(Y);
    F64 Power = polynomial</*Fused=*/false>(Y - asDouble(N), Exp2Coefficients) *
                powerOfTwo(N);
    U32 R = select((S32)(Size < 0x3d800000u), narrow(Small),
                   narrow((Power - 1.0) / (Power + 1.0)));
    return select(IsLess, R, splat(0x3f800000)) | (V & SignBit);
  }
};

} // namespace heddle::sm::HEDDLE_SM_ISA

#endif // HEDDLE_LIB_ENGINE_SM_SEMANTICS_VECTORFUNCTION_H
