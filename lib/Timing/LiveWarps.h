//===- LiveWarps.h - Warps that execute when they issue ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TIMING_LIVEWARPS_H
#define HEDDLE_LIB_TIMING_LIVEWARPS_H

#include "Clocks.h"
#include "WarpTrace.h"

namespace heddle::timing {

/// Executes instructions as the model issues them, where their order is to be
/// the model's. The other way is to replay traces of what was executed before.
class LiveWarps {
public:
  virtual ~LiveWarps();

  struct Turn {
    uint64_t Cta = 0;
    unsigned Warp = 0;
    Clock At = 0;
  };
  enum class Outcome : uint8_t {
    /// It will be done; who asks stops here and asks the same again.
    Later,
    Executed,
    /// Its lanes wait for others of the warp, and nothing was issued.
    Nothing,
    /// The CTA was stopped.
    Stopped,
  };
  /// Has the warp execute one instruction. \p Did: what of it depends on data.
  /// \p Released: it let warps of its CTA go that waited at a barrier.
  virtual Outcome execute(const Turn &T, Detail &Did, bool &Released) = 0;

  enum class StateKind : uint8_t { Runs, WaitsAtBarrier, Ended };
  struct State {
    StateKind Kind = StateKind::Ended;
    uint32_t PC = 0;
  };
  /// Where a warp goes on.
  virtual State stateOf(uint64_t Cta, unsigned Warp) = 0;
  /// Whether a CTA can have its first turn.
  virtual bool isThere(uint64_t Cta) = 0;
};

} // namespace heddle::timing

#endif // HEDDLE_LIB_TIMING_LIVEWARPS_H
