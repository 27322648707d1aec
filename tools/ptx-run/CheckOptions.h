//===- CheckOptions.h - What --check and --schedule ask for -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The options of ptx-run that look for bugs: --check and its companions, and
/// the order of warps that --schedule gives. Each reads the text of one option;
/// an error says what it takes.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_PTX_RUN_CHECKOPTIONS_H
#define HEDDLE_TOOLS_PTX_RUN_CHECKOPTIONS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace heddle {
struct CheckRequest;
struct RunOptions;

/// --check=LIST
llvm::Error setCheck(llvm::StringRef Text, CheckRequest &Checks);
/// --tool=NAME, as Compute Sanitizer calls them
llvm::Error setCheckTool(llvm::StringRef Name, CheckRequest &Checks);
/// --check-format=FORM[:FILE]
llvm::Error setCheckFormat(llvm::StringRef Text, CheckRequest &Checks);
/// --warp-synchronous=yes|no
llvm::Error setWarpSynchronous(llvm::StringRef Text, CheckRequest &Checks);
/// --schedule=ORDER
llvm::Error setSchedule(llvm::StringRef Text, RunOptions &Options);

} // namespace heddle

#endif // HEDDLE_TOOLS_PTX_RUN_CHECKOPTIONS_H
