//===- GeneratorGraphs.cpp - Graphs of basic blocks -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Branches that no structured statement would make: cycles with several
// entries, loops that overlap, decision trees whose leaves are shared.
//
//===----------------------------------------------------------------------===//

#include "GeneratorImpl.h"
#include <algorithm>
#include <iterator>

namespace heddle::ptxrandom {

namespace {
/// Where edges lead: anywhere, to blocks nearby, only on, and mostly back.
enum Style : unsigned { Anywhere, Near, Forward, Backward, NumStyles };
} // namespace

GraphNode Generator::graphNode(Block &Body, unsigned Index, unsigned Count,
                               bool IsUniform, unsigned Style) {
  auto Target = [&]() -> unsigned {
    unsigned Low = 0, High = Count;
    if (Style == Near) {
      Low = Index > 2 ? Index - 2 : 0;
      High = std::min(Count, Index + 3);
    } else if (Style == Forward) {
      Low = Index + 1;
      High = std::min(Count, Index + 5);
    } else if (Style == Backward && R.percent(70)) {
      High = Index;
    }
    return R.between(Low, High);
  };
  GraphNode N;
  N.Otherwise = R.percent(60) ? Index + 1 : Target();
  if (R.percent(15))
    return N;
  N.Taken = Target();
  N.Number = R.between(0, 4);
  if (IsUniform || R.percent(20)) {
    N.Test = R.percent(50) ? GraphNode::Parameter : GraphNode::Turns;
    return N;
  }
  N.Test = GraphNode::Predicate;
  N.Condition = condition(Body);
  return N;
}

void Generator::graph(Block &Out, const Place &Where) {
  bool IsUniform = HasBarriers && !HasReturned && R.percent(35);
  Stmt S;
  S.Kind = StmtKind::Graph;
  S.Label = NextLabel++;
  S.Trips = R.between(1, 20);
  Place Inner = Where.inside();
  Inner.Loops = 2;
  Inner.IsUniform = IsUniform;
  Inner.MayReturn = !IsUniform;
  Inner.Targets.clear();
  if (!IsUniform)
    Inner.Targets.push_back({S.Label, false});
  unsigned Count = R.between(2, R.percent(20) ? 24 : 9);
  unsigned Style = R.below(NumStyles);
  for (unsigned I = 0; I != Count; ++I) {
    Block Body;
    Budget -= Budget != 0;
    if (R.percent(25))
      statement(Body, Inner);
    else
      instruction(Body);
    S.Nodes.push_back(graphNode(Body, I, Count, IsUniform, Style));
    S.Bodies.push_back(std::move(Body));
  }
  Out.push_back(std::move(S));
}

} // namespace heddle::ptxrandom
