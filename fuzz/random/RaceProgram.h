//===- RaceProgram.h - Programs whose threads share memory ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Threads go through one list of steps: accesses of shared and global memory,
/// and what orders them. In the list as it is made nothing races: what a step
/// accesses and others have accessed is behind a barrier or a flag. Without one
/// of those, the model says whether something does.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FUZZ_RANDOM_RACEPROGRAM_H
#define HEDDLE_FUZZ_RANDOM_RACEPROGRAM_H

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heddle::ptxrandom {

constexpr unsigned MaxRaceBlocks = 3;

struct RaceStep {
  enum KindType : uint8_t {
    Read,
    Write,
    /// An addition that is atomic.
    Atomic,
    /// bar.sync 0
    BlockBarrier,
    /// Of two warps: bar.sync 1 + warp / 2, 64
    PairBarrier,
    /// The lower half of the warps arrives, the upper half waits.
    ArriveBarrier,
    /// bar.warp.sync, or a shuffle, of all lanes.
    WarpBarrier,
    WarpShuffle,
    /// Thread 0 of block From.
    ReleaseFence,
    /// Thread 0 of block From writes, thread 0 of block Into waits for it.
    Signal,
    Wait,
    /// Thread 0 of block Into.
    AcquireFence,
  };
  KindType Kind = Read;

  // Of accesses.
  bool IsShared = true;
  /// 1, 2, 4, 8 or 16: four words.
  unsigned Bytes = 4;
  /// Thread t takes word ((t * Mul + Add) ^ Flip) >> Shift, modulo the threads
  /// of the block, of Bytes each, if (t & GuardMask) == GuardValue.
  unsigned Mul = 1, Add = 0, Flip = 0, Shift = 0;
  unsigned GuardMask = 0, GuardValue = 0;
  /// By block: which region of global memory; none: it has no access.
  std::array<std::optional<unsigned>, MaxRaceBlocks> Regions;

  /// Of a barrier of halves: one that no other step has. Who only arrives may
  /// come to the next before the others have come to this one.
  unsigned Barrier = 0;

  // Of flags.
  unsigned From = 0, Into = 0, Flag = 0;
  /// The signal releases and the wait acquires by itself.
  bool IsOrdered = false;

  /// A barrier or a fence, or an ordered access, which can be made a relaxed
  /// one.
  bool isRemovable() const;
  bool isAccess() const { return Kind <= Atomic; }
  bool accesses(unsigned Block, unsigned Thread) const;
  /// Of the first byte, in shared memory or in the region.
  unsigned offset(unsigned Thread, unsigned Threads) const;
};

struct RaceProgram {
  /// As ptxas-lite has it.
  std::string Chip;
  /// NN of sm_NN.
  unsigned Target = 70;
  unsigned Blocks = 1, Warps = 1;
  uint64_t Seed = 0;
  std::vector<RaceStep> Steps;
  /// The one to leave out, or to relax.
  size_t Removed = 0;

  unsigned threads() const { return Warps * 32; }
  /// Lanes of a warp are in lock-step.
  bool isLockStep() const { return Target < 70; }
  /// Bytes of shared memory, and of a region.
  unsigned regionBytes() const { return threads() * (hasQuads() ? 16 : 8); }
  /// Accesses of four words take the place of those of two.
  bool hasQuads() const { return Seed % 4 == 0; }
};

/// Without races, and with a step that can be removed.
RaceProgram generateRaces(uint64_t Seed);

/// The PTX; with \p IsRemoved, without that step.
std::string writeRaces(const RaceProgram &P, bool IsRemoved);

} // namespace heddle::ptxrandom

#endif // HEDDLE_FUZZ_RANDOM_RACEPROGRAM_H
