//===- Unseen.h - Failures that a program did not look at -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A launch by <<<...>>> returns nothing, and many programs ignore what other
/// calls return: they end without an error and have computed nothing. This file
/// records the errors of calls of the runtime that the program has not asked
/// for since; they are reported when it ends. A call of the driver API returns
/// its error to the caller alone, so these are not recorded.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_UNSEEN_H
#define HEDDLE_DRIVERAPI_UNSEEN_H

#include "heddle-cuda/private_table.h"
#include <string>

namespace heddle::driver {

/// Returns the functions by which the runtime records its errors.
const HeddlePrivateTable &unseenTable();

/// Forgets all records in a forked process: they are its parent's.
void forgetUnseen();

/// Returns a line for each call and error that the program did not look at.
std::string describeUnseen();

/// With HEDDLE_STRICT=1, returns the exit code of a program with such errors.
int strictExitCode();

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_UNSEEN_H
