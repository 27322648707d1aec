//===- Options.h - The command line of ptx-random ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FUZZ_RANDOM_OPTIONS_H
#define HEDDLE_FUZZ_RANDOM_OPTIONS_H

#include "Supervisor.h"
#include "heddle/Support/Tool.h"
#include <optional>

namespace heddle::ptxrandom {

enum ExitCode { Done = 0, Failed = 1, Usage = 2 };

struct ToolOptions : SupervisorOptions {
  bool HasSeed = false;
  bool Emit = false;
  /// Instead of running programs.
  bool WriteJobs = false;
  std::string CheckPath;
  /// Part of the names of the instructions to try by themselves.
  std::optional<std::string> Operations;
  bool AreConstants = false;
  /// Programs that share memory, for the race checker.
  bool Races = false;
};

ToolInfo toolInfo();

/// Draws a seed when the line names none.
llvm::Expected<ToolOptions> parseToolOptions(const ParsedCommandLine &Line);

} // namespace heddle::ptxrandom

#endif // HEDDLE_FUZZ_RANDOM_OPTIONS_H
