//===- ptx-opt.cpp - Run passes and print IR ------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// ptx-opt -passes=... FILE.ptx|.ll|.mir: lifts PTX, runs passes by name,
/// prints what comes out. Its symbols are exported, for pass plugins.
///
//===----------------------------------------------------------------------===//

#include "Input.h"
#include "MIR.h"
#include "heddle/Optimizer/Passes.h"
#include "heddle/Optimizer/Pipelines.h"
#include "heddle/Support/InputFile.h"
#include "heddle/Support/OutputFile.h"
#include "heddle/Support/ToolProcess.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/PassTimingInfo.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

using namespace llvm;
using namespace heddle;

static cl::OptionCategory Category("ptx-opt options");

static cl::opt<std::string> InputPath(cl::Positional, cl::desc("FILE"),
                                      cl::cat(Category));
static cl::opt<std::string> Pipeline("passes",
                                     cl::desc("Passes to run, as LLVM's opt "
                                              "takes them"),
                                     cl::cat(Category));
static cl::opt<char> OptLevel("O", cl::Prefix,
                              cl::desc("Run the pipeline of -O0 ... -O3"),
                              cl::cat(Category));
static cl::opt<std::string> OutputPath("o", cl::init("-"), cl::desc("Output"),
                                       cl::value_desc("file"),
                                       cl::cat(Category));
static cl::opt<bool> TextOutput("S", cl::desc("Print text (always so)"),
                                cl::cat(Category));
static cl::opt<std::string> Arch("arch",
                                 cl::desc("Chip to lift for (default: "
                                          "the module's .target)"),
                                 cl::value_desc("chip"), cl::cat(Category));
static cl::opt<bool> FuseMulAdd("fmad",
                                cl::desc("Let unrounded f32 mul and add fuse"),
                                cl::cat(Category));
static cl::list<std::string> Plugins("load-pass-plugin",
                                     cl::desc("Load passes from a library"),
                                     cl::value_desc("file"), cl::cat(Category));
static cl::opt<bool> VerifyEach("verify-each",
                                cl::desc("Verify the module after each pass"),
                                cl::cat(Category));
static cl::opt<bool> ListPasses("print-passes",
                                cl::desc("List our own passes and stop"),
                                cl::cat(Category));

/// Exit codes, as of the other tools.
enum { Done = 0, Refused = 1, Usage = 2 };

static int usageError(const Twine &Message) {
  WithColor::error(errs(), "ptx-opt") << Message << '\n';
  return Usage;
}

static int reportUsage(Error Problem) {
  return usageError(toString(std::move(Problem)));
}

static Error addPasses(PassEnvironment &Environment,
                       ModulePassManager &Manager) {
  if (OptLevel.getNumOccurrences()) {
    if (OptLevel < '0' || OptLevel > '3')
      return createStringError("-O takes 0, 1, 2 or 3");
    buildPipeline(Manager, OptLevel - '0');
  }
  if (Pipeline.empty())
    return Error::success();
  return Environment.parse(Manager, Pipeline);
}

static int runIRPasses(LLVMContext &Context, raw_ostream &OS) {
  Input Source(Context);
  std::unique_ptr<Module> M = Source.read(InputPath, Arch, FuseMulAdd);
  if (!M)
    return Source.hadUsageError() ? Usage : Refused;
  if (verifyModule(*M, &errs()))
    return usageError(InputPath + ": the IR is broken");

  OptimizerOptions Options;
  Options.VerifyEach = VerifyEach;
  Options.Plugins = Plugins;
  auto Environment = PassEnvironment::create(Context, Options);
  if (!Environment)
    return reportUsage(Environment.takeError());
  ModulePassManager Manager;
  if (Error Problem = addPasses(**Environment, Manager))
    return reportUsage(std::move(Problem));
  (*Environment)->run(Manager, *M);
  if (Source.hadError())
    return Refused;
  if (verifyModule(*M, &errs()))
    return usageError("a pass broke the IR");
  if (wantsMachinePasses(InputPath)) {
    if (Error Problem = printMIR(*M, Arch, OS)) {
      logAllUnhandledErrors(std::move(Problem), errs());
      return Refused;
    }
    return Done;
  }
  M->print(OS, nullptr);
  return Done;
}

/// LLVM's own printing, at exit, is compiled out of release builds and says so.
/// What was counted is there nonetheless.
static void printStatistics() {
  auto Found = cl::getRegisteredOptions().find("stats");
  if (!AreStatisticsEnabled() || Found == cl::getRegisteredOptions().end())
    return;
  PrintStatistics(errs());
  static_cast<cl::opt<bool, true> *>(Found->second)->setValue(false);
}

/// LLVM takes a pass name it does not know for a mistake of its own.
static void onFatalError(void *, const char *Reason, bool) {
  errs() << "ptx-opt: error: " << Reason << '\n';
  errs().flush();
  _exit(Usage);
}

static int runMachinePasses(raw_ostream &OS) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = readInputFile(InputPath);
  if (!Buffer)
    return reportUsage(Buffer.takeError());
  if (Error Problem = runMIRPasses(std::move(*Buffer), Arch, OS)) {
    logAllUnhandledErrors(std::move(Problem), errs());
    return Refused;
  }
  return Done;
}

static int run(int argc, char **argv) {
  cl::HideUnrelatedOptions(Category);
  if (!cl::ParseCommandLineOptions(argc, argv, "Run passes on PTX or IR\n",
                                   &errs()))
    return Usage;
  if (ListPasses) {
    printPasses(outs());
    return Done;
  }
  if (InputPath.empty())
    return usageError("no input file; --help lists the options");

  if (Error Problem = checkOutputs(std::string(InputPath),
                                   RequestedOutput{OutputPath, "-o"}))
    return reportUsage(std::move(Problem));
  Expected<OutputFile> Output = OutputFile::create(OutputPath);
  if (!Output)
    return reportUsage(Output.takeError());
  LLVMContext Context;
  int Code = sys::path::extension(InputPath) == ".mir"
                 ? runMachinePasses(Output->os())
                 : runIRPasses(Context, Output->os());
  if (Code == Done)
    if (Error Problem = Output->commit())
      return reportUsage(std::move(Problem));
  printStatistics();
  reportAndResetTimings();
  return Code;
}

int main(int argc, char **argv) {
  InitLLVM Init(argc, argv);
  ToolProcess Process("ptx-opt");
  remove_fatal_error_handler();
  install_fatal_error_handler(onFatalError);
  return Process.finish(run(argc, argv));
}
