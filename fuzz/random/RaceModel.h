//===- RaceModel.h - Whether a program races --------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FUZZ_RANDOM_RACEMODEL_H
#define HEDDLE_FUZZ_RANDOM_RACEMODEL_H

#include "RaceProgram.h"

namespace heddle::ptxrandom {

/// Lines that say who races; empty: nobody does.
struct RaceVerdict {
  /// In each schedule.
  std::string Always;
  /// Unless the schedule lets an atomic observe what it races with.
  std::string Maybe;
};

/// What it thinks of \p P, with \p IsRemoved without the step.
RaceVerdict findRace(const RaceProgram &P, bool IsRemoved);

} // namespace heddle::ptxrandom

#endif // HEDDLE_FUZZ_RANDOM_RACEMODEL_H
