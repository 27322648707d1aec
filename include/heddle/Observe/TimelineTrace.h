//===- TimelineTrace.h - Puts warps on a time line --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_OBSERVE_TIMELINETRACE_H
#define HEDDLE_OBSERVE_TIMELINETRACE_H

#include "heddle/Machine/DivergenceStack.h"
#include "heddle/Machine/Observer.h"
#include "heddle/Machine/Program.h"
#include "heddle/Observe/EventTrace.h"
#include "heddle/Observe/TraceOptions.h"

namespace heddle::sm {

/// Instructions, waits at barriers and times of divergence as slices.
class TimelineTrace final : public Observer {
public:
  TimelineTrace(EventTrace &File, const TraceOptions &TraceOpts)
      : Options(TraceOpts), Out(File) {}

  void startLaunch(const LaunchView &L) override;
  /// Ends what is still open.
  void endLaunch() override;
  void startCta(const Cta &C) override;
  void turn(const Warp &W) override;
  void issue(const Issue &E) override;
  void join(const Warp &W, const DecodedInst &I, uint32_t Arrived,
            uint32_t GoOn) override;
  void barrierReleased(const Cta &C, unsigned Barrier) override;

private:
  struct Line {
    EventTrace::Track Track;
    bool IsWanted = false;
    /// For each open divergence the height of the stack below which it ends.
    llvm::SmallVector<size_t, 4> Diverged;
    bool Waits = false;
    unsigned Barrier = 0;
    uint64_t WaitsSince = 0;
  };
  using Lines = std::vector<Line>;

  void instruction(const DecodedInst &I, const Warp &W, uint32_t Mask,
                   llvm::StringRef Note);
  void diverge(const Issue &E, llvm::StringRef Name, EntryKind Kind);
  void closeAbove(size_t Height);
  void wait(Line &S, llvm::StringRef Note);
  void finish(Lines &Of);
  std::string mask(uint32_t Mask) const;

  const TraceOptions Options;
  EventTrace &Out;
  const Program *P = nullptr;
  std::optional<InstructionPrinter> Printer;
  /// Warps of the CTAs in progress.
  llvm::DenseMap<const Cta *, Lines> Ctas;
  Line *Current = nullptr;
  /// Texts of instructions, by their address.
  llvm::DenseMap<uint32_t, std::string> Texts;
};

} // namespace heddle::sm

#endif // HEDDLE_OBSERVE_TIMELINETRACE_H
