//===- WarpTrace.h - What a warp executed -----------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The instructions of a warp in their order, and of those that have a detail
/// what the model must know of it. Kept small: straight code is a pair of
/// numbers, and a loop that goes round without anything else is one of them.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TIMING_WARPTRACE_H
#define HEDDLE_LIB_TIMING_WARPTRACE_H

#include "heddle/Machine/Warp.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <cassert>
#include <cstdint>
#include <memory>
#include <vector>

namespace heddle::timing {

/// \c Count instructions from \c First on, \c Times times.
struct Run {
  uint32_t First = 0;
  uint16_t Count = 0, Times = 0;
};

/// The kind of a transaction.
enum class Request : uint8_t { Read, Write, Atomic, Texture };

struct Transaction {
  uint64_t Address = 0;
  uint32_t Bytes = 0;
};

/// The data-dependent side of one execution.
struct Detail {
  /// Half-warps' conflict-free parts in s[]; 0: it accessed none.
  unsigned SharedPasses = 0;
  /// Addresses in c[] of the half-warp that has most; 0: it accessed none.
  unsigned ConstPasses = 0;
  llvm::SmallVector<uint32_t, 4> ConstLines;
  Request Kind = Request::Read;
  llvm::SmallVector<Transaction, 8> Transactions;
  /// It comes to a barrier, and whether it waits there.
  bool IsArrival = false, Waits = false;
  uint8_t Barrier = 0;
};

/// Details one behind the other.
class DetailWriter {
public:
  /// Where what was written begins.
  size_t write(const Detail &D);
  /// The arrival that was written at \p Place does not wait.
  void setPassing(size_t Place);

  std::vector<uint8_t> Bytes;

private:
  void number(uint64_t N);

  uint64_t LastAddress = 0;
};

class DetailReader {
public:
  explicit DetailReader(const std::vector<uint8_t> &Of) : Bytes(&Of) {}
  void read(Detail &D);

private:
  uint64_t number();
  uint8_t byte() {
    assert(Place < Bytes->size() && "more is read than was written");
    return (*Bytes)[Place++];
  }

  const std::vector<uint8_t> *Bytes;
  size_t Place = 0;
  uint64_t LastAddress = 0;
};

struct WarpTrace {
  std::vector<Run> Runs;
  DetailWriter Details;

  /// Appends \p Count instructions from \p First on.
  void add(uint32_t First, uint32_t Count);
};

struct CtaTrace {
  std::vector<WarpTrace> Warps;
  /// How many warps arrived at each barrier each time that it let them go.
  std::array<std::vector<uint8_t>, sm::NumBarriers> Arrivals;

  size_t bytes() const;
};

} // namespace heddle::timing

#endif // HEDDLE_LIB_TIMING_WARPTRACE_H
