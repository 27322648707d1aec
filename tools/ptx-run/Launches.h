//===- Launches.h - Launches and what they run with -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_PTX_RUN_LAUNCHES_H
#define HEDDLE_TOOLS_PTX_RUN_LAUNCHES_H

#include "LaunchWatch.h"
#include "Options.h"
#include "heddle/Session/Session.h"

namespace heddle {

/// One launch, described by the command line. An error is exit code 2.
llvm::Expected<int> runLaunch(const RunOptions &Options);

/// The launches of a job file.
llvm::Expected<int> runJobFile(const RunOptions &Options);

/// Makes the session that launches of the command line run in.
llvm::Expected<std::unique_ptr<session::Session>>
makeSession(const RunOptions &Options);

/// Whether nobody else writes to standard error during a launch.
bool mayShowProgress(const RunOptions &Options);

} // namespace heddle

#endif // HEDDLE_TOOLS_PTX_RUN_LAUNCHES_H
