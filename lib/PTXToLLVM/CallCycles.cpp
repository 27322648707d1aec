//===- CallCycles.cpp - Functions that call each other --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallCycles.h"
#include "llvm/ADT/GraphTraits.h"
#include "llvm/ADT/SCCIterator.h"
#include <deque>

using namespace llvm;

namespace {

/// A function, or the root, which calls all of them.
struct CallNode {
  const heddle::ptx::Function *F = nullptr;
  SmallVector<CallNode *, 4> Callees;
};

} // namespace

template <> struct llvm::GraphTraits<CallNode *> {
  using NodeRef = CallNode *;
  using ChildIteratorType = SmallVectorImpl<CallNode *>::iterator;
  static NodeRef getEntryNode(CallNode *Root) { return Root; }
  static ChildIteratorType child_begin(NodeRef N) { return N->Callees.begin(); }
  static ChildIteratorType child_end(NodeRef N) { return N->Callees.end(); }
};

namespace heddle {

DenseMap<const ptx::Function *, unsigned>
findCallCycles(ArrayRef<CallPair> Calls) {
  CallNode Root;
  std::deque<CallNode> Nodes;
  DenseMap<const ptx::Function *, CallNode *> NodeOf;
  auto Find = [&](const ptx::Function *F) {
    CallNode *&Node = NodeOf[F];
    if (!Node) {
      Node = &Nodes.emplace_back();
      Node->F = F;
      Root.Callees.push_back(Node);
    }
    return Node;
  };
  for (auto [Caller, Callee] : Calls) {
    CallNode *From = Find(Caller);
    From->Callees.push_back(Find(Callee));
  }
  // A function that is no part of a cycle has a number of its own, which it
  // shares with no other: only calls of itself need telling apart.
  DenseMap<const ptx::Function *, unsigned> Numbers;
  unsigned Next = 0;
  for (auto I = scc_begin(&Root); !I.isAtEnd(); ++I) {
    ++Next;
    for (const CallNode *Node : *I)
      if (Node->F)
        Numbers[Node->F] = Next;
  }
  return Numbers;
}

} // namespace heddle
