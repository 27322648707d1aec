//===- Report.h - What users read on stderr ---------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_REPORT_H
#define HEDDLE_DRIVERAPI_REPORT_H

#include "heddle-cuda/driver_types.h"
#include "llvm/ADT/StringRef.h"

namespace heddle::driver {

/// "CUDA_ERROR_INVALID_VALUE", or null.
const char *errorName(int Error);
/// "invalid argument", or null.
const char *errorText(int Error);

/// Writes \p Text, which ends with a newline, to stderr: faults, and errors
/// that keep a program from running at all. A driver has no other way to report
/// these.
void report(llvm::StringRef Text);

/// Whether HEDDLE_LOG=1 asks for a line for every call that fails.
bool isLogging();

/// With HEDDLE_LOG=1, says that \p Function failed with \p Error.
void logFailure(const char *Function, CUresult Error);

/// Adds \p Reason to the log line of the call that runs, which fails.
void explain(llvm::StringRef Reason);

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_REPORT_H
