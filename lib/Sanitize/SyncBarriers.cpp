//===- SyncBarriers.cpp - Who comes to barriers, and who does not ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SyncChecker.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <cassert>

namespace heddle::sanitize {

using object::SyncOperation;
using sm::Issue;
using sm::Lanes;

/// The lanes of warp \p W that are in strands without the turn.
static uint32_t lanesApart(const sm::Warp &W) {
  uint32_t Apart = 0;
  for (const sm::Strand &S : W.apart())
    Apart |= S.lanes();
  return Apart & W.live();
}

static constexpr char ExitBehind[] =
    "threads without work should come to the barrier, and exit behind it";

/// Lanes of a warp come to a barrier to which those in \p Exited do not.
void SyncChecker::comesWithout(const sm::Cta &C, const Waiting &P,
                               uint32_t Exited) {
  add(Rule::SyncExited, P.Index, C.number(),
      P.Warp * Lanes + firstOf(P.Executing), "barrier",
      "barrier that lanes " + hex(Exited) + " of warp " +
          std::to_string(P.Warp) + " do not come to, because they have exited",
      ExitBehind);
}

/// Reports lanes that come to an instruction with barriers of their own, or
/// with counts.
void SyncChecker::lanesDisagree(const Issue &E) {
  if (E.I.Sub[2] == sm::BarrierFixed)
    return;
  const sm::LaneContext &L = E.W.lanes();
  const unsigned First = firstOf(E.Executing);
  auto Look = [&](unsigned Source, llvm::StringRef What) {
    const uint32_t *Row =
        L.Base[E.I.Src[Source].Base] + size_t(E.I.Src[Source].Row) * Lanes;
    for (uint32_t Rest = E.Executing; Rest; Rest &= Rest - 1) {
      const unsigned Lane = firstOf(Rest);
      if (Row[Lane] == Row[First])
        continue;
      add(Rule::SyncDifferent, E, Lane,
          ("lanes of warp " + llvm::Twine(E.W.number()) +
           " come to a barrier with different " + What + ": lane " +
           llvm::Twine(First) + " with " + llvm::Twine(Row[First]) +
           ", and lane " + llvm::Twine(Lane) + " with " +
           llvm::Twine(Row[Lane]))
              .str(),
          "all lanes of a warp must name one barrier and one count; what the "
          "first says counts here");
      return true;
    }
    return false;
  };
  if (!Look(0, "numbers") && E.I.Sub[2] == sm::BarrierOfSome)
    Look(1, "counts of threads");
}

void SyncChecker::barrier(const Issue &E, const SyncOperation &O, CtaState &C) {
  lanesDisagree(E);
  sm::BarrierCall Call = E.W.barrierCall(E.I, E.Executing);
  // A larger number is a fault.
  if (Call.Id >= sm::NumBarriers)
    return;
  const uint32_t Apart = lanesApart(E.W);
  const Waiting Here = {E.W.number(), E.Index, E.Executing, Apart != 0};
  uint32_t Absent = E.W.live() & ~E.Executing & ~Apart;
  uint32_t Leaving = leavingLanes(E.W, Launch->P, Absent);
  uint32_t Exited = (E.W.valid() & ~E.W.live()) | Leaving;
  Absent &= ~Leaving;
  if (O.IsAligned && Absent)
    add(Rule::SyncDivergent, E, firstOf(E.Executing),
        "barrier in divergent code: of warp " + std::to_string(E.W.number()) +
            " lanes " + hex(E.Executing) + " come to it, and lanes " +
            hex(Absent) + " do not",
        "all lanes of a warp must come to a barrier together: it belongs where "
        "they have met again");
  else if (O.IsAligned && Exited)
    comesWithout(E.W.cta(), Here, Exited);
  BarrierState &B = C.Barriers[Call.Id];
  B.IsOfAll = Call.Count == 0;
  if (Call.Kind != sm::BarrierKind::Arrive)
    B.Places.push_back(Here);
}

void SyncChecker::barrierReleased(const sm::Cta &C, unsigned Barrier) {
  assert(Barrier < sm::NumBarriers && Ctas.contains(C.number()) &&
         "no barrier of a CTA that runs");
  BarrierState &Next = Ctas[C.number()]->Barriers[Barrier];
  BarrierState B = std::exchange(Next, {});
  Next.IsOfAll = B.IsOfAll;
  llvm::erase_if(B.Places, [&](const Waiting &P) {
    const bool Waits = C.waitsForNext(P.Warp, Barrier);
    if (Waits)
      Next.Places.push_back(P);
    return Waits;
  });
  // In a warp that runs apart, other lanes may have exited meanwhile.
  for (const Waiting &P : B.Places) {
    const sm::Warp &W = C.warp(P.Warp);
    if (uint32_t Exited = W.valid() & ~W.live();
        P.IsApart && Exited && Operations[P.Index]->IsAligned)
      comesWithout(C, P, Exited);
  }
  if (B.IsOfAll && !B.Places.empty())
    waitsAtDifferent(C, Barrier, B);
}

/// Reports warps that come to a barrier of all at another place than the first.
/// Warps that have exited need not come: it waits for no more than the others
/// (PTX ISA, "exit").
void SyncChecker::waitsAtDifferent(const sm::Cta &C, unsigned Barrier,
                                   const BarrierState &B) {
  assert(B.IsOfAll && !B.Places.empty() && "warps that wait for all");
  const Waiting &First = B.Places.front();
  // barrier without .aligned is one for threads, wherever they are.
  auto IsAligned = [&](const Waiting &P) {
    return Operations[P.Index]->IsAligned;
  };
  for (const Waiting &P : B.Places)
    if (placeOf(P.Index) != placeOf(First.Index) &&
        (IsAligned(P) || IsAligned(First)))
      add(Rule::SyncDifferent, P.Index, C.number(),
          P.Warp * Lanes + firstOf(P.Executing), "barrier",
          (P.Warp == First.Warp ? "lanes of warp " + std::to_string(P.Warp)
                                : "warps " + std::to_string(First.Warp) +
                                      " and " + std::to_string(P.Warp)) +
              " wait for each other at barrier " + std::to_string(Barrier) +
              " at different places",
          "a barrier of all threads belongs where all of them come by",
          std::pair(First.Index,
                    First.Warp * Lanes + firstOf(First.Executing)));
}

void SyncChecker::waitsApart(uint64_t Cta, const CtaState &C) {
  const Waiting *First = nullptr;
  unsigned FirstId = 0;
  for (unsigned Id = 0; Id != sm::NumBarriers; ++Id) {
    const BarrierState &B = C.Barriers[Id];
    if (!B.IsOfAll || B.Places.empty())
      continue;
    const Waiting &P = B.Places.front();
    if (First)
      add(Rule::SyncDifferent, P.Index, Cta,
          P.Warp * Lanes + firstOf(P.Executing), "barrier",
          "warp " + std::to_string(First->Warp) + " waits at barrier " +
              std::to_string(FirstId) + " and warp " + std::to_string(P.Warp) +
              " at barrier " + std::to_string(Id) + ", both for all threads",
          "a barrier of all threads must have one number in all of them",
          std::pair(First->Index,
                    First->Warp * Lanes + firstOf(First->Executing)));
    else
      First = &P, FirstId = Id;
  }
}

} // namespace heddle::sanitize
