//===- Locks.cpp - Atomics on s[] -----------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Locks.h"
#include "heddle/ABI/IntegerOps.inc"
#include "heddle/ABI/MemoryOps.inc"
#include "heddle/Machine/FlowKind.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace heddle::decompile {

using sm::IntegerOp;
using sm::MemoryOp;

Locks::Locks(const sm::Program &Prog, const Flow &Graph, const Webs &Rows,
             const Conditions &Tests)
    : P(Prog), F(Graph), W(Rows), Tested(Tests) {
  for (uint32_t N = 0; N != F.Nodes.size(); ++N)
    if (inst(N).is(MemoryOp::LockShared))
      addSection(N);
}

/// The nodes that run between \p Lock and the one that unlocks. A warp holds
/// one word, so that another lock begins something else.
std::vector<uint32_t> Locks::regionOf(uint32_t Lock, uint32_t &Unlock) const {
  BitVector Behind(unsigned(F.Nodes.size())), Inside(Behind);
  std::vector<std::vector<uint32_t>> From(F.Nodes.size());
  SmallVector<uint32_t, 16> Open;
  auto Reach = [&](uint32_t Source, uint32_t Node) {
    if (Node == NoNode)
      return;
    From[Node].push_back(Source);
    if (!Behind.test(Node)) {
      Behind.set(Node);
      Open.push_back(Node);
    }
  };
  auto GoOn = [&](uint32_t Node) {
    Reach(Node, F.Nodes[Node].Next);
    Reach(Node, F.Nodes[Node].Taken);
  };
  SmallVector<uint32_t, 4> Ends;
  GoOn(Lock);
  while (!Open.empty()) {
    const uint32_t Node = Open.pop_back_val();
    if (inst(Node).is(MemoryOp::UnlockShared))
      Ends.push_back(Node);
    else if (!inst(Node).is(MemoryOp::LockShared))
      GoOn(Node);
  }
  Unlock = Ends.size() == 1 ? Ends.front() : NoNode;
  std::vector<uint32_t> Region;
  Open.assign(Ends.begin(), Ends.end());
  while (!Open.empty())
    for (uint32_t Node : From[Open.pop_back_val()])
      if (Node != Lock && !Inside.test(Node)) {
        Inside.set(Node);
        Region.push_back(Node);
        Open.push_back(Node);
      }
  llvm::sort(Region);
  return Region;
}

std::string Locks::problemOf(const LockedSection &S,
                             ArrayRef<uint32_t> Region) const {
  if (S.Unlock == NoNode)
    return "not one instruction unlocks the word";
  if (inst(S.Lock).isPredicated())
    return "a lock under a predicate";
  for (uint32_t Node : Region) {
    const sm::DecodedInst &I = inst(Node);
    if (I.writesMemory() || I.isBarrier() || F.Nodes[Node].Exits ||
        I.Flow == sm::FlowKind::Trap)
      return "between a lock and its unlock something else than the word "
             "changes";
  }
  return "";
}

void Locks::followFlags(const LockedSection &S, ArrayRef<uint32_t> Region) {
  const unsigned Flags = inst(S.Lock).CCDst;
  Changed.clear();
  for (bool More = true; More;) {
    More = false;
    for (uint32_t Node : Region)
      if (Changed.contains(Node) ||
          (writesFlags(inst(Node)) && inst(Node).CCDst == Flags))
        for (uint32_t To : {F.Nodes[Node].Next, F.Nodes[Node].Taken})
          if (To != NoNode)
            More |= Changed.insert(To).second;
  }
}

/// Whether \p Node is executed whenever the lock was successful and it is come
/// to.
bool Locks::isCertain(const LockedSection &S, uint32_t Node) const {
  const sm::DecodedInst &I = inst(Node);
  return !I.isPredicated() ||
         (I.CondReg == inst(S.Lock).CCDst && !Changed.contains(Node) &&
          holdsWhenLocked(I.Cond));
}

