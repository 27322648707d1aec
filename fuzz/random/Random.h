//===- Random.h - Numbers for random programs -------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a random program asks of the generator of numbers.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FUZZ_RANDOM_RANDOM_H
#define HEDDLE_FUZZ_RANDOM_RANDOM_H

#include "heddle/Support/SplitMix64.h"
#include <cstddef>
#include <iterator>

namespace heddle::ptxrandom {

/// What random programs are made from.
class Random : public SplitMix64 {
public:
  using SplitMix64::SplitMix64;

  /// 0 … \p Bound - 1.
  unsigned below(unsigned Bound) { return unsigned((next() >> 32) % Bound); }
  /// \p Low … \p High.
  unsigned between(unsigned Low, unsigned High) {
    return Low + below(High - Low + 1);
  }
  bool percent(unsigned P) { return below(100) < P; }

  template <typename Range> auto &pick(Range &Values) {
    return Values[below(unsigned(std::size(Values)))];
  }

  /// An integer of \p Bits bits: any, small, a power of two, one beside a
  /// power of two, or with few bits set.
  uint64_t integer(unsigned Bits);
  /// The bits of an f32 of any kind, often near 1, rarely a denormal or NaN.
  uint32_t floatBits();
  /// The bits of an f64 that an f32 is near to: a zero, an infinity, or within
  /// the range of normal f32.
  uint64_t doubleBits();
};

} // namespace heddle::ptxrandom

#endif // HEDDLE_FUZZ_RANDOM_RANDOM_H
