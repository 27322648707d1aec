//===- IRInput.cpp - A module given as IR ---------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IRInput.h"
#include "ModuleFlags.h"
#include "heddle/ABI/Chips.h"
#include "heddle/ABI/TargetModel.h"
#include "heddle/Compiler/CommandLine.h"
#include "heddle/Compiler/Compiler.h"
#include "heddle/Intrinsics/FunctionAttributes.h"
#include "heddle/Support/Diagnostics.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/Path.h"
#include <cassert>

using namespace llvm;

namespace heddle {

bool isIRFile(StringRef Path) {
  StringRef Extension = sys::path::extension(Path);
  return Extension == ".ll" || Extension == ".bc";
}

/// Returns the chip of -arch, or that of the functions of \p M, which all name
/// the same one.
static Expected<const abi::Chip *> chooseChip(const CompileOptions &Options,
                                              const Module &M) {
  StringRef Arch = Options.Arch;
  for (const Function &F : M)
    if (Arch.empty() && !F.isDeclaration())
      Arch = attributes::TargetChip.get(F);
  if (Arch.empty())
    return createStringError(
        "the functions of '" + M.getSourceFileName() +
        "' name no chip; -arch=" + abi::targetChips().front()->Name +
        " compiles for the first one");
  if (Error E = checkArch(Arch, /*AllowVirtual=*/false))
    return std::move(E);
  return abi::findChip(Arch);
}

/// Sets what lifting would have set for \p Chip.
static void adoptModule(Module &M, const abi::Chip &Chip) {
  for (Function &F : M)
    if (!F.isDeclaration())
      attributes::TargetChip.set(F, Chip.Name);
}

Expected<std::unique_ptr<Module>> readIR(const CompileOptions &Options,
                                         Diagnostics &Diags,
                                         LLVMContext &Context,
                                         const abi::Chip *&Chip) {
  SourceMgr &Sources = Diags.sources();
  SMDiagnostic Problem;
  // IR written by hand need not repeat the layout.
  ParserCallbacks Callbacks(
      [](StringRef Triple, StringRef Layout) -> std::optional<std::string> {
        return Layout.empty() ? abi::targetModelOrDefault(Triple).DataLayout
                              : Layout.str();
      });
  std::unique_ptr<Module> M =
      parseIR(*Sources.getMemoryBuffer(Sources.getMainFileID()), Problem,
              Context, Callbacks);
  if (!M) {
    int Line = std::max(0, Problem.getLineNo());
    Diags.error(Diags.locFor(Line, Problem.getColumnNo() + 1),
                Problem.getMessage());
    return nullptr;
  }
  Expected<const abi::Chip *> Chosen = chooseChip(Options, *M);
  if (!Chosen)
    return Chosen.takeError();
  Chip = *Chosen;
  assert(Chip && "a name that was checked is one of a chip");
  const abi::TargetModel &Target = abi::targetModel(*Chip);
  if (M->getDataLayoutStr() != Target.DataLayout) {
    Diags.error(SMLoc(), "the data layout is not that of these chips");
    return nullptr;
  }
  if (!checkFlags(*M, *Chip, Diags))
    return nullptr;
  noteArch(*M, *Chip, Options.Arch);
  M->setTargetTriple(Target.Triple);
  adoptModule(*M, *Chip);
  return M;
}

} // namespace heddle
