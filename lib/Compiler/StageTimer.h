//===- StageTimer.h - Seconds of a stage ------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// With --time-passes the stages of a compilation are a table of their own,
/// beside those of the passes.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_COMPILER_STAGETIMER_H
#define HEDDLE_LIB_COMPILER_STAGETIMER_H

#include "llvm/Pass.h"
#include "llvm/Support/Timer.h"

namespace heddle {

/// Measures from here to the end of the scope.
class StageTimer {
public:
  explicit StageTimer(llvm::StringRef Name)
      : Region(Name, Name, "stages", "Stages of compilation",
               llvm::TimePassesIsEnabled) {}

private:
  llvm::NamedRegionTimer Region;
};

} // namespace heddle

#endif // HEDDLE_LIB_COMPILER_STAGETIMER_H
