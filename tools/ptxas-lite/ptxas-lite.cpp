//===- ptxas-lite.cpp - Assembles PTX -------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exit codes: 0 done, 1 the PTX was refused, 2 usage or file error.
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "Preflight.h"
#include "PrintLayout.h"
#include "heddle/ABI/Chips.h"
#include "heddle/ABI/Geometry.h"
#include "heddle/Compiler/LLVMOptions.h"
#include "heddle/Explain/ExplainPage.h"
#include "heddle/Inspect/Listing.h"
#include "heddle/Inspect/ResourceReport.h"
#include "heddle/Optimizer/Pipelines.h"
#include "heddle/Support/InputFile.h"
#include "heddle/Support/NearestWord.h"
#include "heddle/Support/OutputFile.h"
#include "heddle/Support/ToolHeap.h"
#include "heddle/Support/ToolProcess.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <fmt/format.h>

using namespace llvm;
using namespace heddle;

namespace {

enum ExitCode { Done = 0, Refused = 1 };

int writeOutput(const Tool &Self, StringRef Path, StringRef Bytes) {
  if (Error E = writeOutputFile(Path, Bytes))
    return Self.fail(std::move(E));
  return Done;
}

/// The listing of an object just made.
Expected<std::string> listObject(StringRef Bytes, const SourceMgr &Files) {
  Expected<object::Module> M =
      object::readModule(MemoryBufferRef(Bytes, "object"));
  if (!M)
    return M.takeError();
  auto D = inspect::Disassembler::create(*M);
  if (!D)
    return D.takeError();
  SmallVector<StringRef, 1> Sources;
  for (unsigned N = 1; N <= Files.getNumBuffers(); ++N)
    Sources.push_back(Files.getMemoryBuffer(N)->getBuffer());
  std::string Text;
  raw_string_ostream OS(Text);
  for (const object::Kernel &K : M->Kernels)
    inspect::printListing(*M, K, **D, Sources, OS);
  return Text;
}

void printReports(const CompileResult &Result) {
  for (const KernelReport &K : Result.Kernels) {
    inspect::BudgetText Budget{K.Choice.Budget, K.Choice.Why, K.Choice.Next};
    inspect::printResourceReport(
        K.Info, {K.Instructions, K.CodeBytes, K.LiteralBytes}, &Budget,
        Result.Arch, *Result.Geometry, errs());
  }
}

std::string outputPath(const AssemblerOptions &Options) {
  if (!Options.Output.empty())
    return Options.Output;
  if (Options.Listing || Options.Compile.Emit != EmitKind::Object)
    return "-";
  StringRef First = Options.Inputs.front();
  StringRef Stem = First == "-" ? "stdin" : sys::path::stem(First);
  return (Stem + (Options.Compile.IsPart ? ".o" : ".cubin")).str();
}

/// Reads the inputs to \p Sources and \p Compile.
Error readInputs(const AssemblerOptions &Options, SourceMgr &Sources,
                 CompileOptions &Compile) {
  std::vector<std::unique_ptr<MemoryBuffer>> Files;
  for (StringRef Path : Options.Inputs) {
    Expected<std::unique_ptr<MemoryBuffer>> File = readInputFile(Path);
    if (!File)
      return File.takeError();
    Files.push_back(std::move(*File));
  }
  return addInputs(std::move(Files), Sources, Compile);
}

int writeExplanation(const Tool &Self, const AssemblerOptions &Options,
                     const Diagnostics &Texts,
                     const explain::PassRecorder &Passes,
                     const CompileResult &Result) {
  explain::PageInput In;
  In.Title = (sys::path::filename(Options.Inputs.front()) + " for " +
              Result.Arch + " at -O" + Twine(Options.Compile.OptLevel))
                 .str();
  In.Texts = &Texts;
  In.IsPTX = !Options.Compile.InputIsIR;
  In.Passes = &Passes;
  In.Code = &Result;
  if (!Options.ExplainStats.empty()) {
    Expected<std::unique_ptr<MemoryBuffer>> Stats =
        readInputFile(Options.ExplainStats);
    if (!Stats)
      return Self.fail(Stats.takeError());
    In.Stats = (*Stats)->getBuffer().str();
  }
  Expected<std::string> Page = explain::explainPage(In);
  if (!Page)
    return Self.fail(Page.takeError());
  return writeOutput(Self, Options.Explain, *Page);
}

int assemble(const Tool &Self, const AssemblerOptions &Options) {
  const bool WritesFile = !Options.CheckOnly && !Options.Preflight;
  std::vector<RequestedOutput> Outputs;
  if (WritesFile)
    Outputs.push_back({outputPath(Options), "-o"});
  if (!Options.Remarks.empty())
    Outputs.push_back({Options.Remarks, "--remarks"});
  if (!Options.Explain.empty())
    Outputs.push_back({Options.Explain, "--explain"});
  if (Error E = checkOutputs(Options.Inputs, Outputs))
    return Self.fail(std::move(E));
  SourceMgr Sources;
  CompileOptions Compile = Options.Compile;
  if (Error E = readInputs(Options, Sources, Compile))
    return Self.fail(std::move(E));
  explain::PassRecorder Passes;
  if (!Options.Explain.empty())
    Compile.Observer = &Passes;
  Preflight Findings(Sources);
  DiagnosticOptions DiagOptions = Options.Diagnostics;
  DiagOptions.Color = Self.color();
  if (Options.Preflight) {
    Compile.Judge = &Findings;
    DiagOptions.OnError = [&](SMLoc Loc, StringRef Message) {
      Findings.add(Loc, Message);
    };
  }
  Diagnostics Diags(Sources, errs(), DiagOptions);
  auto Result = Options.CheckOnly ? checkPTX(Compile.IsPart, Diags)
                                  : compilePTX(Compile, Diags);
  Diags.finish();
  if (Options.Preflight && Result)
    outs() << (DiagOptions.Format == DiagnosticOptions::JSON
                   ? Findings.json(Options.Inputs.front())
                   : Findings.report(Options.Inputs.front()));
  if (!Result)
    return Self.fail(Result.takeError());
  if (!*Result)
    return Refused;
  if (Options.Verbose)
    printReports(**Result);
  if (!Options.Remarks.empty())
    if (int Exit = writeOutput(Self, Options.Remarks, (*Result)->Remarks))
      return Exit;
  if (!Options.Explain.empty())
    if (int Exit = writeExplanation(Self, Options, Diags, Passes, **Result))
      return Exit;
  if (!WritesFile)
    return Done;

  const auto &Output = (*Result)->Output;
  StringRef Bytes(Output.data(), Output.size());
  if (!Options.Listing)
    return writeOutput(Self, outputPath(Options), Bytes);
  Expected<std::string> Listing = listObject(Bytes, Sources);
  if (!Listing)
    return Self.fail(Listing.takeError());
  return writeOutput(Self, outputPath(Options), *Listing);
}

/// A warning that does not exist cannot be silenced; most likely it is a slip.
void warnOfUnknownWarnings(const Tool &Self, const DiagnosticOptions &Options) {
  auto Check = [&](StringRef Option, const StringSet<> &Names) {
    for (StringRef Name : Names.keys()) {
      if (Options.IgnoreWarnings || is_contained(warningNames(), Name))
        continue;
      StringRef Near = nearestWord(Name, warningNames());
      std::string Hint =
          Near.empty() ? "" : ("; did you mean '" + Option + Near + "'?").str();
      Self.warn("unknown warning '" + Option + Name + "'" + Hint);
    }
  };
  Check("-Wno-", Options.DisabledWarnings);
  Check("-Werror=", Options.WarningsAsErrors);
}

/// -stop-after and -stop-before leave machine IR, as in llc.
void stopEarly(AssemblerOptions &Options) {
  EmitKind &Emit = Options.Compile.Emit;
  if (stopsCodeGeneration() &&
      (Emit == EmitKind::Object || Emit == EmitKind::Assembly)) {
    Emit = EmitKind::MIR;
    Options.Listing = false;
  }
}

/// Lists the names that -arch takes, with the limits of an SM of each chip.
void listChips() {
  for (const abi::Chip &Chip : abi::chips()) {
    outs() << fmt::format("{:<6} {:<7}", Chip.Name,
                          Chip.SmName + std::string(Chip.Silicon ? "" : "+"));
    const abi::Geometry &G = abi::defaultGeometry(Chip);
    outs() << fmt::format("{} registers, {} warps, {} bytes of shared memory "
                          "an SM\n",
                          G.RegistersPerSM, G.MaxWarps, G.SharedBytes);
  }
}

} // namespace

