//===- TeslaReconvergencePlan.h - Where lanes meet again --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Decides where a function needs joinat/join and breakaddr/break, without
/// touching it. The rewriting is TeslaReconvergence's.
///
/// Rules, per loop body (and for the code outside all loops), on the body's
/// acyclic graph, whose sink is the latch:
///
///  * A divergent branch B reconverges at T, its nearest post-dominator among
///    the paths that reach the sink. `joinat T` goes to the nearest dominator P
///    such that P dominates every block between P and T, so that each of them
///    is entered with the same stack. Branches with the same T share one push.
///    Where no such P exists T moves on to the next post-dominator: lanes meet
///    later, never wrongly.
///  * Where not all lanes leave a loop together, each exit is a `break`, and
///    `breakaddr` goes to the preheader. Branch entries would grow the stack
///    with every iteration.
///  * A divergent branch to a block that only exits is a predicated `ret`.
///  * Branches that all lanes take the same way need nothing.
///
/// Reference: tesla-isa.md section 5.6; docs/reconvergence.md has pictures.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_FLOW_TESLARECONVERGENCEPLAN_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_FLOW_TESLARECONVERGENCEPLAN_H

#include "TeslaBodyGraph.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include <string>

namespace llvm {
class MachineBasicBlock;
class MachineFunction;
class MachineLoop;
class MachineLoopInfo;

/// One push/pop pair: `joinat Join` at the end of Push.
struct TeslaJoinGroup {
  MachineBasicBlock *Push = nullptr;
  MachineBasicBlock *Join = nullptr;
  const MachineLoop *Loop = nullptr;
  TeslaBodyGraph::Meeting Place;
};

/// A loop left by break: all its exits lead to Target.
struct TeslaBreakLoop {
  MachineBasicBlock *Preheader = nullptr;
  MachineBasicBlock *Target = nullptr;
};

struct TeslaReconvergencePlan {
  /// The outer one of two pushes in one block comes first.
  SmallVector<TeslaJoinGroup, 8> Joins;
  MapVector<const MachineLoop *, TeslaBreakLoop> Breaks;
  /// Set when no plan exists; says why.
  std::string Problem;
  MachineBasicBlock *ProblemBlock = nullptr;

  /// Plans for a function whose loops have one latch and, where they need one,
  /// a preheader.
  static TeslaReconvergencePlan compute(const TeslaBodyForest &Bodies);
};

/// True when \p MBB ends in a conditional branch that lanes may take
/// differently.
bool endsInTeslaDivergentBranch(const MachineBasicBlock &MBB);

/// True when some lanes may leave \p L while others stay: an exit is decided by
/// a divergent branch, or lies on one side of one. \p Left are loops inside
/// that this holds for and that lanes may leave to several places.
bool leaveTeslaLoopDivergently(
    const TeslaBodyForest &Bodies, const MachineLoop &L,
    const SmallPtrSetImpl<const MachineLoop *> &Left);

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_FLOW_TESLARECONVERGENCEPLAN_H
