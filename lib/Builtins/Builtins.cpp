//===- Builtins.cpp - Routines that the chip lacks ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Builtins/Builtins.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBufferRef.h"

using namespace llvm;

namespace heddle {

static constexpr unsigned char Bitcode32[] = {
#include "Builtins32.inc"
};

/// Removes what names a target, and loop metadata, which promises progress.
static void stripTarget(Function &F) {
  if (F.isIntrinsic())
    return;
  F.setAttributes(AttributeList());
  F.addFnAttr(Attribute::NoUnwind);
  for (BasicBlock &Block : F)
    for (Instruction &I : Block)
      I.dropUnknownNonDebugMetadata();
}

std::unique_ptr<Module> loadBuiltins(LLVMContext &Context) {
  StringRef Bytes(reinterpret_cast<const char *>(Bitcode32), sizeof(Bitcode32));
  Expected<std::unique_ptr<Module>> Loaded =
      parseBitcodeFile(MemoryBufferRef(Bytes, "heddle builtins"), Context);
  // The bytes were made by this build; cantFail says so.
  std::unique_ptr<Module> M = cantFail(std::move(Loaded));
  M->setTargetTriple("");
  M->setDataLayout("");
  if (NamedMDNode *Flags = M->getModuleFlagsMetadata())
    Flags->eraseFromParent();
  if (NamedMDNode *Ident = M->getNamedMetadata("llvm.ident"))
    Ident->eraseFromParent();
  for (Function &F : *M)
    stripTarget(F);
  return M;
}

} // namespace heddle
