//===- Occupancy.h - How many blocks an SM holds ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_OCCUPANCY_H
#define HEDDLE_DRIVERAPI_OCCUPANCY_H

#include "Module.h"

namespace heddle::driver {

/// Returns how many blocks of \p Threads threads of \p F, with \p SharedBytes
/// of dynamic shared memory, an SM of the device holds at the same time.
unsigned activeBlocks(const Function &F, uint32_t Threads,
                      uint64_t SharedBytes);

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_OCCUPANCY_H
