//===- Cta.h - A CTA on the SM ----------------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The warps of one CTA, its shared memory and its barriers. One object is used
/// for all CTAs of a grid, one after another. Running the warps is left to
/// others.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MACHINE_CTA_H
#define HEDDLE_MACHINE_CTA_H

#include "heddle/Machine/Cluster.h"
#include "heddle/Machine/GlobalMemory.h"
#include "heddle/Machine/LaunchConfig.h"
#include "heddle/Machine/Program.h"
#include "heddle/Machine/Warp.h"
#include <cstdlib>
#include <memory>
#include <vector>

namespace heddle::sm {

class Observer;
class TensorMemory;

/// How a CTA stands when it does not go on.
enum class CtaEnd : uint8_t {
  Done,
  /// The warp that had the last turn knows why.
  Fault,
  /// All warps that have not exited wait at barriers.
  Barrier,
  /// Its turn is over, or the budget used up; it can go on where it stopped.
  Paused,
  /// Its warps spin, and nothing can change what they wait for.
  Stuck,
  /// The launch's time is used up.
  Late,
};

/// Global memory as the warps of a CTA reach it.
struct ReachedMemory {
  const GlobalMemory *Buffers;
  /// Null: there is nothing but buffers.
  HostPages *Pages;
  /// The CTA's, where it is one of several that are in progress together.
  Cluster *Group = nullptr;
  abi::ClusterFacts Facts = {};
};

struct FreeRows {
  void operator()(ConstantRow *Rows) const { std::free(Rows); }
};
/// Registers of many warps. A CTA that cannot have them is no reason to end the
/// process, so they come from malloc.
using RowArray = std::unique_ptr<ConstantRow[], FreeRows>;

class Cta {
public:
  /// Limits of a geometry stay below this.
  static constexpr unsigned MaxWarps = 64;

  /// Null: the host has no memory for it.
  static std::unique_ptr<Cta> create(const Program &P, GlobalMemory &Memory,
                                     const LaunchConfig &Config);
  ~Cta();
  Cta(const Cta &) = delete;
  Cta &operator=(const Cta &) = delete;

  /// Prepares the launch state of CTA \p Number of the grid, x first: that of
  /// rank \p Rank in \p Group, or, without one, in a cluster of its own.
  void start(uint64_t Number, std::shared_ptr<Cluster> Group = nullptr,
             unsigned Rank = 0);
  /// It has ended, and the others of its cluster reach it no more.
  void leaveCluster();

  unsigned numWarps() const { return NumWarps; }
  Warp &warp(unsigned N) { return Warps[N]; }
  const Warp &warp(unsigned N) const { return Warps[N]; }
  /// Warps that can run, as bits.
  uint64_t runnable() const { return Runnable; }
  /// When barrier \p Id has let warps go on, whether warp \p N waits there for
  /// the next time: warps that take a turn together are counted one by one when
  /// it is over, and a warp that has parted when all its lanes have come.
  bool waitsForNext(unsigned N, unsigned Id) const;
  /// Warps that have not exited.
  unsigned living() const { return Living; }
  /// The word of s[] that a warp has locked, or NoLock.
  uint32_t lockOf(unsigned Warp) const { return Locks[Warp]; }

  /// To be called before a warp runs.
  void noteTurn(unsigned Warp) {
    LastTurn = Warp;
    if (Memory.heap())
      noteFrees();
    if (Reached.Group->isBarrierUsed())
      noteExits();
  }
  /// The warp that had the last turn.
  unsigned lastTurn() const { return LastTurn; }
  /// Whether a warp has come to barrier \p Id, and it is not over.
  bool hasArrivals(unsigned Id) const { return Barriers[Id].Arrived != 0; }
  /// Whether \p I, a barrier, waits for \p Size warps that come to it now, and
  /// for nobody else.
  bool meetsAtOnce(const DecodedInst &I, unsigned Size) const {
    return BarrierKind(I.Sub[1]) == BarrierKind::Wait &&
           I.Sub[2] == BarrierFixed && !I.isPredicated() &&
           (I.Imm ? I.Imm : Living) == Size && I.Sub[0] < NumBarriers &&
           !hasArrivals(I.Sub[0]);
  }
  /// To be called after a warp has run: it may wait at a barrier, or have
  /// exited, and so let others go on. False: it faulted. \p Look may be null.
  bool noteStop(unsigned Warp, Observer *Look);

