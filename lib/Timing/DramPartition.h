//===- DramPartition.h - A memory partition and its DRAM --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TIMING_DRAMPARTITION_H
#define HEDDLE_LIB_TIMING_DRAMPARTITION_H

#include "Clocks.h"
#include "WarpTrace.h"
#include "heddle/Timing/Board.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <deque>
#include <vector>

namespace heddle::timing {

/// Where in which partition an address is.
struct DramPlace {
  unsigned Partition = 0, Bank = 0;
  uint64_t Row = 0;
};

/// The times of the DRAM of a board, in ticks.
struct DramRules {
  explicit DramRules(const Board &B);

  DramPlace placeOf(uint64_t Address) const;
  /// Where the partition has an address: those of other partitions are no holes
  /// in its memory.
  uint64_t withinPartition(uint64_t Address) const;
  /// Time of the pins for \p Bytes.
  Ticks transfer(uint64_t Bytes) const;
  /// From the arrival of a read that nothing is in the way of to the end of its
  /// data.
  Ticks unloaded(uint64_t Bytes) const;

  unsigned Partitions, Banks, Window;
  uint64_t Interleave, RowBytes, Burst;
  /// The time of the pins for one burst, and between two requests.
  Ticks BurstTime, Gap;
  Ticks RCD, RAS, RP, RRD, CL, WL, CDLR, WR;
  Ticks AtomicBusy;
};

struct DramRequest {
  Ticks Arrival = 0;
  DramPlace Place;
  uint32_t Bytes = 0;
  Request Kind = Request::Read;
  /// The caller's.
  uint32_t SM = 0, Load = 0;
  uint64_t Address = 0;
};

/// When a request has the pins.
struct Transfer {
  Ticks Start = 0, End = 0;
};

/// Serves requests first ready, first come: of those in the queue's window the
/// one whose data can move first.
class DramPartition {
public:
  explicit DramPartition(const DramRules &How);

  /// Requests come in the order of their arrival.
  void push(const DramRequest &R) { Queue.push_back(R); }
  /// Serves what can be chosen before \p Until. \p Done gets each request with
  /// the time of its data.
  void
  serve(Ticks Until,
        llvm::function_ref<void(const DramRequest &, const Transfer &)> Done);
  /// When the next one is chosen; there must be one.
  Ticks next() const;

  bool isIdle() const { return Queue.empty(); }
  /// The time in which the pins had work.
  Ticks busy() const { return Busy; }

private:
  struct Bank {
    bool IsOpen = false;
    uint64_t Row = 0;
    Ticks Opened = 0;
    /// When the row can be used, and when it can be closed.
    Ticks Usable = 0, Closable = 0;
  };
  struct Plan {
    Ticks Command = 0, Data = 0;
    /// The time at which the row is open, if it has to be opened.
    Ticks Open = 0;
    bool IsHit = false;
  };
  Plan planFor(const DramRequest &R, Ticks Now) const;
  Transfer execute(const DramRequest &R, const Plan &P);
  /// The one to serve next, of those that are there at \p Now.
  size_t choose(Ticks Now, Plan &Best) const;

  const DramRules &Rules;
  std::deque<DramRequest> Queue;
  std::vector<Bank> Banks;
  Ticks LastChoice = 0;
  Ticks PinsFree = 0, Busy = 0;
  Ticks LastOpen = 0;
  bool HasOpened = false;
  /// Earliest read command behind the last write, and whether that was the
  /// last.
  Ticks ReadAfterWrite = 0;
  bool LastWasWrite = false;
  /// How often the oldest request was passed.
  unsigned Passed = 0;
};

} // namespace heddle::timing

#endif // HEDDLE_LIB_TIMING_DRAMPARTITION_H
