//===- ptx-run.cpp - Runs PTX kernels -------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exit codes: 0 done, 1 the PTX was refused, 2 usage or file error, 3 the
// kernel faulted, 4 an expectation failed, 5 a checker found something,
// 130 interrupted.
//
//===----------------------------------------------------------------------===//

#include "Launches.h"
#include "VerifyLevels.h"
#include "heddle/Compiler/LLVMOptions.h"
#include "heddle/Support/ToolProcess.h"
#include "heddle/Timing/Board.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace heddle;

static int run(int argc, char **argv) {
  Tool Self(runInfo(), argc, argv);
  std::optional<ParsedCommandLine> Parsed = Self.parse(countLLVMOption);
  if (!Parsed)
    return Self.exitCode();
  Expected<RunOptions> Options = parseRunOptions(*Parsed);
  if (!Options)
    return Self.failUsage(Options.takeError());
  if (Options->ListBoards) {
    outs() << timing::boardsText(Options->Settings.Engine.IsVerbose);
    return Done;
  }
  if (Error E = setLLVMOptions("ptx-run", Parsed->Foreign))
    return Self.failUsage(std::move(E));
  if (stopsCodeGeneration() || !startOfCodeGeneration().empty())
    return Self.failUsage(createStringError(
        "a launch needs all of code generation; ptx-opt and ptxas-lite take "
        "-start-before, -stop-after and their like"));
  Options->Diagnostics.Color = Self.color();
  std::optional<LevelCheck> Levels;
  if (Options->VerifyLevels)
    if (Error E = Levels.emplace(*Options, errs()).prepare(*Options))
      return Self.failUsage(std::move(E));
  Expected<int> Exit =
      Options->JobPath.empty() ? runLaunch(*Options) : runJobFile(*Options);
  printLLVMReports(errs());
  if (!Exit)
    return Self.fail(Exit.takeError());
  return Levels && Levels->hasFound() ? Found : *Exit;
}

int main(int argc, char **argv) {
  ToolProcess Process("ptx-run");
  return Process.finish(run(argc, argv));
}
