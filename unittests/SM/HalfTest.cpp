//===- HalfTest.cpp - Formats of 16 bits and fewer ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// f16 and bf16 arithmetic and the conversions of narrow formats against LLVM's
// floats: operations of one source on all there are, the others on random ones.
// HEDDLE_BUILTIN_TESTS sets how many.
//
//===----------------------------------------------------------------------===//

#include "ApFloatJudge.h"
#include "SingleInst.h"
#include "heddle/ABI/FormatOps.inc"
#include "heddle/ABI/HalfOps.inc"
#include "gtest/gtest.h"
#include <bit>
#include <cmath>

using namespace heddle;
using namespace heddle::sm;
using namespace heddle::sm::test;

namespace {

class HalfTest : public testing::TestWithParam<HostIsa> {};

struct Kind {
  tesla::DataType Single, Pair;
  const llvm::fltSemantics &(*Semantics)();
  NarrowFormat Format;
};
const Kind Kinds[] = {{tesla::DataType::F16, tesla::DataType::F16X2,
                       APFloat::IEEEhalf, NarrowFormat::F16},
                      {tesla::DataType::BF16, tesla::DataType::BF16X2,
                       APFloat::BFloat, NarrowFormat::BF16}};

uint32_t operand(Random &R, const Kind &K) {
  bool IsF16 = K.Format == NarrowFormat::F16;
  static constexpr uint32_t Special[] = {
      0,      1,      2,      0x7f,   0x80,   0x81,   0x3ff,  0x400,
      0x401,  0x3c00, 0x3c01, 0x3bff, 0x3f80, 0x3f81, 0x3f7f, 0x7bff,
      0x7c00, 0x7c01, 0x7f7f, 0x7f80, 0x7f81, 0x7fff, 0x0d80, 0x2400};
  uint32_t V = R.next();
  switch (R.next() % 3) {
  case 0:
    return Special[(V >> 20) % std::size(Special)] ^ (V & 0x8000);
  case 1: // near one another
    return (V & (IsF16 ? 0x8bff : 0x81ff)) | (IsF16 ? 0x3400 : 0x3e00);
  default:
    return V & 0xffff;
  }
}

uint32_t word(Random &R, const Kind &K) {
  return operand(R, K) | operand(R, K) << 16;
}

struct Mode {
  bool Flush, Saturates, Relu;
};

/// Whether .ftz makes zero of an f16 that would be rounded to the least normal
/// number: with an unbounded exponent it is less. A double holds what counts.
bool isTiny(JudgedOp Op, const APFloat &A, const APFloat &B, const APFloat &C) {
  if (&A.getSemantics() != &APFloat::IEEEhalf())
    return false;
  auto Of = [](const APFloat &V) {
    return double(flushed(V, true).convertToFloat());
  };
  const double X = Of(A), Y = Of(B);
  double V = Op == JudgedOp::Add   ? X + Y
             : Op == JudgedOp::Sub ? X - Y
             : Op == JudgedOp::Mul ? X * Y
                                   : std::fma(X, Y, Of(C));
  return std::fabs(V) < 0x1.ffep-15;
}

/// A result as the instruction gives it, NaN as 0x7fff.
uint32_t finish(const APFloat &V, Mode M) {
  if (V.isNaN())
    return M.Saturates ? 0 : 0x7fff;
  const llvm::fltSemantics &S = V.getSemantics();
  APFloat Result = flushed(V, M.Flush);
  if ((M.Saturates || M.Relu) && Result.isNegative())
    return 0;
  APFloat One(S, 1);
  return bitsOf(M.Saturates && Result > One ? One : Result);
}

void fill(SingleInst &S, Random &R, const Kind &K) {
  for (unsigned N = 0; N != Lanes; ++N)
    for (unsigned Row = 0; Row != 3; ++Row)
      S.row(Row)[N] = word(R, K);
}

/// Compares the halves that count with \p Want(A, B, C).
template <class WantT>
void checkHalves(SingleInst &S, bool IsPair, uint32_t HighOfSingle,
                 WantT Want) {
  for (unsigned N = 0; N != Lanes; ++N)
    for (unsigned Half = 0; Half != 2; ++Half) {
      auto Of = [&](unsigned Row) {
        return S.row(Row)[N] >> Half * 16 & 0xffff;
      };
      uint32_t Got = S.dst()[N] >> Half * 16 & 0xffff;
      if (Half && !IsPair) {
        uint32_t Low = S.dst()[N] & 0xffff;
        ASSERT_EQ(Got, Low == 0xffff ? HighOfSingle : 0);
        continue;
      }
      ASSERT_EQ(Got, Want(Of(0), Of(1), Of(2)))
          << std::hex << Of(0) << ' ' << Of(1) << ' ' << Of(2);
    }
}

TEST_P(HalfTest, ArithmeticIsExact) {
  SingleInst S(GetParam());
  Random R(unsigned(GetParam()) + 5);
  struct {
    HalfOp Op;
    JudgedOp Judged;
  } const Ops[] = {{HalfOp::Add, JudgedOp::Add},
                   {HalfOp::Sub, JudgedOp::Sub},
                   {HalfOp::Mul, JudgedOp::Mul},
                   {HalfOp::Fma, JudgedOp::Fma}};
  long Rounds = randomCount(400000) / long(Lanes);
  for (long Round = 0; Round < Rounds; ++Round) {
    const Kind &K = Kinds[Round & 1];
    const auto &Op = Ops[Round >> 1 & 3];
    bool IsPair = R.next() & 1;
    Mode M = {bool(R.next() & 1), bool(R.next() & 1), false};
    if (Op.Op == HalfOp::Fma && !M.Saturates)
      M.Relu = R.next() & 1;
    S.I.Flags = (M.Flush ? FlushDenormals : 0) | (M.Saturates ? Saturate : 0);
    S.I.Sub[0] = M.Relu;
    S.I.Sub[2] = uint8_t(IsPair ? K.Pair : K.Single);
    fill(S, R, K);
    ASSERT_TRUE(S.run(S.Table.Half(Op.Op)));
    checkHalves(S, IsPair, 0, [&](uint32_t A, uint32_t B, uint32_t C) {
      bool Inexact = false;
      const llvm::fltSemantics &Semantics = K.Semantics();
      const APFloat X = apFloat(Semantics, A), Y = apFloat(Semantics, B),
                    Z = apFloat(Semantics, C);
      APFloat V =
          judge(Op.Judged, X, Y, Z, RoundingMode::Nearest, M.Flush, Inexact);
      if (M.Flush && isTiny(Op.Judged, X, Y, Z))
        V = APFloat::getZero(Semantics, V.isNegative());
      return finish(V, M);
    });
    ASSERT_FALSE(HasFatalFailure()) << "operation " << unsigned(Op.Op);
  }
}

TEST_P(HalfTest, MinMaxAndSet) {
  SingleInst S(GetParam());
  Random R(unsigned(GetParam()) + 6);
  long Rounds = randomCount(200000) / long(Lanes);
  for (long Round = 0; Round < Rounds; ++Round) {
    const Kind &K = Kinds[Round & 1];
    const llvm::fltSemantics &Semantics = K.Semantics();
    bool IsPair = R.next() & 1, IsSet = R.next() & 1, IsMax = R.next() & 1;
    Mode M = {bool(R.next() & 1), false, false};
    unsigned Code = R.next() & (IsSet ? 15 : 3);
    S.I.Flags = M.Flush ? FlushDenormals : 0;
    S.I.Sub[0] = uint8_t(Code);
    S.I.Sub[2] = uint8_t(IsPair ? K.Pair : K.Single);
    fill(S, R, K);
    ASSERT_TRUE(S.run(S.Table.Half(IsSet   ? HalfOp::Set
                                   : IsMax ? HalfOp::Max
                                           : HalfOp::Min)));
    checkHalves(S, IsPair, IsSet ? 0xffff : 0,
                [&](uint32_t X, uint32_t Y, uint32_t) -> uint32_t {
                  APFloat A = flushed(apFloat(Semantics, X), M.Flush);
                  APFloat B = flushed(apFloat(Semantics, Y), M.Flush);
                  if (IsSet) {
                    auto Order = A.compare(B);
                    unsigned Bit = Order == APFloat::cmpLessThan      ? 1
                                   : Order == APFloat::cmpEqual       ? 2
                                   : Order == APFloat::cmpGreaterThan ? 4
                                                                      : 8;
                    return Code & Bit ? 0xffff : 0;
                  }
                  bool Negative = A.isNegative() != B.isNegative();
                  if (Code & 2) {
                    A.clearSign();
                    B.clearSign();
                  }
                  if ((A.isNaN() && B.isNaN()) ||
                      (Code & 1 && (A.isNaN() || B.isNaN())))
                    return 0x7fff;
                  APFloat Result = A.isNaN()   ? B
                                   : B.isNaN() ? A
                                   : IsMax     ? maximum(A, B)
                                               : minimum(A, B);
                  if (Code & 2 && Negative)
                    Result.changeSign();
                  return bitsOf(Result);
                });
    ASSERT_FALSE(HasFatalFailure()) << (IsSet ? "set " : "minmax ") << Code;
  }
}

/// All values of a half: the nearest, or its neighbour.
TEST_P(HalfTest, FunctionsAreWithinOneUnit) {
  SingleInst S(GetParam());
  for (const Kind &K : Kinds)
    for (HalfOp Op : {HalfOp::Ex2, HalfOp::Tanh}) {
      const llvm::fltSemantics &Semantics = K.Semantics();
      S.I.Flags = 0;
      S.I.Sub[2] = uint8_t(K.Single);
      for (uint32_t First = 0; First != 0x10000; First += Lanes) {
        for (unsigned N = 0; N != Lanes; ++N)
          S.row(0)[N] = First + N;
        ASSERT_TRUE(S.run(S.Table.Half(Op)));
        for (unsigned N = 0; N != Lanes; ++N) {
          APFloat X = apFloat(Semantics, First + N);
          bool Loses = false;
          X.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                    &Loses);
          double V = X.convertToDouble();
          APFloat Want(Op == HalfOp::Ex2 ? std::exp2(V) : std::tanh(V));
          Want.convert(Semantics, APFloat::rmNearestTiesToEven, &Loses);
          if (Want.isNaN())
            ASSERT_EQ(S.dst()[N], 0x7fffu);
          else
            ASSERT_LE(std::abs(int(S.dst()[N]) - int(bitsOf(Want))), 1)
                << std::hex << First + N;
        }
      }
    }
}

