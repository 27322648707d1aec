//===- Stats.h - What --stats and --annotate print --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_PTX_RUN_STATS_H
#define HEDDLE_TOOLS_PTX_RUN_STATS_H

#include "Options.h"
#include "heddle/Machine/Fault.h"

namespace heddle {

struct NamedStats {
  std::string Name;
  sm::LaunchStats Stats;
  /// The PTX or the object that the kernel comes from.
  std::string SourcePath;
  std::optional<sm::Fault> TheFault;
};

/// Writes what --stats and --annotate ask for.
llvm::Error writeStats(const RunOptions &Options,
                       llvm::ArrayRef<NamedStats> Launches);

} // namespace heddle

#endif // HEDDLE_TOOLS_PTX_RUN_STATS_H
