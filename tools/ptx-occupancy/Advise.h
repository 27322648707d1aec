//===- Advise.h - What makes launches faster --------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_PTX_OCCUPANCY_ADVISE_H
#define HEDDLE_TOOLS_PTX_OCCUPANCY_ADVISE_H

#include "Options.h"

namespace heddle {

/// --advise: has the ptx-run beside this program time the launches of a job
/// with each of the options that an expert would try, and prints what came out
/// better, with the command that repeats it. Without a job: register budgets
/// with which more warps fit, or less is spilled.
llvm::Expected<int> advise(const OccupancyOptions &Options);

} // namespace heddle

#endif // HEDDLE_TOOLS_PTX_OCCUPANCY_ADVISE_H
