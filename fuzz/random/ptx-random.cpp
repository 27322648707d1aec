//===- ptx-random.cpp - Random programs against each other and a model ----===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes random kernels, compiles each at several levels, runs them and holds
/// the results against each other and against an evaluation of the program
/// itself. See docs/RandomPrograms.md.
///
//===----------------------------------------------------------------------===//

#include "JobWriter.h"
#include "OperationCheck.h"
#include "Options.h"
#include "RaceCheck.h"
#include "RaceProgram.h"
#include "Writer.h"
#include "heddle/Support/InputFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace heddle;
using namespace heddle::ptxrandom;

namespace {

/// Judges a file that somebody made of the program of the seed.
Expected<int> checkFile(const ToolOptions &S) {
  Expected<std::unique_ptr<MemoryBuffer>> PTX = readInputFile(S.CheckPath);
  if (!PTX)
    return PTX.takeError();
  Judgement J = judgePTX(generateProgram(S.Seed, S.Generator),
                         (*PTX)->getBuffer(), S.Runner);
  outs() << verdictName(J.Result) << '\n' << J.Details;
  return J.Result == Verdict::Agrees ? Done : Failed;
}

int runOperations(const ToolOptions &S) {
  OperationCheckOptions Options;
  Options.Pattern = *S.Operations;
  Options.Chip = S.Generator.Chip;
  Options.Levels = S.Runner.Levels;
  Options.Count = S.Count;
  Options.AreConstants = S.AreConstants;
  Options.IsTranslated = S.Runner.Translates;
  Options.Isa = S.Runner.Isa;
  Options.Seed = S.Seed;
  Options.Jobs = S.Jobs;
  outs() << "ptx-random: --seed=" << S.Seed << ": ";
  return checkOperations(Options) ? Failed : Done;
}

int runRaces(const ToolOptions &S) {
  if (S.Emit) {
    RaceProgram P = generateRaces(S.Seed);
    outs() << writeRaces(P, /*IsRemoved=*/false) << '\n'
           << writeRaces(P, /*IsRemoved=*/true);
    return Done;
  }
  outs() << "ptx-random: --races --seed=" << S.Seed << ": ";
  return checkRaces({S.Seed, S.Count, S.Jobs, S.TimeoutSeconds}) ? Failed
                                                                 : Done;
}

} // namespace

// No ToolProcess: the compiler runs in processes forked from this one, where a
// fatal error of LLVM must end as the crash that it is.
int main(int argc, char **argv) {
  Tool Self(toolInfo(), argc, argv);
  std::optional<ParsedCommandLine> Parsed = Self.parse();
  if (!Parsed)
    return Self.exitCode();
  Expected<ToolOptions> Options = parseToolOptions(*Parsed);
  if (!Options)
    return Self.failUsage(Options.takeError());
  if (Options->Races)
    return runRaces(*Options);
  if (Options->Emit) {
    outs() << writePTX(generateProgram(Options->Seed, Options->Generator));
    return Done;
  }
  if (!Options->CheckPath.empty()) {
    Expected<int> Exit = checkFile(*Options);
    return Exit ? *Exit : Self.fail(Exit.takeError());
  }
  if (Options->Operations)
    return runOperations(*Options);
  if (std::error_code Problem = sys::fs::create_directories(Options->Folder))
    return Self.fail(createStringError(Problem, "cannot make the folder '" +
                                                    Options->Folder +
                                                    "': " + Problem.message()));
  if (Options->WriteJobs) {
    Error E = writeJobs(*Options);
    return E ? Self.fail(std::move(E)) : Done;
  }
  outs() << "ptx-random: " << Options->Count
         << " programs from --seed=" << Options->Seed << '\n';
  outs().flush();
  return superviseRun(*Options) ? Failed : Done;
}
