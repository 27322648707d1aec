//===- OriginAnalysis.cpp - Where integers come from ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OriginAnalysis.h"
#include "LocalSlots.h"
#include "heddle/ABI/AddressSpace.h"
#include "heddle/Intrinsics/FunctionAttributes.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include <cassert>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle {

unsigned OriginAnalysis::bytesOf(const Type *T) {
  assert(T->isSized() && "a value in no register");
  if (T->isPointerTy())
    return WordBytes;
  return T->getPrimitiveSizeInBits().getFixedValue() / 8;
}

/// A value of type \p T that comes from where nothing is known of. Narrow ones
/// and floats are taken for data.
Origin OriginAnalysis::fromMemory(const Type *T) const {
  const Type *Element = T->getScalarType();
  bool MayBeAddress =
      !Element->isFloatingPointTy() && bytesOf(Element) >= AddressBytes;
  return MayBeAddress ? Origin::Loaded : Origin::Index;
}

Origin OriginAnalysis::addressIn(unsigned AddressSpace, const Type *T) {
  Origin Whole = Origin::space(AddressSpace);
  return T->getScalarSizeInBits() < WordBits ? pieceOf(Whole) : Whole;
}

Origin OriginAnalysis::of(const Value *V) const {
  if (isa<Instruction>(V))
    return Origins.lookup(V);
  if (auto *Arg = dyn_cast<Argument>(V)) {
    if (Arg->getType()->isPointerTy())
      return Origin::space(Arg->getType()->getPointerAddressSpace());
    return bytesOf(Arg->getType()) >= AddressBytes ? Origin::Argument
                                                   : Origin::Index;
  }
  auto *Expr = dyn_cast<ConstantExpr>(V);
  if (!Expr)
    return Origin::Number;
  if (Expr->getOpcode() == Instruction::PtrToInt)
    return addressIn(Expr->getOperand(0)->getType()->getPointerAddressSpace(),
                     Expr->getType());
  if (Expr->getOpcode() == Instruction::Sub)
    return difference(of(Expr->getOperand(0)), of(Expr->getOperand(1)));
  Origin Result = Origin::Number;
  for (const Use &Operand : Expr->operands())
    Result = sum(Result, of(Operand));
  return Result;
}

/// Computed from operands, and no sum: no address, but perhaps one in disguise.
Origin OriginAnalysis::mixed(const Instruction &I) const {
  Origin All;
  for (const Value *Operand : I.operands()) {
    Origin O = of(Operand);
    if (O.empty())
      return O;
    All |= O;
  }
  return pieceOf(All);
}

/// The origin of a masked address: an aligned address, its low bits, which are
/// an offset, its high word, or all but a gap that something else fills.
Origin OriginAnalysis::masked(const Instruction &I) const {
  assert(I.getOpcode() == Instruction::And && "a mask is an and");
  const APInt *Mask;
  if (!match(I.getOperand(1), m_APInt(Mask))) {
    Origin Left = of(I.getOperand(0)), Right = of(I.getOperand(1));
    if (Left.isAddress() || Right.isAddress())
      return Left.empty() || Right.empty() ? Origin() : Origin::Unclear;
    return sum(Left, Right);
  }
  Origin Left = of(I.getOperand(0));
  bool KeepsTop = Mask->getBitWidth() >= WordBits &&
                  Mask->extractBits(WordBits, 0).isSignBitSet();
  if (KeepsTop || Left.empty())
    return Left;
  bool HasGap = Mask->getBitWidth() > WordBits &&
                Mask->getActiveBits() > WordBits &&
                !Mask->extractBits(WordBits, 0).isZero();
  return HasGap ? pieceOf(Left) : Origin::Index;
}

Origin OriginAnalysis::shifted(const Instruction &I) const {
  assert(I.isShift() && "shifted by no shift");
  const Value *Inner;
  const APInt *Count, *Back;
  if (!match(I.getOperand(1), m_APInt(Count)))
    return mixed(I);
  // The high word says nothing of an address.
  if (I.getOpcode() != Instruction::Shl && Count->uge(WordBits))
    if (!match(I.getOperand(0), m_Shl(m_Value(), m_Value())))
      return of(I.getOperand(0)).empty() ? Origin() : Origin::Index;
  // Up and down again: an extension.
  if (I.getOpcode() != Instruction::Shl &&
      match(I.getOperand(0), m_Shl(m_Value(Inner), m_APInt(Back))) &&
      *Back == *Count)
    return of(Inner);
  return mixed(I);
}

