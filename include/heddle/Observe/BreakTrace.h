//===- BreakTrace.h - What registers hold at a PTX line ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_OBSERVE_BREAKTRACE_H
#define HEDDLE_OBSERVE_BREAKTRACE_H

#include "heddle/Machine/Observer.h"
#include "heddle/Machine/Program.h"
#include "heddle/Observe/TraceOptions.h"

namespace llvm {
class raw_ostream;
}

namespace heddle::sm {

/// A PTX line at which registers are shown.
struct Breakpoint {
  uint32_t Line = 0;
  /// Only this thread and this CTA stop there; all where empty.
  std::optional<std::array<uint32_t, 3>> Thread, Block;
};

/// Shows the registers of a warp each time that it comes to a breakpoint.
class BreakTrace final : public Observer {
public:
  BreakTrace(llvm::raw_ostream &Stream, std::vector<Breakpoint> Points,
             const TraceOptions &TraceOpts)
      : OS(Stream), Breaks(std::move(Points)), Options(TraceOpts) {}

  void startLaunch(const LaunchView &L) override;
  void startCta(const Cta &C) override;
  void issue(const Issue &E) override;

private:
  /// The place where a warp was last.
  struct Position {
    uint32_t Line = 0, Address = 0, Active = 0;
  };

  static uint32_t lanesOf(const Breakpoint &B, const Issue &E);
  void print(const Issue &E, uint32_t Mask);
  void printMachine(const Issue &E, uint32_t Mask);

  llvm::raw_ostream &OS;
  const std::vector<Breakpoint> Breaks;
  const TraceOptions Options;
  const Program *P = nullptr;
  std::optional<InstructionPrinter> Printer;
  uint64_t Reports = 0;
  llvm::DenseMap<const Warp *, Position> Positions;
};

} // namespace heddle::sm

#endif // HEDDLE_OBSERVE_BREAKTRACE_H
