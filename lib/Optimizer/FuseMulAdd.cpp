//===- FuseMulAdd.cpp - fuse-mul-add --------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// PTX lets a mul and an add without rounding modifier be computed as one
/// operation; the lifter marks such instructions when --fmad asks for it:
///
///   %p = call float @llvm.nvvm.mul.rn.ftz.f(%a, %b), !heddle.fusable
///   %s = call float @llvm.nvvm.add.rn.ftz.f(%p, %c), !heddle.fusable
///   =>  %s = call float @heddle.mad.f32(%a, %b, %c)
///
/// On silicon that truncates the product, as its PTX compiler does. Where f32
/// is IEEE's, heddle.mul.ieee.f32 and heddle.add.ieee.f32 that flush alike
/// become heddle.fma.ieee.f32, also where the product's sign is turned in
/// between.
///
//===----------------------------------------------------------------------===//

#include "heddle/Intrinsics/HeddleOps.h"
#include "heddle/Optimizer/Passes.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Local.h"
#include <cassert>

#define DEBUG_TYPE "fuse-mul-add"

using namespace llvm;
using namespace llvm::PatternMatch;

ALWAYS_ENABLED_STATISTIC(NumFused, "Pairs of f32 mul and add fused");

namespace heddle {

static CallInst *fusableCall(Value *V) {
  auto *Call = dyn_cast<CallInst>(V);
  return Call && Call->hasMetadata("heddle.fusable") ? Call : nullptr;
}

static bool is(const CallInst &Call, Intrinsic::ID ID) {
  return Call.getIntrinsicID() == ID;
}
static bool is(const CallInst &Call, HeddleOp Op) {
  return heddleOpOf(Call) == Op;
}

/// Replaces \p Add by \p Op of \p Args. \p Source, which was its product, dies
/// with what turned its sign.
static void replace(CallInst &Add, Value *Source, HeddleOp Op,
                    ArrayRef<Value *> Args) {
  IRBuilder<> Builder(&Add);
  Value *Sum = Builder.CreateCall(declareHeddleOp(*Add.getModule(), Op), Args);
  assert(Sum->getType() == Add.getType() && "the sum is of another type");
  Sum->takeName(&Add);
  LLVM_DEBUG(dbgs() << DEBUG_TYPE ": fuses" << *Source << " and" << Add
                    << '\n');
  Add.replaceAllUsesWith(Sum);
  Add.eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructions(Source);
  ++NumFused;
}

static bool fuseOfSilicon(CallInst &Add) {
  for (unsigned Side : {0u, 1u}) {
    CallInst *Mul = fusableCall(Add.getArgOperand(Side));
    if (!Mul || !is(*Mul, Intrinsic::nvvm_mul_rn_ftz_f) || !Mul->hasOneUse())
      continue;
    replace(Add, Mul, HeddleOp::MadF32,
            {Mul->getArgOperand(0), Mul->getArgOperand(1),
             Add.getArgOperand(1 - Side)});
    return true;
  }
  return false;
}

/// Modifier \p N, after the two sources.
static uint64_t modifier(const CallInst &Call, unsigned N) {
  return cast<ConstantInt>(Call.getArgOperand(2 + N))->getZExtValue();
}

static bool fuseOfIeee(CallInst &Add) {
  constexpr unsigned Ftz = 1, Saturates = 2;
  for (unsigned Side : {0u, 1u}) {
    // Bits of the product with its sign turned are used once each, too.
    Value *Product = Add.getArgOperand(Side), *Inner = nullptr;
    bool Negated =
        match(Product,
              m_OneUse(m_BitCast(m_OneUse(
                  m_Xor(m_OneUse(m_BitCast(m_Value(Inner))), m_SignMask())))));
    CallInst *Mul = fusableCall(Negated ? Inner : Product);
    if (!Mul || !is(*Mul, HeddleOp::IeeeMul) || !Mul->hasOneUse() ||
        modifier(*Mul, Ftz) != modifier(Add, Ftz) || modifier(*Mul, Saturates))
      continue;
    IRBuilder<> Builder(&Add);
    Value *Factor = Mul->getArgOperand(0);
    if (Negated) {
      Value *Bits = Builder.CreateBitCast(Factor, Builder.getInt32Ty());
      Bits = Builder.CreateXor(Bits, Builder.getInt32(0x80000000));
      Factor = Builder.CreateBitCast(Bits, Factor->getType());
    }
    SmallVector<Value *, 6> Args = {Factor, Mul->getArgOperand(1),
                                    Add.getArgOperand(1 - Side)};
    Args.append(Add.arg_begin() + 2, Add.arg_end());
    replace(Add, Product, HeddleOp::IeeeFma, Args);
    return true;
  }
  return false;
}

PreservedAnalyses FuseMulAddPass::run(Function &F, FunctionAnalysisManager &) {
  SmallVector<CallInst *, 16> Silicon, Ieee;
  for (Instruction &I : instructions(F)) {
    CallInst *Call = fusableCall(&I);
    if (Call && is(*Call, Intrinsic::nvvm_add_rn_ftz_f))
      Silicon.push_back(Call);
    else if (Call && is(*Call, HeddleOp::IeeeAdd))
      Ieee.push_back(Call);
  }
  bool Changed = false;
  for (CallInst *Add : Silicon)
    Changed |= fuseOfSilicon(*Add);
  for (CallInst *Add : Ieee)
    Changed |= fuseOfIeee(*Add);
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses Kept;
  Kept.preserveSet<CFGAnalyses>();
  return Kept;
}

} // namespace heddle
