//===- TranslatedKernel.cpp - A kernel with host code ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/HostCode/TranslatedKernel.h"
#include "heddle/HostCode/Uniformity.h"
#include "heddle/Machine/Cta.h"
#include "heddle/SM/Executable.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace heddle::sm;

namespace heddle::hostcode {

namespace {

/// A block where host code may be entered.
struct Gate {
  uint32_t Block;
  /// Instructions that are charged for there.
  unsigned Length;
  bool IsMasked;
  /// An index into FlowGraph::Stacks, and what is there.
  uint32_t StackNumber;
  const DivergenceStack *Stack;
};

/// A KernelExit, with all that has to be known of its node.
struct Exit {
  uint32_t PC;
  bool IsMasked, Faulted;
  uint32_t StackNumber;
  const DivergenceStack *Stack;
  /// The barrier in front of which it leaves, and what follows that; null: it
  /// leaves elsewhere, or host code does not go on there.
  const DecodedInst *Barrier = nullptr;
  const Gate *Behind = nullptr;
  /// It is in front of a barrier, of all lanes.
  bool IsPlain = false;
};

class TranslatedKernel final : public TranslatedProgram {
public:
  TranslatedKernel(const Executable &Exe, FlowGraph Graph, Coverage Covered,
                   ArrayRef<KernelExit> ExitList, KernelFunction Entry,
                   std::shared_ptr<const void> Holder)
      : E(Exe), G(std::move(Graph)), Covers(Covered), Code(std::move(Holder)),
        Kernel(Entry) {
    findGates();
    for (const KernelExit &X : ExitList)
      Exits.push_back(exitOf(X));
  }

  Progress run(Warp &W, uint64_t Budget) const override {
    const Gate *At = gateOf(W);
    if (!At)
      return {};
    KernelState State;
    enter(*At, W, State);
    const uint64_t Issued = call(*At, W, Budget, State);
    if (Issued == 0)
      return {0, 0, Budget < At->Length};
    leave(*At, Exits[State.Exit], W, State);
    return {Issued, Issued * Lanes - State.Idle};
  }

  GroupProgress runGroup(ArrayRef<Warp *> Warps,
                         MutableArrayRef<uint64_t> Left) const override;

  uint32_t nextEntry(uint32_t PC) const override { return Nexts[PC]; }
  Coverage coverage() const override { return Covers; }

private:
  void findGates();
  Exit exitOf(const KernelExit &X) const;

  static bool hasStack(const Warp &W, const DivergenceStack &S) {
    return W.stack().isLike(S) &&
           all_of(W.stack().entries(), [](const StackEntry &Entry) {
             return Entry.Mask == AllLanes;
           });
  }

  /// Where \p W may be entered; null: nowhere.
  const Gate *gateOf(const Warp &W) const {
    const bool HasAll = W.active() == AllLanes;
    for (const Gate *At : Entries[W.pc()])
      if (At->IsMasked ? W.stack().isLike(*At->Stack)
                       : HasAll && hasStack(W, *At->Stack))
        return At;
    return nullptr;
  }

  static void enter(const Gate &At, const Warp &W, KernelState &State) {
    if (!At.IsMasked)
      return;
    const Warp::GoneLanes Gone = W.goneLanes();
    State.Exited = Gone.Exited;
    State.Returned = Gone.Returned;
    State.Broke = Gone.Broke;
    for (auto [Entry, Lanes] : zip_first(W.stack().entries(), State.Waiting))
      Lanes = Entry.Mask;
  }

  /// The kernel has no type in front of it for a sanitizer to look at.
  [[clang::no_sanitize("function"), gnu::always_inline]] uint64_t
  call(const Gate &At, Warp &W, uint64_t Budget, KernelState &State) const {
    return Kernel(&W.lanes(), E.Code.data(), Budget, At.Block, &State);
  }

  /// Has \p W, which was entered at \p From, be where the kernel left it.
  static void leave(const Gate &From, const Exit &X, Warp &W,
                    const KernelState &State) {
    if (X.IsMasked) {
      DivergenceStack Held = *X.Stack;
      Held.setMasks(State.Waiting);
      W.moveTo(X.PC, Held, {State.Exited, State.Returned, State.Broke});
    } else if (From.IsMasked) {
      W.moveTo(X.PC, *X.Stack, {});
    } else if (X.StackNumber == From.StackNumber) {
      W.moveTo(X.PC);
    } else {
      W.moveTo(X.PC, *X.Stack);
    }
    if (X.Faulted)
      W.fail(WarpFault::Access);
  }

