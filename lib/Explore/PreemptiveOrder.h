//===- PreemptiveOrder.h - Warps by priority --------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The warp of the highest priority runs, among all warps of a launch that can
/// run. The priorities are random, and a warp has the lowest once it has given
/// way: at points that the caller chose, and where it has run for long, so that
/// a warp that waits for another does not keep it from running.
///
/// With random priorities and a few preemptions, a bug that needs a few events
/// in a certain order is found with a probability that does not vanish with the
/// length of the run (Burckhardt et al., A Randomized Scheduler with
/// Probabilistic Guarantees of Finding Bugs, 2010).
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_EXPLORE_PREEMPTIVEORDER_H
#define HEDDLE_LIB_EXPLORE_PREEMPTIVEORDER_H

#include "heddle/Explore/Schedule.h"
#include "heddle/Machine/Cta.h"
#include "llvm/ADT/DenseMap.h"

namespace heddle::explore {

class PreemptiveOrder final : public sm::CtaPicker {
public:
  /// \p Points are addresses in \p Prog, of instructions before which a warp
  /// gives way if the number of those passed so far is in \p Chosen, which
  /// ascends.
  PreemptiveOrder(const sm::Program &Prog, llvm::ArrayRef<uint32_t> Points,
                  uint64_t PrioritySeed, std::vector<uint64_t> Chosen);

  size_t next(llvm::ArrayRef<const sm::Cta *> InProgress) override;

  /// Makes a picker for the CTAs of a launch, which must not outlive this
  /// object.
  std::unique_ptr<sm::WarpPicker> makeWarpPicker();

  uint64_t passed() const { return Passed; }
  /// The preemptions that took place.
  const std::vector<Preemption> &preemptions() const { return Done; }

private:
  class Follower;

  /// Whether the warp that ran last goes on, as nobody else can run that could
  /// not before.
  bool goesOn(llvm::ArrayRef<const sm::Cta *> InProgress) const;
  void choose(llvm::ArrayRef<const sm::Cta *> InProgress);
  uint64_t &priorityOf(const sm::Cta &C, unsigned Warp);
  void giveWay(const sm::Cta &C);

  const sm::Program &P;
  /// By index of the instruction: whether it is a point; how many are issued
  /// until the next that may be one.
  std::vector<bool> IsPoint;
  std::vector<uint32_t> Distance;
  const uint64_t Seed;
  const std::vector<uint64_t> Preempt;
  size_t NextPreempt = 0;
  uint64_t Passed = 0;
  std::vector<Preemption> Done;

  /// By CTA, of its warps.
  llvm::DenseMap<uint64_t, std::vector<uint64_t>> Priorities;
  /// The priority of the next warp that gives way.
  uint64_t Lowest = LeastAtFirst - 1;
  static constexpr uint64_t LeastAtFirst = uint64_t(1) << 63;

  /// The CTA and the warp that run.
  size_t Which = 0;
  uint64_t Number = ~uint64_t(0);
  unsigned WarpNumber = 0;
  uint64_t Length = 1;
  /// Instructions since it was chosen.
  uint64_t Since = 0;
  /// The other warps that could run when it was chosen.
  uint64_t Runnable = 0;
  size_t NumCtas = 0;
  uint64_t LastCta = 0;
};

} // namespace heddle::explore

#endif // HEDDLE_LIB_EXPLORE_PREEMPTIVEORDER_H
