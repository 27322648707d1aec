//===- AccessEvents.cpp - Who accessed memory, and when -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessEvents.h"

namespace heddle::sanitize {

void EventSweep::drop() {
  // The one that stands for none stays.
  if (!Events.First)
    Places[0] = 1;
  uint32_t Kept = 0;
  for (uint32_t K = 0; K != Events.size(); ++K) {
    const bool IsKept = Places[K];
    Places[K] = Events.First + Kept;
    if (IsKept)
      Events.List[Kept++] = Events.List[K];
  }
  Events.List.resize(Kept);
}

} // namespace heddle::sanitize
