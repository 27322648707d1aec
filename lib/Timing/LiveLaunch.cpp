//===- LiveLaunch.cpp - Warps run in the order of the model ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiveLaunch.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/ErrorHandling.h"

namespace heddle::timing {

LiveWarps::~LiveWarps() = default;

size_t LiveLaunch::placeOf(uint64_t Cta,
                           llvm::ArrayRef<const sm::Cta *> InProgress) {
  auto Found = Places.find(Cta);
  if (Found != Places.end() && Found->second < InProgress.size() &&
      InProgress[Found->second]->number() == Cta)
    return Found->second;
  Places.clear();
  for (size_t N = 0; N != InProgress.size(); ++N)
    Places[InProgress[N]->number()] = N;
  Found = Places.find(Cta);
  return Found == Places.end() ? InProgress.size() : Found->second;
}

size_t LiveLaunch::next(llvm::ArrayRef<const sm::Cta *> InProgress) {
  while (true) {
    Chip->advance();
    // A CTA that the model does not know has its turn all the same.
    if (!IsWaiting)
      return 0;
    const size_t Place = placeOf(Asked.Cta, InProgress);
    HadTurn = true;
    if (Place != InProgress.size())
      return Place;
    // A fault has stopped it.
    Ctas.erase(Asked.Cta);
  }
}

unsigned LiveLaunch::warp(uint64_t Runnable) const {
  if (IsWaiting && Runnable >> Asked.Warp & 1)
    return Asked.Warp;
  return unsigned(llvm::countr_zero(Runnable));
}

bool LiveLaunch::isAsked(const sm::Warp &W) const {
  return IsWaiting && W.number() == Asked.Warp && W.cta().number() == Asked.Cta;
}

void LiveLaunch::issue(const sm::Issue &E) {
  Work.FloatOperations +=
      uint64_t(Costs.flops(E.Index)) * uint64_t(llvm::popcount(E.Executing));
  Detail Is;
  if (Costs[E.Index].HasDetail)
    Is = Details.make(E, Work);
  if (!isAsked(E.W))
    return;
  HasIssued = true;
  Did = std::move(Is);
}

void LiveLaunch::switchPath(const sm::Warp &W) {
  if (!isAsked(W))
    return;
  HasIssued = true;
  Did = Detail();
}

LiveWarps::Outcome LiveLaunch::execute(const Turn &T, Detail &To,
                                       bool &Released) {
  if (!IsWaiting || !HadTurn) {
    Asked = T;
    IsWaiting = true;
    HadTurn = HasIssued = false;
    return Outcome::Later;
  }
  IsWaiting = HadTurn = false;
  const bool Issued = std::exchange(HasIssued, false);
  Released = std::exchange(HasReleased, false);
  To = std::exchange(Did, Detail());
  if (Issued)
    return Outcome::Executed;
  return Ctas.contains(T.Cta) ? Outcome::Nothing : Outcome::Stopped;
}

LiveWarps::State LiveLaunch::stateOf(uint64_t Cta, unsigned Warp) {
  auto Found = Ctas.find(Cta);
  if (Found == Ctas.end() || Found->second->number() != Cta)
    return {};
  const sm::Warp &W = Found->second->warp(Warp);
  switch (W.state()) {
  case sm::WarpState::Running:
    return {StateKind::Runs, W.pc()};
  case sm::WarpState::AtBarrier:
    return {StateKind::WaitsAtBarrier, W.pc()};
  case sm::WarpState::Done:
  case sm::WarpState::Faulted:
    return {};
  }
  llvm_unreachable("covered switch");
}

void LiveLaunch::finish() {
  // No turn followed the instruction executed last.
  if (IsWaiting && HasIssued)
    HadTurn = true;
  Chip->advance();
  Ctas.clear();
}

} // namespace heddle::timing
