//===- Graph.cpp - Graphs of work -----------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Graph.h"
#include "Driver.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>

namespace heddle::driver {

CUgraphNode addNode(Graph &G, Work Does, std::vector<CUgraphNode> After) {
  assert(llvm::all_of(After,
                      [&](CUgraphNode Earlier) {
                        auto N = Driver::get().Nodes.find(Earlier);
                        return N && N->Owner == &G;
                      }) &&
         "a node comes after nodes of its own graph");
  auto Made = std::make_shared<GraphNode>();
  Made->Owner = &G;
  Made->Does = std::move(Does);
  Made->After = std::move(After);
  G.Nodes.push_back(Made);
  return Driver::get().Nodes.add(std::move(Made));
}

void removeNodes(Graph &G) {
  for (const std::shared_ptr<GraphNode> &N : G.Nodes)
    Driver::get().Nodes.remove(N->Self);
}

std::shared_ptr<GraphExec> instantiate(const Graph &G) {
  auto Made = std::make_shared<GraphExec>();
  llvm::DenseMap<CUgraphNode, size_t> Numbers;
  for (const std::shared_ptr<GraphNode> &N : G.Nodes) {
    GraphExec::Step &S =
        Made->Steps.emplace_back(GraphExec::Step{N->Self, N->Does, {}});
    for (CUgraphNode Earlier : N->After)
      S.After.push_back(Numbers.at(Earlier));
    llvm::sort(S.After);
    Numbers[N->Self] = Made->Steps.size() - 1;
  }
  return Made;
}

CUresult findGraph(CUgraph Handle, std::shared_ptr<Graph> &Result) {
  Result = Driver::get().Graphs.find(Handle);
  return Result ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult findExec(CUgraphExec Handle, std::shared_ptr<GraphExec> &Result) {
  Result = Driver::get().Execs.find(Handle);
  return Result ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

} // namespace heddle::driver
