//===- ChildLaunches.h - Launches by kernels --------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_CHILDLAUNCHES_H
#define HEDDLE_DRIVERAPI_CHILDLAUNCHES_H

#include "heddle-cuda/driver_types.h"

namespace heddle::driver {

struct Module;

/// Runs what the kernel of \p M that has ended launched, and what that
/// launches: first what any stream has, in order, then what was to wait for
/// all of it.
CUresult runChildLaunches(Module &M);

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_CHILDLAUNCHES_H
