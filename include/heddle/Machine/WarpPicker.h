//===- WarpPicker.h - Whose turn it is --------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Chooses the warp of a CTA that runs next, and for how long. The results of a
/// race-free kernel do not depend on it.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MACHINE_WARPPICKER_H
#define HEDDLE_MACHINE_WARPPICKER_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <memory>
#include <optional>

namespace heddle::sm {

class Cta;

/// Which warp of a CTA has its turn next.
enum class Schedule : uint8_t {
  /// Warps run one after another, for long turns.
  RoundRobin,
  /// The lowest that can run, which gives way only when it has run long.
  Oldest,
  /// Any, for short turns of random length.
  Random,
};

/// Warp-instructions after which a warp that computes should give way. A prime:
/// a loop whose turns always ended at the same place could hide from the others
/// what it does elsewhere.
constexpr uint64_t LongTurn = 4093;

struct Turn {
  unsigned Warp = 0;
  /// Warp-instructions, at least one.
  uint64_t Length = LongTurn;
  /// Warps at the same place may take their turns in lock-step with it.
  bool MayGroup = false;
  /// The turn goes on while the warp has a word of s[] locked, as far as an
  /// atomic operation may take. Otherwise it would keep all others from the
  /// word for their turns, and they each other.
  bool UntilUnlocked = false;
};

/// Each CTA in progress has one picker, which serves one CTA after another.
class WarpPicker {
public:
  virtual ~WarpPicker();

  /// \p C is about to run.
  virtual void start(const Cta &C) = 0;
  /// \p Runnable: the warps that can run, as bits; not empty.
  virtual Turn next(uint64_t Runnable) = 0;
  /// The turn of the warps in \p Had is over; those in \p Unfinished used all
  /// of it up.
  virtual void over(uint64_t /*Had*/, uint64_t /*Unfinished*/) {}
};

/// The time that kernels read.
struct KernelTime {
  /// Clocks of the SPs, for %clock and %clock64.
  uint64_t Clocks = 0;
  /// For %globaltimer.
  uint64_t Nanoseconds = 0;
};

/// Chooses the CTA that runs next, of those in progress. A launch with one runs
/// on one host thread, and starts as many CTAs as the SMs hold before any runs.
/// For the turn of a CTA its WarpPicker is asked once.
class CtaPicker {
public:
  virtual ~CtaPicker();

  /// A launch is about to run.
  virtual void start() {}
  /// An index into \p InProgress, which is not empty. Each has a warp that can
  /// run.
  virtual size_t next(llvm::ArrayRef<const Cta *> InProgress) = 0;
  /// The time of the turn that it gave last. Nothing: time is what was issued.
  virtual std::optional<KernelTime> now() const;
};

/// \p Seed is for the random order.
std::unique_ptr<WarpPicker> makeWarpPicker(Schedule Order, uint64_t Seed);

} // namespace heddle::sm

#endif // HEDDLE_MACHINE_WARPPICKER_H
