//===- ExpandWideInt.cpp - expand-wide-int --------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Selection knows 64-bit addition, logic, comparison, selection and shifts by
/// constants. The rest of 64-bit integer arithmetic is taken apart here:
///
///   %p = mul i64 %a, %b     =>  mul, llvm.nvvm.mulhi.ui of the 32-bit halves
///   %s = shl i64 %a, %n     =>  clamped shifts of the halves
///   llvm.smax.i64 and so on =>  compare and select
///   atomicrmw or …, i64 0   =>  atomicrmw add …, i64 0
///   umul.with.overflow      =>  both halves of the product, the upper against
///   0
///
/// Expansions that yield further such instructions (a funnel shift, shifts)
/// are expanded in turn.
///
//===----------------------------------------------------------------------===//

#include "WideInt.h"
#include "heddle/Optimizer/Passes.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/PatternMatch.h"

#define DEBUG_TYPE "expand-wide-int"

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(NumExpanded, "64-bit instructions expanded");

namespace heddle {

static Value *expandBinary(WideIntBuilder &B, BinaryOperator &I) {
  Value *A = I.getOperand(0), *C = I.getOperand(1);
  if (I.getOpcode() == Instruction::Mul)
    return B.mul(A, C);
  if (!I.isShift() || isa<ConstantInt>(C))
    return nullptr;
  if (I.getOpcode() == Instruction::Shl)
    return B.shl(A, C);
  return I.getOpcode() == Instruction::LShr ? B.lshr(A, C) : B.ashr(A, C);
}

static Value *expandIntrinsic(WideIntBuilder &B, IntrinsicInst &I) {
  auto Arg = [&](unsigned N) { return I.getArgOperand(N); };
  switch (I.getIntrinsicID()) {
  case Intrinsic::nvvm_mulhi_ull:
    return B.mulHiUnsigned(Arg(0), Arg(1));
  case Intrinsic::nvvm_mulhi_ll:
    return B.mulHiSigned(Arg(0), Arg(1));
  case Intrinsic::abs:
    return B.abs(Arg(0));
  case Intrinsic::smin:
    return B.choose(CmpInst::ICMP_SLT, Arg(0), Arg(1));
  case Intrinsic::smax:
    return B.choose(CmpInst::ICMP_SGT, Arg(0), Arg(1));
  case Intrinsic::umin:
    return B.choose(CmpInst::ICMP_ULT, Arg(0), Arg(1));
  case Intrinsic::umax:
    return B.choose(CmpInst::ICMP_UGT, Arg(0), Arg(1));
  case Intrinsic::uadd_sat:
    return B.addSaturating(Arg(0), Arg(1));
  case Intrinsic::usub_sat:
    return B.subSaturating(Arg(0), Arg(1));
  case Intrinsic::fshl:
    return B.funnelLeft(Arg(0), Arg(1), Arg(2));
  case Intrinsic::fshr:
    return B.funnelRight(Arg(0), Arg(1), Arg(2));
  case Intrinsic::bswap:
    return B.byteSwap(Arg(0));
  }
  return nullptr;
}

/// Both words of the product of \p I, a multiplication that LLVM made of a
/// comparison of the upper one.
static std::pair<Value *, Value *> product(WideIntBuilder &B,
                                           WithOverflowInst &I) {
  Value *A = I.getLHS(), *C = I.getRHS();
  unsigned Bits = A->getType()->getIntegerBitWidth();
  if (Bits == 64)
    return {B.mul(A, C),
            I.isSigned() ? B.mulHiSigned(A, C) : B.mulHiUnsigned(A, C)};
  IRBuilder<> Builder(&I);
  if (Bits == 32)
    return {Builder.CreateMul(A, C),
            Builder.CreateIntrinsic(I.isSigned() ? Intrinsic::nvvm_mulhi_i
                                                 : Intrinsic::nvvm_mulhi_ui,
                                    {}, {A, C})};
  Type *Word = Builder.getInt32Ty();
  Value *Wide = I.isSigned() ? Builder.CreateMul(Builder.CreateSExt(A, Word),
                                                 Builder.CreateSExt(C, Word))
                             : Builder.CreateMul(Builder.CreateZExt(A, Word),
                                                 Builder.CreateZExt(C, Word));
  return {Builder.CreateTrunc(Wide, A->getType()),
          Builder.CreateTrunc(Builder.CreateLShr(Wide, Bits), A->getType())};
}

/// Multiplications of up to 64 bits with overflow; their parts are taken out by
/// extractvalue.
static bool expandOverflow(Instruction &I,
                           SmallVectorImpl<Instruction *> &Worklist) {
  auto *Mul = dyn_cast<WithOverflowInst>(&I);
  if (!Mul || Mul->getBinaryOp() != Instruction::Mul ||
      Mul->getLHS()->getType()->getIntegerBitWidth() > 64)
    return false;
  WideIntBuilder Wide(I, Worklist);
  auto [Low, High] = product(Wide, *Mul);
  IRBuilder<> Builder(&I);
  unsigned Bits = Low->getType()->getIntegerBitWidth();
  Value *Expected = Mul->isSigned() ? Builder.CreateAShr(Low, Bits - 1)
                                    : Constant::getNullValue(Low->getType());
  Value *Overflow = Builder.CreateICmpNE(High, Expected);
  Value *Both =
      Builder.CreateInsertValue(PoisonValue::get(I.getType()), Low, 0);
  I.replaceAllUsesWith(Builder.CreateInsertValue(Both, Overflow, 1));
  I.eraseFromParent();
  ++NumExpanded;
  return true;
}

static bool expand(Instruction &I, SmallVectorImpl<Instruction *> &Worklist) {
  if (expandOverflow(I, Worklist))
    return true;
  if (!I.getType()->isIntegerTy(64))
    return false;
  WideIntBuilder Builder(I, Worklist);
  Value *Result = nullptr;
  if (auto *Binary = dyn_cast<BinaryOperator>(&I))
    Result = expandBinary(Builder, *Binary);
  else if (auto *Call = dyn_cast<IntrinsicInst>(&I))
    Result = expandIntrinsic(Builder, *Call);
  if (!Result)
    return false;
  I.replaceAllUsesWith(Result);
  I.eraseFromParent();
  ++NumExpanded;
  return true;
}

/// LLVM writes an atomic addition of 0 as an or with 0, which no chip has in 64
/// bits.
static bool restoreAddition(Instruction &I) {
  auto *Atomic = dyn_cast<AtomicRMWInst>(&I);
  if (!Atomic || !I.getType()->isIntegerTy(64) ||
      Atomic->getOperation() != AtomicRMWInst::Or ||
      !match(Atomic->getValOperand(), PatternMatch::m_Zero()))
    return false;
  Atomic->setOperation(AtomicRMWInst::Add);
  return true;
}

PreservedAnalyses ExpandWideIntPass::run(Function &F,
                                         FunctionAnalysisManager &) {
  SmallVector<Instruction *, 32> Worklist;
  bool Changed = false;
  for (Instruction &I : instructions(F)) {
    Changed |= restoreAddition(I);
    Worklist.push_back(&I);
  }
  while (!Worklist.empty())
    Changed |= expand(*Worklist.pop_back_val(), Worklist);
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses Kept;
  Kept.preserveSet<CFGAnalyses>();
  return Kept;
}

} // namespace heddle
