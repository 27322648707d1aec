//===- SfuTest.cpp - Special functions against a scalar model -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inputs/sfu-tables.txt has the published coefficients as they come.
//
//===----------------------------------------------------------------------===//

#include "SingleInst.h"
#include "heddle/ABI/SfuOps.inc"
#include "heddle/Model/ChipFloat.h"
#include "gtest/gtest.h"
#include <fstream>
#include <map>
#include <span>
#include <sstream>
#include <string>
#include <vector>

using namespace heddle;
using namespace heddle::sm;
using namespace heddle::sm::test;

namespace {

#include "heddle/ABI/SfuTables.inc"

constexpr uint32_t Sign = 0x80000000;

/// \p X is a reduced argument of the functions that have them.
uint32_t modelOf(SfuOp Op, uint32_t X) {
  switch (Op) {
  case SfuOp::Rcp:
    return model::sfuRcp(X);
  case SfuOp::Rsqrt:
    return model::sfuRsqrt(X);
  case SfuOp::Lg2:
    return model::sfuLg2(X);
  case SfuOp::Sin:
    return model::sfuReducedSin(X, /*IsCosine=*/false);
  case SfuOp::Cos:
    return model::sfuReducedSin(X, /*IsCosine=*/true);
  case SfuOp::Ex2:
    return model::sfuReducedEx2(X);
  }
  __builtin_unreachable();
}

class SfuTest : public testing::TestWithParam<HostIsa> {
protected:
  static constexpr SfuOp All[] = {SfuOp::Rcp, SfuOp::Rsqrt, SfuOp::Lg2,
                                  SfuOp::Sin, SfuOp::Cos,   SfuOp::Ex2};
  static constexpr SfuOp WithFastRows[] = {SfuOp::Rcp, SfuOp::Rsqrt};

  /// Rows of \p Next(): 32 arguments at a time.
  template <class NextT>
  void compare(unsigned Rows, NextT Next, std::span<const SfuOp> Ops = All) {
    SingleInst S(GetParam());
    for (SfuOp Op : Ops) {
      HandlerPair H = S.Table.Sfu(Op);
      for (unsigned N = 0; N != Rows; ++N) {
        for (uint32_t &X : S.row(0))
          X = Next();
        ASSERT_TRUE(S.run(H));
        for (unsigned Lane = 0; Lane != Lanes; ++Lane)
          ASSERT_EQ(S.dst()[Lane], modelOf(Op, S.row(0)[Lane]))
              << unsigned(Op) << std::hex << ' ' << S.row(0)[Lane];
      }
    }
  }
};

/// Rows of ordinary arguments, which may go a way of their own: each interval
/// of the tables with both exponents, at steps that meet all low bits.
TEST_P(SfuTest, OrdinaryArgumentsAgreeWithModel) {
  uint32_t X = 0x3f800000;
  compare((1 << 24) / 13 / Lanes, [&] {
    uint32_t This = X;
    X = X + 13 >= 0x40800000 ? X + 13 - 0x01000000 : X + 13;
    return This;
  });
}

/// Each mantissa with an odd and an even exponent, in rows without special
/// arguments. The exponents take turns, so that all come with many mantissas.
TEST_P(SfuTest, EveryOrdinaryMantissaAgreesWithModel) {
  uint32_t Count = 0;
  compare((1 << 24) / Lanes,
          [&] {
            uint32_t N = Count++ & 0xffffff;
            uint32_t Exponent = 1 + (N >> 23) + N % 127 * 2;
            return Exponent << 23 | (N & 0x7fffff);
          },
          WithFastRows);
}

TEST_P(SfuTest, AnyArgumentAgreesWithModel) {
  Random R(11);
  compare(20000, [&] { return R.next(); });
}

/// Exponents and mantissas at their ends, with ordinary lanes beside them.
TEST_P(SfuTest, SpecialArgumentsAgreeWithModel) {
  Random R(12);
  compare(5000, [&] {
    static constexpr uint32_t Mantissas[] = {0, 1, 0x7fffff, 0x400000, 0x1ffff};
    uint32_t V = R.next();
    if (V & 1)
      return 0x3f000000 + (R.next() & 0xffffff);
    uint32_t E = V >> 1 & 3;
    uint32_t Exponent = E == 0 ? 0 : E == 1 ? 255 : R.next() & 255;
    return (R.next() & Sign) | Exponent << 23 |
           Mantissas[R.next() % std::size(Mantissas)];
  });
}

TEST(SfuTableTest, CoefficientsAreThePublishedOnes) {
  const std::map<std::string, std::span<const int32_t>> Ours = {
      {"rcp", RcpTable},
      {"rsqrt", RsqrtTable},
      {"sin", SinTable},
      {"ex2", Ex2Table},
      {"lg2", Lg2Table}};
  std::ifstream File(HEDDLE_TEST_INPUTS "/sfu-tables.txt");
  std::map<std::string, std::vector<int32_t>> Published;
  std::string Line, Name;
  while (std::getline(File, Line)) {
    if (Line.starts_with("# ")) {
      Name = Line.substr(2, Line.find(':') - 2);
      continue;
    }
    std::istringstream In(Line);
    int32_t Index, C0, C1, C2;
    if (In >> Index >> C0 >> C1 >> C2)
      Published[Name].insert(Published[Name].end(), {C0, C1, C2});
  }
  for (const auto &[Which, Rows] : Ours)
    EXPECT_EQ(Published[Which], std::vector(Rows.begin(), Rows.end())) << Which;
}

INSTANTIATE_TEST_SUITE_P(HostIsas, SfuTest, testing::ValuesIn(supportedIsas()));

} // namespace
