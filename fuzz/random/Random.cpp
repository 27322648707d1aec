//===- Random.cpp - Numbers from a seed -----------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Random.h"

namespace heddle::ptxrandom {

uint64_t Random::integer(unsigned Bits) {
  uint64_t Mask = ~uint64_t(0) >> (64 - Bits);
  switch (below(8)) {
  case 0:
    return below(4) & Mask;
  case 1:
    return (0 - uint64_t(below(4))) & Mask;
  case 2:
    return uint64_t(1) << below(Bits);
  case 3:
    return ((uint64_t(1) << below(Bits)) - 1) & Mask;
  case 4:
    return (0 - (uint64_t(1) << below(Bits))) & Mask;
  case 5:
    return next() & Mask & 0xff;
  default:
    return next() & Mask;
  }
}

uint32_t Random::floatBits() {
  static const uint32_t Special[] = {
      0x00000000, 0x80000000, 0x00000001, 0x807fffff, 0x00800000, 0x3f800000,
      0xbf800000, 0x3f000000, 0x7f7fffff, 0x7f800000, 0xff800000, 0x7fffffff,
      0x7fc00000, 0x4f000000, 0xcf000000, 0x4f800000, 0x5f000000, 0x3f7fffff};
  uint32_t Bits = uint32_t(next());
  switch (below(8)) {
  case 0:
    return Special[below(sizeof(Special) / sizeof(*Special))];
  case 1:
    return Bits;
  case 2:
    // A small integer.
    return (Bits & 0x80700000) | 0x3f800000 | (Bits & 3) << 23;
  default:
    return (Bits & 0x807fffff) | between(110, 150) << 23;
  }
}

uint64_t Random::doubleBits() {
  uint32_t Bits = floatBits();
  uint32_t Exponent = Bits >> 23 & 0xff;
  uint64_t Sign = uint64_t(Bits >> 31) << 63, Fraction = Bits & 0x7fffff;
  if (Exponent == 0)
    return Sign;
  if (Exponent == 0xff)
    return Sign | uint64_t(0x7ff) << 52;
  uint64_t Tail = 0;
  // Below the last bit of an f32: nothing, a half, beside a half, anything.
  if (percent(50))
    Tail = percent(50) ? (1u << 28) + below(3) - 1 : below(1u << 29);
  return Sign | uint64_t(Exponent + 1023 - 127) << 52 | Fraction << 29 | Tail;
}

} // namespace heddle::ptxrandom
