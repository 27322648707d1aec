//===- ObserverTest.cpp - Observers without the interpreter ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A second executor, which knows just the operations of one kernel and takes
// all else from the machine: the program, the CTA, the warps, the order of
// turns.
//
//===----------------------------------------------------------------------===//
#include "heddle/Machine/Observer.h"
#include "TestKernel.h"
#include "heddle/ABI/IntegerOps.inc"
#include "heddle/ABI/MemoryOps.inc"
#include "heddle/ABI/MoveOps.inc"
#include "heddle/Machine/WarpPicker.h"
#include "heddle/Observe/CountingObserver.h"
#include "gtest/gtest.h"
#include <cstring>

using namespace heddle;
using namespace heddle::sm;
using namespace heddle::sm::test;

namespace {

/// No observer here asks what an operation makes of other values.
class NoOperations final : public OperationRunner {
public:
  void run(uint32_t, const DecodedInst &, LaneContext &,
           uint32_t) const override {
    ADD_FAILURE() << "asked";
  }
  uint32_t predicate(const DecodedInst &, const LaneContext &) const override {
    ADD_FAILURE() << "asked";
    return 0;
  }
};

class Executor {
public:
  Executor(TestKernel &Test, Observer &O) : K(Test), Look(O) {}

  void run() {
    Look.startLaunch({*K.P, K.Memory, K.Config, Operations});
    std::unique_ptr<Cta> C = K.cta();
    std::unique_ptr<WarpPicker> Picker = makeWarpPicker(Schedule::Random, 7);
    Picker->start(*C);
    Look.startCta(*C);
    while (C->runnable()) {
      Turn T = Picker->next(C->runnable());
      Warp &W = C->warp(T.Warp);
      Look.turn(W);
      for (uint64_t N = 0; N != T.Length && W.state() == WarpState::Running;
           ++N)
        step(W);
      Picker->over(uint64_t(1) << T.Warp, 0);
      ASSERT_TRUE(C->noteStop(T.Warp, &Look));
    }
    Look.endCta(*C);
    Look.endLaunch();
  }

private:
  void step(Warp &W) {
    const DecodedInst &I = K.P->Code[W.pc()];
    AccessList Accesses;
    Accesses.collect(I, W.lanes());
    Look.issue({W, I, W.pc(), W.active(), W.active(), Accesses.list()});
    if (!I.isPlain()) {
      W.flow(I, W.active());
      return;
    }
    for (unsigned Lane = 0; Lane != Lanes; ++Lane)
      if (W.active() >> Lane & 1)
        execute(I, W.lanes(), Lane, Accesses.list());
    if (I.Exit)
      W.exitLanes();
    else
      W.advance(1);
  }

  uint8_t *host(const LaneContext &L, const MemoryAccess &A, unsigned Lane) {
    if (A.Where == Space::Shared)
      return L.Shared + A.Address[Lane];
    const Buffer *B = K.Memory.find(A.at(Lane));
    return B->Data + (A.at(Lane) - B->Address);
  }

  void execute(const DecodedInst &I, LaneContext &L, unsigned Lane,
               llvm::ArrayRef<MemoryAccess> Accesses) {
    auto Row = [&](const Source &S) -> uint32_t & {
      return L.Base[S.Base][S.Row * Lanes + Lane];
    };
    for (unsigned N = 0; N != 2; ++N)
      if (I.Mem[N].Space != MemoryOperand::None)
        std::memcpy(&L.Base[WarpRows][I.Mem[N].Row * Lanes + Lane],
                    host(L, Accesses[N], Lane), 4);
    uint32_t &Dst = L.Base[WarpRows][I.DstRow * Lanes + Lane];
    if (I.is(MoveOp::Mov32))
      Dst = Row(I.Src[0]);
    else if (I.is(IntegerOp::Logic32))
      Dst = Row(I.Src[0]) & Row(I.Src[1]);
    else if (I.is(IntegerOp::Shl32))
      Dst = Row(I.Src[0]) << Row(I.Src[1]);
    else if (I.is(IntegerOp::Add32))
      Dst = Row(I.Src[0]) + Row(I.Src[1]);
    else if (I.is(MemoryOp::LoadGlobal))
      std::memcpy(&Dst, host(L, Accesses[0], Lane), 4);
    else if (I.is(MemoryOp::StoreGlobal))
      std::memcpy(host(L, Accesses[0], Lane), &Row(I.Src[1]), 4);
    else
      FAIL() << infoOf(I.Op).Name;
  }

  const NoOperations Operations;
  TestKernel &K;
  Observer &Look;
};

/// Notes loads and stores of g[], lane by lane.
struct Loads final : Observer {
  void issue(const Issue &E) override {
    for (const MemoryAccess &A : E.Accesses) {
      if (A.Where != Space::Global)
        continue;
      EXPECT_EQ(E.I.latency(), tesla::LatencyClass::Global);
      EXPECT_EQ(A.Bytes, 4u);
      for (unsigned Lane = 0; Lane != Lanes; ++Lane)
        if (E.Executing >> Lane & 1)
          (A.Kind == AccessKind::Load ? Read : Written).push_back(A.at(Lane));
    }
  }
  void barrierReleased(const Cta &, unsigned Barrier) override {
    EXPECT_EQ(Barrier, 0u);
    // All have read, and nobody has written.
    ReadBefore = Read.size();
    WrittenBefore = Written.size();
  }
  void endCta(const Cta &C) override { LivingAtEnd = C.living(); }

