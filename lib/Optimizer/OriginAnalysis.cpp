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
#include "llvm/ADT/bit.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle {

/// Addresses of the chip.
static constexpr unsigned WordBytes = 4;
static constexpr unsigned WordBits = 32;

std::optional<unsigned> Origin::addressSpace() const {
  if (!isAddress() || !isPowerOf2_32(Roles))
    return std::nullopt;
  return countr_zero(Roles / FirstSpace);
}

//===----------------------------------------------------------------------===//
// Sums and differences of two roles
//===----------------------------------------------------------------------===//

/// Applies \p Rule to each pair of roles.
template <typename RuleT>
static Origin pairwise(Origin A, Origin B, RuleT Rule) {
  Origin Result;
  for (unsigned RestA = A.roles(); RestA != 0; RestA &= RestA - 1)
    for (unsigned RestB = B.roles(); RestB != 0; RestB &= RestB - 1)
      Result |=
          Rule(Origin::Role(RestA & -RestA), Origin::Role(RestB & -RestB));
  return Result;
}

/// An argument is a number or points to global memory. A loaded value is
/// either, or points anywhere: with an argument added one of both is the
/// address.
static Origin sumOf(Origin::Role A, Origin::Role B) {
  if (A > B)
    std::swap(A, B);
  if (A == Origin::Number)
    return B;
  if (B >= Origin::FirstSpace)
    return A == Origin::Index || A == Origin::Loaded || A == Origin::Argument
               ? B
               : Origin::Unclear;
  if (B == Origin::Unclear)
    return B;
  if (B == Origin::Argument)
    return A == Origin::Loaded ? Origin::Unclear : B;
  if (A == Origin::Loaded && B == Origin::Negated)
    return Origin::Loaded;
  return B;
}

static Origin differenceOf(Origin::Role A, Origin::Role B) {
  if (B == Origin::Number || B == Origin::Index)
    return A;
  if (A == Origin::Unclear || B == Origin::Unclear)
    return Origin::Unclear;
  bool IsNumber = A == Origin::Number || A == Origin::Index;
  bool IsSpace = A >= Origin::FirstSpace;
  if (B == Origin::Loaded || B == Origin::Negated) {
    if (IsSpace)
      return Origin::Unclear;
    return IsNumber ? Origin::Negated : A;
  }
  constexpr unsigned Global = Origin::FirstSpace << abi::Global;
  if (B == Origin::Argument) {
    // The distance from a global address is as good an index as an argument.
    return IsNumber || A == Global ? Origin::Argument : A;
  }
  // Distances of two addresses. A number less an address is neither.
  bool IsDistance =
      A == B || A == Origin::Loaded || (A == Origin::Argument && B == Global);
  return IsDistance ? Origin::Index : Origin::Unclear;
}

static Origin sum(Origin A, Origin B) { return pairwise(A, B, sumOf); }

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static unsigned bytesOf(const Type *T) {
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
    return Origin::space(
        Expr->getOperand(0)->getType()->getPointerAddressSpace());
  if (Expr->getOpcode() == Instruction::Sub)
    return pairwise(of(Expr->getOperand(0)), of(Expr->getOperand(1)),
                    differenceOf);
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
  bool IsNarrow = I.getType()->isIntOrIntVectorTy() &&
                  I.getType()->getScalarSizeInBits() < WordBits;
  bool FromAddress = All.isAddress() || All.has(Origin::Unclear);
  return FromAddress && !IsNarrow ? Origin::Unclear : Origin::Index;
}

/// What a mask leaves of an address: all of it, its low bits, or an aligned
/// address.
Origin OriginAnalysis::masked(const Instruction &I) const {
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
  return KeepsTop || Left.empty() ? Left : Origin::Index;
}

Origin OriginAnalysis::shifted(const Instruction &I) const {
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
    // What comes around a loop adds nothing of its own.
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

/// A bitcast. Of two words that become one value the lower is the address, as
/// in an or of both.
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
    return pairwise(Left, Right, differenceOf);
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
  bool FromAddress = All.isAddress() || All.has(Origin::Unclear);
  return FromAddress ? Origin::Unclear : Origin::Index;
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
    return Origin::space(Cast.getPointerAddressSpace());
  }
  case Instruction::Trunc:
    if (I.getType()->getScalarSizeInBits() < WordBits)
      return of(I.getOperand(0)).empty() ? Origin() : Origin::Index;
    return of(I.getOperand(0));
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
    return pairwise(of(I.getOperand(0)), of(I.getOperand(1)), differenceOf);
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

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// The variable that \p Address, a pointer or an integer, lies in; null when it
/// is not known.
static const AllocaInst *variableOf(const Value *Address, unsigned Depth = 0) {
  if (auto *Variable = dyn_cast<AllocaInst>(Address))
    return Variable;
  constexpr unsigned MaxDepth = 16;
  auto *Step = dyn_cast<Operator>(Address);
  if (!Step || Depth == MaxDepth)
    return nullptr;
  switch (Step->getOpcode()) { // Over LLVM's opcodes.
  case Instruction::Trunc:
  case Instruction::ZExt:
  case Instruction::SExt:
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
  case Instruction::GetElementPtr:
  case Instruction::Sub:
    return variableOf(Step->getOperand(0), Depth + 1);
  case Instruction::Add:
  case Instruction::Or: {
    const AllocaInst *Left = variableOf(Step->getOperand(0), Depth + 1);
    const AllocaInst *Right = variableOf(Step->getOperand(1), Depth + 1);
    return !Left ? Right : !Right ? Left : nullptr;
  }
  default:
    return nullptr;
  }
}

