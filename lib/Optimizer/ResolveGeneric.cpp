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
/// A pointer that was stored at a known place in .local and is loaded from
/// there still has its origin; stores at computed places are taken to be of
/// data. What turns out to go to a known place in .local becomes an access that
/// SROA can promote, which may make further places known, so both are repeated.
///
//===----------------------------------------------------------------------===//

#include "LocalSlots.h"
#include "heddle/ABI/AddressSpace.h"
#include "heddle/Optimizer/Passes.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Scalar/SROA.h"

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
    /// An argument on one path and opaque on another: a good index, but not an
    /// address.
    Either,
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
  using Place = std::pair<const AllocaInst *, int64_t>;

  Origin compute(Instruction &I) const;
  bool update(Origin &Known, Origin Now);
  DenseMap<const Value *, Origin> Origins;
  /// Of what was stored.
  DenseMap<Place, Origin> Stored;
};

} // namespace

static Origin sum(Origin A, Origin B) {
  if (A.TheRank == Origin::Space && B.TheRank == Origin::Space && A != B)
    return {Origin::Mixed, 0};
  if (A.TheRank > B.TheRank)
    std::swap(A, B);
  return A.TheRank == Origin::Argument && B.TheRank == Origin::Either ? A : B;
}

static Origin merge(Origin A, Origin B) {
  if (A.TheRank > B.TheRank)
    std::swap(A, B);
  if (A == B || A.TheRank <= Origin::Number)
    return B;
  if (A.TheRank == Origin::Argument && B.TheRank == Origin::Space &&
      B.AddressSpace == heddle::abi::Global)
    return B;
  if (B.TheRank <= Origin::Either)
    return {Origin::Either, 0};
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

Origin OriginAnalysis::compute(Instruction &I) const {
  switch (I.getOpcode()) {
  case Instruction::Load:
    if (auto Slot = heddle::accessedSlot(I))
      if (auto Found = Stored.find({Slot->Variable, Slot->Offset});
          Found != Stored.end())
        return Found->second;
    break;
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

bool OriginAnalysis::update(Origin &Known, Origin Now) {
  if (Now.TheRank < Known.TheRank || Now == Known)
    return false;
  Known = Now;
  return true;
}

OriginAnalysis::OriginAnalysis(Function &F) {
  ReversePostOrderTraversal<Function *> Order(&F);
  bool Changed = true;
  // Ranks only rise, so this ends.
  while (Changed) {
    Changed = false;
    for (BasicBlock *Block : Order)
      for (Instruction &I : *Block) {
        if (I.getType()->isIntegerTy()) {
          Origin Now = compute(I);
          Changed |= update(Origins[&I], Now);
        } else if (isa<StoreInst>(I)) {
          auto Slot = heddle::accessedSlot(I);
          if (!Slot)
            continue;
          Origin &Known = Stored[{Slot->Variable, Slot->Offset}];
          Changed |= update(Known, merge(Known, of(I.getOperand(0))));
        }
      }
  }
}

static bool isGeneric(const Instruction &I) {
  int Index = heddle::pointerOperandIndex(I);
  return Index >= 0 &&
         I.getOperand(Index)->getType()->getPointerAddressSpace() ==
             heddle::abi::Generic;
}

static void report(Instruction &I, const char *Why) {
  Function &F = *I.getFunction();
  F.getContext().diagnose(DiagnosticInfoUnsupported(
      F, Twine("generic addressing is not supported on this chip, and ") + Why,
      I.getDebugLoc()));
}

namespace {
/// Where an access goes, or why that cannot be said.
struct Target {
  unsigned AddressSpace = heddle::abi::Global;
  const char *Problem = nullptr;
};
} // namespace

/// The integer that the address of \p I was made of; else null.
static Value *integerAddress(const Instruction &I) {
  auto *Cast = dyn_cast<Operator>(I.getOperand(heddle::pointerOperandIndex(I)));
  bool IsCast = Cast && Cast->getOpcode() == Instruction::IntToPtr;
  return IsCast ? Cast->getOperand(0) : nullptr;
}

static Target targetOf(const Instruction &I, const OriginAnalysis &Origins) {
  Origin From = {Origin::Opaque, 0};
  if (Value *Address = integerAddress(I))
    From = Origins.of(Address);
  else if (isa<Constant>(I.getOperand(heddle::pointerOperandIndex(I))))
    From = {Origin::Number, 0};
  switch (From.TheRank) {
  case Origin::Unseen:
  case Origin::Number:
  case Origin::Argument:
    return {};
  case Origin::Space:
    return {From.AddressSpace, nullptr};
  case Origin::Opaque:
  case Origin::Either:
    return {0, "where this address points cannot be told"};
  case Origin::Mixed:
    break;
  }
  return {0, "this address points into different spaces"};
}

static void setAddressSpace(Instruction &I, unsigned AddressSpace) {
  IRBuilder<> Builder(&I);
  unsigned Index = heddle::pointerOperandIndex(I);
  Value *Address = integerAddress(I);
  if (!Address)
    Address = Builder.CreatePtrToInt(I.getOperand(Index), Builder.getInt32Ty());
  I.setOperand(Index,
               Builder.CreateIntToPtr(Address, Builder.getPtrTy(AddressSpace)));
  ++NumResolved;
}

/// Makes accesses to known places in .local such that SROA promotes them.
static bool showSlots(Function &F) {
  bool Changed = false;
  for (Instruction &I : instructions(F)) {
    auto Slot = heddle::accessedSlot(I);
    if (!Slot || !integerAddress(I) || isGeneric(I))
      continue;
    IRBuilder<> Builder(&I);
    I.setOperand(heddle::pointerOperandIndex(I),
                 Builder.CreateConstGEP1_32(Builder.getInt8Ty(), Slot->Variable,
                                            Slot->Offset));
    Changed = true;
  }
  return Changed;
}

static void warn(Instruction &I, const char *Why) {
  Function &F = *I.getFunction();
  F.getContext().diagnose(DiagnosticInfoUnsupported(
      F, Twine(Why) + "; it is taken for a global one", I.getDebugLoc(),
      DS_Warning));
}

namespace {
/// What becomes of accesses that are not resolved.
enum class Rest { Wait, Report, AssumeGlobal };
} // namespace

/// Resolves what can be.
static void resolveAccesses(Function &F, Rest TheRest) {
  OriginAnalysis Origins(F);
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    if (!isGeneric(I))
      continue;
    Target To = targetOf(I, Origins);
    if (!To.Problem) {
      setAddressSpace(I, To.AddressSpace);
    } else if (TheRest == Rest::Report) {
      report(I, To.Problem);
    } else if (TheRest == Rest::AssumeGlobal) {
      warn(I, To.Problem);
      setAddressSpace(I, heddle::abi::Global);
    }
  }
}

static bool hasGeneric(Function &F) {
  return any_of(instructions(F), isGeneric);
}

namespace heddle {

PreservedAnalyses ResolveGenericPass::run(Function &F,
                                          FunctionAnalysisManager &AM) {
  if (!hasGeneric(F))
    return PreservedAnalyses::all();
  bool Promoted = true;
  while (Promoted) {
    resolveAccesses(F, Rest::Wait);
    Promoted = showSlots(F);
    if (!Promoted)
      break;
    AM.invalidate(F, PreservedAnalyses::none());
    AM.invalidate(F, SROAPass(SROAOptions::PreserveCFG).run(F, AM));
  }
  resolveAccesses(F, AssumeGlobal ? Rest::AssumeGlobal : Rest::Report);
  PreservedAnalyses Kept;
  Kept.preserveSet<CFGAnalyses>();
  return Kept;
}

} // namespace heddle
