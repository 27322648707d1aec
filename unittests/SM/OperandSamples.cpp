//===- OperandSamples.cpp - Operands that matter --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperandSamples.h"

namespace heddle::sm::test {

Flavor flavorOf(const Word &W) {
  unsigned Primary = W.W0 >> 28, Secondary = W.W1 >> 29;
  switch (Primary) {
  case 0x9:
  case 0xb:
  case 0xc:
    return Flavor::Float;
  case 0xa:
    if (W.W1 >> 22 & 1)
      return Secondary & 4 && W.W1 >> 14 & 1 ? Flavor::Double : Flavor::Integer;
    return Secondary & 4 ? Flavor::Float : Flavor::Integer;
  case 0xe:
    return W.isShort() || (W.W1 & 3) == 3 || Secondary < 2 ? Flavor::Float
                                                           : Flavor::Double;
  }
  return Flavor::Integer;
}

static constexpr uint32_t SpecialIntegers[] = {
    0,          1,          2,          0x7f,       0x80,       0xff,
    0x7fff,     0x8000,     0xffff,     0x10000,    0x7fffff,   0x800000,
    0xffffff,   0x1000000,  0x7fffffff, 0x80000000, 0x80000001, 0xffff8000,
    0xff800000, 0xfffffffe, 0xffffffff, 15,         16,         31,
    32,         33,         0x00010001, 0x7fff8000, 0x80007fff};
static constexpr uint32_t SpecialFloats[] = {
    0,          0x80000000, 1,          0x007fffff, 0x807fffff, 0x00800000,
    0x80800000, 0x00800001, 0x3f800000, 0xbf800000, 0x3f7fffff, 0x3f800001,
    0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00000,
    0x7fffffff, 0x7f800001, 0x3f000000, 0x40490fdb, 0x4b000000, 0x4effffff,
    0x4f000000, 0x4f7fffff, 0xcf000000, 0xcf000001, 0x33000000, 0x00007c00};
static constexpr uint32_t SpecialHighWords[] = {
    0,          0x80000000, 0x000fffff, 0x00100000, 0x3ff00000,
    0xbff00000, 0x3fefffff, 0x7fefffff, 0xffefffff, 0x7ff00000,
    0xfff00000, 0x7ff80000, 0xfff80000, 0x41dfffff, 0x41e00000,
    0xc1e00000, 0x43e00000, 0x36a00000, 0x380fffff, 0x47efffff};

uint32_t lattice(Flavor F, unsigned N, unsigned Part) {
  switch (F) {
  case Flavor::Integer: {
    // Four bits at either end, and the same in either half.
    uint32_t V = (N & 0xf0) << 8 | (N & 0xf);
    return V << 16 | (N & 1 ? 0xffff0fff : 0) * (N >> 7) << 4 | V;
  }
  case Flavor::Float: {
    static constexpr uint32_t Exponents[] = {0,   1,   2,   64,  103, 126,
                                             127, 128, 129, 150, 151, 152,
                                             158, 200, 254, 255};
    static constexpr uint32_t Digits[] = {
        0, 1, 0x200000, 0x400000, 0x400001, 0x555555, 0x7ffffe, 0x7fffff};
    return (N & 0x80) << 24 | Exponents[N >> 3 & 15] << 23 | Digits[N & 7];
  }
  case Flavor::Double: {
    static constexpr uint32_t Exponents[] = {0,    1,    874,  970,  1022, 1023,
                                             1024, 1054, 1055, 1075, 1076, 1086,
                                             1087, 1150, 2046, 2047};
    static constexpr uint32_t High[] = {0,       0,       0x40000, 0x80000,
                                        0x80000, 0x55555, 0xfffff, 0xfffff};
    static constexpr uint32_t Low[] = {0, 1,          0,          0,
                                       1, 0x55555555, 0xfffffffe, 0xffffffff};
    return Part ? Low[N & 7]
                : (N & 0x80) << 24 | Exponents[N >> 3 & 15] << 20 | High[N & 7];
  }
  }
  return 0;
}

uint32_t special(Flavor F, unsigned N) {
  switch (F) {
  case Flavor::Integer:
    return SpecialIntegers[N % std::size(SpecialIntegers)];
  case Flavor::Float:
    return SpecialFloats[N % std::size(SpecialFloats)];
  case Flavor::Double:
    return SpecialHighWords[N % std::size(SpecialHighWords)];
  }
  return 0;
}

uint32_t random(Flavor F, Random &R) {
  uint32_t V = R.next();
  switch (R.next() & 7) {
  case 0:
    return special(F, V >> 8);
  case 1: // near one another
    if (F == Flavor::Float)
      return (V & 0x807fffff) | (0x76 + (V >> 25 & 15)) << 23;
    if (F == Flavor::Double)
      return (V & 0x800fffff) | (0x3f8 + (V >> 24 & 31)) << 20;
    return V & 0x3f;
  case 2: // few digits
    return V & 0xffff0000;
  }
  return V;
}

} // namespace heddle::sm::test
