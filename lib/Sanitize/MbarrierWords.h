//===- MbarrierWords.h - Where mbarriers are --------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SANITIZE_MBARRIERWORDS_H
#define HEDDLE_LIB_SANITIZE_MBARRIERWORDS_H

#include "heddle/Machine/Observer.h"
#include "heddle/Machine/Warp.h"

namespace heddle::sanitize {

/// Where the machine keeps the word of an mbarrier that \p Lane accesses; null
/// where there is none.
inline const uint8_t *mbarrierWord(const sm::Issue &E,
                                   const sm::MemoryAccess &A, unsigned Lane) {
  const sm::LaneContext &L = E.W.lanes();
  const uint64_t At = A.Address[Lane];
  if (A.Where == sm::Space::Shared)
    return L.SharedBytes >= 8 && At <= L.SharedBytes - 8 ? L.Shared + At
                                                         : nullptr;
  const sm::FarWindow W = L.FindFarGlobal(L.GlobalMemory, At, false);
  return W.Size >= 8 && At - W.Base <= W.Size - 8 ? W.Data + (At - W.Base)
                                                  : nullptr;
}

} // namespace heddle::sanitize

#endif // HEDDLE_LIB_SANITIZE_MBARRIERWORDS_H
