//===- LiveLaunch.h - Warps run in the order of the model -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TIMING_LIVELAUNCH_H
#define HEDDLE_LIB_TIMING_LIVELAUNCH_H

#include "AccessDetails.h"
#include "ChipModel.h"
#include "heddle/Machine/Cta.h"
#include "llvm/ADT/DenseMap.h"

namespace heddle::timing {

/// Stands between the SM, which asks whose turn is next, and the model, which
/// asks for an instruction to be executed. Each turn is one instruction, which
/// is observed.
class LiveLaunch final : public LiveWarps {
public:
  LiveLaunch(const KernelCosts &OfKernel, const RecorderRules &How,
             LaunchWork &Into)
      : Costs(OfKernel), Details(How), Work(Into) {}
  /// The model asks this object, so that it is made behind it.
  void setModel(ChipModel *M) { Chip = M; }

  /// Returns the CTA of the launch whose turn is next; warp() has its warp.
  size_t next(llvm::ArrayRef<const sm::Cta *> InProgress);
  unsigned warp(uint64_t Runnable) const;
  /// When that is.
  Clock now() const { return Asked.At; }

  void startCta(const sm::Cta &C) { Ctas[C.number()] = &C; }
  void endCta(const sm::Cta &C) { Ctas.erase(C.number()); }
  void issue(const sm::Issue &E);
  /// Lanes came to a join and others have their turn.
  void switchPath(const sm::Warp &W);
  void barrierReleased() { HasReleased = true; }
  /// The launch is over: the model learns what was executed last.
  void finish();

  Outcome execute(const Turn &T, Detail &Did, bool &Released) override;
  State stateOf(uint64_t Cta, unsigned Warp) override;
  bool isThere(uint64_t Cta) override { return Ctas.contains(Cta); }

private:
  size_t placeOf(uint64_t Cta, llvm::ArrayRef<const sm::Cta *> InProgress);
  bool isAsked(const sm::Warp &W) const;

  const KernelCosts &Costs;
  const DetailMaker Details;
  LaunchWork &Work;
  ChipModel *Chip = nullptr;

  /// CTAs that have begun and not ended, by number.
  llvm::DenseMap<uint64_t, const sm::Cta *> Ctas;
  /// Where in the list of the CTAs in progress each is, as of when it was last
  /// looked at.
  llvm::DenseMap<uint64_t, size_t> Places;
  /// The turn that the model waits for, and what became of it.
  Turn Asked;
  bool IsWaiting = false, HadTurn = false, HasIssued = false;
  bool HasReleased = false;
  Detail Did;
};

} // namespace heddle::timing

#endif // HEDDLE_LIB_TIMING_LIVELAUNCH_H
