//===- LiftContext.cpp - Operands and calls of an instruction -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiftContext.h"
#include "LiftSpecialRegisters.h"
#include "heddle/ABI/MappedDouble.h"
#include "heddle/Builtins/Builtins.h"
#include "heddle/Intrinsics/Emulation.h"
#include "heddle/Support/Diagnostics.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include <cassert>

using namespace llvm;

namespace heddle {

using ptx::ScalarType;
using ptx::StateSpace;

LiftContext::LiftContext(ModuleLifter &Parent, const ptx::Function &Source,
                         llvm::Function &Target)
    : Parent(Parent), Source(Source), Target(Target), Context(Parent.Context),
      Builder(Context, InstSimplifyFolder(Parent.M.getDataLayout())),
      Frame(Parent, Source, Target), Subprogram(Parent.subprogramFor(Source)) {
  Target.setSubprogram(Subprogram);
  assert(&Parent.M == Target.getParent() && "a function of another module");
}

void LiftContext::setLocation(SMLoc Loc) {
  assert(Loc.isValid() && "an instruction without a place");
  auto [Line, Column] = Parent.position(Loc);
  Builder.SetCurrentDebugLocation(
      DILocation::get(Context, Line, Column, Subprogram));
}

void LiftContext::start(const Instruction &I) {
  setLocation(I.NameRange.Start);
  Spelling = I.spelling();
}

BasicBlock *LiftContext::newBlock(const Twine &Name) {
  return BasicBlock::Create(Context, Name, &Target);
}

void LiftContext::startBlock(BasicBlock *Block) {
  assert(Builder.GetInsertBlock() && "code before the entry block");
  if (!Builder.GetInsertBlock()->getTerminator())
    Builder.CreateBr(Block);
  assert((!Block->getParent() || Block->getParent() == &Target) &&
         "a block of another function");
  if (!Block->getParent())
    Block->insertInto(&Target);
  Builder.SetInsertPoint(Block);
}

void LiftContext::unsupported(const Instruction &I, const Twine &Detail) {
  Parent.unsupported(I.NameRange, Detail);
}

void LiftContext::error(SMRange Where, const Twine &Message) {
  Parent.Diags.error(Where.Start, Message, Where);
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

static Type *integerOfSameSize(Type *T) {
  return Type::getIntNTy(T->getContext(), T->getPrimitiveSizeInBits());
}

Value *LiftContext::fitBits(Value *V, Type *To, bool Signed) {
  if (V->getType() == To)
    return V;
  assert(V->getType()->getPrimitiveSizeInBits() &&
         To->getPrimitiveSizeInBits() && "only bits are fitted");
  V = Builder.CreateBitCast(V, integerOfSameSize(V->getType()));
  V = Builder.CreateIntCast(V, integerOfSameSize(To), Signed);
  return Builder.CreateBitCast(V, To);
}

Constant *LiftContext::constant(Type *Type, uint64_t Bits) {
  unsigned Width = Type->getPrimitiveSizeInBits();
  assert(Width && "a constant has bits");
  APInt Value(Width,
              Width < 64 ? Bits & maskTrailingOnes<uint64_t>(Width) : Bits);
  if (Type->isIntegerTy())
    return ConstantInt::get(Type, Value);
  return ConstantFP::get(Context, APFloat(Type->getFltSemantics(), Value));
}

Value *LiftContext::guardOf(const Instruction &I) {
  assert(I.Guard && "no guard to read");
  AllocaInst *Slot = Frame.slotsOf(*I.Guard).front();
  Frame.noteRead(*I.Guard, Slot, I.guardRange().Start);
  Value *V = Builder.CreateLoad(Slot->getAllocatedType(), Slot);
  return I.GuardNegated ? Builder.CreateNot(V) : V;
}

Value *LiftContext::read(const Operand &Op, ScalarType Type) {
  llvm::Type *Wanted = Parent.typeOf(Type);
  switch (Op.OpKind) {
  case Operand::RegisterOp: {
    AllocaInst *Slot = Frame.slot(Op);
    Frame.noteRead(*Op.reg(), Slot, Op.Range.Start);
    Value *V = Builder.CreateLoad(Slot->getAllocatedType(), Slot);
    if (Op.Negated)
      V = Builder.CreateNot(V);
    if (Op.Offset != 0)
      V = Builder.CreateAdd(V, constant(V->getType(), Op.Offset));
    return fitBits(V, Wanted);
  }
  case Operand::SpecialRegisterOp:
    return fitBits(readSpecial(*this, Op), Wanted);
  case Operand::ImmediateOp:
    return constant(Wanted, Type == ScalarType::F64 && Parent.mapsDoubles()
                                ? abi::mappedDouble(Op.Bits)
                                : Op.Bits);
  case Operand::SymbolOp:
  case Operand::AddressOp: {
    Value *Address = addressOf(*Op.Base, Op.Range);
    Address = Builder.CreateAdd(
        Address, ConstantInt::getSigned(Address->getType(), Op.Offset));
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

void LiftContext::write(const Operand &Op, Value *V, ScalarType Type) {
  if (Op.OpKind == Operand::SinkOp)
    return;
  if (!Op.isRegister())
    return Parent.unsupported(Op.Range, " as a destination");
  AllocaInst *Slot = Frame.slot(Op);
  llvm::Type *SlotType = Slot->getAllocatedType();
  V = fitBits(V, SlotType, ptx::isSigned(Type));
  if (Guard)
    V = Builder.CreateSelect(Guard, V, Builder.CreateLoad(SlotType, Slot));
  Builder.CreateStore(V, Slot);
}

Value *LiftContext::readWhole(const Operand &Op, ScalarType Type) {
  auto Elements = elements(Op, Type);
  if (Elements.size() == 1)
    return read(Op, Type);
  Value *V = PoisonValue::get(
      FixedVectorType::get(Parent.typeOf(Type), Elements.size()));
  for (auto [Index, Element] : enumerate(Elements))
    V = Builder.CreateInsertElement(V, read(Element), Index);
  return V;
}

void LiftContext::writeWhole(const Operand &Op, Value *V, ScalarType Type) {
  auto Elements = elements(Op, Type);
  if (Elements.size() == 1)
    return write(Op, V, Type);
  assert(isa<FixedVectorType>(V->getType()) &&
         cast<FixedVectorType>(V->getType())->getNumElements() ==
             Elements.size() &&
         "an element for each register");
  for (auto [Index, Element] : enumerate(Elements))
    write(Element, Builder.CreateExtractElement(V, Index));
}

Value *LiftContext::addressOf(const ptx::Decl &Symbol, SMRange Where) {
  const auto *Var = dyn_cast<ptx::Variable>(&Symbol);
  Value *Pointer = nullptr;
  if (auto *F = dyn_cast<ptx::Function>(&Symbol)) {
    if (Parent.Chip.has(abi::Feature::HostCalls))
      return Builder.getInt64(Parent.functionAddress(*F, Where));
    Parent.refuseFunctionAddress(Where);
    return Builder.getInt32(0);
  }
  if (Var && isImageParameter(*Var))
    return Target.getArg(Var->Index);
  if (Var && isImage(*Var)) {
    if (!Parent.Chip.has(abi::Feature::Images)) {
      Parent.unsupported(Where, ": " + Twine(Parent.Chip.Name) +
                                    " has no handles of images");
      return Builder.getInt32(0);
    }
    return Builder.getInt64(
        abi::imageHandle(imageKind(*Var), Parent.imageSlot(*Var)));
  }
  if (Var && Frame.paramMemory(Var) && is_contained(Source.Params, Var))
    Pointer = Frame.paramMemory(Var);
  else if (!Var || Var->IsParameter || Var->Space == StateSpace::Param)
    error(Where, "the address of a .param variable can be taken only if it is "
                 "a parameter of this function");
  else if (Var->Space == StateSpace::Local)
    Pointer = Frame.local(*Var);
  else
    Pointer = Parent.globalFor(*Var);
  if (!Pointer)
    return Builder.getInt32(0);
  return Builder.CreatePtrToInt(
      Pointer, Parent.M.getDataLayout().getIntPtrType(Pointer->getType()));
}

SmallVector<ptx::Operand, 4> LiftContext::elements(const Operand &Op,
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

Value *LiftContext::readCarry(const Instruction &I) {
  return Builder.CreateLoad(Builder.getInt1Ty(),
                            Frame.carryFlagRead(I.NameRange.Start));
}

void LiftContext::writeCarry(Value *Out) {
  assert(Out->getType()->isIntegerTy(1) && "a carry is one bit");
  AllocaInst *Flag = Frame.carryFlag();
  if (Guard)
    Out = Builder.CreateSelect(Guard, Out,
                               Builder.CreateLoad(Builder.getInt1Ty(), Flag));
  Builder.CreateStore(Out, Flag);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

Value *LiftContext::intrinsic(Intrinsic::ID ID, ArrayRef<Value *> Args,
                              ArrayRef<Type *> Types) {
  return Builder.CreateIntrinsic(ID, Types, Args);
}

Value *LiftContext::op(HeddleOp Op, ArrayRef<Value *> Args) {
  assert(declareHeddleOp(Parent.M, Op)->arg_size() == Args.size() &&
         "HeddleOps.td has other parameters");
  return Builder.CreateCall(declareHeddleOp(Parent.M, Op), Args);
}

void LiftContext::noteSpelling() {
  if (!wantsEmulationRemarks(Context))
    return;
  const DILocation *Place = Builder.getCurrentDebugLocation();
  addSpelling(Parent.M, Place->getLine(), Place->getColumn(), Spelling);
}

Value *LiftContext::op(const Twine &Name, ArrayRef<Value *> Args) {
  std::optional<HeddleOp> Op = findHeddleOp(Name.str());
  assert(Op && "HeddleOps.td has no such operation");
  return op(*Op, Args);
}

Value *LiftContext::memoryBuiltin(const Twine &Name, Type *Result,
                                  ArrayRef<Value *> Args) {
  SmallVector<Type *, 2> Types;
  for (Value *Arg : Args)
    Types.push_back(Arg->getType());
  auto *FTy = FunctionType::get(Result, Types, /*isVarArg=*/false);
  FunctionCallee Callee =
      Parent.M.getOrInsertFunction((BuiltinPrefix + Name).str(), FTy);
  auto *F = cast<llvm::Function>(Callee.getCallee());
  assert(F->getFunctionType() == FTy &&
         "a routine that is called with other types");
  F->setDoesNotThrow();
  F->setWillReturn();
  noteSpelling();
  return Builder.CreateCall(Callee, Args);
}

Value *LiftContext::builtin(const Twine &Name, Type *Result,
                            ArrayRef<Value *> Args) {
  Value *V = memoryBuiltin(Name, Result, Args);
  llvm::Function *F = cast<CallInst>(V)->getCalledFunction();
  F->setDoesNotAccessMemory();
  F->addFnAttr(Attribute::Speculatable);
  return V;
}

} // namespace heddle
