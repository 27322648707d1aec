//===- Warp.h - 32 threads and their program counter ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SM_WARP_H
#define HEDDLE_LIB_SM_WARP_H

#include "DivergenceStack.h"
#include "Handlers.h"
#include "LaneContext.h"
#include "Watcher.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <vector>

namespace heddle::sm {

enum class WarpState : uint8_t { Running, AtBarrier, Done, Faulted };

/// Why a warp stopped for good, as far as the warp knows.
struct WarpFault {
  enum ReasonKind : uint8_t {
    None,
    /// LaneContext::Fault has the details.
    Access,
    Illegal,
    Trap,
    StackMismatch,
    StackOverflow,
    BadTarget,
  };
  ReasonKind Reason = None;
  uint32_t PC = 0;
  uint32_t Mask = 0;
  /// For the stack's faults, what was found and what was expected.
  std::string Text;
};

/// Counts what a launch did. Whole runs are added at once, so that the handlers
/// count nothing.
struct WarpCounters {
  uint64_t WarpInstructions = 0;
  uint64_t ThreadInstructions = 0;
};

class Warp {
public:
  Warp() = default;
  Warp(const Warp &) = delete;
  Warp &operator=(const Warp &) = delete;

  /// Becomes what \p W is. Its context goes on pointing to \p W's rows.
  void copyFrom(const Warp &W);

  /// Makes the warp ready to start at instruction 0 with the lanes in \p Valid.
  void start(uint32_t Valid);

  /// Runs until a barrier, the end, a fault, or \p Budget instructions. \p Look
  /// may be null.
  void run(llvm::ArrayRef<DecodedInst> Code, const HandlerTable &Table,
           uint64_t Budget, WarpCounters &Counters, Watcher *Look);

  /// Runs \p Group, of warps that are at the same place, in lock-step: until
  /// they part, one stops, or each has issued \p Budget instructions.
  static void runGroup(llvm::ArrayRef<Warp *> Group,
                       llvm::ArrayRef<DecodedInst> Code,
                       const HandlerTable &Table, uint64_t Budget,
                       WarpCounters &Counters);
  static constexpr unsigned MaxGroup = 8;

  WarpState state() const { return State; }
  /// The barrier this warp waits at; meaningful in state AtBarrier.
  unsigned barrier() const { return BarrierId; }
  /// Warps the barrier instruction asked for; 0: all of the CTA.
  unsigned barrierCount() const { return BarrierCount; }
  void release() { State = WarpState::Running; }

  uint32_t pc() const { return PC; }
  uint32_t active() const { return L.Active; }
  /// Lanes that did not exit.
  uint32_t live() const { return Valid & ~Exited; }
  /// Place, masks and stack as words, for comparison.
  std::vector<uint32_t> controlState() const;
  /// Lanes with threads.
  uint32_t valid() const { return Valid; }
  const DivergenceStack &stack() const { return Stack; }
  const WarpFault &fault() const { return TheFault; }
  LaneContext &lanes() { return L; }
  const LaneContext &lanes() const { return L; }

private:
  /// Straight code; false when a warp faulted.
  static bool runGroupStraight(llvm::ArrayRef<Warp *> Group,
                               const DecodedInst &I, const HandlerTable &Table,
                               uint32_t N, WarpCounters &Counters);
  template <bool Watched>
  void runSlice(llvm::ArrayRef<DecodedInst> Code, const HandlerTable &Table,
                uint64_t Budget, WarpCounters &Counters, Watcher *Look);
  /// One instruction that is not plain, or joins or exits; any when watched.
  /// Returns the lanes that it was issued for.
  template <bool Watched>
  uint32_t step(const DecodedInst &I, const HandlerTable &Table, Watcher *Look);
  void flow(const DecodedInst &I, const HandlerTable &Table);
  /// Pops to the path that goes on. False: the warp switched away from the
  /// joining instruction, or faulted.
  bool join();
  /// No lane is active: continues with what the stack holds.
  void resume();
  void branch(const DecodedInst &I, uint32_t Taken);
  void jump(uint32_t Target);
  void push(EntryKind Kind, uint32_t Target);
  void fail(WarpFault::ReasonKind Reason, std::string Text = {});
  uint32_t gone() const { return Exited | Returned | Broke; }

  LaneContext L = {};
  DivergenceStack Stack;
  uint32_t PC = 0;
  uint32_t Valid = 0;
  uint32_t Exited = 0, Returned = 0, Broke = 0;
  WarpState State = WarpState::Done;
  unsigned BarrierId = 0, BarrierCount = 0;
  WarpFault TheFault;
};

} // namespace heddle::sm

#endif // HEDDLE_LIB_SM_WARP_H
