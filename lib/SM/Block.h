//===- Block.h - A CTA on the SM --------------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The warps of one CTA, its shared memory and its barriers. One object is used
/// for all CTAs of a grid, one after another.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SM_BLOCK_H
#define HEDDLE_LIB_SM_BLOCK_H

#include "Program.h"
#include "Warp.h"
#include <cstdlib>
#include <memory>
#include <vector>

namespace heddle::sm {

enum class BlockEnd : uint8_t {
  Done,
  /// The warp in faultWarp() knows why.
  Fault,
  /// All warps that are left wait at barriers.
  Barrier,
  /// The budget is used up; run() goes on where it stopped.
  Paused,
  /// Its warps spin, and nothing can change what they wait for.
  Stuck,
  /// The launch's time is used up.
  Late,
};

struct FreeRows {
  void operator()(ConstantRow *Rows) const { std::free(Rows); }
};
/// Registers of many warps. A block that cannot have them is no reason to end
/// the process, so they come from malloc.
using RowArray = std::unique_ptr<ConstantRow[], FreeRows>;

class Block {
public:
  static constexpr unsigned NumBarriers = 16;
  /// Warp-instructions after which another warp gets its turn. A prime: a loop
  /// whose turns always ended at the same place could hide from the others what
  /// it does elsewhere.
  static constexpr uint64_t Slice = 4093;
  /// Limits of a geometry stay below this.
  static constexpr unsigned MaxWarps = 64;

  /// Null: the host has no memory for it.
  static std::unique_ptr<Block> create(const Program &P, GlobalMemory &Memory,
                                       const LaunchConfig &Config);
  ~Block();
  Block(const Block &) = delete;
  Block &operator=(const Block &) = delete;

  /// Prepares the launch state of CTA (\p X, \p Y, \p Z).
  void start(uint32_t X, uint32_t Y, uint32_t Z);

  /// Runs the warps in turns, as the configuration's schedule says. Takes what
  /// it issues from \p Left. \p Look may be null.
  BlockEnd run(uint64_t &Left, WarpCounters &Counters, Watcher *Look);

  /// Whether every warp that can run spins for as long as no other CTA changes
  /// memory. The CTA stays as it is; none may run meanwhile. Takes what it
  /// executes in the search from \p Steps; false when that is not enough.
  bool spins(uint64_t &Steps) const;

  unsigned numWarps() const { return NumWarps; }
  const Warp &warp(unsigned N) const { return Warps[N]; }
  unsigned faultWarp() const { return FaultWarp; }
  /// Which kernel, for who looks on.
  const Program &program() const { return P; }
  uint32_t sharedBytes() const { return SharedSize; }
  /// Stores below this address in s[] are faults.
  uint32_t sharedLow() const;
  /// Of a CTA of a launch: its shared memory, and what it takes on the host.
  static uint32_t sharedBytes(const Program &P, const LaunchConfig &Config);
  static uint64_t bytes(const Program &P, const LaunchConfig &Config);
  std::array<uint32_t, 3> index() const { return Index; }
  /// tid of a lane.
  std::array<uint32_t, 3> thread(unsigned WarpNumber, unsigned Lane) const;

private:
  Block(const Program &P, GlobalMemory &Memory, const LaunchConfig &Config);
  /// The rows of all warps; false when the host has no memory for them.
  bool allocateRows();
  void connectWarp(unsigned N);
  void writeHeader();
  void startWarp(unsigned N);
  /// The warp that has its turn next; one is runnable.
  unsigned choose();
  uint64_t turnLength();
  /// One turn of warp \p N, and of others at the same place. False: one of them
  /// faulted.
  bool turn(unsigned N, uint64_t &Left, WarpCounters &Counters, Watcher *Look);
  void letUnlock(unsigned N, WarpCounters &Counters, Watcher *Look);
  /// What a turn did to warp \p N.
  bool account(unsigned N, Watcher *Look);
  /// As Warp::runGroup, in the same order: who looks on changes nothing.
  void watchGroup(llvm::ArrayRef<Warp *> Group, uint64_t Budget,
                  WarpCounters &Counters, Watcher &Look);
  /// Warps that may run in lock-step with warp \p N, it included.
  uint64_t groupOf(unsigned N) const;
  void arrive(unsigned WarpNumber, Watcher *Look);
  /// Lets the warps at barrier \p Id go if enough have come.
  void update(unsigned Id, Watcher *Look);

  const Program &P;
  GlobalMemory &Memory;
  const LaunchConfig &Config;
  unsigned NumThreads, NumWarps;
  std::array<uint32_t, 3> Index = {0, 0, 0};
  /// Warps that can run, as bits, and how many have not exited.
  uint64_t Runnable = 0;
  unsigned Living = 0;
  /// Whose turn it was; for the oldest first, who used a whole turn up.
  unsigned Last = 0;
  uint64_t HadTurn = 0;
  uint64_t RandomState = 0;
  unsigned FaultWarp = 0;
  uint32_t SharedSize;
  uint32_t LocalWords;
  std::unique_ptr<Warp[]> Warps;
  /// Of each warp: registers, then scratch.
  unsigned RowsPerWarp;
  RowArray Rows;
  /// A row a word, so that all lanes are stored at once.
  RowArray Local;
  std::vector<uint8_t> Shared;
  std::vector<uint32_t> Locks;
  std::array<Window, 16> Banks = {};
  struct BarrierState {
    unsigned Arrived = 0;
    unsigned Expected = 0;
  };
  std::array<BarrierState, NumBarriers> Barriers = {};
};

} // namespace heddle::sm

#endif // HEDDLE_LIB_SM_BLOCK_H
