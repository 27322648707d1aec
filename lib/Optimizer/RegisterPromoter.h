//===- RegisterPromoter.h - Stack slots to SSA values -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Replaces stack slots that are only loaded and stored by SSA values.
///
/// PTX has thousands of registers in thousands of blocks, each of which is
/// written at the start of the function, since one that is never written reads
/// as zero. The time of llvm::PromoteMemToReg for a slot grows with all blocks
/// that its stores dominate, and each branch copies the values of all slots.
/// Here the time for a slot is that of its accesses and of the blocks into
/// which its value lives.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_OPTIMIZER_REGISTERPROMOTER_H
#define HEDDLE_LIB_OPTIMIZER_REGISTERPROMOTER_H

#include "BlockNumbers.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/Instructions.h"

namespace heddle {

/// Whether \p Slot is a scalar that is only loaded and stored with its own
/// type.
bool isPromotableSlot(const llvm::AllocaInst &Slot);

/// Promotes slots of one function.
class RegisterPromoter {
public:
  RegisterPromoter(llvm::Function &F, llvm::DominatorTree &DT)
      : F(F), DT(DT), Blocks(F, DT), Facts(Blocks.size()),
        Debug(*F.getParent(), /*AllowUnresolved=*/false) {}

  /// Promotes and erases \p Slots, each of which must be an isPromotableSlot().
  void run(llvm::ArrayRef<llvm::AllocaInst *> Slots);

private:
  /// The instruction that defines the slot's value from some place on: a store
  /// or a phi. Null: there is none.
  using Definition = llvm::Instruction *;

  /// Facts on a block for the slot at hand; they are stale, and as good as
  /// empty, if Slot is the number of another.
  struct BlockFacts {
    unsigned Slot = 0;
    bool IsLiveIn = false;
    bool NeedsPhi = false;
    /// Whether it was visited as part of the region that a root dominates.
    bool IsVisited = false;
    bool IsEntryKnown = false;
    llvm::StoreInst *LastStore = nullptr;
    llvm::PHINode *Phi = nullptr;
    /// Valid if IsEntryKnown.
    Definition AtEntry = nullptr;
  };

  BlockFacts &factsOf(unsigned Block);
  void collectAccesses(llvm::ArrayRef<llvm::AllocaInst *> Slots);
  void promote(llvm::AllocaInst &Slot,
               llvm::ArrayRef<llvm::Instruction *> Accesses);
  void resolveWithinBlocks(llvm::ArrayRef<llvm::Instruction *> Accesses);
  void findLiveBlocks();
  void findPhiBlocks();
  void visitDominated(unsigned Root);
  void createPhis(const llvm::AllocaInst &Slot);
  void fillPhis(llvm::Type *Type);
  Definition atEntryOf(unsigned Block);
  Definition atEndOf(unsigned Block);
  static llvm::Value *valueOf(Definition D, llvm::Type *Type);
  void describe(llvm::AllocaInst &Slot,
                llvm::ArrayRef<llvm::Instruction *> Accesses);
  void simplifyPhis();

  llvm::Function &F;
  llvm::DominatorTree &DT;
  BlockNumbers Blocks;
  std::vector<BlockFacts> Facts;
  llvm::DIBuilder Debug;
  /// By slot, and for each in the order of blocks and of instructions.
  std::vector<llvm::SmallVector<llvm::Instruction *, 4>> AccessesOf;
  llvm::SmallVector<llvm::PHINode *, 64> AllPhis;

  // Facts of the slot at hand.
  unsigned Current = 0;
  llvm::SmallVector<unsigned, 8> Defining;
  llvm::SmallVector<std::pair<llvm::LoadInst *, unsigned>, 8> Exposed;
  llvm::SmallVector<unsigned, 8> PhiBlocks;
  /// Blocks whose dominance frontier is still to be looked at, the deepest of
  /// the dominator tree in front.
  llvm::SmallVector<std::pair<unsigned, unsigned>, 16> Roots;
};

} // namespace heddle

#endif // HEDDLE_LIB_OPTIMIZER_REGISTERPROMOTER_H
