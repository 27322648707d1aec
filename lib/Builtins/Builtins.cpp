//===- Builtins.cpp - Routines that the chip lacks ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Builtins/Builtins.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBufferRef.h"

using namespace llvm;

namespace heddle {

/// The prefix of the names in C, which knows none with dots.
static constexpr StringLiteral CPrefix = "__heddle_";

static constexpr unsigned char Bitcode32[] = {
#include "Builtins32.inc"
};

/// Removes what names a target, what depends on how C was compiled, and loop
/// metadata, which promises progress.
static void stripTarget(Function &F) {
  if (F.isIntrinsic())
    return;
  F.setAttributes(AttributeList());
  F.addFnAttr(Attribute::NoUnwind);
  F.addFnAttr(Attribute::NoImplicitFloat);
  for (BasicBlock &Block : F)
    for (Instruction &I : Block) {
      I.dropUnknownNonDebugMetadata();
      if (auto *Call = dyn_cast<CallBase>(&I))
        Call->setAttributes(AttributeList());
    }
}

static void rename(Function &F) {
  if (F.isIntrinsic())
    return;
  StringRef Name = F.getName();
  Name.consume_front(CPrefix);
  F.setName(BuiltinPrefix + Name);
}

/// Calls of chip.NAME become calls of llvm.nvvm.NAME.
static void bindInstructions(Module &M) {
  for (Function &F : make_early_inc_range(M)) {
    StringRef Name = F.getName();
    if (!Name.consume_front("chip."))
      continue;
    Intrinsic::ID ID = Function::lookupIntrinsicID(("llvm.nvvm." + Name).str());
    assert(ID != Intrinsic::not_intrinsic && "Chip.h names no intrinsic");
    F.replaceAllUsesWith(Intrinsic::getDeclaration(&M, ID));
    F.eraseFromParent();
  }
}

/// Reads the bodies of \p Names, which have no prefix, and of what they call.
static void readBodies(Module &M, ArrayRef<StringRef> Names) {
  SmallVector<Function *, 16> Work;
  auto Add = [&](Function *F) {
    if (F && F->isMaterializable()) {
      cantFail(F->materialize());
      Work.push_back(F);
    }
  };
  for (StringRef Name : Names)
    Add(M.getFunction((CPrefix + Name).str()));
  while (!Work.empty())
    for (Instruction &I : instructions(*Work.pop_back_val()))
      if (auto *Call = dyn_cast<CallBase>(&I))
        Add(Call->getCalledFunction());
}

std::unique_ptr<Module> loadBuiltins(LLVMContext &Context,
                                     ArrayRef<StringRef> Names) {
  StringRef Bytes(reinterpret_cast<const char *>(Bitcode32), sizeof(Bitcode32));
  Expected<std::unique_ptr<Module>> Loaded =
      getLazyBitcodeModule(MemoryBufferRef(Bytes, "heddle builtins"), Context);
  // The bytes were made by this build; cantFail says so.
  std::unique_ptr<Module> M = cantFail(std::move(Loaded));
  cantFail(M->materializeMetadata());
  readBodies(*M, Names);
  M->setTargetTriple("");
  M->setDataLayout("");
  if (NamedMDNode *Flags = M->getModuleFlagsMetadata())
    Flags->eraseFromParent();
  if (NamedMDNode *Ident = M->getNamedMetadata("llvm.ident"))
    Ident->eraseFromParent();
  bindInstructions(*M);
  for (Function &F : *M) {
    if (!F.isMaterializable())
      stripTarget(F);
    rename(F);
  }
  return M;
}

} // namespace heddle
