//===- ExpandDivision.cpp - expand-division -------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Selection divides by constants only (as a multiplication), in 32 bits. All
/// other divisions become calls of builtins:
///
///   %q = udiv i64 %a, %b       =>  %q = call i64 @heddle.rt.udiv64(%a, %b)
///
/// A call of a 32-bit builtin whose divisor has become a constant other than 0
/// and -1 goes back to the instruction. A power of two needs no builtin in 64
/// bits. Chips with 64-bit products have builtins of their own for these, and
/// more bits are written out for them in a loop. So is the remainder in a
/// funnel shift of an odd size, without one.
///
//===----------------------------------------------------------------------===//

#include "LongDivision.h"
#include "heddle/ABI/Chips.h"
#include "heddle/Builtins/Builtins.h"
#include "heddle/Intrinsics/FunctionAttributes.h"
#include "heddle/Optimizer/Passes.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>

#define DEBUG_TYPE "expand-division"

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(NumCalls, "Divisions that became calls of builtins");
ALWAYS_ENABLED_STATISTIC(NumInstructions,
                         "Calls of builtins that became divisions");

namespace heddle {

static StringRef stem(unsigned Opcode) {
  switch (Opcode) {
  case Instruction::UDiv:
    return "udiv";
  case Instruction::SDiv:
    return "sdiv";
  case Instruction::URem:
    return "urem";
  case Instruction::SRem:
    return "srem";
  }
  return "";
}

/// A divisor with which LLVM's division is defined for every dividend.
static bool isSafeDivisor(const Value *V) {
  auto *C = dyn_cast<ConstantInt>(V);
  return C && !C->isZero() && !C->isMinusOne();
}

/// Whether the chip that \p F is for multiplies 64 bits in one instruction.
static bool hasWideProducts(const Function &F) {
  const abi::Chip *Chip = abi::findChip(attributes::TargetChip.get(F));
  return Chip && Chip->has(abi::Feature::WideIntegers);
}

static Value *callBuiltin(IRBuilder<> &Builder, Module &M, unsigned Opcode,
                          Value *A, Value *B) {
  assert(A->getType() == B->getType() && A->getType()->isIntegerTy() &&
         "a division of integers");
  Type *T = A->getType();
  bool IsWide = T->isIntegerTy(64) &&
                hasWideProducts(*Builder.GetInsertBlock()->getParent());
  std::string Name =
      (BuiltinPrefix + stem(Opcode) + Twine(T->getIntegerBitWidth()) +
       (IsWide ? StringRef(WideDivisionSuffix) : ""))
          .str();
  FunctionCallee Callee = M.getOrInsertFunction(Name, T, T, T);
  auto *F = cast<Function>(Callee.getCallee());
  F->setDoesNotThrow();
  F->setWillReturn();
  F->setDoesNotAccessMemory();
  LLVM_DEBUG(dbgs() << DEBUG_TYPE ": calls " << Name << '\n');
  ++NumCalls;
  return Builder.CreateCall(Callee, {A, B});
}

/// x / 2^n and x % 2^n of unsigned numbers.
static Value *byPowerOfTwo(IRBuilder<> &Builder, const BinaryOperator &I) {
  auto *C = dyn_cast<ConstantInt>(I.getOperand(1));
  if (!C || !C->getValue().isPowerOf2())
    return nullptr;
  Value *A = I.getOperand(0);
  if (I.getOpcode() == Instruction::UDiv)
    return Builder.CreateLShr(A, C->getValue().logBase2());
  if (I.getOpcode() == Instruction::URem)
    return Builder.CreateAnd(A, C->getValue() - 1);
  return nullptr;
}

/// \p Count modulo its number of bits, by words, whose remainders selection can
/// compute.
static Value *moduloWidth(IRBuilder<> &Builder, Value *Count) {
  uint64_t Width = Count->getType()->getScalarSizeInBits();
  Value *Size = Builder.getInt32(uint32_t(Width));
  Value *Sum = Builder.getInt32(0);
  uint64_t Factor = 1;
  for (uint64_t Bit = 0; Bit < Width; Bit += 32) {
    Value *Word = Builder.CreateTrunc(Builder.CreateLShr(Count, Bit),
                                      Builder.getInt32Ty());
    Sum = Builder.CreateAdd(
        Sum, Builder.CreateMul(Builder.CreateURem(Word, Size),
                               Builder.getInt32(uint32_t(Factor))));
    Factor = (Factor << 32) % Width;
  }
  return Builder.CreateZExt(Builder.CreateURem(Sum, Size), Count->getType());
}

/// A funnel shift of more than 64 bits, which counts modulo a number that is no
/// power of two: selection would call a library for that remainder.
static bool expandFunnel(IntrinsicInst &I) {
  bool IsLeft = I.getIntrinsicID() == Intrinsic::fshl;
  unsigned Width = I.getType()->getScalarSizeInBits();
  if ((!IsLeft && I.getIntrinsicID() != Intrinsic::fshr) || Width <= 64 ||
      isPowerOf2_32(Width) || I.getType()->isVectorTy() ||
      isa<ConstantInt>(I.getArgOperand(2)))
    return false;
  IRBuilder<> Builder(&I);
  auto Number = [&](uint64_t N) { return ConstantInt::get(I.getType(), N); };
  Value *High = I.getArgOperand(0), *Low = I.getArgOperand(1);
  Value *Count = moduloWidth(Builder, I.getArgOperand(2));
  Value *Rest = Builder.CreateSub(Number(Width - 1), Count);
  if (IsLeft) {
    High = Builder.CreateShl(High, Count);
    Low = Builder.CreateLShr(Builder.CreateLShr(Low, 1), Rest);
  } else {
    High = Builder.CreateShl(Builder.CreateShl(High, 1), Rest);
    Low = Builder.CreateLShr(Low, Count);
  }
  Value *Result = Builder.CreateOr(High, Low);
  Result->takeName(&I);
  I.replaceAllUsesWith(Result);
  I.eraseFromParent();
  return true;
}

static bool expandInstruction(Module &M, BinaryOperator &I) {
  unsigned Width = I.getType()->getScalarSizeInBits();
  if (stem(I.getOpcode()).empty() || I.getType()->isVectorTy() || Width > 64)
    return false;
  if (Width == 32 && isSafeDivisor(I.getOperand(1)))
    return false;
  IRBuilder<> Builder(&I);
  Value *Result = Width == 64 ? byPowerOfTwo(Builder, I) : nullptr;
  if (!Result) {
    bool Signed = I.getOpcode() == Instruction::SDiv ||
                  I.getOpcode() == Instruction::SRem;
    Type *T = Builder.getIntNTy(Width <= 32 ? 32 : 64);
    Value *A = Builder.CreateIntCast(I.getOperand(0), T, Signed);
    Value *B = Builder.CreateIntCast(I.getOperand(1), T, Signed);
    if (T->isIntegerTy(32) && isSafeDivisor(B))
      Result = Builder.CreateBinOp(I.getOpcode(), A, B);
    else
      Result = callBuiltin(Builder, M, I.getOpcode(), A, B);
    Result = Builder.CreateTrunc(Result, I.getType());
  }
  Result->takeName(&I);
  I.replaceAllUsesWith(Result);
  I.eraseFromParent();
  return true;
}

/// Writes out divisions of more than 64 bits. Chips without wide integers have
/// no such values.
static bool expandLong(Function &F) {
  if (!hasWideProducts(F))
    return false;
  SmallVector<BinaryOperator *, 4> Divisions;
  for (Instruction &I : instructions(F))
    if (auto *Binary = dyn_cast<BinaryOperator>(&I))
      if (!stem(I.getOpcode()).empty() && I.getType()->isIntegerTy() &&
          I.getType()->getIntegerBitWidth() > 64)
        Divisions.push_back(Binary);
  for (BinaryOperator *I : Divisions)
    expandLongDivision(*I);
  return !Divisions.empty();
}

static bool simplifyCall(CallInst &Call) {
  Function *Callee = Call.getCalledFunction();
  if (!Callee || !Callee->isDeclaration() || Call.arg_size() != 2 ||
      !Call.getType()->isIntegerTy(32) || !isSafeDivisor(Call.getArgOperand(1)))
    return false;
  StringRef Name = Callee->getName();
  if (!Name.consume_front(BuiltinPrefix) || !Name.consume_back("32"))
    return false;
  for (auto Opcode : {Instruction::UDiv, Instruction::SDiv, Instruction::URem,
                      Instruction::SRem}) {
    if (Name != stem(Opcode))
      continue;
    LLVM_DEBUG(dbgs() << DEBUG_TYPE ": an instruction again, of a constant:"
                      << Call << '\n');
    IRBuilder<> Builder(&Call);
    Value *Result = Builder.CreateBinOp(Opcode, Call.getArgOperand(0),
                                        Call.getArgOperand(1));
    Call.replaceAllUsesWith(Result);
    Call.eraseFromParent();
    ++NumInstructions;
    return true;
  }
  return false;
}

PreservedAnalyses ExpandDivisionPass::run(Module &M, ModuleAnalysisManager &) {
  bool Changed = false, ChangedFlow = false;
  for (Function &F : M) {
    ChangedFlow |= expandLong(F);
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      if (auto *Binary = dyn_cast<BinaryOperator>(&I))
        Changed |= expandInstruction(M, *Binary);
      else if (auto *Intrinsic = dyn_cast<IntrinsicInst>(&I))
        Changed |= expandFunnel(*Intrinsic);
      else if (auto *Call = dyn_cast<CallInst>(&I))
        Changed |= simplifyCall(*Call);
    }
  }
  if (!Changed && !ChangedFlow)
    return PreservedAnalyses::all();
  PreservedAnalyses Kept;
  if (!ChangedFlow)
    Kept.preserveSet<CFGAnalyses>();
  return Kept;
}

} // namespace heddle
