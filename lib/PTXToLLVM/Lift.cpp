//===- Lift.cpp - PTX to NVVM IR ------------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/PTXToLLVM/Lift.h"
#include "ModuleLifter.h"
#include "heddle/Support/Diagnostics.h"
#include <cassert>

using namespace llvm;

namespace heddle {

static std::unique_ptr<llvm::Module> lift(ArrayRef<const ptx::Module *> Sources,
                                          LLVMContext &Context,
                                          const LiftOptions &Options,
                                          Diagnostics &Diags) {
  const abi::Chip *Chip = abi::findChip(StringRef(Options.Chip));
  assert(Chip && "callers check the name of the chip");
  assert(!Sources.empty() && "nothing to lift");
  unsigned ErrorsBefore = Diags.numErrors();
  auto M = std::make_unique<llvm::Module>(Sources.front()->FileName, Context);
  ModuleLifter(Sources, *M, Options, *Chip, Diags).lift();
  return Diags.numErrors() == ErrorsBefore ? std::move(M) : nullptr;
}

std::unique_ptr<llvm::Module> liftModule(const ptx::Module &Source,
                                         LLVMContext &Context,
                                         const LiftOptions &Options,
                                         Diagnostics &Diags) {
  return lift(&Source, Context, Options, Diags);
}

std::unique_ptr<llvm::Module>
liftModules(ArrayRef<std::unique_ptr<ptx::Module>> Sources,
            LLVMContext &Context, const LiftOptions &Options,
            Diagnostics &Diags) {
  SmallVector<const ptx::Module *, 4> Pointers;
  for (const auto &Source : Sources)
    Pointers.push_back(Source.get());
  return lift(Pointers, Context, Options, Diags);
}

} // namespace heddle