struct FormatKind {
  NarrowFormat Format;
  const llvm::fltSemantics &(*Semantics)();
  unsigned Shift, Bits;
  bool HasNaN;
};
const FormatKind Formats[] = {
    {NarrowFormat::F16, APFloat::IEEEhalf, 0, 16, true},
    {NarrowFormat::BF16, APFloat::BFloat, 0, 16, true},
    {NarrowFormat::TF32, APFloat::FloatTF32, 13, 19, true},
    {NarrowFormat::TF32A, APFloat::FloatTF32, 13, 19, true},
    {NarrowFormat::E4M3, APFloat::Float8E4M3FN, 0, 8, true},
    {NarrowFormat::E5M2, APFloat::Float8E5M2, 0, 8, true},
    {NarrowFormat::E2M3, APFloat::Float6E2M3FN, 0, 6, false},
    {NarrowFormat::E3M2, APFloat::Float6E3M2FN, 0, 6, false},
    {NarrowFormat::E2M1, APFloat::Float4E2M1FN, 0, 4, false}};

uint32_t runFormat(SingleInst &S, FormatOp Op, NarrowFormat F,
                   RoundingMode Mode, bool SatFinite, uint32_t V) {
  S.I.Flags = SatFinite ? Saturate : 0;
  S.I.Sub[0] = uint8_t(F);
  S.I.Sub[1] = uint8_t(Mode);
  S.row(0).fill(V);
  S.row(1).fill(V);
  EXPECT_TRUE(S.run(S.Table.Format(Op)));
  return S.dst()[0];
}

