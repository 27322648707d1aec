//===- VoteLockTest.cpp - vote, locks, 64-bit atomics ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HandProgram.h"
#include "SingleInst.h"
#include "heddle/ABI/IntegerOps.inc"
#include "heddle/ABI/MemoryOps.inc"
#include "heddle/ABI/MoveOps.inc"
#include "heddle/Machine/FlowKind.h"
#include "gtest/gtest.h"
#include <cstring>
#include <map>

using namespace heddle::sm;
using namespace heddle::sm::test;

namespace {

class VoteLockTest : public testing::TestWithParam<HostIsa> {};

TEST_P(VoteLockTest, VoteCountsActiveLanesOnly) {
  SingleInst S(GetParam());
  Random R(3);
  // Condition 2: Z and not S.
  S.I.Sub[0] = 0x02;
  for (unsigned Round = 0; Round != 4000; ++Round) {
    uint32_t Mask = Round % 3 ? R.next() : AllLanes;
    uint32_t Zero = Round % 2 ? R.next() : Round % 4 ? Mask : ~Mask;
    if (!Mask)
      continue;
    for (bool All : {false, true}) {
      for (unsigned B = 0; B != 4; ++B)
        S.L.Condition[0][B] = B == BitZ ? Zero : 0;
      S.I.Sub[1] = All;
      ASSERT_TRUE(S.run(S.Table.Move(MoveOp::Vote), Mask));
      bool Want = All;
      for (unsigned N = 0; N != Lanes; ++N)
        if (Mask >> N & 1)
          Want = All ? Want && (Zero >> N & 1) : Want || (Zero >> N & 1);
      for (unsigned N = 0; N != Lanes; ++N)
        if (Mask >> N & 1)
          ASSERT_EQ(S.condition(N), Want ? 2u : 1u);
        else
          ASSERT_EQ(S.condition(N), Zero >> N & 1 ? 1u : 0u);
    }
  }
}

/// Every thread adds its tid to one of \p Words words of s[] under a lock.
void addUnderLocks(HostIsa Isa, unsigned Threads, unsigned Words) {
  HandProgram H(16, Isa);
  heddle::abi::Address Address = llvm::cantFail(H.Memory.allocate(64, "sums"));
  H.Kernel.Info.SharedBytes = H.Kernel.Info.DynamicSharedOffset = 0x60;
  // $r1 := tid % Words, $a1 := 4 * $r1
  DecodedInst &Mod = H.add(IntegerOp::Logic32);
  Mod.Src[0].Row = 0;
  Mod.Src[1] = H.constant(Words - 1);
  Mod.Sub[0] = LogicAnd;
  Mod.DstRow = 1;
  DecodedInst &Shift = H.add(MoveOp::ShlAddress);
  Shift.Src[0].Row = 1;
  Shift.Sub[0] = 1;
  Shift.Imm = 2;
  uint32_t JoinAt = H.here();
  H.flow(FlowKind::BreakAt);
  uint32_t Loop = H.here();
  auto Shared = [&](MemoryOp Op) -> DecodedInst & {
    DecodedInst &I = H.add(Op);
    I.Sub[0] = 1;
    I.Sub[1] = uint8_t(MemType::B32);
    I.Imm = 0x20;
    return I;
  };
  DecodedInst &Lock = Shared(MemoryOp::LockShared);
  Lock.DstRow = 2;
  // Where the lock was got, $c0 is not zero.
  DecodedInst &Add = H.add(IntegerOp::Add32);
  Add.Src[0].Row = 2;
  Add.Src[1].Row = 0;
  Add.DstRow = 2;
  DecodedInst &Unlock = Shared(MemoryOp::UnlockShared);
  Unlock.Src[1].Row = 2;
  Unlock.Cond = 0x05;
  H.flow(FlowKind::Break).Cond = 0x05;
  H.flow(FlowKind::Branch, Loop);
  H.P.Code[JoinAt].Target = H.here();
  H.flow(FlowKind::Barrier);
  // Thread n stores word n.
  DecodedInst &Load = Shared(MemoryOp::LoadShared);
  Load.DstRow = 2;
  H.mov(3, Address.chipWord());
  DecodedInst &Scale = H.add(IntegerOp::Shl32);
  Scale.Src[0].Row = 1;
  Scale.Src[1] = H.constant(2);
  Scale.DstRow = 1;
  DecodedInst &Sum = H.add(IntegerOp::Add32);
  Sum.Src[0].Row = 3;
  Sum.Src[1].Row = 1;
  Sum.DstRow = 3;
  H.storeGlobal(3, 2);
  H.exit();
  LaunchResult R = H.run({1, 1, 1}, {Threads, 1, 1});
  ASSERT_FALSE(R.TheFault) << R.TheFault->toText();
  for (unsigned W = 0; W != Words; ++W) {
    uint32_t Want = 0, Got;
    for (unsigned N = W; N < Threads; N += Words)
      Want += N;
    std::memcpy(&Got, H.Memory.bytes(Address).data() + W * 4, 4);
    EXPECT_EQ(Got, Want) << "word " << W << " of " << Words;
  }
}

TEST_P(VoteLockTest, LocksLetEveryLaneThrough) {
  for (unsigned Words : {1u, 2u, 8u})
    for (unsigned Threads : {1u, 32u, 100u, 512u})
      addUnderLocks(GetParam(), Threads, Words);
}

TEST_P(VoteLockTest, OneLaneOfAWarpGetsOneWord) {
  SingleInst S(GetParam());
  alignas(4) uint8_t Memory[64] = {};
  uint32_t Locks[2] = {NoLock, NoLock};
  S.L.Shared = Memory;
  S.L.SharedBytes = sizeof(Memory);
  S.L.Locks = Locks;
  S.L.NumWarps = 2;
  S.L.WarpIndex = 1;
  S.I.Sub[0] = 1;
  S.I.Sub[1] = uint8_t(MemType::B32);
  S.I.Src[1].Row = 1;
  for (unsigned N = 0; N != Lanes; ++N)
    S.L.AddressRegs[1][N] = N / 8 * 4;
  auto Lock = [&] {
    EXPECT_TRUE(S.run(S.Table.Memory(MemoryOp::LockShared)));
    return S.L.Condition[0][BitS];
  };
  // The other warp has word 0: lanes 0 to 7 cannot have it.
  Locks[0] = 0;
  EXPECT_EQ(Lock(), 1u << 8);
  EXPECT_EQ(S.L.Condition[0][BitZ], ~(1u << 8));
  EXPECT_EQ(Locks[1], 4u);
  // It holds a word now, and gets no second one, nor the same again.
  EXPECT_EQ(Lock(), 0u);
  S.row(1).fill(77);
  ASSERT_TRUE(S.run(S.Table.Memory(MemoryOp::UnlockShared), 1u << 8));
  EXPECT_EQ(Locks[1], NoLock);
  EXPECT_EQ(Memory[4], 77);
  Locks[0] = NoLock;
  EXPECT_EQ(Lock(), 1u);
}

uint64_t judgeAtomic(AtomicKind Kind, uint64_t Old, uint64_t B, uint64_t C) {
  if (Kind == AtomicKind::Add)
    return Old + B;
  if (Kind == AtomicKind::Exchange)
    return B;
  return Old == B ? C : Old;
}

TEST_P(VoteLockTest, WideAtomicsTakeLanesInTurn) {
  SingleInst S(GetParam());
  alignas(64) static uint8_t Memory[256];
  S.L.FindGlobal = [](const void *, uint32_t) {
    return Window{0x10000, sizeof(Memory), Memory};
  };
  // Rows: 0 address, 2 operand, 6 what cas stores, 8 result.
  S.I.Src[1].Row = 2;
  S.I.Src[2].Row = 6;
  S.I.DstRow = 8;
  S.I.Sub[1] = uint8_t(MemType::B64);
  Random R(9);
  auto Wide = [&](unsigned Row, unsigned N) {
    return uint64_t(S.row(Row + 1)[N]) << 32 | S.row(Row)[N];
  };
  for (unsigned Round = 0; Round != 12000; ++Round) {
    AtomicKind Kind = AtomicKind(Round % 3);
    S.I.Sub[0] = uint8_t(Kind);
    std::map<uint32_t, uint64_t> Want;
    for (unsigned N = 0; N != Lanes; ++N) {
      S.row(0)[N] = 0x10000 + R.next() % 8 * 8;
      // Few values, so that comparisons succeed.
      for (unsigned Row : {2u, 3u, 6u, 7u})
        S.row(Row)[N] = R.next() % 2 ? 0 - (R.next() & 1) : R.next() & 3;
    }
    for (uint32_t A = 0; A != 64; A += 8)
      std::memcpy(&Want[0x10000 + A], Memory + A, 8);
    uint32_t Mask = Round & 1 ? AllLanes : R.next();
    ASSERT_TRUE(S.run(S.Table.Memory(MemoryOp::Atomic), Mask));
    for (unsigned N = 0; N != Lanes; ++N) {
      if (!(Mask >> N & 1))
        continue;
      uint64_t &Word = Want[S.row(0)[N]];
      ASSERT_EQ(Wide(8, N), Word);
      Word = judgeAtomic(Kind, Word, Wide(2, N), Wide(6, N));
    }
    for (auto [Address, Value] : Want) {
      uint64_t Got;
      std::memcpy(&Got, Memory + (Address - 0x10000), 8);
      ASSERT_EQ(Got, Value);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(HostIsas, VoteLockTest,
                         testing::ValuesIn(supportedIsas()));

} // namespace
