//===- ApFloatJudge.h - A second model of float arithmetic ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What LLVM's arbitrary precision floats make of operands that are given as
/// bits, in any format and rounding.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_UNITTESTS_SM_APFLOATJUDGE_H
#define HEDDLE_UNITTESTS_SM_APFLOATJUDGE_H

#include "heddle/Machine/Instruction.h"
#include "llvm/ADT/APFloat.h"
#include <cstdlib>

namespace heddle::sm::test {

using llvm::APFloat;

inline llvm::RoundingMode apMode(RoundingMode Mode) {
  switch (Mode) {
  case RoundingMode::Nearest:
    return llvm::RoundingMode::NearestTiesToEven;
  case RoundingMode::Down:
    return llvm::RoundingMode::TowardNegative;
  case RoundingMode::Up:
    return llvm::RoundingMode::TowardPositive;
  case RoundingMode::Zero:
    return llvm::RoundingMode::TowardZero;
  }
  __builtin_unreachable();
}

inline APFloat apFloat(const llvm::fltSemantics &S, uint32_t Bits) {
  return APFloat(S, llvm::APInt(APFloat::getSizeInBits(S), Bits));
}
inline uint32_t bitsOf(const APFloat &V) {
  return uint32_t(V.bitcastToAPInt().getZExtValue());
}

/// A denormal as the zero of its sign.
inline APFloat flushed(const APFloat &V, bool Flush) {
  return Flush && V.isDenormal()
             ? APFloat::getZero(V.getSemantics(), V.isNegative())
             : V;
}

enum class JudgedOp { Add, Sub, Mul, Fma, Div };

/// Without NaN and clamping, which callers look at. \p Inexact: whether it was
/// rounded.
inline APFloat judge(JudgedOp Op, APFloat A, APFloat B, APFloat C,
                     RoundingMode Mode, bool Flush, bool &Inexact) {
  A = flushed(A, Flush);
  B = flushed(B, Flush);
  C = flushed(C, Flush);
  APFloat::opStatus Status = APFloat::opOK;
  switch (Op) {
  case JudgedOp::Add:
    Status = A.add(B, apMode(Mode));
    break;
  case JudgedOp::Sub:
    Status = A.subtract(B, apMode(Mode));
    break;
  case JudgedOp::Mul:
    Status = A.multiply(B, apMode(Mode));
    break;
  case JudgedOp::Fma:
    Status = A.fusedMultiplyAdd(B, C, apMode(Mode));
    break;
  case JudgedOp::Div:
    Status = A.divide(B, apMode(Mode));
    break;
  }
  Inexact = Status & APFloat::opInexact;
  return A;
}

/// How many random operands to try: \p Short in an ordinary run, or what the
/// environment asks for.
inline long randomCount(long Short) {
  const char *Wanted = std::getenv("HEDDLE_BUILTIN_TESTS");
  return Wanted ? std::atol(Wanted) : Short;
}

} // namespace heddle::sm::test

#endif // HEDDLE_UNITTESTS_SM_APFLOATJUDGE_H
