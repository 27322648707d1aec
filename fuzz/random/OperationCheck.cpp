//===- OperationCheck.cpp - Each instruction by itself --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperationCheck.h"
#include "OperandTuples.h"
#include "OperationKernel.h"
#include "Operations.h"
#include "Runner.h"
#include "heddle/ABI/Chips.h"
#include "heddle/Runtime/Launcher.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace heddle::ptxrandom {
namespace {

constexpr unsigned BlockThreads = 256;
/// Tuples of a launch, and in the text of a kernel.
constexpr uint64_t ChunkSize = 65536, TextSize = 32;

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// Whether the evaluator asks the judge at all.
bool isJudged(const Operation &Op) {
  return Op.Group == Family::Ieee || Op.Group == Family::IeeeConvert;
}

/// One row on one chip at one level.
class Check {
public:
  /// For up to \p MaxTuples at a time.
  Check(const Operation &Of, object::Module Object, uint64_t MaxTuples,
        const OperationCheckOptions &Wanted)
      : Op(Of), Options(Wanted),
        Judges(isJudged(Of) ? floatJudges() : floatJudges().take_front(1)),
        Module(std::move(Object)) {
    Out = cantFail(Memory.allocate(MaxTuples * slots(Op), "out"));
    In = cantFail(Memory.allocate(MaxTuples * slots(Op), "in"));
  }

  /// Launches the kernel for \p Tuples. What is wrong; else empty.
  std::string run(ArrayRef<uint64_t> Tuples, uint32_t Blocks, uint32_t Threads);

private:
  std::string compare(const uint64_t *S, const uint8_t *Got) const;
  std::string compareWithJudge(const uint64_t *S, const uint8_t *Got) const;

