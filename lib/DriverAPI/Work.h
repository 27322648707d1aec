//===- Work.h - What can be given to a stream -------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_WORK_H
#define HEDDLE_DRIVERAPI_WORK_H

#include "heddle-cuda/driver_types.h"
#include <functional>
#include <memory>

namespace heddle::driver {

struct Event;
struct GraphAllocation;
struct GraphExec;
struct NodeParams;

/// A launch, copy or fill that has been checked and has all its operands: it
/// can run any number of times.
struct Work {
  CUgraphNodeType Type = CU_GRAPH_NODE_TYPE_EMPTY;
  /// Empty if there is nothing to do. The result is NotEnded where it waits for
  /// others than its stream, see Task.h.
  std::function<CUresult()> Run;
  /// Whether checkers and traces look at it.
  bool IsSeen = false;
  /// The memory of a node that allocates; else null.
  std::shared_ptr<GraphAllocation> Memory;
  /// The address that a node frees; else 0.
  uint64_t Frees = 0;
  /// The parameters that a node of a graph was made of; null where nobody asks.
  std::shared_ptr<const NodeParams> Params;

  /// The event that a node records or waits for; else null.
  std::shared_ptr<Event> TheEvent;
  /// The graph that the work runs; null where it is another kind.
  std::shared_ptr<const GraphExec> Child;
  /// Called instead of Run, with the error, where the context has failed.
  /// Empty where that is of no interest.
  std::function<void(CUresult)> OnFailure;

  CUresult operator()() const { return Run ? Run() : CUDA_SUCCESS; }
};

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_WORK_H
