//===- DeviceRuntime.h - What kernels call of the runtime -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_DEVICERUNTIME_H
#define HEDDLE_DRIVERAPI_DEVICERUNTIME_H

#include "Image.h"

namespace heddle::driver {

/// Adds to \p Inputs the functions of the device's runtime that they call: as
/// PTX, which stands for NVIDIA's library of machine code.
void addDeviceRuntime(std::vector<CodeInput> &Inputs);

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_DEVICERUNTIME_H
