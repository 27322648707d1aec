//===- PreemptiveOrder.cpp - Warps by priority ----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PreemptiveOrder.h"
#include "heddle/Support/SplitMix64.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <cassert>

namespace heddle::explore {

using sm::Cta;

class PreemptiveOrder::Follower final : public sm::WarpPicker {
public:
  explicit Follower(const PreemptiveOrder &From) : Order(From) {}

  void start(const Cta &) override {}
  sm::Turn next(uint64_t) override {
    return {Order.WarpNumber, Order.Length, /*MayGroup=*/false,
            /*UntilUnlocked=*/true};
  }

private:
  const PreemptiveOrder &Order;
};

PreemptiveOrder::PreemptiveOrder(const sm::Program &Prog,
                                 llvm::ArrayRef<uint32_t> Points,
                                 uint64_t PrioritySeed,
                                 std::vector<uint64_t> Chosen)
    : P(Prog), IsPoint(Prog.Code.size()), Distance(Prog.Code.size(), 1),
      Seed(PrioritySeed), Preempt(std::move(Chosen)) {
  for (size_t N = 0; N != P.Code.size(); ++N)
    IsPoint[N] =
        std::binary_search(Points.begin(), Points.end(), P.Code[N].Address);
  for (size_t N = P.Code.size() - 1; N; --N) {
    const sm::DecodedInst &I = P.Code[N - 1];
    if (I.isPlain() && !I.Join && !I.Exit && !IsPoint[N])
      Distance[N - 1] = Distance[N] + 1;
  }
}

std::unique_ptr<sm::WarpPicker> PreemptiveOrder::makeWarpPicker() {
  return std::make_unique<Follower>(*this);
}

uint64_t &PreemptiveOrder::priorityOf(const Cta &C, unsigned Warp) {
  std::vector<uint64_t> &Of = Priorities[C.number()];
  if (Of.empty()) {
    SplitMix64 Numbers(Seed ^ SplitMix64(C.number()).next());
    for (unsigned N = 0; N != C.numWarps(); ++N)
      Of.push_back(Numbers.next() | LeastAtFirst);
  }
  assert(Warp < Of.size() && "no warp of the CTA");
  return Of[Warp];
}

bool PreemptiveOrder::goesOn(llvm::ArrayRef<const Cta *> InProgress) const {
  return Which < InProgress.size() && InProgress[Which]->number() == Number &&
         InProgress[Which]->runnable() >> WarpNumber & 1 &&
         !(InProgress[Which]->runnable() & ~Runnable) &&
         InProgress.size() == NumCtas && InProgress.back()->number() == LastCta;
}

void PreemptiveOrder::choose(llvm::ArrayRef<const Cta *> InProgress) {
  // Priorities of CTAs that have ended are of no use any more.
  if (Priorities.size() > 4 * InProgress.size() + 64) {
    llvm::DenseMap<uint64_t, std::vector<uint64_t>> Kept;
    for (const Cta *C : InProgress)
      if (auto It = Priorities.find(C->number()); It != Priorities.end())
        Kept[C->number()] = std::move(It->second);
    Priorities = std::move(Kept);
  }
  uint64_t Best = 0;
  for (size_t N = 0; N != InProgress.size(); ++N)
    for (uint64_t Rest = InProgress[N]->runnable(); Rest; Rest &= Rest - 1) {
      unsigned Warp = unsigned(llvm::countr_zero(Rest));
      uint64_t Here = priorityOf(*InProgress[N], Warp);
      if (Here < Best)
        continue;
      Best = Here;
      Which = N;
      WarpNumber = Warp;
    }
  assert(Best && Which < InProgress.size() && "no warp can run");
  Number = InProgress[Which]->number();
  Runnable = InProgress[Which]->runnable();
  NumCtas = InProgress.size();
  LastCta = InProgress.back()->number();
  Since = 0;
}

void PreemptiveOrder::giveWay(const Cta &C) {
  priorityOf(C, WarpNumber) = Lowest--;
}

size_t PreemptiveOrder::next(llvm::ArrayRef<const Cta *> InProgress) {
  if (!goesOn(InProgress))
    choose(InProgress);
  while (true) {
    const Cta &C = *InProgress[Which];
    const uint32_t PC = C.warp(WarpNumber).pc();
    bool Yields = Since >= sm::LongTurn;
    if (!Yields && IsPoint[PC]) {
      const uint64_t Point = Passed++;
      Yields = NextPreempt != Preempt.size() && Preempt[NextPreempt] == Point;
      if (Yields) {
        ++NextPreempt;
        object::Module::Place Place = P.Module.placeOf(P.Code[PC].Line);
        Done.push_back(
            {Point, Place.Line, C.index(), WarpNumber,
             P.Module.Files.empty() ? std::string() : Place.File.str()});
      }
    }
    if (!Yields) {
      Length = Distance[PC];
      Since += Length;
      return Which;
    }
    giveWay(C);
    choose(InProgress);
  }
}

} // namespace heddle::explore
