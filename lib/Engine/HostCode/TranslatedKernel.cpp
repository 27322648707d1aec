//===- TranslatedKernel.cpp - A kernel with host code ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/HostCode/TranslatedKernel.h"
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
    Closed.resize(Exits.size());
  }

  Progress run(Warp &W, uint64_t Budget) const override {
    const Gate *At = gateOf(W);
    if (!At)
      return {};
    KernelState State;
    State.Turn = State.End = 0;
    State.Opens = Closed.data();
    enter(*At, W, State);
    const uint64_t Issued = call(*At, W, Budget, State);
    if (Issued == 0)
      return {0, 0, Budget < At->Length};
    leave(*At, At->StackNumber, Exits[State.Exit], W, State);
    return {Issued, Issued * Lanes - State.Idle};
  }

  GroupProgress runGroup(ArrayRef<Warp *> Warps,
                         MutableArrayRef<uint64_t> Left) const override;

  uint32_t nextEntry(uint32_t PC) const override { return Nexts[PC]; }
  Coverage coverage() const override { return Covers; }

private:
  class GroupRun;

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
  /// The warp has stack \p HeldStack.
  static void leave(const Gate &From, uint32_t HeldStack, const Exit &X,
                    Warp &W, const KernelState &State) {
    if (X.IsMasked) {
      DivergenceStack Held = *X.Stack;
      Held.setMasks(State.Waiting);
      W.moveTo(X.PC, Held, {State.Exited, State.Returned, State.Broke});
    } else if (From.IsMasked) {
      W.moveTo(X.PC, *X.Stack, {});
    } else if (X.StackNumber == HeldStack) {
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
  /// By exit, for who goes on with no other warp: zero.
  std::vector<uint8_t> Closed;
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
  if (const std::optional<uint32_t> Behind = G.blockBehindBarrier(X.Node)) {
    Result.Barrier = &E.Code[N.PC];
    Result.Behind = &Gates[*Behind];
    Result.IsPlain = !N.IsMasked && !X.Faulted;
  }
  return Result;
}

/// Runs the warps of a CTA from barrier to barrier. As long as all go on nobody
/// looks at their places, so these are only set where one leaves elsewhere, and
/// at the end.
class TranslatedKernel::GroupRun {
public:
  GroupRun(const TranslatedKernel &Kernel, ArrayRef<Warp *> Group,
           MutableArrayRef<uint64_t> LeftOf)
      : K(Kernel), Warps(Group), Left(LeftOf), Size(unsigned(Group.size())),
        Opens(K.Exits.size()) {}

  GroupProgress run();

private:
  bool start();
  /// Runs all warps up to a barrier. False: one has come elsewhere.
  bool runAll();
  /// Runs those whose turn it is, as far as host code does so by itself.
  bool runOn();
  /// Notes that warp \p Now, which is at \p X, has come to a barrier; false: it
  /// has not, or to another one than the others.
  bool comes(unsigned Now, const Exit &X);
  bool mayPass();
  void pass();
  GroupProgress end(unsigned Came);
  void place(unsigned N, uint32_t PC);

  const TranslatedKernel &K;
  const ArrayRef<Warp *> Warps;
  const MutableArrayRef<uint64_t> Left;
  const unsigned Size;
  /// By exit: whether all warps go on behind it at once, if all come there.
  SmallVector<uint8_t, 64> Opens;
  KernelState State;
  KernelWarp Members[Cta::MaxWarps];
  /// Where each starts next, and the stack that it was last seen with.
  const Gate *At[Cta::MaxWarps];
  uint32_t StackOf[Cta::MaxWarps];
  /// All start at the same block, of all lanes, and have come to the same exit.
  bool AreAlike = false;
  uint64_t Idle = 0, IdleAtBarrier = 0;
  GroupProgress Did;
};

bool TranslatedKernel::GroupRun::start() {
  for (unsigned N = 0; N != Size; ++N) {
    At[N] = K.gateOf(*Warps[N]);
    if (!At[N])
      return false;
    StackOf[N] = At[N]->StackNumber;
    Members[N] = {&Warps[N]->lanes(), Left[N]};
  }
  State.Warps = Members;
  return true;
}

void TranslatedKernel::GroupRun::place(unsigned N, uint32_t PC) {
  if (At[N]->IsMasked || At[N]->StackNumber == StackOf[N])
    Warps[N]->moveTo(PC);
  else
    Warps[N]->moveTo(PC, *At[N]->Stack);
}

/// Those that have come to the barrier at hand, the first \p Came, wait there;
/// those that have not run since the last one are behind that.
TranslatedProgram::GroupProgress
TranslatedKernel::GroupRun::end(unsigned Came) {
  for (unsigned N = 0; N != Came; ++N)
    place(N, K.Exits[State.Met].PC);
  const bool HasPassed = State.Passed != KernelState::NoExit;
  for (unsigned N = Did.Ran; N != Size; ++N) {
    if (HasPassed)
      place(N, K.Exits[State.Passed].PC + 1);
    Members[N].Left -= State.Charge;
  }
  for (unsigned N = 0; N != Size; ++N)
    Left[N] = Members[N].Left;
  Did.Entries = HasPassed ? Size : Did.Ran;
  Did.WarpInstructions += State.Issued + State.Passes * Size;
  Did.ThreadInstructions = Did.WarpInstructions * Lanes - Idle;
  return Did;
}

bool TranslatedKernel::GroupRun::comes(unsigned Now, const Exit &X) {
  const bool IsFirst = State.Met == KernelState::NoExit;
  if (!X.Barrier || (!IsFirst && X.Barrier != K.Exits[State.Met].Barrier)) {
    K.leave(*At[Now], StackOf[Now], X, *Warps[Now], State);
    return false;
  }
  if (!X.IsPlain || At[Now]->IsMasked) {
    K.leave(*At[Now], StackOf[Now], X, *Warps[Now], State);
    StackOf[Now] = X.StackNumber;
    IdleAtBarrier += Lanes - Warps[Now]->numActive();
    AreAlike = false;
  }
  if (IsFirst)
    State.Met = State.Exit;
  AreAlike &= State.Met == State.Exit;
  State.Least = std::min(State.Least, Members[Now].Left);
  At[Now] = X.Behind;
  return true;
}

bool TranslatedKernel::GroupRun::runOn() {
  const unsigned First = State.Turn;
  const uint64_t Passes = State.Passes;
  State.End = AreAlike ? Size : First + 1;
  State.Opens = AreAlike ? Opens.data() : K.Closed.data();
  State.Idle = 0;
  K.enter(*At[First], *Warps[First], State);
  const uint64_t Issued = K.call(*At[First], *Warps[First],
                                 Members[First].Left - State.Charge, State);
  const unsigned Now = State.Turn;
  if (State.Passes != Passes)
    std::fill_n(At, Size, K.Exits[State.Passed].Behind);
  // Those that host code ran beside.
  for (unsigned N = State.Passes != Passes ? 0 : First; N != Now; ++N)
    At[N] = K.Exits[State.Met].Behind;
  Idle += State.Idle;
  Did.Ran = Now;
  if (!Issued)
    return false;
  Did.Ran = Now + 1;
  Did.WarpInstructions += Issued;
  Members[Now].Left -= State.Charge + Issued;
  return comes(Now, K.Exits[State.Exit]);
}

bool TranslatedKernel::GroupRun::runAll() {
  State.Met = KernelState::NoExit;
  State.Least = ~uint64_t(0);
  IdleAtBarrier = 0;
  AreAlike = !At[0]->IsMasked &&
             all_of(ArrayRef(At, Size),
                    [&](const Gate *Mine) { return Mine == At[0]; });
  for (State.Turn = 0; State.Turn != Size; ++State.Turn)
    if (!runOn())
      return false;
  return true;
}

bool TranslatedKernel::GroupRun::mayPass() {
  if (!State.Least ||
      !Warps.front()->cta().meetsAtOnce(*K.Exits[State.Met].Barrier, Size))
    return false;
  Opens[State.Met] = 1;
  return true;
}

void TranslatedKernel::GroupRun::pass() {
  State.Passed = State.Met;
  ++State.Passes;
  Idle += IdleAtBarrier;
  State.Charge = 1;
}

TranslatedProgram::GroupProgress TranslatedKernel::GroupRun::run() {
  if (!start())
    return Did;
  while (true) {
    if (!runAll())
      return end(State.Turn);
    if (!mayPass())
      return end(Size);
    pass();
  }
}

TranslatedProgram::GroupProgress
TranslatedKernel::runGroup(ArrayRef<Warp *> Warps,
                           MutableArrayRef<uint64_t> Left) const {
  return GroupRun(*this, Warps, Left).run();
}

} // namespace

std::unique_ptr<TranslatedProgram>
makeTranslatedKernel(const Executable &E, FlowGraph Graph, Coverage Covered,
                     ArrayRef<KernelExit> Exits, KernelFunction Function,
                     std::shared_ptr<const void> Holder) {
  return std::make_unique<TranslatedKernel>(E, std::move(Graph), Covered, Exits,
                                            Function, std::move(Holder));
}

} // namespace heddle::hostcode
