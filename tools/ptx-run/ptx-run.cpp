//===- ptx-run.cpp - Runs PTX kernels -------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exit codes: 0 done, 1 the PTX was refused, 2 usage or file error, 3 the
// kernel faulted, 4 an expectation failed.
//
//===----------------------------------------------------------------------===//

#include "Modes.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <fmt/format.h>

using namespace llvm;
using namespace heddle;

static int fail(Error E, const char *Hint = "") {
  errs() << fmt::format("ptx-run: error: {}{}\n", toString(std::move(E)), Hint);
  return UsageOrFileError;
}

/// LLVM's last resort: a clear message instead of an abort.
static void onFatalError(void *, const char *Reason, bool) {
  errs() << fmt::format("ptx-run: internal error: {}\n", Reason);
  _Exit(Refused);
}

int main(int argc, char **argv) {
  install_fatal_error_handler(onFatalError);
  Expected<RunOptions> Options =
      parseRunOptions(ArrayRef(argv + 1, argv + argc));
  if (!Options)
    return fail(Options.takeError(), "; see --help");
  if (Options->ShowHelp) {
    outs() << runHelp();
    return Done;
  }
  if (Options->ShowVersion) {
    outs() << fmt::format("ptx-run (Heddle) {}\n", HEDDLE_VERSION);
    return Done;
  }
  Expected<int> Exit =
      Options->JobPath.empty() ? runLaunch(*Options) : runJobFile(*Options);
  if (!Exit)
    return fail(Exit.takeError());
  return *Exit;
}
