//===- SyncWords.cpp - Barriers in memory that are used wrongly -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Updates of mbarriers, see heddle/ABI/Barrier.h, are held against their
/// state. Lanes of one instruction come one after another.
///
//===----------------------------------------------------------------------===//

#include "MbarrierWords.h"
#include "SyncChecker.h"
#include "heddle/ABI/Barrier.h"
#include "heddle/ABI/ClusterWindow.h"
#include "heddle/Machine/MbarrierUpdate.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Endian.h"
#include <cassert>

namespace heddle::sanitize {

using sm::Issue;
using sm::Lanes;
using sm::MemoryAccess;

namespace {

/// Counts of a state, or of what changes one.
struct WordFields {
  uint64_t Arrivals, Expected, Phase;
  int64_t Bytes;

  explicit WordFields(uint64_t Word)
      : Arrivals(Word & abi::BarrierCountMask),
        Expected(Word >> abi::BarrierExpectedShift & abi::BarrierCountMask),
        Phase(Word >> abi::BarrierPhaseShift),
        // Two's complement in 21 bits.
        Bytes(int64_t(Word << 3) >> 43) {}
};

} // namespace

static bool isOfCluster(const MemoryAccess &A, unsigned Lane) {
  return A.Where != sm::Space::Shared &&
         (A.Address[Lane] & abi::ClusterOffsetMask) ==
             abi::ClusterBarrierOffset;
}

bool SyncChecker::isWord(const sm::DecodedInst &I) {
  return I.access() == sm::AccessKind::Atomic &&
         sm::AtomicKind(I.Sub[0]) == sm::AtomicKind::Barrier;
}

/// The problem of telling a word with the state \p Old the counts \p What;
/// empty: there is none.
static std::string problemOf(uint64_t Old, uint64_t What) {
  constexpr int64_t MostBytes = (int64_t(1) << 20) - 1;
  if (!Old)
    return (llvm::Twine(What ? "change of" : "wait on") +
            " an mbarrier that was not initialized, or is invalidated")
        .str();
  const WordFields State(Old), Told(What);
  assert(State.Bytes >> 20 == State.Bytes >> 63 &&
         "a count of bytes has 21 bits");
  if (Told.Arrivals > State.Arrivals)
    return ("arrival of " + llvm::Twine(Told.Arrivals) +
            " at an mbarrier whose phase " + llvm::Twine(State.Phase) +
            " waits for " + llvm::Twine(State.Arrivals) + " more")
        .str();
  const int64_t Bytes = State.Bytes + Told.Bytes;
  if (Bytes > MostBytes || Bytes < -MostBytes)
    return ("an mbarrier's count of bytes becomes " + llvm::Twine(Bytes) +
            ", beyond " + llvm::Twine(Bytes < 0 ? "-" : "") +
            llvm::Twine(MostBytes))
        .str();
  return "";
}

static constexpr char Counts[] =
    "the counts of init, of arrivals and of bytes must fit each other in each "
    "phase, and init comes before all others, with a barrier between";

void SyncChecker::word(const Issue &E) {
  // The states that lanes before have left.
  llvm::SmallDenseMap<uint64_t, uint64_t, 4> Left;
  for (const MemoryAccess &A : E.Accesses)
    for (uint32_t Rest = E.Executing & A.Mask; Rest; Rest &= Rest - 1) {
      const unsigned Lane = firstOf(Rest);
      const uint8_t *Word = mbarrierWord(E, A, Lane);
      if (A.Kind != sm::AccessKind::Atomic || !Word || isOfCluster(A, Lane))
        continue;
      const auto Key = uint64_t(reinterpret_cast<uintptr_t>(Word));
      auto [It, IsFirst] =
          Left.try_emplace(Key, llvm::support::endian::read64le(Word));
      const uint64_t What = sm::mbarrierUpdate(E, Lane);
      const uint64_t Cta = E.W.cta().number();
      const unsigned Thread = E.W.number() * Lanes + Lane;
      if (std::string Problem = problemOf(It->second, What); !Problem.empty()) {
        const auto Before = LastTold.find(Key);
        std::optional<std::pair<uint32_t, unsigned>> Other;
        if (Before != LastTold.end() && Before->second.Cta == Cta)
          Other = Before->second.IndexAndThread;
        add(Rule::SyncMbarrier, E.Index, Cta, Thread, "mbarrier",
            std::move(Problem), Counts, Other);
      }
      It->second = abi::updateBarrier(It->second, What);
      if (What)
        LastTold[Key] = {Cta, {E.Index, Thread}};
    }
}

void SyncChecker::wordBegins(const Issue &E, bool IsInit) {
  const uint64_t Cta = E.W.cta().number();
  for (const MemoryAccess &A : E.Accesses)
    for (uint32_t Rest = E.Executing & A.Mask; Rest; Rest &= Rest - 1) {
      const unsigned Lane = firstOf(Rest);
      const uint8_t *Word = mbarrierWord(E, A, Lane);
      if (A.Kind != sm::AccessKind::Store || !Word)
        continue;
      const auto Key = uint64_t(reinterpret_cast<uintptr_t>(Word));
      const unsigned Thread = E.W.number() * Lanes + Lane;
      if (!IsInit) {
        Made.erase(Key);
        continue;
      }
      const auto Before = Made.find(Key);
      if (Before != Made.end() && Before->second.Cta == Cta)
        add(Rule::SyncMbarrier, E.Index, Cta, Thread, "init",
            "init of an mbarrier that there is already",
            "mbarrier.inval, behind all that uses the one before, is missing",
            Before->second.IndexAndThread);
      Made[Key] = LastTold[Key] = {Cta, {E.Index, Thread}};
    }
}

void SyncChecker::wordsEnd(const sm::Cta &C) {
  if (Made.empty())
    return;
  const sm::LaneContext &L = C.warp(0).lanes();
  const auto Begin = uint64_t(reinterpret_cast<uintptr_t>(L.Shared));
  // In the order of their addresses, so that reports are the same each time.
  for (uint64_t At = 0; At + 8 <= L.SharedBytes; At += 8) {
    const auto Who = Made.find(Begin + At);
    if (Who == Made.end() || Who->second.Cta != C.number())
      continue;
    const WordFields State(llvm::support::endian::read64le(L.Shared + At));
    const auto Last = LastTold.find(Begin + At);
    // Other data, where the memory of an mbarrier was used again.
    const bool IsBarrier = State.Arrivals <= State.Expected && State.Expected;
    if (IsBarrier && State.Bytes && Last != LastTold.end() &&
        Last->second.Cta == C.number()) {
      const auto [Index, Thread] = Last->second.IndexAndThread;
      add(Rule::SyncMbarrier, Index, C.number(), Thread, "mbarrier",
          (State.Bytes > 0
               ? "the block ends while an mbarrier waits for " +
                     llvm::Twine(State.Bytes) + " more bytes"
               : "the block ends behind " + llvm::Twine(-State.Bytes) +
                     " bytes that no expect_tx of an mbarrier has counted")
              .str(),
          "the copies of a block, and what its mbarriers expect, must be the "
          "same bytes, and be waited for before it ends",
          Who->second.IndexAndThread);
    }
    Made.erase(Who);
  }
}

} // namespace heddle::sanitize