/// Whether what is between the lock and the unlock computes the same when it is
/// done again: it writes nothing that it has read before.
bool Locks::canRepeat(const LockedSection &S, ArrayRef<uint32_t> Region) const {
  const unsigned Rows = W.numRows(), All = Rows + ConditionRegisters;
  const unsigned Flags = inst(S.Lock).CCDst;
  BitVector Written(All);
  DenseMap<uint32_t, BitVector> Exposed;
  for (uint32_t Node : Region) {
    Exposed[Node].resize(All);
    for (unsigned Row : W.access(F.Nodes[Node].PC).Writes)
      Written.set(Row);
    if (writesFlags(inst(Node)) && inst(Node).CCDst != Flags)
      Written.set(Rows + inst(Node).CCDst);
  }
  auto At = [&](uint32_t Node) {
    auto It = Exposed.find(Node);
    return It == Exposed.end() ? BitVector(All) : It->second;
  };
  for (bool More = true; More;) {
    More = false;
    for (uint32_t Node : llvm::reverse(Region)) {
      const sm::DecodedInst &I = inst(Node);
      const Webs::Access &A = W.access(F.Nodes[Node].PC);
      BitVector Now(All);
      for (uint32_t To : {F.Nodes[Node].Next, F.Nodes[Node].Taken})
        if (To != NoNode)
          Now |= At(To);
      const bool IsPart = A.IsHalf || !isCertain(S, Node);
      for (unsigned Row : A.Writes)
        Now[Row] = IsPart;
      if (writesFlags(I) && isCertain(S, Node))
        Now.reset(Rows + I.CCDst);
      for (unsigned Row : A.Reads)
        Now.set(Row);
      const ConditionSet Tests = testedBy(I);
      for (unsigned N = 0; N != Tests.size(); ++N)
        if (Tests.test(N) && N / ConditionCodes != Flags)
          Now.set(Rows + N / ConditionCodes);
      BitVector &Was = Exposed[Node];
      More |= Now != Was;
      Was = std::move(Now);
    }
  }
  BitVector Start(All);
  for (uint32_t To : {F.Nodes[S.Lock].Next, F.Nodes[S.Lock].Taken})
    if (To != NoNode)
      Start |= At(To);
  // The lock loads the word again.
  for (unsigned Row : W.access(F.Nodes[S.Lock].PC).Writes)
    Start.reset(Row);
  // The address must be what it was; a register that the unlocking instruction
  // has it in, too, has the word's again.
  const sm::DecodedInst &Load = inst(S.Lock), &Store = inst(S.Unlock);
  if (Load.Sub[0] != Store.Sub[0] || Load.Imm != Store.Imm)
    for (unsigned Row : W.access(F.Nodes[S.Lock].PC).Reads)
      Start.set(Row);
  Start &= Written;
  return Start.none();
}

/// The nodes of \p Region in the order in which they run; empty where there is
/// more than one.
std::vector<uint32_t> Locks::pathOf(const LockedSection &S,
                                    ArrayRef<uint32_t> Region) const {
  std::vector<uint32_t> Path;
  uint32_t Node = S.Lock;
  auto IsOn = [&](uint32_t To) {
    return To == S.Unlock || is_contained(Region, To);
  };
  while (Path.size() <= Region.size()) {
    const FlowNode &N = F.Nodes[Node];
    const bool ByNext = N.Next != NoNode && IsOn(N.Next),
               ByBranch = N.Taken != NoNode && IsOn(N.Taken);
    if (ByNext == ByBranch)
      return {};
    Node = ByNext ? N.Next : N.Taken;
    if (Node == S.Unlock)
      return Path;
    Path.push_back(Node);
  }
  return {};
}

static AtomicOperand sourceOf(uint32_t Node, unsigned N) {
  AtomicOperand O;
  O.Node = Node;
  O.Source = N;
  return O;
}

/// The atomic that \p I is with one of its sources the word, or empty.
static std::string atomicName(const sm::DecodedInst &I) {
  static constexpr StringLiteral Logic[] = {"and.b32", "or.b32", "xor.b32"};
  if (I.Invert[0] || I.Invert[1] || I.has(sm::Saturate) ||
      I.has(sm::WritesCondition))
    return "";
  const std::string Type = I.has(sm::Signed) ? "s32" : "u32";
  if (I.is(IntegerOp::Add32))
    return "add.u32";
  if (I.is(IntegerOp::Min32))
    return "min." + Type;
  if (I.is(IntegerOp::Max32))
    return "max." + Type;
  if (I.is(IntegerOp::Logic32) && I.Sub[0] < std::size(Logic))
    return Logic[I.Sub[0]].str();
  return "";
}

