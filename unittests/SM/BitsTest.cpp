//===- BitsTest.cpp - Counting, moving and choosing bits ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The handlers against what the PTX ISA says of each bit of a result, under all
// lane masks. HEDDLE_BUILTIN_TESTS sets how many operands.
//
//===----------------------------------------------------------------------===//

#include "ApFloatJudge.h"
#include "SingleInst.h"
#include "heddle/ABI/BitsOps.inc"
#include "gtest/gtest.h"
#include <algorithm>

using namespace heddle;
using namespace heddle::sm;
using namespace heddle::sm::test;

namespace {

class BitsTest : public testing::TestWithParam<HostIsa> {
protected:
  /// Runs \p H on random operands, and compares the lanes of random masks with
  /// Want(A, B, C), of which A and B may be pairs, as the result may be.
  template <class WantT>
  void check(HandlerPair H, WantT Want, bool HasPairs = false,
             bool GivesPair = false);

  SingleInst S{GetParam()};
  test::Random R{unsigned(GetParam()) + 17};
};

/// Counts, words with few bits and any others.
uint32_t operand(test::Random &R) {
  uint32_t V = R.next();
  switch (R.next() % 5) {
  case 0:
    return V % 70;
  case 1:
    return 1u << V % 32;
  case 2:
    return (V & 0x80000000) - (V & 1);
  case 3:
    return V & R.next() & R.next();
  default:
    return V;
  }
}

template <class WantT>
void BitsTest::check(HandlerPair H, WantT Want, bool HasPairs, bool GivesPair) {
  long Rounds = randomCount(20000) / long(Lanes);
  constexpr uint32_t Untouched = 0xdeadbeef;
  unsigned RowOfB = HasPairs ? 2 : 1, RowOfC = HasPairs ? 6 : 2;
  S.I.Src[1].Row = uint16_t(RowOfB);
  S.I.Src[2].Row = uint16_t(RowOfC);
  for (long Round = 0; Round < Rounds; ++Round) {
    for (unsigned Row : {0, 1, 2, 3, 6})
      for (uint32_t &V : S.row(Row))
        V = operand(R);
    S.row(SingleInst::Dst).fill(Untouched);
    S.row(SingleInst::Dst + 1).fill(Untouched);
    uint32_t Mask = Round % 2 ? AllLanes : R.next();
    ASSERT_TRUE(S.run(H, Mask));
    for (unsigned N = 0; N != Lanes; ++N) {
      uint64_t A = S.row(0)[N], B = S.row(RowOfB)[N], Got = S.dst()[N];
      if (HasPairs) {
        A |= uint64_t(S.row(1)[N]) << 32;
        B |= uint64_t(S.row(3)[N]) << 32;
      }
      uint32_t C = S.row(RowOfC)[N];
      uint64_t Expected = Untouched;
      if (GivesPair) {
        Got |= uint64_t(S.row(SingleInst::Dst + 1)[N]) << 32;
        Expected |= Expected << 32;
      }
      if (Mask >> N & 1)
        Expected = Want(A, B, C);
      ASSERT_EQ(Got, Expected)
          << std::hex << A << ' ' << B << ' ' << C << " of lane " << N;
    }
  }
}

void setType(DecodedInst &I, tesla::DataType T, bool IsSigned) {
  I.Sub[2] = uint8_t(T);
  I.Flags = IsSigned ? Signed : 0;
}

TEST_P(BitsTest, Counts) {
  for (unsigned Bits : {32u, 64u}) {
    setType(S.I, Bits == 64 ? tesla::DataType::B64 : tesla::DataType::B32,
            false);
    check(
        S.Table.Bits(BitsOp::Popc),
        [&](uint64_t A, uint32_t, uint32_t) {
          unsigned Sum = 0;
          for (unsigned I = 0; I != Bits; ++I)
            Sum += A >> I & 1;
          return Sum;
        },
        Bits == 64);
    check(
        S.Table.Bits(BitsOp::Clz),
        [&](uint64_t A, uint32_t, uint32_t) {
          unsigned Zeros = 0;
          while (Zeros != Bits && !(A >> (Bits - 1 - Zeros) & 1))
            ++Zeros;
          return Zeros;
        },
        Bits == 64);
  }
}

TEST_P(BitsTest, Reverses) {
  auto Reversed = [](uint64_t A, unsigned Bits) {
    uint64_t Result = 0;
    for (unsigned I = 0; I != Bits; ++I)
      Result |= (A >> I & 1) << (Bits - 1 - I);
    return Result;
  };
  check(S.Table.Bits(BitsOp::Reverse),
        [&](uint64_t A, uint32_t, uint32_t) { return Reversed(A, 32); });
  check(
      S.Table.Bits(BitsOp::ReverseWide),
      [&](uint64_t A, uint32_t, uint32_t) { return Reversed(A, 64); }, true,
      true);
}

TEST_P(BitsTest, FindsTheHighest) {
  for (unsigned Case = 0; Case != 8; ++Case) {
    unsigned Bits = Case & 4 ? 64 : 32;
    bool IsSigned = Case & 1, FromTop = Case & 2;
    setType(S.I, Bits == 64 ? tesla::DataType::B64 : tesla::DataType::B32,
            IsSigned);
    S.I.Sub[0] = FromTop;
    check(
        S.Table.Bits(BitsOp::Find),
        [&](uint64_t A, uint32_t, uint32_t) -> uint64_t {
          uint64_t Sign = A >> (Bits - 1) & 1;
          for (unsigned I = Bits; I-- != 0;)
            if ((A >> I & 1) != (IsSigned ? Sign : 0))
              return FromTop ? Bits - 1 - I : I;
          return 0xffffffff;
        },
        Bits == 64);
  }
}

/// PTX ISA, "bfe" and "bfi".
TEST_P(BitsTest, TakesFields) {
  for (unsigned Case = 0; Case != 4; ++Case) {
    unsigned Bits = Case & 2 ? 64 : 32;
    bool IsSigned = Case & 1;
    S.I.Flags = IsSigned ? Signed : 0;
    check(
        S.Table.Bits(Bits == 64 ? BitsOp::ExtractWide : BitsOp::Extract),
        [&](uint64_t A, uint64_t B, uint32_t C) {
          unsigned Place = B & 255, Length = C & 255;
          unsigned SignAt = Place + Length - 1;
          bool Sign = IsSigned && Length &&
                      A >> (SignAt < Bits ? SignAt : Bits - 1) & 1;
          uint64_t Result = 0;
          for (unsigned I = 0; I != Bits; ++I) {
            bool Bit =
                I < Length && Place + I < Bits ? A >> (Place + I) & 1 : Sign;
            Result |= uint64_t(Bit) << I;
          }
          return Result;
        },
        Bits == 64, Bits == 64);
  }
}

TEST_P(BitsTest, InsertsFields) {
  for (unsigned Bits : {32u, 64u})
    check(
        S.Table.Bits(Bits == 64 ? BitsOp::InsertWide : BitsOp::Insert),
        [&](uint64_t A, uint64_t B, uint32_t C) {
          unsigned Place = C & 255, Length = C >> 8 & 255;
          uint64_t Result = B;
          for (unsigned I = 0; I != Length && Place + I < Bits; ++I) {
            uint64_t Bit = uint64_t(1) << (Place + I);
            Result = (Result & ~Bit) | (A >> I & 1 ? Bit : 0);
          }
          return Result;
        },
        Bits == 64, Bits == 64);
}

TEST_P(BitsTest, MasksAndExtends) {
  for (bool Wraps : {false, true}) {
    S.I.Sub[0] = Wraps;
    check(S.Table.Bits(BitsOp::Mask), [&](uint64_t A, uint64_t B, uint32_t) {
      uint64_t Place = Wraps ? A & 31 : A, Length = Wraps ? B & 31 : B;
      uint64_t Result = 0;
      for (uint64_t I = 0; I != 32; ++I)
        Result |= uint64_t(I >= Place && I < Place + Length) << I;
      return Result;
    });
    for (bool IsSigned : {false, true}) {
      S.I.Flags = IsSigned ? Signed : 0;
      check(
          S.Table.Bits(BitsOp::Extend), [&](uint64_t A, uint64_t B, uint32_t) {
            uint64_t Count = Wraps ? B & 31 : B, Result = 0;
            for (unsigned I = 0; I != 32; ++I) {
              bool Bit = I < Count ? A >> I & 1
                                   : IsSigned && Count && A >> (Count - 1) & 1;
              Result |= uint64_t(Bit) << I;
            }
            return Result;
          });
    }
    S.I.Flags = 0;
  }
}

TEST_P(BitsTest, ThreeInputLogic) {
  for (unsigned Table = 0; Table < 256; Table += 5) {
    S.I.Sub[0] = uint8_t(Table);
    check(S.Table.Bits(BitsOp::Logic3),
          [&](uint64_t A, uint64_t B, uint32_t C) {
            uint64_t Result = 0;
            for (unsigned I = 0; I != 32; ++I)
              Result |= uint64_t(Table >> ((A >> I & 1) * 4 + (B >> I & 1) * 2 +
                                           (C >> I & 1)) &
                                 1)
                        << I;
            return Result;
          });
  }
}

/// PTX ISA, "prmt": for each mode and selection the bytes, the highest first.
TEST_P(BitsTest, Permutes) {
  static constexpr uint16_t Choices[][4] = {
      {0x3210, 0x4321, 0x5432, 0x6543}, {0x5670, 0x6701, 0x7012, 0x0123},
      {0x0000, 0x1111, 0x2222, 0x3333}, {0x3210, 0x3211, 0x3222, 0x3333},
      {0x0000, 0x1110, 0x2210, 0x3210}, {0x1010, 0x3232, 0x1010, 0x3232}};
  for (unsigned Kind = 0; Kind != 7; ++Kind) {
    S.I.Sub[0] = uint8_t(Kind);
    check(S.Table.Bits(BitsOp::Permute),
          [&](uint64_t A, uint64_t B, uint32_t C) {
            uint8_t Bytes[8];
            for (unsigned I = 0; I != 8; ++I)
              Bytes[I] = uint8_t((I < 4 ? A : B) >> I % 4 * 8);
            uint32_t Choice = Kind ? Choices[Kind - 1][C & 3] : C, Result = 0;
            for (unsigned I = 0; I != 4; ++I) {
              uint8_t Byte = Bytes[Choice >> 4 * I & 7];
              if (Choice >> 4 * I & 8)
                Byte = Byte & 0x80 ? 0xff : 0;
              Result |= uint32_t(Byte) << 8 * I;
            }
            return Result;
          });
  }
}

TEST_P(BitsTest, FunnelShifts) {
  for (unsigned Bits = 0; Bits != 4; ++Bits) {
    S.I.Sub[0] = uint8_t(Bits);
    check(S.Table.Bits(BitsOp::Funnel), [&](uint64_t A, uint64_t B,
                                            uint32_t C) {
      unsigned Count = Bits & FunnelWrap ? C % 32 : std::min(C, 32u);
      auto BitOf = [&](unsigned I) {
        return (I < 32 ? A >> I : B >> (I - 32)) & 1;
      };
      uint64_t Result = 0;
      for (unsigned I = 0; I != 32; ++I)
        Result |= BitOf(Bits & FunnelRight ? I + Count : I + 32 - Count) << I;
      return Result;
    });
  }
}

TEST_P(BitsTest, DotProducts) {
  for (unsigned Bits = 0; Bits != 12; ++Bits) {
    S.I.Sub[0] = uint8_t(Bits);
    check(S.Table.Bits(BitsOp::Dot), [&](uint64_t A, uint64_t B, uint32_t C) {
      auto Part = [](uint64_t V, unsigned Place, unsigned Width,
                     bool IsSigned) {
        auto N = int64_t(V >> Place & ((1u << Width) - 1));
        return IsSigned && N >> (Width - 1) ? N - (int64_t(1) << Width) : N;
      };
      bool OfHalves = Bits & (DotLow | DotHigh);
      int64_t Sum = C;
      for (unsigned I = 0; I != (OfHalves ? 2 : 4); ++I)
        Sum += Part(A, OfHalves ? 16 * I : 8 * I, OfHalves ? 16 : 8,
                    Bits & DotSignedA) *
               Part(B, (Bits & DotHigh ? 16 : 0) + 8 * I, 8, Bits & DotSignedB);
      return uint32_t(Sum);
    });
  }
}

/// PTX ISA, "fns", within the bases that it defines.
TEST_P(BitsTest, FindsTheNth) {
  check(S.Table.Bits(BitsOp::NthSet),
        [](uint64_t A, uint64_t B, uint32_t C) -> uint64_t {
          if (B > 31)
            return 0xffffffff;
          if (C == 0)
            return A >> B & 1 ? B : 0xffffffff;
          bool IsBack = C >> 31;
          uint64_t Left = IsBack ? uint32_t(-C) : C;
          for (int I = int(B); I >= 0 && I < 32; I += IsBack ? -1 : 1)
            if (A >> I & 1 && --Left == 0)
              return unsigned(I);
          return 0xffffffff;
        });
}

TEST_P(BitsTest, PairsOfHalves) {
  for (unsigned Case = 0; Case != 6; ++Case) {
    auto Kind = HalvesKind(Case / 2);
    bool IsSigned = Case & 1;
    S.I.Sub[0] = uint8_t(Kind);
    S.I.Flags = IsSigned ? Signed : 0;
    check(S.Table.Bits(BitsOp::Halves), [&](uint64_t A, uint64_t B, uint32_t) {
      uint32_t Result = 0;
      for (unsigned Place : {0, 16}) {
        int X = IsSigned ? int16_t(A >> Place) : uint16_t(A >> Place);
        int Y = IsSigned ? int16_t(B >> Place) : uint16_t(B >> Place);
        int V = Kind == HalvesKind::Add   ? X + Y
                : Kind == HalvesKind::Min ? std::min(X, Y)
                                          : std::max(X, Y);
        Result |= uint32_t(uint16_t(V)) << Place;
      }
      return Result;
    });
  }
}

INSTANTIATE_TEST_SUITE_P(All, BitsTest, testing::ValuesIn(supportedIsas()));

} // namespace
