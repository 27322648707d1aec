//===- SplitMix64.h - Numbers from a seed -----------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The generator of Steele, Lea and Flood ("Fast splittable pseudorandom number
/// generators", 2014): the same seed gives the same numbers on every host,
/// which the distributions of the standard library do not promise.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SUPPORT_SPLITMIX64_H
#define HEDDLE_SUPPORT_SPLITMIX64_H

#include <cstdint>

namespace heddle {

class SplitMix64 {
public:
  explicit SplitMix64(uint64_t Seed) : State(Seed) {}

  /// The next 64 bits.
  uint64_t next() {
    uint64_t Z = State += 0x9e3779b97f4a7c15;
    Z = (Z ^ Z >> 30) * 0xbf58476d1ce4e5b9;
    Z = (Z ^ Z >> 27) * 0x94d049bb133111eb;
    return Z ^ Z >> 31;
  }

private:
  uint64_t State;
};

} // namespace heddle

#endif // HEDDLE_SUPPORT_SPLITMIX64_H
