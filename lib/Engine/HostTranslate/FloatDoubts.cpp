//===- FloatDoubts.cpp - What host code takes for granted of f32 ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FloatDoubts.h"
#include "HostState.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicsX86.h"

using namespace llvm;

namespace heddle::hosttranslate {

constexpr uint32_t ExponentBits = 0xff << 23;

/// Twice the bits of 2^\p Exponent.
static constexpr uint32_t twicePower(int Exponent) {
  return uint32_t(127 + Exponent) << 24;
}
/// Products have to be below 2^128.
constexpr uint32_t TwiceHighest = twicePower(64);
/// They must not be below 2^-126, and with less than AVX-512, where they are
/// cut by what a fused multiply-add says was lost, neither must that: it is a
/// multiple of the product of both last places, 2^-46 of a product's magnitude.
static uint32_t twiceLowest(const FixedVectorType *ChunkTy) {
  return ChunkTy->getNumElements() == 16 ? twicePower(-63) : twicePower(-40);
}

void FloatDoubts::startBlock() {
  assert(!pending() && !OfVectors.High && !OfWords.High && "nobody looked");
  Middle.clear();
  Zeros.clear();
}

bool FloatDoubts::isConstantMiddle(const Value *V) const {
  const auto *C = dyn_cast<Constant>(V);
  if (!C)
    return false;
  for (unsigned N = 0; N != ChunkTy->getNumElements(); ++N) {
    const auto *Word = dyn_cast_or_null<ConstantInt>(C->getAggregateElement(N));
    if (!Word)
      return false;
    const uint32_t Twice = uint32_t(Word->getZExtValue()) << 1;
    if (Twice && (Twice < twiceLowest(ChunkTy) || Twice >= TwiceHighest))
      return false;
  }
  return true;
}

bool FloatDoubts::expectsMiddle(const Value *V) const {
  return Middle.contains(V) || isConstantMiddle(V);
}

Value *FloatDoubts::zerosOf(Value *V) {
  Value *&Found = Zeros[V];
  if (Found)
    return Found;
  // A comparison as f32 may become one of all bits: LLVM does not know that the
  // host takes denormal numbers for zero. 8 lanes are those of AVX2.
  if (auto *FloatTy =
          FixedVectorType::get(B.getFloatTy(), ChunkTy->getNumElements());
      FloatTy->getNumElements() == 8 && !isa<Constant>(V)) {
    Value *Equal =
        B.CreateIntrinsic(FloatTy, Intrinsic::x86_avx_cmp_ps_256,
                          {B.CreateBitCast(V, FloatTy),
                           Constant::getNullValue(FloatTy), B.getInt8(0)});
    return Found = B.CreateBitCast(Equal, ChunkTy);
  }
  Found =
      B.CreateICmpEQ(B.CreateAnd(V, ConstantInt::get(ChunkTy, ExponentBits)),
                     Constant::getNullValue(ChunkTy));
  return Found;
}

Value *FloatDoubts::clear(IRBuilderBase &B, Value *IsZero, Value *V) {
  return IsZero->getType() == V->getType()
             ? B.CreateAnd(V, B.CreateNot(IsZero))
             : B.CreateSelect(IsZero, Constant::getNullValue(V->getType()), V);
}

void FloatDoubts::constrain(IRBuilderBase &B) {
  B.setIsFPConstrained(true);
  B.setDefaultConstrainedRounding(llvm::RoundingMode::Dynamic);
  B.setDefaultConstrainedExcept(fp::ebIgnore);
}

void FloatDoubts::widen(Bounds &All, Value *V, bool Low) {
  Value *Twice = B.CreateShl(V, 1);
  All.High = All.High
                 ? B.CreateBinaryIntrinsic(Intrinsic::umax, All.High, Twice)
                 : Twice;
  if (!Low)
    return;
  Value *Less = B.CreateSub(Twice, ConstantInt::get(V->getType(), 1));
  All.Low =
      All.Low ? B.CreateBinaryIntrinsic(Intrinsic::umin, All.Low, Less) : Less;
}

Value *FloatDoubts::isBeyond(const Bounds &All) const {
  if (!All.High)
    return nullptr;
  Type *Ty = All.High->getType();
  Value *Beyond = B.CreateICmpUGE(All.High, ConstantInt::get(Ty, TwiceHighest));
  if (All.Low)
    Beyond = B.CreateOr(
        Beyond, B.CreateICmpULT(
                    All.Low, ConstantInt::get(Ty, twiceLowest(ChunkTy) - 1)));
  return Beyond;
}

void FloatDoubts::expectMiddle(Value *V) {
  // It is looked at for more than this.
  NotLarge.remove(V);
  Numbers.remove(V);
  if (isConstantMiddle(V) || !Middle.insert(V).second)
    return;
  if (Value *Word = getSplatValue(V))
    widen(OfWords, Word, /*Low=*/true);
  else
    widen(OfVectors, V, /*Low=*/true);
}

Value *FloatDoubts::isNaNOfAny() {
  if (isForAArch64(*B.GetInsertBlock()->getModule())) {
    // Comparisons that keep to an environment LLVM makes lane by lane there.
    constexpr uint32_t TwiceInfinity = 0xff000000;
    Bounds All;
    for (Value *V : Numbers)
      widen(All, V, /*Low=*/false);
    return All.High ? B.CreateICmpUGT(All.High,
                                      ConstantInt::get(ChunkTy, TwiceInfinity))
                    : nullptr;
  }
  auto *FloatTy =
      FixedVectorType::get(B.getFloatTy(), ChunkTy->getNumElements());
  Value *Any = nullptr;
  // One comparison looks at two.
  for (size_t N = 0; N < Numbers.size(); N += 2) {
    Value *First = B.CreateBitCast(Numbers[N], FloatTy);
    Value *Second = N + 1 == Numbers.size()
                        ? First
                        : B.CreateBitCast(Numbers[N + 1], FloatTy);
    Value *Now = B.CreateFCmpUNO(First, Second);
    Any = Any ? B.CreateOr(Any, Now) : Now;
  }
  return Any;
}

Value *FloatDoubts::appendTest() {
  IRBuilderBase::FastMathFlagGuard Guard(B);
  constrain(B);
  for (Value *V : NotLarge)
    widen(OfVectors, V, /*Low=*/false);
  Value *Any = isNaNOfAny();
  if (Value *Beyond = isBeyond(OfVectors))
    Any = Any ? B.CreateOr(Any, Beyond) : Beyond;
  Value *IsBad = Any ? isAnySet(B, Any) : nullptr;
  if (Value *Beyond = isBeyond(OfWords))
    IsBad = IsBad ? B.CreateOr(IsBad, Beyond) : Beyond;
  Numbers.clear();
  NotLarge.clear();
  OfVectors = OfWords = {};
  return IsBad;
}

} // namespace heddle::hosttranslate
