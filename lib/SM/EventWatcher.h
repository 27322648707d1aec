//===- EventWatcher.h - Puts warps on a time line ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SM_EVENTWATCHER_H
#define HEDDLE_LIB_SM_EVENTWATCHER_H

#include "DivergenceStack.h"
#include "Program.h"
#include "Watcher.h"
#include "heddle/SM/EventTrace.h"

namespace heddle::sm {

/// Instructions, waits at barriers and times of divergence as slices.
class EventWatcher final : public Watcher {
public:
  EventWatcher(const Program &Prog, const TraceOptions &TraceOpts)
      : P(Prog), Options(TraceOpts), Out(*TraceOpts.Events), Printer(Prog) {}
  /// Ends what is still open.
  ~EventWatcher() override;

  void startBlock(const Block &B) override;
  void turn(const Block &B, unsigned Number) override;
  void issue(const Issue &E) override;
  void join(const Warp &W, const DecodedInst &I, uint32_t Arrived,
            uint32_t GoOn) override;
  void barrierReleased(const Block &B, unsigned Barrier) override;

private:
  struct WarpState {
    EventTrace::Track Track;
    bool IsWanted = false;
    /// For each open divergence the height of the stack below which it ends.
    llvm::SmallVector<size_t, 4> Diverged;
    bool Waits = false;
    unsigned Barrier = 0;
    uint64_t WaitsSince = 0;
  };
  using WarpStates = std::vector<WarpState>;

  void instruction(const DecodedInst &I, const Warp &W, uint32_t Mask,
                   llvm::StringRef Note);
  void diverge(const Issue &E, llvm::StringRef Name, EntryKind Kind);
  void closeAbove(size_t Height);
  void wait(WarpState &S, llvm::StringRef Note);
  void finish(WarpStates &States);
  std::string mask(uint32_t Mask) const;

  const Program &P;
  const TraceOptions &Options;
  EventTrace &Out;
  InstructionPrinter Printer;
  /// Warps of the CTAs in progress.
  llvm::DenseMap<const Block *, WarpStates> Blocks;
  WarpState *Current = nullptr;
  /// Texts of instructions, by their address.
  llvm::DenseMap<uint32_t, std::string> Texts;
};

} // namespace heddle::sm

#endif // HEDDLE_LIB_SM_EVENTWATCHER_H
