//===- Reports.h - Verdicts, faults and interrupts --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_PTX_RUN_REPORTS_H
#define HEDDLE_TOOLS_PTX_RUN_REPORTS_H

#include "Options.h"
#include "heddle/Jobs/Job.h"
#include "heddle/Machine/LaunchMonitor.h"

namespace heddle {

/// Writes \p Verdicts of the job at \p JobPath as JUnit XML.
void writeJUnit(llvm::raw_ostream &OS, llvm::StringRef JobPath,
                llvm::ArrayRef<jobs::Verdict> Verdicts);

/// Says on standard error that a launch was interrupted, and \p Places, where
/// its warps were.
void reportInterrupt(const sm::LaunchMonitor &Monitor, llvm::StringRef Places);

/// Reports \p F, as text \p Text, on standard error, in the form that
/// --diagnostics asks for.
void reportFault(const sm::Fault &F, llvm::StringRef Text,
                 const RunOptions &Options);

} // namespace heddle

#endif // HEDDLE_TOOLS_PTX_RUN_REPORTS_H
