//===- VectorClock.h - What a thread knows of others ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A thread's clock counts its releases. A thread knows of another up to which
/// clock of that one everything has happened before. CTAs are known as a whole
/// where a barrier of all their threads made that so, and threads one by one
/// beyond.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SANITIZE_VECTORCLOCK_H
#define HEDDLE_LIB_SANITIZE_VECTORCLOCK_H

#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <memory>

namespace heddle::sanitize {

/// A thread, or in lock-step a warp, of a grid.
using ThreadId = uint64_t;

/// More than a CTA has threads.
constexpr uint64_t ThreadsPerCta = 2048;

inline ThreadId threadId(uint64_t Cta, unsigned InCta) {
  return Cta * ThreadsPerCta + InCta;
}

class VectorClock {
public:
  /// 0: nothing is known.
  uint32_t ofCta(uint64_t Cta) const { return find(Ctas, Cta); }
  uint32_t ofThread(ThreadId T) const { return find(Threads, T); }

  void raiseCta(uint64_t Cta, uint32_t Clock) { raise(Ctas, Cta, Clock); }
  void raiseThread(ThreadId T, uint32_t Clock) { raise(Threads, T, Clock); }
  void merge(const VectorClock &Other);
  /// Drops the clocks of single threads of \p Cta up to \p Clock, which the
  /// holders of this clock know anyway.
  void dropThreads(uint64_t Cta, uint32_t Clock);
  /// Replaces the clocks of the \p Count threads that \p Cta has by one of the
  /// CTA.
  void unite(uint64_t Cta, unsigned Count);
  bool empty() const { return Ctas.empty() && Threads.empty(); }
  /// Whether \p Other knows no more.
  bool covers(const VectorClock &Other) const {
    return coversList(Ctas, Other.Ctas) && coversList(Threads, Other.Threads);
  }

private:
  struct Entry {
    uint64_t Who;
    uint32_t Clock;
  };
  /// Ascending.
  using List = llvm::SmallVector<Entry, 2>;

  static uint32_t find(const List &In, uint64_t Who);
  static void raise(List &In, uint64_t Who, uint32_t Clock);
  static void mergeList(List &To, const List &From);
  static bool coversList(const List &In, const List &Other);

  List Ctas, Threads;
};

/// Shared by all that know the same; null: nothing is known.
using ClockRef = std::shared_ptr<VectorClock>;

/// Adds what \p From knows to \p To, without changing a clock that others
/// share.
void mergeInto(ClockRef &To, const ClockRef &From);

} // namespace heddle::sanitize

#endif // HEDDLE_LIB_SANITIZE_VECTORCLOCK_H
