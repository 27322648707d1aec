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
/// minimum. Formulas: CUDA occupancy calculator; CUDA C Programming Guide 4.2,
/// chapter 4.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ABI_OCCUPANCY_H
#define HEDDLE_ABI_OCCUPANCY_H

#include "heddle/ABI/Geometry.h"
#include "llvm/ADT/SmallVector.h"
#include <string>

namespace heddle::abi {

struct Occupancy {
  enum Limiter : unsigned {
    Registers = 1,
    SharedMemory = 2,
    Warps = 4,
    CTASlots = 8,
    /// The CTA has more threads than one may have.
    CTASize = 16,
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
/// and \p SharedBytes shared bytes in all: on chips of 1.x header, parameters,
/// static and dynamic variables, later all but what the system reserves. Zero
/// registers or bytes are no limit. No CTA fits where the result has none.
Occupancy computeOccupancy(const Geometry &G, uint32_t Threads,
                           uint32_t RegistersPerThread, uint32_t SharedBytes);

/// How many of an SM's registers a CTA of \p Threads threads takes.
uint64_t registersPerCTA(const Geometry &G, uint64_t Threads,
                         uint32_t RegistersPerThread);

/// The most registers a thread may use for \p CTAs CTAs of \p Threads threads
/// to fit, whatever else they need; 0 when they cannot.
uint32_t maxRegistersFor(const Geometry &G, uint32_t Threads, uint32_t CTAs);

/// The most shared bytes a CTA may use for \p CTAs of them to fit; 0 when they
/// cannot.
uint32_t maxSharedFor(const Geometry &G, uint32_t CTAs);

/// A change with which more warps would fit.
struct OccupancyStep {
  /// By how much; zero where nothing has to change.
  uint32_t FewerRegisters = 0;
  uint32_t FewerShared = 0;
  /// Another number of threads a CTA; zero where it stays as it is.
  uint32_t Threads = 0;
  Occupancy After;

  /// "2 registers fewer -> 3 CTAs (100.0 %)"
  std::string describe(uint32_t OldThreads) const;
};

/// The smallest change of registers and shared bytes that makes one more CTA
/// fit, if any does, and the block size nearest to \p Threads among those with
/// most warps, if it allows more warps than \p Threads.
llvm::SmallVector<OccupancyStep, 2>
nextOccupancySteps(const Geometry &G, uint32_t Threads,
                   uint32_t RegistersPerThread, uint32_t SharedBytes);

} // namespace heddle::abi

#endif // HEDDLE_ABI_OCCUPANCY_H
