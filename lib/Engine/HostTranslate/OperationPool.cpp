//===- OperationPool.cpp - Operations that instructions share -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperationPool.h"
#include "FunctionPasses.h"
#include "HostState.h"
#include "Operands.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <cassert>
#include <cstddef>

using namespace llvm;
using heddle::sm::BoundInst;
using heddle::sm::DecodedInst;
using heddle::sm::MemoryOperand;

namespace heddle::hosttranslate {

OperationPool::OperationPool(SemanticsModule &From, const sm::Executable &Exe,
                             const Function &Model)
    : Semantics(From), E(Exe), Attributes(Model.getAttributes().getFnAttrs()) {
  LLVMContext &Context = From.module().getContext();
  Type *Ptr = PointerType::getUnqual(Context);
  HandlerType = FunctionType::get(Type::getInt1Ty(Context),
                                  {Ptr, Ptr, Type::getInt32Ty(Context)}, false);
  for (const BoundInst &I : E.Code)
    if (I.isPlain())
      ++Uses[kindOf(I, true)];
}

/// Whether $a is named by Sub[0].
static bool namesAddress(const DecodedInst &I) {
  return I.unit() == sm::Unit::Memory && !I.isFar() &&
         I.space() != sm::Space::Global;
}

/// Returns the fields that make a kind. The function reads the others, as
/// registers' numbers and offsets, from the instruction.
SmallVector<OperationPool::Field, 24>
OperationPool::fieldsOf(const BoundInst &I) {
  SmallVector<Field, 24> Fields;
  auto Add = [&](const auto &Part) { Fields.push_back(fieldOf(I, Part)); };
  for (const sm::Source &S : I.Src) {
    Add(S.Base);
    Add(S.Shift);
  }
  Add(I.DstShift);
  Add(I.Flags);
  Add(I.Cond);
  Add(I.Invert);
  for (const uint8_t &Sub : I.Sub)
    if (&Sub != &I.Sub[0] || !namesAddress(I))
      Add(Sub);
  Add(I.Op);
  for (const MemoryOperand &M : I.Mem) {
    Add(M.Space);
    Add(M.Type);
    Add(M.Bank);
  }
  return Fields;
}

std::string OperationPool::kindOf(const BoundInst &I, bool Full) const {
  std::string Kind;
  for (Field Part : fieldsOf(I)) {
    assert(Part.Offset + Part.Size <= sizeof(I) && "no field of it");
    Kind.append(reinterpret_cast<const char *>(&I) + Part.Offset, Part.Size);
  }
  // A move from memory is more than that if something happens to its operand.
  Kind += char(I.Entry.Full == E.Table.MoveFromMemory.Full);
  Kind += char(Full);
  return Kind;
}

bool OperationPool::isWorthIt(const BoundInst &I) const {
  // So that these take seconds at most to be compiled, however large a kernel
  // is.
  constexpr size_t MaxKinds = 500;
  if (I.unit() == sm::Unit::Texture || I.unit() == sm::Unit::Matrix ||
      I.isAtomic() ||
      hostModeOf(I, sm::GuestMode).value_or(sm::GuestMode) != sm::GuestMode)
    return false;
  return Uses.lookup(kindOf(I, true)) > E.Code.size() / MaxKinds;
}

Function *OperationPool::create(FunctionType *Type, const char *Name) {
  Module &M = Semantics.module();
  Function *F = Function::Create(Type, GlobalValue::InternalLinkage, Name, M);
  F->setAttributes(AttributeList::get(M.getContext(),
                                      AttributeList::FunctionIndex,
                                      AttrBuilder(M.getContext(), Attributes)));
  F->addFnAttr(Attribute::NoInline);
  BasicBlock::Create(M.getContext(), "", F);
  return F;
}

Function *OperationPool::entryOf(const BoundInst &I, bool Full) {
  const sm::Handler Entry = Full ? I.Entry.Full : I.Entry.Masked;
  if (Entry == E.Table.Predicated.Full)
    return Semantics.entry(SemanticsModule::Predicated);
  if (Entry == E.Table.WithStep.Full)
    return Semantics.entry(SemanticsModule::WithStep);
  if (Entry == E.Table.WithMemory.Full)
    return Semantics.entry(SemanticsModule::WithMemory);
  if (Entry == E.Table.MoveFromMemory.Full)
    return Semantics.entry(SemanticsModule::MoveFromMemory);
  return Semantics.handler(I.Op, Full);
}

bool OperationPool::inlineCalls(Function &F) {
  SmallVector<CallInst *> Found;
  for (Instruction &I : instructions(F))
    if (auto *C = dyn_cast<CallInst>(&I))
      if (const Function *Callee = C->getCalledFunction();
          Callee && Semantics.has(*Callee) &&
          !Callee->hasFnAttribute(Attribute::NoInline))
        Found.push_back(C);
  bool Changed = false;
  for (CallInst *C : Found) {
    Semantics.read(*C->getCalledFunction());
    InlineFunctionInfo Info;
    Changed |= InlineFunction(*C, Info).isSuccess();
  }
  return Changed;
}

Value *OperationPool::foldLoad(const Draft &D, LoadInst &L, uint64_t Offset) {
  for (bool Full : {false, true})
    if (L.getType()->isPointerTy() &&
        Offset == handlerOffset(D.I, D.I.Body, Full))
      return Semantics.handler(D.I.Op, Full);
  Type *Ty = L.getType();
  if (!Ty->isIntOrIntVectorTy() || Ty->getScalarSizeInBits() % 8)
    return nullptr;
  const DataLayout &DL = D.F->getParent()->getDataLayout();
  const uint64_t Size = DL.getTypeStoreSize(Ty);
  SmallVector<uint8_t, 64> Kept(Size, 0xff), Bits(Size);
  for (const Field &Part : D.Known)
    for (uint64_t At = Part.Offset; At != Part.Offset + Part.Size; ++At)
      if (At >= Offset && At - Offset < Size) {
        Kept[At - Offset] = 0;
        Bits[At - Offset] = reinterpret_cast<const uint8_t *>(&D.I)[At];
      }
  auto Constant = [&](ArrayRef<uint8_t> Bytes) {
    return ConstantFoldLoadFromConst(
        ConstantDataArray::get(Ty->getContext(), Bytes), Ty, APInt(64, 0), DL);
  };
  if (all_of(Kept, [](uint8_t Byte) { return !Byte; }))
    return Constant(Bits);
  if (all_of(Kept, [](uint8_t Byte) { return Byte; }))
    return nullptr;
  IRBuilder<> B(L.getNextNode());
  auto *Rest = cast<Instruction>(B.CreateAnd(&L, Constant(Kept)));
  Value *All = B.CreateOr(Rest, Constant(Bits));
  L.replaceUsesWithIf(All, [&](Use &U) { return U.getUser() != Rest; });
  return nullptr;
}

void OperationPool::foldFields(const Draft &D) {
  const DataLayout &DL = D.F->getParent()->getDataLayout();
  for (Instruction &In : make_early_inc_range(instructions(*D.F))) {
    auto *L = dyn_cast<LoadInst>(&In);
    if (!L)
      continue;
    APInt Offset(64, 0);
    if (L->getPointerOperand()->stripAndAccumulateConstantOffsets(
            DL, Offset, /*AllowNonInbounds=*/true) != D.F->getArg(0))
      continue;
    if (Value *V = foldLoad(D, *L, Offset.getZExtValue())) {
      L->replaceAllUsesWith(V);
      L->eraseFromParent();
    }
  }
}

/// Enough for the next calls to be seen.
static void simplify(Function &F) {
  FunctionPasses Passes;
  Passes.add(InstCombinePass());
  Passes.add(SimplifyCFGPass());
  Passes.run(F);
}

bool OperationPool::keepCallees(Function &F) {
  for (Instruction &I : instructions(F))
    if (auto *C = dyn_cast<CallInst>(&I))
      if (Function *Callee = C->getCalledFunction())
        if (!Semantics.keep(*Callee))
          return false;
  return true;
}

Function *OperationPool::specialize(const BoundInst &I, bool Full) {
  // A call costs little beside a larger body.
  constexpr unsigned MaxSize = 2000, MaxDepth = 4;
  Function *F = create(HandlerType, "heddle_operation");
  const Draft D{F, I, fieldsOf(I)};
  F->getArg(0)->addAttr(Attribute::NoAlias);
  F->addRetAttr(Attribute::ZExt);
  IRBuilder<> B(&F->getEntryBlock());
  Value *Mask = F->getArg(2);
  if (Full)
    Mask = B.getInt32(sm::AllLanes);
  CallInst *Call =
      B.CreateCall(entryOf(I, Full), {F->getArg(0), F->getArg(1), Mask});
  Call->addRetAttr(Attribute::ZExt);
  B.CreateRet(Call);
  for (unsigned Depth = 0; Depth != MaxDepth && inlineCalls(*F); ++Depth) {
    foldFields(D);
    simplify(*F);
  }
  if (F->getInstructionCount() <= MaxSize && keepCallees(*F))
    return F;
  F->eraseFromParent();
  return nullptr;
}

Function *OperationPool::callHandler(const BoundInst &I, bool Full) {
  const sm::HostMode Mode =
      hostModeOf(I, sm::GuestMode).value_or(sm::GuestMode);
  Function *&F = Calls[Mode][Full];
  if (F)
    return F;
  F = create(HandlerType, "heddle_call");
  F->addRetAttr(Attribute::ZExt);
  IRBuilder<> B(&F->getEntryBlock());
  leaveVectors(B, Semantics.width());
  Value *Handler = B.CreateAlignedLoad(
      B.getPtrTy(),
      B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), F->getArg(0),
                                   handlerOffset(I, I.Entry, Full)),
      Align(8));
  if (Mode != sm::GuestMode)
    setHostMode(B, Mode);
  CallInst *Call = B.CreateCall(HandlerType, Handler,
                                {F->getArg(0), F->getArg(1), F->getArg(2)});
  returnsBool(*Call);
  if (Mode != sm::GuestMode)
    setHostMode(B, sm::GuestMode);
  B.CreateRet(Call);
  return F;
}

Function *OperationPool::operation(const BoundInst &I, bool Full) {
  if (!isWorthIt(I))
    return callHandler(I, Full);
  auto [At, IsNew] = Operations.try_emplace(kindOf(I, Full));
  if (IsNew)
    if (At->second = specialize(I, Full); !At->second)
      At->second = callHandler(I, Full);
  assert(At->second->getFunctionType() == HandlerType &&
         "an operation is called as a handler is");
  return At->second;
}

Function *OperationPool::predicate(const BoundInst &I) {
  Function *&F = Predicates[std::string(1, char(I.Cond))];
  if (F)
    return F;
  LLVMContext &Context = Semantics.module().getContext();
  Type *Ptr = PointerType::getUnqual(Context);
  F = create(FunctionType::get(Type::getInt32Ty(Context), {Ptr, Ptr}, false),
             "heddle_predicate");
  IRBuilder<> B(&F->getEntryBlock());
  B.CreateRet(
      B.CreateCall(Semantics.predicate(), {F->getArg(0), F->getArg(1)}));
  const Draft D{F, I, {fieldOf(I, I.Cond)}};
  while (inlineCalls(*F)) {
    foldFields(D);
    simplify(*F);
  }
  return F;
}

} // namespace heddle::hosttranslate
