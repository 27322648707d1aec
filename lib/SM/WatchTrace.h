//===- WatchTrace.h - Writes to watched elements ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SM_WATCHTRACE_H
#define HEDDLE_LIB_SM_WATCHTRACE_H

#include "Program.h"
#include "Watcher.h"
#include "llvm/ADT/SmallVector.h"

namespace heddle::sm {

/// A line for each instruction that writes to an element of g[].
class WatchTrace final : public Watcher {
public:
  WatchTrace(const Program &Prog, const GlobalMemory &Mem,
             const TraceOptions &TraceOpts);

  void startBlock(const Block &) override {}
  void turn(const Block &B, unsigned Number) override {
    Current = &B;
    WarpNumber = Number;
  }
  void issue(const Issue &E) override;
  void executed(const Issue &E) override;
  void join(const Warp &, const DecodedInst &, uint32_t, uint32_t) override {}
  void barrierReleased(const Block &, unsigned) override {}

private:
  struct Place {
    const WatchedElement &Element;
    const uint8_t *Data;
    /// Lanes that write to it, and what it was before.
    uint32_t Writers = 0;
    llvm::SmallVector<uint8_t, 8> Old;
  };

  void print(const Place &W, const DecodedInst &I);

  const Program &P;
  const TraceOptions &Options;
  llvm::SmallVector<Place, 2> Places;
  const Block *Current = nullptr;
  unsigned WarpNumber = 0;
  uint64_t Reports = 0;
};

} // namespace heddle::sm

#endif // HEDDLE_LIB_SM_WATCHTRACE_H
