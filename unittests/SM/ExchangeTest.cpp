//===- ExchangeTest.cpp - Between the lanes of a warp ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The handlers against the PTX ISA, lane by lane, under random lane masks and
// with members that differ from lane to lane.
//
//===----------------------------------------------------------------------===//

#include "ApFloatJudge.h"
#include "SingleInst.h"
#include "heddle/ABI/ExchangeOps.inc"
#include "gtest/gtest.h"
#include <algorithm>
#include <iterator>

using namespace heddle;
using namespace heddle::sm;
using namespace heddle::sm::test;

namespace {

constexpr uint32_t Untouched = 0xdeadbeef;

struct Given {
  uint32_t Result;
  /// What the condition code says.
  bool Yes;
};

class ExchangeTest : public testing::TestWithParam<HostIsa> {
protected:
  /// Fills row 0, and the second word of pairs in row 1, with values of which
  /// many are equal.
  void fillValues(unsigned Bits) {
    for (unsigned Row : {0, 1})
      for (uint32_t &V : S.row(Row))
        V = R.next() & ((uint64_t(1) << Bits) - 1);
  }
  /// Row \p Row: all lanes, a few, tiles, or different ones in each lane.
  void fillMembers(unsigned Row) {
    uint32_t Kind = R.next() % 4, Common = R.next() | R.next();
    for (unsigned N = 0; N != Lanes; ++N)
      S.row(Row)[N] = Kind == 0   ? AllLanes
                      : Kind == 1 ? Common
                      : Kind == 2 ? 0xffu << N / 8 * 8
                                  : R.next();
  }
  uint32_t nextMask() {
    uint32_t Mask = R.next() | (R.next() & R.next());
    return R.next() % 3 ? Mask : AllLanes;
  }
  /// Runs \p H by the lanes of \p Mask and compares with Want(lane).
  template <class WantT>
  void run(HandlerPair H, uint32_t Mask, WantT Want, bool HasCondition = true);

