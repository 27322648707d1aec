//===- LiftOperands.cpp - Reading and writing operands --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionLifter.h"
#include "heddle/ABI/MappedDouble.h"
#include "heddle/Builtins/Builtins.h"
#include "heddle/Intrinsics/Emulation.h"
#include "heddle/Support/Diagnostics.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"

using namespace llvm;

namespace heddle {

using ptx::ScalarType;
using ptx::StateSpace;

static Type *integerOfSameSize(Type *T) {
  return Type::getIntNTy(T->getContext(), T->getPrimitiveSizeInBits());
}

/// The bits of \p V as a \p To: cut off, or extended.
Value *FunctionLifter::fitBits(Value *V, Type *To, bool Signed) {
  if (V->getType() == To)
    return V;
  V = Builder.CreateBitCast(V, integerOfSameSize(V->getType()));
  V = Builder.CreateIntCast(V, integerOfSameSize(To), Signed);
  return Builder.CreateBitCast(V, To);
}

Constant *FunctionLifter::constant(Type *Type, uint64_t Bits) {
  unsigned Width = Type->getPrimitiveSizeInBits();
  APInt Value(Width,
              Width < 64 ? Bits & maskTrailingOnes<uint64_t>(Width) : Bits);
  if (Type->isIntegerTy())
    return ConstantInt::get(Type, Value);
  return ConstantFP::get(Context, APFloat(Type->getFltSemantics(), Value));
}

/// What the components of \p R lie in. A register at module scope is one of the
/// kernel that uses it; functions would have to share it with their callers.
ArrayRef<AllocaInst *> FunctionLifter::slotsOf(const ptx::Register &R) {
  if (!R.IsModuleScope)
    return Registers[R.Id];
  auto [Entry, IsNew] = ModuleRegisters.try_emplace(&R);
  if (!IsNew)
    return Entry->second;
  if (!Source.IsEntry)
    Parent.Diags.error(R.Range.Start,
                       "register '" + R.Name +
                           "' at module scope is used in '" + Source.Name +
                           "'; only kernels can use it",
                       R.Range);
  Type *T = Parent.typeOf(R.Type);
  BasicBlock &First = Target.getEntryBlock();
  IRBuilder<> AtStart(&First, First.begin());
  for (unsigned I = 0; I != R.VectorWidth; ++I) {
    AllocaInst *Slot = AtStart.CreateAlloca(T, nullptr, R.Name.ltrim('%'));
    AtStart.CreateStore(Constant::getNullValue(T), Slot);
    Entry->second.push_back(Slot);
  }
  return Entry->second;
}

AllocaInst *FunctionLifter::slot(const Operand &Op) {
  return slotsOf(*Op.reg())[Op.Component < 0 ? 0 : Op.Component];
}

Value *FunctionLifter::guardOf(const Instruction &I) {
  AllocaInst *Slot = slotsOf(*I.Guard).front();
  Value *V = Builder.CreateLoad(Slot->getAllocatedType(), Slot);
  return I.GuardNegated ? Builder.CreateNot(V) : V;
}

Value *FunctionLifter::read(const Operand &Op, ScalarType Type) {
  llvm::Type *Wanted = Parent.typeOf(Type);
  switch (Op.OpKind) {
  case Operand::RegisterOp: {
    Value *V = Builder.CreateLoad(slot(Op)->getAllocatedType(), slot(Op));
    if (Op.Negated)
      V = Builder.CreateNot(V);
    return fitBits(V, Wanted);
  }
  case Operand::SpecialRegisterOp:
    return fitBits(readSpecial(Op), Wanted);
  case Operand::ImmediateOp:
    return constant(Wanted, Type == ScalarType::F64 && Parent.mapsDoubles()
                                ? abi::mappedDouble(Op.Bits)
                                : Op.Bits);
  case Operand::SymbolOp:
  case Operand::AddressOp: {
    Value *Address = addressOf(*Op.Base, Op.Range);
    Address = Builder.CreateAdd(Address, Builder.getInt32(Op.Offset));
    return fitBits(Address, Wanted);
  }
  case Operand::ListOp:
  case Operand::LabelOp:
  case Operand::SinkOp:
    break;
  }
  // The front end lets no such operand stand where a value is read, except
  // forms that no handler takes apart.
  Parent.unsupported(Op.Range, " here");
  return Constant::getNullValue(Wanted);
}

void FunctionLifter::write(const Operand &Op, Value *V, ScalarType Type) {
  if (Op.OpKind == Operand::SinkOp)
    return;
  if (!Op.isRegister())
    return Parent.unsupported(Op.Range, " as a destination");
  AllocaInst *Slot = slot(Op);
  llvm::Type *SlotType = Slot->getAllocatedType();
  V = fitBits(V, SlotType, ptx::isSigned(Type));
  if (Guard)
    V = Builder.CreateSelect(Guard, V, Builder.CreateLoad(SlotType, Slot));
  Builder.CreateStore(V, Slot);
}

/// A register by its slots: a value, or a vector of its components.
Value *FunctionLifter::readSlots(ArrayRef<AllocaInst *> Slots) {
  Type *T = Slots.front()->getAllocatedType();
  if (Slots.size() == 1)
    return Builder.CreateLoad(T, Slots.front());
  Value *V = PoisonValue::get(FixedVectorType::get(T, Slots.size()));
  for (auto [Index, Slot] : enumerate(Slots))
    V = Builder.CreateInsertElement(V, Builder.CreateLoad(T, Slot), Index);
  return V;
}

void FunctionLifter::writeSlots(ArrayRef<AllocaInst *> Slots, Value *V) {
  if (Slots.size() == 1) {
    Builder.CreateStore(V, Slots.front());
    return;
  }
  for (auto [Index, Slot] : enumerate(Slots))
    Builder.CreateStore(Builder.CreateExtractElement(V, Index), Slot);
}

/// What a call passes: all of a vector register if no component is written.
Value *FunctionLifter::readWhole(const Operand &Op, ScalarType Type) {
  auto Elements = elements(Op, Type);
  if (Elements.size() == 1)
    return read(Op, Type);
  Value *V = PoisonValue::get(
      FixedVectorType::get(Parent.typeOf(Type), Elements.size()));
  for (auto [Index, Element] : enumerate(Elements))
    V = Builder.CreateInsertElement(V, read(Element), Index);
  return V;
}

void FunctionLifter::writeWhole(const Operand &Op, Value *V, ScalarType Type) {
  auto Elements = elements(Op, Type);
  if (Elements.size() == 1)
    return write(Op, V, Type);
  for (auto [Index, Element] : enumerate(Elements))
    write(Element, Builder.CreateExtractElement(V, Index));
}

/// The address of \p Symbol in its own space, 32 bits.
Value *FunctionLifter::addressOf(const ptx::Decl &Symbol, SMRange Where) {
  const auto *Var = dyn_cast<ptx::Variable>(&Symbol);
  Value *Pointer = nullptr;
  if (isa<ptx::Function>(Symbol))
    Parent.refuseFunctionAddress(Where);
  else if (Var && ParamMemory.contains(Var) && is_contained(Source.Params, Var))
    Pointer = ParamMemory.lookup(Var);
  else if (!Var || Var->IsParameter || Var->Space == StateSpace::Param)
    Parent.Diags.error(Where.Start,
                       "the address of a .param variable can be taken only if "
                       "it is a parameter of this function",
                       Where);
  else if (Var->Space == StateSpace::Local && Var->Parent)
    Pointer = Locals[Var->Id];
  else
    Pointer = Parent.globalFor(*Var);
  if (!Pointer)
    return Builder.getInt32(0);
  return Builder.CreatePtrToInt(Pointer, Builder.getInt32Ty());
}

/// What a vector access moves: the items of a list, or the components of one
/// register, each of \p Type.
SmallVector<ptx::Operand, 4> FunctionLifter::elements(const Operand &Op,
                                                      ScalarType Type) const {
  SmallVector<Operand, 4> Result;
  if (Op.OpKind == Operand::ListOp) {
    Result.append(Op.Elements.begin(), Op.Elements.end());
  } else {
    unsigned Width = 1;
    if (Op.isRegister() && Op.Component < 0)
      Width = Op.reg()->VectorWidth;
    for (unsigned I = 0; I != Width; ++I) {
      Result.push_back(Op);
      if (Width > 1)
        Result.back().Component = I;
    }
  }
  for (Operand &Element : Result)
    Element.Type = Type;
  return Result;
}

Value *FunctionLifter::intrinsic(Intrinsic::ID ID, ArrayRef<Value *> Args,
                                 ArrayRef<Type *> Types) {
  return Builder.CreateIntrinsic(ID, Types, Args);
}

Value *FunctionLifter::op(HeddleOp Op, ArrayRef<Value *> Args) {
  return Builder.CreateCall(declareHeddleOp(Parent.M, Op), Args);
}

/// A call of a routine of lib/Builtins, which the optimizer links in.
void FunctionLifter::noteSpelling() {
  if (!wantsEmulationRemarks(Context))
    return;
  const DILocation *Place = Builder.getCurrentDebugLocation();
  addSpelling(Parent.M, Place->getLine(), Place->getColumn(), Spelling);
}

Value *FunctionLifter::builtin(const Twine &Name, Type *Result,
                               ArrayRef<Value *> Args) {
  SmallVector<Type *, 2> Types;
  for (Value *Arg : Args)
    Types.push_back(Arg->getType());
  auto *FTy = FunctionType::get(Result, Types, /*isVarArg=*/false);
  FunctionCallee Callee =
      Parent.M.getOrInsertFunction((BuiltinPrefix + Name).str(), FTy);
  auto *F = cast<Function>(Callee.getCallee());
  F->setDoesNotThrow();
  F->setWillReturn();
  F->setDoesNotAccessMemory();
  F->addFnAttr(Attribute::Speculatable);
  noteSpelling();
  return Builder.CreateCall(Callee, Args);
}

} // namespace heddle
