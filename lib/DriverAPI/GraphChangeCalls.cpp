//===- GraphChangeCalls.cpp - Calls that change and show graphs -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Driver.h"
#include "Graph.h"
#include "GraphWork.h"
#include "Report.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdio>

using namespace llvm;

namespace heddle::driver {
namespace {

/// Orders the nodes of \p G so that each comes after those that it depends on,
/// and otherwise as they are. Returns false if that cannot be.
bool orderNodes(Graph &G) {
  std::vector<std::shared_ptr<GraphNode>> Ordered;
  DenseSet<CUgraphNode> Placed;
  while (Ordered.size() != G.Nodes.size()) {
    const size_t Before = Ordered.size();
    for (const std::shared_ptr<GraphNode> &N : G.Nodes)
      if (!Placed.contains(N->Self) &&
          all_of(N->After, [&](CUgraphNode E) { return Placed.contains(E); })) {
        Placed.insert(N->Self);
        Ordered.push_back(N);
      }
    if (Ordered.size() == Before)
      return false;
  }
  G.Nodes = std::move(Ordered);
  return true;
}

const char *nameOf(CUgraphNodeType Type) {
  switch (int(Type)) {
  case CU_GRAPH_NODE_TYPE_KERNEL:
    return "KERNEL";
  case CU_GRAPH_NODE_TYPE_MEMCPY:
    return "MEMCPY";
  case CU_GRAPH_NODE_TYPE_MEMSET:
    return "MEMSET";
  case CU_GRAPH_NODE_TYPE_HOST:
    return "HOST";
  case CU_GRAPH_NODE_TYPE_GRAPH:
    return "GRAPH";
  case CU_GRAPH_NODE_TYPE_EMPTY:
    return "EMPTY";
  case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
    return "EVENT_WAIT";
  case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
    return "EVENT_RECORD";
  case CU_GRAPH_NODE_TYPE_MEM_ALLOC:
    return "MEM_ALLOC";
  case CU_GRAPH_NODE_TYPE_MEM_FREE:
    return "MEM_FREE";
  case CU_GRAPH_NODE_TYPE_CONDITIONAL:
    return "CONDITIONAL";
  case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP:
    return "MEM_OP";
  default:
    return "NODE";
  }
}

void writeDot(std::FILE *To, const Graph &G) {
  DenseMap<CUgraphNode, size_t> Numbers;
  std::fprintf(To, "digraph dot {\n");
  for (const std::shared_ptr<GraphNode> &N : G.Nodes) {
    const size_t Number = Numbers.size();
    Numbers[N->Self] = Number;
    std::fprintf(To, "  \"node_%zu\" [label=\"%zu %s\"];\n", Number, Number,
                 nameOf(N->Does.Type));
    for (CUgraphNode Earlier : N->After)
      std::fprintf(To, "  \"node_%zu\" -> \"node_%zu\";\n",
                   Numbers.lookup(Earlier), Number);
  }
  std::fprintf(To, "}\n");
}

/// Finds the step that node \p Node has in \p Handle.
CUresult findStep(CUgraphExec Handle, CUgraphNode Node,
                  std::shared_ptr<GraphExec> &E, GraphExec::Step *&Found) {
  if (CUresult R = findExec(Handle, E); R != CUDA_SUCCESS)
    return R;
  auto At = find_if(E->Steps, [&](const auto &S) { return S.Node == Node; });
  if (At == E->Steps.end())
    return CUDA_ERROR_INVALID_VALUE;
  Found = &*At;
  return CUDA_SUCCESS;
}

} // namespace

namespace calls {

CUresult GraphAddDependencies_v2(CUgraph Handle, const CUgraphNode *From,
                                 const CUgraphNode *To,
                                 const CUgraphEdgeData *Edges, size_t Count) {
  std::shared_ptr<Graph> G;
  if (CUresult R = findGraph(Handle, G); R != CUDA_SUCCESS)
    return R;
  if (Count && (!From || !To))
    return CUDA_ERROR_INVALID_VALUE;
  if (!arePlain(Edges, Count)) {
    explain("edges have no ports and no types");
    return CUDA_ERROR_NOT_SUPPORTED;
  }
  // All or none: the nodes are left as they were if one edge cannot be.
  std::vector<std::vector<CUgraphNode>> Before;
  for (const std::shared_ptr<GraphNode> &N : G->Nodes)
    Before.push_back(N->After);
  const std::vector<std::shared_ptr<GraphNode>> Order = G->Nodes;
  const auto IsAdded = [&](CUgraphNode Earlier, CUgraphNode Later) {
    std::shared_ptr<GraphNode> A = Driver::get().Nodes.find(Earlier);
    std::shared_ptr<GraphNode> B = Driver::get().Nodes.find(Later);
    if (!A || !B || A->Owner != G.get() || B->Owner != G.get() ||
        is_contained(B->After, Earlier))
      return false;
    B->After.push_back(Earlier);
    return true;
  };
  bool IsValid = true;
  for (size_t I = 0; IsValid && I != Count; ++I)
    IsValid = IsAdded(From[I], To[I]);
  if (IsValid && orderNodes(*G))
    return CUDA_SUCCESS;
  for (auto [N, After] : zip(Order, Before))
    N->After = After;
  return CUDA_ERROR_INVALID_VALUE;
}

CUresult GraphDestroyNode(CUgraphNode Handle) {
  std::shared_ptr<GraphNode> N = Driver::get().Nodes.find(Handle);
  if (!N)
    return CUDA_ERROR_INVALID_VALUE;
  // Memory of a graph is there as long as the graph.
  if (N->Does.Type == CU_GRAPH_NODE_TYPE_MEM_ALLOC ||
      N->Does.Type == CU_GRAPH_NODE_TYPE_MEM_FREE || N->Branches) {
    explain("nodes of this type stay in their graph");
    return CUDA_ERROR_NOT_SUPPORTED;
  }
  auto &G = const_cast<Graph &>(*N->Owner);
  if (isCapturedInto(G)) {
    explain("a stream is captured into the graph");
    return CUDA_ERROR_INVALID_VALUE;
  }
  for (const std::shared_ptr<GraphNode> &Other : G.Nodes)
    erase(Other->After, Handle);
  erase(G.Nodes, N);
  Driver::get().Nodes.remove(Handle);
  return CUDA_SUCCESS;
}

CUresult GraphDebugDotPrint(CUgraph Handle, const char *Path, unsigned) {
  std::shared_ptr<Graph> G;
  if (CUresult R = findGraph(Handle, G); R != CUDA_SUCCESS)
    return R;
  std::FILE *const To = Path ? std::fopen(Path, "w") : nullptr;
  if (!To)
    return CUDA_ERROR_INVALID_VALUE;
  writeDot(To, *G);
  const bool IsWritten = !std::ferror(To);
  return std::fclose(To) == 0 && IsWritten ? CUDA_SUCCESS
                                           : CUDA_ERROR_OPERATING_SYSTEM;
}

CUresult GraphNodeSetEnabled(CUgraphExec Handle, CUgraphNode Node,
                             unsigned IsEnabled) {
  std::shared_ptr<GraphExec> E;
  GraphExec::Step *S = nullptr;
  if (CUresult R = findStep(Handle, Node, E, S); R != CUDA_SUCCESS)
    return R;
  // As CUDA has it for these kinds alone.
  if (S->Does.Type != CU_GRAPH_NODE_TYPE_KERNEL &&
      S->Does.Type != CU_GRAPH_NODE_TYPE_MEMCPY &&
      S->Does.Type != CU_GRAPH_NODE_TYPE_MEMSET)
    return CUDA_ERROR_INVALID_VALUE;
  S->IsEnabled = IsEnabled != 0;
  return CUDA_SUCCESS;
}

CUresult GraphNodeGetEnabled(CUgraphExec Handle, CUgraphNode Node,
                             unsigned *IsEnabled) {
  std::shared_ptr<GraphExec> E;
  GraphExec::Step *S = nullptr;
  if (!IsEnabled)
    return CUDA_ERROR_INVALID_VALUE;
  if (CUresult R = findStep(Handle, Node, E, S); R != CUDA_SUCCESS)
    return R;
  *IsEnabled = S->IsEnabled;
  return CUDA_SUCCESS;
}

} // namespace calls
} // namespace heddle::driver
