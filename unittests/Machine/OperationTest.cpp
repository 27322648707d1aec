//===- OperationTest.cpp - The names of operations ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "heddle/ABI/BitsOps.inc"
#include "heddle/ABI/ConvertOps.inc"
#include "heddle/ABI/DoubleOps.inc"
#include "heddle/ABI/ExchangeOps.inc"
#include "heddle/ABI/FloatOps.inc"
#include "heddle/ABI/FormatOps.inc"
#include "heddle/ABI/FunctionOps.inc"
#include "heddle/ABI/HalfOps.inc"
#include "heddle/ABI/IeeeOps.inc"
#include "heddle/ABI/IntegerOps.inc"
#include "heddle/ABI/MatrixOps.inc"
#include "heddle/ABI/MemoryOps.inc"
#include "heddle/ABI/MoveOps.inc"
#include "heddle/ABI/SfuOps.inc"
#include "heddle/ABI/TextureOps.inc"
#include "heddle/ABI/WideOps.inc"
#include "heddle/Machine/FlowKind.h"
#include "heddle/Machine/Instruction.h"
#include "llvm/ADT/StringSet.h"
#include "gtest/gtest.h"

using namespace heddle::sm;

namespace {

TEST(Operation, NamesAreDistinct) {
  llvm::StringSet<> Names;
  for (unsigned N = 0; N != operationCount(); ++N)
    EXPECT_TRUE(Names.insert(operationInfo(N).Name).second)
        << operationInfo(N).Name;
}

/// The number that each unit's enumeration gives an operation is that of its
/// row, and no row is left over.
TEST(Operation, UnitsNameWhatTheTableHas) {
  unsigned Named = 0;
  auto Expect = [&](Operation Op, const char *Name, Unit Executor) {
    EXPECT_EQ(unitOf(Op), Executor) << Name;
    EXPECT_EQ(indexOf(Op), Named) << Name;
    EXPECT_STREQ(infoOf(Op).Name, Name);
    ++Named;
  };
#define HEDDLE_EXPECT(UNIT, NAME)                                              \
  Expect(operationOf(UNIT##Op::NAME), #UNIT #NAME, Unit::UNIT);
#define HEDDLE_EXPECT_MOVE(NAME) HEDDLE_EXPECT(Move, NAME)
  HEDDLE_MOVE_OPS(HEDDLE_EXPECT_MOVE)
#define HEDDLE_EXPECT_INTEGER(NAME) HEDDLE_EXPECT(Integer, NAME)
  HEDDLE_INTEGER_OPS(HEDDLE_EXPECT_INTEGER)
#define HEDDLE_EXPECT_WIDE(NAME) HEDDLE_EXPECT(Wide, NAME)
  HEDDLE_WIDE_OPS(HEDDLE_EXPECT_WIDE)
#define HEDDLE_EXPECT_BITS(NAME) HEDDLE_EXPECT(Bits, NAME)
  HEDDLE_BITS_OPS(HEDDLE_EXPECT_BITS)
#define HEDDLE_EXPECT_EXCHANGE(NAME) HEDDLE_EXPECT(Exchange, NAME)
  HEDDLE_EXCHANGE_OPS(HEDDLE_EXPECT_EXCHANGE)
#define HEDDLE_EXPECT_IEEE(NAME) HEDDLE_EXPECT(Ieee, NAME)
  HEDDLE_IEEE_OPS(HEDDLE_EXPECT_IEEE)
#define HEDDLE_EXPECT_FUNCTION(NAME) HEDDLE_EXPECT(Function, NAME)
  HEDDLE_FUNCTION_OPS(HEDDLE_EXPECT_FUNCTION)
#define HEDDLE_EXPECT_HALF(NAME) HEDDLE_EXPECT(Half, NAME)
  HEDDLE_HALF_OPS(HEDDLE_EXPECT_HALF)
#define HEDDLE_EXPECT_FORMAT(NAME) HEDDLE_EXPECT(Format, NAME)
  HEDDLE_FORMAT_OPS(HEDDLE_EXPECT_FORMAT)
#define HEDDLE_EXPECT_FLOAT(NAME) HEDDLE_EXPECT(Float, NAME)
  HEDDLE_FLOAT_OPS(HEDDLE_EXPECT_FLOAT)
#define HEDDLE_EXPECT_DOUBLE(NAME) HEDDLE_EXPECT(Double, NAME)
  HEDDLE_DOUBLE_OPS(HEDDLE_EXPECT_DOUBLE)
#define HEDDLE_EXPECT_SFU(NAME) HEDDLE_EXPECT(Sfu, NAME)
  HEDDLE_SFU_OPS(HEDDLE_EXPECT_SFU)
#define HEDDLE_EXPECT_CONVERT(NAME) HEDDLE_EXPECT(Convert, NAME)
  HEDDLE_CONVERT_OPS(HEDDLE_EXPECT_CONVERT)
#define HEDDLE_EXPECT_TEXTURE(NAME) HEDDLE_EXPECT(Texture, NAME)
  HEDDLE_TEXTURE_OPS(HEDDLE_EXPECT_TEXTURE)
#define HEDDLE_EXPECT_MATRIX(NAME) HEDDLE_EXPECT(Matrix, NAME)
  HEDDLE_MATRIX_OPS(HEDDLE_EXPECT_MATRIX)
#define HEDDLE_EXPECT_MEMORY(NAME) HEDDLE_EXPECT(Memory, NAME)
  HEDDLE_MEMORY_OPS(HEDDLE_EXPECT_MEMORY)
#define HEDDLE_EXPECT_FLOW(NAME)                                               \
  Expect(operationOf(FlowKind::NAME), "Flow" #NAME, Unit::Flow);
  HEDDLE_FLOW_OPS(HEDDLE_EXPECT_FLOW)
  EXPECT_EQ(Named, operationCount());
}

TEST(Operation, OnlyMemoryOperationsAccess) {
  for (unsigned N = 0; N != operationCount(); ++N) {
    const OperationInfo &Info = operationInfo(N);
    bool IsMemory = unitOf(Info.Op) == Unit::Memory;
    EXPECT_EQ(Info.Where != Space::None, IsMemory) << Info.Name;
    EXPECT_EQ(Info.Access != AccessKind::None, IsMemory) << Info.Name;
    EXPECT_TRUE(IsMemory || !(Info.Traits & Far)) << Info.Name;
  }
}

TEST(Operation, NothingIsDoneAtFirst) {
  const DecodedInst I{};
  EXPECT_TRUE(I.isNop());
  EXPECT_TRUE(I.is(MoveOp::Nop));
  EXPECT_STREQ(infoOf(I.Op).Name, "MoveNop");
}

TEST(Operation, AnInstructionHasThePropertiesOfItsLastOperation) {
  DecodedInst I;
  I.setOperation(operationOf(MemoryOp::LoadFarGlobal));
  EXPECT_TRUE(I.isLoad());
  EXPECT_TRUE(I.isFar());
  EXPECT_EQ(I.space(), Space::Global);
  I.setOperation(operationOf(TextureOp::Fetch));
  EXPECT_FALSE(I.isLoad());
  EXPECT_FALSE(I.isFar());
  EXPECT_TRUE(I.isFetch());
  I.setOperation(operationOf(ExchangeOp::Ballot));
  EXPECT_TRUE(I.meetsLanes());
  I.setOperation(operationOf(ExchangeOp::Active));
  EXPECT_FALSE(I.meetsLanes());
  I.setFlow(FlowKind::Trap);
  EXPECT_EQ(I.access(), AccessKind::None);
  EXPECT_STREQ(infoOf(I.Op).Name, "FlowTrap");
}

/// Of special registers, only some are clocks.
TEST(Operation, ClocksAreRead) {
  DecodedInst I;
  I.setOperation(operationOf(WideOp::Counter));
  EXPECT_TRUE(I.readsClock());
  I.setOperation(operationOf(MoveOp::FromSpecial));
  I.Sub[0] = ClockRegister;
  EXPECT_TRUE(I.readsClock());
  I.Sub[0] = TimerLowRegister;
  EXPECT_TRUE(I.readsClock());
  I.Sub[0] = LaneIdRegister;
  EXPECT_FALSE(I.readsClock());
}

} // namespace
