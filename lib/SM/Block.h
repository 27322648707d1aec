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
};

class Block {
public:
  static constexpr unsigned NumBarriers = 16;
  /// Warp-instructions after which another warp gets its turn.
  static constexpr uint64_t Slice = 4096;
  /// Limits of a geometry stay below this.
  static constexpr unsigned MaxWarps = 64;

  Block(const Program &P, GlobalMemory &Memory, const LaunchConfig &Config);
  ~Block();
  Block(const Block &) = delete;
  Block &operator=(const Block &) = delete;

  /// Prepares the launch state of CTA (\p X, \p Y, \p Z).
  void start(uint32_t X, uint32_t Y, uint32_t Z);

  /// Runs the warps in turns, as the configuration's schedule says. Takes what
  /// it issues from \p Left. \p Look may be null.
  BlockEnd run(uint64_t &Left, WarpCounters &Counters, Watcher *Look);

  enum class Motion : uint8_t {
    /// Every warp that can run is in a loop that changes nothing.
    Spins,
    Moves,
    /// As BlockEnd::Fault.
    Faulted,
  };
  /// Runs a little, to find out whether the CTA can get on by itself.
  Motion probe(uint64_t &Left, WarpCounters &Counters, Watcher *Look);

  unsigned numWarps() const { return NumWarps; }
  const Warp &warp(unsigned N) const { return Warps[N]; }
  unsigned faultWarp() const { return FaultWarp; }
  /// Which kernel, for who looks on.
  const Program &program() const { return P; }
  uint32_t sharedBytes() const { return SharedSize; }
  std::array<uint32_t, 3> index() const { return Index; }
  /// tid of a lane.
  std::array<uint32_t, 3> thread(unsigned WarpNumber, unsigned Lane) const;

private:
  void writeHeader();
  void startWarp(unsigned N);
  /// The warp that has its turn next; one is runnable.
  unsigned choose();
  uint64_t turnLength();
  /// One turn of warp \p N, and of others at the same place. False: one of them
  /// faulted.
  bool turn(unsigned N, uint64_t &Left, WarpCounters &Counters, Watcher *Look);
  /// What a turn did to warp \p N.
  bool account(unsigned N, Watcher *Look);
  /// Warps that may run in lock-step with warp \p N, it included.
  uint64_t groupOf(unsigned N) const;
  Motion probeWarp(unsigned N, uint64_t &Left, WarpCounters &Counters,
                   Watcher *Look);
  std::vector<uint32_t> image(unsigned N) const;
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
  /// Rows of all warps: registers, then scratch.
  std::vector<ConstantRow> Rows;
  /// A row a word, so that all lanes are stored at once.
  std::vector<ConstantRow> Local;
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
