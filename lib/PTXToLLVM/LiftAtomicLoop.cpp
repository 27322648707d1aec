//===- LiftAtomicLoop.cpp - Atomics without an instruction ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Halves and 16-bit words change in their word, as often as it takes until
/// nobody was in between:
///
///   do { old = *word; new = change(old); } while (cas(word, old, new) != old)
///
/// Words of 128 bits are a service of the host.
///
//===----------------------------------------------------------------------===//

#include "LiftCall.h"
#include "LiftMemory.h"
#include <cassert>

using namespace llvm;

namespace heddle {

using namespace ptx;

namespace {
/// A half's format, in the low bits of a word.
struct HalfFormat {
  bool IsBFloat;

  uint32_t infinity() const { return IsBFloat ? 0x7f80 : 0x7c00; }
};
constexpr uint32_t HalfNaN = 0x7fff;
} // namespace

static Value *isNaN(LiftContext &C, HalfFormat F, Value *Bits) {
  Value *Magnitude = C.Builder.CreateAnd(Bits, 0x7fff);
  return C.Builder.CreateICmpUGT(Magnitude, C.Builder.getInt32(F.infinity()));
}

static Value *toFloat(LiftContext &C, HalfFormat F, Value *Bits) {
  assert(Bits->getType()->isIntegerTy(32) && "a half is kept in a word");
  if (!F.IsBFloat)
    return C.op(HeddleOp::H2f, {Bits});
  return C.Builder.CreateBitCast(C.Builder.CreateShl(Bits, 16),
                                 C.Builder.getFloatTy());
}

/// Rounded to nearest even. A sum of halves has no bits that rounding to f32
/// would have lost to the second rounding: 24 >= 2 * 11 + 2.
static Value *fromFloat(LiftContext &C, HalfFormat F, Value *V) {
  assert(V->getType()->isFloatTy() && "halves are computed as f32");
  if (!F.IsBFloat)
    return C.Builder.CreateAnd(C.op(HeddleOp::F2hRn, {V}), 0xffff);
  Value *Bits = C.Builder.CreateBitCast(V, C.Builder.getInt32Ty());
  Value *Odd = C.Builder.CreateAnd(C.Builder.CreateLShr(Bits, 16), 1);
  Value *Bias = C.Builder.CreateAdd(Odd, C.Builder.getInt32(0x7fff));
  return C.Builder.CreateLShr(C.Builder.CreateAdd(Bits, Bias), 16);
}

static Value *addHalves(LiftContext &C, HalfFormat F, Value *A, Value *B) {
  Value *Nearest = C.Builder.getInt32(0);
  Value *Sum = C.op(HeddleOp::IeeeAdd, {toFloat(C, F, A), toFloat(C, F, B),
                                        Nearest, Nearest, Nearest});
  Value *SumBits = C.Builder.CreateBitCast(Sum, C.Builder.getInt32Ty());
  Value *SumIsNaN = C.Builder.CreateICmpUGT(
      C.Builder.CreateAnd(SumBits, 0x7fffffff), C.Builder.getInt32(0x7f800000));
  return C.Builder.CreateSelect(SumIsNaN, C.Builder.getInt32(HalfNaN),
                                fromFloat(C, F, Sum));
}

/// A number whose order as an integer is that of the halves, -0 below +0.
static Value *orderOf(LiftContext &C, Value *Bits) {
  Value *Wide =
      C.Builder.CreateSExt(C.Builder.CreateTrunc(Bits, C.Builder.getInt16Ty()),
                           C.Builder.getInt32Ty());
  Value *Flip = C.Builder.CreateAnd(C.Builder.CreateAShr(Wide, 31), 0x7fff);
  return C.Builder.CreateXor(Wide, Flip);
}

/// The other one for a NaN; NaN of two.
static Value *chooseHalf(LiftContext &C, HalfFormat F, bool IsMin, Value *A,
                         Value *B) {
  Value *OrderA = orderOf(C, A), *OrderB = orderOf(C, B);
  Value *TakesA = IsMin ? C.Builder.CreateICmpSLT(OrderA, OrderB)
                        : C.Builder.CreateICmpSGT(OrderA, OrderB);
  Value *Chosen = C.Builder.CreateSelect(TakesA, A, B);
  Chosen = C.Builder.CreateSelect(isNaN(C, F, A), B, Chosen);
  Value *OfNaN =
      C.Builder.CreateSelect(isNaN(C, F, A), C.Builder.getInt32(HalfNaN), A);
  return C.Builder.CreateSelect(isNaN(C, F, B), OfNaN, Chosen);
}

static Value *combineHalves(LiftContext &C, const Instruction &I, Value *A,
                            Value *B) {
  HalfFormat F{I.type() == ScalarType::BF16 || I.type() == ScalarType::BF16x2};
  Modifier Op = I.modifier(GrpAtomOp);
  assert((Op == ModAdd || Op == ModMin || Op == ModMax) &&
         "halves have no other operation");
  return Op == ModAdd ? addHalves(C, F, A, B)
                      : chooseHalf(C, F, Op == ModMin, A, B);
}

/// Makes the word at \p Pointer what \p New makes of it, as \p I orders it;
/// what it was.
static Value *changeWord(LiftContext &C, const Instruction &I, Value *Pointer,
                         function_ref<Value *(Value *)> New) {
  Type *I32 = C.Builder.getInt32Ty();
  Value *First = C.Builder.CreateAlignedLoad(I32, Pointer, Align(4),
                                             /*isVolatile=*/true);
  BasicBlock *Before = C.Builder.GetInsertBlock();
  BasicBlock *Loop = C.newBlock("change");
  C.startBlock(Loop);
  PHINode *Old = C.Builder.CreatePHI(I32, 2, "old");
  Old->addIncoming(First, Before);
  const AtomicOrdering Order = orderingOf(I);
  Value *Pair = C.Builder.CreateAtomicCmpXchg(
      Pointer, Old, New(Old), Align(4), Order,
      AtomicCmpXchgInst::getStrongestFailureOrdering(Order));
  Value *Seen = C.Builder.CreateExtractValue(Pair, 0);
  Old->addIncoming(Seen, C.Builder.GetInsertBlock());
  BasicBlock *Changed = C.newBlock("changed");
  C.Builder.CreateCondBr(C.Builder.CreateICmpEQ(Seen, Old), Changed, Loop);
  C.Builder.SetInsertPoint(Changed);
  return Old;
}

/// The aligned word that \p Pointer, to 16 bits, is in, and how far up they
/// are.
static std::pair<Value *, Value *> wordOf(LiftContext &C, Value *Pointer) {
  Type *Whole = C.Parent.M.getDataLayout().getIntPtrType(Pointer->getType());
  Value *Address = C.Builder.CreatePtrToInt(Pointer, Whole);
  Value *Word = C.Builder.CreateAnd(Address, ConstantInt::getSigned(Whole, -4));
  Value *Upper = C.Builder.CreateAnd(Address, ConstantInt::get(Whole, 2));
  Value *Shift =
      C.fitBits(C.Builder.CreateShl(Upper, 3), C.Builder.getInt32Ty());
  return {C.Builder.CreateIntToPtr(Word, Pointer->getType()), Shift};
}

static Value *liftPair(LiftContext &C, const Instruction &I, Value *Pointer,
                       Value *A) {
  auto Low = [&](Value *V) { return C.Builder.CreateAnd(V, 0xffff); };
  auto High = [&](Value *V) { return C.Builder.CreateLShr(V, 16); };
  return changeWord(C, I, Pointer, [&](Value *Old) {
    Value *NewLow = combineHalves(C, I, Low(Old), Low(A));
    Value *NewHigh = combineHalves(C, I, High(Old), High(A));
    return C.Builder.CreateOr(NewLow, C.Builder.CreateShl(NewHigh, 16));
  });
}

/// Lifts an atomic on one half, or a compare and swap of it, as one on its
/// word.
static Value *liftHalfWord(LiftContext &C, const Instruction &I, Value *Pointer,
                           Value *A, Value *B) {
  Type *I32 = C.Builder.getInt32Ty(), *I16 = C.Builder.getInt16Ty();
  auto [Word, Shift] = wordOf(C, Pointer);
  // Checkers see by it which half of the word is meant.
  if (C.Parent.Options.Checks)
    C.Builder.CreateAlignedLoad(I16, Pointer, Align(2), /*isVolatile=*/true);
  auto Widen = [&](Value *V) {
    return C.Builder.CreateZExt(C.fitBits(V, I16), I32);
  };
  Value *WideA = Widen(A), *WideB = B ? Widen(B) : nullptr;
  Value *Others = C.Builder.CreateNot(
      C.Builder.CreateShl(C.Builder.getInt32(0xffff), Shift));
  auto Part = [&, Amount = Shift](Value *Old) {
    return C.Builder.CreateAnd(C.Builder.CreateLShr(Old, Amount), 0xffff);
  };
  Value *Old = changeWord(C, I, Word, [&, Amount = Shift](Value *Before) {
    Value *Mine = Part(Before);
    Value *New = B ? C.Builder.CreateSelect(C.Builder.CreateICmpEQ(Mine, WideA),
                                            WideB, Mine)
                   : combineHalves(C, I, Mine, WideA);
    return C.Builder.CreateOr(C.Builder.CreateAnd(Before, Others),
                              C.Builder.CreateShl(New, Amount));
  });
  return C.fitBits(C.Builder.CreateTrunc(Part(Old), I16), A->getType());
}

/// The operands, and behind them the old value, are in memory.
static Value *lift128(LiftContext &C, Value *Pointer, Value *A, Value *B) {
  Type *I128 = C.Builder.getIntNTy(128);
  assert(A->getType() == I128 && (!B || B->getType() == I128) &&
         "operands of 128 bits");
  AllocaInst *Record = C.Frame.allocate(48, 16, "operands");
  auto At = [&](unsigned N) {
    return C.Builder.CreateConstGEP1_32(I128, Record, N);
  };
  C.Builder.CreateAlignedStore(A, At(0), Align(16));
  if (B)
    C.Builder.CreateAlignedStore(B, At(1), Align(16));
  callHost(C,
           B ? abi::HostService::CompareAndSwap128
             : abi::HostService::Exchange128,
           genericAddress(C, Pointer), genericAddress(C, Record));
  return C.Builder.CreateAlignedLoad(I128, At(B ? 2 : 1), Align(16));
}

Value *liftWideOrNarrowAtomic(LiftContext &C, const Instruction &I,
                              Value *Pointer, Value *A, Value *B) {
  if (bitWidth(I.type()) == 128)
    return lift128(C, Pointer, A, B);
  if (bitWidth(I.type()) == 16)
    return liftHalfWord(C, I, Pointer, A, B);
  assert(bitWidth(I.type()) == 32 && !B && "what is left are pairs of halves");
  return liftPair(C, I, Pointer, A);
}

} // namespace heddle
