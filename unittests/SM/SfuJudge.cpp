//===- SfuJudge.cpp - A second opinion on the SFU -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SfuJudge.h"
#include <fstream>
#include <sstream>

namespace heddle::sm::test {
namespace {

constexpr uint32_t NaN = 0x7fffffff, Infinity = 0x7f800000;
constexpr uint32_t SignBit = 0x80000000;

bool isNaN(uint32_t V) { return (V & ~SignBit) > Infinity; }
bool isInfinity(uint32_t V) { return (V & ~SignBit) == Infinity; }
int exponent(uint32_t V) { return int(V >> 23 & 0xff); }
/// Denormals are zero.
bool isZero(uint32_t V) { return exponent(V) == 0; }
uint32_t significand(uint32_t V) { return (V & 0x7fffff) | 0x800000; }

/// Bits \p Low to \p High.
uint32_t bits(uint32_t V, unsigned Low, unsigned High) {
  return V >> Low & ((uint32_t(1) << (High - Low + 1)) - 1);
}

/// The approximate square.
int64_t sq(uint32_t X) {
  uint32_t Sum = 0;
  for (unsigned I = 0; I != 18; ++I)
    if (X >> I & 1)
      Sum += X >> (18 - I);
  return Sum >> 1;
}

/// \p M in [2^23, 2^24].
uint32_t pack(int E, int64_t M) {
  if (M == 1 << 24) {
    M /= 2;
    ++E;
  }
  if (E <= 0)
    return 0;
  if (E >= 255)
    return Infinity;
  return uint32_t(E) << 23 | (uint32_t(M) & 0x7fffff);
}

} // namespace

SfuJudge::SfuJudge() {
  std::ifstream File(HEDDLE_TEST_INPUTS "/sfu-tables.txt");
  std::string Line, Name;
  while (std::getline(File, Line)) {
    if (Line.starts_with("# ")) {
      Name = Line.substr(2, Line.find(':') - 2);
      continue;
    }
    std::istringstream In(Line);
    int64_t Index;
    Coefficients C;
    if (In >> Index >> C.C0 >> C.C1 >> C.C2)
      Tables[Name].push_back(C);
  }
}

bool SfuJudge::isComplete() const {
  auto Has = [&](const char *Name, size_t Rows) {
    auto It = Tables.find(Name);
    return It != Tables.end() && It->second.size() == Rows;
  };
  return Has("rcp", 128) && Has("rsqrt", 128) && Has("sin", 64) &&
         Has("ex2", 64) && Has("lg2", 64);
}

uint32_t SfuJudge::rcp(uint32_t V) const {
  uint32_t Sign = V & SignBit;
  if (isNaN(V))
    return NaN;
  if (isZero(V))
    return Sign | Infinity;
  if (isInfinity(V))
    return Sign;
  uint32_t M = significand(V), R = bits(M, 0, 15);
  const Coefficients &C = Tables.at("rcp")[bits(M, 16, 22)];
  int64_t Result = ((C.C0 << 13) + C.C1 * R + C.C2 * sq(2 * R) + 0x47e7) >> 15;
  return Sign | pack(253 - exponent(V), Result);
}

uint32_t SfuJudge::rsqrt(uint32_t V) const {
  if (isNaN(V))
    return NaN;
  if (isZero(V))
    return (V & SignBit) | Infinity;
  if (V & SignBit)
    return NaN;
  if (isInfinity(V))
    return 0;
  uint32_t M = significand(V), R = bits(M, 0, 16);
  int E = exponent(V) - 127;
  if (M == 0x800000 && !(E & 1))
    return pack(127 - (E >> 1), 1 << 23);
  const Coefficients &C =
      Tables.at("rsqrt")[uint32_t(E & 1) << 6 | bits(M, 17, 22)];
  int64_t Result = ((C.C0 << 14) + C.C1 * R + 4 * C.C2 * sq(R) + 0x7fff) >> 16;
  return pack(126 - (E >> 1), Result);
}

uint32_t SfuJudge::lg2(uint32_t V) const {
  if (isNaN(V))
    return NaN;
  if (isZero(V))
    return SignBit | Infinity;
  if (V & SignBit)
    return NaN;
  if (isInfinity(V))
    return V;
  uint32_t M = significand(V), R = bits(M, 0, 16);
  const Coefficients &C = Tables.at("lg2")[bits(M, 17, 22)];
  int64_t T = ((C.C0 << 12) + C.C1 * R + 2 * C.C2 * sq(R) + 0x3345) >> 2;
  if (M == 0x800000)
    T = 0;
  T += (int64_t(exponent(V)) - 127) * (int64_t(1) << 36);
  uint32_t Sign = 0;
  if (T < 0) {
    Sign = SignBit;
    T = ~T;
  }
  if (T == 0)
    return Sign;
  int E = 133;
  for (; T >> 42 == 0; T <<= 1)
    --E;
  return Sign | pack(E, T >> 19);
}

uint32_t SfuJudge::preSin(uint32_t V) {
  uint32_t Sign = V & SignBit;
  if (isNaN(V))
    return Sign | 0x40000000;
  if (isInfinity(V))
    return Sign | 0x40800000;
  if (isZero(V))
    return Sign;
  uint64_t P = uint64_t(significand(V)) * 0xa2f983 >> 16;
  int E = exponent(V) - 135;
  uint64_t Value;
  if (E >= 0)
    Value = E >= 32 ? 0 : P << E;
  else
    Value = E <= -64 ? 0 : P >> -E;
  return Sign | uint32_t(Value & 0x1ffffff);
}

uint32_t SfuJudge::preEx2(uint32_t V) {
  uint32_t Sign = V & SignBit;
  if (isNaN(V))
    return Sign | 0x40000000;
  int E = exponent(V) - 127;
  if (E >= 7)
    return Sign | 0x40800000;
  if (isZero(V))
    return Sign;
  uint32_t M = significand(V);
  return Sign | (E >= 0 ? M << E : E <= -32 ? 0 : M >> -E);
}

uint32_t SfuJudge::sine(uint32_t Sign, uint32_t Quarter,
                        uint32_t Fraction) const {
  if (Quarter & 1)
    Fraction = ~Fraction & 0x7fffff;
  Sign ^= (Quarter >> 1 & 1) << 31;
  uint32_t R = bits(Fraction, 0, 16);
  const Coefficients &C = Tables.at("sin")[bits(Fraction, 17, 22)];
  int64_t T = (C.C0 << 11) + C.C1 * R + C.C2 * sq(R);
  if (T == 0)
    return Sign;
  int E = 127;
  for (; T >> 37 == 0; T <<= 1)
    --E;
  return Sign | pack(E, T >> 14);
}

uint32_t SfuJudge::sin(uint32_t V) const {
  uint32_t Quarter = bits(V, 23, 30);
  if (Quarter & 0x80)
    return NaN;
  return sine(V & SignBit, Quarter, bits(V, 0, 22));
}

uint32_t SfuJudge::cos(uint32_t V) const {
  uint32_t Quarter = bits(V, 23, 30);
  if (Quarter & 0x80)
    return NaN;
  return sine(0, Quarter + 1, bits(V, 0, 22));
}

uint32_t SfuJudge::ex2(uint32_t V) const {
  int Q = int(bits(V, 23, 30));
  uint32_t F = bits(V, 0, 22);
  bool Negative = V & SignBit;
  if (Q & 0x80) {
    if (Q & 1)
      return Negative ? 0 : Infinity;
    return NaN;
  }
  int N = Q;
  if (Negative && F) {
    N = -Q - 1;
    F = ~F & 0x7fffff;
  } else if (Negative) {
    N = -Q;
  }
  uint32_t R = bits(F, 0, 16);
  const Coefficients &C = Tables.at("ex2")[bits(F, 17, 22)];
  int64_t M = ((C.C0 << 13) + C.C1 * R + C.C2 * sq(R) + 0x77e2) >> 15;
  return pack(N + 127, M);
}

} // namespace heddle::sm::test
