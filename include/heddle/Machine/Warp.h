//===- Warp.h - 32 threads and their program counter ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MACHINE_WARP_H
#define HEDDLE_MACHINE_WARP_H

#include "heddle/Machine/DivergenceStack.h"
#include "heddle/Machine/Fault.h"
#include "heddle/Machine/Instruction.h"
#include "heddle/Machine/LaneContext.h"
#include <string>
#include <vector>

namespace heddle::sm {

/// Of a CTA.
constexpr unsigned NumBarriers = 16;

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
    BadBarrier,
    /// The host refused a service; Refusal says as what.
    Host,
  };
  ReasonKind Reason = None;
  uint32_t PC = 0;
  uint32_t Mask = 0;
  /// For the stack's faults, what was found and what was expected; what the
  /// host has to say.
  std::string Text;
  FaultKind Refusal = FaultKind::Trap;
};

class Cta;
class DeviceHeap;

/// What a warp asks of a barrier.
struct BarrierCall {
  unsigned Id = 0;
  /// Warps that it waits for; 0: all of the CTA.
  unsigned Count = 0;
  BarrierKind Kind = BarrierKind::Wait;
  /// Whose sources are reduced, and who get the result.
  uint32_t Executing = 0;
  uint16_t ResultRow = 0;
  /// Lanes of these whose source is 0, and is not.
  unsigned Zeros = 0, Others = 0;
};

/// The state of a warp, and what instructions do to its flow. What executes the
/// others is not said here. Rules: tesla-isa.md section 5.6. Where that leaves
/// the order open, the lanes that fall through run first and the lanes that
/// branch wait.
class Warp {
public:
  Warp() = default;
  Warp(const Warp &) = delete;
  Warp &operator=(const Warp &) = delete;

  /// Becomes what \p W is. Its context goes on pointing to \p W's rows.
  void copyFrom(const Warp &W);

  /// Makes the warp ready to start at instruction 0 with the lanes in \p Valid.
  void start(uint32_t Valid);

  /// Of which CTA it is, and its number there.
  void place(Cta &Of, unsigned N) {
    Owner = &Of;
    Number = N;
  }
  const Cta &cta() const { return *Owner; }
  unsigned number() const { return Number; }

  WarpState state() const { return State; }
  /// The barrier this warp waits at; meaningful in state AtBarrier.
  unsigned barrier() const { return Barrier.Id; }
  /// What the last barrier instruction asked for.
  const BarrierCall &barrierCall() const { return Barrier; }
  /// What \p I, a barrier, asks for, of the lanes \p Executing.
  BarrierCall barrierCall(const DecodedInst &I, uint32_t Executing) const;
  /// Goes on behind the barrier, at which lanes of all warps came with sources
  /// that are 0, and that are not.
  void release(unsigned Zeros, unsigned Others);

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

  // What executes instructions calls these.

  /// \p N plain instructions were executed.
  void advance(uint32_t N) { PC += N; }
  /// The lanes at a joining instruction come to it: pops to the path that goes
  /// on. False: the warp switched away from the instruction, or faulted.
  bool join();
  /// The active lanes exit, and those go on that wait.
  void exitLanes();
  /// A branch that the lanes in \p Taken take.
  void branch(const DecodedInst &I, uint32_t Taken) {
    if (Taken == L.Active)
      jump(I.Target);
    else if (!Taken)
      ++PC;
    else
      diverge(I, Taken);
  }
  /// \p I, which is not plain; its predicate holds in the lanes \p Executing.
  void flow(const DecodedInst &I, uint32_t Executing);
  void fail(WarpFault::ReasonKind Reason, std::string Text = {});
  /// The host refused what \p Lane asked for.
  void failHost(unsigned Lane, FaultKind Kind, std::string Text);
  /// Null without.
  DeviceHeap *heap() const;
  /// Memory was freed: no warp of the CTA may take it for mapped.
  void forgetWindows();

private:
  /// No lane is active: continues with what the stack holds.
  void resume();
  void diverge(const DecodedInst &I, uint32_t Taken);
  void jump(uint32_t Target) {
    if (Target == NoTarget)
      fail(WarpFault::BadTarget);
    else
      PC = Target;
  }
  void push(EntryKind Kind, uint32_t Target);
  void stopAtBarrier(const DecodedInst &I, uint32_t Executing);
  /// A return or a break of the lanes in \p Leaving.
  void leave(const DecodedInst &I, uint32_t Leaving);
  uint32_t gone() const { return Exited | Returned | Broke; }

  LaneContext L = {};
  Cta *Owner = nullptr;
  unsigned Number = 0;
  DivergenceStack Stack;
  uint32_t PC = 0;
  uint32_t Valid = 0;
  uint32_t Exited = 0, Returned = 0, Broke = 0;
  WarpState State = WarpState::Done;
  BarrierCall Barrier;
  WarpFault TheFault;
};

} // namespace heddle::sm

#endif // HEDDLE_MACHINE_WARP_H
