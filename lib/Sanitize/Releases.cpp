//===- Releases.cpp - What writes hand on ---------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Releases.h"

namespace heddle::sanitize {

FenceOrder &own(FenceRef &Fences) {
  if (!Fences)
    Fences = std::make_shared<FenceOrder>();
  else if (Fences.use_count() > 1)
    Fences = std::make_shared<FenceOrder>(*Fences);
  return *Fences;
}

void uniteFences(FenceOrder &Fences, uint64_t Cta, unsigned Count) {
  Fences.Before.forAll([&](ClockRef &Clock) {
    Clock = std::make_shared<VectorClock>(*Clock);
    Clock->unite(Cta, Count);
  });
}

void mergeInto(FenceRef &To, const FenceRef &From) {
  if (!From || To == From)
    return;
  if (!To) {
    To = From;
    return;
  }
  FenceOrder &All = own(To);
  All.Before.merge(From->Before);
  All.Seen.merge(From->Seen);
}

void mergeInto(Knowledge &To, const Knowledge &From) {
  mergeInto(To.Clock, From.Clock);
  mergeInto(To.Fences, From.Fences);
}

void ReleaseMap::forget(uint64_t Address, unsigned Bytes, bool KeepsSame) {
  if (Places.empty())
    return;
  constexpr unsigned Widest = 16;
  // Accesses are multiples of their size.
  for (uint64_t At = Address & ~uint64_t(Widest - 1); At < Address + Bytes;
       ++At) {
    auto It = Places.find(At);
    if (It == Places.end() || At + It->second.Bytes <= Address)
      continue;
    if (!KeepsSame || At != Address || It->second.Bytes != Bytes)
      Places.erase(It);
  }
}

} // namespace heddle::sanitize
