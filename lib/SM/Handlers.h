//===- Handlers.h - Handler tables, one a host ISA --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The files in Semantics/ are compiled once for each host instruction set. A
/// table gives access to one of these copies; the best one the host can run is
/// picked at start, and all give the same bits.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SM_HANDLERS_H
#define HEDDLE_LIB_SM_HANDLERS_H

#include "Instruction.h"

namespace heddle::sm {

/// Instructions that all warps of a group did, and warps that did one more. The
/// next warp faulted, unless all instructions were done.
struct GroupProgress {
  uint32_t Done;
  unsigned Warps;
};

struct HandlerTable {
  HandlerPair (*Move)(MoveOp);
  HandlerPair (*Integer)(IntegerOp);
  HandlerPair (*Float)(FloatOp);
  HandlerPair (*Double)(DoubleOp);
  HandlerPair (*Sfu)(SfuOp);
  HandlerPair (*Convert)(ConvertOp);
  HandlerPair (*Memory)(MemoryOp);
  /// Entries for an operation with a predicate, and for one with memory
  /// operands (and perhaps a predicate).
  HandlerPair Predicated;
  HandlerPair WithMemory;
  /// The entry for a 32-bit move without predicate from memory.
  HandlerPair MoveFromMemory;
  /// Executes \p N instructions from \p I on. Returns how many were done; fewer
  /// mean that the next one faulted.
  uint32_t (*Execute)(const DecodedInst *I, uint32_t N, LaneContext &L);
  /// The same for warps at the same place that take their turns.
  GroupProgress (*ExecuteGroup)(const DecodedInst *I, uint32_t N,
                                LaneContext *const *L, unsigned Warps);
  /// Lanes of \p L's active ones for which \p I's predicate holds.
  uint32_t (*Predicate)(const DecodedInst &I, const LaneContext &L);
};

namespace portable {
const HandlerTable &handlers();
}
#if defined(__x86_64__)
namespace sse2 {
const HandlerTable &handlers();
}
namespace avx2 {
const HandlerTable &handlers();
}
namespace avx512 {
const HandlerTable &handlers();
}
#endif

} // namespace heddle::sm

#endif // HEDDLE_LIB_SM_HANDLERS_H