TEST_P(HalfTest, WidenedIsTheSameNumber) {
  SingleInst S(GetParam());
  for (const FormatKind &F : Formats) {
    if (F.Shift)
      continue;
    for (uint32_t V = 0; V != 1u << F.Bits; ++V) {
      APFloat Want = apFloat(F.Semantics(), V);
      bool Loses = false;
      uint32_t Got = runFormat(S, FormatOp::Widen, F.Format,
                               RoundingMode::Nearest, false, V);
      if (Want.isNaN()) {
        // A bf16 is the upper half of the f32, whatever it holds: measured on
        // an NVIDIA H200, driver 580.
        ASSERT_EQ(Got, F.Format == NarrowFormat::BF16 ? V << 16 : 0x7fffffffu)
            << unsigned(F.Format) << std::hex << ' ' << V;
        continue;
      }
      Want.convert(APFloat::IEEEsingle(), APFloat::rmTowardZero, &Loses);
      ASSERT_EQ(Got, bitsOf(Want))
          << unsigned(F.Format) << std::hex << ' ' << V;
      // And back, whatever the rounding.
      for (unsigned Mode = 0; Mode != 4; ++Mode)
        ASSERT_EQ(runFormat(S, FormatOp::Narrow, F.Format, RoundingMode(Mode),
                            Want.isFinite(), Got),
                  V);
    }
  }
}

