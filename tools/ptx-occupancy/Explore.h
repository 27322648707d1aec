//===- Explore.h - Sweeps, pressure and their pictures ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_PTX_OCCUPANCY_EXPLORE_H
#define HEDDLE_TOOLS_PTX_OCCUPANCY_EXPLORE_H

#include "Options.h"

namespace heddle {

/// --sweep=regs and --pressure: tables on standard output, pictures to files.
llvm::Expected<int> exploreFile(const OccupancyOptions &Options);

/// The pictures of --sweep=block.
llvm::Error drawBlockSweeps(llvm::ArrayRef<tuning::OccupancyReport> Reports,
                            const OccupancyOptions &Options);

} // namespace heddle

#endif // HEDDLE_TOOLS_PTX_OCCUPANCY_EXPLORE_H
