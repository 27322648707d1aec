//===- Files.h - Which files a call reads and writes ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_PTX_RUN_FILES_H
#define HEDDLE_TOOLS_PTX_RUN_FILES_H

#include "Options.h"

namespace heddle {

/// Fails when an output file of \p Options is an input of the same call, one of
/// \p MoreInputs, or another output, and when lines of text would come among
/// JSON.
llvm::Error checkFiles(const RunOptions &Options,
                       llvm::ArrayRef<std::string> MoreInputs = {});

/// The stream of lines for people, verdicts and the output of --print: standard
/// output, unless that gets a document or bytes, then standard error.
llvm::raw_ostream &linesOS(const RunOptions &Options);

/// The stream of text about a launch, traces, watches, breakpoints and
/// counters: standard error, or linesOS() where that has diagnostics as JSON.
llvm::raw_ostream &reportOS(const RunOptions &Options);

} // namespace heddle

#endif // HEDDLE_TOOLS_PTX_RUN_FILES_H