/// Finds the one operation that makes what is stored of the word and something
/// else. Nothing in front of it may take the word. The atomic is where it
/// stands, or where the store is if the address comes in between.
void Locks::findAtomic(LockedSection &S, ArrayRef<uint32_t> Region) const {
  const sm::DecodedInst &Store = inst(S.Unlock);
  const unsigned Word = inst(S.Lock).DstRow, Stored = Store.Src[1].Row;
  const Webs::Access &OfStore = W.access(F.Nodes[S.Unlock].PC);
  const std::vector<uint32_t> Path = pathOf(S, Region);
  if ((Path.empty() && !Region.empty()) || !isCertain(S, S.Unlock) ||
      Store.Src[1].Shift || Store.Src[1].Base != sm::WarpRows)
    return;
  uint32_t Writer = NoNode;
  for (uint32_t Node : Path)
    if (is_contained(W.access(F.Nodes[Node].PC).Writes, Stored))
      Writer = Node;
  const auto Uses = [&](uint32_t Node, unsigned Row) {
    const Webs::Access &A = W.access(F.Nodes[Node].PC);
    return is_contained(A.Reads, Row) ||
           ((A.IsHalf || !isCertain(S, Node)) && is_contained(A.Writes, Row));
  };
  for (uint32_t Node : Path) {
    const Webs::Access &A = W.access(F.Nodes[Node].PC);
    if (is_contained(A.Writes, Word) && Node != Writer)
      return;
    if (Node == Writer)
      break;
    if (Uses(Node, Word))
      return;
  }
  if (Writer == NoNode) {
    if (Stored == Word)
      return;
    S.Operation = S.Place = S.Unlock;
    S.Operands = {sourceOf(S.Unlock, 1)};
    S.Atomic = "exch.b32";
    return;
  }
  const sm::DecodedInst &I = inst(Writer);
  S.Atomic = atomicName(I);
  auto IsWord = [&](unsigned N) {
    return I.Src[N].Base == sm::WarpRows && I.Src[N].Row == Word;
  };
  if (S.Atomic.empty() || !isCertain(S, Writer) || IsWord(0) == IsWord(1))
    return;
  const unsigned Other = IsWord(0) ? 1 : 0;
  const sm::Source &Second = I.Src[Other];
  bool IsLate = false, MovesOther = false, TakesWord = false;
  S.IsResultTaken = W.isReadBehind(F.Nodes[S.Unlock], Stored);
  for (uint32_t Node : make_range(find(Path, Writer) + 1, Path.end())) {
    // Whoever leaves here has stored nothing.
    IsLate |= F.Nodes[Node].Next != NoNode && F.Nodes[Node].Taken != NoNode;
    for (unsigned Row : W.access(F.Nodes[Node].PC).Writes) {
      IsLate |= Row >= W.addressRow(0) && is_contained(OfStore.Reads, Row);
      MovesOther |= Second.Base == sm::WarpRows && Row == Second.Row;
    }
    TakesWord |= Uses(Node, Word);
    S.IsResultTaken |= Uses(Node, Stored);
  }
  if (IsLate &&
      (MovesOther || TakesWord || S.IsResultTaken || Stored == Second.Row))
    return;
  S.Operation = Writer;
  S.Place = IsLate ? S.Unlock : Writer;
  S.Operands = {sourceOf(Writer, Other)};
}

/// Finds an atomic that takes several operations. It is where the store is.
void Locks::findLongAtomic(LockedSection &S, ArrayRef<uint32_t> Region) {
  const std::vector<uint32_t> Path = pathOf(S, Region);
  if (Path.empty() || !isCertain(S, S.Unlock))
    return;
  auto IsCertain = [&](uint32_t Node) { return isCertain(S, Node); };
  std::optional<WordUpdate> U =
      findUpdate({P, F, W, Tested, S.Lock, S.Unlock, Path, IsCertain});
  if (!U)
    return;
  S.Operation = S.Place = S.Unlock;
  S.Operands = std::move(U->Operands);
  S.Atomic = std::move(U->Atomic);
  Parts.insert(U->Nodes.begin(), U->Nodes.end());
}

void Locks::addSection(uint32_t Lock) {
  LockedSection S;
  S.Lock = Lock;
  S.Number = unsigned(Sections.size() + 1);
  const std::vector<uint32_t> Region = regionOf(Lock, S.Unlock);
  S.Problem = problemOf(S, Region);
  if (S.Problem.empty()) {
    followFlags(S, Region);
    findAtomic(S, Region);
    if (S.Operation == NoNode)
      findLongAtomic(S, Region);
  }
  if (S.Problem.empty() && S.Operation == NoNode && !canRepeat(S, Region))
    S.Problem = "what is between a lock and its unlock cannot be done again";
  for (uint32_t Node : {S.Lock, S.Unlock, S.Operation}) {
    if (Node == NoNode)
      continue;
    auto [It, IsNew] = ByNode.try_emplace(Node, Sections.size());
    if (!IsNew && It->second != Sections.size())
      Sections[It->second].Problem = S.Problem =
          "one instruction unlocks what several have locked";
  }
  Sections.push_back(std::move(S));
}

} // namespace heddle::decompile