/// An or: a sum, or two words that make up one value.
Origin OriginAnalysis::joined(const Instruction &I) const {
  assert(I.getOpcode() == Instruction::Or && "words are joined by an or");
  auto IsHigh = [](const Value *V) {
    const APInt *Count;
    return match(V, m_Shl(m_Value(), m_APInt(Count))) && *Count == WordBits;
  };
  const Value *Left = I.getOperand(0), *Right = I.getOperand(1);
  if (!IsHigh(Left) && !IsHigh(Right))
    return sum(of(Left), of(Right));
  Origin Low = of(IsHigh(Left) ? Right : Left);
  if (Low.has(Origin::Index))
    Low = Low.without(Origin::Index) | Origin::Loaded;
  return Low;
}

Origin OriginAnalysis::lane(const Value *Vector, unsigned Index) const {
  SmallPtrSet<const Value *, 8> Seen;
  return lane(Vector, Index, Seen);
}

Origin OriginAnalysis::lane(const Value *Vector, unsigned Index,
                            SmallPtrSetImpl<const Value *> &Seen) const {
  if (auto *Phi = dyn_cast<PHINode>(Vector)) {
    Origin Result;
    // A phi that is reached again around a loop adds nothing.
    if (Seen.insert(Phi).second)
      for (const Value *Incoming : Phi->incoming_values())
        Result |= lane(Incoming, Index, Seen);
    return Result;
  }
  if (auto *Choice = dyn_cast<SelectInst>(Vector))
    return lane(Choice->getTrueValue(), Index, Seen) |
           lane(Choice->getFalseValue(), Index, Seen);
  if (auto *Insert = dyn_cast<InsertElementInst>(Vector))
    if (auto *To = dyn_cast<ConstantInt>(Insert->getOperand(2)))
      return To->getZExtValue() == Index
                 ? of(Insert->getOperand(1))
                 : lane(Insert->getOperand(0), Index, Seen);
  if (auto *Freeze = dyn_cast<FreezeInst>(Vector))
    return lane(Freeze->getOperand(0), Index, Seen);
  if (auto *C = dyn_cast<Constant>(Vector))
    if (const Constant *Element = C->getAggregateElement(Index))
      return of(Element);
  auto *Load = dyn_cast<LoadInst>(Vector);
  if (!Load)
    return of(Vector);
  auto Slot = accessedSlot(const_cast<LoadInst &>(*Load));
  if (!Slot)
    return of(Vector);
  unsigned Bytes = bytesOf(Load->getType()->getScalarType());
  return fromSlot(Slot->Variable, Slot->Offset + Index * Bytes, Bytes);
}

/// The origin of a bitcast. Where two words become one value, the lower is the
/// address, as in an or of both.
Origin OriginAnalysis::recast(const Instruction &I) const {
  const Value *Source = I.getOperand(0);
  auto *Words = dyn_cast<FixedVectorType>(Source->getType());
  bool IsPair = Words && Words->getNumElements() == 2 &&
                Words->getScalarSizeInBits() == WordBits &&
                I.getType()->isIntegerTy();
  Origin From = IsPair ? lane(Source, 0) : of(Source);
  bool WasData = Source->getType() != I.getType() &&
                 I.getType()->isIntOrIntVectorTy() &&
                 bytesOf(I.getType()->getScalarType()) >= AddressBytes;
  return WasData && From.has(Origin::Index)
             ? From.without(Origin::Index) | Origin::Loaded
             : From;
}

Origin OriginAnalysis::extracted(const ExtractValueInst &I) const {
  const auto *From = dyn_cast<WithOverflowInst>(I.getAggregateOperand());
  if (!From)
    return fromMemory(I.getType());
  if (I.getIndices().front() != 0)
    return Origin::Index;
  Origin Left = of(From->getLHS()), Right = of(From->getRHS());
  if (From->getBinaryOp() == Instruction::Add)
    return sum(Left, Right);
  if (From->getBinaryOp() == Instruction::Sub)
    return difference(Left, Right);
  return mixed(*From);
}

