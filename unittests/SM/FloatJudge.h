//===- FloatJudge.h - A second opinion on f32 -------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The chip's f32 rules, written down once more from the ISA description and
/// with other means than the interpreter's: host doubles with exact error
/// terms, frexp and ldexp. Needs the host's default floating-point state.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_UNITTESTS_SM_FLOATJUDGE_H
#define HEDDLE_UNITTESTS_SM_FLOATJUDGE_H

#include <bit>
#include <cmath>
#include <cstdint>

namespace heddle::sm::test {

inline constexpr uint32_t JudgeNaN = 0x7fffffff;

/// The operand's value with denormals read as signed zero.
inline double judgeValue(uint32_t Bits) {
  float F = std::bit_cast<float>(Bits);
  if (std::fpclassify(F) == FP_SUBNORMAL)
    return std::copysign(0.0, double(F));
  return F;
}

/// Rounds a double that may have been rounded to odd before; \p Limit is the
/// smallest magnitude that still becomes 2^-126.
inline uint32_t judgeRound(double V, bool ToZero, double Limit) {
  if (std::isnan(V))
    return JudgeNaN;
  uint32_t Sign = std::signbit(V) ? 0x80000000u : 0;
  double M = std::fabs(V);
  if (M == 0)
    return Sign;
  if (std::isinf(M))
    return Sign | 0x7f800000;
  if (M < 0x1p-126)
    return Sign | (!ToZero && M >= Limit ? 0x00800000 : 0);
  int E;
  double Fraction = std::frexp(M, &E); // [0.5, 1)
  double Scaled = std::ldexp(Fraction, 24);
  double Whole = std::floor(Scaled), Rest = Scaled - Whole;
  if (!ToZero && (Rest > 0.5 || (Rest == 0.5 && std::fmod(Whole, 2) == 1)))
    Whole += 1;
  double R = std::ldexp(Whole, E - 24);
  if (R >= 0x1p128)
    return Sign | (ToZero ? 0x7f7fffff : 0x7f800000);
  return Sign | std::bit_cast<uint32_t>(float(R));
}

/// A + B, rounded to odd: the last bit tells that something was cut off.
inline double judgeOddSum(double A, double B) {
  double S = A + B;
  if (!std::isfinite(S) || !std::isfinite(A) || !std::isfinite(B))
    return S;
  double T = S - A;
  double Error = (A - (S - T)) + (B - T);
  if (Error == 0)
    return S;
  uint64_t Bits = std::bit_cast<uint64_t>(S);
  if (std::signbit(Error) != std::signbit(S))
    --Bits;
  return std::bit_cast<double>(Bits | 1);
}

inline uint32_t judgeAdd(uint32_t A, uint32_t B, bool ToZero) {
  double X = judgeValue(A), Y = judgeValue(B);
  if (std::isnan(X) || std::isnan(Y))
    return JudgeNaN;
  return judgeRound(judgeOddSum(X, Y), ToZero, 0x1p-126);
}

inline uint32_t judgeMul(uint32_t A, uint32_t B, bool ToZero) {
  // Exact: 48 bits.
  return judgeRound(judgeValue(A) * judgeValue(B), ToZero, 0x1p-126 - 0x1p-151);
}

inline uint32_t judgeMad(uint32_t A, uint32_t B, uint32_t C) {
  double X = judgeValue(A), Y = judgeValue(B), Z = judgeValue(C);
  double P = X * Y;
  if (std::isnan(P) || std::isnan(Z) || std::isinf(P) || std::isinf(Z))
    return judgeRound(P + Z, false, 0);
  if (X == 0 || Y == 0 || Z == 0)
    return judgeAdd(judgeMul(A, B, false), C, false);
  int E;
  double Fraction = std::frexp(P, &E);
  double Cut = std::ldexp(std::trunc(std::ldexp(Fraction, 24)), E - 24);
  return judgeRound(judgeOddSum(Cut, Z), false, 0x1p-126 - 0x1p-150);
}

inline uint32_t judgeMinMax(uint32_t A, uint32_t B, bool Larger) {
  double X = judgeValue(A), Y = judgeValue(B);
  if (std::isnan(X) && std::isnan(Y))
    return JudgeNaN;
  bool First;
  if (std::isnan(X) || std::isnan(Y))
    First = std::isnan(Y);
  else if (X == Y)
    First = std::signbit(X) == !Larger;
  else
    First = Larger ? X > Y : X < Y;
  return std::bit_cast<uint32_t>(float(First ? X : Y));
}

} // namespace heddle::sm::test

#endif // HEDDLE_UNITTESTS_SM_FLOATJUDGE_H
