//===- TranslatedTurns.cpp - Runs warps by host code ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Host code runs a warp as far as it can. The interpreter executes what host
// code leaves out, up to the next place where it can be entered.
//
//===----------------------------------------------------------------------===//

#include "FloatEnvironment.h"
#include "IssueEach.h"
#include "heddle/Machine/Cta.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cassert>

namespace heddle::sm {

template <bool ToBarrier>
uint64_t Interpreter::runTranslated(Warp &W, uint64_t Budget, uint64_t Given,
                                    WarpCounters &Counters) const {
  const TranslatedProgram &Code = codeFor(W);
  while (W.state() == WarpState::Running && Budget && !W.isToMeet()) {
    if constexpr (ToBarrier)
      if (E.Code[W.pc()].isBarrier())
        return Budget;
    const TranslatedProgram::Progress Did = Code.run(W, Budget);
    if (Did.WarpInstructions) {
      Counters.WarpInstructions += Did.WarpInstructions;
      Counters.ThreadInstructions += Did.ThreadInstructions;
      Counters.InHostCode += Did.WarpInstructions;
      ++Counters.HostEntries;
      assert(Did.WarpInstructions <= Budget &&
             "host code takes what it is given");
      Budget -= Did.WarpInstructions;
      continue;
    }
    // In the next turn there is more of it.
    if (Did.NeedsMore && Budget != Given)
      return Budget;
    const uint32_t From = W.pc();
    assert(Code.nextEntry(From) > From && "an entry lies behind");
    const uint64_t Steps =
        std::clamp<uint64_t>(E.Code[From].Run, 1, Code.nextEntry(From) - From);
    const uint64_t Before = Counters.WarpInstructions;
    runSlice<false>(W, std::min(Steps, Budget), Counters, nullptr);
    const uint64_t Issued = Counters.WarpInstructions - Before;
    Budget -= Issued;
    if (isForHostCode(E.Code[From]))
      Counters.Missed += Issued;
  }
  return Budget;
}

template uint64_t Interpreter::runTranslated<false>(Warp &, uint64_t, uint64_t,
                                                    WarpCounters &) const;

void Interpreter::runGroupTranslated(llvm::ArrayRef<Warp *> Warps,
                                     uint64_t Budget,
                                     WarpCounters &Counters) const {
  llvm::SmallVector<uint64_t, Cta::MaxWarps> Left(Warps.size(), Budget);
  while (true) {
    const TranslatedProgram::GroupProgress Did =
        HostCode->runGroup(Warps, Left);
    Counters.WarpInstructions += Did.WarpInstructions;
    Counters.ThreadInstructions += Did.ThreadInstructions;
    Counters.InHostCode += Did.WarpInstructions;
    Counters.HostEntries += Did.Entries;
    assert(Did.Ran <= Warps.size() && "more warps ran than there are");
    for (size_t K = Did.Ran ? Did.Ran - 1 : 0; K != Warps.size(); ++K) {
      Left[K] = runTranslated<true>(*Warps[K], Left[K], Budget, Counters);
      // The warps after one that faulted run in their own turns.
      if (Warps[K]->state() == WarpState::Faulted) [[unlikely]]
        return;
    }
    const uint32_t At = Warps.front()->pc();
    const BoundInst &I = E.Code[At];
    const bool Together = llvm::all_of(Warps, [&](const Warp *W) {
      return W->state() == WarpState::Running && W->pc() == At &&
             !W->isRestless();
    });
    if (!Together || !I.isBarrier() || I.Join || llvm::is_contained(Left, 0) ||
        !meetsAtOnce(Warps, I))
      break;
    issueEach(Warps, Counters, [](Warp &W, unsigned) { W.advance(1); });
    for (uint64_t &Mine : Left)
      --Mine;
  }
  // The last warp to arrive at the barrier waits for the next turn of the
  // others, too, so that all stay together.
  for (auto [W, Mine] : llvm::zip_equal(Warps, Left)) {
    if (W->state() != WarpState::Running || !Mine ||
        !E.Code[W->pc()].isBarrier() || W->isRestless())
      continue;
    runSlice<false>(*W, 1, Counters, nullptr);
    if (W->state() == WarpState::Faulted) [[unlikely]]
      return;
  }
}

} // namespace heddle::sm
