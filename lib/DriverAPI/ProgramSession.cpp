//===- ProgramSession.cpp - How launches of a program run -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramSession.h"
#include "Device.h"
#include "ProgramDebug.h"
#include "Report.h"
#include "heddle/Session/SettingTable.h"
#include "heddle/Support/Number.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace llvm;

namespace heddle::driver {

/// Standard error without a buffer, which the program writes to as well.
static raw_ostream &standardError() {
  static raw_fd_ostream &OS =
      *new raw_fd_ostream(2, /*shouldClose=*/false, /*unbuffered=*/true);
  return OS;
}

/// Returns the code that replaces the program's exit code if there were
/// findings or faults, an option that valgrind and Compute Sanitizer have too;
/// 0 keeps the program's.
static Expected<int> errorExitCode() {
  const char *Value = std::getenv("HEDDLE_ERROR_EXITCODE");
  if (!Value || !*Value)
    return 0;
  if (std::optional<uint64_t> Code = parseNumber(Value, 255))
    return int(*Code);
  return createStringError("HEDDLE_ERROR_EXITCODE: '" + Twine(Value) +
                           "' is no number from 0 to 255");
}

Expected<std::unique_ptr<session::Session>>
makeProgramSession(const Device &D) {
  if (Error E = errorExitCode().takeError())
    return std::move(E);
  session::Settings S;
  S.SuitsHostThreads = true;
  S.Execution.NumSMs = D.numSMs();
  S.Execution.StackLimitName = "cudaLimitStackSize";
  if (Error E = session::setFromEnvironment(S))
    return std::move(E);
  if (Error E = checkDebugging())
    return std::move(E);
  if (isDebugging() &&
      (S.Trace.HasText || !S.Trace.EventsPath.empty() || S.Log.IsWanted))
    return createStringError(
        "HEDDLE_DEBUG goes with neither traces nor the log "
        "of launches: each launch runs twice");
  if (isDebugging()) {
    // Launches run twice and are to do the same, and host code tells nothing.
    S.Engine.Said = session::EngineSettings::Interpreter;
    S.Execution.HostThreads = 1;
    S.SuitsHostThreads = false;
  }
  // Standard output is the program's.
  raw_ostream &OS = standardError();
  return session::Session::create(std::move(S), {"heddle", &OS, &OS, &OS});
}

int finishProgramSession(session::Session &S) {
  // It was read when the session was made.
  const int Wanted = cantFail(errorExitCode());
  Expected<bool> HasFound = S.finish();
  if (HasFound)
    return *HasFound ? Wanted : 0;
  report("heddle: " + toString(HasFound.takeError()) + "\n");
  return Wanted;
}

} // namespace heddle::driver
