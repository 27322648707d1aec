//===- InstructionsTest.cpp - LLVM's instructions on every chip -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiles instructions in types that PTX does not have and that LLVM's passes
/// make: SROA integers as long as a variable and vectors, InstCombine
/// arithmetic in a narrower type. Of vectors they make logic, choices,
/// comparisons and moves, no arithmetic.
///
//===----------------------------------------------------------------------===//

#include "ChipKernels.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace heddle {
namespace {

/// What holds for every type, a choice by a condition of its own for vectors.
void addMoves(ChipKernels &Kernels, Type *T) {
  Kernels.add(
      [&](IRBuilder<> &B) { return B.CreateFreeze(Kernels.read(B, T)); });
  for (Type *Condition : {Kernels.integer(1), CmpInst::makeCmpResultType(T)})
    Kernels.add([&](IRBuilder<> &B) {
      Value *Which = Kernels.read(B, Condition);
      Value *Yes = Kernels.read(B, T);
      return B.CreateSelect(Which, Yes, Kernels.read(B, T));
    });
  if (!T->isVectorTy())
    return;
  Kernels.add([&](IRBuilder<> &B) {
    return B.CreateExtractElement(Kernels.read(B, T), uint64_t(1));
  });
  Kernels.add([&](IRBuilder<> &B) {
    Value *Whole = Kernels.read(B, T);
    return B.CreateInsertElement(Whole, Kernels.read(B, T->getScalarType()),
                                 uint64_t(0));
  });
  Kernels.add([&](IRBuilder<> &B) {
    Value *First = Kernels.read(B, T);
    return B.CreateShuffleVector(First, Kernels.read(B, T), {1, 2});
  });
}

void addComparison(ChipKernels &Kernels, Type *T, CmpInst::Predicate P) {
  Kernels.add([&](IRBuilder<> &B) {
    Value *A = Kernels.read(B, T);
    return B.CreateCmp(P, A, Kernels.read(B, T));
  });
}

void addBinary(ChipKernels &Kernels, Type *T, Instruction::BinaryOps Op) {
  Kernels.add([&](IRBuilder<> &B) {
    Value *A = Kernels.read(B, T);
    return B.CreateBinOp(Op, A, Kernels.read(B, T));
  });
}

void addByConstant(ChipKernels &Kernels, Type *T, Instruction::BinaryOps Op,
                   uint64_t Constant) {
  Kernels.add([&](IRBuilder<> &B) {
    return B.CreateBinOp(Op, Kernels.read(B, T), ConstantInt::get(T, Constant));
  });
}

void addIntegers(ChipKernels &Kernels, Type *T) {
  addMoves(Kernels, T);
  for (CmpInst::Predicate P : CmpInst::ICmpPredicates())
    addComparison(Kernels, T, P);
  for (auto Op : {Instruction::And, Instruction::Or, Instruction::Xor,
                  Instruction::Add, Instruction::Sub})
    addBinary(Kernels, T, Op);
}

void addArithmetic(ChipKernels &Kernels, Type *T) {
  unsigned Bits = T->getIntegerBitWidth();
  for (auto Op : {Instruction::Mul, Instruction::Shl, Instruction::LShr,
                  Instruction::AShr}) {
    addBinary(Kernels, T, Op);
    addByConstant(Kernels, T, Op, Bits - 1);
  }
  for (auto Op : {Instruction::UDiv, Instruction::SDiv, Instruction::URem,
                  Instruction::SRem})
    if (Bits > 3 && Bits <= 32)
      addByConstant(Kernels, T, Op, 5);
  for (auto Op : {Instruction::ZExt, Instruction::SExt})
    if (Bits < 64)
      Kernels.add([&](IRBuilder<> &B) {
        return B.CreateCast(Op, Kernels.read(B, T), Kernels.integer(64));
      });
  for (unsigned Narrow : {1, 16, 24, 48})
    if (Narrow < Bits)
      Kernels.add([&](IRBuilder<> &B) {
        return B.CreateTrunc(Kernels.read(B, T), Kernels.integer(Narrow));
      });
}

/// A switch, and a phi of what it led to.
void addSwitch(ChipKernels &Kernels, Type *T) {
  Kernels.add([&](IRBuilder<> &B) {
    Value *On = Kernels.read(B, T);
    Function *F = B.GetInsertBlock()->getParent();
    auto *Join = BasicBlock::Create(F->getContext(), "join", F);
    SwitchInst *Switch = B.CreateSwitch(On, Join);
    IRBuilder<> Other(Join);
    PHINode *Result = Other.CreatePHI(T, 2);
    Result->addIncoming(On, B.GetInsertBlock());
    for (uint64_t Case : {0, 1}) {
      auto *Block = BasicBlock::Create(F->getContext(), "case", F);
      Switch->addCase(cast<ConstantInt>(ConstantInt::get(T, Case)), Block);
      B.SetInsertPoint(Block);
      Value *V = Kernels.read(B, T);
      B.CreateBr(Join);
      Result->addIncoming(V, Block);
    }
    B.SetInsertPoint(Join);
    return Result;
  });
}

void expectCompiled(const ChipKernels &Kernels, const abi::Chip &Chip) {
  for (unsigned Level : {0, 3})
    EXPECT_EQ(Kernels.compile(Level), "")
        << "on " << Chip.Name << " at -O" << Level;
}

TEST(Instructions, IntegersOnEveryChip) {
  for (const abi::Chip *Chip : abi::targetChips()) {
    ChipKernels Kernels(*Chip);
    for (Type *T : Kernels.integers()) {
      addIntegers(Kernels, T);
      addArithmetic(Kernels, T);
      addSwitch(Kernels, T);
    }
    expectCompiled(Kernels, *Chip);
  }
}

TEST(Instructions, VectorsOnEveryChip) {
  for (const abi::Chip *Chip : abi::targetChips()) {
    ChipKernels Kernels(*Chip);
    for (Type *T : Kernels.vectorsOfIntegers())
      addIntegers(Kernels, T);
    expectCompiled(Kernels, *Chip);
  }
}

TEST(Instructions, FloatsOnEveryChip) {
  for (const abi::Chip *Chip : abi::targetChips()) {
    ChipKernels Kernels(*Chip);
    for (Type *T : Kernels.floats()) {
      addMoves(Kernels, T);
      for (CmpInst::Predicate P : CmpInst::FCmpPredicates())
        addComparison(Kernels, T, P);
      Kernels.add(
          [&](IRBuilder<> &B) { return B.CreateFNeg(Kernels.read(B, T)); });
    }
    expectCompiled(Kernels, *Chip);
  }
}

} // namespace
} // namespace heddle
