//===- HandlerTable.cpp - Where the bitcode has its handlers --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled with its neighbours to bitcode, and nowhere else. The translator
// reads these globals' initializers, which the optimizer has made constant, to
// find the function of an operation.
//
//===----------------------------------------------------------------------===//

#include "Units.h"

using namespace heddle::sm;
using namespace heddle::sm::HEDDLE_SM_ISA;

namespace {

struct TableRow {
  Handler Full, Masked;
};

TableRow rowOf(const HandlerPair &P) { return {P.Full, P.Masked}; }

enum class FlowOp : uint8_t {};
HandlerPair handlersOf(FlowOp) { return {}; }
using heddle::sm::HEDDLE_SM_ISA::handlersOf;

} // namespace

/// By indexOf the Operation; those that steer lanes have none.
extern "C" const TableRow HeddleHandlers[] = {
#define HEDDLE_OPERATION(UNIT, NUMBER, ...) rowOf(handlersOf(UNIT##Op(NUMBER))),
#include "heddle/ABI/Operations.inc"
};

/// Lanes for which an instruction's predicate holds.
extern "C" uint32_t (*const HeddlePredicate)(const DecodedInst &,
                                             const LaneContext &) = predicate;

/// The code around operations, indexed by SemanticsModule::EntryKind.
extern "C" const Handler HeddleEntries[] = {
    handlers().Predicated.Full, handlers().WithMemory.Full,
    handlers().WithStep.Full, handlers().MoveFromMemory.Full};
