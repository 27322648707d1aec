//===- IeeeTest.cpp - f32 by IEEE 754 against other models ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arithmetic against LLVM's floats, functions against the host's long double.
// HEDDLE_BUILTIN_TESTS sets how many operands each operation meets.
//
//===----------------------------------------------------------------------===//

#include "ApFloatJudge.h"
#include "SingleInst.h"
#include "heddle/ABI/FunctionOps.inc"
#include "heddle/ABI/IeeeOps.inc"
#include "gtest/gtest.h"
#include <bit>
#include <cmath>

using namespace heddle;
using namespace heddle::sm;
using namespace heddle::sm::test;

namespace {

constexpr uint32_t NaN = 0x7fffffff, MinNormal = 0x800000, Sign = 0x80000000;

class IeeeTest : public testing::TestWithParam<HostIsa> {};

uint32_t operand(Random &R) {
  static constexpr uint32_t Special[] = {
      0,          1,          2,          0x3fffff,   0x400000,   0x7fffff,
      0x800000,   0x800001,   0xffffff,   0x1000000,  0x33800000, 0x33800001,
      0x3f000000, 0x3f7fffff, 0x3f800000, 0x3f800001, 0x3fffffff, 0x40000000,
      0x4b7fffff, 0x4b800000, 0x7e800000, 0x7f000000, 0x7f7fffff, 0x7f800000,
      0x7f800001, 0x7fc00000, 0x7fffffff};
  uint32_t V = R.next();
  switch (R.next() % 4) {
  case 0:
    return Special[(V >> 8) % std::size(Special)] ^ (V & Sign);
  case 1: // around the least normal number
    return (V & 0x81ffffff);
  case 2: // near one another
    return (V & 0x80ffffff) | 0x3f000000;
  default:
    return V;
  }
}

void fill(SingleInst &S, Random &R) {
  for (unsigned N = 0; N != Lanes; ++N) {
    for (unsigned Row = 0; Row != 3; ++Row)
      S.row(Row)[N] = operand(R);
    // Sums and products that cancel all but the last digits.
    if (R.next() % 4 == 0)
      S.row(1)[N] = S.row(0)[N] ^ Sign ^ (R.next() & 3);
    if (R.next() % 4 == 0)
      S.row(2)[N] =
          std::bit_cast<uint32_t>(-(std::bit_cast<float>(S.row(0)[N]) *
                                    std::bit_cast<float>(S.row(1)[N])));
    S.dst()[N] = 0xdeadbeef;
  }
}

uint32_t clamped(uint32_t V) {
  if ((V << 1) > 0xff000000 || V & Sign)
    return 0;
  return V > 0x3f800000 ? 0x3f800000 : V;
}

/// Whether \p Got is what \p Op should give; where it is about as small as the
/// least normal number, flushing may go either way.
bool agrees(JudgedOp Op, uint32_t A, uint32_t B, uint32_t C, RoundingMode Mode,
            bool Flush, bool Saturates, uint32_t Got) {
  const llvm::fltSemantics &F32 = APFloat::IEEEsingle();
  bool Inexact = false;
  APFloat Want = judge(Op, apFloat(F32, A), apFloat(F32, B), apFloat(F32, C),
                       Mode, Flush, Inexact);
  uint32_t Bits = Want.isNaN() ? NaN : bitsOf(flushed(Want, Flush));
  if (Got == (Saturates ? clamped(Bits) : Bits))
    return true;
  uint32_t Zero = Bits & Sign;
  return Flush && Inexact && Bits == (Zero | MinNormal) &&
         Got == (Saturates ? 0 : Zero);
}

TEST_P(IeeeTest, ArithmeticIsExactInAllModes) {
  SingleInst S(GetParam());
  Random R(unsigned(GetParam()) + 1);
  struct {
    IeeeOp Op;
    JudgedOp Judged;
    bool Sat;
  } const Ops[] = {{IeeeOp::Add, JudgedOp::Add, true},
                   {IeeeOp::Mul, JudgedOp::Mul, true},
                   {IeeeOp::Fma, JudgedOp::Fma, true},
                   {IeeeOp::Div, JudgedOp::Div, false},
                   {IeeeOp::Rcp, JudgedOp::Div, false}};
  long Rounds = randomCount(200000) / long(Lanes);
  for (long Round = 0; Round < Rounds * long(std::size(Ops)); ++Round) {
    const auto &Op = Ops[size_t(Round) % std::size(Ops)];
    RoundingMode Mode = RoundingMode(R.next() & 3);
    bool Flush = R.next() & 1, Sat = Op.Sat && R.next() & 1;
    unsigned Negated = Op.Op == IeeeOp::Fma   ? R.next() & 3
                       : Op.Op == IeeeOp::Add ? R.next() & 2
                                              : 0;
    S.I.Flags = (Flush ? FlushDenormals : 0) | (Sat ? Saturate : 0);
    S.I.Sub[0] = uint8_t(Negated);
    S.I.Sub[1] = uint8_t(Mode);
    fill(S, R);
    uint32_t Mask = Round & 1 ? AllLanes : R.next();
    ASSERT_TRUE(S.run(S.Table.Ieee(Op.Op), Mask));
    for (unsigned N = 0; N != Lanes; ++N) {
      uint32_t A = S.row(0)[N], B = S.row(1)[N], C = S.row(2)[N];
      if (!(Mask >> N & 1)) {
        ASSERT_EQ(S.dst()[N], 0xdeadbeef);
        continue;
      }
      if (Op.Op == IeeeOp::Rcp) {
        B = A;
        A = 0x3f800000;
      }
      A ^= Negated & 1 ? Sign : 0;
      (Op.Op == IeeeOp::Add ? B : C) ^= Negated & 2 ? Sign : 0;
      ASSERT_TRUE(agrees(Op.Judged, A, B, C, Mode, Flush, Sat, S.dst()[N]))
          << "operation " << unsigned(Op.Op) << " mode " << unsigned(Mode)
          << " ftz " << Flush << " sat " << Sat << std::hex << ' ' << A << ' '
          << B << ' ' << C << " gives " << S.dst()[N];
    }
  }
}

/// The root is the number whose square, in f64 exact, is nearest, or the next
/// on the side of the rounding.
TEST_P(IeeeTest, RootsAreExactInAllModes) {
  SingleInst S(GetParam());
  Random R(unsigned(GetParam()) + 2);
  long Rounds = randomCount(400000) / long(Lanes);
  for (long Round = 0; Round < Rounds; ++Round) {
    RoundingMode Mode = RoundingMode(R.next() & 3);
    bool Flush = R.next() & 1;
    S.I.Flags = Flush ? FlushDenormals : 0;
    S.I.Sub[1] = uint8_t(Mode);
    fill(S, R);
    ASSERT_TRUE(S.run(S.Table.Ieee(IeeeOp::Sqrt)));
    for (unsigned N = 0; N != Lanes; ++N) {
      uint32_t A = S.row(0)[N], Got = S.dst()[N];
      if (Flush && !(A & 0x7f800000))
        A &= Sign;
      float X = std::bit_cast<float>(A);
      if (X == 0 || A == 0x7f800000) {
        ASSERT_EQ(Got, A);
        continue;
      }
      if (!(X > 0)) {
        ASSERT_EQ(Got, NaN);
        continue;
      }
      double G = std::bit_cast<float>(Got);
      double Above = std::bit_cast<float>(Got + 1);
      double Below = std::bit_cast<float>(Got - 1);
      bool IsRight = G * G == X;
      if (!IsRight && Mode == RoundingMode::Nearest)
        // Halves between two have 25 bits.
        IsRight = (G + Below) / 2 * ((G + Below) / 2) < X &&
                  (G + Above) / 2 * ((G + Above) / 2) > X;
      else if (!IsRight && Mode == RoundingMode::Up)
        IsRight = G * G > X && Below * Below < X;
      else if (!IsRight)
        IsRight = G * G < X && Above * Above > X;
      ASSERT_TRUE(IsRight) << "mode " << unsigned(Mode) << std::hex << ' ' << A
                           << " gives " << Got;
    }
  }
}

uint32_t judgeMinMax(uint32_t X, uint32_t Y, bool IsMax, unsigned Form,
                     bool Flush) {
  const llvm::fltSemantics &F32 = APFloat::IEEEsingle();
  APFloat A = flushed(apFloat(F32, X), Flush);
  APFloat B = flushed(apFloat(F32, Y), Flush);
  bool Negative = A.isNegative() != B.isNegative();
  if (Form & 2) {
    A.clearSign();
    B.clearSign();
  }
  if ((A.isNaN() && B.isNaN()) || (Form & 1 && (A.isNaN() || B.isNaN())))
    return NaN;
  APFloat Result = A.isNaN()   ? B
                   : B.isNaN() ? A
                   : IsMax     ? maximum(A, B)
                               : minimum(A, B);
  if (Form & 2 && Negative)
    Result.changeSign();
  return bitsOf(Result);
}

TEST_P(IeeeTest, MinMaxAndSet) {
  SingleInst S(GetParam());
  Random R(unsigned(GetParam()) + 3);
  const llvm::fltSemantics &F32 = APFloat::IEEEsingle();
  long Rounds = randomCount(400000) / long(Lanes);
  for (long Round = 0; Round < Rounds; ++Round) {
    bool Flush = R.next() & 1, IsMax = R.next() & 1, IsSet = R.next() & 1;
    unsigned Code = R.next() & (IsSet ? 15 : 3);
    S.I.Flags = (Flush ? FlushDenormals : 0) | (IsSet ? WritesCondition : 0);
    S.I.Sub[0] = uint8_t(Code);
    fill(S, R);
    ASSERT_TRUE(S.run(S.Table.Ieee(IsSet   ? IeeeOp::Set
                                   : IsMax ? IeeeOp::Max
                                           : IeeeOp::Min)));
    for (unsigned N = 0; N != Lanes; ++N) {
      uint32_t A = S.row(0)[N], B = S.row(1)[N], Want = 0;
      if (IsSet) {
        auto Order = flushed(apFloat(F32, A), Flush)
                         .compare(flushed(apFloat(F32, B), Flush));
        unsigned Bit = Order == APFloat::cmpLessThan      ? 1
                       : Order == APFloat::cmpEqual       ? 2
                       : Order == APFloat::cmpGreaterThan ? 4
                                                          : 8;
        Want = Code & Bit ? ~0u : 0;
        ASSERT_EQ(S.condition(N), Want ? 1u << BitS : 1u << BitZ);
      } else {
        Want = judgeMinMax(A, B, IsMax, Code, Flush);
      }
      ASSERT_EQ(S.dst()[N], Want)
          << (IsSet   ? "set "
              : IsMax ? "max "
                      : "min ")
          << Code << " ftz " << Flush << std::hex << ' ' << A << ' ' << B;
    }
  }
}

struct NamedFunction {
  FunctionOp Op;
  long double (*Exact)(long double);
};
constexpr NamedFunction Functions[] = {
    {FunctionOp::Rsqrt, [](long double X) { return 1 / sqrtl(X); }},
    {FunctionOp::Sin, [](long double X) { return sinl(X); }},
    {FunctionOp::Cos, [](long double X) { return cosl(X); }},
    {FunctionOp::Lg2, [](long double X) { return log2l(X); }},
    {FunctionOp::Ex2, [](long double X) { return exp2l(X); }},
    {FunctionOp::Tanh, [](long double X) { return tanhl(X); }}};

/// Whether \p Got is at most 0.51 units of the last place off \p Exact.
bool isNear(uint32_t Got, long double Exact) {
  if (std::isnan(Exact))
    return Got == NaN;
  float Value = std::bit_cast<float>(Got);
  if (std::isinf(Exact) || std::isinf(Value))
    return std::isinf(Value) && fabsl(Exact) >= 0x1.ffffffp127L &&
           std::signbit(Value) == std::signbit(Exact);
  int Exponent = Exact == 0 ? -126 : std::max(ilogbl(Exact), -126);
  return fabsl(Value - Exact) <= 0.51L * ldexpl(1, Exponent - 23);
}

TEST_P(IeeeTest, FunctionsAreNearlyExact) {
  SingleInst S(GetParam());
  Random R(unsigned(GetParam()) + 4);
  long Rounds = randomCount(200000) / long(Lanes);
  for (long Round = 0; Round < Rounds * long(std::size(Functions)); ++Round) {
    const NamedFunction &F = Functions[size_t(Round) % std::size(Functions)];
    bool Flush = R.next() & 1;
    S.I.Flags = Flush ? FlushDenormals : 0;
    fill(S, R);
    // Numbers of ordinary size for half of them.
    for (unsigned N = 0; N != Lanes; N += 2)
      S.row(0)[N] = (R.next() & 0x87ffffff) + 0x3c000000;
    ASSERT_TRUE(S.run(S.Table.Function(F.Op)));
    for (unsigned N = 0; N != Lanes; ++N) {
      uint32_t A = S.row(0)[N], Got = S.dst()[N];
      if (Flush && !(A & 0x7f800000))
        A &= Sign;
      long double Exact = F.Exact(std::bit_cast<float>(A));
      bool Flushed = Flush && fabsl(Exact) < 0x1p-126L && (Got << 1) == 0;
      ASSERT_TRUE(Flushed || isNear(Got, Exact))
          << "function " << unsigned(F.Op) << std::hex << ' ' << A << " gives "
          << Got;
      if (Flush)
        ASSERT_TRUE(Got & 0x7f800000 || (Got << 1) == 0);
    }
  }
}

/// Whatever the host's estimate it starts from, a root's reciprocal is the
/// nearest f32. Exponents come in pairs that differ by a power of two.
TEST_P(IeeeTest, ReciprocalRootsAreTheNearest) {
  SingleInst S(GetParam());
  constexpr uint32_t First = 0x3f800000, Last = 0x40800000;
  uint32_t Step = (Last - First) / uint32_t(randomCount(300000)) | 1;
  S.I.Flags = 0;
  for (uint32_t At = First; At < Last; At += Step * Lanes) {
    for (unsigned N = 0; N != Lanes; ++N)
      S.row(0)[N] = At + N * Step;
    ASSERT_TRUE(S.run(S.Table.Function(FunctionOp::Rsqrt)));
    for (unsigned N = 0; N != Lanes; ++N) {
      long double X = std::bit_cast<float>(S.row(0)[N]);
      ASSERT_EQ(S.dst()[N], std::bit_cast<uint32_t>(float(1 / sqrtl(X))))
          << std::hex << S.row(0)[N];
    }
  }
}

// With or without a fused multiply-add, and whether a row is all plain or not.
// HEDDLE_BUILTIN_TESTS=4294967296 looks at every argument.
TEST_P(IeeeTest, FunctionsAreThePortableHost) {
  SingleInst S(GetParam()), Portable(HostIsa::Portable);
  const uint64_t Step = (uint64_t(1) << 32) / uint64_t(randomCount(300000)) | 1;
  for (const NamedFunction &F : Functions)
    for (uint64_t At = 0; At >> 32 == 0; At += Step * Lanes) {
      for (unsigned N = 0; N != Lanes; ++N)
        S.row(0)[N] = Portable.row(0)[N] = uint32_t(At + N * Step);
      ASSERT_TRUE(S.run(S.Table.Function(F.Op)));
      ASSERT_TRUE(Portable.run(Portable.Table.Function(F.Op)));
      for (unsigned N = 0; N != Lanes; ++N)
        ASSERT_EQ(S.dst()[N], Portable.dst()[N])
            << "function " << unsigned(F.Op) << std::hex << ' '
            << uint32_t(At + N * Step);
    }
}

INSTANTIATE_TEST_SUITE_P(All, IeeeTest, testing::ValuesIn(supportedIsas()));

} // namespace
