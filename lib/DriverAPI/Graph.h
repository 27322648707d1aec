//===- Graph.h - Graphs of work ---------------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_GRAPH_H
#define HEDDLE_DRIVERAPI_GRAPH_H

#include "Work.h"
#include <memory>
#include <vector>

namespace heddle::driver {

struct Graph;

struct GraphNode {
  CUgraphNode Self = nullptr;
  const Graph *Owner = nullptr;
  Work Does;
  std::vector<CUgraphNode> After;
  /// In a clone: what it was made of.
  CUgraphNode Original = nullptr;
};

/// Nodes come after those that they depend on: only existing ones can be named.
struct Graph {
  CUgraph Self = nullptr;
  std::vector<std::shared_ptr<GraphNode>> Nodes;
};

/// A graph as it was when it was instantiated.
struct GraphExec {
  CUgraphExec Self = nullptr;
  struct Step {
    CUgraphNode Node;
    Work Does;
    /// Which steps it comes after, in order.
    std::vector<size_t> After;
  };
  std::vector<Step> Steps;
};

/// Makes the handles of its nodes mean nothing.
void removeNodes(Graph &G);

/// Adds a node to \p G that comes after \p After.
CUgraphNode addNode(Graph &G, Work Does, std::vector<CUgraphNode> After);

/// \p G as it is now.
std::shared_ptr<GraphExec> instantiate(const Graph &G);

/// CUDA_ERROR_INVALID_VALUE: there is none.
CUresult findGraph(CUgraph Handle, std::shared_ptr<Graph> &Result);
CUresult findExec(CUgraphExec Handle, std::shared_ptr<GraphExec> &Result);

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_GRAPH_H