  std::vector<heddle::abi::Address> Read, Written;
  size_t ReadBefore = 0, WrittenBefore = 1;
  unsigned LivingAtEnd = 1;
};

struct CopyKernel : TestKernel {
  CopyKernel()
      : TestKernel({MovParam, AndTid, Scale, AddBase, LoadGlobalWord,
                    WaitForAll, StoreAndExit}) {
    Buffer = llvm::cantFail(Memory.allocate(400, "b"));
    uint32_t Word = Buffer.chipWord();
    for (unsigned N = 0; N != 4; ++N)
      Params[N] = uint8_t(Word >> (8 * N));
    Config.Params = Params;
    // The last warp has four threads.
    Config.Block = {100, 1, 1};
  }
  heddle::abi::Address Buffer;
  uint8_t Params[4];
};

TEST(Observer, CountsLoadsAndTheirAddresses) {
  CopyKernel K;
  Loads Seen;
  Executor(K, Seen).run();
  std::vector<heddle::abi::Address> Want;
  for (unsigned N = 0; N != 100; ++N)
    Want.push_back(K.Buffer + 4 * N);
  llvm::sort(Seen.Read);
  llvm::sort(Seen.Written);
  EXPECT_EQ(Seen.Read, Want);
  EXPECT_EQ(Seen.Written, Want);
  EXPECT_EQ(Seen.ReadBefore, 100u);
  EXPECT_EQ(Seen.WrittenBefore, 0u);
  EXPECT_EQ(Seen.LivingAtEnd, 0u);
}

TEST(Observer, CountersComeWithoutTheInterpreter) {
  CopyKernel K;
  CountingObserver Counting;
  LaunchStats Stats;
  Counting.addTo(Stats);
  EXPECT_FALSE(Stats.Counted);
  Executor(K, Counting).run();
  Counting.addTo(Stats);
  ASSERT_TRUE(Stats.Counted);
  const Counters &C = *Stats.Counted;
  EXPECT_EQ(C[CounterId::Issued], 4u * 7);
  EXPECT_EQ(C[CounterId::ActiveLanes], 100u * 7);
  EXPECT_EQ(C[CounterId::Barriers], 1u);
  // Six half-warps of words in a row, and four lanes of a seventh.
  EXPECT_EQ(C[CounterId::GlobalLoads], 7u);
  EXPECT_EQ(C[CounterId::GlobalLoadCoherent10], 7u);
  EXPECT_EQ(C[CounterId::SharedAccesses], 7u);
  ASSERT_EQ(Stats.ByInstruction.size(), 7u);
  EXPECT_EQ(Stats.ByInstruction[4].Line, 5u);
  EXPECT_EQ(Stats.ByInstruction[4].Counted[CounterId::GlobalLoads], 7u);
}

/// Looks at every second instruction, and at every fourth of quiet warps.
struct Picky final : Observer {
  explicit Picky(unsigned Takes) : Takes(Takes) {}

  bool needs(uint32_t Index) const override { return Index % 2 == 0; }
  bool needsOfQuiet(uint32_t Index) const override { return Index % 4 == 0; }
  bool isQuiet(const Warp &) const override { return false; }
  unsigned takesIn() const override { return Takes; }
  void issue(const Issue &E) override { Seen.push_back(E.Index); }
  void turn(const Warp &) override { ++NumTurns; }
  void setLoud(unsigned Count) { LoudWarps = Count; }

  const unsigned Takes;
  std::vector<uint32_t> Seen;
  unsigned NumTurns = 0;
};

TEST(ObserverList, TellsThoseWhoLook) {
  CopyKernel K;
  std::unique_ptr<Cta> C = K.cta();
  Warp *W = &C->warp(0);
  Picky A(0), B(Observer::Turns);
  ObserverList All;
  All.add(A);
  All.add(B);
  EXPECT_EQ(All.unneeded(W, 1), 0u);
  All.askNeeds(8);
  EXPECT_EQ(All.unneeded(W, 0), 0u);
  EXPECT_EQ(All.unneeded(W, 1), 3u);
  EXPECT_EQ(All.unneeded(W, 5), 3u);
  // Behind the end all look.
  EXPECT_EQ(All.unneeded(W, 8), 0u);
  const DecodedInst Nop = {};
  for (uint32_t Index = 0; Index != 8; ++Index)
    All.issue({*W, Nop, Index, AllLanes, AllLanes, {}});
  EXPECT_EQ(A.Seen, (std::vector<uint32_t>{0, 4}));
  EXPECT_EQ(B.Seen, A.Seen);
  All.turn(*W);
  EXPECT_EQ(A.NumTurns, 0u);
  EXPECT_EQ(B.NumTurns, 1u);

  A.Seen.clear();
  A.setLoud(1);
  EXPECT_EQ(All.unneeded(W, 1), 1u);
  EXPECT_EQ(All.unneeded(W, 2), 0u);
  for (uint32_t Index = 0; Index != 8; ++Index)
    All.issue({*W, Nop, Index, AllLanes, AllLanes, {}});
  EXPECT_EQ(A.Seen, (std::vector<uint32_t>{0, 2, 4, 6}));
}

} // namespace