  SingleInst S{GetParam()};
  test::Random R{unsigned(GetParam()) + 23};
};

template <class WantT>
void ExchangeTest::run(HandlerPair H, uint32_t Mask, WantT Want,
                       bool HasCondition) {
  S.dst().fill(Untouched);
  for (uint32_t &Plane : S.L.Condition[0])
    Plane = 0;
  S.I.Flags = HasCondition ? WritesCondition : 0;
  ASSERT_TRUE(S.run(H, Mask));
  for (unsigned N = 0; N != Lanes; ++N) {
    if (!(Mask >> N & 1)) {
      ASSERT_EQ(S.dst()[N], Untouched) << "lane " << N;
      ASSERT_EQ(S.condition(N), 0u) << "lane " << N;
      continue;
    }
    Given G = Want(N);
    ASSERT_EQ(S.dst()[N], G.Result) << "lane " << N << " of " << Mask;
    if (HasCondition)
      ASSERT_EQ(S.condition(N), G.Yes ? 1u << BitS : 1u << BitZ)
          << "lane " << N;
  }
}

/// PTX ISA, "shfl.sync". What a lane that takes no part has is 0.
TEST_P(ExchangeTest, Shuffles) {
  long Rounds = randomCount(30000) / long(Lanes);
  for (long Round = 0; Round < Rounds; ++Round) {
    auto Kind = ShuffleKind(Round & 3);
    S.I.Sub[0] = uint8_t(Kind);
    fillValues(32);
    for (unsigned N = 0; N != Lanes; ++N) {
      S.row(1)[N] = R.next() >> (R.next() % 2 ? 27 : 0);
      S.row(2)[N] = R.next() % 2 ? 31 : R.next();
    }
    uint32_t Mask = nextMask();
    run(S.Table.Exchange(ExchangeOp::Shuffle), Mask, [&](unsigned N) -> Given {
      auto Lane = int(N), B = int(S.row(1)[N] & 31), C = int(S.row(2)[N] & 31);
      auto Segment = int(S.row(2)[N] >> 8 & 31);
      int Most = (Lane & Segment) | (C & ~Segment), Least = Lane & Segment;
      int From = 0;
      bool IsThere = false;
      switch (Kind) {
      case ShuffleKind::Up:
        From = Lane - B;
        IsThere = From >= Most;
        break;
      case ShuffleKind::Down:
        From = Lane + B;
        IsThere = From <= Most;
        break;
      case ShuffleKind::Butterfly:
        From = Lane ^ B;
        IsThere = From <= Most;
        break;
      case ShuffleKind::Index:
        From = Least | (B & ~Segment);
        IsThere = From <= Most;
        break;
      }
      if (IsThere && !(Mask >> From & 1))
        return {0, true};
      return {S.row(0)[IsThere ? unsigned(From) : N], IsThere};
    });
    ASSERT_FALSE(HasFatalFailure()) << "shuffle " << unsigned(Kind);
  }
}

/// Who of \p Members takes part in an instruction under \p Mask.
uint32_t fellows(uint32_t Members, uint32_t Mask) { return Members & Mask; }

TEST_P(ExchangeTest, Matches) {
  long Rounds = randomCount(30000) / long(Lanes);
  for (long Round = 0; Round < Rounds; ++Round) {
    bool IsPair = R.next() & 1;
    S.I.Sub[2] = uint8_t(IsPair ? tesla::DataType::B64 : tesla::DataType::B32);
    unsigned RowOfMembers = IsPair ? 2 : 1;
    S.I.Src[1].Row = uint16_t(RowOfMembers);
    fillValues(R.next() % 3);
    fillMembers(RowOfMembers);
    uint32_t Mask = nextMask();
    auto Same = [&](unsigned A, unsigned B) {
      return S.row(0)[A] == S.row(0)[B] &&
             (!IsPair || S.row(1)[A] == S.row(1)[B]);
    };
    auto Equal = [&](unsigned N) {
      uint32_t Lanes32 = fellows(S.row(RowOfMembers)[N], Mask), Result = 0;
      for (unsigned I = 0; I != Lanes; ++I)
        Result |= uint32_t(Lanes32 >> I & 1 && Same(N, I)) << I;
      return Result;
    };
    run(
        S.Table.Exchange(ExchangeOp::MatchAny), Mask,
        [&](unsigned N) -> Given { return {Equal(N), false}; }, false);
    ASSERT_FALSE(HasFatalFailure()) << "match.any";
    run(S.Table.Exchange(ExchangeOp::MatchAll), Mask, [&](unsigned N) -> Given {
      // A lane need not name itself.
      uint32_t All = fellows(S.row(RowOfMembers)[N], Mask);
      bool Yes = true;
      for (unsigned A = 0; A != Lanes; ++A)
        for (unsigned B = 0; B != A; ++B)
          Yes &= !(All >> A & All >> B & 1) || Same(A, B);
      return {Yes ? All : 0, Yes};
    });
    ASSERT_FALSE(HasFatalFailure()) << "match.all";
  }
}

TEST_P(ExchangeTest, BallotsAndMasks) {
  for (unsigned Round = 0; Round != 200; ++Round) {
    for (uint32_t &Plane : S.L.Condition[0])
      Plane = R.next();
    uint32_t NonZero = ~S.L.Condition[0][BitZ], Mask = nextMask();
    FloatEnvironment Guest;
    S.I.Flags = 0;
    S.I.CondReg = 0;
    // "lg": whose zero bit is not set.
    S.I.Sub[0] = 0x05;
    S.dst().fill(Untouched);
    ASSERT_TRUE(S.run(S.Table.Exchange(ExchangeOp::Ballot), Mask));
    for (unsigned N = 0; N != Lanes; ++N)
      ASSERT_EQ(S.dst()[N], Mask >> N & 1 ? NonZero & Mask : Untouched);
    run(
        S.Table.Exchange(ExchangeOp::Active), Mask,
        [&](unsigned) -> Given { return {Mask, false}; }, false);
    ASSERT_FALSE(HasFatalFailure());
  }
}

TEST_P(ExchangeTest, ElectsTheLowest) {
  for (unsigned Round = 0; Round != 500; ++Round) {
    fillMembers(0);
    // Each names itself, as PTX wants it.
    for (unsigned N = 0; N != Lanes; ++N)
      S.row(0)[N] |= 1u << N;
    uint32_t Mask = nextMask();
    run(S.Table.Exchange(ExchangeOp::Elect), Mask, [&](unsigned N) -> Given {
      uint32_t All = fellows(S.row(0)[N], Mask);
      unsigned Leader = 0;
      while (!(All >> Leader & 1))
        ++Leader;
      return {Leader, Leader == N};
    });
    ASSERT_FALSE(HasFatalFailure());
  }
}

/// Of words in the order of the ISA: "redux.sync".
uint32_t joined(ReduceKind Kind, uint32_t A, uint32_t B) {
  switch (Kind) {
  case ReduceKind::Add:
    return A + B;
  case ReduceKind::MinU:
    return std::min(A, B);
  case ReduceKind::MaxU:
    return std::max(A, B);
  case ReduceKind::MinS:
    return uint32_t(std::min(int32_t(A), int32_t(B)));
  case ReduceKind::MaxS:
    return uint32_t(std::max(int32_t(A), int32_t(B)));
  case ReduceKind::And:
    return A & B;
  case ReduceKind::Or:
    return A | B;
  case ReduceKind::Xor:
    return A ^ B;
  case ReduceKind::FloatMin:
    break;
  }
  unsigned Bits = unsigned(Kind);
  APFloat X = apFloat(APFloat::IEEEsingle(), A),
          Y = apFloat(APFloat::IEEEsingle(), B);
  if (Bits & ReduceNaN && (X.isNaN() || Y.isNaN()))
    return 0x7fffffff;
  APFloat V = X.isNaN()              ? Y
              : Y.isNaN()            ? X
              : Bits & ReduceLargest ? maximum(X, Y)
                                     : minimum(X, Y);
  return V.isNaN() ? 0x7fffffff : bitsOf(V);
}

TEST_P(ExchangeTest, Reduces) {
  constexpr uint32_t Special[] = {0,          0x80000000, 0x7f800001,
                                  0xffc00000, 0x7f800000, 0xff800000,
                                  1,          0x80000001};
  long Rounds = randomCount(60000) / long(Lanes);
  for (long Round = 0; Round < Rounds; ++Round) {
    auto Kind = ReduceKind(Round % 16);
    bool IsFloat = Kind >= ReduceKind::FloatMin;
    S.I.Sub[0] = uint8_t(Kind);
    fillValues(32);
    for (uint32_t &V : S.row(0))
      if (R.next() % 4 == 0)
        V = Special[R.next() % std::size(Special)];
    // Few lanes, so that all of them may be NaN.
    fillMembers(1);
    for (unsigned N = 0; N != Lanes; ++N)
      S.row(1)[N] |= 1u << N;
    uint32_t Mask = nextMask();
    if (R.next() % 4 == 0)
      Mask = 3u << R.next() % 31;
    run(
        S.Table.Exchange(ExchangeOp::Reduce), Mask,
        [&](unsigned N) -> Given {
          uint32_t All = fellows(S.row(1)[N], Mask), Result = 0;
          bool IsFirst = true;
          for (unsigned I = 0; I != Lanes; ++I) {
            if (!(All >> I & 1))
              continue;
            uint32_t V = S.row(0)[I];
            if (IsFloat && unsigned(Kind) & ReduceAbs)
              V &= 0x7fffffff;
            Result = joined(Kind, IsFirst ? V : Result, V);
            // Twice the first word is not that word of all kinds.
            if (IsFirst && !IsFloat)
              Result = V;
            IsFirst = false;
          }
          return {Result, false};
        },
        false);
    ASSERT_FALSE(HasFatalFailure()) << "reduction " << unsigned(Kind);
  }
}

INSTANTIATE_TEST_SUITE_P(All, ExchangeTest, testing::ValuesIn(supportedIsas()));

} // namespace
