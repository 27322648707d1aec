//===- Clocks.h - Times of the model ----------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// SMs reckon in clocks of their SPs. The memory, whose clocks are others,
/// reckons in fixed fractions of these, so that results do not depend on how
/// the host rounds.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TIMING_CLOCKS_H
#define HEDDLE_LIB_TIMING_CLOCKS_H

#include <cstdint>

namespace heddle::timing {

/// A time in clocks of the SPs since the launch began.
using Clock = uint64_t;
/// It is not known yet.
constexpr Clock Never = ~Clock(0);

/// A time in parts of such a clock.
using Ticks = uint64_t;
constexpr Ticks TicksPerClock = 256;

constexpr Ticks ticksOf(Clock C) { return C * TicksPerClock; }
inline Ticks ticksOf(double Clocks) {
  return Ticks(Clocks * double(TicksPerClock) + 0.5);
}
/// The first clock at which what happens at \p T has happened.
constexpr Clock clockAfter(Ticks T) {
  return (T + TicksPerClock - 1) / TicksPerClock;
}

} // namespace heddle::timing

#endif // HEDDLE_LIB_TIMING_CLOCKS_H
