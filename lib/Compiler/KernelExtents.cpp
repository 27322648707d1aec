//===- KernelExtents.cpp - The text that a kernel is made of --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelExtents.h"
#include "heddle/PTXParser/Stmt.h"
#include "heddle/Support/Diagnostics.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;

namespace heddle {
namespace {

/// The functions that a kernel reaches, itself first.
class ReachedFunctions {
public:
  explicit ReachedFunctions(const ptx::Function &Kernel) {
    add(&Kernel);
    for (size_t N = 0; N != Found.size(); ++N)
      ptx::forEachStmt(*Found[N]->Body, [&](const ptx::Stmt &S) {
        if (const auto *I = dyn_cast<ptx::Instruction>(&S))
          for (const ptx::Operand &Op : I->Operands) {
            add(Op.Base);
            for (const ptx::Operand &Element : Op.Elements)
              add(Element.Base);
          }
      });
  }

  ArrayRef<const ptx::Function *> get() const { return Found.getArrayRef(); }

private:
  void add(const ptx::Decl *D) {
    const auto *F = dyn_cast_or_null<ptx::Function>(D);
    while (F && F->Definition)
      F = F->Definition;
    if (F && F->Body)
      Found.insert(F);
  }

  SetVector<const ptx::Function *> Found;
};

} // namespace

/// The text of \p F from the start of its line, as some errors are known by
/// their line alone.
static SMRange bodyOf(const ptx::Function &F, const SourceMgr &Sources) {
  unsigned Buffer = Sources.FindBufferContainingLoc(F.Range.Start);
  const char *Text = Sources.getMemoryBuffer(Buffer)->getBufferStart();
  const char *Start = F.Range.Start.getPointer();
  while (Start != Text && Start[-1] != '\n')
    --Start;
  return {SMLoc::getFromPointer(Start), F.Body->Range.End};
}

std::vector<KernelExtent> kernelExtents(const ModuleList &Modules,
                                        ArrayRef<std::string> Names,
                                        const SourceMgr &Sources) {
  StringSet<> Wanted;
  for (StringRef Name : Names)
    Wanted.insert(Name);
  std::vector<KernelExtent> Extents;
  for (const auto &Source : Modules)
    for (const ptx::Function *F : Source->Functions) {
      if (!F->IsEntry || !F->Body || F->Definition || !Wanted.contains(F->Name))
        continue;
      KernelExtent &Extent = Extents.emplace_back();
      Extent.Name = F->Name.str();
      ReachedFunctions All(*F);
      for (const ptx::Function *Reached : All.get())
        Extent.Bodies.push_back(bodyOf(*Reached, Sources));
    }
  return Extents;
}

} // namespace heddle
