//===- HeddleOps.cpp - The heddle.* functions of NVVM IR ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Intrinsics/HeddleOps.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace heddle {

namespace ops {
struct HeddleTypeInfo {
  uint8_t Key;
  uint32_t MaxImmediate;
};
static const HeddleOpInfo *lookupHeddleOp(StringRef Name);
static const HeddleTypeInfo *lookupHeddleType(uint8_t Key);
[[maybe_unused]] static const HeddleOpInfo *lookupHeddleOpRow(unsigned Op);
#define GET_HeddleOpTable_IMPL
#define GET_HeddleTypeTable_IMPL
#include "HeddleOps.inc"
} // namespace ops

ArrayRef<HeddleOpInfo> heddleOps() { return ops::HeddleOpTable; }

static SmallVector<HeddleType, 4> unpack(uint32_t Packed) {
  SmallVector<HeddleType, 4> Types;
  for (; Packed; Packed >>= 4)
    Types.push_back(static_cast<HeddleType>(Packed & 15));
  return Types;
}

SmallVector<HeddleType, 4> HeddleOpInfo::results() const {
  return unpack(PackedResults);
}

SmallVector<HeddleType, 4> HeddleOpInfo::params() const {
  return unpack(PackedParams);
}

std::optional<uint32_t> maxImmediate(HeddleType Type) {
  uint32_t Max = ops::lookupHeddleType(Type)->MaxImmediate;
  return Max == 0 ? std::nullopt : std::optional(Max);
}

std::optional<HeddleOp> findHeddleOp(StringRef Name) {
  const HeddleOpInfo *Info = ops::lookupHeddleOp(Name);
  // The lookup ignores case, names do not.
  if (!Info || Info->Name != Name)
    return std::nullopt;
  return static_cast<HeddleOp>(Info - ops::HeddleOpTable);
}

std::optional<HeddleOp> heddleOpOf(const Function &F) {
  StringRef Name = F.getName();
  if (!Name.consume_front(HeddleOpPrefix))
    return std::nullopt;
  return findHeddleOp(Name);
}

std::optional<HeddleOp> heddleOpOf(const CallBase &Call) {
  const Function *F = Call.getCalledFunction();
  return F ? heddleOpOf(*F) : std::nullopt;
}

static Type *typeOf(LLVMContext &Context, HeddleType T) {
  switch (T) {
  case HeddleType::ValI32:
  case HeddleType::ValImm4:
  case HeddleType::ValImm8:
  case HeddleType::ValImm9:
  case HeddleType::ValPlace:
  case HeddleType::ValCond:
    return Type::getInt32Ty(Context);
  case HeddleType::ValF32:
    return Type::getFloatTy(Context);
  case HeddleType::ValI64:
    return Type::getInt64Ty(Context);
  case HeddleType::ValQuad:
    return FixedVectorType::get(Type::getInt32Ty(Context), 4);
  }
  llvm_unreachable("all types are covered");
}

FunctionType *heddleOpType(LLVMContext &Context, HeddleOp Op) {
  const HeddleOpInfo &Info = heddleOpInfo(Op);
  SmallVector<Type *, 4> Params;
  for (HeddleType T : Info.params())
    Params.push_back(typeOf(Context, T));
  SmallVector<HeddleType, 4> Results = Info.results();
  Type *Result = Results.empty()       ? Type::getVoidTy(Context)
                 : Results.size() == 1 ? typeOf(Context, Results[0])
                                       : Type::getInt64Ty(Context);
  return FunctionType::get(Result, Params, /*isVarArg=*/false);
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
  case HeddleEffect::Reads:
    F.addFnAttr(Attribute::WillReturn);
    F.addFnAttr(Attribute::NoFree);
    F.addFnAttr(Attribute::NoSync);
    F.setMemoryEffects(MemoryEffects::readOnly());
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
  Function *F = Function::Create(heddleOpType(M.getContext(), Op),
                                 GlobalValue::ExternalLinkage, Name, M);
  addAttributes(*F, Info);
  return F;
}

} // namespace heddle
