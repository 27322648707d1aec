//===- TeslaSinkAddresses.cpp - Bring address offsets to their accesses ---===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An s[], c[] or l[] access adds a constant for free, and so does one by a
/// 64-bit address, but selection sees one block at a time, and loop-invariant
/// code motion has moved the addition out. This pass copies it back in front of
/// the access:
///
///   %a = add i32 %base, 48                loop:
///   loop:                          ->       %a = add i32 %base, 48
///     load (inttoptr %a)                    load (inttoptr %a)
///
//===----------------------------------------------------------------------===//

#include "Tesla.h"
#include "heddle/ABI/AddressSpace.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Pass.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Local.h"

#define DEBUG_TYPE "tesla-sink-addresses"

using namespace llvm;
using namespace heddle;

ALWAYS_ENABLED_STATISTIC(NumAddressesSunk, "Number of address additions sunk");

namespace {
class TeslaSinkAddresses : public FunctionPass {
public:
  static char ID;
  TeslaSinkAddresses() : FunctionPass(ID) {}
  StringRef getPassName() const override { return "Tesla address sinking"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesCFG();
  }
  bool runOnFunction(Function &F) override;
};
} // namespace

char TeslaSinkAddresses::ID = 0;

INITIALIZE_PASS(TeslaSinkAddresses, DEBUG_TYPE, "Tesla address sinking", false,
                false)

FunctionPass *llvm::createTeslaSinkAddressesPass() {
  return new TeslaSinkAddresses();
}

/// The operand through which \p I reaches s[], c[] or l[], or null.
static Use *offsetAddress(Instruction &I) {
  Use *Pointer = nullptr;
  if (auto *L = dyn_cast<LoadInst>(&I))
    Pointer = &L->getOperandUse(LoadInst::getPointerOperandIndex());
  else if (auto *S = dyn_cast<StoreInst>(&I))
    Pointer = &S->getOperandUse(StoreInst::getPointerOperandIndex());
  else
    return nullptr;
  Type *T = Pointer->get()->getType();
  unsigned Space = T->getPointerAddressSpace();
  return Space == abi::Shared || Space == abi::Constant ||
                 Space == abi::Local ||
                 I.getModule()->getDataLayout().getTypeSizeInBits(T) == 64
             ? Pointer
             : nullptr;
}

/// base + constant, where the constant is a number or a variable's place; a
/// number that fits in the access where addresses have 64 bits.
static bool isOffset(const Value *V) {
  auto *Add = dyn_cast<BinaryOperator>(V);
  if (!Add || Add->getOpcode() != Instruction::Add)
    return false;
  if (!V->getType()->isIntegerTy(64))
    return isa<Constant>(Add->getOperand(1));
  auto *C = dyn_cast<ConstantInt>(Add->getOperand(1));
  return C && isInt<24>(C->getSExtValue());
}

bool TeslaSinkAddresses::runOnFunction(Function &F) {
  bool Changed = false;
  SmallVector<WeakTrackingVH, 16> Dead;
  for (Instruction &I : instructions(F)) {
    Use *Pointer = offsetAddress(I);
    auto *Cast = Pointer ? dyn_cast<IntToPtrInst>(Pointer->get()) : nullptr;
    if (!Cast || !isOffset(Cast->getOperand(0)))
      continue;
    auto *Add = cast<Instruction>(Cast->getOperand(0));
    if (Add->getParent() == I.getParent())
      continue;
    LLVM_DEBUG(dbgs() << DEBUG_TYPE ": computes" << *Add << " again for" << I
                      << '\n');
    Instruction *NewAdd = Add->clone();
    NewAdd->insertBefore(&I);
    Instruction *NewCast = Cast->clone();
    NewCast->setOperand(0, NewAdd);
    NewCast->insertBefore(&I);
    Pointer->set(NewCast);
    Dead.push_back(Cast);
    ++NumAddressesSunk;
    Changed = true;
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Dead);
  return Changed;
}
