//===- Calls.h - The calls of the driver API --------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A function for each row of driver_functions.def, called under the driver's
/// lock and after its row's checks. Each file of them has a subject.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_CALLS_H
#define HEDDLE_DRIVERAPI_CALLS_H

#include "heddle-cuda/driver_types.h"

namespace heddle::driver::calls {

#define HEDDLE_CU(BASE, SUFFIX, SINCE, VARIANT, NEEDS, PARAMS, ARGS)           \
  CUresult BASE##SUFFIX PARAMS;
#include "heddle-cuda/driver_functions.def"

} // namespace heddle::driver::calls

#endif // HEDDLE_DRIVERAPI_CALLS_H
