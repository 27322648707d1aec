//===- HostState.cpp - What differs by the kind of host -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostState.h"
#include "llvm/IR/IntrinsicsAArch64.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace heddle::hosttranslate {

bool isForX86(const Module &M) { return Triple(M.getTargetTriple()).isX86(); }

bool isForAArch64(const Module &M) {
  return Triple(M.getTargetTriple()).isAArch64();
}

void leaveVectors(IRBuilderBase &At, unsigned Width) {
  // Only x86 has vectors of more than four lanes.
  if (Width > 4)
    At.CreateIntrinsic(At.getVoidTy(), Intrinsic::x86_avx_vzeroupper, {});
}

/// An attribute of functions.
static constexpr StringLiteral ChangesMode = "heddle-changes-mode";

void markChangeOfMode(Function &F) { F.addFnAttr(ChangesMode); }

bool changesHostMode(const Function &F) {
  return F.hasFnAttribute(ChangesMode);
}

void setHostMode(IRBuilderBase &At, sm::HostMode Mode) {
  Module &M = *At.GetInsertBlock()->getModule();
  const FloatRounding Rounding = sm::roundingOf(Mode);
  const bool Flushes = sm::flushes(Mode);
  if (isForX86(M)) {
    auto *Constant = new GlobalVariable(
        M, At.getInt32Ty(), true, GlobalValue::PrivateLinkage,
        At.getInt32(mxcsrFor(Rounding, Flushes)), "heddle.mode");
    At.CreateIntrinsic(At.getVoidTy(), Intrinsic::x86_sse_ldmxcsr, {Constant});
  } else if (isForAArch64(M)) {
    At.CreateIntrinsic(At.getVoidTy(), Intrinsic::aarch64_set_fpcr,
                       {At.getInt64(fpcrFor(Rounding, Flushes))});
  }
}

/// Others than x86 know no calls that save all registers.
constexpr const char *KeepsRegisters = "no_caller_saved_registers";

Function *makeRareFunction(const Function &Like, FunctionType *Type,
                           const Twine &Name) {
  LLVMContext &Context = Like.getContext();
  Function *Made = Function::Create(Type, GlobalValue::InternalLinkage, Name,
                                    const_cast<Module *>(Like.getParent()));
  Made->setAttributes(AttributeList::get(
      Context, AttributeList::FunctionIndex,
      AttrBuilder(Context, Like.getAttributes().getFnAttrs())));
  if (isForX86(*Like.getParent()))
    Made->addFnAttr(KeepsRegisters);
  Made->addFnAttr(Attribute::NoInline);
  return Made;
}

void keepRegisters(CallInst &Call) {
  if (isForX86(*Call.getModule()))
    Call.addFnAttr(Attribute::get(Call.getContext(), KeepsRegisters));
}

void returnsBool(CallInst &Call) {
  // AAPCS64 defines the lowest 8 bits of the register, and this attribute says
  // 32 there.
  if (isForX86(*Call.getModule()))
    Call.addRetAttr(Attribute::ZExt);
}

Value *isAnySet(IRBuilderBase &At, Value *Bits) {
  auto *Type = cast<FixedVectorType>(Bits->getType());
  // AArch64 has no instruction that gets a bit of each lane, and one that gets
  // their maximum.
  if (isForAArch64(*At.GetInsertBlock()->getModule())) {
    Value *Words = At.CreateSExt(
        Bits, FixedVectorType::get(At.getInt32Ty(), Type->getNumElements()));
    return At.CreateIsNotNull(At.CreateIntMaxReduce(Words, /*IsSigned=*/false));
  }
  // AVX2: a mask that comes of a comparison of f32 with an environment would
  // first become one of 16-bit words.
  if (Type->getNumElements() == 8 &&
      isForX86(*At.GetInsertBlock()->getModule())) {
    auto *FloatTy = FixedVectorType::get(At.getFloatTy(), 8);
    Value *Signs = At.CreateBitCast(
        At.CreateSExt(Bits, FixedVectorType::get(At.getInt32Ty(), 8)), FloatTy);
    return At.CreateIsNull(At.CreateIntrinsic(
        At.getInt32Ty(), Intrinsic::x86_avx_vtestz_ps_256, {Signs, Signs}));
  }
  return At.CreateIsNotNull(
      At.CreateBitCast(Bits, At.getIntNTy(Type->getNumElements())));
}

Value *lanesOfChunk(IRBuilderBase &At, Value *Mask, unsigned Chunk,
                    unsigned Width) {
  Value *Bits = At.CreateTrunc(At.CreateLShr(Mask, uint64_t(Chunk) * Width),
                               At.getIntNTy(Width));
  return At.CreateBitCast(Bits, FixedVectorType::get(At.getInt1Ty(), Width));
}

Value *areAllSet(IRBuilderBase &At, Value *Bits) {
  return At.CreateNot(isAnySet(At, At.CreateNot(Bits)));
}

} // namespace heddle::hosttranslate