static int run(int argc, char **argv) {
  Tool Self(assemblerInfo(), argc, argv);
  std::optional<ParsedCommandLine> Parsed = Self.parse(countLLVMOption);
  if (!Parsed)
    return Self.exitCode();
  Expected<AssemblerOptions> Options =
      parseAssemblerOptions(std::move(*Parsed));
  if (!Options)
    return Self.failUsage(Options.takeError());
  if (Options->ListChips) {
    listChips();
    return Done;
  }
  if (!Options->Layout.empty()) {
    Expected<std::string> Layout = layoutOf(Options->Layout);
    if (!Layout)
      return Self.failUsage(Layout.takeError());
    return writeOutput(Self, Options->Output.empty() ? "-" : Options->Output,
                       *Layout);
  }
  if (Error E = setLLVMOptions("ptxas-lite", Options->ForLLVM))
    return Self.failUsage(std::move(E));
  if (StringRef Start = startOfCodeGeneration(); !Start.empty())
    return Self.failUsage(createStringError(
        "option '--" + Start + "' takes machine IR; ptx-opt reads .mir files"));
  stopEarly(*Options);
  warnOfUnknownWarnings(Self, Options->Diagnostics);
  if (!Options->Ignored.empty() && !Options->Diagnostics.IgnoreWarnings)
    Self.warn("ignored: " + join(Options->Ignored, ", "));
  int Exit = assemble(Self, *Options);
  printLLVMReports(errs());
  return Exit;
}

int main(int argc, char **argv) {
  prepareHeapForShortRun();
  ToolProcess Process("ptxas-lite");
  int Exit = Process.finish(run(argc, argv));
  // The memory that LLVM's options and passes hold is left to the system.
  sys::Process::Exit(Exit, /*NoCleanup=*/true);
}
