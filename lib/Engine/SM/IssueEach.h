//===- IssueEach.h - Warps do one instruction in turn -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The turns of warps at the same PC, whoever executes what comes before.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_SM_ISSUEEACH_H
#define HEDDLE_LIB_ENGINE_SM_ISSUEEACH_H

#include "Interpreter.h"
#include "heddle/Machine/Cta.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle::sm {

/// Returns whether \p Group is all that \p I, a barrier, waits for.
inline bool meetsAtOnce(llvm::ArrayRef<Warp *> Group, const DecodedInst &I) {
  const Cta &C = Group.front()->cta();
  // Lanes in other branches may come to it by themselves.
  if (C.program().MeetsAcross &&
      llvm::any_of(Group, [](const Warp *W) { return W->held(); }))
    return false;
  return C.meetsAtOnce(I, unsigned(Group.size()));
}

/// Has each warp of \p Group do one instruction by \p Do, which gets its
/// number there.
template <class DoT>
static void issueEach(llvm::ArrayRef<Warp *> Group, WarpCounters &Counters,
                      DoT Do) {
  uint64_t Threads = 0;
  unsigned Issued = 0;
  for (Warp *W : Group) {
    Threads += W->numActive();
    Do(*W, Issued++);
    // The warps after one that faulted do the instruction in their own turns.
    if (W->state() == WarpState::Faulted) [[unlikely]]
      break;
  }
  Counters.WarpInstructions += Issued;
  Counters.ThreadInstructions += Threads;
}

} // namespace heddle::sm

#endif // HEDDLE_LIB_ENGINE_SM_ISSUEEACH_H
