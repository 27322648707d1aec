//===- DeviceFunctions.cpp - .func ----------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A device function becomes an internal function. Parameters and results are
/// values, also those in .param, which each side keeps in memory of its own
/// that SROA takes away; arrays in .param are memory of the caller.
///
//===----------------------------------------------------------------------===//

#include "CallCycles.h"
#include "FunctionLifter.h"
#include "heddle/ABI/AddressSpace.h"
#include "heddle/Support/Diagnostics.h"

using namespace llvm;

namespace heddle {

using ptx::Instruction;
using ptx::Operand;
using ptx::Register;
using ptx::ScalarType;

/// The type of a parameter or result that is passed by value; none for an array
/// in .param.
static std::optional<ScalarType> valueType(const ptx::Decl &Formal) {
  if (auto *R = dyn_cast<Register>(&Formal))
    return R->Type;
  const auto &Var = cast<ptx::Variable>(Formal);
  if (Var.Dims.empty() && Var.VectorWidth == 1 && !Var.IsUnsized)
    return Var.Type;
  return std::nullopt;
}

/// The type in IR of \p Formal, whose value, or each element of it in a vector
/// register, is of type \p T.
static Type *typeOfValue(ModuleLifter &Parent, const ptx::Decl &Formal,
                         ScalarType T) {
  Type *Element = Parent.typeOf(T);
  const auto *R = dyn_cast<Register>(&Formal);
  return R && R->VectorWidth > 1 ? FixedVectorType::get(Element, R->VectorWidth)
                                 : Element;
}

/// The results that are values, as one type.
static Type *resultType(ModuleLifter &Parent, const ptx::Function &F) {
  SmallVector<Type *, 4> Types;
  for (const ptx::Decl *Result : F.Returns)
    if (std::optional<ScalarType> T = valueType(*Result))
      Types.push_back(typeOfValue(Parent, *Result, *T));
  if (Types.empty())
    return Type::getVoidTy(Parent.Context);
  return Types.size() == 1 ? Types.front()
                           : StructType::get(Parent.Context, Types);
}

Function *ModuleLifter::declareDeviceFunction(const ptx::Function &F) {
  SmallVector<Type *, 8> Types;
  auto *Memory = PointerType::get(Context, abi::Local);
  for (const ptx::Decl *Param : F.Params) {
    std::optional<ScalarType> T = valueType(*Param);
    Types.push_back(T ? typeOfValue(*this, *Param, *T) : Memory);
  }
  for (const ptx::Decl *Result : F.Returns)
    if (!valueType(*Result))
      Types.push_back(Memory);
  auto *FTy = FunctionType::get(resultType(*this, F), Types, false);
  Function *Target =
      Function::Create(FTy, GlobalValue::InternalLinkage, F.Name, M);
  addAttributes(*Target);
  return Target;
}

Function *ModuleLifter::calleeFor(const ptx::Function &F, SMRange Where) {
  const ptx::Function &Definition = F.Definition ? *F.Definition : F;
  if (!Definition.Body || Definition.IsEntry) {
    Diags.error(Where.Start,
                Definition.IsEntry
                    ? "'" + F.Name + "' is a kernel and cannot be called"
                    : "function '" + F.Name + "' has no body in this module",
                Where);
    return nullptr;
  }
  auto [Entry, IsNew] = Callees.try_emplace(&Definition, nullptr);
  if (IsNew) {
    Entry->second = declareDeviceFunction(Definition);
    Pending.push_back(&Definition);
  }
  return Entry->second;
}

void ModuleLifter::liftDeviceFunctions() {
  while (!Pending.empty()) {
    const ptx::Function *F = Pending.pop_back_val();
    FunctionLifter(*this, *F, *Callees.lookup(F)).lift();
  }
  checkRecursion();
}

/// These chips have no stack for frames, so a function cannot be active twice.
void ModuleLifter::checkRecursion() {
  SmallVector<CallPair, 16> Pairs;
  for (const Call &C : Calls)
    Pairs.push_back({C.Caller, C.Callee});
  DenseMap<const ptx::Function *, unsigned> Cycles = findCallCycles(Pairs);
  for (const Call &C : Calls)
    if (Cycles.lookup(C.Caller) == Cycles.lookup(C.Callee))
      Diags.error(C.Where.Start,
                  "recursion is not supported on " + Twine(Chip.Name) +
                      ": this call leads back to '" + C.Caller->Name + "'",
                  C.Where);
}

//===----------------------------------------------------------------------===//
// The body's side
//===----------------------------------------------------------------------===//

/// Of a kernel's parameters only those in memory lie anywhere.
static void bindKernelParameters(LiftContext &C) {
  for (const ptx::Decl *Param : C.Source.Params) {
    const auto &Var = *cast<ptx::Variable>(Param);
    if (Argument *Arg = C.Target.getArg(Var.Index); Arg->hasByValAttr())
      C.Frame.setParamMemory(Var, Arg);
  }
}

/// A register by its slots: a value, or a vector of its components.
static Value *readSlots(LiftContext &C, ArrayRef<AllocaInst *> Slots) {
  Type *T = Slots.front()->getAllocatedType();
  if (Slots.size() == 1)
    return C.Builder.CreateLoad(T, Slots.front());
  Value *V = PoisonValue::get(FixedVectorType::get(T, Slots.size()));
  for (auto [Index, Slot] : enumerate(Slots))
    V = C.Builder.CreateInsertElement(V, C.Builder.CreateLoad(T, Slot), Index);
  return V;
}

static void writeSlots(LiftContext &C, ArrayRef<AllocaInst *> Slots, Value *V) {
  if (Slots.size() == 1) {
    C.Builder.CreateStore(V, Slots.front());
    return;
  }
  for (auto [Index, Slot] : enumerate(Slots))
    C.Builder.CreateStore(C.Builder.CreateExtractElement(V, Index), Slot);
}

void bindParameters(LiftContext &C) {
  if (C.Source.IsEntry)
    return bindKernelParameters(C);
  unsigned Next = 0;
  for (const ptx::Decl *Param : C.Source.Params) {
    Argument *Arg = C.Target.getArg(Next++);
    Arg->setName(Param->Name);
    if (isa<Register>(Param))
      writeSlots(C, C.Frame.slotsOf(*cast<Register>(Param)), Arg);
    else if (valueType(*Param))
      C.Builder.CreateStore(Arg,
                            C.Frame.ownMemory(*cast<ptx::Variable>(Param)));
    else
      C.Frame.setParamMemory(*cast<ptx::Variable>(Param), Arg);
  }
  for (const ptx::Decl *Result : C.Source.Returns) {
    auto *Var = dyn_cast<ptx::Variable>(Result);
    if (!Var)
      continue;
    if (valueType(*Result))
      C.Frame.ownMemory(*Var);
    else
      C.Frame.setParamMemory(*Var, C.Target.getArg(Next++));
  }
}

void returnResults(LiftContext &C) {
  SmallVector<Value *, 4> Results;
  for (const ptx::Decl *Result : C.Source.Returns)
    if (std::optional<ScalarType> T = valueType(*Result)) {
      Results.push_back(
          isa<Register>(Result)
              ? readSlots(C, C.Frame.slotsOf(*cast<Register>(Result)))
              : C.Builder.CreateLoad(
                    C.typeOf(*T),
                    C.Frame.paramMemory(cast<ptx::Variable>(Result))));
    }
  if (Results.empty())
    C.Builder.CreateRetVoid();
  else if (Results.size() == 1)
    C.Builder.CreateRet(Results.front());
  else
    C.Builder.CreateAggregateRet(Results.data(), Results.size());
}

//===----------------------------------------------------------------------===//
// The caller's side
//===----------------------------------------------------------------------===//

/// What is passed for the formal parameter \p Formal.
static Value *argumentFor(LiftContext &C, const ptx::Decl &Formal,
                          const Operand &Actual) {
  Value *Memory = C.Frame.paramMemory(Actual.baseVariable());
  if (std::optional<ScalarType> T = valueType(Formal))
    return Memory ? C.Builder.CreateLoad(C.typeOf(*T), Memory)
                  : C.readWhole(Actual, *T);
  const auto &Var = cast<ptx::Variable>(Formal);
  if (!Memory) {
    Memory = C.Frame.allocate(Var.byteSize(), Var.Align, Var.Name);
    C.Builder.CreateStore(C.read(Actual, Var.Type), Memory);
  }
  return Memory;
}

/// Where the callee puts the result \p Formal, an array: into the .param
/// variable \p Actual itself, unless that is among the \p Args, too. These are
/// values, which the callee may still read when it has written the result.
static Value *resultMemory(LiftContext &C, const ptx::Variable &Formal,
                           const Operand &Actual, ArrayRef<Value *> Args) {
  Value *Memory = C.Frame.paramMemory(Actual.baseVariable());
  if (Memory && !is_contained(Args, Memory))
    return Memory;
  return C.Frame.allocate(Formal.byteSize(), Formal.Align, Formal.Name);
}

/// Copies an array that was put into \p Memory to where it belongs.
static void takeArray(LiftContext &C, const ptx::Variable &Formal,
                      const Operand &Actual, Value *Memory) {
  Value *Own = C.Frame.paramMemory(Actual.baseVariable());
  if (!Own || Own == Memory)
    return;
  unsigned Unit = std::min(Formal.Align, 4u);
  Type *T = C.Builder.getIntNTy(8 * Unit);
  Type *Byte = C.Builder.getInt8Ty();
  for (uint64_t At = 0; At + Unit <= Formal.byteSize(); At += Unit)
    C.Builder.CreateAlignedStore(
        C.Builder.CreateAlignedLoad(
            T, C.Builder.CreateConstGEP1_32(Byte, Memory, At), Align(Unit)),
        C.Builder.CreateConstGEP1_32(Byte, Own, At), Align(Unit));
}

void liftCall(LiftContext &C, const Instruction &I) {
  auto *Callee = dyn_cast_or_null<ptx::Function>(I.Operands[1].Base);
  if (!Callee)
    return C.error(I.NameRange, "an indirect call is not supported on " +
                                    Twine(C.Parent.Chip.Name));
  Function *F = C.Parent.calleeFor(*Callee, I.Operands[1].Range);
  if (!F)
    return;
  if (Callee->Definition)
    Callee = Callee->Definition;
  ArrayRef<Operand> Results = I.Operands[0].Elements;
  ArrayRef<Operand> Actuals = I.Operands[2].Elements;
  if (Results.size() != Callee->Returns.size() ||
      Actuals.size() != Callee->Params.size())
    return C.unsupported(I, ": arguments unlike the function's parameters");
  C.Parent.noteCall(C.Source, *Callee, I.NameRange);

  SmallVector<Value *, 8> Args;
  for (auto [Formal, Actual] : zip_equal(Callee->Params, Actuals))
    Args.push_back(argumentFor(C, *Formal, Actual));
  for (auto [Formal, Actual] : zip_equal(Callee->Returns, Results))
    if (!valueType(*Formal))
      Args.push_back(
          resultMemory(C, *cast<ptx::Variable>(Formal), Actual, Args));
  CallInst *Call = C.Builder.CreateCall(F, Args);

  unsigned Next = 0, NextMemory = Actuals.size();
  for (auto [Formal, Actual] : zip_equal(Callee->Returns, Results)) {
    std::optional<ScalarType> T = valueType(*Formal);
    if (!T) {
      takeArray(C, *cast<ptx::Variable>(Formal), Actual, Args[NextMemory++]);
      continue;
    }
    Value *V = Call->getType()->isStructTy()
                   ? C.Builder.CreateExtractValue(Call, Next++)
                   : Call;
    if (Value *Memory = C.Frame.paramMemory(Actual.baseVariable()))
      C.Builder.CreateStore(V, Memory);
    else
      C.writeWhole(Actual, V, *T);
  }
}

} // namespace heddle
