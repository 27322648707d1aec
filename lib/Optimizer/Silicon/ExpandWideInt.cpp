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
///   mul i48, shl i48, …     =>  the same of i64, cut off
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
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"

#define DEBUG_TYPE "expand-wide-int"

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(NumWideIntsExpanded, "64-bit instructions expanded");

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
  // The whole product is in one word, or else in two of 64 bits.
  bool IsNarrow = Bits <= 16;
  Type *Word = IsNarrow ? Builder.getInt32Ty() : Builder.getInt64Ty();
  A = I.isSigned() ? Builder.CreateSExt(A, Word) : Builder.CreateZExt(A, Word);
  C = I.isSigned() ? Builder.CreateSExt(C, Word) : Builder.CreateZExt(C, Word);
  Value *Low = IsNarrow ? Builder.CreateMul(A, C) : B.mul(A, C);
  Value *High = Builder.CreateLShr(Low, Bits);
  if (Bits > 32) {
    Value *Upper = I.isSigned() ? B.mulHiSigned(A, C) : B.mulHiUnsigned(A, C);
    High = Builder.CreateOr(High, Builder.CreateShl(Upper, 64 - Bits));
  }
  Type *Part = I.getLHS()->getType();
  return {Builder.CreateTrunc(Low, Part), Builder.CreateTrunc(High, Part)};
}

/// Multiplications of up to 64 bits with overflow; their parts are taken out by
/// extractvalue.
static bool expandOverflow(Instruction &I,
                           SmallVectorImpl<Instruction *> &Worklist) {
  auto *Mul = dyn_cast<WithOverflowInst>(&I);
  if (!Mul || Mul->getBinaryOp() != Instruction::Mul ||
      !Mul->getLHS()->getType()->isIntegerTy() ||
      Mul->getLHS()->getType()->getIntegerBitWidth() > 64)
    return false;
  LLVM_DEBUG(dbgs() << DEBUG_TYPE ": expands" << I << '\n');
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
  ++NumWideIntsExpanded;
  return true;
}

namespace {
/// Builds what a type between i32 and i64 is computed by in i64.
class OddIntBuilder {
public:
  OddIntBuilder(Instruction &Before, SmallVectorImpl<Instruction *> &Created)
      : Bits(Before.getType()->getIntegerBitWidth()),
        B(Before.getContext(), ConstantFolder(),
          IRBuilderCallbackInserter(
              [&Created](Instruction *I) { Created.push_back(I); })) {
    B.SetInsertPoint(&Before);
  }

  Value *binary(BinaryOperator &I);
  Value *funnel(IntrinsicInst &I);

private:
  Value *wide(Value *V) { return B.CreateZExt(V, B.getInt64Ty()); }
  Value *modulo(Value *Count);

  unsigned Bits;
  IRBuilder<ConstantFolder, IRBuilderCallbackInserter> B;
};
} // namespace

/// A product, or a shift by a variable.
Value *OddIntBuilder::binary(BinaryOperator &I) {
  Value *A = I.getOperand(0), *C = I.getOperand(1);
  if (I.getOpcode() != Instruction::Mul &&
      (!I.isShift() || isa<ConstantInt>(C)))
    return nullptr;
  A = I.getOpcode() == Instruction::AShr ? B.CreateSExt(A, B.getInt64Ty())
                                         : wide(A);
  return B.CreateTrunc(B.CreateBinOp(I.getOpcode(), A, wide(C)), I.getType());
}

/// \p Count modulo the number of bits, an i64; by words, whose remainders
/// selection can compute.
Value *OddIntBuilder::modulo(Value *Count) {
  Value *Size = B.getInt32(Bits);
  Value *Low = B.CreateTrunc(Count, B.getInt32Ty());
  Value *High = B.CreateTrunc(B.CreateLShr(wide(Count), 32), B.getInt32Ty());
  Value *FromHigh = B.CreateMul(B.CreateURem(High, Size),
                                B.getInt32((uint64_t(1) << 32) % Bits));
  return wide(
      B.CreateURem(B.CreateAdd(FromHigh, B.CreateURem(Low, Size)), Size));
}

/// A funnel shift by a variable. Neither half is as long as i64, so that a
/// shift by all its bits leaves none.
Value *OddIntBuilder::funnel(IntrinsicInst &I) {
  bool IsLeft = I.getIntrinsicID() == Intrinsic::fshl;
  if ((!IsLeft && I.getIntrinsicID() != Intrinsic::fshr) ||
      isa<ConstantInt>(I.getArgOperand(2)))
    return nullptr;
  Value *N = modulo(I.getArgOperand(2));
  Value *Rest = B.CreateSub(B.getInt64(Bits), N);
  Value *High = B.CreateShl(wide(I.getArgOperand(0)), IsLeft ? N : Rest);
  Value *Low = B.CreateLShr(wide(I.getArgOperand(1)), IsLeft ? Rest : N);
  return B.CreateTrunc(B.CreateOr(High, Low), I.getType());
}

/// The value that replaces \p I; null if it stays.
static Value *replacement(Instruction &I,
                          SmallVectorImpl<Instruction *> &Worklist) {
  auto *Type = dyn_cast<IntegerType>(I.getType());
  if (!Type || Type->getBitWidth() <= 32 || Type->getBitWidth() > 64)
    return nullptr;
  auto *Binary = dyn_cast<BinaryOperator>(&I);
  auto *Call = dyn_cast<IntrinsicInst>(&I);
  if (!Binary && !Call)
    return nullptr;
  if (Type->getBitWidth() < 64) {
    OddIntBuilder Builder(I, Worklist);
    return Binary ? Builder.binary(*Binary) : Builder.funnel(*Call);
  }
  WideIntBuilder Builder(I, Worklist);
  return Binary ? expandBinary(Builder, *Binary)
                : expandIntrinsic(Builder, *Call);
}

static bool expandWideInt(Instruction &I,
                          SmallVectorImpl<Instruction *> &Worklist) {
  if (expandOverflow(I, Worklist))
    return true;
  Value *Result = replacement(I, Worklist);
  if (!Result)
    return false;
  LLVM_DEBUG(dbgs() << DEBUG_TYPE ": expands" << I << '\n');
  I.replaceAllUsesWith(Result);
  I.eraseFromParent();
  ++NumWideIntsExpanded;
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
    Changed |= expandWideInt(*Worklist.pop_back_val(), Worklist);
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses Kept;
  Kept.preserveSet<CFGAnalyses>();
  return Kept;
}

} // namespace heddle
