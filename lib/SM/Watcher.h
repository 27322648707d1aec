//===- Watcher.h - Looks on while warps run ---------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What counts or traces. A watched warp goes through its code one instruction
/// at a time; one that nobody watches runs code that knows of no watcher.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SM_WATCHER_H
#define HEDDLE_LIB_SM_WATCHER_H

#include "Instruction.h"
#include "llvm/ADT/SmallVector.h"

namespace heddle::sm {

class Block;
class Warp;

/// An instruction about to be executed.
struct Issue {
  const Warp &W;
  const DecodedInst &I;
  /// Active lanes, and those of them for which the predicate holds.
  uint32_t Active, Executing;
};

class Watcher {
public:
  Watcher() = default;
  virtual ~Watcher();
  Watcher(const Watcher &) = delete;
  Watcher &operator=(const Watcher &) = delete;

  virtual void startBlock(const Block &B) = 0;
  /// Warp \p Number of \p B gets its turn.
  virtual void turn(const Block &B, unsigned Number) = 0;
  virtual void issue(const Issue &E) = 0;
  /// An instruction that changes registers or memory was executed, and did not
  /// fault; \p E is as it was issued.
  virtual void executed(const Issue &) {}
  /// \p Arrived came to a join; \p Now go on there, or (when that is zero)
  /// another path does.
  virtual void join(const Warp &W, const DecodedInst &I, uint32_t Arrived,
                    uint32_t Now) = 0;
  virtual void barrierReleased(const Block &B, unsigned Barrier) = 0;
};

/// Several watchers in one.
class WatcherList final : public Watcher {
public:
  void add(Watcher &W) { List.push_back(&W); }
  bool empty() const { return List.empty(); }

  void startBlock(const Block &B) override {
    for (Watcher *W : List)
      W->startBlock(B);
  }
  void turn(const Block &B, unsigned Number) override {
    for (Watcher *W : List)
      W->turn(B, Number);
  }
  void issue(const Issue &E) override {
    for (Watcher *W : List)
      W->issue(E);
  }
  void executed(const Issue &E) override {
    for (Watcher *W : List)
      W->executed(E);
  }
  void join(const Warp &Joining, const DecodedInst &I, uint32_t Arrived,
            uint32_t Now) override {
    for (Watcher *W : List)
      W->join(Joining, I, Arrived, Now);
  }
  void barrierReleased(const Block &B, unsigned Barrier) override {
    for (Watcher *W : List)
      W->barrierReleased(B, Barrier);
  }

private:
  llvm::SmallVector<Watcher *, 3> List;
};

} // namespace heddle::sm

#endif // HEDDLE_LIB_SM_WATCHER_H
