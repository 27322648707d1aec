//===- FloatTest.cpp - f32 against vectors and a judge --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inputs/arith-vectors.txt holds published results that were compared with
// silicon; its rows are operation, operands, result.
//
//===----------------------------------------------------------------------===//

#include "SingleInst.h"
#include "heddle/ABI/FloatOps.inc"
#include "heddle/ABI/SfuOps.inc"
#include "heddle/Model/ChipFloat.h"
#include "gtest/gtest.h"
#include <fstream>
#include <sstream>
#include <string>

using namespace heddle;
using namespace heddle::sm;
using namespace heddle::sm::test;
using model::Rounding;

namespace {

class FloatTest : public testing::TestWithParam<HostIsa> {};

/// The operand of "sin(pre)" is what a pre-op made.
HandlerPair handlerOf(const HandlerTable &T, const std::string &Name) {
  if (Name == "add.rn")
    return T.Float(FloatOp::AddRN);
  if (Name == "add.rz")
    return T.Float(FloatOp::AddRZ);
  if (Name == "mul.rn")
    return T.Float(FloatOp::MulRN);
  if (Name == "mul.rz")
    return T.Float(FloatOp::MulRZ);
  if (Name == "mad")
    return T.Float(FloatOp::Mad);
  if (Name == "min")
    return T.Float(FloatOp::Min);
  if (Name == "max")
    return T.Float(FloatOp::Max);
  if (Name == "presin")
    return T.Float(FloatOp::PreSin);
  if (Name == "preex2")
    return T.Float(FloatOp::PreEx2);
  if (Name == "rcp")
    return T.Sfu(SfuOp::Rcp);
  if (Name == "rsqrt")
    return T.Sfu(SfuOp::Rsqrt);
  if (Name == "lg2")
    return T.Sfu(SfuOp::Lg2);
  if (Name == "sin(pre)")
    return T.Sfu(SfuOp::Sin);
  if (Name == "cos(pre)")
    return T.Sfu(SfuOp::Cos);
  if (Name == "ex2(pre)")
    return T.Sfu(SfuOp::Ex2);
  return {};
}

TEST_P(FloatTest, MeetsEveryPublishedVector) {
  std::ifstream File(HEDDLE_TEST_INPUTS "/arith-vectors.txt");
  ASSERT_TRUE(File.is_open());
  std::string Line;
  unsigned Rows = 0;
  while (std::getline(File, Line)) {
    std::istringstream In(Line);
    std::string Name;
    In >> Name >> std::hex;
    std::vector<uint32_t> Values;
    for (uint32_t V; In >> V;)
      Values.push_back(V);
    SingleInst S(GetParam());
    HandlerPair H = handlerOf(S.Table, Name);
    ASSERT_TRUE(H.Full) << Line;
    ASSERT_GE(Values.size(), 2u) << Line;
    for (unsigned N = 0; N + 1 < Values.size(); ++N)
      S.row(N).fill(Values[N]);
    ASSERT_TRUE(S.run(H));
    EXPECT_EQ(S.dst()[Rows % Lanes], Values.back()) << Line;
    ++Rows;
  }
  EXPECT_EQ(Rows, 1620u);
}

/// Operands with a bent for what is special: zeros, denormals, infinities, NaN,
/// the ends of the range, exponents close to each other.
uint32_t operand(Random &R, uint32_t Near) {
  static constexpr uint32_t Special[] = {
      0,          1,          0x007fffff, 0x00800000, 0x00800001, 0x3f800000,
      0x3f7fffff, 0x7f7fffff, 0x7f800000, 0x7fc00000, 0x7fffffff, 0x7f800001};
  uint32_t Kind = R.next() % 8, V = R.next();
  if (Kind == 0)
    return Special[R.next() % std::size(Special)] | (V & 0x80000000);
  if (Kind <= 2)
    return (V & 0x807fffff) | (((Near >> 23) + R.next() % 51 - 25) & 0xff)
                                  << 23;
  if (Kind == 3)
    return V & 0xfffff000;
  return V;
}

struct Operands {
  uint32_t A, B, C;
};

Operands randomOperands(Random &R) {
  Operands O;
  O.A = operand(R, 0x3f800000);
  O.B = operand(R, O.A);
  // Close to the product, so that sums cancel and underflow.
  uint32_t Product = O.A + O.B - 0x3f800000;
  O.C = operand(R, Product);
  if (R.next() % 4 == 0)
    O.C = (Product ^ 0x80000000) + (R.next() % 5 - 2);
  return O;
}

using JudgeFn = uint32_t (*)(const Operands &);

void compare(HostIsa Isa, FloatOp Op, JudgeFn Judge, uint64_t Seed) {
  // With four host ISAs, 10^7 operands an operation.
  constexpr unsigned Rounds = 10'000'000 / 4 / Lanes;
  Random R(Seed << 8 | unsigned(Isa));
  HandlerPair H = handlersFor(Isa).Float(Op);
  SingleInst S(Isa);
  std::array<Operands, Lanes> In;
  for (unsigned Round = 0; Round != Rounds; ++Round) {
    for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
      In[Lane] = randomOperands(R);
      S.row(0)[Lane] = In[Lane].A;
      S.row(1)[Lane] = In[Lane].B;
      S.row(2)[Lane] = In[Lane].C;
    }
    ASSERT_TRUE(S.run(H));
    for (unsigned Lane = 0; Lane != Lanes; ++Lane)
      ASSERT_EQ(S.dst()[Lane], Judge(In[Lane]))
          << std::hex << In[Lane].A << ' ' << In[Lane].B << ' ' << In[Lane].C;
  }
}

