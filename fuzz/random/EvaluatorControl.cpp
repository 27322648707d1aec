//===- EvaluatorControl.cpp - The way of one thread -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EvaluatorImpl.h"
#include <algorithm>

namespace heddle::ptxrandom {

Flow Evaluator::loop(const Stmt &S, Thread &T, Frame &F) {
  unsigned Trips = S.IsUniform ? (P.N & 3) + 1 : S.Trips;
  bool IsCounted = Trips != 0;
  const Block &Body = S.Bodies[0];
  size_t First = 0;
  bool Inside = S.SideEntry.IsPresent && holds(S.SideEntry, F);
  if (Inside)
    First = std::min<size_t>(S.EntryIndex, Body.size());
  for (;;) {
    if (!Inside && !IsCounted && --F.Fuel <= 0)
      return {};
    Flow Out = run(Body, First, T, F);
    First = 0;
    Inside = false;
    bool IsOwn = Out.Kind == Flow::Leave && Out.Label == S.Label;
    if (Out.Kind != Flow::Next && !IsOwn)
      return Out;
    if (IsOwn && !Out.IsContinue)
      return {};
    if (IsCounted && --Trips == 0)
      return {};
    if (!S.IsEndless && !holds(S.Condition, F))
      return {};
  }
}

Flow Evaluator::selection(const Stmt &S, Thread &T, Frame &F) {
  size_t Case = read(S.Sources[0], F) & 7;
  for (; Case < S.Bodies.size(); ++Case) {
    Flow Out = run(S.Bodies[Case], 0, T, F);
    if (Out.Kind != Flow::Next)
      return Out;
    if (!S.FallsThrough[Case])
      break;
  }
  return {};
}

/// Where graph \p S goes on behind block \p Node. Only a predicate needs \p F.
unsigned Evaluator::follow(const Stmt &S, unsigned Node, unsigned Turns,
                           Frame *F) {
  const GraphNode &N = S.Nodes[Node];
  bool Holds = false;
  switch (N.Test) {
  case GraphNode::None:
    break;
  case GraphNode::Predicate:
    Holds = F && holds(N.Condition, *F);
    break;
  case GraphNode::Parameter:
    Holds = P.N > N.Number;
    break;
  case GraphNode::Turns:
    Holds = ((Turns + P.N) & 3) < N.Number;
    break;
  }
  return Holds ? N.Taken : N.Otherwise;
}

Flow Evaluator::graph(const Stmt &S, Thread &T, Frame &F) {
  unsigned Turns = 0;
  for (unsigned Node = 0; Node < S.Bodies.size();) {
    if (isTurn(S, Node) && ++Turns > S.Trips)
      return {};
    Flow Out = run(S.Bodies[Node], 0, T, F);
    if (Out.Kind != Flow::Next)
      return Out;
    Node = follow(S, Node, Turns, &F);
  }
  return {};
}

Flow Evaluator::run(const Block &B, size_t First, Thread &T, Frame &F) {
  for (size_t I = First; I < B.size(); ++I) {
    Flow Out = run(B[I], T, F);
    if (Out.Kind != Flow::Next)
      return Out;
  }
  return {};
}

Flow Evaluator::run(const Stmt &S, Thread &T, Frame &F) {
  Flow Out;
  switch (S.Kind) {
  case StmtKind::Instruction:
    if (holds(S.Condition, F))
      instruction(S, F);
    return {};
  case StmtKind::Chain:
    return run(S.Bodies[0], 0, T, F);
  case StmtKind::Memory:
    if (holds(S.Condition, F))
      memory(S, T, F);
    return {};
  case StmtKind::PointerAccess:
    if (holds(S.Condition, F))
      pointerAccess(S, T, F);
    return {};
  case StmtKind::PointerStore:
    if (holds(S.Condition, F))
      pointerStore(S, F);
    return {};
  case StmtKind::ArrayCall:
    if (holds(S.Condition, F))
      arrayCall(S, F);
    return {};
  case StmtKind::ImageAccess:
    if (holds(S.Condition, F))
      imageAccess(S, T, F);
    return {};
  case StmtKind::Atomic:
    if (holds(S.Condition, F))
      atomic(S, T, F);
    return {};
  case StmtKind::Call:
    if (holds(S.Condition, F))
      call(S, T, F);
    return {};
  case StmtKind::If: {
    bool Then = S.IsUniform ? isUniformlyTrue(S) : holds(S.Condition, F);
    Out = run(S.Bodies[Then ? 0 : 1], 0, T, F);
    break;
  }
  case StmtKind::Loop:
    return loop(S, T, F);
  case StmtKind::Switch:
    Out = selection(S, T, F);
    break;
  case StmtKind::Region:
    Out = run(S.Bodies[0], 0, T, F);
    break;
  case StmtKind::Graph:
    Out = graph(S, T, F);
    break;
  case StmtKind::Leave:
    if (holds(S.Condition, F))
      return {Flow::Leave, S.Number, S.IsVariant};
    return {};
  case StmtKind::Return:
    if (!holds(S.Condition, F))
      return {};
    // Those that branch to the common end store their registers there.
    if (&F == &T.Registers && S.IsVariant)
      storeOutputs(T);
    return {Flow::Return};
  case StmtKind::Exchange:
  case StmtKind::SharedSum:
  case StmtKind::Vote:
  case StmtKind::Barrier:
  case StmtKind::WarpOperation:
  case StmtKind::WarpBlock:
    // Only where all threads are: see collective().
    return {};
  }
  if (Out.Kind == Flow::Leave && Out.Label == S.Label)
    return {};
  return Out;
}

} // namespace heddle::ptxrandom
