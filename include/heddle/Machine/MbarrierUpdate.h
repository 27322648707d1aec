//===- MbarrierUpdate.h - What lanes tell mbarriers -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For observers that follow the state of mbarriers, which only the machine
/// keeps: what an instruction is about to change of one.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MACHINE_MBARRIERUPDATE_H
#define HEDDLE_MACHINE_MBARRIERUPDATE_H

#include "heddle/Machine/Cta.h"
#include "heddle/Machine/Observer.h"

namespace heddle::sm {

/// Returns the update that \p Lane makes to an mbarrier, as
/// heddle/ABI/Barrier.h has it; 0: the lane looks at it.
inline uint64_t mbarrierUpdate(const Issue &E, unsigned Lane) {
  const Source &S = E.I.Src[1];
  const uint32_t *Low = E.W.lanes().Base[S.Base] + size_t(S.Row) * Lanes + Lane;
  return uint64_t(Low[Lanes]) << 32 | Low[0];
}

} // namespace heddle::sm

#endif // HEDDLE_MACHINE_MBARRIERUPDATE_H
