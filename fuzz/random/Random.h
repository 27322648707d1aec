//===- Random.h - Numbers from a seed ---------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A small generator of our own: the same seed gives the same program on every
/// host, which the distributions of the standard library do not promise.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FUZZ_RANDOM_RANDOM_H
#define HEDDLE_FUZZ_RANDOM_RANDOM_H

#include <cstddef>
#include <cstdint>

namespace heddle::ptxrandom {

/// splitmix64.
class Random {
public:
  explicit Random(uint64_t Seed) : State(Seed) {}

  uint64_t next() {
    State += 0x9e3779b97f4a7c15;
    uint64_t Z = State;
    Z = (Z ^ Z >> 30) * 0xbf58476d1ce4e5b9;
    Z = (Z ^ Z >> 27) * 0x94d049bb133111eb;
    return Z ^ Z >> 31;
  }

  /// 0 … \p Bound - 1.
  unsigned below(unsigned Bound) { return unsigned((next() >> 32) % Bound); }
  /// \p Low … \p High.
  unsigned between(unsigned Low, unsigned High) {
    return Low + below(High - Low + 1);
  }
  bool percent(unsigned P) { return below(100) < P; }

  template <typename Range> auto &pick(Range &Values) {
    return Values[below(unsigned(Values.size()))];
  }

  /// An integer of \p Bits bits: any, small, a power of two, one beside a
  /// power of two, or with few bits set.
  uint64_t integer(unsigned Bits);
  /// The bits of an f32 of any kind, often near 1, rarely a denormal or NaN.
  uint32_t floatBits();
  /// The bits of an f64 that an f32 is near to: a zero, an infinity, or within
  /// the range of normal f32.
  uint64_t doubleBits();

private:
  uint64_t State;
};

} // namespace heddle::ptxrandom

#endif // HEDDLE_FUZZ_RANDOM_RANDOM_H
