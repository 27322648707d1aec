//===- ScheduleTest.cpp - Orders of warps and CTAs, host threads ----------===//
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
#include "heddle/Machine/Cta.h"
#include "heddle/Machine/FlowKind.h"
#include "heddle/Machine/Observer.h"
#include "gtest/gtest.h"
#include <cstring>

using namespace heddle::sm;
using namespace heddle::sm::test;

namespace {

std::vector<LaunchConfig> orders() {
  std::vector<LaunchConfig> R;
  for (unsigned Threads : {1u, 2u, 5u}) {
    LaunchConfig C;
    C.HostThreads = Threads;
    R.push_back(C);
    C.Order = Schedule::Oldest;
    R.push_back(C);
    C.Order = Schedule::Random;
    for (C.Seed = 0; C.Seed != 8; ++C.Seed)
      R.push_back(C);
  }
  return R;
}

/// $r1 := address of the thread's word in a buffer of one word a thread.
heddle::abi::Address threadAddress(HandProgram &H, unsigned Ctas,
                                   unsigned Threads) {
  heddle::abi::Address Address =
      llvm::cantFail(H.Memory.allocate(Ctas * Threads * 4, "out"));
  DecodedInst &Cta = H.add(IntegerOp::Mul24);
  Cta.Src[0].Row = H.P.scratchRow(0);
  Cta.Src[1] = H.constant(Threads);
  Cta.DstRow = 1;
  Cta.Mem[0].Space = MemoryOperand::Shared;
  Cta.Mem[0].Type = MemType::U16;
  Cta.Mem[0].Offset = 0x0c;
  Cta.Mem[0].Row = H.P.scratchRow(0);
  DecodedInst &Sum = H.add(IntegerOp::Add32);
  Sum.Src[0].Row = 1;
  Sum.Src[1].Row = 0;
  Sum.DstRow = 1;
  DecodedInst &Scale = H.add(IntegerOp::Shl32);
  Scale.Src[0].Row = 1;
  Scale.Src[1] = H.constant(2);
  Scale.DstRow = 1;
  H.add32(1, 1, Address.chipWord());
  return Address;
}

/// s[0x20 + tid * 4] := tid; barrier; out[thread] := s[0x20 + (n-1-tid) * 4],
/// many times over.
TEST(Schedule, RaceFreeKernelsDoNotSeeIt) {
  constexpr unsigned Ctas = 9, Threads = 128;
  std::vector<uint8_t> First;
  for (const LaunchConfig &C : orders()) {
    HandProgram H;
    H.Kernel.Info.SharedBytes = H.Kernel.Info.DynamicSharedOffset =
        0x20 + Threads * 4;
    heddle::abi::Address Address = threadAddress(H, Ctas, Threads);
    H.mov(2, 7);
    DecodedInst &Forward = H.add(MoveOp::ShlAddress);
    Forward.Sub[0] = 1;
    Forward.Imm = 2;
    DecodedInst &Back = H.add(IntegerOp::Add32);
    Back.Src[0].Row = 0;
    Back.Src[1] = H.constant(Threads - 1);
    Back.Invert[0] = ~0u;
    Back.Imm = 1;
    Back.DstRow = 3;
    DecodedInst &Backward = H.add(MoveOp::ShlAddress);
    Backward.Src[0].Row = 3;
    Backward.Sub[0] = 2;
    Backward.Imm = 2;
    auto Shared = [&](MemoryOp Op, unsigned Register) -> DecodedInst & {
      DecodedInst &I = H.add(Op);
      I.Sub[0] = uint8_t(Register);
      I.Sub[1] = uint8_t(MemType::B32);
      I.Imm = 0x20;
      return I;
    };
    for (unsigned Step = 0; Step != 20; ++Step) {
      H.add32(2, 2, Step).Src[1].Row = 0;
      H.P.Code.back().Src[1].Base = WarpRows;
      Shared(MemoryOp::StoreShared, 1).Src[1].Row = 2;
      H.flow(FlowKind::Barrier);
      Shared(MemoryOp::LoadShared, 2).DstRow = 2;
      H.flow(FlowKind::Barrier);
    }
    H.storeGlobal(1, 2);
    H.exit();
    LaunchResult R = H.run({Ctas, 1, 1}, {Threads, 1, 1}, C);
    ASSERT_FALSE(R.TheFault) << R.TheFault->toText();
    llvm::ArrayRef<uint8_t> Bytes = H.Memory.bytes(Address);
    if (First.empty())
      First = Bytes.vec();
    ASSERT_TRUE(Bytes == llvm::ArrayRef<uint8_t>(First))
        << "schedule " << unsigned(C.Order) << " seed " << C.Seed << " threads "
        << C.HostThreads;
  }
}

/// Threads of all CTAs count in one word.
TEST(Schedule, AtomicsOfHostThreadsAreAtomic) {
  for (const LaunchConfig &C : orders()) {
    HandProgram H;
    heddle::abi::Address Address =
        llvm::cantFail(H.Memory.allocate(256, "sum"));
    H.mov(1, Address.chipWord());
    H.mov(2, 1);
    for (unsigned N = 0; N != 16; ++N) {
      DecodedInst &I = H.add(MemoryOp::Atomic);
      I.Src[0].Row = 1;
      I.Src[1].Row = 2;
      I.Sub[0] = uint8_t(AtomicKind::Add);
      I.Sub[1] = uint8_t(MemType::B32);
      I.DstRow = H.P.scratchRow(BucketRow);
    }
    H.exit();
    LaunchResult R = H.run({40, 1, 1}, {256, 1, 1}, C);
    ASSERT_FALSE(R.TheFault);
    uint32_t Sum;
    std::memcpy(&Sum, H.Memory.bytes(Address).data(), 4);
    ASSERT_EQ(Sum, 40u * 256 * 16);
  }
}

/// Thread 0 of CTA 0 waits until a later CTA has stored to a word.
TEST(Schedule, CtasMayWaitForLaterOnes) {
  for (const LaunchConfig &C : orders()) {
    HandProgram H;
    heddle::abi::Address Address =
        llvm::cantFail(H.Memory.allocate(256, "flag"));
    H.mov(1, Address.chipWord());
    DecodedInst &Cta = H.add(MoveOp::Mov32);
    Cta.Src[0].Row = H.P.scratchRow(0);
    Cta.DstRow = 2;
    Cta.Mem[0].Space = MemoryOperand::Shared;
    Cta.Mem[0].Type = MemType::U16;
    Cta.Mem[0].Offset = 0x0c;
    Cta.Mem[0].Row = H.P.scratchRow(0);
    H.compare(CmpEqual, 2, 0);
    uint32_t ToWait = H.here();
    H.branchIf(NoTarget);
    H.storeGlobal(1, 2);
    H.exit();
    uint32_t Wait = H.here();
    H.P.Code[ToWait].Target = Wait;
    DecodedInst &Load = H.add(MemoryOp::LoadGlobal);
    Load.Src[0].Row = 1;
    Load.Sub[1] = uint8_t(MemType::B32);
    Load.DstRow = 3;
    H.compare(CmpEqual, 3, 0);
    H.branchIf(Wait);
    H.exit();
    LaunchResult R = H.run({3, 1, 1}, {1, 1, 1}, C, uint64_t(1) << 32);
    ASSERT_FALSE(R.TheFault) << R.TheFault->toText();
  }
}

/// CTAs of which each takes longer than the one before. Host threads take parts
/// of what a launch may issue, and give back what they do not need.
TEST(Schedule, ALimitIsReachedWhereAllIsIssued) {
  auto Run = [](const LaunchConfig &C, uint64_t Limit) {
    HandProgram H;
    DecodedInst &Rounds = H.add(IntegerOp::Mul24);
    Rounds.Src[0].Row = H.P.scratchRow(0);
    Rounds.Src[1] = H.constant(1000);
    Rounds.DstRow = 1;
    Rounds.Mem[0].Space = MemoryOperand::Shared;
    Rounds.Mem[0].Type = MemType::U16;
    Rounds.Mem[0].Offset = 0x0c;
    Rounds.Mem[0].Row = H.P.scratchRow(0);
    H.add32(1, 1, 1);
    uint32_t Loop = H.here();
    H.add32(1, 1, ~0u);
    H.compare(CmpGreater, 1, 0);
    H.branchIf(Loop);
    H.exit();
    return H.run({9, 1, 1}, {32, 1, 1}, C, Limit);
  };
  // 36 times 1000 rounds, and one more each, of three instructions.
  constexpr uint64_t Needed = 36 * 1000 * 3 + 9 * (3 + 3);
  for (const LaunchConfig &C : orders()) {
    LaunchResult Enough = Run(C, Needed);
    ASSERT_FALSE(Enough.TheFault) << Enough.TheFault->toText();
    EXPECT_EQ(Enough.Stats.WarpInstructions, Needed);
    LaunchResult Less = Run(C, Needed - 1);
    ASSERT_TRUE(Less.TheFault);
    EXPECT_EQ(Less.TheFault->Kind, FaultKind::InstructionLimit);
    EXPECT_EQ(Less.Stats.WarpInstructions, Needed - 1);
  }
}

TEST(Schedule, TheFirstFaultIsReportedWhateverTheThreads) {
  for (const LaunchConfig &C : orders()) {
    HandProgram H;
    // CTA n stores at 100000 + n, which nobody owns: all fault.
    heddle::abi::Address Address = threadAddress(H, 1, 1);
    (void)Address;
    H.add32(1, 1, 100000);
    H.storeGlobal(1, 0);
    H.exit();
    LaunchResult R = H.run({50, 1, 1}, {1, 1, 1}, C);
    ASSERT_TRUE(R.TheFault);
    EXPECT_EQ(R.TheFault->Kind, FaultKind::OobGlobal);
    EXPECT_EQ(R.TheFault->Block[0], 0u);
  }
}

/// CTAs from 997 on store behind the buffer; host threads take several CTAs of
/// a large grid at a time.
TEST(Schedule, TheFirstFaultOfALargeGridIsReported) {
  for (const LaunchConfig &C : orders()) {
    HandProgram H;
    threadAddress(H, 997, 1);
    H.storeGlobal(1, 0);
    H.exit();
    LaunchResult R = H.run({4000, 1, 1}, {1, 1, 1}, C);
    ASSERT_TRUE(R.TheFault);
    EXPECT_EQ(R.TheFault->Kind, FaultKind::OobGlobal);
    EXPECT_EQ(R.TheFault->Block[0], 997u);
  }
}

TEST(Schedule, LimitEndsSpinningOnAnyNumberOfThreads) {
  for (const LaunchConfig &C : orders()) {
    HandProgram H;
    H.flow(FlowKind::Branch, 0);
    H.exit();
    LaunchResult R = H.run({8, 1, 1}, {64, 1, 1}, C, 100000);
    ASSERT_TRUE(R.TheFault);
    EXPECT_EQ(R.TheFault->Kind, FaultKind::InstructionLimit);
    EXPECT_LE(R.Stats.WarpInstructions, 100000u);
  }
}

TEST(Schedule, CountersDoNotDependOnIt) {
  std::optional<Counters> First;
  for (const LaunchConfig &C : orders()) {
    HandProgram H;
    threadAddress(H, 8, 96);
    H.storeGlobal(1, 0);
    H.P.Code.back().Class = InstClass::GlobalStore;
    H.flow(FlowKind::Barrier).Class = InstClass::Barrier;
    H.exit();
    LaunchResult R = H.count({8, 1, 1}, {96, 1, 1}, C);
    ASSERT_FALSE(R.TheFault);
    if (!First)
      First = R.Stats.Counted;
    for (const CounterInfo &Info : CounterTable)
      ASSERT_EQ((*R.Stats.Counted)[Info.Id], (*First)[Info.Id]) << Info.Name;
  }
}

/// Takes the CTA that started last.
class LastFirst final : public CtaPicker {
public:
  size_t next(llvm::ArrayRef<const Cta *> InProgress) override {
    Most = std::max(Most, InProgress.size());
    ++Turns;
    return InProgress.size() - 1;
  }
  size_t Most = 0, Turns = 0;
};

class EndsOfCtas final : public Observer {
public:
  void endCta(const Cta &C) override { Numbers.push_back(C.number()); }
  std::vector<uint64_t> Numbers;
};

TEST(Schedule, ACtaPickerSaysWhoRuns) {
  HandProgram H;
  H.nop();
  H.flow(FlowKind::Barrier);
  H.nop();
  H.exit();
  for (Schedule Order :
       {Schedule::RoundRobin, Schedule::Oldest, Schedule::Random}) {
    LastFirst Picker;
    EndsOfCtas Ends;
    LaunchConfig C;
    C.Order = Order;
    C.HostThreads = 4;
    C.Ctas = &Picker;
    C.Observers.push_back(&Ends);
    LaunchResult R = H.run({6, 1, 1}, {64, 1, 1}, C);
    ASSERT_FALSE(R.TheFault) << R.TheFault->toText();
    EXPECT_EQ(Picker.Most, 6u);
    // Both warps to the barrier, and behind it, in a turn each or together.
    EXPECT_GE(Picker.Turns, 2u * 6);
    EXPECT_EQ(Ends.Numbers, (std::vector<uint64_t>{5, 4, 3, 2, 1, 0}));
  }
}

} // namespace