  const Executable &E;
  const FlowGraph G;
  const Coverage Covers;
  /// Keeps the function.
  const std::shared_ptr<const void> Code;
  const KernelFunction Kernel;
  /// By block; those that are no entries are nobody's.
  std::vector<Gate> Gates;
  /// By instruction: where those are entered that are there.
  std::vector<SmallVector<const Gate *, 1>> Entries;
  std::vector<uint32_t> Nexts;
  std::vector<Exit> Exits;
};

void TranslatedKernel::findGates() {
  Gates.resize(G.Blocks.size());
  Entries.resize(E.Code.size());
  for (uint32_t N = 0; N != G.Blocks.size(); ++N) {
    const FlowBlock &Block = G.Blocks[N];
    const FlowNode &First = G.Nodes[Block.Nodes.front()];
    Gates[N] = {N, G.lengthOf(Block), First.IsMasked, First.Stack,
                &G.Stacks[First.Stack]};
    if (Block.IsEntry)
      Entries[First.PC].push_back(&Gates[N]);
  }
  Nexts.resize(E.Code.size());
  uint32_t Next = uint32_t(E.Code.size());
  for (uint32_t PC = uint32_t(E.Code.size()); PC-- != 0;) {
    Nexts[PC] = Next;
    if (!Entries[PC].empty())
      Next = PC;
  }
}

Exit TranslatedKernel::exitOf(const KernelExit &X) const {
  const FlowNode &N = G.Nodes[X.Node];
  Exit Result{N.PC, N.IsMasked, X.Faulted, N.Stack, &G.Stacks[N.Stack]};
  const BoundInst &I = E.Code[N.PC];
  if (!I.isBarrier() || I.Join || N.Resume == NoNode)
    return Result;
  const uint32_t Behind = G.BlockOf[N.Resume];
  if (G.Blocks[Behind].IsEntry) {
    Result.Barrier = &I;
    Result.Behind = &Gates[Behind];
    Result.IsPlain = !N.IsMasked && !X.Faulted;
  }
  return Result;
}

TranslatedProgram::GroupProgress
TranslatedKernel::runGroup(ArrayRef<Warp *> Warps,
                           MutableArrayRef<uint64_t> Left) const {
  GroupProgress Did;
  const Gate *At[Cta::MaxWarps];
  for (auto [W, Mine] : zip_first(Warps, At))
    if (Mine = gateOf(*W); !Mine)
      return Did;
  const Cta &C = Warps.front()->cta();
  const unsigned Size = unsigned(Warps.size());
  // Where some have come to, and the barrier that all have passed.
  const Exit *Met = nullptr, *Passed = nullptr;
  uint64_t Idle = 0;
  // As long as all go on nobody looks at their places, so these are only set at
  // the end: of the first \p Came, and of those that have not run since.
  auto End = [&](unsigned Came) {
    for (unsigned K = 0; K != Came; ++K)
      Warps[K]->moveTo(Met->PC);
    for (unsigned K = Did.Ran; Passed && K != Size; ++K)
      Warps[K]->moveTo(Passed->PC + 1);
    Did.ThreadInstructions = Did.WarpInstructions * Lanes - Idle;
    return Did;
  };
  KernelState State;
  while (true) {
    uint64_t Least = ~uint64_t(0), IdleThere = 0;
    Met = nullptr;
    for (unsigned K = 0; K != Size; ++K) {
      Warp &W = *Warps[K];
      const Gate &From = *At[K];
      enter(From, W, State);
      Did.Ran = K;
      const uint64_t Issued = call(From, W, Left[K], State);
      if (!Issued)
        return End(K);
      Did.Ran = K + 1;
      Did.Entries += !Passed;
      Did.WarpInstructions += Issued;
      Idle += State.Idle;
      Left[K] -= Issued;
      Least = std::min(Least, Left[K]);
      const Exit &X = Exits[State.Exit];
      const bool Meets = X.Barrier && (!Met || X.Barrier == Met->Barrier);
      if (!Meets || !X.IsPlain || From.IsMasked ||
          X.StackNumber != From.StackNumber) {
        leave(From, X, W, State);
        IdleThere += Lanes - W.numActive();
      }
      if (!Meets)
        return End(K);
      Met = &X;
      At[K] = X.Behind;
    }
    if (!Least || !C.meetsAtOnce(*Met->Barrier, Size))
      return End(Size);
    Passed = Met;
    Did.WarpInstructions += Size;
    Idle += IdleThere;
    for (uint64_t &Mine : Left)
      --Mine;
  }
}

} // namespace

/// Nothing need be written for lanes that part where they cannot.
std::optional<FlowGraph> graphOf(const Program &P, Coverage Wanted) {
  const std::optional<FlowGraph> All =
      FlowGraph::build(P, {}, Coverage::Complete);
  if (!All)
    return std::nullopt;
  return FlowGraph::build(P, Uniformity(*All, P, P.registerRows()).together(),
                          Wanted);
}

std::unique_ptr<TranslatedProgram>
makeTranslatedKernel(const Executable &E, FlowGraph Graph, Coverage Covered,
                     ArrayRef<KernelExit> Exits, KernelFunction Function,
                     std::shared_ptr<const void> Holder) {
  return std::make_unique<TranslatedKernel>(E, std::move(Graph), Covered, Exits,
                                            Function, std::move(Holder));
}

} // namespace heddle::hostcode
