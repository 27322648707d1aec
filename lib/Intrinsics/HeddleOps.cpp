//===- HeddleOps.cpp - The heddle.* functions of NVVM IR ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Intrinsics/HeddleOps.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace heddle {

namespace ops {
static const HeddleOpInfo *lookupHeddleOp(StringRef Name);
#define GET_HeddleOpTable_IMPL
#include "HeddleOps.inc"
} // namespace ops

const HeddleOpInfo &heddleOpInfo(HeddleOp Op) { return ops::HeddleOpTable[Op]; }

std::optional<HeddleOp> heddleOpOf(const Function &F) {
  StringRef Name = F.getName();
  if (!Name.consume_front(HeddleOpPrefix))
    return std::nullopt;
  const HeddleOpInfo *Info = ops::lookupHeddleOp(Name);
  // The lookup ignores case, names do not.
  if (!Info || Info->Name != Name)
    return std::nullopt;
  return static_cast<HeddleOp>(Info - ops::HeddleOpTable);
}

std::optional<HeddleOp> heddleOpOf(const CallBase &Call) {
  const Function *F = Call.getCalledFunction();
  return F ? heddleOpOf(*F) : std::nullopt;
}

static Type *parseType(LLVMContext &Context, StringRef Name) {
  return StringSwitch<Type *>(Name)
      .Case("void", Type::getVoidTy(Context))
      .Case("i1", Type::getInt1Ty(Context))
      .Case("i32", Type::getInt32Ty(Context))
      .Case("i64", Type::getInt64Ty(Context))
      .Case("float", Type::getFloatTy(Context));
}

static void addAttributes(Function &F, const HeddleOpInfo &Info) {
  F.addFnAttr(Attribute::NoUnwind);
  F.addFnAttr(Attribute::NoCallback);
  if (Info.Convergent)
    F.addFnAttr(Attribute::Convergent);
  switch (Info.Effect) {
  case HeddleEffect::Pure:
    F.addFnAttr(Attribute::WillReturn);
    F.addFnAttr(Attribute::NoFree);
    F.addFnAttr(Attribute::NoSync);
    F.addFnAttr(Attribute::Speculatable);
    F.setMemoryEffects(MemoryEffects::none());
    break;
  case HeddleEffect::Machine:
    F.addFnAttr(Attribute::WillReturn);
    F.setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
    break;
  case HeddleEffect::Everything:
    break;
  }
}

Function *declareHeddleOp(Module &M, HeddleOp Op) {
  const HeddleOpInfo &Info = heddleOpInfo(Op);
  SmallString<32> Name(HeddleOpPrefix);
  Name += Info.Name;
  if (Function *F = M.getFunction(Name))
    return F;
  SmallVector<StringRef, 4> Names;
  Info.Params.split(Names, ',', -1, /*KeepEmpty=*/false);
  SmallVector<Type *, 4> Params;
  for (StringRef Param : Names)
    Params.push_back(parseType(M.getContext(), Param));
  auto *FTy = FunctionType::get(parseType(M.getContext(), Info.Result), Params,
                                /*isVarArg=*/false);
  Function *F = Function::Create(FTy, GlobalValue::ExternalLinkage, Name, M);
  addAttributes(*F, Info);
  return F;
}

} // namespace heddle
