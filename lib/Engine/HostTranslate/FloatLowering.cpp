//===- FloatLowering.cpp - f32 sums and products in host code -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Why a mad is right whose factors are zero or of a magnitude in the middle:
// the product is zero or within the range of f32, so that the host, which knows
// no other, cuts and rounds it as the chip does.
//
// And one whose addend is, and whose sum is not large: a product below the
// range of f32, which the host loses, is less than a quarter of the addend's
// last place, and before a zero the chip rounds it to zero, too. A product
// above the range, which the host cuts to the largest number or makes an
// infinity, would show in the sum. Not on AArch64: it takes a product for zero
// that rounds up to 2^-126, which the chip keeps before a zero.
//
//===----------------------------------------------------------------------===//

#include "FloatLowering.h"
#include "HostState.h"
#include "heddle/ABI/FloatOps.inc"
#include "heddle/ABI/IeeeOps.inc"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicsX86.h"
#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

using namespace llvm;
using namespace heddle::sm;

namespace heddle::hosttranslate {

constexpr uint32_t SignBit = uint32_t(1) << 31;

FloatLowering::FloatLowering(IRBuilder<> &Builder, Function &Kernel,
                             FixedVectorType *OfChunks)
    : B(Builder), F(Kernel), ChunkTy(OfChunks),
      FloatTy(FixedVectorType::get(Builder.getFloatTy(),
                                   OfChunks->getNumElements())),
      IsForAArch64(isForAArch64(*Kernel.getParent())),
      IsForX86(isForX86(*Kernel.getParent())) {}

void FloatLowering::startBlock(ArrayRef<const DecodedInst *> Block) {
  Uses.clear();
  // By register: the mads that have what it holds for a factor.
  DenseMap<unsigned, SmallVector<std::pair<const DecodedInst *, unsigned>, 4>>
      Factors;
  auto Finish = [&](ArrayRef<std::pair<const DecodedInst *, unsigned>> Same) {
    for (auto [I, N] : Same)
      Uses[I][N] = unsigned(Same.size());
  };
  for (const DecodedInst *I : Block) {
    if (I->is(FloatOp::Mad))
      for (unsigned N = 0; N != 2; ++N)
        if (I->Src[N].Base == WarpRows)
          Factors[I->Src[N].Row].push_back({I, N});
    Finish(std::exchange(Factors[I->DstRow], {}));
  }
  for (const auto &[Row, Same] : Factors)
    Finish(Same);
}

bool FloatLowering::takesIeee(const DecodedInst &I) const {
  const bool HasFma = FloatTy->getNumElements() >= 8 || IsForAArch64;
  // A host of another kind may not have IEEE's floats. AArch64 takes a result
  // for tiny before it rounds.
  if ((!IsForX86 && !IsForAArch64) || (I.is(IeeeOp::Fma) && !HasFma) ||
      (IsForAArch64 && I.has(FlushDenormals)))
    return false;
  return !I.has(Saturate) &&
         all_of(I.Src, [](const Source &From) { return !From.Shift; });
}

/// Whether \p I is a sum or a product of tx1.
static bool isIeee(const DecodedInst &I) {
  return I.is(IeeeOp::Add) || I.is(IeeeOp::Mul) || I.is(IeeeOp::Fma);
}

bool FloatLowering::takes(const DecodedInst &I) const {
  if (isIeee(I))
    return takesIeee(I);
  // Products of SSE2's vectors cannot be cut so easily.
  if (FloatTy->getNumElements() < 8 && !IsForAArch64)
    return false;
  if (!I.is(FloatOp::AddRN) && !I.is(FloatOp::MulRN) && !I.is(FloatOp::Mad))
    return false;
  return !(I.Flags & (WritesCondition | Saturate)) &&
         all_of(I.Invert, [](uint32_t V) { return !(V & ~SignBit); }) &&
         all_of(I.Src, [](const Source &From) { return !From.Shift; }) &&
         !I.DstShift;
}

Value *FloatLowering::negated(Value *V) {
  return B.CreateXor(V, ConstantInt::get(V->getType(), SignBit));
}

Value *FloatLowering::appendSum(Value *X, Value *Y, bool NegX, bool NegY) {
  if (NegX && NegY)
    X = negated(X);
  Value *Fx = asFloat(X), *Fy = asFloat(Y);
  return asBits(NegY   ? B.CreateFSub(Fx, Fy)
                : NegX ? B.CreateFSub(Fy, Fx)
                       : B.CreateFAdd(Fx, Fy));
}

Value *FloatLowering::appendProduct(Value *X, Value *Y) {
  if (!IsForAArch64)
    return asBits(B.CreateFMul(asFloat(X), asFloat(Y)));
  // As product() of FloatArithmetic.h: a product that is tiny before rounding
  // and not behind it is the least normal number.
  constexpr uint32_t Shift = 64 << 23, MinNormal = 1 << 23;
  auto Word = [&](uint32_t V) { return ConstantInt::get(ChunkTy, V); };
  Value *Larger =
      B.CreateFMul(asFloat(X), ConstantFP::get(FloatTy, std::ldexp(1.0, 64)));
  Value *Scaled = asBits(B.CreateFMul(Larger, asFloat(Y)));
  Value *Raised = B.CreateICmpEQ(B.CreateAnd(Scaled, Word(~SignBit)),
                                 Word(MinNormal + Shift));
  return B.CreateSelect(Raised, B.CreateSub(Scaled, Word(Shift)),
                        asBits(B.CreateFMul(asFloat(X), asFloat(Y))));
}

Value *FloatLowering::appendCut(Value *X, Value *Y, Value *Round) {
  assert((ChunkTy->getNumElements() >= 8 || IsForAArch64) &&
         "SSE2 has no fused product to cut with");
  Value *Fx = asFloat(X), *Fy = asFloat(Y);
  if (ChunkTy->getNumElements() == 16) {
    // The modes are part of AVX-512's instructions: to nearest and toward zero,
    // and without a word about what is not exact.
    auto Multiply = [&](unsigned Mode) {
      return asBits(B.CreateIntrinsic(FloatTy, Intrinsic::x86_avx512_mul_ps_512,
                                      {Fx, Fy, B.getInt32(Mode)}));
    };
    Value *Cut = Multiply(3 | 8);
    // The product and the choice become one instruction of some lanes.
    return B.CreateSelect(Round, Multiply(0 | 8), Cut);
  }
  Value *Product = B.CreateFMul(Fx, Fy);
  Function *Fma = Intrinsic::getDeclaration(
      F.getParent(), Intrinsic::experimental_constrained_fma, {FloatTy});
  Value *Bits = asBits(Product);
  Value *Rest =
      asBits(B.CreateConstrainedFPCall(Fma, {Fx, Fy, asFloat(negated(Bits))}));
  // The rest is exact. One unit less where it and the product have different
  // signs, but not where there is no rest, which is +0.
  Value *Away;
  if (IsForAArch64) {
    Value *Differs = B.CreateICmpSLT(B.CreateXor(Bits, Rest),
                                     Constant::getNullValue(ChunkTy));
    Value *IsThere = B.CreateICmpNE(Rest, Constant::getNullValue(ChunkTy));
    Away = B.CreateSExt(B.CreateAnd(Differs, IsThere), ChunkTy);
  } else {
    Away = B.CreateAShr(
        B.CreateIntrinsic(ChunkTy, Intrinsic::x86_avx2_psign_d, {Bits, Rest}),
        31);
  }
  return B.CreateAdd(Bits, FloatDoubts::clear(B, Round, Away));
}

unsigned FloatLowering::costOf(const DecodedInst &I, unsigned N, Value *V,
                               const FloatDoubts &Doubts) const {
  constexpr unsigned PerVector = 4 * 16;
  if (Doubts.expectsMiddle(V))
    return 0;
  // One word for all lanes costs one test.
  if (getSplatValue(V))
    return PerVector / 4;
  auto Found = Uses.find(&I);
  const unsigned Count = Found == Uses.end() ? 1 : Found->second[N];
  return PerVector / std::max(Count, 1u);
}

Value *FloatLowering::appendMad(const DecodedInst &I, ArrayRef<Value *> Sources,
                                FloatDoubts &Doubts) {
  constexpr unsigned OfAddend = 5 * 16 + 8;
  assert(Sources.size() == 3 && "a mad has two factors and an addend");
  Value *X = Sources[0], *Y = Sources[1], *Z = Sources[2];
  // AArch64 takes some products for zero that the chip, before a zero addend,
  // does not.
  const bool LooksAtFactors =
      IsForAArch64 ||
      (X == Y ? 0 : costOf(I, 0, X, Doubts)) + costOf(I, 1, Y, Doubts) <=
          OfAddend;
  Value *R = appendSum(appendCut(X, Y, Doubts.zerosOf(Z)), Z, I.Invert[0],
                       I.Invert[1]);
  if (LooksAtFactors) {
    Doubts.expectMiddle(X);
    Doubts.expectMiddle(Y);
    Doubts.passesOn(Z);
    Doubts.expectNumber(R);
  } else {
    Doubts.expectMiddle(Z);
    Doubts.passesOn(X);
    Doubts.passesOn(Y);
    Doubts.expectNotLarge(R);
  }
  return R;
}

Value *FloatLowering::appendIeee(const DecodedInst &I,
                                 ArrayRef<Value *> Sources) {
  // Bit 0 of the signs is the first operand's, bit 1 the last one's.
  const unsigned Signs = I.Sub[0];
  Value *X = Sources[0], *Last = Sources.back();
  if (I.is(IeeeOp::Add))
    return appendSum(X, Last, Signs & 1, Signs & 2);
  if (I.is(IeeeOp::Mul)) {
    const bool IsNegated = Signs == 1 || Signs == 2;
    return asBits(
        B.CreateFMul(asFloat(IsNegated ? negated(X) : X), asFloat(Last)));
  }
  Function *Fma = Intrinsic::getDeclaration(
      F.getParent(), Intrinsic::experimental_constrained_fma, {FloatTy});
  return asBits(B.CreateConstrainedFPCall(
      Fma, {asFloat(Signs & 1 ? negated(X) : X), asFloat(Sources[1]),
            asFloat(Signs & 2 ? negated(Last) : Last)}));
}

Value *FloatLowering::append(const DecodedInst &I, ArrayRef<Value *> Sources,
                             FloatDoubts &Doubts) {
  IRBuilderBase::FastMathFlagGuard Guard(B);
  assert(takes(I) && Sources.size() >= 2 && "a handler does others");
  assert(all_of(Sources, [&](Value *V) { return V->getType() == ChunkTy; }) &&
         "each source is a vector of words");
  FloatDoubts::constrain(B);
  if (I.is(FloatOp::Mad))
    return appendMad(I, Sources, Doubts);
  Value *X = Sources[0], *Y = Sources[1], *R;
  if (isIeee(I))
    R = appendIeee(I, Sources);
  else if (I.is(FloatOp::AddRN))
    R = appendSum(X, Y, I.Invert[0], I.Invert[1]);
  else
    R = appendProduct(I.Invert[0] != I.Invert[1] ? negated(X) : X, Y);
  for (Value *Source : Sources)
    Doubts.passesOn(Source);
  Doubts.expectNumber(R);
  return R;
}

} // namespace heddle::hosttranslate
