//===- Requests.h - Values of ptx-run's options -----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_PTX_RUN_REQUESTS_H
#define HEDDLE_TOOLS_PTX_RUN_REQUESTS_H

#include "Options.h"

namespace heddle {

/// X[,Y[,Z]] of option --\p Name.
llvm::Expected<sm::Dim3> parseDim(llvm::StringRef Name, llvm::StringRef Text);

llvm::Expected<PrintRequest> parsePrint(llvm::StringRef Text);
llvm::Expected<OutRequest> parseOut(llvm::StringRef Text);
llvm::Expected<BreakRequest> parseBreak(llvm::StringRef Text);
llvm::Expected<WatchRequest> parseWatch(llvm::StringRef Text);
llvm::Expected<ExpectRequest> parseExpect(llvm::StringRef Text);

} // namespace heddle

#endif // HEDDLE_TOOLS_PTX_RUN_REQUESTS_H
