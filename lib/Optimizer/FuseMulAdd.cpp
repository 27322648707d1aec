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
/// On silicon that truncates the product, as its PTX compiler does.
///
//===----------------------------------------------------------------------===//

#include "heddle/Intrinsics/HeddleOps.h"
#include "heddle/Optimizer/Passes.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

#define DEBUG_TYPE "fuse-mul-add"

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(NumFused, "Pairs of f32 mul and add fused");

namespace heddle {

static bool isFusable(const Value *V, Intrinsic::ID ID) {
  auto *Call = dyn_cast<IntrinsicInst>(V);
  return Call && Call->getIntrinsicID() == ID &&
         Call->hasMetadata("heddle.fusable");
}

static bool fuse(IntrinsicInst &Add) {
  for (unsigned Side : {0u, 1u}) {
    Value *Product = Add.getArgOperand(Side);
    if (!isFusable(Product, Intrinsic::nvvm_mul_rn_ftz_f) ||
        !Product->hasOneUse())
      continue;
    auto *Mul = cast<IntrinsicInst>(Product);
    IRBuilder<> Builder(&Add);
    Function *Mad = declareHeddleOp(*Add.getModule(), HeddleOp::MadF32);
    Value *Sum =
        Builder.CreateCall(Mad, {Mul->getArgOperand(0), Mul->getArgOperand(1),
                                 Add.getArgOperand(1 - Side)});
    Sum->takeName(&Add);
    Add.replaceAllUsesWith(Sum);
    Add.eraseFromParent();
    Mul->eraseFromParent();
    ++NumFused;
    return true;
  }
  return false;
}

PreservedAnalyses FuseMulAddPass::run(Function &F, FunctionAnalysisManager &) {
  SmallVector<IntrinsicInst *, 16> Adds;
  for (Instruction &I : instructions(F))
    if (isFusable(&I, Intrinsic::nvvm_add_rn_ftz_f))
      Adds.push_back(cast<IntrinsicInst>(&I));
  bool Changed = false;
  for (IntrinsicInst *Add : Adds)
    Changed |= fuse(*Add);
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses Kept;
  Kept.preserveSet<CFGAnalyses>();
  return Kept;
}

} // namespace heddle
