//===- SpinSearch.h - All that a warp can come to ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Searches the states that a warp can reach while nobody changes memory. When
/// they are finitely many, and in none of them the warp changes a byte that
/// others see, arrives at a barrier or ends, it spins for as long as the others
/// leave memory as it is, whatever the order of turns.
///
/// Locks on s[] come and go all the time, so the search takes whatever a lock
/// can answer: each word that the warp asks for, or none.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SM_SPINSEARCH_H
#define HEDDLE_LIB_SM_SPINSEARCH_H

#include "Interpreter.h"
#include "MemorySnapshot.h"
#include "llvm/ADT/DenseSet.h"
#include <unordered_map>

namespace heddle::sm {

/// All that steers \p W, which has \p LocalWords words of l[] a lane, from here
/// on, but for memory that others see.
std::vector<uint32_t> stateOf(const Program &P, const Warp &W,
                              uint32_t LocalWords);

/// Copies of a warp run here; the warp itself and all memory stay as they are.
/// Nobody else may run meanwhile.
class SpinSearch final : public Observer {
public:
  /// Of a warp with \p LocalWords words of l[] a lane. \p Taken: words of s[]
  /// that somebody else has locked for good.
  /// With \p IsShared others than the launch look at g[] and change it; what is
  /// found holds for the bytes that it had.
  SpinSearch(const Executable &Exe, bool IsShared, uint32_t LocalWords,
             const llvm::DenseSet<uint32_t> &Taken);

  /// Whether \p W, which has locked \p Held or nothing, spins, with all of its
  /// strands. Takes what it executes from \p Steps; false when they do not
  /// suffice, or when the states are too many to remember.
  bool spins(const Warp &W, uint32_t Held, uint64_t &Steps);

  /// After a search that found the warp to spin: whether it never lets go of
  /// the word that it had locked.
  bool keepsLock() const { return KeepsLock; }
  /// Whether lanes of the warp wait for others where these spin.
  bool holdsLanes() const { return HoldsLanes; }

  void issue(const Issue &E) override;

private:
  /// A warp with rows of its own.
  struct State {
    std::unique_ptr<Warp> W;
    std::vector<ConstantRow> Rows, Local;
    /// The word of s[] that it locked.
    uint32_t Held = NoLock;
    /// Which answer its next instruction, a lock, gets.
    unsigned Answer = 0;
  };
  /// Bytes that an instruction may change, as they were.
  struct Place {
    uint8_t *Data;
    unsigned Bytes;
    std::array<uint8_t, 16> Before;
  };
  using Image = std::vector<uint32_t>;

  State copy(const Warp &W, uint32_t Held);
  State copy(const State &S) { return copy(*S.W, S.Held); }
  /// False: it was there before, or it is one too many.
  bool remember(const State &S);
  /// Follows \p S until it comes back to a state that is known; what else could
  /// have happened goes to Open. False: it does not spin.
  bool follow(State S, uint64_t &Steps);
  bool step(State &S);
  void noteShared(const MemoryAccess &A, const Issue &E);
  void noteGlobal(const MemoryAccess &A, const Issue &E);
  void note(uint8_t *Data, unsigned Bytes);
  void answerLock(const MemoryAccess &A, const Issue &E);
  /// Undoes what the instruction did to memory; whether there was anything.
  bool undo();

  const Executable &E;
  const Interpreter Run;
  /// Nobody but this.
  ObserverList Look;
  const bool IsShared;
  /// What warps try their instructions on where g[] is shared.
  MemorySnapshot Snapshot;
  const uint32_t LocalWords;
  const llvm::DenseSet<uint32_t> &Taken;

  std::vector<State> Open;
  std::unordered_multimap<size_t, Image> Known;
  size_t KnownBytes = 0;
  bool IsFull = false, KeepsLock = true, HoldsLanes = false;
  /// Who is followed is one of several strands.
  bool IsApart = false;

  /// About the instruction that is executed.
  std::vector<Place> Places;
  bool ReadsClock = false;
  unsigned Answer = 0, NumAnswers = 1;
  /// What the warp takes for the CTA's locks. Its own comes first.
  std::array<uint32_t, Lanes + 1> Locks;
};

} // namespace heddle::sm

#endif // HEDDLE_LIB_SM_SPINSEARCH_H