TEST_P(FloatTest, AddAgreesWithJudge) {
  compare(
      GetParam(), FloatOp::AddRN,
      [](const Operands &O) {
        return model::addFloat(O.A, O.B, Rounding::Nearest);
      },
      1);
  compare(
      GetParam(), FloatOp::AddRZ,
      [](const Operands &O) {
        return model::addFloat(O.A, O.B, Rounding::Zero);
      },
      2);
}

TEST_P(FloatTest, MulAgreesWithJudge) {
  compare(
      GetParam(), FloatOp::MulRN,
      [](const Operands &O) {
        return model::mulFloat(O.A, O.B, Rounding::Nearest);
      },
      3);
  compare(
      GetParam(), FloatOp::MulRZ,
      [](const Operands &O) {
        return model::mulFloat(O.A, O.B, Rounding::Zero);
      },
      4);
}

TEST_P(FloatTest, MadAgreesWithJudge) {
  compare(
      GetParam(), FloatOp::Mad,
      [](const Operands &O) { return model::madFloat(O.A, O.B, O.C); }, 5);
}

/// (1 + K / 2^23) * (1 - K / 2^23) * 2^-126 rounds to 2^-126 as long as K * K
/// is below 2^21: tiny before rounding and not behind it, which hosts tell
/// apart.
TEST_P(FloatTest, ProductsRoundUpToTheLeastNormalNumber) {
  constexpr uint32_t Middle = (127 - 63) << 23, Largest = 2000;
  for (FloatOp Op : {FloatOp::MulRN, FloatOp::MulRZ, FloatOp::Mad}) {
    SingleInst S(GetParam());
    HandlerPair H = S.Table.Float(Op);
    for (uint32_t First = 1; First < Largest; First += Lanes) {
      for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
        const uint32_t K = First + Lane, Sign = K << 31;
        S.row(0)[Lane] = (Middle + K) | Sign;
        S.row(1)[Lane] = Middle - 2 * K;
        S.row(2)[Lane] = Sign;
      }
      ASSERT_TRUE(S.run(H));
      for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
        const uint32_t A = S.row(0)[Lane], B = S.row(1)[Lane];
        ASSERT_EQ(S.dst()[Lane], Op == FloatOp::Mad
                                     ? model::madFloat(A, B, S.row(2)[Lane])
                                     : model::mulFloat(A, B,
                                                       Op == FloatOp::MulRZ
                                                           ? Rounding::Zero
                                                           : Rounding::Nearest))
            << std::hex << A << ' ' << B;
      }
    }
    if (Op == FloatOp::MulRN) {
      EXPECT_EQ(model::mulFloat(Middle + 1, Middle - 2, Rounding::Nearest),
                0x00800000u);
    }
  }
}

TEST_P(FloatTest, MinAndMaxAgreeWithJudge) {
  compare(
      GetParam(), FloatOp::Min,
      [](const Operands &O) { return model::minMaxFloat(O.A, O.B, false); }, 6);
  compare(
      GetParam(), FloatOp::Max,
      [](const Operands &O) { return model::minMaxFloat(O.A, O.B, true); }, 7);
}

INSTANTIATE_TEST_SUITE_P(HostIsas, FloatTest,
                         testing::ValuesIn(supportedIsas()));

} // namespace
