//===- GraphEdgeCalls.cpp - Calls about what comes before what ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Driver.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace heddle::driver {
namespace {

struct Edge {
  CUgraphNode From, To;
};

std::vector<Edge> edgesOf(const Graph &G) {
  std::vector<Edge> Found;
  for (const std::shared_ptr<GraphNode> &N : G.Nodes)
    for (CUgraphNode Before : N->After)
      Found.push_back({Before, N->Self});
  return Found;
}

/// Gives \p Found as programs ask for lists: the length alone, or as many as
/// there is room for in \p From, \p To and \p Data, where these are wanted,
/// with nulls behind.
void giveEdges(ArrayRef<Edge> Found, CUgraphNode *From, CUgraphNode *To,
               CUgraphEdgeData *Data, size_t &Count) {
  const bool AsksForLength = !From && !To;
  for (size_t I = 0; !AsksForLength && I != Count; ++I) {
    const Edge E = I < Found.size() ? Found[I] : Edge{nullptr, nullptr};
    if (From)
      From[I] = E.From;
    if (To)
      To[I] = E.To;
    if (Data)
      Data[I] = {};
  }
  if (AsksForLength || Count > Found.size())
    Count = Found.size();
}

/// The edges of the graph of node \p Handle for which \p IsWanted is true.
CUresult findEdges(CUgraphNode Handle, std::vector<Edge> &Found,
                   function_ref<bool(const Edge &)> IsWanted) {
  std::shared_ptr<GraphNode> N = Driver::get().Nodes.find(Handle);
  if (!N)
    return CUDA_ERROR_INVALID_VALUE;
  for (const Edge &E : edgesOf(*N->Owner))
    if (IsWanted(E))
      Found.push_back(E);
  return CUDA_SUCCESS;
}

} // namespace

namespace calls {

CUresult GraphGetEdges_v2(CUgraph Handle, CUgraphNode *From, CUgraphNode *To,
                          CUgraphEdgeData *Data, size_t *Count) {
  std::shared_ptr<Graph> G;
  if (!Count || !From != !To)
    return CUDA_ERROR_INVALID_VALUE;
  if (CUresult R = findGraph(Handle, G); R != CUDA_SUCCESS)
    return R;
  giveEdges(edgesOf(*G), From, To, Data, *Count);
  return CUDA_SUCCESS;
}

CUresult GraphGetEdges(CUgraph Handle, CUgraphNode *From, CUgraphNode *To,
                       size_t *Count) {
  return GraphGetEdges_v2(Handle, From, To, nullptr, Count);
}

CUresult GraphNodeGetDependencies_v2(CUgraphNode Handle, CUgraphNode *Nodes,
                                     CUgraphEdgeData *Data, size_t *Count) {
  std::vector<Edge> Found;
  auto IsBefore = [&](const Edge &E) { return E.To == Handle; };
  if (!Count)
    return CUDA_ERROR_INVALID_VALUE;
  if (CUresult R = findEdges(Handle, Found, IsBefore); R != CUDA_SUCCESS)
    return R;
  giveEdges(Found, Nodes, nullptr, Data, *Count);
  return CUDA_SUCCESS;
}

CUresult GraphNodeGetDependencies(CUgraphNode Handle, CUgraphNode *Nodes,
                                  size_t *Count) {
  return GraphNodeGetDependencies_v2(Handle, Nodes, nullptr, Count);
}

CUresult GraphNodeGetDependentNodes_v2(CUgraphNode Handle, CUgraphNode *Nodes,
                                       CUgraphEdgeData *Data, size_t *Count) {
  std::vector<Edge> Found;
  auto IsBehind = [&](const Edge &E) { return E.From == Handle; };
  if (!Count)
    return CUDA_ERROR_INVALID_VALUE;
  if (CUresult R = findEdges(Handle, Found, IsBehind); R != CUDA_SUCCESS)
    return R;
  giveEdges(Found, nullptr, Nodes, Data, *Count);
  return CUDA_SUCCESS;
}

CUresult GraphNodeGetDependentNodes(CUgraphNode Handle, CUgraphNode *Nodes,
                                    size_t *Count) {
  return GraphNodeGetDependentNodes_v2(Handle, Nodes, nullptr, Count);
}

} // namespace calls
} // namespace heddle::driver
