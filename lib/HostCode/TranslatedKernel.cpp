//===- TranslatedKernel.cpp - A kernel with host code ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TranslatedKernel.h"
#include "Executable.h"
#include "Uniformity.h"
#include "heddle/Machine/Warp.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace heddle::sm;

namespace heddle::hostcode {

namespace {

class TranslatedKernel final : public TranslatedProgram {
public:
  TranslatedKernel(const Executable &Exe, FlowGraph Graph,
                   std::vector<KernelExit> ExitList, KernelFunction Entry,
                   std::shared_ptr<const void> Holder)
      : E(Exe), G(std::move(Graph)), Exits(std::move(ExitList)),
        Code(std::move(Holder)), Kernel(Entry) {
    Entries.resize(E.Code.size());
    for (uint32_t N = 0; N != G.Blocks.size(); ++N)
      if (G.Blocks[N].IsEntry)
        Entries[G.Nodes[G.Blocks[N].Nodes.front()].PC].push_back(N);
    Nexts.resize(E.Code.size());
    uint32_t Next = uint32_t(E.Code.size());
    for (uint32_t PC = uint32_t(E.Code.size()); PC-- != 0;) {
      Nexts[PC] = Next;
      if (!Entries[PC].empty())
        Next = PC;
    }
  }

  Progress run(Warp &W, uint64_t Budget) const override {
    const bool HasAll = W.active() == AllLanes;
    for (uint32_t Block : Entries[W.pc()]) {
      const FlowNode &First = G.Nodes[G.Blocks[Block].Nodes.front()];
      const DivergenceStack &Stack = G.Stacks[First.Stack];
      if (First.IsMasked ? W.stack().isLike(Stack)
                         : HasAll && hasStack(W, Stack))
        return runFrom(Block, W, Budget);
    }
    return {};
  }

  uint32_t nextEntry(uint32_t PC) const override { return Nexts[PC]; }

private:
  static bool hasStack(const Warp &W, const DivergenceStack &S) {
    return W.stack().isLike(S) &&
           all_of(W.stack().entries(), [](const StackEntry &Entry) {
             return Entry.Mask == AllLanes;
           });
  }

  /// The kernel has no type in front of it for a sanitizer to look at.
  [[clang::no_sanitize("function")]] Progress runFrom(uint32_t Block, Warp &W,
                                                      uint64_t Budget) const {
    KernelState State;
    const FlowNode &First = G.Nodes[G.Blocks[Block].Nodes.front()];
    if (First.IsMasked) {
      const Warp::GoneLanes Gone = W.goneLanes();
      State.Exited = Gone.Exited;
      State.Returned = Gone.Returned;
      State.Broke = Gone.Broke;
      for (auto [Entry, Lanes] : zip_first(W.stack().entries(), State.Waiting))
        Lanes = Entry.Mask;
    }
    const uint64_t Issued =
        Kernel(&W.lanes(), E.Code.data(), Budget, Block, &State);
    if (Issued == 0)
      return {0, 0, Budget < G.lengthOf(G.Blocks[Block])};
    const KernelExit &X = Exits[State.Exit];
    const FlowNode &N = G.Nodes[X.Node];
    if (N.IsMasked) {
      DivergenceStack Held = G.Stacks[N.Stack];
      Held.setMasks(State.Waiting);
      W.moveTo(N.PC, Held, {State.Exited, State.Returned, State.Broke});
    } else if (First.IsMasked) {
      W.moveTo(N.PC, G.Stacks[N.Stack], {});
    } else if (N.Stack == First.Stack) {
      W.moveTo(N.PC);
    } else {
      W.moveTo(N.PC, G.Stacks[N.Stack]);
    }
    if (X.Faulted)
      W.fail(WarpFault::Access);
    return {Issued, Issued * Lanes - State.Idle};
  }

  const Executable &E;
  const FlowGraph G;
  const std::vector<KernelExit> Exits;
  /// Keeps the function.
  const std::shared_ptr<const void> Code;
  const KernelFunction Kernel;
  /// By instruction: the blocks that start there and may be entered.
  std::vector<SmallVector<uint32_t, 1>> Entries;
  std::vector<uint32_t> Nexts;
};

} // namespace

/// Nothing need be written for lanes that part where they cannot.
std::optional<FlowGraph> graphOf(const Program &P) {
  const std::optional<FlowGraph> All = FlowGraph::build(P, {});
  if (!All)
    return std::nullopt;
  return FlowGraph::build(P, Uniformity(*All, P, P.registerRows()).together());
}

std::unique_ptr<TranslatedProgram>
makeTranslatedKernel(const Executable &E, FlowGraph Graph,
                     std::vector<KernelExit> Exits, KernelFunction Function,
                     std::shared_ptr<const void> Holder) {
  return std::make_unique<TranslatedKernel>(
      E, std::move(Graph), std::move(Exits), Function, std::move(Holder));
}

} // namespace heddle::hostcode
