//===- Observer.cpp - Looks on while warps run ----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "heddle/Machine/Observer.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle::sm {

Observer::~Observer() = default;

void ObserverList::add(Observer &O) {
  List.push_back(&O);
  const unsigned TakesIn = O.takesIn();
  if (TakesIn & Turns)
    OfTurns.push_back(&O);
  if (TakesIn & Executions)
    OfExecutions.push_back(&O);
  if (TakesIn & Joins)
    OfJoins.push_back(&O);
}

void ObserverList::askNeeds(size_t Count) {
  // Each observer has a bit.
  if (List.size() > 32)
    return;
  Needs.assign(Count, Need());
  for (size_t Index = Count; Index-- != 0;) {
    Need &N = Needs[Index];
    for (unsigned K = 0; K != List.size(); ++K) {
      N.By |= uint32_t(List[K]->needs(uint32_t(Index))) << K;
      N.ByOfQuiet |= uint32_t(List[K]->needsOfQuiet(uint32_t(Index))) << K;
    }
    const Need Next = Index + 1 < Count ? Needs[Index + 1] : Need();
    if (!N.By)
      N.Unneeded = 1 + Next.Unneeded;
    if (!N.ByOfQuiet)
      N.UnneededOfQuiet = 1 + Next.UnneededOfQuiet;
  }
}

bool ObserverList::isQuiet(const Warp &W) const {
  return llvm::all_of(List, [&](const Observer *O) {
    return !O->hasLoudWarps() || O->isQuiet(W);
  });
}

} // namespace heddle::sm
