//===- DoubleTest.cpp - f64 and 64-bit conversions against a judge --------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SingleInst.h"
#include "heddle/ABI/ConvertOps.inc"
#include "heddle/ABI/DoubleOps.inc"
#include "heddle/Model/DoubleJudge.h"
#include "gtest/gtest.h"
#include <bit>
#include <cmath>

using namespace heddle::sm;
using namespace heddle::sm::test;
using namespace heddle::model::double_judge;

namespace {

class DoubleTest : public testing::TestWithParam<HostIsa> {};

uint64_t next64(Random &R) {
  uint64_t High = R.next();
  return High << 32 | R.next();
}

uint64_t operand(Random &R) {
  static constexpr uint64_t Special[] = {
      0,
      1,
      0x000fffffffffffff,
      0x0010000000000000,
      0x0010000000000001,
      0x3fe0000000000000,
      0x3fefffffffffffff,
      0x3ff0000000000000,
      0x3ff0000000000001,
      0x4340000000000000,
      0x41dfffffffc00000,
      0x41e0000000000000,
      0x41efffffffe00000,
      0x43e0000000000000,
      0x43f0000000000000,
      0x7fefffffffffffff,
      Inf,
      Inf | 1,
      0x7ff8000000000000,
      0x7ffc123456789abc,
      0x36a0000000000000,
      0x380fffffffffffff,
      0x47efffffe0000000,
      0x47efffffefffffff,
      0x47effffff0000000,
  };
  uint32_t Kind = R.next() % 4;
  uint64_t V = next64(R);
  if (Kind == 0)
    return Special[(V >> 8) % std::size(Special)] ^ (V & Sign);
  if (Kind == 1) // near one another, where sums cancel and integers are
    return (V & ~Inf) | uint64_t(0x3f0 + R.next() % 0x58) << 52;
  if (Kind == 2) // few digits: halves and exact results
    return V & 0xffffff8000000000;
  return V;
}

void setPair(SingleInst &S, unsigned Row, unsigned Lane, uint64_t V) {
  S.row(Row)[Lane] = uint32_t(V);
  S.row(Row + 1)[Lane] = uint32_t(V >> 32);
}
uint64_t pair(SingleInst &S, unsigned Row, unsigned Lane) {
  return uint64_t(S.row(Row + 1)[Lane]) << 32 | S.row(Row)[Lane];
}

constexpr unsigned RowA = 0, RowB = 2, RowC = 6, RowD = 8;
constexpr uint64_t Untouched = 0xdeadbeefcafef00d;

void usePairs(SingleInst &S) {
  S.I.Src[0].Row = RowA;
  S.I.Src[1].Row = RowB;
  S.I.Src[2].Row = RowC;
  S.I.DstRow = RowD;
  S.I.Flags = WritesCondition;
}

/// Random operands; results of lanes outside the mask must stay.
void fill(SingleInst &S, Random &R) {
  for (unsigned N = 0; N != Lanes; ++N) {
    uint64_t A = operand(R), B = operand(R), C = operand(R);
    // Sums and products that cancel all but the last digits.
    if (R.next() % 4 == 0)
      B = A ^ (R.next() & 3);
    if (R.next() % 4 == 0)
      C = std::bit_cast<uint64_t>(-hostResult(1, std::bit_cast<double>(A),
                                              std::bit_cast<double>(B), 0));
    setPair(S, RowA, N, A);
    setPair(S, RowB, N, B);
    setPair(S, RowC, N, C);
    setPair(S, RowD, N, Untouched);
  }
}

TEST_P(DoubleTest, ArithmeticIsIeeeInAllModes) {
  SingleInst S(GetParam());
  usePairs(S);
  Random R(unsigned(GetParam()) + 11);
  const DoubleOp Ops[] = {DoubleOp::Add, DoubleOp::Mul, DoubleOp::Fma};
  for (unsigned Round = 0; Round != 12000; ++Round) {
    unsigned Op = Round % 3;
    RoundingMode Mode = RoundingMode(R.next() & 3);
    bool Neg1 = R.next() & 1, Neg2 = R.next() & 1;
    S.I.Invert[0] = Neg1 ? 0x80000000 : 0;
    S.I.Invert[1] = Neg2 ? 0x80000000 : 0;
    S.I.Sub[0] = uint8_t(Mode);
    fill(S, R);
    uint32_t Mask = Round & 1 ? AllLanes : R.next();
    ASSERT_TRUE(S.run(S.Table.Double(Ops[Op]), Mask));
    for (unsigned N = 0; N != Lanes; ++N) {
      uint64_t A = negated(pair(S, RowA, N), Neg1);
      uint64_t B = negated(pair(S, RowB, N), Neg2 && Op != 2);
      uint64_t C = negated(pair(S, RowC, N), Neg2);
      bool Ran = Mask >> N & 1;
      uint64_t Want = Ran ? judgeArithmetic(Op, Mode, A, B, C) : Untouched;
      ASSERT_EQ(pair(S, RowD, N), Want)
          << "operation " << Op << " mode " << unsigned(Mode) << std::hex << ' '
          << A << ' ' << B << ' ' << C;
      if (Ran)
        ASSERT_EQ(S.condition(N), judgeCondition(Want));
    }
  }
}

TEST_P(DoubleTest, MinMaxAndSet) {
  SingleInst S(GetParam());
  usePairs(S);
  Random R(unsigned(GetParam()) + 21);
  for (unsigned Round = 0; Round != 6000; ++Round) {
    bool Mod[4];
    for (bool &M : Mod)
      M = R.next() & 1;
    S.I.Invert[0] = Mod[0] ? 0x80000000 : 0;
    S.I.Invert[1] = Mod[1] ? 0x80000000 : 0;
    S.I.Flags =
        uint16_t(WritesCondition | (Mod[2] ? Abs1 : 0) | (Mod[3] ? Abs2 : 0));
    S.I.Sub[0] = uint8_t(R.next() & 15);
    fill(S, R);
    unsigned Kind = Round % 3;
    ASSERT_TRUE(S.run(S.Table.Double(Kind == 0   ? DoubleOp::Min
                                     : Kind == 1 ? DoubleOp::Max
                                                 : DoubleOp::Set)));
    for (unsigned N = 0; N != Lanes; ++N) {
      auto Source = [&](unsigned Row, bool Neg, bool Abs) {
        uint64_t V = pair(S, Row, N);
        return negated(Abs && !isNaN(V) ? V & ~Sign : V, Neg);
      };
      uint64_t A = Source(RowA, Mod[0], Mod[2]);
      uint64_t B = Source(RowB, Mod[1], Mod[3]);
      if (Kind != 2) {
        ASSERT_EQ(pair(S, RowD, N), judgeMinMax(A, B, Kind == 1))
            << std::hex << A << ' ' << B;
        continue;
      }
      double X = std::bit_cast<double>(A), Y = std::bit_cast<double>(B);
      unsigned Relation = X < Y ? 1 : X == Y ? 2 : X > Y ? 4 : 8;
      bool True = Relation & S.I.Sub[0];
      ASSERT_EQ(S.row(RowD)[N], True ? 0xffffffff : 0);
      ASSERT_EQ(S.condition(N), True ? 2u : 1u);
    }
  }
}

/// The conversions that the chip has.
bool exists(WideType From, WideType To) {
  if (!isFloat(From) && !isFloat(To))
    return false;
  return isPair(From) || isPair(To);
}

uint64_t conversionOperand(WideType From, Random &R) {
  if (From == WideType::F64)
    return operand(R);
  if (From == WideType::F32) {
    uint32_t V = R.next();
    switch (R.next() % 4) {
    case 0:
      return (V & 0x80000000) | (V & 1 ? 0x7f800000 : V & 2 ? V & 0x7fffff : 0);
    case 1: // magnitudes up to beyond 2^64
      return (V & 0x807fffff) | (0x7a + R.next() % 0x48) << 23;
    case 2: // NaN
      return V | 0x7f800000;
    }
    return V;
  }
  uint64_t V = next64(R), Shift = R.next() % 64;
  switch (R.next() % 4) {
  case 0:
    return uint64_t(0) - (V & 3);
  case 1: // around a power of two, where a digit more is needed
    return (uint64_t(1) << Shift) + (V & 7) - 3;
  case 2:
    return V >> Shift;
  }
  return V;
}

TEST_P(DoubleTest, ConversionsAgreeWithJudge) {
  SingleInst S(GetParam());
  S.I.DstRow = RowD;
  Random R(unsigned(GetParam()) + 31);
  HandlerPair H = S.Table.Convert(ConvertOp::Wide);
  for (unsigned From = 0; From != 6; ++From)
    for (unsigned To = 0; To != 6; ++To) {
      if (!exists(WideType(From), WideType(To)))
        continue;
      bool ToFloat = isFloat(WideType(To)), Same = From == To;
      for (unsigned Round = 0; Round != 900; ++Round) {
        S.I.Flags = uint16_t(WritesCondition | (R.next() & 1 ? Abs1 : 0) |
                             (R.next() & 1 ? Negate : 0) |
                             (ToFloat && R.next() % 4 == 0 ? Saturate : 0) |
                             (Same && R.next() & 1 ? RoundToInt : 0));
        S.I.Sub[0] = uint8_t(From);
        S.I.Sub[1] = uint8_t(To);
        S.I.Sub[2] = uint8_t(R.next() & 3);
        for (unsigned N = 0; N != Lanes; ++N) {
          setPair(S, RowA, N, conversionOperand(WideType(From), R));
          setPair(S, RowD, N, Untouched);
        }
        uint32_t Mask = Round & 1 ? AllLanes : R.next();
        ASSERT_TRUE(S.run(H, Mask));
        for (unsigned N = 0; N != Lanes; ++N) {
          uint64_t Source = pair(S, RowA, N);
          Expected E = judgeConversion(S.I, Source);
          uint64_t Want = isPair(WideType(To))
                              ? E.Value
                              : E.Value | (Untouched >> 32 << 32);
          bool Ran = Mask >> N & 1;
          ASSERT_EQ(pair(S, RowD, N), Ran ? Want : Untouched)
              << From << " to " << To << " flags " << S.I.Flags << " mode "
              << unsigned(S.I.Sub[2]) << std::hex << ' ' << Source;
          if (Ran)
            ASSERT_EQ(S.condition(N), conditionOf(WideType(To), E))
                << From << " to " << To << std::hex << ' ' << Source;
        }
      }
    }
}

INSTANTIATE_TEST_SUITE_P(HostIsas, DoubleTest,
                         testing::ValuesIn(supportedIsas()));

} // namespace
