//===- Graph.h - Graphs of work ---------------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_GRAPH_H
#define HEDDLE_DRIVERAPI_GRAPH_H

#include "UserObject.h"
#include "Work.h"
#include <memory>
#include <vector>

namespace heddle::driver {

struct Graph;
struct Stream;

/// A word of the device's memory that kernels set and graphs look at.
struct GraphCondition {
  const uint64_t Address;
  unsigned Default = 0;
  /// Whether each launch of the graph begins with the default.
  bool IsAssigned = false;

  explicit GraphCondition(uint64_t Address) : Address(Address) {}
  ~GraphCondition();
  GraphCondition(const GraphCondition &) = delete;
  GraphCondition &operator=(const GraphCondition &) = delete;
};

/// The graphs that a conditional node chooses from. Programs fill them after
/// they have made the node.
struct GraphBranches {
  std::shared_ptr<GraphCondition> On;
  CUgraphConditionalNodeType Type = CU_GRAPH_COND_TYPE_IF;
  std::vector<std::shared_ptr<Graph>> Bodies;
  /// Their handles, of which the program has the address.
  std::vector<CUgraph> Handles;
};

struct GraphNode {
  CUgraphNode Self = nullptr;
  const Graph *Owner = nullptr;
  Work Does;
  std::vector<CUgraphNode> After;
  /// Null but for conditional nodes.
  std::shared_ptr<GraphBranches> Branches;
  /// The graph of a node that is one, which programs may change.
  std::shared_ptr<Graph> Child;
  /// In the clone of a graph, the node that this one was copied from.
  CUgraphNode Original = nullptr;
};

/// A node comes after all nodes that it depends on, since a call can only name
/// nodes that exist.
struct Graph {
  CUgraph Self = nullptr;
  std::vector<std::shared_ptr<GraphNode>> Nodes;
  /// The conditions that were made for the graph.
  std::vector<std::shared_ptr<GraphCondition>> Conditions;
  std::vector<KeptObject> Kept;
};

/// A copy of a graph as it was when it was instantiated.
struct GraphExec {
  CUgraphExec Self = nullptr;
  struct Step {
    CUgraphNode Node;
    Work Does;
    /// The indices of the steps that this one comes after, in ascending order.
    std::vector<size_t> After;
    bool IsEnabled = true;
  };
  std::vector<Step> Steps;
  std::vector<std::shared_ptr<GraphCondition>> Conditions;
  std::vector<KeptObject> Kept;
  /// Whether a launch frees what the one before has allocated.
  bool FreesAtLaunch = false;
  /// The flags of cuGraphInstantiateWithFlags.
  unsigned long long Flags = 0;
};

/// Removes the handles of all nodes of \p G from the table.
void removeNodes(Graph &G);

/// Adds a node to \p G that comes after \p After.
CUgraphNode addNode(Graph &G, Work Does, std::vector<CUgraphNode> After);

/// Runs all steps of \p G in the current context. It may be changed later,
/// which is for later launches.
CUresult runGraph(const std::shared_ptr<const GraphExec> &G);

/// Makes an executable copy of \p G.
std::shared_ptr<GraphExec> instantiate(const Graph &G);

/// Makes a graph like \p G, whose nodes know which they were copied from.
std::shared_ptr<Graph> cloneGraph(const Graph &G);

/// Makes work that runs \p E.
Work makeGraphLaunch(std::shared_ptr<const GraphExec> E);

/// Launches \p E in \p S, with events as they are now.
CUresult launchGraph(std::shared_ptr<const GraphExec> E,
                     const std::shared_ptr<Stream> &S);

/// Returns CUDA_ERROR_INVALID_VALUE if \p Handle names no graph.
CUresult findGraph(CUgraph Handle, std::shared_ptr<Graph> &Result);
CUresult findExec(CUgraphExec Handle, std::shared_ptr<GraphExec> &Result);

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_GRAPH_H
