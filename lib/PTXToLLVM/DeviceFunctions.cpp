//===- DeviceFunctions.cpp - .func ----------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A device function becomes an internal function that the optimizer inlines.
/// Parameters and results in registers are values; those in .param are memory
/// of the caller, which is gone once the call is inlined.
///
//===----------------------------------------------------------------------===//

#include "FunctionLifter.h"
#include "heddle/ABI/AddressSpace.h"
#include "heddle/Support/Diagnostics.h"

using namespace llvm;

namespace heddle {

using ptx::Register;

/// The results in registers, as one type.
static Type *resultType(ModuleLifter &Parent, const ptx::Function &F) {
  SmallVector<Type *, 4> Types;
  for (const ptx::Decl *Result : F.Returns)
    if (auto *R = dyn_cast<Register>(Result))
      Types.push_back(Parent.typeOf(R->Type));
  if (Types.empty())
    return Type::getVoidTy(Parent.Context);
  return Types.size() == 1 ? Types.front()
                           : StructType::get(Parent.Context, Types);
}

Function *ModuleLifter::declareDeviceFunction(const ptx::Function &F) {
  SmallVector<Type *, 8> Types;
  auto *Memory = PointerType::get(Context, abi::Local);
  for (const ptx::Decl *Param : F.Params) {
    auto *R = dyn_cast<Register>(Param);
    Types.push_back(R ? typeOf(R->Type) : Memory);
  }
  for (const ptx::Decl *Result : F.Returns)
    if (!isa<Register>(Result))
      Types.push_back(Memory);
  auto *FTy = FunctionType::get(resultType(*this, F), Types, false);
  Function *Target =
      Function::Create(FTy, GlobalValue::InternalLinkage, F.Name, M);
  addAttributes(*Target);
  Target->addFnAttr(Attribute::AlwaysInline);
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
  // Every call that leads back to its own caller.
  for (const Call &First : Calls) {
    SmallPtrSet<const ptx::Function *, 8> Reached;
    SmallVector<const ptx::Function *, 8> Worklist = {First.Callee};
    while (!Worklist.empty()) {
      const ptx::Function *F = Worklist.pop_back_val();
      if (!Reached.insert(F).second)
        continue;
      for (const Call &Next : Calls)
        if (Next.Caller == F)
          Worklist.push_back(Next.Callee);
    }
    if (Reached.contains(First.Caller))
      Diags.error(First.Where.Start,
                  "recursion is not supported on " + Twine(Chip.Name) +
                      ": this call leads back to '" + First.Caller->Name + "'",
                  First.Where);
  }
}

//===----------------------------------------------------------------------===//
// The body's side
//===----------------------------------------------------------------------===//

/// Puts arguments into the registers, and notes where .param lies.
void FunctionLifter::bindParameters() {
  unsigned Next = 0;
  for (const ptx::Decl *Param : Source.Params) {
    Argument *Arg = Target.getArg(Next++);
    Arg->setName(Param->Name);
    if (isa<Register>(Param))
      Builder.CreateStore(Arg, Registers[Param->Id].front());
    else
      ParamMemory[cast<ptx::Variable>(Param)] = Arg;
  }
  for (const ptx::Decl *Result : Source.Returns)
    if (auto *Var = dyn_cast<ptx::Variable>(Result))
      ParamMemory[Var] = Target.getArg(Next++);
}

void FunctionLifter::returnResults() {
  SmallVector<Value *, 4> Results;
  for (const ptx::Decl *Result : Source.Returns)
    if (isa<Register>(Result)) {
      AllocaInst *Slot = Registers[Result->Id].front();
      Results.push_back(Builder.CreateLoad(Slot->getAllocatedType(), Slot));
    }
  if (Results.empty())
    Builder.CreateRetVoid();
  else if (Results.size() == 1)
    Builder.CreateRet(Results.front());
  else
    Builder.CreateAggregateRet(Results.data(), Results.size());
}

//===----------------------------------------------------------------------===//
// The caller's side
//===----------------------------------------------------------------------===//

/// Memory of this frame for \p Bytes.
AllocaInst *FunctionLifter::frameMemory(uint64_t Bytes, unsigned Alignment,
                                        const Twine &Name) {
  IRBuilder<> Entry(&*Target.getEntryBlock().begin());
  AllocaInst *Slot = Entry.CreateAlloca(
      ArrayType::get(Entry.getInt8Ty(), Bytes), nullptr, Name);
  Slot->setAlignment(Align(Alignment));
  return Slot;
}

/// What is passed for the formal parameter or result \p Formal in .param: the
/// .param variable \p Actual itself, or memory for a register's value.
Value *FunctionLifter::actualMemory(const ptx::Variable &Formal,
                                    const Operand &Actual) {
  if (Value *Memory = paramMemory(Actual))
    return Memory;
  return frameMemory(Formal.byteSize(), Formal.Align, Formal.Name);
}

void FunctionLifter::liftCall(const Instruction &I) {
  auto *Callee = dyn_cast_or_null<ptx::Function>(I.Operands[1].Base);
  if (!Callee)
    return Parent.Diags.error(I.NameRange.Start,
                              "an indirect call is not supported on " +
                                  Twine(Parent.Chip.Name),
                              I.NameRange);
  Function *F = Parent.calleeFor(*Callee, I.Operands[1].Range);
  if (!F)
    return;
  if (Callee->Definition)
    Callee = Callee->Definition;
  ArrayRef<Operand> Results = I.Operands[0].Elements;
  ArrayRef<Operand> Actuals = I.Operands[2].Elements;
  if (Results.size() != Callee->Returns.size() ||
      Actuals.size() != Callee->Params.size())
    return unsupported(I, ": arguments unlike the function's parameters");
  Parent.noteCall(Source, *Callee, I.NameRange);

  SmallVector<Value *, 8> Args;
  for (auto [Formal, Actual] : zip_equal(Callee->Params, Actuals)) {
    if (auto *R = dyn_cast<Register>(Formal)) {
      Args.push_back(read(Actual, R->Type));
      continue;
    }
    const auto &Var = *cast<ptx::Variable>(Formal);
    Value *Memory = actualMemory(Var, Actual);
    if (!paramMemory(Actual))
      Builder.CreateStore(read(Actual, Var.Type), Memory);
    Args.push_back(Memory);
  }
  SmallVector<Value *, 4> Memories;
  for (auto [Formal, Actual] : zip_equal(Callee->Returns, Results)) {
    auto *Var = dyn_cast<ptx::Variable>(Formal);
    Memories.push_back(Var ? actualMemory(*Var, Actual) : nullptr);
    if (Var)
      Args.push_back(Memories.back());
  }
  CallInst *Call = Builder.CreateCall(F, Args);

  unsigned Next = 0;
  for (auto [Index, Formal] : enumerate(Callee->Returns)) {
    const Operand &Actual = Results[Index];
    if (auto *R = dyn_cast<Register>(Formal)) {
      Value *V = Call->getType()->isStructTy()
                     ? Builder.CreateExtractValue(Call, Next++)
                     : Call;
      write(Actual, V, R->Type);
    } else if (!paramMemory(Actual)) {
      ScalarType T = cast<ptx::Variable>(Formal)->Type;
      write(Actual, Builder.CreateLoad(Parent.typeOf(T), Memories[Index]), T);
    }
  }
}

} // namespace heddle
