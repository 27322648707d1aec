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

void ObserverList::askNeeds(size_t Count) {
  Unneeded.assign(Count, 0);
  for (size_t N = Count; N-- != 0;) {
    bool IsNeeded = llvm::any_of(
        List, [&](const Observer *O) { return O->needs(uint32_t(N)); });
    if (!IsNeeded)
      Unneeded[N] = 1 + (N + 1 < Count ? Unneeded[N + 1] : 0);
  }
}

} // namespace heddle::sm
