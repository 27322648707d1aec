//===- DivergenceTest.cpp - Branches, joins, breaks, calls ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "HandProgram.h"
#include "Interpreter.h"
#include "heddle/ABI/IntegerOps.inc"
#include "heddle/Machine/FlowKind.h"
#include "gtest/gtest.h"

using namespace heddle::sm;
using namespace heddle::sm::test;

namespace {

constexpr uint32_t FourLanes = 0xf;

/// Steps a warp one instruction at a time and records the masks and the height
/// of the stack before each.
struct Trace {
  std::vector<uint32_t> PCs, Masks;
  std::vector<size_t> Heights;

  Trace(HandProgram &H, uint32_t Valid) {
    H.P.finish();
    LaunchConfig C;
    C.Block = {Lanes, 1, 1};
    std::unique_ptr<Cta> Owner = Cta::create(H.P, H.Memory, C);
    Owner->start(0);
    ExecutablePtr E = makeExecutable(H.P, H.Isa);
    // The CTA owns the registers; the warp under test borrows its rows.
    Warp W;
    W.lanes() = Owner->warp(0).lanes();
    W.start(Valid);
    WarpCounters Counters;
    while (W.state() == WarpState::Running && PCs.size() < 1000) {
      PCs.push_back(W.pc());
      Masks.push_back(W.active());
      Heights.push_back(W.stack().entries().size());
      Interpreter(*E).run(W, 1, Counters, nullptr);
    }
    End = W.state();
    Fault = W.fault();
  }
  WarpState End;
  WarpFault Fault;

