//===- FloatJudge.h - IEEE arithmetic by others -----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Results of operations on floats that are rounded once, by libraries that
/// share nothing with the interpreter: LLVM's APFloat, and MPFR where the build
/// found it. Flushing, clamping and which NaN a result is are PTX's business,
/// and the caller's.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MODEL_FLOATJUDGE_H
#define HEDDLE_MODEL_FLOATJUDGE_H

#include "heddle/Model/ChipFloat.h"
#include "llvm/ADT/ArrayRef.h"

namespace heddle::model {

/// TF32 lies in the upper bits of a word.
enum class NumberFormat : uint8_t { None, F16, BF16, F32, F64, TF32 };

/// A format by its digits, the hidden one included, and the exponents of its
/// normal numbers.
struct FormatShape {
  unsigned Bits;
  int Digits, MinExponent, MaxExponent;

  uint64_t sign() const { return uint64_t(1) << (Bits - 1); }
  /// Where the lowest digit lies.
  unsigned shift() const { return Bits == 32 ? unsigned(24 - Digits) : 0; }
  uint64_t minNormal() const { return uint64_t(1) << (Digits - 1) << shift(); }
  uint64_t infinity() const {
    return uint64_t(MaxExponent - MinExponent + 2) << (Digits - 1) << shift();
  }
  uint64_t one() const { return uint64_t(MaxExponent) << (Digits - 1); }
  uint64_t magnitude(uint64_t V) const { return V & (sign() - 1); }
  bool isNaN(uint64_t V) const { return magnitude(V) > infinity(); }
  bool isDenormal(uint64_t V) const {
    return magnitude(V) && magnitude(V) < minNormal();
  }
  /// With the zero of its sign in place of a denormal.
  uint64_t flushed(uint64_t V) const {
    return magnitude(V) < minNormal() ? V & sign() : V;
  }
};

inline const FormatShape &shapeOf(NumberFormat F) {
  static constexpr FormatShape Shapes[] = {
      {1, 1, 0, 0},        {16, 11, -14, 15},     {16, 8, -126, 127},
      {32, 24, -126, 127}, {64, 53, -1022, 1023}, {32, 11, -126, 127}};
  return Shapes[unsigned(F)];
}

enum class FloatOp : uint8_t {
  Add,
  Sub,
  Mul,
  Fma,
  Div,
  Sqrt,
  /// To another format.
  Convert,
  /// To an integral value of the same format.
  Integral,
  FromSigned,
  FromUnsigned,
};

struct JudgedFloat {
  /// Arbitrary for a NaN.
  uint64_t Bits = 0;
  bool IsNaN = false;
  /// Below the least normal number when rounded with an unbounded exponent.
  bool IsTiny = false;
};

struct FloatJudge {
  const char *Name;
  /// Sources are numbers of \p From, or 64-bit integers; none is a NaN.
  JudgedFloat (*Compute)(FloatOp Op, NumberFormat From, NumberFormat To,
                         Rounding Mode, const uint64_t *Sources);
  /// Clamped to \p Bits bits. \p V is no NaN.
  uint64_t (*ToInteger)(NumberFormat From, Rounding Mode, unsigned Bits,
                        bool IsSigned, uint64_t V);
};

/// Returns all judges; APFloat is the first.
llvm::ArrayRef<const FloatJudge *> floatJudges();

const FloatJudge &apFloatJudge();
#if defined(HEDDLE_HAVE_MPFR)
const FloatJudge &mpfrJudge();
#endif

} // namespace heddle::model

#endif // HEDDLE_MODEL_FLOATJUDGE_H
