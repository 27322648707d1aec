//===- FaultReport.h - Put a fault into words -------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SM_FAULTREPORT_H
#define HEDDLE_LIB_SM_FAULTREPORT_H

#include "Block.h"
#include "heddle/SM/Fault.h"

namespace heddle::sm {

/// A fault of the launch itself: no instruction, no thread.
Fault launchFault(const Program &P, FaultKind Kind, std::string Message);

/// Why \p B ended with \p End, which is not Done.
Fault blockFault(const Program &P, const Block &B, BlockEnd End,
                 const GlobalMemory &Memory, const LaunchConfig &Config);

/// A line for each warp of \p B: where it runs or waits, or that it exited.
std::string warpPlaces(const Program &P, const Block &B);

} // namespace heddle::sm

#endif // HEDDLE_LIB_SM_FAULTREPORT_H
