//===- WideInt.cpp - 64-bit arithmetic from 32-bit pieces -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WideInt.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include <cassert>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle {

WideIntBuilder::WideIntBuilder(Instruction &Before,
                               SmallVectorImpl<Instruction *> &Created)
    : Place(Before),
      B(Before.getContext(), InstSimplifyFolder(Before.getDataLayout()),
        IRBuilderCallbackInserter(
            [&Created](Instruction *I) { Created.push_back(I); })) {
  B.SetInsertPoint(&Before);
  I32 = B.getInt32Ty();
  I64 = B.getInt64Ty();
}

//===----------------------------------------------------------------------===//
// Halves
//===----------------------------------------------------------------------===//

Value *WideIntBuilder::low(Value *A) { return B.CreateTrunc(A, I32); }

/// The upper half; a constant zero when that is known.
Value *WideIntBuilder::high(Value *A) {
  KnownBits Known = computeKnownBits(A, Place.getDataLayout());
  if (Known.countMinLeadingZeros() >= 32)
    return B.getInt32(0);
  return B.CreateTrunc(B.CreateLShr(A, 32), I32);
}

Value *WideIntBuilder::join(Value *Low, Value *High) {
  assert(Low->getType() == I32 && High->getType() == I32 && "halves are words");
  return B.CreateOr(B.CreateShl(B.CreateZExt(High, I64), 32),
                    B.CreateZExt(Low, I64));
}

//===----------------------------------------------------------------------===//
// Multiplication
//===----------------------------------------------------------------------===//

/// The whole product of two 32-bit numbers.
Value *WideIntBuilder::wideMul(Value *A, Value *C) {
  assert(A->getType() == I32 && C->getType() == I32 && "factors are words");
  if (match(A, m_Zero()) || match(C, m_Zero()))
    return B.getInt64(0);
  Value *High = B.CreateIntrinsic(Intrinsic::nvvm_mulhi_ui, {}, {A, C});
  return join(B.CreateMul(A, C), High);
}

/// The word that \p A extends by its sign; null if there is none. Of an upper
/// half that is extended InstCombine makes a shift of the whole.
Value *WideIntBuilder::signExtendedWord(Value *A) {
  Value *Word, *Whole;
  uint64_t Count;
  if (match(A, m_SExt(m_Value(Word))) && Word->getType() == I32)
    return Word;
  if (match(A, m_AShr(m_Value(Whole), m_ConstantInt(Count))) && Count >= 32)
    return B.CreateAShr(high(Whole), Count - 32);
  return nullptr;
}

Value *WideIntBuilder::mul(Value *A, Value *C) {
  if (auto *Constant = dyn_cast<ConstantInt>(C);
      Constant && Constant->getValue().isPowerOf2())
    return B.CreateShl(A, Constant->getValue().logBase2());
  // mul.wide.s32.
  if (Value *A32 = signExtendedWord(A)) {
    Value *C32 = signExtendedWord(C);
    if (auto *Constant = dyn_cast<ConstantInt>(C);
        Constant && Constant->getValue().isSignedIntN(32))
      C32 = low(C);
    if (C32) {
      Value *High = B.CreateIntrinsic(Intrinsic::nvvm_mulhi_i, {}, {A32, C32});
      return join(B.CreateMul(A32, C32), High);
    }
  }
  Value *ALow = low(A), *CLow = low(C);
  Value *AHigh = high(A), *CHigh = high(C);
  Value *High = B.CreateIntrinsic(Intrinsic::nvvm_mulhi_ui, {}, {ALow, CLow});
  High = B.CreateAdd(High, B.CreateMul(ALow, CHigh));
  High = B.CreateAdd(High, B.CreateMul(AHigh, CLow));
  return join(B.CreateMul(ALow, CLow), High);
}

/// Schoolbook; no partial sum exceeds 64 bits.
Value *WideIntBuilder::mulHiUnsigned(Value *A, Value *C) {
  assert(A->getType() == I64 && C->getType() == I64 &&
         "factors are pairs of words");
  Value *ALow = low(A), *CLow = low(C);
  Value *AHigh = high(A), *CHigh = high(C);
  Value *Carry = B.CreateIntrinsic(Intrinsic::nvvm_mulhi_ui, {}, {ALow, CLow});
  Value *Middle = B.CreateAdd(wideMul(ALow, CHigh), B.CreateZExt(Carry, I64));
  Value *Other =
      B.CreateAdd(wideMul(AHigh, CLow), B.CreateZExt(low(Middle), I64));
  Value *Sum = B.CreateAdd(wideMul(AHigh, CHigh), B.CreateLShr(Middle, 32));
  return B.CreateAdd(Sum, B.CreateLShr(Other, 32));
}

/// A negative factor counts as itself plus 2^64 above; that is taken back.
Value *WideIntBuilder::mulHiSigned(Value *A, Value *C) {
  Value *Zero = B.getInt64(0);
  Value *Result = mulHiUnsigned(A, C);
  Value *IfA = B.CreateSelect(B.CreateICmpSLT(A, Zero), C, Zero);
  Value *IfC = B.CreateSelect(B.CreateICmpSLT(C, Zero), A, Zero);
  return B.CreateSub(B.CreateSub(Result, IfA), IfC);
}

