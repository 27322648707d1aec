//===- MemorySystem.h - All between the SMs and the DRAM --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of the memory that SMs share: the ports of their clusters, the
/// caches of textures and those of constants and code, the partitions. It is
/// told in windows what the SMs ask for, and answers before they can see an
/// answer.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TIMING_MEMORYSYSTEM_H
#define HEDDLE_LIB_TIMING_MEMORYSYSTEM_H

#include "DramPartition.h"
#include "PartitionLoad.h"
#include "Timeline.h"
#include "heddle/Machine/TextureCache.h"
#include <algorithm>
#include <deque>
#include <optional>
#include <vector>

namespace heddle::timing {

/// Which lines of memory a cache has.
using Cache = sm::TextureCache;

/// A transaction on its way from an SM; no load waits for that of a write.
struct Departure {
  Ticks At = 0;
  Transaction What;
  Request Kind = Request::Read;
  unsigned SM = 0;
  uint32_t Load = 0;
};

/// Lines of a cache that an SM lacks.
struct FillRequest {
  Clock At = 0;
  unsigned SM = 0;
  /// A line of code, or of constants; numbered in lines of the SM's cache.
  bool IsCode = false;
  uint32_t Line = 0;

  uint64_t order() const { return uint64_t(IsCode) << 32 | Line; }
};

/// A fetch of a warp from a texture.
struct TextureRequest {
  Clock At = 0;
  unsigned SM = 0;
  uint32_t Load = 0;
  llvm::SmallVector<Transaction, 8> Lines;

  uint64_t order() const { return Load; }
};

/// Those that look on; null: nobody.
struct Watchers {
  PartitionLoad *Load = nullptr;
  Timeline *Shown = nullptr;
};

class MemorySystem {
public:
  explicit MemorySystem(const Board &B, const Watchers &By = {});

  /// In the order in which the SM sends them.
  void send(const Departure &D) {
    queueOf(D.SM).push_back(D);
    ++UnderWay[D.SM];
    WritesUnderWay[D.SM] += D.Kind == Request::Write;
  }
  /// Transactions of an SM that no partition has served: where one of them has
  /// much to do, its queue reaches back to the SMs.
  unsigned underWay(unsigned SM) const { return UnderWay[SM]; }
  /// Those of them that write.
  unsigned writesUnderWay(unsigned SM) const { return WritesUnderWay[SM]; }
  void ask(const FillRequest &R) { Fills.push_back(R); }
  void ask(TextureRequest R) { Fetches.push_back(std::move(R)); }

  /// A transaction of a load has been answered. A fetch has as many answers as
  /// it has lines, but one at least.
  struct Answer {
    unsigned SM = 0;
    uint32_t Load = 0;
    Clock At = 0;
  };
  struct Fill {
    FillRequest Of;
    Clock At = 0;
  };
  /// Works on until no request is left that was made before \p Until. Answers
  /// are added to both lists: all that anybody sees before Until + window().
  void serve(Clock Until, std::vector<Answer> &Answers,
             std::vector<Fill> &Filled);

  /// How long no SM sees what another one does, nor an answer.
  Clock window() const { return Window; }
  bool isIdle() const;
  /// Before that it has nothing to do, unless it is asked for more.
  Clock next() const;
  /// The end of the last transfer.
  Clock lastTransfer() const { return clockAfter(LastTransfer); }

  /// The clocks in which the pins of a partition had work.
  Clock pinsBusy(unsigned Partition) const {
    return Partitions[Partition].busy() / TicksPerClock;
  }
  uint64_t movedBytes() const { return MovedBytes; }

private:
  struct Reply {
    Ticks At = 0;
    uint64_t Order = 0;
    uint32_t SM = 0, Load = 0, Bytes = 0;

    bool operator>(const Reply &R) const {
      return At != R.At ? At > R.At : Order > R.Order;
    }
  };

  /// Each cluster has one more, of its texture unit.
  std::deque<Departure> &queueOf(unsigned SM) {
    return Queues[SM / SMsPerTPC * (SMsPerTPC + 1) + SM % SMsPerTPC];
  }
  void serveFills(Clock Until, std::vector<Fill> &Filled);
  Clock fillTime(const FillRequest &R);
  void serveFetches(Clock Until);
  void serveFetch(const TextureRequest &R);
  /// The time that the translation of an address adds; that of texels is a part
  /// of their latency.
  Ticks translation(unsigned TPC, uint64_t Address);
  void depart(Clock Until);
  void departFrom(unsigned TPC, Ticks Until);
  /// Hands to partitions the requests that arrive before \p Until.
  void arrive(Ticks Until);
  void serve(DramPartition &P, Ticks Until);
  /// How far beyond what left the ports partitions have all requests.
  Ticks ahead() const { return CoreClock + Way; }
  /// How far beyond what was served all answers are known.
  Ticks deliveredAhead() const {
    return std::min(ahead() + std::min(WayBack, TextureL2Back), TextureHit);
  }
  void deliver(Ticks Until, std::vector<Answer> &Answers);
  void reply(Ticks At, uint32_t SM, uint32_t Load, uint32_t Bytes);

  const DramRules Rules;
  const Watchers Seen;
  const unsigned SMsPerTPC;
  Ticks CoreClock, PortTime, TextureBusy;
  uint64_t PortBytes;
  /// From port to partition, and back.
  Ticks Way, WayBack;
  /// To texels that the cluster has, the way back of those that the partition
  /// has, and what more it takes than other reads to those that neither has.
  Ticks TextureHit, TextureL2Back, TextureExtra;
  Clock L2Latency, L3Latency, FillLatency;
  Clock Window;

  /// Cluster by cluster.
  std::vector<std::deque<Departure>> Queues;
  /// By cluster: when the port to the partitions is free, the one from there,
  /// and the texture unit; whose queue had the port last.
  std::vector<Ticks> PortFree, BackFree, TextureFree;
  std::vector<unsigned> LastQueue;
  std::vector<Cache> TextureL1, L2;
  Cache L3;
  std::vector<Cache> TextureL2;
  /// Empty: all pages are there.
  std::vector<Cache> TLBs;
  std::optional<Cache> TLB2;
  uint64_t PageBytes;
  Ticks TLB2Extra, TLBMissExtra;

  /// By SM.
  std::vector<unsigned> UnderWay, WritesUnderWay;
  std::vector<FillRequest> Fills;
  std::vector<TextureRequest> Fetches;
  struct Arrival {
    DramRequest What;
    uint64_t Number;
  };
  /// In the order of time.
  std::vector<Arrival> Arrivals;
  std::vector<DramPartition> Partitions;
  /// A heap, the earliest first.
  std::vector<Reply> Replies;
  uint64_t NumReplies = 0, NumArrivals = 0, MovedBytes = 0;
  Ticks LastTransfer = 0;
};

} // namespace heddle::timing

#endif // HEDDLE_LIB_TIMING_MEMORYSYSTEM_H
