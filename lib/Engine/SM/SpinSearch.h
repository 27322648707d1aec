//===- SpinSearch.h - All that a warp can come to ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Searches the states that a warp can reach while nobody else changes memory.
/// If they are finitely many, and in none of them the warp changes a byte that
/// others see, arrives at a barrier or ends, it spins for as long as the others
/// leave memory as it is, in any order of turns.
///
/// Locks on s[] come and go all the time, so the search considers every answer
/// of a lock: each word that the warp asks for may be free or locked.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_SM_SPINSEARCH_H
#define HEDDLE_LIB_ENGINE_SM_SPINSEARCH_H

#include "CtaRunner.h"
#include "Interpreter.h"
#include "MemorySnapshot.h"
#include "heddle/Machine/FaultReport.h"
#include "llvm/ADT/DenseSet.h"
#include <unordered_map>

namespace heddle::sm {

/// Returns the state that determines how \p W, with \p LocalWords words of l[]
/// a lane, runs on, except for memory that others see.
std::vector<uint32_t> stateOf(const Program &P, const Warp &W,
                              uint32_t LocalWords);

/// Runs copies of a warp; the warp itself and all memory keep their state. No
/// other warp may run during a search.
class SpinSearch final : public Observer {
public:
  /// Searches warps with \p LocalWords words of l[] a lane. \p Taken are the
  /// words of s[] that other warps have locked for good. With \p IsShared,
  /// others than the launch access g[]; the result then holds for the bytes
  /// that it had.
  /// The clock stands at \p Issued instructions.
  SpinSearch(const Executable &Exe, bool IsShared, uint32_t LocalWords,
             const llvm::DenseSet<uint32_t> &Taken, uint64_t Issued = 0);

  /// Returns whether \p W, which has locked the word \p Held, if any, spins
  /// with all of its strands: for ever or, if it reads the clock and memory,
  /// for as long as it is patient. \p Steps counts down by the instructions
  /// executed; returns false when it reaches 0, or when there are too many
  /// states to remember.
  bool spins(const Warp &W, uint32_t Held, uint64_t &Steps);

  /// After a search with the result that the warp spins, returns whether it
  /// never unlocks its word.
  bool keepsLock() const { return KeepsLock; }
  /// Returns whether lanes of the warp wait for others where these spin.
  bool holdsLanes() const { return HoldsLanes; }
  /// After a search that did not find the warp to spin, returns whether it was
  /// given up too early to tell.
  bool ranOut() const { return IsFull || RanOut; }
  /// The inputs that the warp reads where it spins.
  const SpinInputs &inputs() const { return Inputs; }
  /// The mbarrier that the warp waits for, if it does.
  const std::optional<AwaitedBarrier> &awaited() const { return Awaited; }

  void issue(const Issue &E) override;

private:
  /// A copy of a warp with registers of its own.
  struct State {
    std::unique_ptr<Warp> W;
    std::vector<ConstantRow> Rows, Local;
    /// The word of s[] that the warp has locked.
    uint32_t Held = NoLock;
    /// The answer that its next instruction, a lock, gets.
    unsigned Answer = 0;
  };
  /// Bytes that an instruction may change, with the values to restore.
  struct Place {
    uint8_t *Data;
    unsigned Bytes;
    std::array<uint8_t, 16> Before;
  };
  using Image = std::vector<uint32_t>;

  State copy(const Warp &W, uint32_t Held);
  State copy(const State &S) { return copy(*S.W, S.Held); }
  /// Returns false if the state was known, or if there are too many.
  bool remember(const State &S);
  /// Runs \p S until it returns to a known state; adds the states of other
  /// answers to Open. Returns false if it does not spin.
  bool follow(State S, uint64_t &Steps);
  bool step(State &S);
  void noteShared(const MemoryAccess &A, const Issue &E);
  void noteGlobal(const MemoryAccess &A, const Issue &E);
  void note(uint8_t *Data, unsigned Bytes);
  void answerLock(const MemoryAccess &A, const Issue &E);
  void noteWait(const MemoryAccess &A, const Issue &E);
  /// Undoes the writes of the instruction to memory; returns whether there were
  /// any.
  bool undo();

  const Executable &E;
  const Interpreter Run;
  /// Has the search as its only observer.
  ObserverList Look;
  const bool IsShared;
  /// The memory in which warps run where g[] is shared.
  MemorySnapshot Snapshot;
  const uint32_t LocalWords;
  const llvm::DenseSet<uint32_t> &Taken;
  const uint64_t Issued;

  std::vector<State> Open;
  std::unordered_multimap<size_t, Image> Known;
  size_t KnownBytes = 0;
  bool IsFull = false, RanOut = false, KeepsLock = true, HoldsLanes = false;
  /// Whether the state is one of several strands of the warp.
  bool IsApart = false;
  std::optional<AwaitedBarrier> Awaited;

  /// The accesses of the current instruction.
  std::vector<Place> Places;
  SpinInputs Inputs;
  unsigned Answer = 0, NumAnswers = 1;
  /// The table of locks that the copy sees in place of the CTA's. The first
  /// entry is its own.
  std::array<uint32_t, Lanes + 1> Locks;
};

} // namespace heddle::sm

#endif // HEDDLE_LIB_ENGINE_SM_SPINSEARCH_H
