//===- Counters.h - Counters of 64 bits -------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Time as kernels see it. It comes from the instructions that were issued, or
/// from a model of the chip, so that a launch sees the same time whenever it
/// runs.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_SM_SEMANTICS_COUNTERS_H
#define HEDDLE_LIB_ENGINE_SM_SEMANTICS_COUNTERS_H

#include "Vector.h"

namespace heddle::sm::HEDDLE_SM_ISA {

/// %clock64, in clocks of the SPs.
HEDDLE_INLINE uint64_t clockOf(const LaneContext &L) { return L.Clock; }

/// %globaltimer, in nanoseconds: the interpreter gives each instruction the
/// time that it reads.
HEDDLE_INLINE uint64_t timerOf(const LaneContext &L) { return L.Clock; }

} // namespace heddle::sm::HEDDLE_SM_ISA

#endif // HEDDLE_LIB_ENGINE_SM_SEMANTICS_COUNTERS_H
