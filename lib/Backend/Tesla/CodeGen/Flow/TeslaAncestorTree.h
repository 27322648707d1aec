//===- TeslaAncestorTree.h - A tree with fast ways up -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A tree that grows at its leaves and answers questions about ancestors in
/// logarithmic time. Each node keeps one pointer far up beside that to its
/// parent (E. W. Myers, "An applicative random-access stack", 1983) and the
/// least value on the way there. Dominators and post-dominators of an acyclic
/// graph fall out of it: a node's parent is the nearest common ancestor of its
/// predecessors.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_FLOW_TESLAANCESTORTREE_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_FLOW_TESLAANCESTORTREE_H

#include <algorithm>
#include <cassert>
#include <vector>

namespace llvm {

class TeslaAncestorTree {
public:
  /// Room for nodes 0 … \p Size - 1, none of them in the tree yet.
  explicit TeslaAncestorTree(unsigned Size) : Nodes(Size) {}

  bool contains(unsigned N) const { return Nodes[N].IsPresent; }
  unsigned depth(unsigned N) const { return Nodes[N].Depth; }
  unsigned parent(unsigned N) const { return Nodes[N].Parent; }

  void addRoot(unsigned N) { Nodes[N] = {N, N, 0, ~0U, ~0U, true}; }

  /// Adds \p N below \p Parent, with a value that minimumTo() looks at.
  void add(unsigned N, unsigned Parent, unsigned Value = ~0U) {
    const Node &P = Nodes[Parent];
    assert(P.IsPresent && "parents come first");
    const Node &Far = Nodes[P.Jump];
    // Jumps of equal length behind each other are made one.
    bool Double = P.Depth - Far.Depth == Far.Depth - Nodes[Far.Jump].Depth;
    unsigned Least = Value;
    if (Double && P.Depth != 0)
      Least = std::min({Value, P.Least, Far.Least});
    Nodes[N] = {Parent,      Double && P.Depth != 0 ? Far.Jump : Parent,
                P.Depth + 1, Value,
                Least,       true};
  }

  /// The ancestor of \p N, or \p N itself, at \p Depth.
  unsigned ancestorAt(unsigned N, unsigned Depth) const {
    while (Nodes[N].Depth > Depth)
      N = Nodes[Nodes[N].Jump].Depth >= Depth ? Nodes[N].Jump : Nodes[N].Parent;
    return N;
  }

  /// True when \p A is \p N or above it.
  bool isAncestor(unsigned A, unsigned N) const {
    return ancestorAt(N, Nodes[A].Depth) == A;
  }

  unsigned commonAncestor(unsigned A, unsigned B) const {
    A = ancestorAt(A, Nodes[B].Depth);
    B = ancestorAt(B, Nodes[A].Depth);
    while (A != B) {
      bool Far = Nodes[A].Jump != Nodes[B].Jump;
      A = Far ? Nodes[A].Jump : Nodes[A].Parent;
      B = Far ? Nodes[B].Jump : Nodes[B].Parent;
    }
    return A;
  }

  /// The least value from \p N up to, but not at, its ancestor \p Above.
  unsigned minimumTo(unsigned N, unsigned Above) const {
    unsigned Least = ~0U;
    while (Nodes[N].Depth > Nodes[Above].Depth) {
      const Node &X = Nodes[N];
      bool Far = Nodes[X.Jump].Depth >= Nodes[Above].Depth;
      Least = std::min(Least, Far ? X.Least : X.Value);
      N = Far ? X.Jump : X.Parent;
    }
    return Least;
  }

private:
  struct Node {
    unsigned Parent = 0, Jump = 0, Depth = 0;
    unsigned Value = ~0U;
    /// Over the nodes from this one to before Jump.
    unsigned Least = ~0U;
    bool IsPresent = false;
  };
  std::vector<Node> Nodes;
};

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_FLOW_TESLAANCESTORTREE_H
