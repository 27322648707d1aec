//===- ResolveGeneric.cpp - resolve-generic -------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Silicon has no generic addressing. For every access through a generic
/// pointer this finds the space that the address came from, following the
/// integers that the lifter made of addresses:
///
///   %a = ptrtoint ptr addrspace(3) @tile to i32
///   %b = add i32 %a, %offset
///   %p = inttoptr i32 %b to ptr             =>  ... to ptr addrspace(3)
///   %v = load float, ptr %p                     load ... ptr addrspace(3) %p
///
/// A kernel's argument points to global memory. An access whose space cannot
/// be told, or differs from path to path, is reported. Runs on promoted
/// registers, and before InstCombine merges where addresses come from.
///
//===----------------------------------------------------------------------===//

#include "heddle/ABI/AddressSpace.h"
#include "heddle/Optimizer/Passes.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

#define DEBUG_TYPE "resolve-generic"

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(NumResolved, "Generic accesses resolved");

namespace {

/// What is known of where an integer came from, from least to most. In a sum
/// the higher one is the address and the other its index.
struct Origin {
  enum Rank : uint8_t {
    /// Not looked at yet: a phi of a loop.
    Unseen,
    Number,
    /// Loaded, or computed in a way that no address is.
    Opaque,
    /// Of a kernel: global memory, if it is an address.
    Argument,
    Space,
    Mixed,
  };
  Rank TheRank = Unseen;
  unsigned AddressSpace = 0;

  bool operator==(const Origin &O) const {
    return TheRank == O.TheRank && AddressSpace == O.AddressSpace;
  }
  bool operator!=(const Origin &O) const { return !(*this == O); }
};

class OriginAnalysis {
public:
  explicit OriginAnalysis(Function &F);
  Origin of(const Value *V) const;

private:
  Origin compute(const Instruction &I) const;
  DenseMap<const Value *, Origin> Origins;
};

} // namespace

static Origin sum(Origin A, Origin B) {
  if (A.TheRank == Origin::Space && B.TheRank == Origin::Space && A != B)
    return {Origin::Mixed, 0};
  return A.TheRank < B.TheRank ? B : A;
}

static Origin merge(Origin A, Origin B) {
  if (A.TheRank > B.TheRank)
    std::swap(A, B);
  if (A == B || A.TheRank <= Origin::Number)
    return B;
  if (A.TheRank == Origin::Argument && B.AddressSpace == heddle::abi::Global)
    return B;
  return {Origin::Mixed, 0};
}

Origin OriginAnalysis::of(const Value *V) const {
  if (isa<Instruction>(V))
    return Origins.lookup(V);
  if (isa<Argument>(V))
    return {Origin::Argument, 0};
  if (auto *Expr = dyn_cast<ConstantExpr>(V)) {
    if (Expr->getOpcode() == Instruction::PtrToInt)
      return {Origin::Space,
              Expr->getOperand(0)->getType()->getPointerAddressSpace()};
    Origin Result = {Origin::Number, 0};
    for (const Use &Operand : Expr->operands())
      Result = sum(Result, of(Operand));
    return Result;
  }
  return {Origin::Number, 0};
}

Origin OriginAnalysis::compute(const Instruction &I) const {
  switch (I.getOpcode()) {
  case Instruction::PtrToInt:
    return {Origin::Space, cast<PtrToIntInst>(I).getPointerAddressSpace()};
  case Instruction::Trunc:
  case Instruction::ZExt:
  case Instruction::SExt:
  case Instruction::Freeze:
    return of(I.getOperand(0));
  case Instruction::Add:
  case Instruction::And:
  case Instruction::Or:
    return sum(of(I.getOperand(0)), of(I.getOperand(1)));
  case Instruction::Sub: {
    Origin Left = of(I.getOperand(0)), Right = of(I.getOperand(1));
    // The distance of two addresses.
    bool IsDistance = Left.TheRank == Origin::Space && Left == Right;
    return IsDistance ? Origin{Origin::Opaque, 0} : Left;
  }
  case Instruction::Select:
    return merge(of(I.getOperand(1)), of(I.getOperand(2)));
  case Instruction::PHI: {
    Origin Result;
    for (const Value *Incoming : cast<PHINode>(I).incoming_values())
      Result = merge(Result, of(Incoming));
    return Result;
  }
  }
  return {Origin::Opaque, 0};
}

OriginAnalysis::OriginAnalysis(Function &F) {
  ReversePostOrderTraversal<Function *> Order(&F);
  bool Changed = true;
  // Ranks only rise, so this ends.
  while (Changed) {
    Changed = false;
    for (BasicBlock *Block : Order)
      for (Instruction &I : *Block) {
        if (!I.getType()->isIntegerTy())
          continue;
        Origin &Known = Origins[&I];
        Origin Now = compute(I);
        if (Now.TheRank < Known.TheRank || Now == Known)
          continue;
        Known = Now;
        Changed = true;
      }
  }
}

static bool isGeneric(const Instruction &I) {
  const Value *Pointer = getLoadStorePointerOperand(&I);
  return Pointer &&
         Pointer->getType()->getPointerAddressSpace() == heddle::abi::Generic;
}

static void report(Instruction &I, const char *Why) {
  Function &F = *I.getFunction();
  F.getContext().diagnose(DiagnosticInfoUnsupported(
      F, Twine("generic addressing is not supported on this chip, and ") + Why,
      I.getDebugLoc()));
}

static bool resolve(Instruction &I, const OriginAnalysis &Origins) {
  Value *Pointer = const_cast<Value *>(getLoadStorePointerOperand(&I));
  auto *Cast = dyn_cast<Operator>(Pointer);
  bool IsCast = Cast && Cast->getOpcode() == Instruction::IntToPtr;
  Origin From =
      IsCast
          ? Origins.of(Cast->getOperand(0))
          : Origin{isa<Constant>(Pointer) ? Origin::Number : Origin::Opaque, 0};
  unsigned AS = heddle::abi::Global;
  switch (From.TheRank) {
  case Origin::Unseen:
  case Origin::Number:
  case Origin::Argument:
    break;
  case Origin::Space:
    AS = From.AddressSpace;
    break;
  case Origin::Opaque:
    report(I, "where this address points cannot be told");
    return false;
  case Origin::Mixed:
    report(I, "this address points into different spaces");
    return false;
  }
  IRBuilder<> Builder(&I);
  Value *Address = IsCast
                       ? Cast->getOperand(0)
                       : Builder.CreatePtrToInt(Pointer, Builder.getInt32Ty());
  I.setOperand(isa<LoadInst>(I) ? LoadInst::getPointerOperandIndex()
                                : StoreInst::getPointerOperandIndex(),
               Builder.CreateIntToPtr(Address, Builder.getPtrTy(AS)));
  ++NumResolved;
  return true;
}

namespace heddle {

PreservedAnalyses ResolveGenericPass::run(Function &F,
                                          FunctionAnalysisManager &) {
  SmallVector<Instruction *, 16> Accesses;
  for (Instruction &I : instructions(F))
    if (isGeneric(I))
      Accesses.push_back(&I);
  if (Accesses.empty())
    return PreservedAnalyses::all();
  OriginAnalysis Origins(F);
  for (Instruction *I : Accesses)
    resolve(*I, Origins);
  PreservedAnalyses Kept;
  Kept.preserveSet<CFGAnalyses>();
  return Kept;
}

} // namespace heddle
