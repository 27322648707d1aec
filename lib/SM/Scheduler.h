//===- Scheduler.h - Hands CTAs to host threads -----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The CTAs of a grid are taken in order by the host threads. A CTA that runs
/// long shares its host thread with further ones, as many as the SMs hold, so
/// that it may wait for what they do.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SM_SCHEDULER_H
#define HEDDLE_LIB_SM_SCHEDULER_H

#include "heddle/SM/Launch.h"

namespace heddle::sm {

/// Runs the whole grid, whose limits were checked.
/// Fails when the host has no memory for it.
llvm::Expected<LaunchResult> runGrid(const Program &P, GlobalMemory &Memory,
                                     const LaunchConfig &Config);

} // namespace heddle::sm

#endif // HEDDLE_LIB_SM_SCHEDULER_H
