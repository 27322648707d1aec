//===- Supervisor.h - Many programs in several processes --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Programs are judged in processes of their own, one a job, so that a crash or
/// an endless loop of the compiler is a verdict like any other.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FUZZ_RANDOM_SUPERVISOR_H
#define HEDDLE_FUZZ_RANDOM_SUPERVISOR_H

#include "Generator.h"
#include "Runner.h"

namespace heddle::ptxrandom {

struct SupervisorOptions {
  GeneratorOptions Generator;
  RunnerOptions Runner;
  /// Programs Seed, Seed + 1 …
  uint64_t Seed = 1;
  uint64_t Count = 1000;
  unsigned Jobs = 1;
  bool Reduce = true;
  /// Where failing programs are written.
  std::string Folder = ".";
  /// Of one program.
  unsigned TimeoutSeconds = 30;
  /// Stop after so many failures.
  unsigned MaxFailures = 20;
  /// Between two lines of progress; 0: none.
  unsigned ProgressSeconds = 10;
};

/// Judges all programs, reports failures on stdout, and returns how many there
/// were.
unsigned superviseRun(const SupervisorOptions &Options);

} // namespace heddle::ptxrandom

#endif // HEDDLE_FUZZ_RANDOM_SUPERVISOR_H
