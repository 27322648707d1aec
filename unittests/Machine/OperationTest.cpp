//===- OperationTest.cpp - The names of operations ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "heddle/Machine/Operation.h"
#include "llvm/ADT/StringSet.h"
#include "gtest/gtest.h"

using namespace heddle::sm;

namespace {

TEST(Operation, NamesAreDistinct) {
  llvm::StringSet<> Names;
  for (const OperationInfo &Info : OperationTable)
    EXPECT_TRUE(Names.insert(Info.Name).second) << Info.Name;
}

/// The last of each unit is followed by the first of the next.
TEST(Operation, UnitsNameTheSame) {
  EXPECT_EQ(operationOf(MoveOp::Nop), Operation::MoveNop);
  EXPECT_EQ(operationOf(IntegerOp::Add32), Operation::IntegerAdd32);
  EXPECT_EQ(operationOf(IntegerOp::MulAddCarry), Operation::IntegerMulAddCarry);
  EXPECT_EQ(operationOf(FloatOp::Quad), Operation::FloatQuad);
  EXPECT_EQ(operationOf(DoubleOp::Set), Operation::DoubleSet);
  EXPECT_EQ(operationOf(SfuOp::Ex2), Operation::SfuEx2);
  EXPECT_EQ(operationOf(ConvertOp::F32ToS32RZ), Operation::ConvertF32ToS32RZ);
  EXPECT_EQ(operationOf(MemoryOp::Atomic), Operation::MemoryAtomic);
  EXPECT_EQ(operationOf(FlowKind::Branch), Operation::FlowBranch);
  EXPECT_EQ(operationOf(FlowKind::Illegal), Operation::FlowIllegal);
}

TEST(Operation, OnlyMemoryOperationsAccess) {
  for (const OperationInfo &Info : OperationTable) {
    bool IsMemory = Info.Executor == Unit::Memory;
    EXPECT_EQ(Info.Where != Space::None, IsMemory) << Info.Name;
    EXPECT_EQ(Info.Access != AccessKind::None, IsMemory) << Info.Name;
  }
}

} // namespace
