//===- FloatJudgeAP.cpp - IEEE arithmetic by LLVM's floats ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Model/FloatJudge.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APSInt.h"
#include <cmath>
#include <utility>

using namespace llvm;

namespace heddle::model {
namespace {

const fltSemantics &semantics(NumberFormat F) {
  switch (F) {
  case NumberFormat::F16:
    return APFloat::IEEEhalf();
  case NumberFormat::BF16:
    return APFloat::BFloat();
  case NumberFormat::F32:
    return APFloat::IEEEsingle();
  case NumberFormat::F64:
    return APFloat::IEEEdouble();
  case NumberFormat::TF32:
    return APFloat::FloatTF32();
  case NumberFormat::None:
    break;
  }
  llvm_unreachable("no format");
}

RoundingMode modeOf(Rounding Mode) {
  switch (Mode) {
  case Rounding::Nearest:
    return RoundingMode::NearestTiesToEven;
  case Rounding::Zero:
    return RoundingMode::TowardZero;
  case Rounding::Down:
    return RoundingMode::TowardNegative;
  case Rounding::Up:
    return RoundingMode::TowardPositive;
  }
  llvm_unreachable("covered switch");
}

APFloat numberOf(NumberFormat F, uint64_t Bits) {
  const fltSemantics &S = semantics(F);
  return APFloat(S,
                 APInt(APFloat::getSizeInBits(S), Bits >> shapeOf(F).shift()));
}

/// Exact, or at least beyond what the callers compare.
APFloat inQuad(APFloat V) {
  bool Loses;
  V.convert(APFloat::IEEEquad(), RoundingMode::NearestTiesToEven, &Loses);
  return V;
}

/// \p A times \p A, which has at most 108 digits here.
APFloat square(APFloat A) {
  A.multiply(APFloat(A), RoundingMode::NearestTiesToEven);
  return A;
}

/// The largest number of the format whose square is not above the value is
/// looked for beside the host's root.
APFloat squareRoot(const APFloat &V, RoundingMode Mode, bool &Inexact) {
  Inexact = false;
  if (V.isZero())
    return V;
  if (V.isNegative())
    return APFloat::getNaN(V.getSemantics());
  if (V.isInfinity())
    return V;
  APFloat Exact = inQuad(V), Root(V);
  APFloat Host = V;
  bool Loses;
  Host.convert(APFloat::IEEEdouble(), RoundingMode::NearestTiesToEven, &Loses);
  Root = APFloat(std::sqrt(Host.convertToDouble()));
  Root.convert(V.getSemantics(), RoundingMode::TowardZero, &Loses);
  while (square(inQuad(Root)) > Exact)
    Root.next(/*nextDown=*/true);
  APFloat Above = Root;
  Above.next(/*nextDown=*/false);
  while (square(inQuad(Above)) <= Exact) {
    Root = Above;
    Above.next(/*nextDown=*/false);
  }
  if (square(inQuad(Root)) == Exact)
    return Root;
  Inexact = true;
  if (Mode == RoundingMode::TowardPositive)
    return Above;
  if (Mode != RoundingMode::NearestTiesToEven)
    return Root;
  // No root lies in the middle.
  APFloat Middle = inQuad(Root);
  Middle.add(inQuad(Above), RoundingMode::NearestTiesToEven);
  Middle = scalbn(Middle, -1, RoundingMode::NearestTiesToEven);
  return square(Middle) < Exact ? Above : Root;
}

/// The product is exact with the digits of two f64, and so is a sum that was
/// cut off and has a last digit which tells of it, as far as a rounding to 53
/// digits can see. APFloat's own fused operation rounds some results near
/// denormals of few digits twice.
APFloat fusedMultiplyAdd(const APFloat &A, const APFloat &B, const APFloat &C,
                         RoundingMode Mode, bool &Inexact) {
  APFloat R = inQuad(A);
  R.multiply(inQuad(B), RoundingMode::NearestTiesToEven);
  // Which zero is the sum of opposite ones, or of equal numbers?
  APFloat Sum = R;
  bool IsZero = (Sum.add(inQuad(C), Mode), Sum.isZero());
  bool IsCut = R.add(inQuad(C), RoundingMode::TowardZero) & APFloat::opInexact;
  APInt Bits = (IsZero ? Sum : R).bitcastToAPInt();
  if (IsCut)
    Bits.setBit(0);
  APFloat Result(APFloat::IEEEquad(), Bits);
  bool Loses;
  Inexact = (Result.convert(A.getSemantics(), Mode, &Loses) &
             APFloat::opInexact) != 0;
  return Result;
}

APFloat compute(FloatOp Op, NumberFormat To, RoundingMode Mode, APFloat A,
                const APFloat &B, const APFloat &C, bool &Inexact) {
  APFloat::opStatus Status = APFloat::opOK;
  bool Loses;
  switch (Op) {
  case FloatOp::Add:
    Status = A.add(B, Mode);
    break;
  case FloatOp::Sub:
    Status = A.subtract(B, Mode);
    break;
  case FloatOp::Mul:
    Status = A.multiply(B, Mode);
    break;
  case FloatOp::Fma:
    return fusedMultiplyAdd(A, B, C, Mode, Inexact);
  case FloatOp::Div:
    Status = A.divide(B, Mode);
    break;
  case FloatOp::Sqrt:
    A = squareRoot(A, Mode, Inexact);
    return A;
  case FloatOp::Integral:
    Status = A.roundToIntegral(Mode);
    break;
  case FloatOp::Convert:
    Status = A.convert(semantics(To), Mode, &Loses);
    break;
  case FloatOp::FromSigned:
  case FloatOp::FromUnsigned:
    break;
  }
  Inexact = Status & APFloat::opInexact;
  return A;
}

JudgedFloat judgedOf(const APFloat &V, NumberFormat To) {
  return {V.bitcastToAPInt().getZExtValue() << shapeOf(To).shift(), V.isNaN()};
}

/// Whether what was rounded to the least normal number is below it with an
/// unbounded exponent: computes it again in numbers so much larger that nothing
/// is denormal. Sums are exact there.
bool isTiny(FloatOp Op, NumberFormat To, RoundingMode Mode, APFloat A,
            APFloat B, APFloat C) {
  if (Op == FloatOp::Add || Op == FloatOp::Sub)
    return false;
  int Up = shapeOf(To).Digits + 2;
  bool ScalesB = (Op == FloatOp::Mul || Op == FloatOp::Fma) && abs(B) < abs(A);
  APFloat &Scaled = ScalesB ? B : A;
  Scaled = scalbn(Scaled, Up, RoundingMode::NearestTiesToEven);
  C = scalbn(C, Up, RoundingMode::NearestTiesToEven);
  bool Inexact;
  APFloat R = compute(Op, To, Mode, A, B, C, Inexact);
  APFloat Least = scalbn(APFloat::getSmallestNormalized(semantics(To)), Up,
                         RoundingMode::NearestTiesToEven);
  return abs(R) < Least;
}

JudgedFloat judge(FloatOp Op, NumberFormat From, NumberFormat To,
                  Rounding Rounding, const uint64_t *S) {
  RoundingMode Mode = modeOf(Rounding);
  if (Op == FloatOp::FromSigned || Op == FloatOp::FromUnsigned) {
    APFloat V(semantics(To));
    V.convertFromAPInt(APInt(64, S[0]), Op == FloatOp::FromSigned, Mode);
    return judgedOf(V, To);
  }
  APFloat A = numberOf(From, S[0]), B = A, C = A;
  bool HasB = Op <= FloatOp::Div;
  if (HasB)
    B = numberOf(From, S[1]);
  if (Op == FloatOp::Fma)
    C = numberOf(From, S[2]);
  bool Inexact;
  APFloat R = compute(Op, To, Mode, A, B, C, Inexact);
  JudgedFloat J = judgedOf(R, To);
  J.IsTiny = R.isDenormal() || (Inexact && R.isSmallestNormalized() &&
                                isTiny(Op, To, Mode, A, B, C));
  return J;
}

uint64_t toInteger(NumberFormat From, Rounding Mode, unsigned Bits,
                   bool IsSigned, uint64_t V) {
  APSInt R(Bits, !IsSigned);
  bool IsExact;
  numberOf(From, V).convertToInteger(R, modeOf(Mode), &IsExact);
  return R.getZExtValue();
}

} // namespace

const FloatJudge &apFloatJudge() {
  static constexpr FloatJudge Judge = {"APFloat", judge, toInteger};
  return Judge;
}

ArrayRef<const FloatJudge *> floatJudges() {
#if defined(HEDDLE_HAVE_MPFR)
  static const FloatJudge *const All[] = {&apFloatJudge(), &mpfrJudge()};
#else
  static const FloatJudge *const All[] = {&apFloatJudge()};
#endif
  return All;
}

} // namespace heddle::model