Origin OriginAnalysis::computeCall(const CallBase &Call) const {
  if (const auto *MinMax = dyn_cast<MinMaxIntrinsic>(&Call))
    return of(MinMax->getLHS()) | of(MinMax->getRHS());
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || !Callee->isDeclaration())
    return fromMemory(Call.getType());
  Origin All;
  for (const Value *Argument : Call.args()) {
    Origin O = of(Argument);
    if (O.empty())
      return O;
    All |= O;
  }
  return pieceOf(All);
}

Origin OriginAnalysis::compute(Instruction &I) const {
  if (I.getType()->isIntegerTy(1))
    return Origin::Index;
  switch (I.getOpcode()) { // Over LLVM's opcodes.
  case Instruction::Load:
    return loaded(cast<LoadInst>(I));
  case Instruction::AtomicRMW:
  case Instruction::AtomicCmpXchg:
    return fromMemory(I.getType());
  case Instruction::PtrToInt: {
    const auto &Cast = cast<PtrToIntInst>(I);
    auto *Made = dyn_cast<Operator>(Cast.getPointerOperand());
    if (Cast.getPointerAddressSpace() == abi::Generic && Made &&
        Made->getOpcode() == Instruction::IntToPtr)
      return of(Made->getOperand(0));
    return addressIn(Cast.getPointerAddressSpace(), I.getType());
  }
  case Instruction::Trunc: {
    Origin From = of(I.getOperand(0));
    if (I.getType()->getScalarSizeInBits() < WordBits)
      return From.empty() ? From : pieceOf(From);
    return From;
  }
  case Instruction::ZExt:
  case Instruction::SExt: {
    Origin From = of(I.getOperand(0));
    bool IsIndex = I.getType()->getScalarSizeInBits() > WordBits &&
                   From.has(Origin::Loaded);
    return IsIndex ? From.without(Origin::Loaded) | Origin::Index : From;
  }
  case Instruction::Freeze:
    return of(I.getOperand(0));
  case Instruction::BitCast:
    return recast(I);
  case Instruction::Add:
    return sum(of(I.getOperand(0)), of(I.getOperand(1)));
  case Instruction::Or:
    return joined(I);
  case Instruction::And:
    return masked(I);
  case Instruction::Sub:
    return difference(of(I.getOperand(0)), of(I.getOperand(1)));
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
    return shifted(I);
  case Instruction::Select:
    return of(I.getOperand(1)) | of(I.getOperand(2));
  case Instruction::PHI: {
    Origin Result;
    for (const Value *Incoming : cast<PHINode>(I).incoming_values())
      Result |= of(Incoming);
    return Result;
  }
  case Instruction::InsertElement:
    return of(I.getOperand(0)) | of(I.getOperand(1));
  case Instruction::ExtractElement:
    if (auto *Index = dyn_cast<ConstantInt>(I.getOperand(1)))
      return lane(I.getOperand(0), Index->getZExtValue());
    return of(I.getOperand(0));
  case Instruction::ShuffleVector:
    return of(I.getOperand(0)) | of(I.getOperand(1));
  case Instruction::ExtractValue:
    return extracted(cast<ExtractValueInst>(I));
  case Instruction::Call:
    return computeCall(cast<CallBase>(I));
  default:
    return mixed(I);
  }
}

static unsigned addressBytes(const Function &F) {
  unsigned Said = attributes::AddressSize.get(F);
  if (Said != 0)
    return Said / 8;
  return any_of(F.args(),
                [](const Argument &A) { return A.getType()->isIntegerTy(64); })
             ? 8
             : 4;
}

OriginAnalysis::OriginAnalysis(Function &F) : AddressBytes(addressBytes(F)) {
  ReversePostOrderTraversal<Function *> Order(&F);
  bool Changed = true;
  // Sets only grow, so this ends.
  while (Changed) {
    Changed = false;
    for (BasicBlock *Block : Order)
      for (Instruction &I : *Block) {
        if (auto *Store = dyn_cast<StoreInst>(&I))
          Changed |= noteStore(*Store);
        if (auto *Call = dyn_cast<CallBase>(&I))
          Changed |= noteCall(*Call);
        Type *T = I.getType()->getScalarType();
        if (!T->isIntegerTy() && !T->isFloatingPointTy())
          continue;
        Origin &Known = Origins[&I];
        Origin Before = Known;
        Known |= compute(I);
        Changed |= Known != Before;
      }
  }
}

} // namespace heddle
