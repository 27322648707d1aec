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

/// Writes \p Text, which ends a line, to stderr: faults, and what keeps a
/// program from running at all. A driver has nobody else to tell.
void report(llvm::StringRef Text);

/// HEDDLE_LOG=1: every call that fails is to be reported.
bool isLogging();

/// With HEDDLE_LOG=1, says that \p Function failed with \p Error.
void logFailure(const char *Function, CUresult Error);

/// The call that runs failed because of \p Reason, which its log line says.
void explain(llvm::StringRef Reason);

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_REPORT_H
