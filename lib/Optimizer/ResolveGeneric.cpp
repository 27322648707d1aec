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
/// there still has its origin. An access that is found to go to a known place
/// in .local becomes one that SROA can promote, which may make further places
/// known, so both are repeated.
///
//===----------------------------------------------------------------------===//

#include "LocalSlots.h"
#include "OriginAnalysis.h"
#include "heddle/ABI/AddressSpace.h"
#include "heddle/Intrinsics/Unsupported.h"
#include "heddle/Optimizer/Passes.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/Local.h"
#include <cassert>

#define DEBUG_TYPE "resolve-generic"

using namespace llvm;
using heddle::Origin;
using heddle::OriginAnalysis;

ALWAYS_ENABLED_STATISTIC(NumResolved, "Generic accesses resolved");

static bool isGeneric(const Instruction &I) {
  int Index = heddle::pointerOperandIndex(I);
  return Index >= 0 &&
         I.getOperand(Index)->getType()->getPointerAddressSpace() ==
             heddle::abi::Generic;
}

static void report(Instruction &I, const char *Why) {
  heddle::reportUnsupported(
      I, Twine("generic addressing is not supported on this chip, and ") + Why);
}

namespace {
/// The space that an access goes to, or why it is not known.
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
  Origin From = Origin::Index;
  if (Value *Address = integerAddress(I))
    From = Origins.of(Address);
  else if (isa<Constant>(I.getOperand(heddle::pointerOperandIndex(I))))
    From = Origin::Number;
  // Null stands beside any address.
  From = From.without(Origin::Number);
  if (From.empty())
    return {};
  if (From.has(Origin::Index | Origin::Loaded | Origin::Negated |
               Origin::Unclear))
    return {0, "where this address points cannot be told"};
  if (From.has(Origin::Argument))
    From = From.without(Origin::Argument) | Origin::space(heddle::abi::Global);
  if (std::optional<unsigned> Space = From.addressSpace())
    return {*Space, nullptr};
  return {0, "this address points into different spaces"};
}

/// Addresses that nothing uses any more. SROA takes them for uses of what they
/// were made of.
using DeadAddresses = SmallVector<WeakTrackingVH, 8>;

static void setAddressSpace(Instruction &I, unsigned AddressSpace,
                            DeadAddresses &Dead) {
  IRBuilder<> Builder(&I);
  LLVM_DEBUG(dbgs() << DEBUG_TYPE ": space " << AddressSpace << " is that of"
                    << I << '\n');
  assert(isGeneric(I) && AddressSpace != heddle::abi::Generic &&
         "an access is resolved once, to a space");
  unsigned Index = heddle::pointerOperandIndex(I);
  Dead.push_back(I.getOperand(Index));
  Value *Address = integerAddress(I);
  if (!Address)
    Address = Builder.CreatePtrToInt(I.getOperand(Index), Builder.getInt32Ty());
  I.setOperand(Index,
               Builder.CreateIntToPtr(Address, Builder.getPtrTy(AddressSpace)));
  ++NumResolved;
}

/// Makes accesses to known places in .local such that SROA promotes them.
static bool showSlots(Function &F) {
  DeadAddresses Dead;
  for (Instruction &I : instructions(F)) {
    auto Slot = heddle::accessedSlot(I);
    if (!Slot || !integerAddress(I) || isGeneric(I))
      continue;
    IRBuilder<> Builder(&I);
    Dead.push_back(I.getOperand(heddle::pointerOperandIndex(I)));
    I.setOperand(heddle::pointerOperandIndex(I),
                 Builder.CreateConstGEP1_32(Builder.getInt8Ty(), Slot->Variable,
                                            Slot->Offset));
  }
  bool Changed = !Dead.empty();
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Dead);
  return Changed;
}

static void warn(Instruction &I, const char *Why) {
  heddle::reportUnsupported(I, Twine(Why) + "; it is taken for a global one",
                            DS_Warning);
}

namespace {
/// The treatment of accesses that are not resolved.
enum class Rest { Wait, Report, AssumeGlobal };
} // namespace

/// Resolves all accesses that can be; returns whether there were any.
static bool resolveAccesses(Function &F, Rest TheRest) {
  OriginAnalysis Origins(F);
  DeadAddresses Dead;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    if (!isGeneric(I))
      continue;
    Target To = targetOf(I, Origins);
    LLVM_DEBUG(if (To.Problem) dbgs()
               << DEBUG_TYPE ": leaves" << I << ": " << To.Problem << '\n');
    if (!To.Problem) {
      setAddressSpace(I, To.AddressSpace, Dead);
    } else if (TheRest == Rest::Report) {
      report(I, To.Problem);
    } else if (TheRest == Rest::AssumeGlobal) {
      warn(I, To.Problem);
      setAddressSpace(I, heddle::abi::Global, Dead);
    }
  }
  bool Changed = !Dead.empty();
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Dead);
  return Changed;
}

static bool hasGeneric(Function &F) {
  return any_of(instructions(F), isGeneric);
}

namespace heddle {

PreservedAnalyses ResolveGenericPass::run(Function &F,
                                          FunctionAnalysisManager &AM) {
  if (!hasGeneric(F))
    return PreservedAnalyses::all();
  // An obstacle to SROA at its earlier run may be gone.
  bool IsPromotable = true;
  while (true) {
    // A store with a space is one less that may hit any pointer in .local.
    while (hasGeneric(F) && resolveAccesses(F, Rest::Wait))
      continue;
    bool IsShown = showSlots(F);
    if (!IsShown && (!IsPromotable || !hasGeneric(F)))
      break;
    IsPromotable = false;
    AM.invalidate(F, PreservedAnalyses::none());
    AM.invalidate(F, SROAPass(SROAOptions::PreserveCFG).run(F, AM));
  }
  resolveAccesses(F, AssumeGlobal ? Rest::AssumeGlobal : Rest::Report);
  PreservedAnalyses Kept;
  Kept.preserveSet<CFGAnalyses>();
  return Kept;
}

} // namespace heddle
