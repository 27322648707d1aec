//===- WideTest.cpp - 64-bit integers against a scalar model --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each operation on pairs, on every host ISA, with special and random operands,
// against one written with the compiler's 128-bit integers.
//
//===----------------------------------------------------------------------===//

#include "SingleInst.h"
#include "heddle/ABI/WideOps.inc"
#include "heddle/SM/Handlers.h"
#include "gtest/gtest.h"
#include <iterator>

namespace heddle::sm::test {
namespace {

using U128 = unsigned __int128;
using S128 = __int128;

/// Operands of one lane.
struct Pairs {
  uint64_t A, B, C;
};

S128 extended(uint64_t V, bool IsSigned) {
  return IsSigned ? S128(int64_t(V)) : S128(V);
}
S128 extendedWord(uint64_t V, bool IsSigned) {
  return IsSigned ? S128(int32_t(V)) : S128(uint32_t(V));
}

uint64_t judgeShift(const DecodedInst &I, uint64_t V, uint32_t Count,
                    bool Right) {
  if (!Right)
    return Count < 64 ? V << Count : 0;
  // Beyond the width there are only copies of the sign, or zeros.
  S128 Wide = extended(V, I.has(Signed));
  return uint64_t(Wide >> (Count < 64 ? Count : 64));
}

bool judgeSet(const DecodedInst &I, const Pairs &P) {
  S128 X = extended(P.A, I.has(Signed)), Y = extended(P.B, I.has(Signed));
  return (I.Sub[0] & CmpLess && X < Y) || (I.Sub[0] & CmpEqual && X == Y) ||
         (I.Sub[0] & CmpGreater && X > Y);
}

uint64_t judge(WideOp Op, const DecodedInst &I, const Pairs &P) {
  bool IsSigned = I.has(Signed);
  S128 X = extended(P.A, IsSigned), Y = extended(P.B, IsSigned);
  S128 Product = extendedWord(P.A, IsSigned) * extendedWord(P.B, IsSigned);
  switch (Op) {
  case WideOp::Add:
    return P.A + P.B;
  case WideOp::Sub:
    return P.A - P.B;
  case WideOp::Logic:
    switch (LogicKind(I.Sub[0])) {
    case LogicAnd:
      return P.A & P.B;
    case LogicOr:
      return P.A | P.B;
    case LogicXor:
      return P.A ^ P.B;
    case LogicMov2:
      return P.B;
    }
    break;
  case WideOp::Shl:
    return judgeShift(I, P.A, uint32_t(P.B), false);
  case WideOp::Shr:
    return judgeShift(I, P.A, uint32_t(P.B), true);
  case WideOp::Set:
    return judgeSet(I, P) ? uint32_t(-1) : 0;
  case WideOp::Min:
    return uint64_t(X < Y ? X : Y);
  case WideOp::Max:
    return uint64_t(X < Y ? Y : X);
  case WideOp::Mul:
    return uint64_t(U128(P.A) * P.B);
  case WideOp::MulHigh:
    return IsSigned ? uint64_t(X * Y >> 64) : uint64_t(U128(P.A) * P.B >> 64);
  case WideOp::Mad:
    return uint64_t(Product) + P.C;
  case WideOp::MulWords:
    return uint64_t(Product);
  case WideOp::Counter: // no arithmetic: test/Tx1
    break;
  }
  return 0;
}

uint64_t operand(Random &R) {
  static constexpr uint64_t Special[] = {
      0,          1,          2,          31,          32,         33,
      63,         64,         65,         0x7fffffff,  0x80000000, 0xffffffff,
      1ull << 32, 1ull << 63, ~0ull >> 1, ~0ull << 32, ~0ull,      ~1ull};
  uint32_t Kind = R.next() % 4;
  uint64_t V = uint64_t(R.next()) << 32 | R.next();
  if (Kind == 0)
    return Special[V % std::size(Special)];
  if (Kind == 1)
    return uint64_t(int64_t(V) >> 32);
  return Kind == 2 ? V & 0x7f : V;
}

void setPair(SingleInst &S, unsigned Row, unsigned Lane, uint64_t V) {
  S.row(Row)[Lane] = uint32_t(V);
  S.row(Row + 1)[Lane] = uint32_t(V >> 32);
}

class WideTest : public testing::TestWithParam<HostIsa> {};

void runOnce(SingleInst &S, WideOp Op, Random &R) {
  constexpr unsigned A = 0, B = 2, C = 6, Dst = SingleInst::Dst;
  S.I.Src[0].Row = A;
  S.I.Src[1].Row = B;
  S.I.Src[2].Row = C;
  S.I.Flags = uint16_t(WritesCondition | (R.next() & 1 ? Signed : 0));
  S.I.Sub[0] = uint8_t(R.next() % (Op == WideOp::Set ? 8 : 4));
  S.I.CCDst = 1;
  std::array<Pairs, Lanes> In;
  for (unsigned N = 0; N != Lanes; ++N) {
    In[N] = {operand(R), operand(R), operand(R)};
    if (R.next() % 8 == 0)
      In[N].B = In[N].A;
    setPair(S, A, N, In[N].A);
    setPair(S, B, N, In[N].B);
    setPair(S, C, N, In[N].C);
    setPair(S, Dst, N, 0x1122334455667788);
  }
  uint32_t Mask = R.next() & 1 ? AllLanes : R.next();
  ASSERT_TRUE(S.run(S.Table.Wide(Op), Mask));
  for (unsigned N = 0; N != Lanes; ++N) {
    bool Ran = Mask >> N & 1;
    uint64_t Expected = Ran ? judge(Op, S.I, In[N]) : 0x1122334455667788;
    ASSERT_EQ(S.row(Dst)[N], uint32_t(Expected))
        << unsigned(Op) << std::hex << ' ' << In[N].A << ' ' << In[N].B;
    // A comparison leaves one word.
    if (Op != WideOp::Set || !Ran)
      ASSERT_EQ(S.row(Dst + 1)[N], uint32_t(Expected >> 32))
          << unsigned(Op) << std::hex << ' ' << In[N].A << ' ' << In[N].B;
    if (Op != WideOp::Set || !Ran)
      continue;
    bool True = judgeSet(S.I, In[N]);
    ASSERT_EQ(S.L.Condition[1][BitS] >> N & 1, uint32_t(True));
    ASSERT_EQ(S.L.Condition[1][BitZ] >> N & 1, uint32_t(!True));
  }
}

TEST_P(WideTest, AgreesWithJudge) {
  Random R(uint64_t{300} + unsigned(GetParam()));
  SingleInst S(GetParam());
#define HEDDLE_OP(NAME) WideOp::NAME,
  for (WideOp Op : {HEDDLE_WIDE_OPS(HEDDLE_OP)})
    for (unsigned Round = 0; Op != WideOp::Counter && Round != 4000; ++Round)
      ASSERT_NO_FATAL_FAILURE(runOnce(S, Op, R));
#undef HEDDLE_OP
}

INSTANTIATE_TEST_SUITE_P(HostIsas, WideTest,
                         testing::ValuesIn(supportedIsas()));

} // namespace
} // namespace heddle::sm::test
