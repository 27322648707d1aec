//===- Options.cpp - The command line of ptx-random -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "Program.h"
#include "heddle/ABI/Chips.h"
#include "heddle/Compiler/Compiler.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"
#include <random>

using namespace llvm;

namespace heddle::ptxrandom {
namespace {

enum : unsigned {
  OptSeed = 1,
  OptCount,
  OptChip,
  OptLevels,
  OptJobs,
  OptMaxStatements,
  OptMaxVariables,
  OptBlocks,
  OptHostThreads,
  OptModern,
  OptExtras,
  OptTextures,
  OptRegisters,
  OptGraphs,
  OptModel,
  OptTranslated,
  OptHostIsa,
  OptPlant,
  OptReduce,
  OptEmit,
  OptWriteJobs,
  OptCheck,
  OptOperations,
  OptConstants,
  OptRaces,
  OptFolder,
  OptTimeout,
  OptMaxFailures,
  OptProgress,
};

std::vector<OptionRow> rows() {
  // Rows point to their texts.
  static const std::string Chips =
      abi::targetChipNames() + " (default: of the silicon, by chance)";
  return {
      {OptSeed, "seed", OptionRow::Value, "=N",
       "first program; the others follow (default: drawn, and printed)"},
      {OptCount, "count", OptionRow::Value, "=N", "programs (default 1000)"},
      {OptChip, "chip", OptionRow::Value, "=CHIP", Chips.c_str()},
      {OptLevels, "levels", OptionRow::Value, "=N[,N]",
       "optimization levels to compare (default 0,3)"},
      {OptJobs, "jobs", OptionRow::Value, "=N", "processes (default 1)"},
      {OptMaxStatements, "max-statements", OptionRow::Value, "=N",
       "size of the largest programs (default 40)"},
      {OptMaxVariables, "max-variables", OptionRow::Value, "=N",
       "registers of each class at most, moved as vectors (default: up to 9)"},
      {OptBlocks, "blocks", OptionRow::Value, "=N",
       "CTAs of each launch (default 1)"},
      {OptHostThreads, "host-threads", OptionRow::Value, "=N",
       "host threads that run CTAs; with --translated, of host code "
       "(default 1)"},
      {OptModern, "modern", OptionRow::Value, "=PERCENT",
       "programs with instructions after PTX 1.4 (default 25)"},
      {OptExtras, "extras", OptionRow::Value, "=PERCENT",
       "programs with mapped f64, pointers in memory or arrays by value "
       "(default 0)"},
      {OptTextures, "textures", OptionRow::Value, "=PERCENT",
       "programs with textures and surfaces (default 0)"},
      {OptRegisters, "registers", OptionRow::Value, "=N[-N]",
       "--maxrregcount of each program (default: none, or 10 to 20)"},
      {OptGraphs, "graphs", OptionRow::Flag, "",
       "branches at random between blocks instead of statements"},
      {OptModel, "model", OptionRow::Flag, "",
       "compare with the evaluator, too (default true)"},
      {OptTranslated, "translated", OptionRow::Flag, "",
       "run all by translated code, too"},
      {OptHostIsa, "host-isa", OptionRow::Value, "=NAME", sm::HostIsaHelp},
      {OptPlant, "plant", OptionRow::Value, "=NAME",
       "let the evaluator be wrong about 'add.u32': this must be found"},
      {OptReduce, "reduce", OptionRow::Flag, "",
       "reduce failing programs (default true)"},
      {OptEmit, "emit", OptionRow::Flag, "",
       "print the program of --seed and stop"},
      {OptWriteJobs, "write-jobs", OptionRow::Flag, "",
       "write each program as a job file with what the evaluator expects, "
       "and run none"},
      {OptCheck, "check", OptionRow::Value, "=FILE",
       "run FILE as if it were the program of --seed"},
      {OptOperations, "operations", OptionRow::Optional, "[=REGEX]",
       "each instruction (whose name has a match) alone on --count operands"},
      {OptConstants, "constants", OptionRow::Flag, "",
       "--operations: with operands that the compiler sees"},
      {OptRaces, "races", OptionRow::Flag, "",
       "hold the race checker against a model: without races, and with one "
       "barrier or fence removed"},
      {OptFolder, "o", OptionRow::Value, " FOLDER",
       "for failing programs and jobs (default: the current one)"},
      {OptTimeout, "timeout", OptionRow::Value, "=SECONDS",
       "for one program (default 30)"},
      {OptMaxFailures, "max-failures", OptionRow::Value, "=N",
       "stop after so many (default 20)"},
      {OptProgress, "progress", OptionRow::Value, "=SECONDS",
       "between lines of progress (default 10; 0: none)"},
  };
}

Error setHostIsa(const ParsedOption &O, sm::HostIsa &Place) {
  Expected<sm::HostIsa> Isa = sm::supportedIsaOption(O.Value);
  if (!Isa)
    return Isa.takeError();
  Place = *Isa;
  return Error::success();
}

Error setNumber(const ParsedOption &O, StringRef Name, uint64_t Min,
                uint64_t Max, auto &Place) {
  Expected<uint64_t> V = numberValue(Name, O, Min, Max);
  if (!V)
    return V.takeError();
  Place = std::remove_reference_t<decltype(Place)>(*V);
  return Error::success();
}

Error setLevels(const ParsedOption &O, std::vector<unsigned> &Levels) {
  Levels.clear();
  SmallVector<StringRef, 4> Parts;
  StringRef(O.Value).split(Parts, ',');
  for (StringRef Part : Parts) {
    unsigned Level;
    if (Part.getAsInteger(10, Level) || Level > 3)
      return createStringError("--levels takes numbers from 0 to 3, not '" +
                               Part + "'");
    Levels.push_back(Level);
  }
  return Error::success();
}

/// "4-9", or one number for both.
Error setRegisters(const ParsedOption &O, GeneratorOptions &Options) {
  auto [First, Last] = StringRef(O.Value).split('-');
  if (Last.empty())
    Last = First;
  if (First.getAsInteger(10, Options.LeastRegisters) ||
      Last.getAsInteger(10, Options.MostRegisters) ||
      Options.LeastRegisters < MinRegisterBudget ||
      Options.MostRegisters < Options.LeastRegisters)
    return createStringError("--registers takes a number from " +
                             Twine(MinRegisterBudget) +
                             ", or two as in 4-9, not '" + O.Value + "'");
  return Error::success();
}

/// An extended regular expression; without one, whatever there is.
Error setPattern(const ParsedOption &O, std::optional<std::string> &Pattern) {
  std::string Problem;
  Pattern = O.Value.empty() ? "." : O.Value;
  if (!Regex(*Pattern).isValid(Problem))
    return createStringError("--operations: '" + O.Value + "': " + Problem);
  return Error::success();
}

Error setChip(const ParsedOption &O, std::string &Chip) {
  if (Error E = abi::checkArch(O.Value, /*AllowVirtual=*/false))
    return E;
  Chip = abi::findChip(O.Value)->Name;
  return Error::success();
}

Error apply(const ParsedOption &O, ToolOptions &S) {
  const uint64_t Any = ~uint64_t(0);
  switch (O.Id) {
  case OptSeed:
    S.HasSeed = true;
    return setNumber(O, "seed", 0, Any, S.Seed);
  case OptCount:
    return setNumber(O, "count", 1, Any, S.Count);
  case OptChip:
    return setChip(O, S.Generator.Chip);
  case OptLevels:
    return setLevels(O, S.Runner.Levels);
  case OptJobs:
    return setNumber(O, "jobs", 1, 256, S.Jobs);
  case OptMaxStatements:
    return setNumber(O, "max-statements", 4, 2000, S.Generator.MaxStatements);
  case OptMaxVariables:
    return setNumber(O, "max-variables", 2, 9, S.Generator.MaxVariables);
  case OptBlocks:
    return setNumber(O, "blocks", 1, 64, S.Generator.Blocks);
  case OptHostThreads:
    return setNumber(O, "host-threads", 1, 256, S.Runner.HostThreads);
  case OptModern:
    return setNumber(O, "modern", 0, 100, S.Generator.ModernPercent);
  case OptExtras:
    return setNumber(O, "extras", 0, 100, S.Generator.ExtrasPercent);
  case OptTextures:
    return setNumber(O, "textures", 0, 100, S.Generator.TexturesPercent);
  case OptRegisters:
    return setRegisters(O, S.Generator);
  case OptGraphs:
    return setFlag("graphs", O, S.Generator.Graphs);
  case OptModel:
    return setFlag("model", O, S.Runner.UseModel);
  case OptTranslated:
    return setFlag("translated", O, S.Runner.Translates);
  case OptHostIsa:
    return setHostIsa(O, S.Runner.Isa);
  case OptPlant:
    S.Runner.Plant = O.Value;
    return Error::success();
  case OptReduce:
    return setFlag("reduce", O, S.Reduce);
  case OptEmit:
    return setFlag("emit", O, S.Emit);
  case OptWriteJobs:
    return setFlag("write-jobs", O, S.WriteJobs);
  case OptCheck:
    S.CheckPath = O.Value;
    return Error::success();
  case OptOperations:
    return setPattern(O, S.Operations);
  case OptConstants:
    return setFlag("constants", O, S.AreConstants);
  case OptRaces:
    return setFlag("races", O, S.Races);
  case OptFolder:
    S.Folder = O.Value;
    return Error::success();
  case OptTimeout:
    return setNumber(O, "timeout", 1, 3600, S.TimeoutSeconds);
  case OptMaxFailures:
    return setNumber(O, "max-failures", 1, 1000000, S.MaxFailures);
  case OptProgress:
    return setNumber(O, "progress", 0, 3600, S.ProgressSeconds);
  }
  llvm_unreachable("a row without a case");
}

} // namespace

ToolInfo toolInfo() {
  return {"ptx-random",
          "holds random PTX programs against each other and a model",
          "ptx-random [options]\n",
          "Makes kernels by chance, compiles each at several levels, runs them "
          "and compares all bytes that they leave with each other and with an "
          "evaluation of the program itself. A program that fails is cut down "
          "for as long as it fails in the same way, and written to a file.",
          rows(),
          {{Done, "all agree"},
           {Failed, "there are failures"},
           {Usage, "usage or file error"}}};
}

Expected<ToolOptions> parseToolOptions(const ParsedCommandLine &Line) {
  if (!Line.Files.empty())
    return createStringError("'" + Line.Files.front() +
                             "': programs are made, not read");
  ToolOptions S;
  for (const ParsedOption &O : Line.Options)
    if (Error E = apply(O, S))
      return std::move(E);
  if (!S.HasSeed && (S.Emit || !S.CheckPath.empty()))
    return createStringError(Twine(S.Emit ? "--emit" : "--check") +
                             " needs --seed");
  if (!S.HasSeed)
    S.Seed = std::random_device()();
  return S;
}

} // namespace heddle::ptxrandom
