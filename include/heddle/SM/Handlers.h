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
/// table gives access to one of these copies; the best one that the host
/// supports is picked at start, and all compute the same bits.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SM_HANDLERS_H
#define HEDDLE_SM_HANDLERS_H

#include "heddle/Machine/Instruction.h"
#include "heddle/SM/HostMode.h"

namespace heddle::sm {

struct LaneContext;
class HostModes;

/// Executes one instruction for the lanes in \p Mask. Returns false if it
/// faulted; the context has the reason.
using Handler = bool (*)(const DecodedInst &I, LaneContext &L, uint32_t Mask);

/// Executes one instruction for \p Warps warps, one after another, all of whose
/// lanes are active. Returns the number of warps that completed it; if that is
/// less, the next one faulted.
using GroupHandler = unsigned (*)(const DecodedInst &I, LaneContext *const *L,
                                  unsigned Warps);

/// The handlers of one operation: for a warp with 32 active lanes, for one with
/// some, and for several warps with 32 active lanes.
struct HandlerPair {
  Handler Full = nullptr;
  Handler Masked = nullptr;
  GroupHandler Group = nullptr;
};

/// An instruction bound to the handlers of a host ISA.
struct alignas(64) BoundInst : DecodedInst {
  /// The mode of the host's float unit for this instruction.
  HostMode Mode = GuestMode;
  /// The handlers that the interpreter calls; they include predicate and memory
  /// operands.
  HandlerPair Entry;
  /// The handlers of the operation alone.
  HandlerPair Body;
};
// The size is two cache lines on hosts with 64-bit pointers.
static_assert(sizeof(void *) != 8 || sizeof(BoundInst) == 128);

/// The number of instructions that all warps of a group completed, and the
/// number of warps that completed one more. Unless all instructions were
/// completed, the next warp faulted.
struct GroupProgress {
  uint32_t Done;
  unsigned Warps;
};

struct HandlerTable {
  // By unit.
#define HEDDLE_UNIT(NAME) HandlerPair (*NAME)(NAME##Op);
#define HEDDLE_FLOW_UNIT(NAME)
#include "heddle/ABI/Units.inc"
  /// Entries for an operation with a predicate, and for one with memory
  /// operands and possibly a predicate. Their instruction is a BoundInst.
  HandlerPair Predicated;
  HandlerPair WithMemory;
  /// The entry for a memory operand in s[] with a post-increment.
  HandlerPair WithStep;
  /// The entry for a 32-bit move without predicate from memory.
  HandlerPair MoveFromMemory;
  /// Returns the group entry of an operation without predicate whose source
  /// \p Source is a word in memory and whose other sources are registers; null
  /// if it has none.
  GroupHandler (*FloatWord)(FloatOp, unsigned Source);
  /// Executes \p N instructions from \p I on. Returns the number completed; if
  /// that is less, the next one faulted. \p Host switches to their modes.
  uint32_t (*Execute)(const BoundInst *I, uint32_t N, LaneContext &L,
                      HostModes &Host);
  /// Executes them for warps at the same PC, which take turns.
  GroupProgress (*ExecuteGroup)(const BoundInst *I, uint32_t N,
                                LaneContext *const *L, unsigned Warps,
                                HostModes &Host);
  /// Returns the active lanes of \p L in which the predicate of \p I holds.
  uint32_t (*Predicate)(const DecodedInst &I, const LaneContext &L);
  /// Computes these lanes for each of several warps.
  void (*Predicates)(const DecodedInst &I, LaneContext *const *L,
                     unsigned Warps, uint32_t *Holds);
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
#elif defined(__aarch64__)
namespace neon {
const HandlerTable &handlers();
}
#endif

} // namespace heddle::sm

#endif // HEDDLE_SM_HANDLERS_H