TEST_P(HalfTest, NarrowedIsRoundedOnce) {
  SingleInst S(GetParam());
  Random R(unsigned(GetParam()) + 7);
  long Count = randomCount(200000);
  for (long Round = 0; Round < Count; ++Round) {
    const FormatKind &F = Formats[size_t(Round) % std::size(Formats)];
    RoundingMode Mode = RoundingMode(R.next() & 3);
    bool IsAway = F.Format == NarrowFormat::TF32A;
    bool SatFinite = R.next() & 1;
    uint32_t V = R.next();
    // Halves between two, and the numbers beside them.
    if (R.next() & 1)
      V = (V & 0xfff80000) + (R.next() % 5 - 2);
    // In the range of the format.
    if (R.next() & 1)
      V = (V & 0x87ffffff) + 0x3c000000;
    APFloat Want = apFloat(APFloat::IEEEsingle(), V);
    if (Want.isNaN())
      continue;
    bool IsInf = Want.isInfinity(), IsNegative = Want.isNegative();
    if (IsInf && !SatFinite && F.Format != NarrowFormat::F16)
      continue;
    bool Loses = false;
    APFloat Largest = APFloat::getLargest(F.Semantics(), IsNegative);
    if (IsInf && SatFinite) {
      Want = Largest;
    } else {
      Want.convert(F.Semantics(),
                   IsAway ? llvm::RoundingMode::NearestTiesToAway
                          : apMode(Mode),
                   &Loses);
      if (SatFinite && !Want.isFinite())
        Want = Largest;
    }
    uint32_t Bits = bitsOf(Want) << F.Shift;
    if (Want.isNaN())
      Bits = 0x7f | (IsNegative ? 0x80 : 0);
    ASSERT_EQ(runFormat(S, FormatOp::Narrow, F.Format, Mode, SatFinite, V),
              Bits)
        << unsigned(F.Format) << " mode " << unsigned(Mode) << " satfinite "
        << SatFinite << std::hex << ' ' << V;
  }
}

TEST_P(HalfTest, PowersOfTwo) {
  SingleInst S(GetParam());
  auto Narrow = [&](uint32_t V, RoundingMode Mode, bool SatFinite) {
    return runFormat(S, FormatOp::Narrow, NarrowFormat::UE8M0, Mode, SatFinite,
                     V);
  };
  for (uint32_t Power = 0; Power != 255; ++Power) {
    uint32_t V = Power ? Power << 23 : 0x400000;
    EXPECT_EQ(runFormat(S, FormatOp::Widen, NarrowFormat::UE8M0,
                        RoundingMode::Zero, false, Power),
              V);
    EXPECT_EQ(Narrow(V, RoundingMode::Up, false), Power);
    EXPECT_EQ(Narrow(V, RoundingMode::Zero, false), Power);
    EXPECT_EQ(Narrow(V + 1, RoundingMode::Zero, true), Power);
    EXPECT_EQ(Narrow(V + 1, RoundingMode::Up, true), std::min(Power + 1, 254u));
  }
  EXPECT_EQ(Narrow(0x7f7fffff, RoundingMode::Up, false), 255u);
  EXPECT_EQ(Narrow(0x7f800000, RoundingMode::Zero, true), 254u);
  EXPECT_EQ(Narrow(0x7fc00000, RoundingMode::Zero, true), 255u);
  EXPECT_EQ(Narrow(0, RoundingMode::Zero, true), 0u);
}

TEST_P(HalfTest, PairsHaveTheFirstAbove) {
  SingleInst S(GetParam());
  S.I.Sub[0] = uint8_t(NarrowFormat::E2M1);
  S.I.Sub[1] = uint8_t(RoundingMode::Nearest);
  S.row(0).fill(0x40c00000); // 6
  S.row(1).fill(0xbf800000); // -1
  ASSERT_TRUE(S.run(S.Table.Format(FormatOp::NarrowPair)));
  EXPECT_EQ(S.dst()[0], 0x7au);
  S.I.Sub[0] = uint8_t(NarrowFormat::F16);
  ASSERT_TRUE(S.run(S.Table.Format(FormatOp::NarrowPair)));
  EXPECT_EQ(S.dst()[0], 0x4600bc00u);
}

INSTANTIATE_TEST_SUITE_P(All, HalfTest, testing::ValuesIn(supportedIsas()));

} // namespace
