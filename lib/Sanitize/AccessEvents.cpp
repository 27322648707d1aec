//===- AccessEvents.cpp - Who accessed memory, and when -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessEvents.h"

namespace heddle::sanitize {

void EventSweep::keep(AccessRef &R) {
  if (!R)
    return;
  uint32_t &Place = Places[AccessEvents::idOf(R)];
  if (!Place)
    Place = Kept.add(Old.of(R));
  R = AccessEvents::ref(Place, AccessEvents::laneOf(R));
}

} // namespace heddle::sanitize
