//===- ptx-opt.cpp - Runs passes on PTX and IR ----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exit codes: 0 done, 1 the input was refused, 2 usage or file error.
//
//===----------------------------------------------------------------------===//

#include "Input.h"
#include "MIR.h"
#include "Options.h"
#include "heddle/ABI/Chips.h"
#include "heddle/Backend/TeslaCodeGen.h"
#include "heddle/Compiler/LLVMOptions.h"
#include "heddle/Optimizer/Passes.h"
#include "heddle/Optimizer/Pipelines.h"
#include "heddle/Support/InputFile.h"
#include "heddle/Support/OutputFile.h"
#include "heddle/Support/ToolProcess.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace heddle;

namespace {

enum ExitCode { Done = 0, Refused = 1, UsageOrFileError = 2 };

/// Passes to run, and all that they need.
struct Passes {
  std::unique_ptr<TargetMachine> Target;
  std::unique_ptr<PassEnvironment> Environment;
  ModulePassManager Manager;
};

/// The chip that functions of \p M were made for; empty if none says so.
StringRef chipOf(const Module &M) {
  for (const Function &F : M)
    if (Attribute Chip = F.getFnAttribute("target-cpu"); Chip.isValid())
      return Chip.getValueAsString();
  return "";
}

/// \p Arch: the chip's name; empty where nothing is known of it.
Error setUp(const OptOptions &Options, StringRef Arch, LLVMContext &Context,
            Passes &P) {
  if (const abi::Chip *Chip = abi::findChip(Arch)) {
    tesla::CodeGenOptions ForChip;
    ForChip.Chip = Chip->Name;
    P.Target = tesla::createTargetMachine(ForChip);
  }
  OptimizerOptions Environment;
  Environment.Target = P.Target.get();
  Environment.VerifyEach = Options.VerifyEach;
  Environment.Plugins = Options.Plugins;
  auto Made = PassEnvironment::create(Context, Environment);
  if (!Made)
    return Made.takeError();
  P.Environment = std::move(*Made);
  if (Options.Level)
    buildPipeline(P.Manager, *Options.Level, Environment);
  if (Options.Pipeline.empty())
    return Error::success();
  return P.Environment->parse(P.Manager, Options.Pipeline);
}

int printPipeline(const Tool &Self, const OptOptions &Options) {
  LLVMContext Context;
  Passes P;
  if (Error E = setUp(Options, Options.Arch, Context, P))
    return Self.fail(std::move(E));
  P.Environment->print(P.Manager, outs());
  return Done;
}

int refuse(Error E) {
  logAllUnhandledErrors(std::move(E), errs());
  return Refused;
}

int runIRPasses(const Tool &Self, const OptOptions &Options, raw_ostream &OS) {
  LLVMContext Context;
  Input Source(Context, Self);
  std::unique_ptr<Module> M =
      Source.read(Options.Input, Options.Arch, Options.FuseMulAdd);
  if (!M)
    return Source.hadUsageError() ? UsageOrFileError : Refused;
  if (verifyModule(*M, &errs()))
    return Self.fail(Options.Input + ": the IR is broken");
  Passes P;
  StringRef Arch = Options.Arch.empty() ? chipOf(*M) : Options.Arch;
  if (Error E = setUp(Options, Arch, Context, P))
    return Self.fail(std::move(E));
  P.Environment->run(P.Manager, *M);
  if (Source.hadError())
    return Refused;
  if (verifyModule(*M, &errs()))
    return Self.fail("a pass broke the IR");
  if (!stopsCodeGeneration()) {
    M->print(OS, nullptr);
    return Done;
  }
  OptOptions ForChip = Options;
  ForChip.Arch = Arch.str();
  if (Error E = printMIR(*M, ForChip, OS))
    return refuse(std::move(E));
  return Done;
}

int runMachinePasses(const Tool &Self, const OptOptions &Options,
                     raw_ostream &OS) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = readInputFile(Options.Input);
  if (!Buffer)
    return Self.fail(Buffer.takeError());
  if (Error E = runMIRPasses(std::move(*Buffer), Options, OS))
    return refuse(std::move(E));
  return Done;
}

int runPasses(const Tool &Self, const OptOptions &Options) {
  if (Error E =
          checkOutputs(Options.Input, RequestedOutput{Options.Output, "-o"}))
    return Self.fail(std::move(E));
  Expected<OutputFile> Output = OutputFile::create(Options.Output);
  if (!Output)
    return Self.fail(Output.takeError());
  int Code = sys::path::extension(Options.Input) == ".mir"
                 ? runMachinePasses(Self, Options, Output->os())
                 : runIRPasses(Self, Options, Output->os());
  if (Code == Done)
    if (Error E = Output->commit())
      return Self.fail(std::move(E));
  printLLVMReports(errs());
  return Code;
}

/// Whether -passes= takes \p Name.
bool isIRPass(StringRef Name) {
  LLVMContext Context;
  // Without plugins there is nothing that cannot be loaded.
  auto Environment = cantFail(PassEnvironment::create(Context));
  ModulePassManager Manager;
  Error Unknown = Environment->parse(Manager, Name);
  return !errorToBool(std::move(Unknown));
}

int run(int argc, char **argv) {
  Tool Self(optInfo(), argc, argv);
  std::optional<ParsedCommandLine> Parsed = Self.parse(countLLVMOption);
  if (!Parsed)
    return Self.exitCode();
  Expected<OptOptions> Options = parseOptOptions(std::move(*Parsed));
  if (!Options)
    return Self.failUsage(Options.takeError());
  if (Error E = setLLVMOptions("ptx-opt", Options->ForLLVM, isIRPass))
    return Self.failUsage(std::move(E));
  StringRef Start = startOfCodeGeneration();
  if (!Start.empty() && sys::path::extension(Options->Input) != ".mir")
    return Self.failUsage(
        createStringError("option '--" + Start + "' takes a .mir file"));
  if (Options->ListPasses) {
    printPasses(outs());
    return Done;
  }
  return Options->PrintPipeline ? printPipeline(Self, *Options)
                                : runPasses(Self, *Options);
}

} // namespace

int main(int argc, char **argv) {
  ToolProcess Process("ptx-opt");
  return Process.finish(run(argc, argv));
}
