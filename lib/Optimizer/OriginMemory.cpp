//===- OriginMemory.cpp - What .local gives back --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of OriginAnalysis that follows integers through variables in
/// .local.
///
//===----------------------------------------------------------------------===//

#include "LocalSlots.h"
#include "OriginAnalysis.h"
#include "heddle/ABI/AddressSpace.h"
#include "llvm/IR/Operator.h"
#include <cassert>

using namespace llvm;

namespace heddle {

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

/// The origin of the \p Bytes at \p Offset of \p Variable. The address is in
/// the low word.
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
    return pieceOf(Result);
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
  assert(Where.first >= 0 && "a store in front of its variable");
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
    // The store goes into .local, or perhaps does.
    Origin To = of(Cast->getOperand(0));
    unsigned Local = Origin::space(abi::Local).roles();
    if (!To.has(Local | Origin::Loaded | Origin::Unclear | Origin::Index))
      return false;
  }
  return storeAnywhere(variableOf(Address), of(V));
}

/// A function that is called may store through each address that it is given.
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

} // namespace heddle
