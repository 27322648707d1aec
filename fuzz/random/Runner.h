//===- Runner.h - Compiles and runs a program, and judges it ----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FUZZ_RANDOM_RUNNER_H
#define HEDDLE_FUZZ_RANDOM_RUNNER_H

#include "Evaluator.h"
#include "Program.h"
#include "heddle/Object/Module.h"
#include "heddle/SM/Launch.h"
#include "heddle/SM/Translation.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace heddle::sm {
class Translator;
} // namespace heddle::sm

namespace heddle::ptxrandom {

/// What came of a program. The values are exit codes of the processes that the
/// reducer starts.
enum class Verdict : uint8_t {
  Agrees,
  /// The compiler refused it.
  Refused,
  /// It was refused because --maxrregcount is too small, and the compiler said
  /// so.
  OutOfRegisters,
  /// The interpreter reported a fault.
  Faulted,
  /// Optimization levels differ.
  LevelsDiffer,
  /// All levels agree, and the evaluator does not.
  ModelDiffers,
  /// Translated code does not do what the interpreter does.
  EnginesDiffer,
  /// The process died, or took too long.
  Crashed,
  TimedOut,
};

llvm::StringRef verdictName(Verdict V);

struct Judgement {
  Verdict Result = Verdict::Agrees;
  /// One line or a few: which level, which register of which thread.
  std::string Details;
};

struct RunnerOptions {
  /// Optimization levels, each compared with the first.
  std::vector<unsigned> Levels = {0, 3};
  /// Run all translated, too.
  bool Translates = false;
  /// Host threads for the CTAs of a launch; where it is run by both engines, of
  /// that by host code.
  unsigned HostThreads = 1;
  /// Vector instructions of the host, for both engines.
  sm::HostIsa Isa = sm::HostIsa::Best;
  /// Compare with the evaluator, too.
  bool UseModel = true;
  /// What the evaluator computes wrongly.
  std::string Plant;
};

/// Translates kernels for this process. What host code covers, and how it is
/// compiled, changes with \p Seed; 0: all that may happen.
const sm::Translator &hostTranslator(uint64_t Seed = 0);

Judgement judge(const Program &P, const RunnerOptions &Options);

/// Compiles \p PTX; nothing if it is refused, and why in \p Problem.
std::optional<object::Module> compile(llvm::StringRef PTX, llvm::StringRef Chip,
                                      unsigned Level, unsigned MaxRegisters,
                                      std::string &Problem);

/// Judges \p PTX, which should do what \p P does.
Judgement judgePTX(const Program &P, llvm::StringRef PTX,
                   const RunnerOptions &Options);

} // namespace heddle::ptxrandom

#endif // HEDDLE_FUZZ_RANDOM_RUNNER_H
