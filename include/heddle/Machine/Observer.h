//===- Observer.h - Looks on while warps run --------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An observer counts, traces, checks or times a launch. A caller hands
/// observers in with LaunchConfig; an observed warp goes through its code one
/// instruction at a time, and an unobserved one runs code that knows of no
/// observer. Observed and unobserved launches take the same turns.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MACHINE_OBSERVER_H
#define HEDDLE_MACHINE_OBSERVER_H

#include "heddle/Machine/Instruction.h"
#include "heddle/Machine/MemoryAccess.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"
#include <memory>
#include <vector>

namespace heddle::sm {

class Cta;
class GlobalMemory;
class Program;
class Warp;
struct LaunchConfig;

/// Executes single operations for observers, on state of their own: what an
/// operation makes of other values is asked of the operation itself.
class OperationRunner {
public:
  /// Executes the operation of the instruction at \p Index for the lanes in
  /// \p Mask of \p L, without its predicate and its memory operands. \p I is
  /// that instruction with rows of \p L; it accesses no memory.
  virtual void run(uint32_t Index, const DecodedInst &I, LaneContext &L,
                   uint32_t Mask) const = 0;
  /// The active lanes of \p L in which the predicate of \p I holds.
  virtual uint32_t predicate(const DecodedInst &I,
                             const LaneContext &L) const = 0;

protected:
  ~OperationRunner() = default;
};

/// A launch about to begin. All of it outlives the launch.
struct LaunchView {
  const Program &P;
  const GlobalMemory &Memory;
  const LaunchConfig &Config;
  const OperationRunner &Runner;
};

/// An instruction about to be executed, or just executed.
struct Issue {
  const Warp &W;
  const DecodedInst &I;
  /// The index of the instruction in the program.
  uint32_t Index;
  /// Active lanes, and those of them for which the predicate holds.
  uint32_t Active, Executing;
  /// The accesses of the executing lanes, with memory as it is before the
  /// instruction.
  llvm::ArrayRef<MemoryAccess> Accesses;
  /// For an exchange: the lanes that exchange, where some of them are
  /// elsewhere; else 0.
  uint32_t Fellows = 0;
};

/// An observer may observe several launches, one after another.
class Observer {
public:
  Observer() = default;
  virtual ~Observer();
  Observer(const Observer &) = delete;
  Observer &operator=(const Observer &) = delete;

  virtual void startLaunch(const LaunchView &) {}
  /// The launch has ended, whatever the reason.
  virtual void endLaunch() {}

  /// Makes an observer for a further host thread of a launch that has started,
  /// which sees the instructions that this thread runs. Null: there is none,
  /// and an observed launch runs on one thread.
  virtual std::unique_ptr<Observer> split() { return nullptr; }
  /// Takes in what \p Part, which split() made, has seen.
  virtual void merge(Observer &) {}

  virtual void startCta(const Cta &) {}
  /// The CTA's last warp has exited.
  virtual void endCta(const Cta &) {}
  /// Whether it looks at the instruction at \p Index of the launch's program;
  /// asked once, when the launch has started. It need not be told of others,
  /// and they may be executed without anything about them being told.
  virtual bool needs(uint32_t /*Index*/) const { return true; }
  /// As needs(), for a warp that isQuiet() at that time.
  virtual bool needsOfQuiet(uint32_t Index) const { return needs(Index); }
  /// Whether the observer may be told less of the warp, which it decides
  /// itself. The state may end with an instruction that is issued to the warp.
  /// Asked as long as the observer has loud warps.
  virtual bool isQuiet(const Warp &) const { return true; }
  /// Whether some warp is not quiet.
  bool hasLoudWarps() const { return LoudWarps != 0; }

  /// Events beside issue().
  enum Events : unsigned { Turns = 1, Executions = 2, Joins = 4 };
  /// The events that it takes in; asked once.
  virtual unsigned takesIn() const { return Turns | Executions | Joins; }

  /// A warp gets its turn.
  virtual void turn(const Warp &) {}
  virtual void issue(const Issue &) {}
  /// An instruction that changes registers or memory was executed, and did not
  /// fault; but for memory and registers, the event is as it was issued.
  virtual void executed(const Issue &) {}
  /// \p Arrived came to a join; \p Now go on there, or (when that is zero)
  /// another path does.
  virtual void join(const Warp &, const DecodedInst &, uint32_t /*Arrived*/,
                    uint32_t /*Now*/) {}
  virtual void barrierReleased(const Cta &, unsigned /*Barrier*/) {}

protected:
  /// Warps that are not quiet.
  unsigned LoudWarps = 0;
};

/// Several observers in one.
class ObserverList final : public Observer {
public:
  void add(Observer &O);
  bool empty() const { return List.empty(); }
  /// Asks which observer looks at which of \p Count instructions; else all look
  /// at all.
  void askNeeds(size_t Count);
  /// How many instructions from \p Index on nobody looks at, if all of
  /// \p Warps execute them.
  uint32_t unneeded(llvm::ArrayRef<Warp *> Warps, uint32_t Index) const {
    if (Index >= Needs.size())
      return 0;
    const Need &N = Needs[Index];
    return N.Unneeded != N.UnneededOfQuiet && areQuiet(Warps)
               ? N.UnneededOfQuiet
               : N.Unneeded;
  }

  bool isQuiet(const Warp &W) const override;
  void startCta(const Cta &C) override {
    for (Observer *O : List)
      O->startCta(C);
  }
  void endCta(const Cta &C) override {
    for (Observer *O : List)
      O->endCta(C);
  }
  void turn(const Warp &W) override {
    for (Observer *O : OfTurns)
      O->turn(W);
  }
  void issue(const Issue &E) override {
    if (E.Index >= Needs.size()) {
      for (Observer *O : List)
        O->issue(E);
      return;
    }
    const Need &N = Needs[E.Index];
    for (uint32_t Rest = areAllQuiet() ? N.ByOfQuiet : N.By; Rest;
         Rest &= Rest - 1)
      List[unsigned(llvm::countr_zero(Rest))]->issue(E);
  }
  void executed(const Issue &E) override {
    for (Observer *O : OfExecutions)
      O->executed(E);
  }
  void join(const Warp &W, const DecodedInst &I, uint32_t Arrived,
            uint32_t Now) override {
    for (Observer *O : OfJoins)
      O->join(W, I, Arrived, Now);
  }
  void barrierReleased(const Cta &C, unsigned Barrier) override {
    for (Observer *O : List)
      O->barrierReleased(C, Barrier);
  }

private:
  /// The observers that look at an instruction.
  struct Need {
    /// The observers by bit of the list: of all warps, and of quiet ones.
    uint32_t By = 0, ByOfQuiet = 0;
    /// The number of instructions from here on that no observer looks at.
    uint32_t Unneeded = 0, UnneededOfQuiet = 0;
  };

  bool areAllQuiet() const {
    for (const Observer *O : List)
      if (O->hasLoudWarps())
        return false;
    return true;
  }
  bool areQuiet(llvm::ArrayRef<Warp *> Warps) const {
    if (!areAllQuiet())
      for (const Warp *W : Warps)
        if (!isQuiet(*W))
          return false;
    return true;
  }

  using Observers = llvm::SmallVector<Observer *, 4>;
  Observers List, OfTurns, OfExecutions, OfJoins;
  /// By index into the program; empty: all are looked at by all.
  std::vector<Need> Needs;
};

} // namespace heddle::sm

#endif // HEDDLE_MACHINE_OBSERVER_H
