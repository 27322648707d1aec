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
#include "heddle/Explain/ExplainPage.h"
#include "heddle/Optimizer/Passes.h"
#include "heddle/Optimizer/Pipelines.h"
#include "heddle/Support/InputFile.h"
#include "heddle/Support/OutputFile.h"
#include "heddle/Support/ToolProcess.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/CommandLine.h"
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
            Passes &P, PassObserver *Observer = nullptr) {
  if (const abi::Chip *Chip = abi::findChip(Arch)) {
    tesla::CodeGenOptions ForChip;
    ForChip.Chip = Chip->Name;
    P.Target = tesla::createTargetMachine(ForChip);
  }
  OptimizerOptions Environment;
  Environment.Target = P.Target.get();
  Environment.VerifyEach = Options.VerifyEach;
  Environment.AssumeGlobal = Options.AssumeGlobal;
  Environment.Inline = Options.Inline;
  Environment.Plugins = Options.Plugins;
  Environment.Observer = Observer;
  auto Made = PassEnvironment::create(Context, Environment);
  if (!Made)
    return Made.takeError();
  P.Environment = std::move(*Made);
  if (Options.Level)
    P.Environment->build(P.Manager, *Options.Level, Environment);
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

Error writeExplanation(const OptOptions &Options, const Input &Source,
                       const explain::PassRecorder &Recorder) {
  explain::PageInput In;
  In.Title = "passes on " + sys::path::filename(Options.Input).str();
  In.Texts = &Source.texts();
  In.IsPTX = Source.isPTX();
  In.Passes = &Recorder;
  Expected<std::string> Page = explain::explainPage(In);
  if (!Page)
    return Page.takeError();
  return writeOutputFile(Options.Explain, *Page);
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
  explain::PassRecorder Recorder;
  if (!Options.Explain.empty())
    for (Function &F : *M)
      if (!F.isDeclaration())
        Recorder.afterPass(Source.isPTX() ? "lift" : "input", F);
  StringRef Arch = Options.Arch.empty() ? chipOf(*M) : Options.Arch;
  if (Error E = setUp(Options, Arch, Context, P,
                      Options.Explain.empty() ? nullptr : &Recorder))
    return Self.fail(std::move(E));
  P.Environment->run(P.Manager, *M);
  if (Source.hadError())
    return Refused;
  if (verifyModule(*M, &errs()))
    return Self.fail("a pass broke the IR");
  if (!Options.Explain.empty())
    if (Error E = writeExplanation(Options, Source, Recorder))
      return Self.fail(std::move(E));
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
  SmallVector<RequestedOutput, 2> Outputs = {{Options.Output, "-o"}};
  if (!Options.Explain.empty())
    Outputs.push_back({Options.Explain, "--explain"});
  if (Error E = checkOutputs(Options.Input, Outputs))
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

/// The passes that options of LLVM may name.
class KnownPasses {
public:
  explicit KnownPasses(const OptOptions &Options) : Options(Options) {}

  /// Whether -passes= takes \p Name. A failure of the environment is reported
  /// later.
  bool has(StringRef Name) {
    PassEnvironment *Passes = environment();
    ModulePassManager Manager;
    return !Passes || !errorToBool(Passes->parse(Manager, Name));
  }
  std::vector<std::string> names() {
    PassEnvironment *Passes = environment();
    return Passes ? Passes->passNames() : std::vector<std::string>();
  }

private:
  PassEnvironment *environment() {
    if (!Environment) {
      OptimizerOptions ForPlugins;
      ForPlugins.Plugins = Options.Plugins;
      auto Made = PassEnvironment::create(Context, ForPlugins);
      if (Made)
        Environment = std::move(*Made);
      else
        consumeError(Made.takeError());
    }
    return Environment.get();
  }

  const OptOptions &Options;
  LLVMContext Context;
  std::unique_ptr<PassEnvironment> Environment;
};

/// Options of plugins are known once these are loaded, wherever on the line
/// they are named.
void loadPlugins(int argc, char **argv) {
  BumpPtrAllocator Storage;
  SmallVector<const char *, 16> Args(argv + 1, argv + argc);
  cl::ExpansionContext Context(Storage, cl::TokenizeGNUCommandLine);
  // The parser tells what cannot be read.
  consumeError(Context.expandResponseFiles(Args));
  for (size_t N = 0; N != Args.size(); ++N) {
    auto [Name, Value] = StringRef(Args[N]).split('=');
    if (!Name.starts_with("-") || Name.ltrim('-') != "load-pass-plugin")
      continue;
    if (StringRef(Args[N]).contains('='))
      loadPluginOptions(Value.str());
    else if (N + 1 != Args.size())
      loadPluginOptions(Args[N + 1]);
  }
}

int run(int argc, char **argv) {
  loadPlugins(argc, argv);
  Tool Self(optInfo(), argc, argv);
  std::optional<ParsedCommandLine> Parsed = Self.parse(countLLVMOption);
  if (!Parsed)
    return Self.exitCode();
  Expected<OptOptions> Options = parseOptOptions(std::move(*Parsed));
  if (!Options)
    return Self.failUsage(Options.takeError());
  KnownPasses Known(*Options);
  if (Error E = setLLVMOptions(
          "ptx-opt", Options->ForLLVM,
          [&](StringRef Name) { return Known.has(Name); },
          [&] { return Known.names(); }))
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
