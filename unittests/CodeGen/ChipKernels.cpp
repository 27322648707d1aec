//===- ChipKernels.cpp - Kernels of IR for one chip -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChipKernels.h"
#include "heddle/ABI/AddressSpace.h"
#include "heddle/ABI/TargetModel.h"
#include "heddle/Compiler/Compiler.h"
#include "heddle/Support/Diagnostics.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace heddle {

ChipKernels::ChipKernels(const abi::Chip &Chip)
    : Chip(Chip), M("kernels", Context),
      Global(PointerType::get(Context, abi::Global)) {
  M.setTargetTriple(abi::targetModel(Chip).Triple);
}

SmallVector<Type *> ChipKernels::integers() {
  SmallVector<Type *> Types;
  for (unsigned Bits : {1, 7, 8, 16, 24, 31, 32, 33, 48, 63, 64})
    Types.push_back(integer(Bits));
  if (has(abi::Feature::WideIntegers))
    Types.push_back(integer(128));
  return Types;
}

SmallVector<Type *> ChipKernels::vectorsOfIntegers() {
  SmallVector<Type *> Types;
  for (auto [Bits, Count] :
       {std::pair(1, 4), {8, 4}, {16, 3}, {32, 2}, {32, 4}, {64, 2}})
    Types.push_back(FixedVectorType::get(integer(Bits), Count));
  return Types;
}

SmallVector<Type *> ChipKernels::floats() {
  SmallVector<Type *> Types = {Type::getFloatTy(Context)};
  if (has(abi::Feature::F64))
    Types.push_back(Type::getDoubleTy(Context));
  for (Type *T : SmallVector<Type *>(Types))
    for (unsigned Count : {2, 4})
      Types.push_back(FixedVectorType::get(T, Count));
  return Types;
}

void ChipKernels::add(BodyFn Body) {
  Type *Void = Type::getVoidTy(Context);
  auto *F = Function::Create(FunctionType::get(Void, {Global}, false),
                             GlobalValue::ExternalLinkage, "k", M);
  F->setCallingConv(CallingConv::PTX_Kernel);
  IRBuilder<> B(BasicBlock::Create(Context, "entry", F));
  Value *Result = Body(B);
  auto Store = [&](Value *V) {
    B.CreateAlignedStore(V, F->getArg(0), Align(16), /*isVolatile=*/true);
  };
  if (auto *Parts = dyn_cast<StructType>(Result->getType()))
    for (unsigned N = 0; N != Parts->getNumElements(); ++N)
      Store(B.CreateExtractValue(Result, N));
  else
    Store(Result);
  B.CreateRetVoid();
}

Value *ChipKernels::read(IRBuilder<> &B, Type *T) {
  Value *From = B.GetInsertBlock()->getParent()->getArg(0);
  return B.CreateAlignedLoad(T, From, Align(16), /*isVolatile=*/true);
}

std::string ChipKernels::compile(unsigned Level) const {
  std::string Text, Log;
  raw_string_ostream OS(Text), LogOS(Log);
  if (verifyModule(M, &LogOS))
    return Log;
  M.print(OS, nullptr);
  SourceMgr Sources;
  Sources.AddNewSourceBuffer(MemoryBuffer::getMemBufferCopy(Text, "kernels.ll"),
                             SMLoc());
  Diagnostics Diags(Sources, LogOS);
  CompileOptions Options;
  Options.Arch = Chip.Name;
  Options.OptLevel = Level;
  Options.InputIsIR = true;
  auto Result = compilePTX(Options, Diags);
  if (!Result)
    return toString(Result.takeError());
  if (*Result && !(*Result)->Output.empty() && Log.empty())
    return "";
  return Log.empty() ? "no object" : Log;
}

} // namespace heddle
