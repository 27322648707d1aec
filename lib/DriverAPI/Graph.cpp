//===- Graph.cpp - Graphs of work -----------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Graph.h"
#include "Driver.h"

namespace heddle::driver {

CUgraphNode addNode(Graph &G, Work Does, std::vector<CUgraphNode> After) {
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

} // namespace heddle::driver
