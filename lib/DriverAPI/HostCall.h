//===- HostCall.h - Functions of the program in a stream --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_HOSTCALL_H
#define HEDDLE_DRIVERAPI_HOSTCALL_H

#include "Work.h"

namespace heddle::driver {

/// Makes work that calls \p Function, which may not call the driver.
Work makeHostCall(std::function<void()> Function);

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_HOSTCALL_H
