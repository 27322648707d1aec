//===- RegisterPromoter.cpp - Stack slots to SSA values -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterPromoter.h"
#include "heddle/Intrinsics/DebugMarks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"
#include <cassert>

using namespace llvm;

namespace heddle {

bool isPromotableSlot(const AllocaInst &Slot) {
  Type *T = Slot.getAllocatedType();
  if (Slot.isArrayAllocation() || !T->isSingleValueType())
    return false;
  return all_of(Slot.users(), [&](const User *U) {
    if (auto *Load = dyn_cast<LoadInst>(U))
      return Load->isSimple() && Load->getType() == T;
    auto *Store = dyn_cast<StoreInst>(U);
    return Store && Store->isSimple() && Store->getPointerOperand() == &Slot &&
           Store->getValueOperand() != &Slot &&
           Store->getValueOperand()->getType() == T;
  });
}

RegisterPromoter::BlockFacts &RegisterPromoter::factsOf(unsigned Block) {
  BlockFacts &Of = Facts[Block];
  if (Of.Slot != Current) {
    Of = BlockFacts();
    Of.Slot = Current;
  }
  return Of;
}

void RegisterPromoter::run(ArrayRef<AllocaInst *> Slots) {
  collectAccesses(Slots);
  for (auto [Slot, Accesses] : zip(Slots, AccessesOf)) {
    ++Current;
    promote(*Slot, Accesses);
  }
  simplifyPhis();
}

void RegisterPromoter::collectAccesses(ArrayRef<AllocaInst *> Slots) {
  DenseMap<const Value *, unsigned> Index;
  for (auto [I, Slot] : enumerate(Slots))
    Index[Slot] = I;
  AccessesOf.resize(Slots.size());
  for (BasicBlock &BB : F)
    for (Instruction &I : BB)
      if (const Value *Pointer = getLoadStorePointerOperand(&I))
        if (auto It = Index.find(Pointer); It != Index.end())
          AccessesOf[It->second].push_back(&I);
}

void RegisterPromoter::promote(AllocaInst &Slot,
                               ArrayRef<Instruction *> Accesses) {
  assert(isPromotableSlot(Slot) && "a slot that is only loaded and stored");
  Defining.clear();
  Exposed.clear();
  PhiBlocks.clear();
  resolveWithinBlocks(Accesses);
  if (!Exposed.empty()) {
    findLiveBlocks();
    findPhiBlocks();
    createPhis(Slot);
    fillPhis(Slot.getAllocatedType());
    for (auto [Load, Block] : Exposed)
      Load->replaceAllUsesWith(
          valueOf(atEntryOf(Block), Slot.getAllocatedType()));
  }
  describe(Slot, Accesses);
  assert(all_of(Accesses, [](Instruction *I) { return I->use_empty(); }) &&
         "a load still has uses");
  for (Instruction *I : Accesses)
    I->eraseFromParent();
  Slot.eraseFromParent();
}

/// Loads behind a store of the same block read its value. The other loads are
/// Exposed.
void RegisterPromoter::resolveWithinBlocks(ArrayRef<Instruction *> Accesses) {
  const BasicBlock *In = nullptr;
  unsigned Number = 0;
  for (Instruction *I : Accesses) {
    if (I->getParent() != In) {
      In = I->getParent();
      Number = Blocks[In];
    }
    BlockFacts &Of = factsOf(Number);
    if (auto *Store = dyn_cast<StoreInst>(I)) {
      if (!Of.LastStore && Blocks[Number].IsReached)
        Defining.push_back(Number);
      Of.LastStore = Store;
      continue;
    }
    auto *Load = cast<LoadInst>(I);
    if (Of.LastStore)
      Load->replaceAllUsesWith(Of.LastStore->getValueOperand());
    else if (Blocks[Number].IsReached)
      Exposed.emplace_back(Load, Number);
    else
      Load->replaceAllUsesWith(PoisonValue::get(Load->getType()));
  }
}

/// Marks the blocks at whose start the value is still needed.
void RegisterPromoter::findLiveBlocks() {
  SmallVector<unsigned, 16> Open;
  auto Mark = [&](unsigned Block) {
    if (BlockFacts &Of = factsOf(Block); !Of.IsLiveIn) {
      Of.IsLiveIn = true;
      Open.push_back(Block);
    }
  };
  for (auto [Load, Block] : Exposed)
    Mark(Block);
  while (!Open.empty())
    for (unsigned From : Blocks[Open.pop_back_val()].Predecessors)
      if (Blocks[From].IsReached && !factsOf(From).LastStore)
        Mark(From);
}

/// The iterated dominance frontier of the defining blocks, as far as the value
/// is live there.
void RegisterPromoter::findPhiBlocks() {
  Roots.clear();
  for (unsigned Block : Defining) {
    factsOf(Block).IsVisited = true;
    Roots.emplace_back(Blocks[Block].Level, Block);
  }
  std::make_heap(Roots.begin(), Roots.end());
  while (!Roots.empty()) {
    std::pop_heap(Roots.begin(), Roots.end());
    visitDominated(Roots.pop_back_val().second);
  }
  llvm::sort(PhiBlocks);
}

/// Looks at the edges that leave what \p Root dominates. A path to such an edge
/// on which the value is not live somewhere has another definition behind that
/// place, whose own frontier the edge is in.
void RegisterPromoter::visitDominated(unsigned Root) {
  SmallVector<unsigned, 16> Open = {Root};
  while (!Open.empty()) {
    const BlockNumbers::Block &B = Blocks[Open.pop_back_val()];
    for (unsigned To : B.Successors) {
      BlockFacts &Of = factsOf(To);
      if (Blocks[To].Level > Blocks[Root].Level || !Of.IsLiveIn || Of.NeedsPhi)
        continue;
      Of.NeedsPhi = true;
      PhiBlocks.push_back(To);
      if (!Of.LastStore) {
        Roots.emplace_back(Blocks[To].Level, To);
        std::push_heap(Roots.begin(), Roots.end());
      }
    }
    for (unsigned Below : B.Dominated)
      if (BlockFacts &Of = factsOf(Below); Of.IsLiveIn && !Of.IsVisited) {
        Of.IsVisited = true;
        Open.push_back(Below);
      }
  }
}

void RegisterPromoter::createPhis(const AllocaInst &Slot) {
  for (auto [Version, Block] : enumerate(PhiBlocks)) {
    const BlockNumbers::Block &B = Blocks[Block];
    assert(!factsOf(Block).Phi && factsOf(Block).IsLiveIn &&
           "one phi a block, where the value is needed");
    auto *Phi = PHINode::Create(Slot.getAllocatedType(), B.Predecessors.size(),
                                Slot.getName() + "." + Twine(Version));
    Phi->insertBefore(*B.IR, B.IR->begin());
    factsOf(Block).Phi = Phi;
    AllPhis.push_back(Phi);
  }
}

/// A phi is where the values are that it merges. The first of them comes from a
/// block that was met before.
void RegisterPromoter::fillPhis(Type *T) {
  llvm::sort(PhiBlocks, [&](unsigned A, unsigned B) {
    return Blocks.placeOf(A) < Blocks.placeOf(B);
  });
  auto LocationFrom = [&](unsigned Block) {
    Definition D = atEndOf(Block);
    return D ? D->getDebugLoc() : DebugLoc();
  };
  for (unsigned Block : PhiBlocks)
    factsOf(Block).Phi->setDebugLoc(
        LocationFrom(Blocks[Block].Predecessors.front()));
  for (unsigned Block : PhiBlocks) {
    assert(factsOf(Block).Phi && "a block of phis without its phi");
    PHINode *Phi = factsOf(Block).Phi;
    for (unsigned From : Blocks[Block].Predecessors) {
      bool IsReached = Blocks[From].IsReached;
      Phi->addIncoming(IsReached ? valueOf(atEndOf(From), T)
                                 : PoisonValue::get(T),
                       Blocks[From].IR);
      if (IsReached)
        Phi->applyMergedLocation(Phi->getDebugLoc(), LocationFrom(From));
    }
  }
}

RegisterPromoter::Definition RegisterPromoter::atEndOf(unsigned Block) {
  if (StoreInst *Store = factsOf(Block).LastStore)
    return Store;
  return atEntryOf(Block);
}

/// Climbs the dominator tree to the next definition, each step once for a slot.
RegisterPromoter::Definition RegisterPromoter::atEntryOf(unsigned Block) {
  SmallVector<unsigned, 16> Path;
  Definition Found = nullptr;
  while (Block != BlockNumbers::None) {
    BlockFacts &Of = factsOf(Block);
    if (Of.IsEntryKnown || Of.Phi) {
      Found = Of.Phi ? Of.Phi : Of.AtEntry;
      break;
    }
    Path.push_back(Block);
    Block = Blocks[Block].Dominator;
    if (Block == BlockNumbers::None)
      break;
    if (StoreInst *Store = factsOf(Block).LastStore) {
      Found = Store;
      break;
    }
  }
  assert(!Found ||
         Found->getFunction() == &F && "a definition of another function");
  for (unsigned Passed : Path) {
    factsOf(Passed).IsEntryKnown = true;
    factsOf(Passed).AtEntry = Found;
  }
  return Found;
}

Value *RegisterPromoter::valueOf(Definition D, Type *T) {
  if (!D)
    return UndefValue::get(T);
  if (auto *Store = dyn_cast<StoreInst>(D))
    return Store->getValueOperand();
  return D;
}

/// Tells a debugger that nothing was assigned to the register of \p Declaration
/// where \p Store gives it the value that it has without.
template <typename T>
static void describeUnassigned(T &Declaration, StoreInst &Store,
                               DIBuilder &Debug) {
  const DebugLoc &DL = Declaration.getDebugLoc();
  Debug.insertDbgValueIntrinsic(
      Store.getValueOperand(), Declaration.getVariable(),
      unassignedExpression(Store.getContext()),
      DILocation::get(Store.getContext(), 0, 0, DL.getScope(),
                      DL.getInlinedAt()),
      &Store);
}

/// Describes the values as the debug intrinsics describe \p Slot.
void RegisterPromoter::describe(AllocaInst &Slot,
                                ArrayRef<Instruction *> Accesses) {
  auto Convert = [&](auto *Declaration) {
    if (Declaration->isAddressOfVariable()) {
      for (Instruction *I : Accesses)
        if (auto *Store = dyn_cast<StoreInst>(I); Store && isUnassigned(*Store))
          describeUnassigned(*Declaration, *Store, Debug);
        else if (Store)
          ConvertDebugDeclareToDebugValue(Declaration, Store, Debug);
      for (unsigned Block : PhiBlocks)
        ConvertDebugDeclareToDebugValue(Declaration, factsOf(Block).Phi, Debug);
    }
    Declaration->eraseFromParent();
  };
  SmallVector<DbgVariableIntrinsic *, 2> Intrinsics;
  SmallVector<DbgVariableRecord *, 2> Records;
  findDbgUsers(Intrinsics, &Slot, &Records);
  for_each(Intrinsics, Convert);
  for_each(Records, Convert);
}

/// Phis that merge nothing are what they merge.
void RegisterPromoter::simplifyPhis() {
  SimplifyQuery Query(F.getDataLayout(), &DT);
  SetVector<PHINode *> Open(AllPhis.begin(), AllPhis.end());
  DenseSet<const Value *> Own(AllPhis.begin(), AllPhis.end());
  while (!Open.empty()) {
    PHINode *Phi = Open.pop_back_val();
    Value *Merged = simplifyInstruction(Phi, Query);
    if (!Merged)
      continue;
    for (User *U : Phi->users())
      if (U != Phi && Own.contains(U))
        Open.insert(cast<PHINode>(U));
    Phi->replaceAllUsesWith(Merged);
    Own.erase(Phi);
    Phi->eraseFromParent();
  }
}

} // namespace heddle
