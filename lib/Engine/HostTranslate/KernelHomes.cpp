//===- KernelHomes.cpp - Variables in host code and in memory -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// While blocks are written it is noted which variables are no longer what the
// warp's memory has, and when all of them are known, loads and stores are put
// where VariableHomes has a variable in memory. What a segment writes is stored
// at its end, so that memory is always as it was where a segment starts.
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"
#include "llvm/ADT/STLExtras.h"
#include <utility>

using namespace llvm;

namespace heddle::hosttranslate {

bool KernelBuilder::isLoadFromWarp(const StoreInst &S, Variable V) const {
  const auto *L = dyn_cast<LoadInst>(S.getValueOperand());
  if (!L)
    return false;
  APInt Offset(64, 0);
  const Value *Base = L->getPointerOperand()->stripAndAccumulateConstantOffsets(
      M.getDataLayout(), Offset, /*AllowNonInbounds=*/true);
  const Place P = State.placeOf(V);
  return Base == (P.Region == Place::Rows ? Rows : Context) &&
         Offset.getSExtValue() == P.Offset;
}

void KernelBuilder::noteAccesses(const Instruction &I) {
  const Value *At = getLoadStorePointerOperand(&I);
  const std::optional<Variable> V = At ? State.variableAt(At) : std::nullopt;
  if (!V)
    return;
  Touched[CurrentBlock].set(*V);
  // Memory has what was loaded from there.
  const auto *S = dyn_cast<StoreInst>(&I);
  if (!S || isLoadFromWarp(*S, *V))
    return;
  Written[CurrentBlock].set(*V);
  Dirty.set(*V);
}

void KernelBuilder::noteAccesses() {
  BasicBlock::iterator Rest =
      Noted.Last ? std::next(Noted.Last->getIterator()) : Noted.Block->begin();
  for (const Instruction &I : make_range(Rest, Noted.Block->end()))
    noteAccesses(I);
  BasicBlock *Now = B.GetInsertBlock();
  // A block in which code goes on may have been made before what leads to it.
  bool HasNow = Now == Noted.Block;
  auto Look = [&](const BasicBlock &Code) {
    for (const Instruction &I : Code)
      noteAccesses(I);
    HasNow |= &Code == Now;
  };
  for (const BasicBlock &Code :
       make_range(std::next(Noted.LastBlock->getIterator()), F->end()))
    if (&Code != Noted.Block)
      Look(Code);
  if (!HasNow)
    Look(*Now);
  Noted = {Now, &F->back(), Now->empty() ? nullptr : &Now->back()};
}

bool KernelBuilder::hasNotedAll(const BasicBlock &First,
                                const BasicBlock &Before) const {
  auto IsNoted = [&](const Instruction &I) {
    const Value *At = getLoadStorePointerOperand(&I);
    const std::optional<Variable> V = At ? State.variableAt(At) : std::nullopt;
    if (!V)
      return true;
    const auto *S = dyn_cast<StoreInst>(&I);
    const bool Writes = S && !isLoadFromWarp(*S, *V);
    return Touched[CurrentBlock][*V] && (!Writes || Written[CurrentBlock][*V]);
  };
  return all_of(First, IsNoted) &&
         all_of(make_range(std::next(Before.getIterator()),
                           std::as_const(*F).end()),
                [&](const BasicBlock &Code) { return all_of(Code, IsNoted); });
}

void KernelBuilder::noteWrites(NodeIndex N) {
  noteAccesses();
  // Operations that wait have not been appended yet.
  if (!WasCall)
    for (Variable V : NodeEffects[N].Kills)
      Dirty.set(V);
  WasCall = false;
}

void KernelBuilder::noteCall(const Effects &Of, bool IsForAll) {
  noteAccesses();
  WasCall = true;
  if (!IsForAll)
    return;
  for (const auto *List : {&Of.Reads, &Of.Kills})
    for (Variable V : *List)
      Dirty.reset(V);
}

void KernelBuilder::storeHomes(Instruction *Before, NodeIndex Next) {
  BitVector Now = Dirty;
  Now &= Homes->inMemory(CurrentBlock);
  if (Now.none())
    return;
  Redo.IsStored = true;
  Dirty.reset(Now);
  StorePoints.push_back({Before, Next, CurrentBlock, std::move(Now)});
}

void KernelBuilder::placeStores(const Liveness &Live) {
  for (StorePoint &At : StorePoints) {
    BitVector Counts = Live.before(At.Node);
    const NodeIndex Last = G.Blocks[At.Block].Nodes.back();
    if (At.Node == Last)
      Counts |= Live.behind(G.Nodes[Last]);
    At.Variables &= Counts;
    IRBuilder<> Here(At.Before);
    for (unsigned V : At.Variables.set_bits())
      if (State.hasSlot(V))
        storeToWarp(Here, V);
  }
}

BitVector KernelBuilder::storedAtStart(uint32_t Block, const Liveness &Live,
                                       const Changes &Changed) const {
  BitVector Stored = Homes->inMemory(Block);
  Stored &= Changed.before(Block);
  if (Stored.any())
    Stored &= Live.before(G.Blocks[Block].Nodes.front());
  return Stored;
}

void KernelBuilder::placeLoads(const Liveness &Live, const Changes &Changed) {
  std::vector<BitVector> AtStart;
  for (uint32_t N = 0; N != G.Blocks.size(); ++N)
    AtStart.push_back(storedAtStart(N, Live, Changed));
  for (uint32_t N = 0; N != G.Blocks.size(); ++N) {
    const BitVector &InMemory = Homes->inMemory(N);
    IRBuilder<> AtTop(BlockStarts[N], BlockStarts[N]->begin());
    for (unsigned V : AtStart[N].set_bits())
      if (State.hasSlot(V))
        storeToWarp(AtTop, V);
    BitVector Loaded = Touched[N];
    Loaded &= InMemory;
    Loaded &= Live.before(G.Blocks[N].Nodes.front());
    Loaded.reset(AtStart[N]);
    for (unsigned V : Loaded.set_bits())
      loadFromWarp(AtTop, V);
    // Blocks that follow may find it in the variable.
    const FlowNode &Last = G.Nodes[G.Blocks[N].Nodes.back()];
    if (Last.Leaves)
      continue;
    BitVector Found(State.size());
    Last.forEachSuccessor([&](NodeIndex To) {
      const uint32_t Next = G.BlockOf[To];
      BitVector Kept = Live.before(To);
      Kept.reset(Homes->inMemory(Next));
      Found |= Kept;
      Found |= AtStart[Next];
    });
    Found &= InMemory;
    Found.reset(Touched[N]);
    Found.reset(AtStart[N]);
    IRBuilder<> AtEnd(BlockEnds[N]);
    for (unsigned V : Found.set_bits())
      if (State.hasSlot(V))
        loadFromWarp(AtEnd, V);
  }
}

} // namespace heddle::hosttranslate
