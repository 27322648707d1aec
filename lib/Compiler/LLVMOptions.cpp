//===- LLVMOptions.cpp - LLVM's own options of a tool ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Compiler/LLVMOptions.h"
#include "heddle/Backend/TeslaCodeGen.h"
#include "heddle/Optimizer/Pipelines.h"
#include "heddle/Optimizer/UnrollOption.h"
#include "heddle/Support/NearestWord.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/PassTimingInfo.h"
#include "llvm/Pass.h"
#include "llvm/PassInfo.h"
#include "llvm/PassRegistry.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/Timer.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>

using namespace llvm;

namespace heddle {
namespace {

/// LLVM's option \p Name; null when no library registers it.
cl::Option *findOption(StringRef Name) {
  auto &Known = cl::getRegisteredOptions();
  auto It = Known.find(Name);
  return It == Known.end() ? nullptr : It->second;
}

/// The option that names passes of ours which print debug output. Null where
/// LLVM was built with assertions and has the option itself, and where we were
/// built without: then nothing of LLVM_DEBUG is compiled.
cl::list<std::string> *debugOnly() {
#ifndef NDEBUG
  static const bool IsTheirs = findOption("debug-only") != nullptr;
  if (IsTheirs)
    return nullptr;
  static cl::list<std::string> Passes(
      "debug-only", cl::Hidden, cl::CommaSeparated, cl::value_desc("pass"),
      cl::desc("Say on stderr what these passes of ours do"));
  return std::addressof(Passes);
#else
  return nullptr;
#endif
}

void addOwnOptions() {
  debugOnly();
  addUnrollOption();
}

/// Lets the passes that the option names speak.
void startDebugOutput() {
#ifndef NDEBUG
  cl::list<std::string> *Passes = debugOnly();
  if (!Passes || Passes->empty())
    return;
  SmallVector<const char *, 4> Types;
  for (const std::string &Name : *Passes)
    Types.push_back(Name.c_str());
  DebugFlag = true;
  setCurrentDebugTypes(Types.data(), unsigned(Types.size()));
#endif
}

/// "; did you mean 'machine-scheduler'?", or nothing.
std::string hintFor(StringRef Name, ArrayRef<std::string> Others = {}) {
  std::vector<std::string> Machine = tesla::machinePassNames(/*IsToRun=*/false);
  SmallVector<StringRef, 0> Known(Others.begin(), Others.end());
  Known.append(Machine.begin(), Machine.end());
  StringRef Near = nearestWord(Name, Known);
  return Near.empty() ? "" : ("; did you mean '" + Near + "'?").str();
}

Error checkLists(function_ref<bool(StringRef)> IsIRPass,
                 function_ref<std::vector<std::string>()> IRPassNames) {
  tesla::initializeCodeGen();
  SmallVector<cl::Option *, 3> Lists = {findOption("print-before"),
                                        findOption("print-after"), debugOnly()};
  for (cl::Option *O : Lists) {
    if (!O)
      continue;
    for (const std::string &Name : *static_cast<cl::list<std::string> *>(O))
      if (!PassRegistry::getPassRegistry()->getPassInfo(Name) &&
          !IsIRPass(Name))
        return createStringError("option '--" + O->ArgStr +
                                 "': there is no pass '" + Name + "'" +
                                 hintFor(Name, IRPassNames()));
  }
  return Error::success();
}

/// Machine passes, each with the number of its occurrence: "NAME,2".
Error checkStops() {
  tesla::initializeCodeGen();
  for (StringRef Option :
       {"start-before", "start-after", "stop-before", "stop-after"}) {
    cl::Option *O = findOption(Option);
    if (!O || O->getNumOccurrences() == 0)
      continue;
    StringRef Name = *static_cast<cl::opt<std::string> *>(O);
    if (!PassRegistry::getPassRegistry()->getPassInfo(Name.split(',').first))
      return createStringError("option '--" + Option +
                               "': there is no machine pass '" + Name + "'" +
                               hintFor(Name.split(',').first));
  }
  return Error::success();
}

/// LLVM takes an expression that it cannot read for its own bug.
Error checkExpressions(ArrayRef<std::string> Options) {
  for (size_t I = 0; I != Options.size(); ++I) {
    auto [Name, Value] = StringRef(Options[I]).ltrim('-').split('=');
    if (!Name.starts_with("pass-remarks") ||
        !is_contained({"", "-missed", "-analysis"},
                      Name.drop_front(StringRef("pass-remarks").size())))
      continue;
    if (!StringRef(Options[I]).contains('=') && I + 1 != Options.size())
      Value = Options[++I];
    std::string Problem;
    if (!Regex(Value).isValid(Problem))
      return createStringError("option '--" + Name + "': '" + Value +
                               "' is no regular expression: " + Problem);
  }
  return Error::success();
}

} // namespace

int countLLVMOption(StringRef Name, bool HasValue) {
  addOwnOptions();
  cl::Option *O = findOption(Name);
  if (!O)
    return -1;
  bool TakesNext = !HasValue && O->getValueExpectedFlag() == cl::ValueRequired;
  return TakesNext ? 1 : 0;
}

Error setLLVMOptions(const char *ToolName, ArrayRef<std::string> Options,
                     function_ref<bool(StringRef)> IsIRPass,
                     function_ref<std::vector<std::string>()> IRPassNames) {
  if (Options.empty())
    return Error::success();
  if (Error E = checkExpressions(Options))
    return E;
  std::vector<const char *> Args = {ToolName};
  for (const std::string &Option : Options)
    Args.push_back(Option.c_str());
  std::string Problem;
  raw_string_ostream OS(Problem);
  if (!cl::ParseCommandLineOptions(static_cast<int>(Args.size()), Args.data(),
                                   "", &OS)) {
    StringRef Text = StringRef(Problem).split('\n').first;
    Text.consume_front(std::string(ToolName) + ": ");
    // Values are judged on stderr by the options themselves.
    return createStringError(Text.empty() ? "LLVM refused its option"
                                          : Text.trim());
  }
  if (Error E = checkLists(IsIRPass, IRPassNames))
    return E;
  startDebugOutput();
  return checkStops();
}

Error setLLVMOptions(const char *ToolName, ArrayRef<std::string> Options) {
  return setLLVMOptions(ToolName, Options, isPipelinePass, [] {
    ArrayRef<StringLiteral> Names = pipelinePassNames();
    return std::vector<std::string>(Names.begin(), Names.end());
  });
}

bool stopsCodeGeneration() { return tesla::stopsBeforeEnd(); }

StringRef startOfCodeGeneration() {
  for (StringRef Option : {"start-before", "start-after"})
    if (cl::Option *O = findOption(Option))
      if (O->getNumOccurrences() != 0)
        return Option;
  return {};
}

void printLLVMOptions() {
  addOwnOptions();
  // The help's header needs the names that parsing stores.
  const char *Args[] = {"LLVM's options"};
  cl::ParseCommandLineOptions(1, Args, "", &nulls());
  cl::PrintHelpMessage(/*Hidden=*/true, /*Categorized=*/false);
}

void printLLVMReports(raw_ostream &OS) {
  // LLVM's own printing, at exit, is compiled out of release builds and says
  // so. The counts are there nonetheless.
  cl::Option *Stats = findOption("stats");
  if (Stats && AreStatisticsEnabled()) {
    PrintStatistics(OS);
    static_cast<cl::opt<bool, true> *>(Stats)->setValue(false);
  }
  reportAndResetTimings(&OS);
  TimerGroup::printAll(OS);
}

} // namespace heddle
