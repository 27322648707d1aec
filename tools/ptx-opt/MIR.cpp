//===- MIR.cpp - Passes on machine IR -------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MIR.h"
#include "heddle/ABI/Chips.h"
#include "heddle/Backend/TeslaCodeGen.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace heddle {

static tesla::CodeGenOptions codeGenOptions(const OptOptions &Options) {
  tesla::CodeGenOptions Result;
  if (const abi::Chip *Known = abi::findChip(Options.Arch))
    Result.Chip = Known->Name;
  Result.MaxRegisters = Options.MaxRegisters;
  return Result;
}

Error runMIRPasses(std::unique_ptr<MemoryBuffer> Buffer,
                   const OptOptions &Options, raw_ostream &OS) {
  tesla::CodeGenOptions ForChip = codeGenOptions(Options);
  // The file says what it is for.
  if (Options.Arch.empty())
    ForChip.Chip.clear();
  return tesla::runMIRPasses(std::move(Buffer), ForChip, Options.RunPasses, OS);
}

Error printMIR(Module &M, const OptOptions &Options, raw_ostream &OS) {
  return tesla::printMIR(M, codeGenOptions(Options), OS);
}

} // namespace heddle
