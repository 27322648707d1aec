//===- ProgramTest.cpp - Walk the operations of a program -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TestKernel.h"
#include "heddle/ABI/IntegerOps.inc"
#include "heddle/ABI/MemoryOps.inc"
#include "heddle/ABI/MoveOps.inc"
#include "heddle/Machine/FlowKind.h"
#include "heddle/Machine/RegisterResults.h"
#include "gtest/gtest.h"

using namespace heddle;
using namespace heddle::sm;
using namespace heddle::sm::test;

namespace {

TEST(Program, KnowsOperationsByName) {
  TestKernel K({MovParam, AndTid, Scale, AddBase, LoadGlobalWord, ScaleAddress,
                StoreSharedWord, WaitForAll, StoreAndExit});
  std::vector<Operation> Ops;
  for (const DecodedInst &I : K.P->Code)
    Ops.push_back(I.Op);
  EXPECT_EQ(
      Ops,
      (std::vector<Operation>{
          operationOf(MoveOp::Mov32), operationOf(IntegerOp::Logic32),
          operationOf(IntegerOp::Shl32), operationOf(IntegerOp::Add32),
          operationOf(MemoryOp::LoadGlobal), operationOf(MoveOp::ShlAddress),
          operationOf(MemoryOp::StoreShared), operationOf(FlowKind::Barrier),
          operationOf(MemoryOp::StoreGlobal), operationOf(FlowKind::Illegal)}));
}

TEST(Program, SaysWhatAnInstructionDoes) {
  TestKernel K(
      {MovParam, LoadGlobalWord, StoreSharedWord, WaitForAll, StoreAndExit});
  const DecodedInst &Mov = K.P->Code[0], &Load = K.P->Code[1],
                    &Store = K.P->Code[2], &Bar = K.P->Code[3],
                    &Last = K.P->Code[4];
  EXPECT_TRUE(Mov.hasMemoryOperand());
  EXPECT_EQ(Mov.unit(), Unit::Move);
  EXPECT_TRUE(Mov.is(MoveOp::Mov32));
  EXPECT_FALSE(Mov.isLoad());
  EXPECT_TRUE(Load.isLoad());
  EXPECT_FALSE(Load.writesMemory());
  EXPECT_EQ(Load.space(), Space::Global);
  EXPECT_EQ(Load.latency(), tesla::LatencyClass::Global);
  EXPECT_EQ(Load.memType(), MemType::B32);
  EXPECT_TRUE(Store.isStore());
  EXPECT_EQ(Store.space(), Space::Shared);
  EXPECT_TRUE(Bar.isBarrier());
  EXPECT_EQ(Bar.latency(), tesla::LatencyClass::Barrier);
  EXPECT_TRUE(Last.Exit);
}

TEST(Program, KnowsLinesAndStraightRuns) {
  TestKernel K({MovParam, AndTid, WaitForAll, Scale, StoreAndExit});
  for (uint32_t N = 0; N != 5; ++N)
    EXPECT_EQ(K.P->Code[N].Line, N + 1);
  // Up to the barrier; then up to the exit, which ends a run.
  EXPECT_EQ(K.P->Code[0].Run, 2u);
  EXPECT_EQ(K.P->Code[2].Run, 0u);
  EXPECT_EQ(K.P->Code[3].Run, 1u);
  EXPECT_EQ(K.P->Code[4].Run, 0u);
}

TEST(Program, GivesAccessesWindowsInTurn) {
  TestKernel K({MovParam, LoadGlobalWord, StoreSharedWord, LoadGlobalWord,
                WaitForAll, StoreAndExit});
  // The one to s[] needs none.
  EXPECT_EQ(K.P->Code[1].Slot, 0u);
  EXPECT_EQ(K.P->Code[3].Slot, 1u);
  EXPECT_EQ(K.P->Code[5].Slot, 2u);
}

TEST(Program, KnowsTheRowsOfRegisters) {
  auto Rows = [](RegisterUse::KindType Kind, unsigned Number) {
    std::vector<uint16_t> Found;
    rowsOf({Kind, Number, ""}).append(/*Rows=*/8, Found);
    return Found;
  };
  using V = std::vector<uint16_t>;
  EXPECT_EQ(Rows(RegisterUse::Half, 7), V({3}));
  EXPECT_EQ(Rows(RegisterUse::Word, 7), V({7}));
  EXPECT_EQ(Rows(RegisterUse::Pair, 2), V({2, 3}));
  // A kernel has eight; what lies behind them is thrown away.
  EXPECT_EQ(Rows(RegisterUse::Quad, 6), V({6, 7}));
  EXPECT_EQ(Rows(RegisterUse::Word, 127), V());
  EXPECT_EQ(Rows(RegisterUse::Condition, 1), V());
  EXPECT_EQ(Rows(RegisterUse::Address, 1), V());
}

TEST(Program, TellsWhyAWordIsIllegal) {
  TestKernel K({{0xffffffff, 0xffffffff}});
  EXPECT_EQ(K.P->Code[0].Op, operationOf(FlowKind::Illegal));
  EXPECT_NE(K.P->Complaints.lookup(0).find("no instruction of this chip"),
            std::string::npos);
}

} // namespace
