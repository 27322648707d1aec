//===- SemanticsModule.cpp - What instructions do, as LLVM IR -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SemanticsModule.h"
#include "Bitcodes.h"
#include "heddle/SM/Launch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MemoryBufferRef.h"

using namespace llvm;

namespace heddle::hosttranslate {

/// Returns the bitcode for \p Isa; null if there is none.
static const EmbeddedBitcode *embedded(sm::HostIsa Isa) {
  const EmbeddedBitcode *E = find_if(Bitcodes, [&](const EmbeddedBitcode &B) {
    return B.Isa == sm::hostIsaName(Isa);
  });
  return E == Bitcodes.end() ? nullptr : E;
}

bool hasSemantics(sm::HostIsa Isa) { return embedded(Isa); }

unsigned vectorWidth(sm::HostIsa Isa) {
  assert(hasSemantics(Isa) && "the caller asks");
  return embedded(Isa)->Width;
}

SemanticsModule::SemanticsModule(LLVMContext &Context, sm::HostIsa Isa)
    : Width(vectorWidth(Isa)) {
  const EmbeddedBitcode *E = embedded(Isa);
  StringRef Bytes(reinterpret_cast<const char *>(E->Bytes.data()),
                  E->Bytes.size());
  // The bytes were made by this build; cantFail says so.
  M = cantFail(getLazyBitcodeModule(MemoryBufferRef(Bytes, "semantics"),
                                    Context, /*ShouldLazyLoadMetadata=*/true));
  for (Function &F : *M)
    if (!F.isDeclaration() || F.isMaterializable())
      Handlers.insert(&F);
}

void SemanticsModule::read(Function &F) { cantFail(F.materialize()); }

Function *SemanticsModule::functionIn(StringRef Table, unsigned Word) {
  Constant *At = M->getNamedGlobal(Table)->getInitializer();
  const DataLayout &DL = M->getDataLayout();
  auto *F = cast<Function>(ConstantFoldLoadFromConst(
      At, PointerType::getUnqual(M->getContext()),
      APInt(64, uint64_t(Word) * DL.getPointerSize()), DL));
  read(*F);
  return F;
}

Function *SemanticsModule::handler(sm::Operation Op, bool Full) {
  return functionIn("HeddleHandlers", sm::indexOf(Op) * 2 + !Full);
}

Function *SemanticsModule::predicate() {
  return functionIn("HeddlePredicate", 0);
}

Function *SemanticsModule::entry(EntryKind Kind) {
  return functionIn("HeddleEntries", Kind);
}

bool SemanticsModule::keep(Function &F) {
  SmallVector<Function *> Todo = {&F};
  SetVector<Function *> Needed;
  while (!Todo.empty()) {
    Function *Next = Todo.pop_back_val();
    if (!Handlers.contains(Next)) {
      // Functions that were kept before, or were written.
      if (Next->isDeclaration() && !Next->isIntrinsic())
        return false;
      continue;
    }
    if (!Needed.insert(Next))
      continue;
    read(*Next);
    for (Instruction &I : instructions(*Next))
      for (Value *V : I.operand_values())
        if (auto *Callee = dyn_cast<Function>(V))
          Todo.push_back(Callee);
  }
  for (Function *Each : Needed)
    Handlers.remove(Each);
  return true;
}

std::unique_ptr<Module> SemanticsModule::take() {
  for (StringRef Table : {"HeddleHandlers", "HeddlePredicate", "HeddleEntries"})
    M->getNamedGlobal(Table)->eraseFromParent();
  // The kernel calls no handler by its name.
  for (Function *F : Handlers)
    F->dropAllReferences();
  for (Function *F : Handlers)
    F->eraseFromParent();
  return std::move(M);
}

} // namespace heddle::hosttranslate
