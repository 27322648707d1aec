//===- Barrier.h - The state of an mbarrier ---------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// PTX leaves open what the 64 bits of an mbarrier are; here they are
///
///   [0:19]   arrivals that the phase waits for
///   [20:39]  those that the next phase will wait for
///   [40:60]  bytes that it waits for, in two's complement
///   [61:63]  the number of the phase
///
/// No LLVM headers: what executes instructions includes this.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ABI_BARRIER_H
#define HEDDLE_ABI_BARRIER_H

#include <cstdint>

namespace heddle::abi {

constexpr unsigned BarrierExpectedShift = 20, BarrierBytesShift = 40,
                   BarrierPhaseShift = 61;
constexpr uint64_t BarrierCountMask = (uint64_t(1) << 20) - 1,
                   BarrierBytesMask = (uint64_t(1) << 21) - 1;

/// The state \p Old of an mbarrier after \p What: in [0:19] arrivals, in
/// [20:39] how many fewer there will be from the next phase on, and in [40:60]
/// bytes that are expected, less those that have come. A phase ends when
/// nothing is left to wait for. An update of 0, which a wait makes, changes no
/// state, not even one that has nothing left to wait for.
[[gnu::always_inline]] constexpr uint64_t updateBarrier(uint64_t Old,
                                                        uint64_t What) {
  if (!What)
    return Old;
  const uint64_t Expected =
      ((Old >> BarrierExpectedShift) - (What >> BarrierExpectedShift)) &
      BarrierCountMask;
  const uint64_t Bytes =
      ((Old >> BarrierBytesShift) + (What >> BarrierBytesShift)) &
      BarrierBytesMask;
  uint64_t Pending = (Old - What) & BarrierCountMask;
  uint64_t Phase = Old >> BarrierPhaseShift;
  if (!Pending && !Bytes) {
    ++Phase;
    Pending = Expected;
  }
  return Pending | Expected << BarrierExpectedShift |
         Bytes << BarrierBytesShift | Phase << BarrierPhaseShift;
}

} // namespace heddle::abi

#endif // HEDDLE_ABI_BARRIER_H
