//===- Occupancy.h - How many CTAs an SM holds ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The occupancy of a kernel on a geometry, with every limiter that attains the
/// minimum. Registers are allocated per CTA, as chips of compute capability 1.x
/// do.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ABI_OCCUPANCY_H
#define HEDDLE_ABI_OCCUPANCY_H

#include "heddle/ABI/Geometry.h"
#include <string>

namespace heddle::abi {

struct Occupancy {
  enum Limiter : unsigned {
    Registers = 1,
    Shared = 2,
    Warps = 4,
    CTASlots = 8,
  };

  uint32_t ActiveCTAs = 0;
  uint32_t ActiveWarps = 0;
  uint32_t MaxWarps = 0;
  /// Limiter bits that attain the minimum.
  unsigned Limiters = 0;

  /// In percent of the SM's warps.
  double percent() const { return 100.0 * ActiveWarps / MaxWarps; }
  /// "registers", "warps, registers": in a fixed order, joined by ", ".
  std::string limiterNames() const;
};

/// Occupancy of CTAs of \p Threads threads with \p RegistersPerThread registers
/// and \p SharedBytes shared bytes in all: header, parameters, static and
/// dynamic variables. No CTA fits where the result has none.
Occupancy computeOccupancy(const Geometry &G, uint32_t Threads,
                           uint32_t RegistersPerThread, uint32_t SharedBytes);

} // namespace heddle::abi

#endif // HEDDLE_ABI_OCCUPANCY_H
