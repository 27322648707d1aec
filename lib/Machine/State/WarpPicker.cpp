//===- WarpPicker.cpp - Whose turn it is ----------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "heddle/Machine/WarpPicker.h"
#include "heddle/Machine/Cta.h"
#include "heddle/Support/SplitMix64.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/ErrorHandling.h"
#include <cassert>

namespace heddle::sm {

WarpPicker::~WarpPicker() = default;

CtaPicker::~CtaPicker() = default;
std::optional<KernelTime> CtaPicker::now() const { return std::nullopt; }

namespace {

unsigned lowest(uint64_t Warps) {
  assert(Warps && "no warp can run");
  return unsigned(llvm::countr_zero(Warps));
}

/// Lets warps run one after another. Only its turns are as long as they can be,
/// so that warps may go in lock-step: this order aims at speed alone.
class RoundRobin final : public WarpPicker {
public:
  void start(const Cta &C) override { Last = C.numWarps() - 1; }
  Turn next(uint64_t Runnable) override {
    uint64_t Later = Last + 1 < Cta::MaxWarps ? Runnable >> (Last + 1) : 0;
    unsigned Warp = Later ? Last + 1 + lowest(Later) : lowest(Runnable);
    return {Warp, LongTurn, /*MayGroup=*/true, /*UntilUnlocked=*/true};
  }
  void over(uint64_t Had, uint64_t) override {
    assert(Had && "nobody had the turn");
    Last = 63 - unsigned(llvm::countl_zero(Had));
  }

private:
  unsigned Last = 0;
};

/// The lowest that can run, which gives way only when it has run long.
class OldestFirst final : public WarpPicker {
public:
  void start(const Cta &) override { HadTurn = 0; }
  Turn next(uint64_t Runnable) override {
    // A warp that only spins must not keep the others from running for ever.
    if (!(Runnable & ~HadTurn))
      HadTurn = 0;
    return {lowest(Runnable & ~HadTurn), LongTurn, /*MayGroup=*/false,
            /*UntilUnlocked=*/true};
  }
  void over(uint64_t, uint64_t Unfinished) override { HadTurn |= Unfinished; }

private:
  uint64_t HadTurn = 0;
};

/// Any, for short turns of random length.
class RandomOrder final : public WarpPicker {
public:
  explicit RandomOrder(uint64_t From) : Seed(From) {}

  /// A CTA's own sequence, so that host threads do not matter.
  void start(const Cta &C) override {
    Numbers = SplitMix64(Seed + C.number() * 0xd1342543de82ef95);
  }
  Turn next(uint64_t Runnable) override {
    constexpr unsigned Most = 64;
    uint64_t Rest = Runnable;
    for (uint64_t Skip = Numbers.next() % unsigned(llvm::popcount(Runnable));
         Skip; --Skip)
      Rest &= Rest - 1;
    return {lowest(Rest), 1 + Numbers.next() % Most, /*MayGroup=*/false,
            /*UntilUnlocked=*/false};
  }

private:
  const uint64_t Seed;
  SplitMix64 Numbers{0};
};

} // namespace

std::unique_ptr<WarpPicker> makeWarpPicker(Schedule Order, uint64_t Seed) {
  switch (Order) {
  case Schedule::RoundRobin:
    return std::make_unique<RoundRobin>();
  case Schedule::Oldest:
    return std::make_unique<OldestFirst>();
  case Schedule::Random:
    return std::make_unique<RandomOrder>(Seed);
  }
  llvm_unreachable("covered switch");
}

} // namespace heddle::sm
