//===- Graph.cpp - Graphs of work -----------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Graph.h"
#include "Driver.h"
#include "GraphMemory.h"
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
  for (const std::shared_ptr<GraphNode> &N : G.Nodes) {
    assert(N->Owner == &G && "a node of another graph");
    Driver::get().Nodes.remove(N->Self);
    if (N->Child) {
      removeNodes(*N->Child);
      Driver::get().Graphs.remove(N->Child->Self);
    }
    if (!N->Branches)
      continue;
    for (const std::shared_ptr<Graph> &Body : N->Branches->Bodies) {
      removeNodes(*Body);
      Driver::get().Graphs.remove(Body->Self);
    }
  }
}

GraphCondition::~GraphCondition() {
  Driver::get().Memory->release(Address, Allocation::DeviceOnly);
}

static unsigned &valueOf(const GraphCondition &C) {
  assert(C.Address % sizeof(unsigned) == 0 && "a condition is a word");
  return *reinterpret_cast<unsigned *>(C.Address);
}

using GraphBodies = std::vector<std::shared_ptr<const GraphExec>>;

/// Runs the body of a loop as long as its condition holds.
static CUresult runLoop(const std::shared_ptr<GraphBranches> &B,
                        const std::shared_ptr<const GraphExec> &Body) {
  Driver &D = Driver::get();
  std::shared_ptr<const Context> C = D.current();
  while (valueOf(*B->On) && C->Failed == CUDA_SUCCESS) {
    const CUresult R = runGraph(Body);
    if (R == NotEnded)
      return D.Behind.then([=] { return runLoop(B, Body); });
    if (R != CUDA_SUCCESS)
      return R;
  }
  return CUDA_SUCCESS;
}

/// Runs those of \p Bodies that the condition chooses.
static CUresult runBranches(const std::shared_ptr<GraphBranches> &B,
                            const GraphBodies &Bodies) {
  assert(!Bodies.empty() && B->On && "a condition chooses among bodies");
  assert(Bodies.size() == B->Bodies.size() && "each body is instantiated");
  const unsigned Value = valueOf(*B->On);
  switch (B->Type) {
  case CU_GRAPH_COND_TYPE_IF:
    if (Value)
      return runGraph(Bodies[0]);
    return Bodies.size() > 1 ? runGraph(Bodies[1]) : CUDA_SUCCESS;
  case CU_GRAPH_COND_TYPE_WHILE:
    return runLoop(B, Bodies[0]);
  case CU_GRAPH_COND_TYPE_SWITCH:
    return Value < Bodies.size() ? runGraph(Bodies[Value]) : CUDA_SUCCESS;
  }
  return CUDA_ERROR_INVALID_VALUE;
}

/// The work of a conditional node, with its bodies as they are.
static Work makeBranches(std::shared_ptr<GraphBranches> B) {
  GraphBodies Bodies;
  for (const std::shared_ptr<Graph> &Body : B->Bodies)
    Bodies.push_back(instantiate(*Body));
  Work Made;
  Made.Type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
  Made.Run = [B = std::move(B), Bodies = std::move(Bodies)] {
    return runBranches(B, Bodies);
  };
  return Made;
}

/// Runs the steps of \p G from number \p First on.
static CUresult runSteps(const std::shared_ptr<const GraphExec> &G,
                         size_t First) {
  Driver &D = Driver::get();
  // Other threads may destroy it while a function of the host runs.
  std::shared_ptr<const Context> C = D.current();
  for (size_t N = First; N != G->Steps.size(); ++N) {
    const GraphExec::Step &S = G->Steps[N];
    // The next call returns the error that a kernel of the graph caused.
    if (C->Failed != CUDA_SUCCESS)
      break;
    if (!S.IsEnabled)
      continue;
    const CUresult R = S.Does();
    if (R == NotEnded)
      return D.Behind.then([Rest = std::make_shared<const GraphExec>(*G), N] {
        return runSteps(Rest, N + 1);
      });
    if (R != CUDA_SUCCESS)
      return R;
  }
  return CUDA_SUCCESS;
}

CUresult runGraph(const std::shared_ptr<const GraphExec> &G) {
  for (const std::shared_ptr<GraphCondition> &Known : G->Conditions)
    if (Known->IsAssigned)
      valueOf(*Known) = Known->Default;
  for (const GraphExec::Step &S : G->Steps)
    if (G->FreesAtLaunch && S.Does.Memory && S.Does.Memory->IsLive)
      freeDeviceMemory(S.Does.Memory->Address);
  return runSteps(G, 0);
}

/// The work of \p N with what programs have changed of its graphs.
static Work workOf(const GraphNode &N) {
  if (N.Branches)
    return makeBranches(N.Branches);
  return N.Child ? makeGraphLaunch(instantiate(*N.Child)) : N.Does;
}

/// Programs change and destroy the bodies of a clone apart from those of \p B.
static std::shared_ptr<GraphBranches> cloneBranches(const GraphBranches &B) {
  auto Made = std::make_shared<GraphBranches>(B);
  Made->Handles.clear();
  for (std::shared_ptr<Graph> &Body : Made->Bodies) {
    Body = cloneGraph(*Body);
    Made->Handles.push_back(Body->Self);
  }
  return Made;
}

std::shared_ptr<Graph> cloneGraph(const Graph &G) {
  auto Made = std::make_shared<Graph>();
  Driver::get().Graphs.add(Made);
  Made->Conditions = G.Conditions;
  Made->Kept = G.Kept;
  llvm::DenseMap<CUgraphNode, CUgraphNode> Clones;
  for (const std::shared_ptr<GraphNode> &N : G.Nodes) {
    std::vector<CUgraphNode> After;
    for (CUgraphNode Earlier : N->After)
      After.push_back(Clones.at(Earlier));
    Clones[N->Self] = addNode(*Made, N->Does, std::move(After));
    GraphNode &Clone = *Made->Nodes.back();
    Clone.Original = N->Self;
    if (N->Branches)
      Clone.Branches = cloneBranches(*N->Branches);
    if (N->Child)
      Clone.Child = cloneGraph(*N->Child);
  }
  return Made;
}

std::shared_ptr<GraphExec> instantiate(const Graph &G) {
  auto Made = std::make_shared<GraphExec>();
  Made->Conditions = G.Conditions;
  Made->Kept = G.Kept;
  llvm::DenseMap<CUgraphNode, size_t> Numbers;
  for (const std::shared_ptr<GraphNode> &N : G.Nodes) {
    GraphExec::Step &S =
        Made->Steps.emplace_back(GraphExec::Step{N->Self, workOf(*N), {}});
    for (CUgraphNode Earlier : N->After) {
      assert(Numbers.contains(Earlier) &&
             "a node comes after those that it depends on");
      S.After.push_back(Numbers.at(Earlier));
    }
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
