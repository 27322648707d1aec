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
// infinity, would show in the sum.
//
//===----------------------------------------------------------------------===//

#include "FloatLowering.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicsX86.h"
#include <algorithm>
#include <utility>

using namespace llvm;
using namespace heddle::sm;

namespace heddle::hosttranslate {

constexpr uint32_t SignBit = uint32_t(1) << 31;

FloatLowering::FloatLowering(StateVariables &Vars, IRBuilder<> &Builder,
                             Function &Kernel, const Program &Prog)
    : State(Vars), B(Builder), F(Kernel), P(Prog),
      FloatTy(FixedVectorType::get(Builder.getFloatTy(),
                                   Vars.chunkType()->getNumElements())),
      Doubts(Builder, Vars.chunkType()) {}

void FloatLowering::startBlock(ArrayRef<const DecodedInst *> Block) {
  Doubts.startBlock();
  Registers.clear();
  Uses.clear();
  // By register: the mads that have what it holds for a factor.
  DenseMap<unsigned, SmallVector<std::pair<const DecodedInst *, unsigned>, 4>>
      Factors;
  auto Finish = [&](ArrayRef<std::pair<const DecodedInst *, unsigned>> Same) {
    for (auto [I, N] : Same)
      Uses[I][N] = unsigned(Same.size());
  };
  for (const DecodedInst *I : Block) {
    if (I->Op == Operation::FloatMad)
      for (unsigned N = 0; N != 2; ++N)
        if (I->Src[N].Base == WarpRows)
          Factors[I->Src[N].Row].push_back({I, N});
    Finish(std::exchange(Factors[I->DstRow], {}));
  }
  for (const auto &[Row, Same] : Factors)
    Finish(Same);
}

bool FloatLowering::canDo(const DecodedInst &I) const {
#if defined(__x86_64__)
  // The products of the oldest vectors cannot be cut so easily.
  if (FloatTy->getNumElements() < 8)
    return false;
  if (I.Op != Operation::FloatAddRN && I.Op != Operation::FloatMulRN &&
      I.Op != Operation::FloatMad)
    return false;
  return !(I.Flags & (WritesCondition | Saturate)) &&
         all_of(I.Invert, [](uint32_t V) { return !(V & ~SignBit); }) &&
         all_of(I.Src, [](const Source &From) { return !From.Shift; }) &&
         !I.DstShift;
#else
  (void)I;
  return false;
#endif
}

/// The last store to \p Slot that was written.
static const StoreInst *lastStore(const AllocaInst &Slot) {
  // New users come first.
  for (const User *U : Slot.users())
    if (const auto *S = dyn_cast<StoreInst>(U))
      return S;
  return nullptr;
}

Value *FloatLowering::read(const Source &From, unsigned Chunk, Effects &E) {
  const unsigned Width = FloatTy->getNumElements();
  if (From.Base == ConstantRows)
    return ConstantDataVector::get(
        F.getContext(),
        ArrayRef(P.Constants[From.Row].Words).slice(Chunk * Width, Width));
  const Variable V = State.rowChunk(From.Row, Chunk);
  if (!is_contained(E.Kills, V))
    E.Reads.push_back(V);
  AllocaInst *Slot = State.slot(V, F);
  Known &Register = Registers[V];
  const StoreInst *Last = lastStore(*Slot);
  if (Last && Last->getParent() == B.GetInsertBlock())
    Register = {Last, const_cast<Value *>(Last->getValueOperand())};
  else if (!Register.Held || Register.Store != Last)
    Register = {Last, B.CreateLoad(State.chunkType(), Slot)};
  return Register.Held;
}

void FloatLowering::write(unsigned Row, unsigned Chunk, Value *V, Effects &E) {
  const Variable To = State.rowChunk(Row, Chunk);
  Registers[To] = {B.CreateStore(V, State.slot(To, F)), V};
  E.Kills.push_back(To);
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

Value *FloatLowering::appendSumOf(Value *X, Value *Y, const DecodedInst &I) {
  Value *R = appendSum(X, Y, I.Invert[0], I.Invert[1]);
  Doubts.passesOn(X);
  Doubts.passesOn(Y);
  Doubts.expectNumber(R);
  return R;
}

Value *FloatLowering::appendProduct(Value *X, Value *Y, const DecodedInst &I) {
  Value *R = asBits(B.CreateFMul(
      asFloat(I.Invert[0] != I.Invert[1] ? negated(X) : X), asFloat(Y)));
  Doubts.passesOn(X);
  Doubts.passesOn(Y);
  Doubts.expectNumber(R);
  return R;
}

Value *FloatLowering::appendCut(Value *X, Value *Y, Value *Round) {
  Value *Fx = asFloat(X), *Fy = asFloat(Y);
#if defined(__x86_64__)
  if (FloatTy->getNumElements() == 16) {
    // Toward zero, and without a word about what is not exact.
    Value *Mode = B.getInt32(3 | 8);
    Value *Cut = asBits(B.CreateIntrinsic(
        FloatTy, Intrinsic::x86_avx512_mul_ps_512, {Fx, Fy, Mode}));
    return B.CreateSelect(Round, asBits(B.CreateFMul(Fx, Fy)), Cut);
  }
  Value *Product = B.CreateFMul(Fx, Fy);
  Function *Fma = Intrinsic::getDeclaration(
      F.getParent(), Intrinsic::experimental_constrained_fma, {FloatTy});
  Value *Rest = B.CreateConstrainedFPCall(
      Fma, {Fx, Fy, asFloat(negated(asBits(Product)))});
  // The rest is exact. One unit less where it and the product have different
  // signs; of no rest, which is +0, psign makes 0.
  Value *Bits = asBits(Product);
  Value *Away = B.CreateAShr(B.CreateIntrinsic(State.chunkType(),
                                               Intrinsic::x86_avx2_psign_d,
                                               {Bits, asBits(Rest)}),
                             31);
  return B.CreateAdd(Bits, Doubts.clear(Round, Away));
#else
  (void)Round;
  llvm_unreachable("canDo() says no");
#endif
}

unsigned FloatLowering::costOf(const DecodedInst &I, unsigned N,
                               Value *V) const {
  constexpr unsigned PerVector = 4 * 16;
  if (Doubts.expectsMiddle(V))
    return 0;
  // Of one word for all.
  if (getSplatValue(V))
    return PerVector / 4;
  auto Found = Uses.find(&I);
  const unsigned Count = Found == Uses.end() ? 1 : Found->second[N];
  return PerVector / std::max(Count, 1u);
}

Value *FloatLowering::appendMad(Value *X, Value *Y, Value *Z,
                                const DecodedInst &I) {
  constexpr unsigned OfAddend = 5 * 16 + 8;
  const bool LooksAtFactors =
      (X == Y ? 0 : costOf(I, 0, X)) + costOf(I, 1, Y) <= OfAddend;
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

bool FloatLowering::append(const DecodedInst &I, Effects &E) {
  if (!canDo(I))
    return false;
  IRBuilderBase::FastMathFlagGuard Guard(B);
  B.setIsFPConstrained(true);
  B.setDefaultConstrainedRounding(llvm::RoundingMode::Dynamic);
  B.setDefaultConstrainedExcept(fp::ebIgnore);
  for (unsigned C = 0; C != State.chunks(); ++C) {
    Value *X = read(I.Src[0], C, E), *Y = read(I.Src[1], C, E);
    Value *R = I.Op == Operation::FloatMad
                   ? appendMad(X, Y, read(I.Src[2], C, E), I)
               : I.Op == Operation::FloatAddRN ? appendSumOf(X, Y, I)
                                               : appendProduct(X, Y, I);
    write(I.DstRow, C, R, E);
  }
  return true;
}

Value *FloatLowering::appendTest() {
  IRBuilderBase::FastMathFlagGuard Guard(B);
  B.setIsFPConstrained(true);
  B.setDefaultConstrainedRounding(llvm::RoundingMode::Dynamic);
  B.setDefaultConstrainedExcept(fp::ebIgnore);
  return Doubts.appendTest();
}

} // namespace heddle::hosttranslate
