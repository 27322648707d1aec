//===- BreakTrace.h - What registers hold at a PTX line ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SM_BREAKTRACE_H
#define HEDDLE_LIB_SM_BREAKTRACE_H

#include "Program.h"
#include "Watcher.h"

namespace heddle::sm {

/// Shows the registers of a warp each time that it comes to a breakpoint.
class BreakTrace final : public Watcher {
public:
  BreakTrace(const Program &Prog, const TraceOptions &TraceOpts);

  void startBlock(const Block &B) override;
  void turn(const Block &B, unsigned Number) override {
    Current = &B;
    WarpNumber = Number;
  }
  void issue(const Issue &E) override;
  void join(const Warp &, const DecodedInst &, uint32_t, uint32_t) override {}
  void barrierReleased(const Block &, unsigned) override {}

private:
  /// Where a warp was last.
  struct Position {
    uint32_t Line = 0, Address = 0, Active = 0;
  };

  uint32_t lanesOf(const Breakpoint &B, uint32_t Active) const;
  void print(const Issue &E, uint32_t Mask);

  const Program &P;
  const TraceOptions &Options;
  InstructionPrinter Printer;
  const Block *Current = nullptr;
  unsigned WarpNumber = 0;
  uint64_t Reports = 0;
  llvm::DenseMap<const Warp *, Position> Positions;
};

} // namespace heddle::sm

#endif // HEDDLE_LIB_SM_BREAKTRACE_H
