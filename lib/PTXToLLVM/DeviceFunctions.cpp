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
#include "LiftCall.h"
#include "heddle/ABI/AddressSpace.h"
#include "heddle/Support/Diagnostics.h"

using namespace llvm;

namespace heddle {

using ptx::Register;
using ptx::ScalarType;

std::optional<ScalarType> valueType(const ptx::Decl &Formal) {
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

llvm::Function *ModuleLifter::declareDeviceFunction(const ptx::Function &F) {
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
  std::string Name = F.Name.str();
  if (F.Link == ptx::Linkage::Internal)
    Name = privateName(F.Name, F.Range);
  llvm::Function *Target = llvm::Function::Create(
      FTy, F.Body ? GlobalValue::InternalLinkage : GlobalValue::ExternalLinkage,
      Name, M);
  addAttributes(*Target);
  return Target;
}

bool ModuleLifter::mayBeElsewhere(const ptx::Function &F) const {
  return Options.IsPart && F.Link == ptx::Linkage::Extern && !F.IsEntry;
}

void ModuleLifter::reportUndefined(const ptx::Function &F, SMRange Where) {
  Diags.error(Where.Start,
              "function '" + F.Name + "' has no body in " +
                  (Sources.size() > 1 ? "any of the modules" : "this module"),
              Where);
  if (Sources.size() > 1)
    Diags.note(F.Range.Start, "declared here", F.Range);
  noteHidden(F.Name);
}

void ModuleLifter::noteHidden(StringRef Name) {
  auto Note = [&](const ptx::Decl &D) {
    Diags.note(D.Range.Start, "this '" + Name + "' is not .visible", D.Range);
  };
  for (const ptx::Module *Source : Sources) {
    for (const ptx::Function *F : Source->Functions)
      if (F->Name == Name && F->Body && F->Link == ptx::Linkage::Internal)
        Note(*F);
    for (const ptx::Variable *V : Source->Variables)
      if (V->Name == Name && V->Link == ptx::Linkage::Internal)
        Note(*V);
  }
}

llvm::Function *ModuleLifter::calleeFor(const ptx::Function &F, SMRange Where) {
  const ptx::Function &Definition = F.Definition ? *F.Definition : F;
  if (Definition.IsEntry) {
    Diags.error(Where.Start,
                "'" + F.Name + "' is a kernel and cannot be called", Where);
    return nullptr;
  }
  if (!Definition.Body && !mayBeElsewhere(Definition)) {
    reportUndefined(F, Where);
    return nullptr;
  }
  auto [Entry, IsNew] = Callees.try_emplace(&Definition, nullptr);
  if (IsNew) {
    Entry->second = declareDeviceFunction(Definition);
    if (Definition.Body)
      Pending.push_back(&Definition);
  }
  return Entry->second;
}

void ModuleLifter::liftDeviceFunctions() {
  while (!Pending.empty()) {
    const ptx::Function *F = Pending.pop_back_val();
    if (checkDirectives(*F))
      FunctionLifter(*this, *F, *Callees.lookup(F)).lift();
  }
  checkRecursion();
}

/// The silicon has no stack for frames, so a function cannot be active twice.
void ModuleLifter::checkRecursion() {
  if (Chip.has(abi::Feature::CallStack))
    return;
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

/// Binds those parameters of a kernel that are in memory; the others lie
/// nowhere.
static void bindKernelParameters(LiftContext &C) {
  for (const ptx::Decl *Param : C.Source.Params) {
    const auto &Var = *cast<ptx::Variable>(Param);
    if (Argument *Arg = C.Target.getArg(Var.Index); Arg->hasByValAttr())
      C.Frame.setParamMemory(Var, Arg);
  }
}

/// A register: a value, or a vector of its components.
static Value *readWhole(LiftContext &C, const Register &R) {
  ArrayRef<AllocaInst *> Slots = C.Frame.slotsOf(R);
  for (AllocaInst *Slot : Slots)
    C.Frame.noteRead(R, Slot, R.Range.Start);
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
              ? readWhole(C, *cast<Register>(Result))
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

} // namespace heddle
