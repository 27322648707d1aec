//===- CounterTest.cpp - Counters against values worked out by hand -------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HandProgram.h"
#include "heddle/ABI/IntegerOps.inc"
#include "heddle/ABI/MemoryOps.inc"
#include "heddle/ABI/MoveOps.inc"
#include "heddle/Machine/AccessRules.h"
#include "heddle/Machine/FlowKind.h"
#include "heddle/Observe/TextTrace.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace heddle::sm;
using namespace heddle::sm::test;

namespace {

struct Half {
  std::array<uint64_t, HalfWarp> Address = {};
  HalfAccess access(unsigned Bytes = 4, uint32_t Mask = 0xffff) const {
    return {Address, Mask, Bytes};
  }
};

/// Lane n at \p Start + n * \p Stride.
Half strided(uint32_t Start, uint32_t Stride) {
  Half H;
  for (unsigned N = 0; N != HalfWarp; ++N)
    H.Address[N] = Start + N * Stride;
  return H;
}

/// "coalesced 32*a 64*b 128*c" of the two rules.
std::string show(const Transactions &T) {
  std::string R;
  for (auto [N, Name] :
       {std::pair(T.Of32, "x32"), {T.Of64, "x64"}, {T.Of128, "x128"}})
    if (N)
      R += (R.empty() ? "" : "+") + std::to_string(N) + Name;
  return R;
}
std::string rules(const HalfAccess &A) {
  return show(coalesce10(A)) + " | " + show(coalesce12(A));
}

TEST(AccessRules, WordsOfFourBytes) {
  EXPECT_EQ(rules(strided(0x1000, 4).access()), "1x64 | 1x64");
  // One word further, within a segment of 128 bytes and across its end.
  EXPECT_EQ(rules(strided(0x1004, 4).access()), "16x32 | 1x128");
  EXPECT_EQ(rules(strided(0x1044, 4).access()), "16x32 | 1x32+1x64");
  EXPECT_EQ(rules(strided(0x107c, 4).access()), "16x32 | 1x32+1x64");
  EXPECT_EQ(rules(strided(0x1000, 8).access()), "16x32 | 1x128");
  EXPECT_EQ(rules(strided(0x1000, 0).access()), "16x32 | 1x32");
  EXPECT_EQ(rules(strided(0x1000, 128).access()), "16x32 | 16x32");
  Half Swapped = strided(0x1000, 4);
  std::swap(Swapped.Address[3], Swapped.Address[9]);
  EXPECT_EQ(rules(Swapped.access()), "16x32 | 1x64");
  // The second half of a segment of 128 bytes.
  EXPECT_EQ(rules(strided(0x1040, 4).access()), "1x64 | 1x64");
}

/// "address+bytes" of the transactions of 1.0, and of 1.2.
std::string places10(const HalfAccess &A) {
  std::string Text;
  coalesce10(A, [&](Segment S) {
    Text += std::to_string(S.Address) + "+" + std::to_string(S.Bytes) + " ";
  });
  return Text;
}
std::string places12(const HalfAccess &A) {
  std::string Text;
  coalesce12(A, [&](Segment S) {
    Text += std::to_string(S.Address) + "+" + std::to_string(S.Bytes) + " ";
  });
  return Text;
}

TEST(AccessRules, WhereTransactionsAre) {
  EXPECT_EQ(places10(strided(4096, 4).access()), "4096+64 ");
  EXPECT_EQ(places10(strided(4096, 16).access(16)), "4096+128 4224+128 ");
  EXPECT_EQ(places10(strided(4100, 4).access(4, 0x0101)), "4096+32 4128+32 ");
  EXPECT_EQ(places10(strided(4096, 40).access(4, 0x0103)),
            "4096+32 4128+32 4416+32 ");
  EXPECT_EQ(places12(strided(4096, 4).access()), "4096+64 ");
  // The upper half of one segment, and the first part of the next.
  EXPECT_EQ(places12(strided(4164, 4).access()), "4160+64 4224+32 ");
  EXPECT_EQ(places12(strided(4096 + 96, 0).access()), "4192+32 ");
}

TEST(AccessRules, InactiveLanes) {
  Half H = strided(0x1000, 4);
  EXPECT_EQ(rules(H.access(4, 0xfffe)), "1x64 | 1x64");
  EXPECT_EQ(rules(H.access(4, 0x0010)), "1x64 | 1x32");
  H.Address[4] += 4;
  EXPECT_EQ(rules(H.access(4, 0xffef)), "1x64 | 1x64");
  EXPECT_EQ(rules(H.access(4, 0x0030)), "2x32 | 1x32");
  EXPECT_EQ(rules(H.access(4, 0)), " | ");
}

TEST(AccessRules, OtherSizes) {
  EXPECT_EQ(rules(strided(0x1000, 1).access(1)), "16x32 | 1x32");
  EXPECT_EQ(rules(strided(0x1000, 2).access(2)), "16x32 | 1x32");
  EXPECT_EQ(rules(strided(0x1010, 2).access(2)), "16x32 | 1x64");
  EXPECT_EQ(rules(strided(0x1000, 8).access(8)), "1x128 | 1x128");
  EXPECT_EQ(rules(strided(0x1040, 8).access(8)), "16x32 | 2x64");
  EXPECT_EQ(rules(strided(0x1000, 16).access(16)), "2x128 | 2x128");
  EXPECT_EQ(rules(strided(0x1080, 16).access(16)), "2x128 | 2x128");
}

TEST(AccessRules, SharedBanks) {
  // gcd(stride, 16) lanes meet in a bank.
  for (auto [Stride, Passes] : {std::pair(1u, 1u),
                                {2u, 2u},
                                {3u, 1u},
                                {4u, 4u},
                                {6u, 2u},
                                {8u, 8u},
                                {15u, 1u},
                                {16u, 16u},
                                {32u, 16u}})
    EXPECT_EQ(sharedPasses(strided(0x20, Stride * 4).access(), false), Passes)
        << Stride;
  // One address for all is broadcast; of stores to it one wins.
  EXPECT_EQ(sharedPasses(strided(0x20, 0).access(), false), 1u);
  EXPECT_EQ(sharedPasses(strided(0x20, 0).access(), true), 1u);
  // Two addresses in different banks, eight lanes each: one is broadcast.
  Half Two;
  for (unsigned N = 0; N != HalfWarp; ++N)
    Two.Address[N] = N / 8 * 4;
  EXPECT_EQ(sharedPasses(Two.access(), false), 8u);
  EXPECT_EQ(sharedPasses(Two.access(), true), 1u);
  // Bytes in a row lie four to a bank.
  EXPECT_EQ(sharedPasses(strided(0x20, 1).access(1), false), 4u);
  EXPECT_EQ(sharedPasses(strided(0x20, 2).access(2), false), 2u);
}

TEST(AccessRules, ConstantAddresses) {
  EXPECT_EQ(constPasses(strided(0, 0).access()), 1u);
  EXPECT_EQ(constPasses(strided(0, 4).access()), 16u);
  EXPECT_EQ(constPasses(strided(0, 4).access(4, 0x0101)), 2u);
}

void access(HandProgram &H, MemoryOp Op, InstClass Class, unsigned Row) {
  DecodedInst &I = H.add(Op);
  I.Class = Class;
  I.Sub[1] = uint8_t(MemType::B32);
  I.Src[0].Row = uint16_t(Row);
  I.Src[1].Row = 0;
  I.DstRow = 5;
}

/// Thread n of 64 at word n * Stride of a buffer; a load and a store.
Counters globalCounters(unsigned Stride) {
  HandProgram H;
  heddle::abi::Address Address =
      llvm::cantFail(H.Memory.allocate(1 << 16, "b"));
  DecodedInst &Scale = H.add(IntegerOp::Mul24);
  Scale.Class = InstClass::Integer;
  Scale.Src[1] = H.constant(Stride * 4);
  Scale.DstRow = 1;
  H.add32(1, 1, Address.chipWord()).Class = InstClass::Integer;
  access(H, MemoryOp::LoadGlobal, InstClass::GlobalLoad, 1);
  access(H, MemoryOp::StoreGlobal, InstClass::GlobalStore, 1);
  H.exit();
  LaunchResult R = H.count({1, 1, 1}, {64, 1, 1});
  EXPECT_FALSE(R.TheFault);
  return R.Stats.Counted.value();
}

TEST(Counters, CoalescedAndStridedAccesses) {
  Counters One = globalCounters(1);
  EXPECT_EQ(One[CounterId::Ctas], 1u);
  EXPECT_EQ(One[CounterId::Warps], 2u);
  EXPECT_EQ(One[CounterId::Issued], 10u);
  EXPECT_EQ(One[CounterId::IssuedInteger], 4u);
  EXPECT_EQ(One[CounterId::IssuedGlobal], 4u);
  EXPECT_EQ(One[CounterId::GlobalLoads], 4u);
  EXPECT_EQ(One[CounterId::GlobalLoadBytes], 256u);
  EXPECT_EQ(One[CounterId::GlobalLoadCoherent10], 4u);
  EXPECT_EQ(One[CounterId::GlobalLoadIncoherent10], 0u);
  EXPECT_EQ(One[CounterId::GlobalLoadTransactions10], 4u);
  EXPECT_EQ(One[CounterId::GlobalLoadMoved10], 256u);
  EXPECT_EQ(One[CounterId::GlobalLoad64], 4u);
  EXPECT_EQ(One[CounterId::GlobalStore64], 4u);
  EXPECT_EQ(One[CounterId::GlobalStoreMoved12], 256u);
  EXPECT_DOUBLE_EQ(One.laneEfficiency(), 1);
  Counters Far = globalCounters(32);
  EXPECT_EQ(Far[CounterId::GlobalLoadCoherent10], 0u);
  EXPECT_EQ(Far[CounterId::GlobalLoadIncoherent10], 4u);
  EXPECT_EQ(Far[CounterId::GlobalStoreTransactions10], 64u);
  EXPECT_EQ(Far[CounterId::GlobalStoreMoved10], 64u * 32);
  EXPECT_EQ(Far[CounterId::GlobalLoad32], 64u);
  EXPECT_EQ(Far[CounterId::GlobalLoadMoved12], 64u * 32);
  EXPECT_EQ(Far[CounterId::GlobalLoadBytes], 256u);
}

/// Thread n of 32 loads shared word n * Stride.
Counters sharedCounters(unsigned Stride) {
  HandProgram H;
  H.Kernel.Info.SharedBytes = H.Kernel.Info.DynamicSharedOffset = 0x2000;
  DecodedInst &Scale = H.add(IntegerOp::Mul24);
  Scale.Src[1] = H.constant(Stride * 4);
  Scale.DstRow = 1;
  DecodedInst &Address = H.add(MoveOp::ShlAddress);
  Address.Src[0].Row = 1;
  Address.Sub[0] = 1;
  access(H, MemoryOp::LoadShared, InstClass::SharedLoad, 0);
  H.P.Code.back().Sub[0] = 1;
  H.exit();
  LaunchResult R = H.count({1, 1, 1}, {32, 1, 1});
  EXPECT_FALSE(R.TheFault);
  return R.Stats.Counted.value();
}

TEST(Counters, BankConflicts) {
  for (auto [Stride, Passes] : {std::pair(0u, 1u),
                                {1u, 1u},
                                {2u, 2u},
                                {4u, 4u},
                                {8u, 8u},
                                {16u, 16u},
                                {17u, 1u}}) {
    Counters C = sharedCounters(Stride);
    EXPECT_EQ(C[CounterId::SharedAccesses], 2u);
    EXPECT_EQ(C[CounterId::SharedConflicts], 2 * (Passes - 1)) << Stride;
    EXPECT_EQ(C[CounterId::WarpSerialize], Passes > 1) << Stride;
    EXPECT_EQ(C[CounterId::IssuedShared], 1u);
  }
}

/// if (tid < 16) three instructions, else three; then a join.
void equalBranches(HandProgram &H, unsigned Each) {
  H.flow(FlowKind::JoinAt).Class = InstClass::Control;
  H.compare(CmpLess, 0, 16);
  DecodedInst &Branch = H.branchIf(NoTarget);
  Branch.Class = InstClass::Control;
  uint32_t BranchAt = H.here() - 1;
  for (unsigned N = 0; N != Each; ++N)
    H.nop();
  DecodedInst &Jump = H.flow(FlowKind::Branch);
  Jump.Class = InstClass::Control;
  uint32_t JumpAt = H.here() - 1;
  H.P.Code[BranchAt].Target = H.here();
  for (unsigned N = 0; N != Each; ++N)
    H.nop();
  uint32_t Join = H.here();
  H.P.Code[0].Target = H.P.Code[JumpAt].Target = Join;
  H.join();
  H.exit();
}

TEST(Counters, EqualBranchesAreHalfEfficient) {
  HandProgram H;
  equalBranches(H, 1000);
  LaunchResult R = H.count({1, 1, 1}, {32, 1, 1});
  ASSERT_FALSE(R.TheFault) << R.TheFault->toText();
  const Counters &C = R.Stats.Counted.value();
  EXPECT_EQ(C[CounterId::Branches], 2u);
  EXPECT_EQ(C[CounterId::DivergentBranches], 1u);
  EXPECT_EQ(C[CounterId::Reconvergences], 1u);
  EXPECT_EQ(C[CounterId::StackDepth], 2u);
  // Whole warps: joinat, set, bra, the join at last, exit. Halves: 2 * 1000,
  // the jump, and the join that found the other path.
  EXPECT_EQ(C[CounterId::Issued], 5u + 2000 + 2);
  EXPECT_EQ(C[CounterId::ActiveLanes], 5u * 32 + 2002 * 16);
  EXPECT_NEAR(C.laneEfficiency(), 0.5, 0.002);
  // Statistics or not, the launch counts the same.
  EXPECT_EQ(R.Stats.WarpInstructions, C[CounterId::Issued]);
  EXPECT_EQ(R.Stats.ThreadInstructions, C[CounterId::ActiveLanes]);
  LaunchResult Plain = H.run({1, 1, 1}, {32, 1, 1});
  EXPECT_EQ(Plain.Stats.WarpInstructions, R.Stats.WarpInstructions);
  EXPECT_EQ(Plain.Stats.ThreadInstructions, R.Stats.ThreadInstructions);
  EXPECT_FALSE(Plain.Stats.Counted);
}

TEST(Counters, AtomicsLocalMemoryAndBarriers) {
  HandProgram H;
  H.Kernel.Info.LocalBytes = 16;
  heddle::abi::Address Address = llvm::cantFail(H.Memory.allocate(64, "b"));
  H.mov(1, Address.chipWord());
  access(H, MemoryOp::Atomic, InstClass::Atomic, 1);
  access(H, MemoryOp::StoreLocal, InstClass::LocalStore, 0);
  access(H, MemoryOp::LoadLocal, InstClass::LocalLoad, 0);
  H.flow(FlowKind::Barrier).Class = InstClass::Barrier;
  H.exit();
  LaunchResult R = H.count({3, 1, 1}, {64, 1, 1});
  ASSERT_FALSE(R.TheFault) << R.TheFault->toText();
  const Counters &C = R.Stats.Counted.value();
  EXPECT_EQ(C[CounterId::Ctas], 3u);
  EXPECT_EQ(C[CounterId::Atomics], 192u);
  EXPECT_EQ(C[CounterId::AtomicCollisions], 6u * 31);
  EXPECT_EQ(C[CounterId::LocalStores], 6u);
  EXPECT_EQ(C[CounterId::LocalLoads], 6u);
  EXPECT_EQ(C[CounterId::LocalBytes], 2u * 192 * 4);
  EXPECT_EQ(C[CounterId::IssuedBarrier], 6u);
  EXPECT_EQ(C[CounterId::Barriers], 3u);
}

TEST(Counters, ClassesAddUp) {
  Counters C = globalCounters(3);
  uint64_t Sum = 0;
  for (unsigned N = unsigned(CounterId::IssuedMove);
       N <= unsigned(CounterId::IssuedBarrier); ++N)
    Sum += C[CounterId(N)];
  EXPECT_EQ(Sum, C[CounterId::Issued]);
}

TEST(Trace, MasksOfTheLecturesExample) {
  // Four lanes: 1111, then 0011 fall through and 1100 wait.
  HandProgram H;
  H.flow(FlowKind::JoinAt);
  H.compare(CmpLess, 0, 2);
  H.branchIf(5);
  H.nop();
  H.flow(FlowKind::Branch, 6);
  H.nop();
  H.join();
  H.exit();
  H.P.Code[0].Target = 6;
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  TraceOptions Options;
  Options.Lanes = 4;
  TextTrace Trace(OS, Options);
  LaunchConfig C;
  C.Observers = {&Trace};
  ASSERT_FALSE(H.run({1, 1, 1}, {4, 1, 1}, C).TheFault);
  std::string Masks;
  llvm::SmallVector<llvm::StringRef, 16> Lines;
  llvm::StringRef(Text).split(Lines, '\n', -1, false);
  for (llvm::StringRef L : Lines)
    Masks += L.substr(L.find("0x") + 8, 4).str() + ' ';
  EXPECT_EQ(Masks, "1111 1111 1111 0011 0011 0011 1100 1111 1111 ") << Text;
  EXPECT_NE(Text.find("diverges: 1100 taken"), std::string::npos) << Text;
  EXPECT_NE(Text.find("waits for another path"), std::string::npos) << Text;
}

TEST(Trace, IsBounded) {
  HandProgram H;
  for (unsigned N = 0; N != 50; ++N)
    H.nop();
  H.exit();
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  TraceOptions Options;
  Options.MaxLines = 7;
  Options.Warp = 1;
  TextTrace Trace(OS, Options);
  LaunchConfig C;
  C.Observers = {&Trace};
  ASSERT_FALSE(H.run({2, 1, 1}, {64, 1, 1}, C).TheFault);
  EXPECT_EQ(llvm::StringRef(Text).count('\n'), 8u);
  EXPECT_TRUE(llvm::StringRef(Text).ends_with("stopped after 7 lines\n"));
  EXPECT_EQ(llvm::StringRef(Text).count("warp 0"), 0u);
}

} // namespace