  /// The kernel, and the configuration of its launch.
  const Program &program() const { return P; }
  const LaunchConfig &config() const { return Config; }
  const GlobalMemory &memory() const { return Memory; }

  DeviceHeap *heap() { return Memory.heap(); }
  /// Forgets the windows of global memory that the warps have cached, which may
  /// not hold any more.
  void forgetWindows();

  uint32_t sharedBytes() const { return SharedSize; }
  uint8_t *sharedData() { return Shared.data(); }
  const abi::ClusterFacts &clusterFacts() const { return Reached.Facts; }
  /// The phase of the cluster's barrier in which each thread has arrived.
  llvm::MutableArrayRef<uint8_t> clusterPhases() { return ClusterPhases; }
  /// Stores below this address in s[] are faults.
  uint32_t sharedLow() const;
  /// The tensor memory of the CTA, which is made when it is first used.
  TensorMemory &tensorMemory();
  /// Words of l[] that each lane has.
  uint32_t localWords() const { return LocalWords; }
  /// For a CTA of a launch: the bytes of its shared memory, and the bytes that
  /// it takes on the host.
  static uint32_t sharedBytes(const Program &P, const LaunchConfig &Config);
  static uint64_t bytes(const Program &P, const LaunchConfig &Config);

  /// ctaid, and the same as one number.
  std::array<uint32_t, 3> index() const { return Index; }
  uint64_t number() const { return Number; }
  /// tid of a lane.
  std::array<uint32_t, 3> thread(unsigned WarpNumber, unsigned Lane) const;

private:
  Cta(const Program &P, GlobalMemory &Memory, const LaunchConfig &Config);
  uint32_t sharedSystem() const;
  /// The rows of all warps; false when the host has no memory for them.
  bool allocateRows();
  void connectWarp(unsigned N);
  void writeHeader();
  void startWarp(unsigned N);
  /// Blocks of the heap may have been freed, by whatever CTA.
  void noteFrees();
  /// Tells the cluster of threads that have exited, which its barrier does not
  /// wait for.
  void noteExits();
  void setFacts(unsigned Rank);
  void arrive(unsigned WarpNumber, Observer *Look);
  /// Lets the warps at barrier \p Id go if enough have come.
  void update(unsigned Id, Observer *Look);

  const Program &P;
  GlobalMemory &Memory;
  ReachedMemory Reached;
  const LaunchConfig &Config;
  unsigned NumThreads, NumWarps;
  std::array<uint32_t, 3> Index = {0, 0, 0};
  uint64_t Number = 0;
  uint64_t Runnable = 0;
  unsigned Living = 0;
  unsigned LastTurn = 0;
  /// The heap's number of frees when the windows were looked up.
  uint64_t FreesSeen = 0;
  uint32_t SharedSize;
  uint32_t LocalSize, LocalWords;
  std::unique_ptr<Warp[]> Warps;
  /// Rows of each warp: registers, then scratch.
  unsigned RowsPerWarp;
  RowArray Rows;
  /// A row a word, so that all lanes are stored at once.
  RowArray Local;
  std::vector<uint8_t> Shared;
  std::unique_ptr<TensorMemory> Tensors;
  std::vector<uint32_t> Locks;
  /// The cluster of the CTA; null where Alone is.
  std::shared_ptr<Cluster> Group;
  Cluster Alone;
  std::vector<uint8_t> ClusterPhases;
  /// Threads of which the cluster knows that they have exited.
  unsigned ExitsTold = 0;
  std::array<Window, 16> Banks = {};
  struct BarrierState {
    unsigned Arrived = 0;
    unsigned Expected = 0;
    /// How many lanes came to a reduction with a source that is 0, and how many
    /// with another one.
    unsigned Zeros = 0, Others = 0;
  };
  std::array<BarrierState, NumBarriers> Barriers = {};
};

} // namespace heddle::sm

#endif // HEDDLE_MACHINE_CTA_H
