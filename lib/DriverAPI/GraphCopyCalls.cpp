//===- GraphCopyCalls.cpp - Calls that make graphs like others ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Driver.h"
#include "llvm/ADT/DenseMap.h"
#include <cassert>

namespace heddle::driver {
namespace {

/// Returns the reason why \p Exec cannot be updated to \p Wanted, which may
/// differ in the work of nodes only. The steps of both are in the order in
/// which their nodes were added.
CUgraphExecUpdateResultInfo compare(const GraphExec &Exec,
                                    const GraphExec &Wanted) {
  size_t Common = std::min(Exec.Steps.size(), Wanted.Steps.size());
  for (size_t I = 0; I != Common; ++I) {
    const GraphExec::Step &Old = Exec.Steps[I], &New = Wanted.Steps[I];
    if (Old.Does.Type != New.Does.Type)
      return {CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED, New.Node, nullptr};
    if (Old.After != New.After)
      return {CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED, New.Node, nullptr};
  }
  if (Exec.Steps.size() == Wanted.Steps.size())
    return {CU_GRAPH_EXEC_UPDATE_SUCCESS, nullptr, nullptr};
  return {CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED,
          Common < Wanted.Steps.size() ? Wanted.Steps[Common].Node : nullptr,
          nullptr};
}

} // namespace

namespace calls {

CUresult GraphClone(CUgraph *Result, CUgraph Handle) {
  if (!Result)
    return CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<Graph> G;
  if (CUresult R = findGraph(Handle, G); R != CUDA_SUCCESS)
    return R;
  *Result = cloneGraph(*G)->Self;
  return CUDA_SUCCESS;
}

CUresult GraphNodeFindInClone(CUgraphNode *Result, CUgraphNode Original,
                              CUgraph Handle) {
  if (!Result || !Original)
    return CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<Graph> G;
  if (CUresult R = findGraph(Handle, G); R != CUDA_SUCCESS)
    return R;
  for (const std::shared_ptr<GraphNode> &N : G->Nodes)
    if (N->Original == Original) {
      *Result = N->Self;
      return CUDA_SUCCESS;
    }
  return CUDA_ERROR_INVALID_VALUE;
}

CUresult GraphExecUpdate_v2(CUgraphExec Handle, CUgraph Wanted,
                            CUgraphExecUpdateResultInfo *Info) {
  if (!Info)
    return CUDA_ERROR_INVALID_VALUE;
  *Info = {CU_GRAPH_EXEC_UPDATE_ERROR, nullptr, nullptr};
  std::shared_ptr<GraphExec> E;
  if (CUresult R = findExec(Handle, E); R != CUDA_SUCCESS)
    return R;
  std::shared_ptr<Graph> G;
  if (CUresult R = findGraph(Wanted, G); R != CUDA_SUCCESS)
    return R;
  std::shared_ptr<GraphExec> New = instantiate(*G);
  *Info = compare(*E, *New);
  if (Info->result != CU_GRAPH_EXEC_UPDATE_SUCCESS)
    return CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE;
  assert(E->Steps.size() == New->Steps.size() && "the graphs are alike");
  // Its nodes are still called what they were.
  for (size_t I = 0; I != E->Steps.size(); ++I)
    E->Steps[I].Does = std::move(New->Steps[I].Does);
  E->Kept = std::move(New->Kept);
  return CUDA_SUCCESS;
}

} // namespace calls
} // namespace heddle::driver
