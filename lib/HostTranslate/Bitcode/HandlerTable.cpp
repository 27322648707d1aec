//===- HandlerTable.cpp - Where the bitcode has its handlers --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled with lib/SM/Semantics to bitcode, and nowhere else. The translator
// reads these globals' initializers, which the optimizer has made constant, to
// find the function of an operation.
//
//===----------------------------------------------------------------------===//

#include "Semantics/Units.h"

using namespace heddle::sm;
using namespace heddle::sm::HEDDLE_SM_ISA;

namespace {

struct TableRow {
  Handler Full, Masked;
};

TableRow rowOf(const HandlerPair &P) { return {P.Full, P.Masked}; }

} // namespace

/// By Operation; those that steer lanes have none.
extern "C" const TableRow HeddleHandlers[] = {
#define HEDDLE_MOVE(NAME) rowOf(moveHandlers(MoveOp::NAME)),
#define HEDDLE_INTEGER(NAME) rowOf(integerHandlers(IntegerOp::NAME)),
#define HEDDLE_WIDE(NAME) rowOf(wideHandlers(WideOp::NAME)),
#define HEDDLE_BITS(NAME) rowOf(bitsHandlers(BitsOp::NAME)),
#define HEDDLE_EXCHANGE(NAME) rowOf(exchangeHandlers(ExchangeOp::NAME)),
#define HEDDLE_IEEE(NAME) rowOf(ieeeHandlers(IeeeOp::NAME)),
#define HEDDLE_FUNCTION(NAME) rowOf(functionHandlers(FunctionOp::NAME)),
#define HEDDLE_HALF(NAME) rowOf(halfHandlers(HalfOp::NAME)),
#define HEDDLE_FORMAT(NAME) rowOf(formatHandlers(FormatOp::NAME)),
#define HEDDLE_FLOAT(NAME) rowOf(floatHandlers(FloatOp::NAME)),
#define HEDDLE_DOUBLE(NAME) rowOf(doubleHandlers(DoubleOp::NAME)),
#define HEDDLE_SFU(NAME) rowOf(sfuHandlers(SfuOp::NAME)),
#define HEDDLE_CONVERT(NAME) rowOf(convertHandlers(ConvertOp::NAME)),
#define HEDDLE_TEXTURE(NAME) rowOf(textureHandlers(TextureOp::NAME)),
#define HEDDLE_MATRIX(NAME) rowOf(matrixHandlers(MatrixOp::NAME)),
#define HEDDLE_MEMORY(NAME, SPACE, ACCESS)                                     \
  rowOf(memoryHandlers(MemoryOp::NAME)),
#include "heddle/Machine/Operations.def"
};

static_assert(sizeof(HeddleHandlers) / sizeof(TableRow) ==
                  unsigned(Operation::FlowBranch),
              "an operation has no row, or the order is another one");

/// Lanes for which an instruction's predicate holds.
extern "C" uint32_t (*const HeddlePredicate)(const DecodedInst &,
                                             const LaneContext &) = predicate;

/// The code around operations, indexed by SemanticsModule::EntryKind.
extern "C" const Handler HeddleEntries[] = {
    handlers().Predicated.Full, handlers().WithMemory.Full,
    handlers().WithStep.Full, handlers().MoveFromMemory.Full};
