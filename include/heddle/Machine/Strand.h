//===- Strand.h - Lanes of a warp that run apart ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The lanes of a warp run on one divergence stack until some of them spin
/// while others wait for them there. Then the warp parts
/// (docs/rationale/Tx1.md): each part, a strand, has a copy of the stack that
/// holds its own lanes only, so it goes on as if it were a warp of its own.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MACHINE_STRAND_H
#define HEDDLE_MACHINE_STRAND_H

#include "heddle/Machine/DivergenceStack.h"
#include "heddle/Machine/Instruction.h"

namespace heddle::sm {

/// A request of a warp to a barrier.
struct BarrierCall {
  unsigned Id = 0;
  /// Warps that it waits for; 0: all of the CTA.
  unsigned Count = 0;
  BarrierKind Kind = BarrierKind::Wait;
  /// The lanes whose sources are reduced, and that get the result.
  uint32_t Executing = 0;
  uint16_t ResultRow = 0;
  /// The numbers of these lanes whose source is 0, and is not.
  unsigned Zeros = 0, Others = 0;
};

/// The purpose for which lanes of a warp meet: to exchange values, to see what
/// each of them has stored, or to exchange values next, with nobody else.
enum class Meeting : uint8_t { Exchange, Sync, SyncNext };

/// A part of a warp that has no turn.
struct Strand {
  DivergenceStack Stack;
  uint32_t PC = 0;
  uint32_t Active = 0;
  bool IsAtBarrier = false;
  /// Meaningful if IsAtBarrier.
  BarrierCall Barrier;
  /// Lanes that it waits for where they exchange values; 0: it can go on.
  uint32_t Awaited = 0;
  /// For lanes that wait for others in different branches: the ones that have
  /// come, and the kind of their meeting; 0 for other lanes.
  uint32_t AtHand = 0;
  uint64_t MeetingKind = 0;
  /// Whether it waits for nobody at its next exchange, or, across branches, at
  /// its next instruction.
  bool HasMet = false;
  /// Turns in which lanes waited for its active ones.
  unsigned TurnsHeld = 0;

  /// Active lanes, and those that wait on the stack, exited ones included.
  uint32_t lanes() const { return Active | Stack.lanes(); }
};

} // namespace heddle::sm

#endif // HEDDLE_MACHINE_STRAND_H