/// What \p Bytes at \p Offset of \p Variable may hold. The address is in the
/// low word.
Origin OriginAnalysis::fromSlot(const AllocaInst *Variable, int64_t Offset,
                                unsigned Bytes) const {
  Origin Result = Elsewhere;
  bool HasPieces = false;
  auto Found = Contents.find(Variable);
  if (Found != Contents.end()) {
    const VariableContents &In = Found->second;
    Result |= In.Anywhere;
    constexpr int64_t LargestStore = 8;
    auto It = In.Known.lower_bound({Offset - LargestStore + 1, 0});
    for (; It != In.Known.end(); ++It) {
      auto [Start, Size] = It->first;
      if (Start >= Offset + int64_t(std::min(Bytes, WordBytes)))
        break;
      if (Start + int64_t(Size) <= Offset)
        continue;
      Origin What = It->second;
      bool IsWhole = Start == Offset && Size >= std::min(Bytes, WordBytes);
      if (IsWhole && Bytes > Size && What.has(Origin::Index))
        What = What.without(Origin::Index) | Origin::Loaded;
      // The high word of something, or pieces.
      if (!IsWhole && Start + int64_t(WordBytes) <= Offset)
        What = Origin::Index;
      else if (!IsWhole && What != Origin::Number)
        What = Origin::Loaded;
      HasPieces |= !IsWhole;
      Result |= What;
    }
  }
  if (HasPieces && Result != Origin::Number)
    Result |= Origin::Loaded;
  if (Bytes < WordBytes)
    return Origin::Index;
  return Result.empty() ? Origin(Origin::Number) : Result;
}

Origin OriginAnalysis::loaded(LoadInst &I) const {
  auto Slot = accessedSlot(I);
  if (!Slot)
    return fromMemory(I.getType());
  unsigned Bytes = bytesOf(I.getType()->getScalarType());
  unsigned Count = bytesOf(I.getType()) / std::max(Bytes, 1u);
  Origin Result;
  for (unsigned Lane = 0; Lane != std::max(Count, 1u); ++Lane)
    Result |= fromSlot(Slot->Variable, Slot->Offset + Lane * Bytes, Bytes);
  return Result;
}

bool OriginAnalysis::storeAt(const AllocaInst *Variable, Place Where,
                             Origin What) {
  Origin &Known = Contents[Variable].Known[Where];
  Origin Before = Known;
  Known |= What;
  return Known != Before;
}

/// Data at a computed place is not taken to hit a pointer.
bool OriginAnalysis::storeAnywhere(const AllocaInst *Variable, Origin What) {
  Origin &Known = Variable ? Contents[Variable].Anywhere : Elsewhere;
  Origin Before = Known;
  Known |= What.without(Origin::Number | Origin::Index | Origin::Negated);
  return Known != Before;
}

bool OriginAnalysis::noteStore(StoreInst &I) {
  const Value *V = I.getValueOperand();
  Type *T = V->getType();
  unsigned Bytes = bytesOf(T->getScalarType());
  if (auto Slot = accessedSlot(I)) {
    auto *Vector = dyn_cast<FixedVectorType>(T);
    if (!Vector)
      return storeAt(Slot->Variable, {Slot->Offset, Bytes}, of(V));
    bool Changed = false;
    for (unsigned Lane = 0; Lane != Vector->getNumElements(); ++Lane)
      Changed |= storeAt(Slot->Variable, {Slot->Offset + Lane * Bytes, Bytes},
                         lane(V, Lane));
    return Changed;
  }
  const Value *Address = I.getPointerOperand();
  unsigned Space = I.getPointerAddressSpace();
  if (Space != abi::Local && Space != abi::Generic)
    return false;
  if (Space == abi::Generic) {
    auto *Cast = dyn_cast<Operator>(Address);
    if (!Cast || Cast->getOpcode() != Instruction::IntToPtr)
      return false;
    // Into .local, as far as is known, or perhaps.
    Origin To = of(Cast->getOperand(0));
    unsigned Local = Origin::space(abi::Local).roles();
    if (!To.has(Local | Origin::Loaded | Origin::Unclear | Origin::Index))
      return false;
  }
  return storeAnywhere(variableOf(Address), of(V));
}

/// A function that is called may store to what it is given the address of.
bool OriginAnalysis::noteCall(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (Callee && Callee->isDeclaration())
    return false;
  bool Changed = false;
  for (const Value *Argument : Call.args())
    if (Argument->getType()->isPointerTy() ||
        of(Argument).has(Origin::space(abi::Local).roles()))
      Changed |= storeAnywhere(variableOf(Argument), Origin::Loaded);
  return Changed;
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