  const Operation &Op;
  const OperationCheckOptions &Options;
  /// All, where the row is one of numbers that they judge.
  ArrayRef<const FloatJudge *> Judges;
  runtime::LoadedModule Module;
  sm::GlobalMemory Memory;
  abi::Address Out, In;
};

std::string Check::compare(const uint64_t *S, const uint8_t *Got) const {
  for (const FloatJudge *Judge : Judges) {
    setJudge(*Judge);
    if (std::string Problem = compareWithJudge(S, Got); !Problem.empty())
      return Judges.size() == 1 ? Problem : Problem + " by " + Judge->Name;
  }
  return "";
}

std::string Check::compareWithJudge(const uint64_t *S,
                                    const uint8_t *Got) const {
  auto Of = [&](const std::string &Problem) {
    std::string Sources;
    for (size_t I = 0; I != Op.Sources.size() + Op.ReadsCarry; ++I)
      Sources += fmt::format(" {:#x}", S[I]);
    return fmt::format("of{}: {}", Sources, Problem);
  };
  if (Op.Accepts) {
    uint64_t Have = 0;
    std::memcpy(&Have, Got, bitsOf(Op.Results[0]) / 8);
    return Op.Accepts(Op, S, Have)
               ? ""
               : Of(fmt::format("{:#x} is too far off", Have));
  }
  uint64_t Expected = Op.Evaluate(Op, S);
  unsigned Shift = 0;
  auto Differs = [&](size_t Slot, unsigned Bits, uint64_t Want) {
    uint64_t Have = 0;
    std::memcpy(&Have, Got + 8 * Slot, 8);
    uint64_t Mask = ~uint64_t(0) >> (64 - Bits);
    return (Have & Mask) != (Want & Mask)
               ? fmt::format("{:#x}, not {:#x}", Have & Mask, Want & Mask)
               : "";
  };
  std::string Problem;
  for (size_t I = 0; I != Op.Results.size() && Problem.empty(); ++I) {
    Problem = Differs(I, bitsOf(Op.Results[I]), Expected >> Shift);
    Shift += bitsOf(Op.Results[I]);
  }
  if (Op.WritesCarry && Problem.empty())
    Problem = Differs(Op.Results.size(), 32, Expected >> 32 & 1);
  return Problem.empty() ? "" : Of(Problem);
}

std::string Check::run(ArrayRef<uint64_t> Tuples, uint32_t Blocks,
                       uint32_t Threads) {
  runtime::ArgumentValue Arguments[2];
  Arguments[0].Kind = Arguments[1].Kind = runtime::ArgumentValue::Pointer;
  Arguments[0].Address = Out;
  Arguments[1].Address = In;
  std::memcpy(Memory.bytes(In).data(), Tuples.data(), 8 * Tuples.size());
  runtime::LaunchRequest Request;
  Request.Grid.X = Blocks;
  Request.Block.X = Threads;
  Request.Arguments = Arguments;
  Request.Execution.Isa = Options.Isa;
  if (Options.IsTranslated)
    Request.Execution.Engine = &hostTranslator();
  Expected<sm::LaunchResult> Result = Module.launch(Request, Memory);
  if (!Result)
    return toString(Result.takeError());
  if (Result->TheFault)
    return Result->TheFault->toText();
  const uint8_t *Got = Memory.bytes(Out).data();
  for (size_t At = 0; At != Tuples.size(); At += slots(Op) / 8)
    if (std::string Problem = compare(&Tuples[At], Got + 8 * At);
        !Problem.empty())
      return Problem;
  return "";
}

std::vector<uint64_t> nextTuples(OperandTuples &From, const Operation &Op,
                                 uint64_t Count) {
  std::vector<uint64_t> Tuples(Count * slots(Op) / 8);
  for (uint64_t I = 0; I != Count; ++I)
    From.next(&Tuples[I * slots(Op) / 8]);
  return Tuples;
}

/// \p Count tuples from memory, a multiple of BlockThreads. What is wrong.
std::string tryLoaded(const Operation &Op, const std::string &Chip,
                      unsigned Level, uint64_t Seed, uint64_t Count,
                      const OperationCheckOptions &Options) {
  std::string Problem;
  std::optional<object::Module> Object =
      compile(writeKernel(Op, abi::findChip(StringRef(Chip))->Silicon), Chip,
              Level, /*MaxRegisters=*/0, Problem);
  if (!Object)
    return Problem;
  // Warnings.
  Problem.clear();
  Check Row(Op, std::move(*Object), std::min(ChunkSize, Count), Options);
  OperandTuples Tuples(Op, Seed, Count);
  for (uint64_t Done = 0; Done < Count && Problem.empty(); Done += ChunkSize) {
    uint64_t Size = std::min(ChunkSize, Count - Done);
    Problem = Row.run(nextTuples(Tuples, Op, Size),
                      uint32_t(Size / BlockThreads), BlockThreads);
  }
  return Problem;
}

/// \p Count tuples that the compiler sees, a multiple of TextSize.
std::string tryConstants(const Operation &Op, const std::string &Chip,
                         unsigned Level, uint64_t Seed, uint64_t Count,
                         const OperationCheckOptions &Options) {
  std::string Problem;
  OperandTuples Tuples(Op, Seed, Count);
  for (uint64_t Done = 0; Done < Count && Problem.empty(); Done += TextSize) {
    std::vector<uint64_t> Some = nextTuples(Tuples, Op, TextSize);
    std::optional<object::Module> Object =
        compile(writeKernel(Op, abi::findChip(StringRef(Chip))->Silicon, Some),
                Chip, Level, /*MaxRegisters=*/0, Problem);
    if (Object)
      Problem =
          Check(Op, std::move(*Object), TextSize, Options).run(Some, 1, 1);
  }
  return Problem;
}

uint64_t numTuples(const OperationCheckOptions &Options) {
  return alignTo(Options.Count, Options.AreConstants ? TextSize : BlockThreads);
}

/// Where \p Op runs: the least and the most of the silicon, whose floats are
/// those of the evaluator, and tx1.
std::vector<std::string> chipsOf(const Operation &Op,
                                 const OperationCheckOptions &Options) {
  std::vector<std::string> Chips;
  for (const char *Name : {"g80", "gt200", "tx1"})
    if (isFor(Op, Op.Use == Operation::Modern,
              abi::findChip(StringRef(Name))->Silicon) &&
        (Options.Chip.empty() || Options.Chip == Name) &&
        !(Options.AreConstants && Op.Group == Family::Mapped))
      Chips.push_back(Name);
  return Chips;
}

/// The rows of process \p Worker; how many fail.
unsigned work(const OperationCheckOptions &Options, unsigned Worker) {
  unsigned Failures = 0;
  Regex IsAsked(Options.Pattern);
  for (size_t I = Worker; I < operations().size(); I += Options.Jobs) {
    const Operation &Op = operations()[I];
    if (!IsAsked.match(Op.Name))
      continue;
    for (const std::string &Chip : chipsOf(Op, Options))
      for (unsigned Level : Options.Levels) {
        std::string Problem = (Options.AreConstants ? tryConstants : tryLoaded)(
            Op, Chip, Level, Options.Seed + I, numTuples(Options), Options);
        if (Problem.empty())
          continue;
        ++Failures;
        outs() << fmt::format("{} on {} at -O{}: {}\n", Op.Name, Chip, Level,
                              Problem);
        outs().flush();
      }
  }
  return Failures;
}

} // namespace

unsigned checkOperations(const OperationCheckOptions &Options) {
  uint64_t Count = numTuples(Options), Rows = 0, Runs = 0;
  Regex IsAsked(Options.Pattern);
  for (const Operation &Op : operations()) {
    size_t Chips = chipsOf(Op, Options).size();
    if (!Chips || !IsAsked.match(Op.Name))
      continue;
    ++Rows;
    Runs += Chips * Options.Levels.size();
  }
  outs() << fmt::format("{} instructions, {} tuples of {} each\n", Rows, Count,
                        Options.AreConstants ? "constants" : "operands");
  if (floatJudges().size() == 1)
    outs() << "built without MPFR: floats of tx1 are judged by APFloat alone\n";
  outs().flush();
  for (unsigned I = 0; I != Options.Jobs; ++I)
    if (fork() == 0)
      _exit(work(Options, I) != 0);
  unsigned Failed = 0;
  for (unsigned I = 0; I != Options.Jobs; ++I) {
    int Status = 0;
    wait(&Status);
    Failed += Status != 0;
    if (WIFSIGNALED(Status))
      outs() << "a process crashed\n";
  }
  outs() << (Failed ? "failed\n"
                    : fmt::format("all agree: {} results\n", Runs * Count));
  return Rows == 0 ? 1 : Failed;
}

} // namespace heddle::ptxrandom
