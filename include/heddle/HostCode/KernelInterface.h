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

/// The state of a warp that its context does not hold, as the function gets
/// and returns it.
struct KernelState {
  /// The number of the exit.
  uint32_t Exit;
  /// Lanes that wait for others to leave, too, and of the stack's entries, from
  /// the bottom. Meaningless where all 32 lanes are active.
  uint32_t Exited, Returned, Broke;
  uint32_t Waiting[FlowGraph::MaxDepth];
  /// For how many threads less than 32 each the instructions were issued.
  uint64_t Idle;
};

/// The function: takes the warp's context, the bound instructions, how many it
/// may issue, and the number of a block that is an entry. Returns how many it
/// issued.
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
