//===- RaceCheck.h - Holds the race checker against a model -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FUZZ_RANDOM_RACECHECK_H
#define HEDDLE_FUZZ_RANDOM_RACECHECK_H

#include <cstdint>

namespace heddle::ptxrandom {

struct RaceCheckOptions {
  /// Programs Seed, Seed + 1 …
  uint64_t Seed = 1;
  uint64_t Count = 1000;
  unsigned Jobs = 1;
  /// Of one program.
  unsigned TimeoutSeconds = 30;
};

/// Runs each program under --check=race, as it is made and without one of its
/// barriers or fences, reports on stdout where checker and model do not agree,
/// and returns how often.
uint64_t checkRaces(const RaceCheckOptions &Options);

} // namespace heddle::ptxrandom

#endif // HEDDLE_FUZZ_RANDOM_RACECHECK_H
