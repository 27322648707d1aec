//===- Units.h - The handlers of each unit ----------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One lookup for each file of this folder, within a host ISA's namespace.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_SM_SEMANTICS_UNITS_H
#define HEDDLE_LIB_ENGINE_SM_SEMANTICS_UNITS_H

#include "heddle/SM/Handlers.h"

namespace heddle::sm::HEDDLE_SM_ISA {

#define HEDDLE_UNIT(NAME) HandlerPair handlersOf(NAME##Op Op);
#define HEDDLE_FLOW_UNIT(NAME)
#include "heddle/ABI/Units.inc"
/// See HandlerTable::FloatWord.
GroupHandler floatWordHandler(FloatOp Op, unsigned Source);
/// The conversions that involve 64 bits.
HandlerPair wideConvertHandlers();
/// The part of accesses to memory that accesses g[].
HandlerPair globalHandlers(MemoryOp Op);
HandlerPair farHandlers(MemoryOp Op);
HandlerPair farAtomicHandlers(MemoryOp Op);

/// Lanes in which condition \p Cond of the planes \p C of a $c holds.
uint32_t conditionLanes(uint8_t Cond, const uint32_t C[4]);

/// Lanes of L.Active for which \p I's predicate holds.
uint32_t predicate(const DecodedInst &I, const LaneContext &L);

/// Reads \p M for the lanes in \p Mask into row \p Row; other lanes of it may
/// change, too.
bool fetchOperand(const MemoryOperand &M, unsigned Row, LaneContext &L,
                  uint32_t Mask);
/// Reads \p M for all lanes of warps of one CTA. Returns the number of warps
/// done.
unsigned fetchOperands(const MemoryOperand &M, unsigned Row,
                       LaneContext *const *L, unsigned Warps);

} // namespace heddle::sm::HEDDLE_SM_ISA

#endif // HEDDLE_LIB_ENGINE_SM_SEMANTICS_UNITS_H
