//===- LaunchLimits.h - The limits of a launch ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MACHINE_LAUNCHLIMITS_H
#define HEDDLE_MACHINE_LAUNCHLIMITS_H

#include "heddle/Machine/Fault.h"
#include "heddle/Machine/LaunchConfig.h"
#include <optional>

namespace heddle::sm {

class Program;

/// Why a launch of \p P cannot be: block, grid, shared memory or registers
/// beyond the geometry, what the kernel declares or what its chip can express.
/// Empty: it can.
std::optional<Fault> checkLaunch(const Program &P, const LaunchConfig &C);

} // namespace heddle::sm

#endif // HEDDLE_MACHINE_LAUNCHLIMITS_H
