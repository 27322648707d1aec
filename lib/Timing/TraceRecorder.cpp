//===- TraceRecorder.cpp - Makes traces of what is observed ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TraceRecorder.h"
#include "llvm/ADT/bit.h"
#include <cassert>
#include <utility>

namespace heddle::timing {

CtaRecorder::CtaRecorder(const sm::Program &Of, const KernelCosts &OfKernel,
                         const RecorderRules &How, unsigned NumWarps)
    : P(Of), Costs(OfKernel), Details(How), Trace(std::make_unique<CtaTrace>()),
      Places(NumWarps) {
  Trace->Warps.resize(NumWarps);
}

uint32_t CtaRecorder::straightFrom(uint32_t Next) const {
  assert(Next && Next < P.Code.size() && "the guard is never executed");
  const sm::DecodedInst &Before = P.Code[Next - 1];
  return Before.isPlain() && !Before.Exit ? P.Code[Next].Run : 0;
}

uint32_t CtaRecorder::advance(unsigned Warp, uint32_t Index) {
  WarpPlace &W = Places[Warp];
  const uint32_t Next = W.First + W.Count;
  if (W.Count && Index >= Next && Index - Next <= straightFrom(Next)) {
    W.Count += Index - Next + 1;
    return Index - Next;
  }
  Trace->Warps[Warp].add(W.First, W.Count);
  W.First = Index;
  W.Count = 1;
  return 0;
}

void CtaRecorder::settleArrival(unsigned Warp) {
  WarpPlace &W = Places[Warp];
  if (W.ArrivedAt == sm::NumBarriers)
    return;
  // A warp that does something before the others have come does not wait.
  if (Trace->Arrivals[W.ArrivedAt].size() == W.Phase)
    Trace->Warps[Warp].Details.setPassing(W.Arrival);
  W.ArrivedAt = sm::NumBarriers;
}

void CtaRecorder::issue(const sm::Issue &E, LaunchWork &Work) {
  const unsigned Warp = E.W.number();
  settleArrival(Warp);
  // Those before a join were of the lanes that came to it.
  const uint32_t Came = std::exchange(Places[Warp].Came, 0);
  addUnseen(Warp, E.Index, Came ? Came : E.Active, Work);
  Work.FloatOperations +=
      uint64_t(Costs.flops(E.Index)) * uint64_t(llvm::popcount(E.Executing));
  if (!Costs[E.Index].HasDetail)
    return;
  const Detail D = Details.make(E, Work);
  const size_t Place = Trace->Warps[Warp].Details.write(D);
  if (!D.IsArrival)
    return;
  assert(D.Barrier < sm::NumBarriers && "there is no such barrier");
  ++Arrived[D.Barrier];
  if (D.Waits) {
    WarpPlace &W = Places[Warp];
    W.Arrival = Place;
    W.ArrivedAt = D.Barrier;
    W.Phase = Trace->Arrivals[D.Barrier].size();
  }
}

void CtaRecorder::addUnseen(unsigned Warp, uint32_t Index, uint32_t Lanes,
                            LaunchWork &Work) {
  const uint32_t Unseen = advance(Warp, Index);
  const uint64_t Flops =
      Costs.unseenFlopsBefore(Index) - Costs.unseenFlopsBefore(Index - Unseen);
  Work.FloatOperations += Flops * uint64_t(llvm::popcount(Lanes));
}

void CtaRecorder::join(unsigned Warp, uint32_t Index, uint32_t Came,
                       bool GoesOn, LaunchWork &Work) {
  settleArrival(Warp);
  if (GoesOn) {
    Places[Warp].Came = Came;
    return;
  }
  addUnseen(Warp, Index, Came, Work);
  if (Costs[Index].HasDetail)
    Trace->Warps[Warp].Details.write(Detail());
}

void CtaRecorder::barrierReleased(unsigned Barrier) {
  Trace->Arrivals[Barrier].push_back(Arrived[Barrier]);
  Arrived[Barrier] = 0;
}

std::unique_ptr<CtaTrace> CtaRecorder::finish() {
  assert(Trace && Trace->Warps.size() == Places.size() && "finished twice");
  for (unsigned N = 0; N != Places.size(); ++N) {
    WarpTrace &W = Trace->Warps[N];
    W.add(Places[N].First, Places[N].Count);
    W.Runs.shrink_to_fit();
    W.Details.Bytes.shrink_to_fit();
  }
  return std::move(Trace);
}

} // namespace heddle::timing
