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
  // The first stands for none.
  Places[0] = 1;
  uint32_t Kept = 0;
  for (uint32_t Id = 0; Id != Events.size(); ++Id) {
    const bool IsKept = Places[Id];
    Places[Id] = Kept;
    if (IsKept)
      Events.List[Kept++] = Events.List[Id];
  }
  Places[Events.size()] = Kept;
  Events.List.resize(Kept);
}

} // namespace heddle::sanitize
