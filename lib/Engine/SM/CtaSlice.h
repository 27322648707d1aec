//===- CtaSlice.h - How long a CTA keeps its host thread --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// CTAs that share a host thread take turns, here called slices. One that seems
/// to wait has short ones, one that computes has long ones.
///
/// Every length is drawn anew, from a range as wide as its lower bound. So a
/// loop is left at any of its places about as often as at any other, wherever
/// it was when the slice began and whatever was issued besides: nothing that
/// holds at some place of it only, such as a flag that is raised and taken
/// back, stays hidden from the other CTAs. Fixed lengths cannot promise that,
/// be they primes: what counts is the sum of all that is issued between two
/// changes, which may be a multiple of the loop.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_SM_CTASLICE_H
#define HEDDLE_LIB_ENGINE_SM_CTASLICE_H

#include "heddle/Support/SplitMix64.h"
#include <algorithm>

namespace heddle::sm {

/// All lengths are in warp-instructions.
class CtaSlice {
public:
  /// Begins the slices of CTA \p Number. Each CTA has a random sequence of its
  /// own, so that the number of host threads does not matter. A CTA \p
  /// InCluster waits for others more often than most.
  void start(uint64_t Seed, uint64_t Number, bool InCluster = false) {
    Numbers = SplitMix64(Seed ^ SplitMix64(Number).next());
    IsShort = InCluster;
    begin(lowest(Untried));
  }

  /// Returns the instructions that are left in the slice.
  uint64_t left() const { return Left; }
  void take(uint64_t Issued) { Left -= std::min(Left, Issued); }

  /// Has the slice end soon: one warp is left, and the others of its CTA wait
  /// for it, as they do while it waits for other CTAs at a barrier of the grid.
  void shorten() { Left = std::min(Left, Alone + Numbers.next() % Alone); }

  /// Ends the slice and begins another. Returns whether the CTA gives way:
  /// because it \p Waits, as far as one can tell, or because it has run long.
  bool renew(bool Waits) {
    bool IsLong = Lowest == Long;
    begin(Waits ? lowest(Short) : std::min(2 * Lowest, Long));
    return Waits || IsLong;
  }

private:
  /// Lower bounds of lengths: for a CTA that seemed to wait; for one whose
  /// warps wait for one of them; for one of which nothing is known, long enough
  /// that most CTAs end before it; and for one that computes. Lengths double up
  /// to the last, since looking costs time.
  static constexpr uint64_t Short = uint64_t(1) << 10;
  static constexpr uint64_t Alone = uint64_t(1) << 11;
  static constexpr uint64_t Untried = uint64_t(1) << 15;
  static constexpr uint64_t Long = uint64_t(1) << 18;

  uint64_t lowest(uint64_t Bound) const { return IsShort ? Bound >> 4 : Bound; }
  void begin(uint64_t Bound) {
    Lowest = Bound;
    Left = Bound + Numbers.next() % Bound;
  }

  SplitMix64 Numbers{0};
  uint64_t Lowest = Untried, Left = Untried;
  bool IsShort = false;
};

} // namespace heddle::sm

#endif // HEDDLE_LIB_ENGINE_SM_CTASLICE_H
