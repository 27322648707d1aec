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

using namespace llvm;

namespace heddle {

std::unique_ptr<Module> liftModule(const ptx::Module &Source,
                                   LLVMContext &Context,
                                   const LiftOptions &Options,
                                   Diagnostics &Diags) {
  const abi::Chip *Chip = abi::findChip(StringRef(Options.Chip));
  assert(Chip && "callers check the name of the chip");
  unsigned ErrorsBefore = Diags.numErrors();
  auto M = std::make_unique<Module>(Source.FileName, Context);
  ModuleLifter(Source, *M, Options, *Chip, Diags).lift();
  return Diags.numErrors() == ErrorsBefore ? std::move(M) : nullptr;
}

} // namespace heddle
