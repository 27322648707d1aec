//===- FloatJudgeMpfr.cpp - IEEE arithmetic by MPFR -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MPFR rounds with an exponent that is as good as unbounded; a format's range
// and its denormals are put on the result with the direction of that rounding.
//
//===----------------------------------------------------------------------===//

#include "heddle/Model/FloatJudge.h"
#include <bit>
#include <cmath>
#include <mpfr.h>

namespace heddle::model {
namespace {

/// A variable of MPFR's.
class Number {
public:
  explicit Number(int Digits) { mpfr_init2(V, Digits); }
  ~Number() { mpfr_clear(V); }
  Number(const Number &) = delete;
  Number &operator=(const Number &) = delete;

  mpfr_t V;
};

/// Numbers with the digits of \p F; made once a thread.
mpfr_t &result(NumberFormat F) {
  thread_local Number F16(11), BF16(8), F32(24), F64(53);
  switch (shapeOf(F).Digits) {
  case 11:
    return F16.V;
  case 8:
    return BF16.V;
  case 24:
    return F32.V;
  default:
    return F64.V;
  }
}

/// Every number of every format is an f64.
double valueOf(NumberFormat F, uint64_t Bits) {
  if (F == NumberFormat::F64)
    return std::bit_cast<double>(Bits);
  const FormatShape &S = shapeOf(F);
  uint64_t M = S.magnitude(Bits);
  double V = INFINITY;
  if (M < S.infinity()) {
    M >>= S.shift();
    uint64_t Hidden = uint64_t(1) << (S.Digits - 1);
    int Exponent = int(M >> (S.Digits - 1));
    uint64_t Digits = Exponent ? (M & (Hidden - 1)) | Hidden : M;
    V = std::ldexp(double(Digits), (Exponent ? Exponent - 1 : 0) +
                                       S.MinExponent - S.Digits + 1);
  }
  return Bits & S.sign() ? -V : V;
}

uint64_t bitsOfValue(NumberFormat F, double V) {
  if (F == NumberFormat::F64)
    return std::bit_cast<uint64_t>(V);
  const FormatShape &S = shapeOf(F);
  uint64_t Sign = std::signbit(V) ? S.sign() : 0;
  V = std::fabs(V);
  if (V == 0)
    return Sign;
  if (std::isinf(V))
    return Sign | S.infinity();
  int Exponent = std::ilogb(V);
  bool IsDenormal = Exponent < S.MinExponent;
  int Unit = (IsDenormal ? S.MinExponent : Exponent) - S.Digits + 1;
  uint64_t M = uint64_t(std::ldexp(V, -Unit));
  // The hidden digit adds one to the exponent.
  uint64_t Above = IsDenormal ? 0 : uint64_t(Exponent - S.MinExponent);
  return Sign | ((Above << (S.Digits - 1)) + M) << S.shift();
}

mpfr_rnd_t modeOf(Rounding Mode) {
  switch (Mode) {
  case Rounding::Nearest:
    return MPFR_RNDN;
  case Rounding::Zero:
    return MPFR_RNDZ;
  case Rounding::Down:
    return MPFR_RNDD;
  case Rounding::Up:
    return MPFR_RNDU;
  }
  return MPFR_RNDN;
}

/// Puts the range of \p To on \p R, which lies as \p Ternary says beside what
/// it was rounded from.
JudgedFloat inRange(mpfr_t R, int Ternary, NumberFormat To, mpfr_rnd_t Mode) {
  const FormatShape &S = shapeOf(To);
  JudgedFloat J;
  J.IsNaN = mpfr_nan_p(R);
  if (J.IsNaN)
    return J;
  J.IsTiny = mpfr_regular_p(R) && mpfr_get_exp(R) <= S.MinExponent;
  mpfr_exp_t Least = mpfr_get_emin(), Most = mpfr_get_emax();
  mpfr_set_emin(S.MinExponent - S.Digits + 2);
  mpfr_set_emax(S.MaxExponent + 1);
  Ternary = mpfr_check_range(R, Ternary, Mode);
  mpfr_subnormalize(R, Ternary, Mode);
  mpfr_set_emin(Least);
  mpfr_set_emax(Most);
  J.Bits = bitsOfValue(To, mpfr_get_d(R, MPFR_RNDN));
  return J;
}

JudgedFloat judge(FloatOp Op, NumberFormat From, NumberFormat To,
                  Rounding Rounding, const uint64_t *S) {
  thread_local Number A(53), B(53), C(53);
  mpfr_rnd_t Mode = modeOf(Rounding);
  mpfr_t &R = result(To);
  if (Op == FloatOp::FromSigned)
    return inRange(R, mpfr_set_si(R, long(S[0]), Mode), To, Mode);
  if (Op == FloatOp::FromUnsigned)
    return inRange(R, mpfr_set_ui(R, S[0], Mode), To, Mode);
  mpfr_set_d(A.V, valueOf(From, S[0]), MPFR_RNDN);
  if (Op <= FloatOp::Div)
    mpfr_set_d(B.V, valueOf(From, S[1]), MPFR_RNDN);
  int Ternary = 0;
  switch (Op) {
  case FloatOp::Add:
    Ternary = mpfr_add(R, A.V, B.V, Mode);
    break;
  case FloatOp::Sub:
    Ternary = mpfr_sub(R, A.V, B.V, Mode);
    break;
  case FloatOp::Mul:
    Ternary = mpfr_mul(R, A.V, B.V, Mode);
    break;
  case FloatOp::Fma:
    mpfr_set_d(C.V, valueOf(From, S[2]), MPFR_RNDN);
    Ternary = mpfr_fma(R, A.V, B.V, C.V, Mode);
    break;
  case FloatOp::Div:
    Ternary = mpfr_div(R, A.V, B.V, Mode);
    break;
  case FloatOp::Sqrt:
    Ternary = mpfr_sqrt(R, A.V, Mode);
    break;
  case FloatOp::Convert:
    Ternary = mpfr_set(R, A.V, Mode);
    break;
  case FloatOp::Integral:
    mpfr_rint(R, A.V, Mode);
    break;
  case FloatOp::FromSigned:
  case FloatOp::FromUnsigned:
    break;
  }
  return inRange(R, Ternary, To, Mode);
}

uint64_t toInteger(NumberFormat From, Rounding Mode, unsigned Bits,
                   bool IsSigned, uint64_t V) {
  thread_local Number A(64);
  mpfr_set_d(A.V, valueOf(From, V), MPFR_RNDN);
  mpfr_rint(A.V, A.V, modeOf(Mode));
  uint64_t Mask = ~uint64_t(0) >> (64 - Bits);
  uint64_t Top = IsSigned ? Mask >> 1 : Mask;
  if (mpfr_cmp_ui(A.V, Top) >= 0)
    return Top;
  if (!IsSigned)
    return mpfr_sgn(A.V) <= 0 ? 0 : mpfr_get_ui(A.V, MPFR_RNDZ);
  if (mpfr_cmp_si_2exp(A.V, -1, Bits - 1) <= 0)
    return Top + 1;
  return uint64_t(mpfr_get_si(A.V, MPFR_RNDZ)) & Mask;
}

} // namespace

const FloatJudge &mpfrJudge() {
  static constexpr FloatJudge Judge = {"MPFR", judge, toInteger};
  return Judge;
}

} // namespace heddle::model
