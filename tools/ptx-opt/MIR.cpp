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
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"

using namespace llvm;

static cl::list<std::string>
    RunPasses("run-pass", cl::desc("Machine pass to run on a .mir file"),
              cl::value_desc("name"), cl::CommaSeparated);
static cl::opt<unsigned>
    MaxRegisters("maxrregcount",
                 cl::desc("Registers that machine code may use"),
                 cl::value_desc("n"));

namespace heddle {

static tesla::CodeGenOptions options(StringRef Chip) {
  tesla::CodeGenOptions Options;
  if (const abi::Chip *Known = abi::findChip(Chip))
    Options.Chip = Known->Name;
  Options.MaxRegisters = MaxRegisters;
  return Options;
}

bool wantsMachinePasses(StringRef Path) {
  return sys::path::extension(Path) == ".mir" || tesla::stopsBeforeEnd();
}

Error runMIRPasses(std::unique_ptr<MemoryBuffer> Buffer, StringRef Chip,
                   raw_ostream &OS) {
  return tesla::runMIRPasses(std::move(Buffer), options(Chip), RunPasses, OS);
}

Error printMIR(Module &M, StringRef Chip, raw_ostream &OS) {
  return tesla::printMIR(M, options(Chip), OS);
}

} // namespace heddle
