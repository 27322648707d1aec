//===- PartitionLoad.h - Which partitions have work at one time -*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TIMING_PARTITIONLOAD_H
#define HEDDLE_LIB_TIMING_PARTITIONLOAD_H

#include "Clocks.h"
#include <deque>
#include <functional>
#include <vector>

namespace heddle::timing {

/// Finds partition camping. Over a whole launch all partitions may have had as
/// much to do and still only one of them at a time, so that the partition with
/// most work is looked for in each stretch of time on its own.
class PartitionLoad {
public:
  /// The first and the last address of a buffer.
  struct Range {
    uint64_t First = 0, Last = 0;
  };
  /// \p RangeOf says what buffer an address is in; First is above Last where it
  /// is in none.
  PartitionLoad(unsigned NumPartitions, std::function<Range(uint64_t)> RangeOf)
      : Partitions(NumPartitions), FindRange(std::move(RangeOf)), Buffers(1) {}

  /// The pins of \p Partition moved data for \p Length, up to \p End.
  void add(unsigned Partition, uint64_t Address, Ticks Length, Ticks End);
  /// No transfer ends before \p Until any more.
  void close(Ticks Until);
  /// None comes any more.
  void finish() { close(~Ticks(0)); }

  /// The time of the pins of the partition that had most to do in each stretch.
  Ticks busiest() const;
  /// The buffer that most of that time was for, and how many times its share of
  /// the pins those had that it used: 1 is evenly spread, all partitions is one
  /// at a time.
  struct Camper {
    bool IsBuffer = false;
    uint64_t Address = 0;
    double Ways = 1;
  };
  Camper camper() const;

private:
  struct Buffer {
    Range Is;
    /// The time of all pins, and of those that were the busiest.
    Ticks Busy = 0, Busiest = 0;
  };
  /// By partition and buffer.
  using Stretch = std::vector<Ticks>;

  unsigned bufferOf(uint64_t Address);
  void count(const Stretch &S);

  const unsigned Partitions;
  const std::function<Range(uint64_t)> FindRange;
  /// The first stands for all that is in no buffer, and for buffers beyond
  /// those that have a number of their own.
  std::vector<Buffer> Buffers;
  unsigned LastBuffer = 0;
  /// Those that are not over, and which is the first of them.
  std::deque<Stretch> Open;
  uint64_t FirstOpen = 0;
  /// Transfers may still come in this stretch and in later ones.
  uint64_t FirstNotOver = 0;
};

} // namespace heddle::timing

#endif // HEDDLE_LIB_TIMING_PARTITIONLOAD_H