//===----------------------------------------------------------------------===//
// Shifts
//===----------------------------------------------------------------------===//

Value *WideIntBuilder::shl32(Value *A, Value *Count) {
  return B.CreateSelect(B.CreateICmpULT(Count, B.getInt32(32)),
                        B.CreateShl(A, Count), B.getInt32(0));
}

Value *WideIntBuilder::lshr32(Value *A, Value *Count) {
  return B.CreateSelect(B.CreateICmpULT(Count, B.getInt32(32)),
                        B.CreateLShr(A, Count), B.getInt32(0));
}

Value *WideIntBuilder::ashr32(Value *A, Value *Count) {
  Value *Last = B.getInt32(31);
  return B.CreateAShr(A, B.CreateBinaryIntrinsic(Intrinsic::umin, Count, Last));
}

// A count below 0 is a huge one, whose clamped shift gives zero: of the three
// terms of the mixed half at most two are not zero.

Value *WideIntBuilder::shl(Value *A, Value *Count) {
  Value *N = low(Count);
  Value *FromLow = lshr32(low(A), B.CreateSub(B.getInt32(32), N));
  Value *Moved = shl32(low(A), B.CreateSub(N, B.getInt32(32)));
  Value *High = B.CreateOr(B.CreateOr(shl32(high(A), N), FromLow), Moved);
  return join(shl32(low(A), N), High);
}

Value *WideIntBuilder::lshr(Value *A, Value *Count) {
  Value *N = low(Count);
  Value *FromHigh = shl32(high(A), B.CreateSub(B.getInt32(32), N));
  Value *Moved = lshr32(high(A), B.CreateSub(N, B.getInt32(32)));
  Value *Low = B.CreateOr(B.CreateOr(lshr32(low(A), N), FromHigh), Moved);
  return join(Low, lshr32(high(A), N));
}

Value *WideIntBuilder::ashr(Value *A, Value *Count) {
  Value *N = low(Count);
  Value *FromHigh = shl32(high(A), B.CreateSub(B.getInt32(32), N));
  Value *Mixed = B.CreateOr(lshr32(low(A), N), FromHigh);
  Value *Moved = ashr32(high(A), B.CreateSub(N, B.getInt32(32)));
  Value *IsShort = B.CreateICmpULT(N, B.getInt32(32));
  return join(B.CreateSelect(IsShort, Mixed, Moved), ashr32(high(A), N));
}

Value *WideIntBuilder::funnelLeft(Value *High, Value *Low, Value *Count) {
  if (uint64_t N; match(Count, m_ConstantInt(N)) && N % 64 != 0)
    return B.CreateOr(B.CreateShl(High, N % 64),
                      B.CreateLShr(Low, 64 - N % 64));
  Value *N = B.CreateAnd(Count, 63);
  Value *Rest = B.CreateXor(N, B.getInt64(63));
  return B.CreateOr(B.CreateShl(High, N),
                    B.CreateLShr(B.CreateLShr(Low, 1), Rest));
}

Value *WideIntBuilder::funnelRight(Value *High, Value *Low, Value *Count) {
  if (uint64_t N; match(Count, m_ConstantInt(N)) && N % 64 != 0)
    return B.CreateOr(B.CreateLShr(Low, N % 64),
                      B.CreateShl(High, 64 - N % 64));
  Value *N = B.CreateAnd(Count, 63);
  Value *Rest = B.CreateXor(N, B.getInt64(63));
  return B.CreateOr(B.CreateLShr(Low, N),
                    B.CreateShl(B.CreateShl(High, 1), Rest));
}

//===----------------------------------------------------------------------===//
// The rest
//===----------------------------------------------------------------------===//

Value *WideIntBuilder::abs(Value *A) {
  return B.CreateSelect(B.CreateICmpSLT(A, B.getInt64(0)), B.CreateNeg(A), A);
}

Value *WideIntBuilder::choose(CmpInst::Predicate P, Value *A, Value *C) {
  return B.CreateSelect(B.CreateICmp(P, A, C), A, C);
}

Value *WideIntBuilder::addSaturating(Value *A, Value *C) {
  Value *Sum = B.CreateAdd(A, C);
  return B.CreateSelect(B.CreateICmpULT(Sum, A), B.getInt64(~uint64_t(0)), Sum);
}

Value *WideIntBuilder::subSaturating(Value *A, Value *C) {
  return B.CreateSelect(B.CreateICmpULT(A, C), B.getInt64(0),
                        B.CreateSub(A, C));
}

Value *WideIntBuilder::byteSwap(Value *A) {
  return join(B.CreateUnaryIntrinsic(Intrinsic::bswap, high(A)),
              B.CreateUnaryIntrinsic(Intrinsic::bswap, low(A)));
}

} // namespace heddle
