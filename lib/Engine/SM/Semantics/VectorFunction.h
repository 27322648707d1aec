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
/// numbers or zero: the same steps in double, a lane of a vector each, so that
/// the bits are the same. Each has OneLane, the scalar function; isPlain(X),
/// the lanes for which result(X) holds.
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

template <unsigned N>
HEDDLE_INLINE F64 polynomial(F64 X, const double (&C)[N]) {
  F64 Sum = splatD(C[N - 1]);
  for (unsigned I = N - 1; I != 0; --I)
    Sum = Sum * X + C[I - 1];
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
  /// From -126 to 128. What is not normal there is like zero: the result is 1.
  HEDDLE_INLINE S32 isPlain(U32 X) {
    return (S32)((X & ~SignBit) < 0x42fc0000u);
  }
  HEDDLE_INLINE U32 result(U32 X) {
    F64 V = widen(X);
    S32 N = nearestInteger(V);
    return narrow(exp2Fraction(V - asDouble(N)) * powerOfTwo(N));
  }

  HEDDLE_INLINE F64 exp2Fraction(F64 X) {
    return polynomial(X, Exp2Coefficients);
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
    F64 S = (M - 1) / (M + 1);
    return narrow(asDouble(Exponent) + S * polynomial(S * S, Lg2Coefficients));
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
    F64 R = (X - Quarters * HalfPiHigh) - Quarters * HalfPiLow;
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
  /// Zero, or normal and below 10.
  HEDDLE_INLINE S32 isPlain(U32 X) {
    U32 Size = X & ~SignBit;
    return (S32)(Size - 0x800000 < 0x41200000u - 0x800000u) | (S32)(Size == 0);
  }
  HEDDLE_INLINE U32 result(U32 V) {
    U32 Size = V & ~SignBit;
    F64 X = widen(Size);
    F64 Small = X * polynomial(X * X, TanhCoefficients);
    F64 Y = X * TwiceLog2E;
    S32 N = nearestInteger(Y);
    F64 Power = Ex2Lanes::exp2Fraction(Y - asDouble(N)) * powerOfTwo(N);
    U32 R = select((S32)(Size < 0x3d800000u), narrow(Small),
                   narrow((Power - 1) / (Power + 1)));
    return R | (V & SignBit);
  }
};

} // namespace heddle::sm::HEDDLE_SM_ISA

#endif // HEDDLE_LIB_ENGINE_SM_SEMANTICS_VECTORFUNCTION_H
