//===- Unseen.h - Failures that a program did not look at -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A launch by <<<...>>> returns nothing, and many a program throws away what
/// other calls return: it ends well, and has computed nothing. What its calls
/// returned is known here, and whether it has asked for it since; at its end it
/// is told the rest. Calls of the driver API only give their result to whoever
/// called, so that of these nothing is kept.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_UNSEEN_H
#define HEDDLE_DRIVERAPI_UNSEEN_H

#include "heddle-cuda/private_table.h"
#include <string>

namespace heddle::driver {

/// Where calls of the runtime are noted.
const HeddlePrivateTable &unseenTable();

/// In a process that was forked: what is noted is the other's.
void forgetUnseen();

/// A line for each call and error that was not looked at.
std::string describeUnseen();

/// HEDDLE_STRICT=1: a program with such failures is to end with this code.
int strictExitCode();

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_UNSEEN_H
