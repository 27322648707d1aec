//===- KernelGraph.cpp - The graph that a kernel's host code follows ------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/HostCode/FlowGraph.h"
#include "heddle/HostCode/TranslatedKernel.h"
#include "heddle/HostCode/Uniformity.h"
#include <set>

using namespace heddle::sm;

namespace heddle::hostcode {

/// The places where lanes that are together stay so, and the graph of all ways
/// beside them.
///
/// The set is supposed first and proved then, as a loop's end would part lanes
/// before it is known what they have in common, and what these lanes compute
/// would spoil that. It is what holds if nobody ever parts, less what does not
/// hold in the graph where lanes part everywhere else, until that is nothing.
/// Then it is true by induction over the instructions that a warp executes from
/// the start of the kernel: if no lanes parted at a place of the set so far,
/// the warp has only gone ways that this graph has, so that the facts hold that
/// follow from them, and the predicate of the next place of the set is the same
/// in all lanes. Warps that come from the interpreter are not covered, so that
/// host code gives way to it where they part nevertheless.
static std::optional<FlowGraph> findTogether(const Program &P,
                                             std::set<FlowGraph::Place> &Set) {
  auto HoldIn = [&](const FlowGraph &G) {
    return Uniformity(G, P, P.registerRows()).together();
  };
  // Each round but the last takes a place away at least.
  constexpr unsigned MostRounds = 8;
  if (const auto NoneParts = FlowGraph::build(P, {}, Coverage::Usual))
    Set = HoldIn(*NoneParts);
  for (unsigned Round = 0; Round != MostRounds; ++Round) {
    std::optional<FlowGraph> All = FlowGraph::build(P, Set, Coverage::Complete);
    if (!All)
      return std::nullopt;
    const std::set<FlowGraph::Place> Held = HoldIn(*All);
    if (!std::erase_if(Set, [&](const auto &At) { return !Held.count(At); }))
      return All;
  }
  // Lanes that may part everywhere suppose nothing.
  const std::optional<FlowGraph> All =
      FlowGraph::build(P, {}, Coverage::Complete);
  if (!All)
    return std::nullopt;
  Set = HoldIn(*All);
  return FlowGraph::build(P, Set, Coverage::Complete);
}

/// Nothing need be written for lanes that part where they cannot.
std::optional<FlowGraph> graphOf(const Program &P, Coverage Wanted) {
  // Lanes that are missing differ from the others.
  if (Wanted == Coverage::Short)
    return FlowGraph::build(P, {}, Wanted);
  std::set<FlowGraph::Place> Together;
  std::optional<FlowGraph> All = findTogether(P, Together);
  if (!All || Wanted == Coverage::Complete)
    return All;
  return FlowGraph::build(P, Together, Wanted);
}

} // namespace heddle::hostcode
