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

#include "HostMode.h"
#include "heddle/Machine/Instruction.h"

namespace heddle::sm {

struct LaneContext;
class HostModes;

/// Executes one instruction for the lanes in \p Mask. False: it faulted, and
/// the context says why.
using Handler = bool (*)(const DecodedInst &I, LaneContext &L, uint32_t Mask);

/// Executes one instruction for \p Warps warps, one after another, all of whose
/// lanes are active. Returns how many were done; fewer: the next one faulted.
using GroupHandler = unsigned (*)(const DecodedInst &I, LaneContext *const *L,
                                  unsigned Warps);

/// The same operation for 32 active lanes, and for some; and for several warps
/// with 32 active lanes.
struct HandlerPair {
  Handler Full = nullptr;
  Handler Masked = nullptr;
  GroupHandler Group = nullptr;
};

/// An instruction bound to the handlers of a host ISA.
struct alignas(64) BoundInst : DecodedInst {
  /// What the host's float unit does meanwhile.
  HostMode Mode = GuestMode;
  /// What the loop calls; includes predicate and memory operands.
  HandlerPair Entry;
  /// The operation alone.
  HandlerPair Body;
};
// Two cache lines, whatever their size elsewhere.
static_assert(sizeof(void *) != 8 || sizeof(BoundInst) == 128);

/// Instructions that all warps of a group did, and warps that did one more. The
/// next warp faulted, unless all instructions were done.
struct GroupProgress {
  uint32_t Done;
  unsigned Warps;
};

struct HandlerTable {
  HandlerPair (*Move)(MoveOp);
  HandlerPair (*Integer)(IntegerOp);
  HandlerPair (*Wide)(WideOp);
  HandlerPair (*Bits)(BitsOp);
  HandlerPair (*Exchange)(ExchangeOp);
  HandlerPair (*Ieee)(IeeeOp);
  HandlerPair (*Function)(FunctionOp);
  HandlerPair (*Half)(HalfOp);
  HandlerPair (*Format)(FormatOp);
  HandlerPair (*Float)(FloatOp);
  HandlerPair (*Double)(DoubleOp);
  HandlerPair (*Sfu)(SfuOp);
  HandlerPair (*Convert)(ConvertOp);
  HandlerPair (*Texture)(TextureOp);
  HandlerPair (*Matrix)(MatrixOp);
  HandlerPair (*Memory)(MemoryOp);
  /// Entries for an operation with a predicate, and for one with memory
  /// operands (and perhaps a predicate). Their instruction is a BoundInst.
  HandlerPair Predicated;
  HandlerPair WithMemory;
  /// The same where the operand in s[] has a post-increment.
  HandlerPair WithStep;
  /// The entry for a 32-bit move without predicate from memory.
  HandlerPair MoveFromMemory;
  /// The entry for a group where source \p Source of an operation without
  /// predicate is a word in memory, and the others are registers. Null: there
  /// is none of its own.
  GroupHandler (*FloatWord)(FloatOp, unsigned Source);
  /// Executes \p N instructions from \p I on. Returns how many were done; fewer
  /// mean that the next one faulted. \p Host follows their modes.
  uint32_t (*Execute)(const BoundInst *I, uint32_t N, LaneContext &L,
                      HostModes &Host);
  /// The same for warps at the same place that take their turns.
  GroupProgress (*ExecuteGroup)(const BoundInst *I, uint32_t N,
                                LaneContext *const *L, unsigned Warps,
                                HostModes &Host);
  /// Lanes of \p L's active ones for which \p I's predicate holds.
  uint32_t (*Predicate)(const DecodedInst &I, const LaneContext &L);
  /// The same for each of several warps.
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

#endif // HEDDLE_LIB_SM_HANDLERS_H