  /// The mask with which \p PC ran, when it ran once.
  uint32_t maskAt(uint32_t PC) const {
    uint32_t Mask = 0;
    unsigned Times = 0;
    for (size_t N = 0; N != PCs.size(); ++N)
      if (PCs[N] == PC) {
        Mask = Masks[N];
        ++Times;
      }
    EXPECT_EQ(Times, 1u) << "pc " << PC;
    return Mask;
  }
};

// if (tid < 2) { if (tid < 1) A; else B; } else C;
TEST(Divergence, NestedIfElseOfTheLecture) {
  HandProgram H;
  H.flow(FlowKind::JoinAt, 13);           // 0
  H.compare(CmpGreater | CmpEqual, 0, 2); // 1
  H.branchIf(11);                         // 2: else
  H.flow(FlowKind::JoinAt, 9);            // 3
  H.compare(CmpGreater | CmpEqual, 0, 1); // 4
  H.branchIf(8);                          // 5: inner else
  H.mov(1, 'A');                          // 6
  H.flow(FlowKind::Branch, 9);            // 7
  H.mov(1, 'B');                          // 8
  H.join();                               // 9
  H.flow(FlowKind::Branch, 13);           // 10
  H.mov(1, 'C');                          // 11
  H.nop();                                // 12
  H.join();                               // 13
  H.exit();                               // 14
  Trace T(H, FourLanes);
  EXPECT_EQ(T.End, WarpState::Done);

  std::vector<uint32_t> Distinct;
  for (uint32_t M : T.Masks)
    if (Distinct.empty() || Distinct.back() != M)
      Distinct.push_back(M);
  // Lane 0 is the lowest bit: 1111, 1100, 1000, 0100, 0011 read from lane 0 on.
  // The inner join is reached twice and brings 1100 back, the outer 1111.
  EXPECT_EQ(Distinct, (std::vector<uint32_t>{0b1111, 0b0011, 0b0001, 0b0010,
                                             0b0011, 0b1100, 0b1111}));
  EXPECT_EQ(T.PCs, (std::vector<uint32_t>{0, 1, 2, 3, 4, 5, 6, 7, 9, 8, 9, 10,
                                          13, 11, 12, 13, 14}));
  EXPECT_EQ(T.Heights, (std::vector<size_t>{0, 1, 1, 2, 3, 3, 4, 4, 4, 3, 3, 2,
                                            2, 1, 1, 1, 0}));
}

TEST(Divergence, UniformBranchesPushNothing) {
  HandProgram H;
  H.compare(CmpLess, 0, 32); // all lanes
  H.branchIf(3);
  H.flow(FlowKind::Trap);
  H.compare(CmpGreater, 0, 32); // no lane
  H.branchIf(2);
  H.exit();
  Trace T(H, AllLanes);
  EXPECT_EQ(T.End, WarpState::Done);
  for (size_t Height : T.Heights)
    EXPECT_EQ(Height, 0u);
}

TEST(Divergence, BreakWaitsForTheLastLane) {
  HandProgram H;
  H.flow(FlowKind::BreakAt, 6);                   // 0
  H.mov(1, 0);                                    // 1
  H.add32(1, 1, 1);                               // 2: loop
  DecodedInst &Compare = H.add(IntegerOp::Set32); // 3
  Compare.Src[0].Row = 1;
  Compare.Src[1].Row = 0;
  Compare.Sub[0] = CmpGreater;
  Compare.Flags = WritesCondition;
  Compare.DstRow = 2;
  H.flow(FlowKind::Break).Cond = 0x05; // 4: r1 > tid
  H.flow(FlowKind::Branch, 2);         // 5
  H.nop();                             // 6
  H.exit();                            // 7
  Trace T(H, FourLanes);
  EXPECT_EQ(T.End, WarpState::Done);
  EXPECT_EQ(T.maskAt(6), FourLanes);
  EXPECT_EQ(T.Heights.back(), 0u);
  // Lane n leaves in round n.
  std::vector<uint32_t> Rounds;
  for (size_t N = 0; N != T.PCs.size(); ++N)
    if (T.PCs[N] == 2)
      Rounds.push_back(T.Masks[N]);
  EXPECT_EQ(Rounds, (std::vector<uint32_t>{0xf, 0xe, 0xc, 0x8}));
}

TEST(Divergence, LanesThatExitAreMissedByNobody) {
  HandProgram H;
  H.flow(FlowKind::JoinAt, 5); // 0
  H.compare(CmpLess, 0, 2);    // 1
  H.branchIf(4);               // 2
  H.exit();                    // 3: lanes 2, 3
  H.nop();                     // 4: lanes 0, 1
  H.join();                    // 5
  H.exit();                    // 6
  Trace T(H, FourLanes);
  EXPECT_EQ(T.End, WarpState::Done);
  EXPECT_EQ(T.maskAt(3), 0b1100u);
  EXPECT_EQ(T.maskAt(6), 0b0011u);
}

TEST(Divergence, ExitOnTheLastPathGoesOnAtTheJoin) {
  HandProgram H;
  H.flow(FlowKind::JoinAt, 6); // 0
  H.compare(CmpLess, 0, 2);    // 1
  H.branchIf(5);               // 2
  H.nop();                     // 3: lanes 2, 3
  H.flow(FlowKind::Branch, 6); // 4
  H.exit();                    // 5: lanes 0, 1
  H.join();                    // 6
  H.exit();                    // 7
  Trace T(H, FourLanes);
  EXPECT_EQ(T.End, WarpState::Done);
  EXPECT_EQ(T.maskAt(7), 0b1100u);
  EXPECT_EQ(T.Heights.back(), 0u);
}

TEST(Divergence, PredicatedReturnComesBackTogether) {
  HandProgram H;
  H.flow(FlowKind::Call, 3);            // 0
  H.nop();                              // 1
  H.exit();                             // 2
  H.compare(CmpLess, 0, 2);             // 3
  H.flow(FlowKind::Return).Cond = 0x05; // 4: lanes 0, 1
  H.nop();                              // 5: lanes 2, 3
  H.flow(FlowKind::Return);             // 6
  Trace T(H, FourLanes);
  EXPECT_EQ(T.End, WarpState::Done);
  EXPECT_EQ(T.maskAt(5), 0b1100u);
  EXPECT_EQ(T.maskAt(1), FourLanes);
}

TEST(Divergence, ReturnAtPushesWithoutAJump) {
  HandProgram H;
  H.flow(FlowKind::ReturnAt, 6); // 0
  H.compare(CmpLess, 0, 2);      // 1
  H.flow(FlowKind::Return).Cond = 0x05;
  H.nop();                   // 3: two lanes
  H.flow(FlowKind::Return);  // 4
  H.flow(FlowKind::Illegal); // 5
  H.exit();                  // 6: all of them
  Trace T(H, FourLanes);
  EXPECT_EQ(T.End, WarpState::Done);
  EXPECT_EQ(T.maskAt(3), 0b1100u);
  EXPECT_EQ(T.maskAt(6), 0b1111u);
  EXPECT_EQ(T.Heights, (std::vector<size_t>{0, 1, 1, 1, 1, 0}));
}

TEST(Divergence, ReturnInTheKernelEndsThreads) {
  HandProgram H;
  H.compare(CmpLess, 0, 2);
  H.flow(FlowKind::Return).Cond = 0x05;
  H.nop();
  H.flow(FlowKind::Return);
  Trace T(H, FourLanes);
  EXPECT_EQ(T.End, WarpState::Done);
  EXPECT_EQ(T.maskAt(2), 0b1100u);
}

TEST(Divergence, JoinOnAnEmptyStackIsAMismatch) {
  HandProgram H;
  H.join();
  Trace T(H, FourLanes);
  EXPECT_EQ(T.Fault.Reason, WarpFault::StackMismatch);
  EXPECT_EQ(T.Fault.Text, "join on an empty divergence stack");
}

TEST(Divergence, JoinOnABreakEntryIsAMismatch) {
  HandProgram H;
  H.flow(FlowKind::BreakAt, 2);
  H.join();
  H.exit();
  Trace T(H, FourLanes);
  EXPECT_EQ(T.Fault.Reason, WarpFault::StackMismatch);
  EXPECT_EQ(T.Fault.Text, "join found a break entry on the divergence stack");
  EXPECT_EQ(T.Fault.PC, 1u);
}

TEST(Divergence, BreakWithoutABreakEntryIsAMismatch) {
  HandProgram H;
  H.flow(FlowKind::JoinAt, 2);
  H.flow(FlowKind::Break);
  H.join();
  H.exit();
  Trace T(H, FourLanes);
  EXPECT_EQ(T.Fault.Reason, WarpFault::StackMismatch);
}

TEST(Divergence, EndlessCallsOverflowTheStack) {
  HandProgram H;
  H.flow(FlowKind::Call, 0);
  LaunchResult R = H.run({1, 1, 1}, {32, 1, 1});
  ASSERT_TRUE(R.TheFault);
  EXPECT_EQ(R.TheFault->Kind, FaultKind::StackOverflow);
}

} // namespace
