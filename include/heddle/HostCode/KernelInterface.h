//===- KernelInterface.h - How host code is called --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The function that a kernel is as host code, what it gets and how it returns.
/// The translator writes such functions, and whoever has one runs it.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_HOSTCODE_KERNELINTERFACE_H
#define HEDDLE_HOSTCODE_KERNELINTERFACE_H

#include "heddle/HostCode/FlowGraph.h"

namespace heddle::sm {
struct BoundInst;
struct LaneContext;
} // namespace heddle::sm

namespace heddle::hostcode {

/// A warp that the function may go on with, and how many instructions it may
/// issue.
struct KernelWarp {
  sm::LaneContext *Context;
  uint64_t Left;
};

/// The state of a warp that its context does not hold, as the function gets
/// and returns it; and the warps of its CTA that run after it.
struct KernelState {
  static constexpr uint32_t NoExit = ~uint32_t(0);

  /// The number of the exit.
  uint32_t Exit;
  /// Lanes that have exited, returned from a function or left a loop, and the
  /// lanes of each entry of the stack, from the bottom. Meaningless where all
  /// 32 lanes are active.
  uint32_t Exited, Returned, Broke;
  uint32_t Waiting[FlowGraph::MaxDepth];
  /// For how many threads less than 32 each the instructions were issued.
  uint64_t Idle;

  /// The warps of a group. Those from Turn, which is at hand, to End start at
  /// the same block; the ones before have come to exit Met, in front of a
  /// barrier. Where the warp at hand comes there, too, the function goes on
  /// with the next; and, if Opens has a one for that exit, behind the barrier,
  /// with the first.
  KernelWarp *Warps;
  const uint8_t *Opens;
  uint32_t Turn, End;
  uint32_t Met = NoExit;
  /// The last barrier that the group has passed, and how many it passed.
  uint32_t Passed = NoExit;
  uint64_t Passes = 0;
  /// The instructions that a warp of Warps is still to be charged for where it
  /// starts: the barrier that it has passed.
  uint64_t Charge = 0;
  /// The least budget left to the warps that have come to Met.
  uint64_t Least = ~uint64_t(0);
  /// The instructions of the warps before the one at hand, barriers apart.
  uint64_t Issued = 0;
};

/// The function: takes the warp's context, the bound instructions, how many it
/// may issue, and the number of a block that is an entry. Returns how many the
/// last warp issued that it ran.
using KernelFunction = uint64_t (*)(sm::LaneContext *Context,
                                    const sm::BoundInst *Code, uint64_t Budget,
                                    uint32_t Block, KernelState *State);

/// Where and how the function returns.
struct KernelExit {
  NodeIndex Node;
  /// The instruction there faulted, and was counted.
  bool Faulted;
};

} // namespace heddle::hostcode

#endif // HEDDLE_HOSTCODE_KERNELINTERFACE_H
