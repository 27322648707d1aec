//===- HostBuiltins.h - The builtins compiled for the host ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// lib/Builtins/C compiled for the host, with models of what the chip does in
/// one instruction. The model of the SFU is off by one unit in the last place
/// in either direction, which is all that the builtins may rely on.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_UNITTESTS_OPTIMIZER_HOSTBUILTINS_H
#define HEDDLE_UNITTESTS_OPTIMIZER_HOSTBUILTINS_H

#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>

namespace {

/// -1, 0 or 1 units in the last place.
int SfuError = 0;

// A test of some of them leaves others unused.
#if defined(__clang__) || defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
// NOLINTNEXTLINE(bugprone-suspicious-include): the builtins as host code.
#include "../../lib/Builtins/C/Builtins.c"

/// \p A, or a zero of its sign if it is denormal.
inline float flushed(float A) {
  return std::fabs(A) < 0x1p-126f ? std::copysign(0.0f, A) : A;
}

/// \p Exact, rounded to a float.
inline float rounded(long double Exact, Rounding Mode) {
  float Near = static_cast<float>(Exact);
  const float Infinity = std::numeric_limits<float>::infinity();
  switch (Mode) {
  case Nearest:
    return Near;
  case TowardZero:
    return std::fabs(Near) > std::fabs(Exact) ? std::nextafterf(Near, 0) : Near;
  case Down:
    return Near > Exact ? std::nextafterf(Near, -Infinity) : Near;
  case Up:
    return Near < Exact ? std::nextafterf(Near, Infinity) : Near;
  }
  return 0;
}

inline float chipFromU32(u32 A, Rounding Mode) { return rounded(A, Mode); }

inline float chipIntegral(float A, Rounding Mode) {
  switch (Mode) {
  case Nearest:
    return std::nearbyintf(A);
  case TowardZero:
    return std::truncf(A);
  case Down:
    return std::floor(A);
  case Up:
    return std::ceil(A);
  }
  return 0;
}

inline float chipAdd(float A, float B) {
  return flushed(flushed(A) + flushed(B));
}

inline u32 chipToU32(float A) {
  if (!(A > 0))
    return 0;
  return A >= 0x1p32f ? ~0u : static_cast<u32>(A);
}

inline float chipMul(float A, float B) {
  // In double the product is exact, and the test for flushing sees it rounded
  // to 24 bits with an unbounded exponent.
  double Exact = double(flushed(A)) * double(flushed(B));
  if (std::fabs(Exact) < 0x1p-126 - 0x1p-151)
    return std::copysign(0.0f, Exact);
  return float(Exact);
}

/// \p Exact as the SFU gives it.
inline float approximated(double Exact) {
  float Result = static_cast<float>(Exact);
  if (SfuError == 0 || Result == 0 || !std::isfinite(Result))
    return Result;
  float Infinity = std::numeric_limits<float>::infinity();
  return std::nextafterf(Result,
                         SfuError > 0 ? std::copysign(Infinity, Result) : 0.0f);
}

inline float chipRcp(float A) {
  return flushed(approximated(1.0 / flushed(A)));
}

inline float chipRsqrt(float A) {
  return approximated(1.0 / std::sqrt(double(A)));
}

inline float chipFromS32(s32 A) { return static_cast<float>(A); }

inline s32 chipToS32(float A) { return static_cast<s32>(std::nearbyintf(A)); }

/// \p Operation, with the host rounding as \p HostMode says.
template <typename Function>
inline double withRounding(int HostMode, Function Operation) {
  int Before = std::fegetround();
  std::fesetround(HostMode);
  double Result = Operation();
  std::fesetround(Before);
  return Result;
}

// Out of line and on volatile operands, so that nothing is computed in advance
// or moved to where the mode is another.

inline double hostFma(int HostMode, double A, double B, double C) {
  volatile double X = A, Y = B, Z = C;
  return withRounding(HostMode, [&] {
    volatile double Result = std::fma(X, Y, Z);
    return Result;
  });
}

inline double chipMulDouble(double A, double B) { return A * B; }

inline double chipFma(double A, double B, double C) {
  return std::fma(A, B, C);
}

inline double chipFmaTowardZero(double A, double B, double C) {
  return hostFma(FE_TOWARDZERO, A, B, C);
}

inline double chipFmaDown(double A, double B, double C) {
  return hostFma(FE_DOWNWARD, A, B, C);
}

inline double chipFmaUp(double A, double B, double C) {
  return hostFma(FE_UPWARD, A, B, C);
}

inline float chipToFloat(double A) { return static_cast<float>(A); }

inline u32 chipMulHi(u32 A, u32 B) { return u32((u64(A) * B) >> 32); }
inline u64 chipMulHi64(u64 A, u64 B) {
  return u64((static_cast<unsigned __int128>(A) * B) >> 64);
}

/// How many random operands to try: \p Short in an ordinary run, or what the
/// environment asks for.
inline long randomCount(long Short) {
  const char *Wanted = std::getenv("HEDDLE_BUILTIN_TESTS");
  return Wanted ? std::atol(Wanted) : Short;
}

} // namespace

#endif // HEDDLE_UNITTESTS_OPTIMIZER_HOSTBUILTINS_H
