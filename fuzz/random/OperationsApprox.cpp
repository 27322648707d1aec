//===- OperationsApprox.cpp - .approx and .full of tx1 --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Results lie within the errors that the PTX ISA names in the descriptions of
// the instructions, beside what the host computes in long double. It names none
// for f64: there it is what the 20 digits of an upper word allow.
//
//===----------------------------------------------------------------------===//

#include "IeeeRules.h"
#include <bit>
#include <cmath>

namespace heddle::ptxrandom {
namespace {

using Table = std::vector<Operation>;
using Number = long double;

Number numberOf(NumberFormat F, uint64_t V) {
  if (shapeOf(F).isNaN(V))
    return NAN;
  uint64_t Bits = F == NumberFormat::F64
                      ? V
                      : currentJudge()
                            .Compute(FloatOp::Convert, F, NumberFormat::F64,
                                     Rounding::Nearest, &V)
                            .Bits;
  return std::bit_cast<double>(Bits);
}

Number power(Number Exponent) { return std::exp2(Exponent); }

/// One in the last place of \p V, which is finite.
Number unitOf(const FormatShape &S, Number V) {
  int Exponent = V == 0 ? S.MinExponent : std::ilogb(V);
  return std::ldexp(Number(1),
                    std::max(Exponent, S.MinExponent) - S.Digits + 1);
}

/// Whether \p Got is within \p Error of \p Want. Denormals have too few digits
/// for some errors: what they are rounded by comes on top.
bool isNear(const Operation &Op, uint64_t Got, Number Want,
            const ErrorBound &Bound) {
  NumberFormat F = Op.To;
  const FormatShape &S = shapeOf(F);
  Number G = numberOf(F, Got);
  if (std::isnan(Want) || std::isnan(G))
    return std::isnan(Want) && std::isnan(G);
  if (std::isinf(Want))
    return G == Want;
  if (Want == 0)
    return G == 0 && std::signbit(G) == std::signbit(Want);
  Number Error = std::fabs(Want) * Bound.Relative + Bound.Absolute +
                 unitOf(S, Want) * Bound.Units + unitOf(S, 0) / 2;
  Number Largest = numberOf(F, S.infinity() - 1);
  if (std::isinf(G))
    return std::fabs(Want) + Error > Largest &&
           std::signbit(G) == std::signbit(Want);
  Number Least = numberOf(F, S.minNormal());
  if (Op.Flushes && G == 0 && std::fabs(Want) < Least + Error)
    return std::signbit(G) == std::signbit(Want) || Bound.Absolute != 0;
  if (Op.Flushes && S.isDenormal(Got))
    return false;
  return std::fabs(G - Want) <= Error;
}

Number sourceOfLane(const Operation &Op, uint64_t V) {
  const FormatShape &S = shapeOf(Op.From);
  return numberOf(Op.From, Op.Flushes ? S.flushed(V) : V);
}

Number reciprocal(Number X) { return 1 / X; }
Number root(Number X) { return std::sqrt(X); }
Number reciprocalRoot(Number X) {
  return X == 0 ? std::copysign(Number(INFINITY), X) : 1 / std::sqrt(X);
}
Number sine(Number X) { return std::sin(X); }
Number cosine(Number X) { return std::cos(X); }
Number logarithm(Number X) { return X == 0 ? -INFINITY : std::log2(X); }
Number exponential(Number X) { return std::exp2(X); }
Number tangent(Number X) { return std::tanh(X); }

bool acceptLanes(const Operation &Op, const uint64_t *S, uint64_t Got) {
  unsigned Bits = shapeOf(Op.From).Bits;
  uint64_t Mask = ~uint64_t(0) >> (64 - Bits);
  for (unsigned I = 0; I != Op.Lanes; ++I) {
    Number X = sourceOfLane(Op, S[0] >> I * Bits & Mask);
    if (!isNear(Op, Got >> I * Bits & Mask, Op.Function(X), Op.Error))
      return false;
  }
  return true;
}

/// Of sin and cos: 2^-20.5 within a turn of 0 and 2^-14.7 within fifty.
/// Outside, nothing is said, but what no sine is.
bool acceptSine(const Operation &Op, const uint64_t *S, uint64_t Got) {
  const Number Turn = 6.283185307179586476925L;
  Number X = sourceOfLane(Op, S[0]);
  ErrorBound Error = Op.Error;
  if (!(std::fabs(X) > Turn) || std::isinf(X))
    return isNear(Op, Got, Op.Function(X), Error);
  Error.Absolute = std::fabs(X) <= 50 * Turn ? power(-14.7L) : 2;
  return isNear(Op, Got, Op.Function(X), Error);
}

/// Of lg2: 2^-22, of the exact value outside 0.5 … 2.
bool acceptLogarithm(const Operation &Op, const uint64_t *S, uint64_t Got) {
  Number X = sourceOfLane(Op, S[0]);
  ErrorBound Error;
  (X > 0.5L && X < 2 ? Error.Absolute : Error.Relative) = power(-22);
  return isNear(Op, Got, logarithm(X), Error);
}

/// Of div.approx: two units for divisors of 2^-126 … 2^126. Those above give 0,
/// of an infinity NaN; of those below nothing is said.
bool acceptApproxQuotient(const Operation &Op, const uint64_t *S,
                          uint64_t Got) {
  Number A = sourceOfLane(Op, S[0]), B = sourceOfLane(Op, S[1]);
  if (std::isfinite(B) && std::fabs(B) > power(126) && !std::isnan(A)) {
    uint64_t Sign = (S[0] ^ S[1]) & shapeOf(Op.To).sign();
    return std::isinf(A) ? shapeOf(Op.To).isNaN(Got) : Got == Sign;
  }
  if (B != 0 && std::fabs(B) < power(-126))
    return true;
  return isNear(Op, Got, A / B, Op.Error);
}

/// Of f64 with .ftz, which knows the upper words alone.
bool acceptUpperWord(const Operation &Op, const uint64_t *S, uint64_t Got) {
  uint64_t Upper = S[0] >> 32 << 32;
  return uint32_t(Got) == 0 && acceptLanes(Op, &Upper, Got);
}

bool acceptQuotient(const Operation &Op, const uint64_t *S, uint64_t Got) {
  Number A = sourceOfLane(Op, S[0]), B = sourceOfLane(Op, S[1]);
  return isNear(Op, Got, A / B, Op.Error);
}

struct Form {
  const char *Name;
  NumberFormat Format;
  Number (*Function)(Number);
  ErrorBound Error;
  enum FlushKind : uint8_t { Never, Always, Both } Flushing = Both;
  bool (*Accepts)(const Operation &, const uint64_t *, uint64_t) = acceptLanes;
  unsigned Sources = 1;
};

std::vector<Form> forms() {
  auto Relative = [](Number E) { return ErrorBound{power(E), 0, 0}; };
  auto Absolute = [](Number E) { return ErrorBound{0, power(E), 0}; };
  auto Units = [](Number N) { return ErrorBound{0, 0, N}; };
  using enum NumberFormat;
  return {
      {"rcp.approx", F32, reciprocal, Units(1)},
      {"sqrt.approx", F32, root, Relative(-23)},
      {"rsqrt.approx", F32, reciprocalRoot, Relative(-22.9L)},
      {"sin.approx", F32, sine, Absolute(-20.5L), Form::Both, acceptSine},
      {"cos.approx", F32, cosine, Absolute(-20.5L), Form::Both, acceptSine},
      {"lg2.approx", F32, logarithm, {}, Form::Both, acceptLogarithm},
      {"ex2.approx", F32, exponential, Units(2)},
      {"tanh.approx", F32, tangent, Relative(-11), Form::Never},
      {"div.approx", F32, nullptr, Units(2), Form::Both, acceptApproxQuotient,
       2},
      {"div.full", F32, nullptr, Units(2), Form::Both, acceptQuotient, 2},
      {"rcp.approx", F64, reciprocal, Relative(-20), Form::Always,
       acceptUpperWord},
      {"rsqrt.approx", F64, reciprocalRoot, Relative(-20), Form::Always,
       acceptUpperWord},
      {"rsqrt.approx", F64, reciprocalRoot, Relative(-20), Form::Never},
      {"ex2.approx", F16, exponential, Relative(-9.9L), Form::Never},
      {"ex2.approx", BF16, exponential, Relative(-7), Form::Always},
      {"tanh.approx", F16, tangent, Absolute(-10.987L), Form::Never},
      {"tanh.approx", BF16, tangent, Absolute(-8), Form::Never},
  };
}

void addForm(Table &Out, const Form &F, unsigned Lanes) {
  for (bool Flushes : {false, true}) {
    if (F.Flushing != Form::Both && Flushes != (F.Flushing == Form::Always))
      continue;
    Operation Op = floatOperation(
        std::string(F.Name) + (Flushes ? ".ftz" : "") +
            formatName(F.Format, Lanes),
        Family::Approx, F.Format, Lanes, F.Sources,
        [](const Operation &, const uint64_t *) { return uint64_t(0); });
    Op.Accepts = F.Accepts;
    Op.Function = F.Function;
    Op.Error = F.Error;
    Op.Flushes = Flushes;
    Out.push_back(std::move(Op));
  }
}

} // namespace

void addApproxOperations(Table &Out) {
  for (const Form &F : forms()) {
    addForm(Out, F, 1);
    if (shapeOf(F.Format).Bits == 16)
      addForm(Out, F, 2);
  }
}

} // namespace heddle::ptxrandom
