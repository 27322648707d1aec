//===- MutateObjects.cpp - Runs objects with bytes changed ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Changes bytes of good objects at random, in code, metadata, tables and
// headers, and reads, lists and runs what comes out. Seed and number make a
// mutant, whatever was run before it: -first=N -count=1 is mutant N alone.
// After a crash the stack trace names the mutant.
//
// Exit codes: 0 nothing crashed, 2 usage or file error.
//
//===----------------------------------------------------------------------===//

#include "ObjectMutator.h"
#include "TryObject.h"
#include "heddle/Compiler/Compiler.h"
#include "heddle/Object/CodeImages.h"
#include "heddle/Object/Module.h"
#include "heddle/Support/CommandLine.h"
#include "heddle/Support/Diagnostics.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

using namespace heddle;
using namespace heddle::fuzz;
using namespace llvm;

namespace {

enum OptionId : unsigned { OptCount = 1, OptFirst, OptSeed, OptLimit, OptHelp };

constexpr OptionRow Rows[] = {
    {OptCount, "count", OptionRow::Value, "=N", "mutants, default 1000"},
    {OptFirst, "first", OptionRow::Value, "=N", "the first one, default 0"},
    {OptSeed, "seed", OptionRow::Value, "=N", "default 1"},
    {OptLimit, "max-instructions", OptionRow::Value, "=N",
     "warp-instructions a launch, default 2000"},
    {OptHelp, "help", OptionRow::Flag, "", "this text"},
};

struct Options {
  uint64_t Count = 1000;
  uint64_t First = 0;
  uint64_t Seed = 1;
  uint64_t MaxInstructions = 2000;
  bool ShowHelp = false;
  std::vector<std::string> Files;
};

Expected<Options> parseOptions(ArrayRef<const char *> Args) {
  Expected<ParsedCommandLine> Parsed = parseCommandLine(Rows, Args);
  if (!Parsed)
    return Parsed.takeError();
  Options Result;
  Result.Files = Parsed->Files;
  for (const ParsedOption &O : Parsed->Options) {
    if (O.Id == OptHelp) {
      Result.ShowHelp = true;
      continue;
    }
    uint64_t &Number = O.Id == OptCount   ? Result.Count
                       : O.Id == OptFirst ? Result.First
                       : O.Id == OptSeed  ? Result.Seed
                                          : Result.MaxInstructions;
    Expected<uint64_t> Value = numberValue("number", O, 0, UINT64_MAX);
    if (!Value)
      return Value.takeError();
    Number = *Value;
  }
  if (Result.Files.empty() && !Result.ShowHelp)
    return createStringError("expected files of PTX or objects; see --help");
  return Result;
}

/// The object of \p Path, compiled where it is PTX.
Expected<std::string> readObject(const std::string &Path) {
  auto File = MemoryBuffer::getFile(Path);
  if (!File)
    return createStringError("cannot read '" + Path +
                             "': " + File.getError().message());
  if (const StringRef Bytes = (*File)->getBuffer();
      object::isELFOrTextCubin(Bytes) || object::holdsCode(Bytes))
    return Bytes.str();
  SourceMgr Sources;
  Sources.AddNewSourceBuffer(std::move(*File), SMLoc());
  Diagnostics Diags(Sources, errs());
  auto Result = compilePTX({}, Diags);
  Diags.finish();
  if (!Result)
    return Result.takeError();
  if (!*Result)
    return createStringError("'" + Path + "' was refused");
  return std::string((*Result)->Output.begin(), (*Result)->Output.end());
}

/// The longest that a mutant took, and which it was.
struct Slowest {
  std::chrono::duration<double> Time{};
  uint64_t Mutant = 0;
};

void runMutant(uint64_t Number, const Options &O,
               ArrayRef<MutableObject> Objects, Outcomes &Result) {
  PrettyStackTraceFormat Where("mutant %llu of seed %llu: -first=%llu -count=1",
                               (unsigned long long)Number,
                               (unsigned long long)O.Seed,
                               (unsigned long long)Number);
  std::seed_seq Seeds{O.Seed, Number, Number >> 32};
  std::mt19937_64 Random(Seeds);
  const MutableObject &Object = Objects[Number % Objects.size()];
  tryObject(Object.mutate(Random), O.MaxInstructions, Result);
}

Error run(const Options &O) {
  std::vector<MutableObject> Objects;
  for (const std::string &Path : O.Files) {
    Expected<std::string> Bytes = readObject(Path);
    if (!Bytes)
      return Bytes.takeError();
    Expected<MutableObject> Object = MutableObject::create(std::move(*Bytes));
    if (!Object)
      return Object.takeError();
    Objects.push_back(std::move(*Object));
  }
  Outcomes Result;
  Slowest Worst;
  for (uint64_t N = O.First; N != O.First + O.Count; ++N) {
    auto Start = std::chrono::steady_clock::now();
    runMutant(N, O, Objects, Result);
    auto Time = std::chrono::steady_clock::now() - Start;
    if (Time > Worst.Time)
      Worst = {Time, N};
  }
  outs() << O.Count << " mutants of " << Objects.size() << " objects, seed "
         << O.Seed << ": " << Result.Refused << " refused by the reader; of "
         << "the kernels of the others " << Result.NotLaunched
         << " were not launched, " << Result.Faulted << " faulted and "
         << Result.Finished << " finished\n";
  outs() << "slowest: mutant " << Worst.Mutant << ", "
         << uint64_t(Worst.Time.count() * 1000) << " ms\n";
  return Error::success();
}

int fail(Error E) {
  errs() << "mutate-objects: error: " << toString(std::move(E)) << '\n';
  return 2;
}

} // namespace

int main(int argc, char **argv) {
  sys::PrintStackTraceOnErrorSignal(argv[0]);
  EnablePrettyStackTrace();
  Expected<Options> O = parseOptions(ArrayRef(argv + 1, argv + argc));
  if (!O)
    return fail(O.takeError());
  if (O->ShowHelp) {
    outs() << formatHelp("usage: mutate-objects [options] FILE...\n", Rows);
    return 0;
  }
  if (Error E = run(*O))
    return fail(std::move(E));
  return 0;
}
