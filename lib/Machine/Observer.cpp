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

/// How many instructions from each on nobody needs.
template <typename FnT>
static std::vector<uint32_t> countUnneeded(size_t Count, FnT IsNeeded) {
  std::vector<uint32_t> Runs(Count, 0);
  for (size_t N = Count; N-- != 0;)
    if (!IsNeeded(uint32_t(N)))
      Runs[N] = 1 + (N + 1 < Count ? Runs[N + 1] : 0);
  return Runs;
}

void ObserverList::askNeeds(size_t Count) {
  Unneeded = countUnneeded(Count, [&](uint32_t N) {
    return llvm::any_of(List, [&](const Observer *O) { return O->needs(N); });
  });
  UnneededOfQuiet = countUnneeded(Count, [&](uint32_t N) {
    return llvm::any_of(List,
                        [&](const Observer *O) { return O->needsOfQuiet(N); });
  });
}

} // namespace heddle::sm
