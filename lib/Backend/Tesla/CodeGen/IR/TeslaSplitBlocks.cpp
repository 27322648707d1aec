//===- TeslaSplitBlocks.cpp - Blocks of bearable length -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Selection sees a block at a time, and shares what is computed twice in it:
/// of a block of tens of thousands of accesses, the addresses of all, which no
/// register file holds. Such a block is cut, and a piece computes again what an
/// addition makes of another value:
///
///   %a = add i32 %base, 48          %a = add i32 %base, 48
///   ... 9000 instructions    ->     ... 4000 instructions
///                                   br label %piece
///   load (inttoptr %a)              load (inttoptr (add i32 %base, 48))
///
//===----------------------------------------------------------------------===//

#include "Tesla.h"
#include "heddle/Intrinsics/FunctionAttributes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/InitializePasses.h"
#include "llvm/Pass.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>

#define DEBUG_TYPE "tesla-split-blocks"

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(NumPieces,
                         "Number of pieces that blocks were cut into");

/// No kernel that was written by hand has as many in a block.
static constexpr unsigned LongestBlock = 4000;

namespace {

class TeslaSplitBlocks : public FunctionPass {
public:
  static char ID;
  TeslaSplitBlocks() : FunctionPass(ID) {}

  StringRef getPassName() const override { return "Tesla block splitting"; }
  bool runOnFunction(Function &F) override;
};

} // namespace

char TeslaSplitBlocks::ID = 0;

INITIALIZE_PASS(TeslaSplitBlocks, DEBUG_TYPE, "Tesla block splitting", false,
                false)

FunctionPass *llvm::createTeslaSplitBlocksPass() {
  return new TeslaSplitBlocks();
}

/// Cuts \p BB; the pieces in order.
static SmallVector<BasicBlock *, 8> split(BasicBlock &BB) {
  SmallVector<Instruction *, 8> Cuts;
  unsigned Count = 0;
  for (Instruction &I : make_range(BB.getFirstNonPHIIt(), BB.end())) {
    if (++Count <= LongestBlock || I.isTerminator())
      continue;
    Cuts.push_back(&I);
    Count = 1;
  }
  SmallVector<BasicBlock *, 8> Pieces;
  // From the last, so that each instruction moves once.
  for (Instruction *Cut : reverse(Cuts)) {
    // MachineCSE shares even what is cheap with the block right in front.
    BasicBlock *Piece = BB.splitBasicBlock(Cut, BB.getName());
    BB.splitBasicBlock(BB.getTerminator(), BB.getName());
    Pieces.push_back(Piece);
  }
  Pieces.push_back(&BB);
  assert(Pieces.size() == Cuts.size() + 1 &&
         "a piece for each cut, and the rest");
  std::reverse(Pieces.begin(), Pieces.end());
  return Pieces;
}

static bool isSum(const Value *V) {
  auto *Sum = dyn_cast<BinaryOperator>(V);
  return Sum && Sum->getOpcode() == Instruction::Add &&
         isa<ConstantInt>(Sum->getOperand(1));
}

namespace {

/// Computes in a piece again what pieces before it add to other values.
class Repeater {
public:
  Repeater(BasicBlock &Piece, const SmallPtrSetImpl<BasicBlock *> &Pieces)
      : Piece(Piece), Pieces(Pieces) {}

  void run() {
    for (Instruction &I : make_early_inc_range(Piece))
      repeatOperands(I);
  }

private:
  void repeatOperands(Instruction &User);
  Instruction *copyOf(Instruction &I, Instruction &User);

  BasicBlock &Piece;
  const SmallPtrSetImpl<BasicBlock *> &Pieces;
  DenseMap<Instruction *, Instruction *> Copies;
};

} // namespace

/// A copy of \p I in front of its first \p User here.
Instruction *Repeater::copyOf(Instruction &I, Instruction &User) {
  if (Instruction *Known = Copies.lookup(&I))
    return Known;
  Instruction *Copy = I.clone();
  Copy->insertBefore(&User);
  Copies[&I] = Copy;
  // The value that a sum adds to may be anything.
  if (!isSum(&I))
    repeatOperands(*Copy);
  return Copy;
}

void Repeater::repeatOperands(Instruction &User) {
  for (Use &U : User.operands()) {
    auto *I = dyn_cast<Instruction>(U);
    if (I && I->getParent() != &Piece && Pieces.contains(I->getParent()) &&
        (isSum(I) || isa<IntToPtrInst>(I)))
      U.set(copyOf(*I, User));
  }
}

bool TeslaSplitBlocks::runOnFunction(Function &F) {
  bool Changed = false;
  for (BasicBlock &BB : make_early_inc_range(F)) {
    if (BB.size() <= LongestBlock)
      continue;
    SmallVector<BasicBlock *, 8> Pieces = split(BB);
    if (Pieces.size() == 1)
      continue;
    LLVM_DEBUG(dbgs() << DEBUG_TYPE ": " << F.getName() << ", " << BB.getName()
                      << " becomes " << Pieces.size() << " blocks\n");
    SmallPtrSet<BasicBlock *, 8> All(Pieces.begin(), Pieces.end());
    for (BasicBlock *Piece : drop_begin(Pieces))
      Repeater(*Piece, All).run();
    NumPieces += Pieces.size();
    Changed = true;
  }
  if (Changed)
    heddle::attributes::HasPieces.set(F);
  return Changed;
}
