//===- DoubleJudge.h - A second opinion on f64 ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The judge of arithmetic is the host's IEEE arithmetic in the host's rounding
/// modes, with NaN decided before. The judge of conversions computes in the
/// host's long double, which holds every f64 and every 64-bit integer, and
/// rounds with floor and ceil.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MODEL_DOUBLEJUDGE_H
#define HEDDLE_MODEL_DOUBLEJUDGE_H

#include "heddle/Machine/Instruction.h"
#include <algorithm>
#include <bit>
#include <cfenv>
#include <cmath>

namespace heddle::model::double_judge {

inline constexpr uint64_t Sign = uint64_t(1) << 63;
inline constexpr uint64_t Inf = uint64_t(0x7ff) << 52;

inline bool isNaN(uint64_t V) { return std::isnan(std::bit_cast<double>(V)); }

class Rounded {
public:
  explicit Rounded(sm::RoundingMode Mode) {
    static constexpr int Modes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD,
                                    FE_TOWARDZERO};
    std::fesetround(Modes[unsigned(Mode)]);
  }
  ~Rounded() { std::fesetround(FE_TONEAREST); }
};

/// \p Op 0 add, 1 mul, 2 fma. Volatile, since compilers do not know of modes.
[[gnu::noinline]] inline double hostResult(unsigned Op, double A, double B,
                                           double C) {
  volatile double X = A, Y = B, Z = C, R;
  if (Op == 0)
    R = X + Y;
  else if (Op == 1)
    R = X * Y;
  else
    R = std::fma(X, Y, Z);
  return R;
}

inline uint64_t judgeArithmetic(unsigned Op, sm::RoundingMode Mode, uint64_t A,
                                uint64_t B, uint64_t C) {
  constexpr uint64_t Quiet = 0x0008000000000000;
  if (isNaN(B))
    return B | Quiet;
  if (Op == 2 && isNaN(C))
    return C | Quiet;
  if (isNaN(A))
    return A | Quiet;
  Rounded Guard(Mode);
  double R = hostResult(Op, std::bit_cast<double>(A), std::bit_cast<double>(B),
                        std::bit_cast<double>(C));
  return std::isnan(R) ? 0xfff8000000000000 : std::bit_cast<uint64_t>(R);
}

inline uint64_t negated(uint64_t V, bool Negative) {
  return Negative && !isNaN(V) ? V ^ Sign : V;
}

inline unsigned judgeCondition(uint64_t V) {
  double D = std::bit_cast<double>(V);
  if (std::isnan(D))
    return 3;
  return D == 0 ? 1 : D < 0 ? 2 : 0;
}

inline uint64_t judgeMinMax(uint64_t A, uint64_t B, bool Larger) {
  if (isNaN(A) && isNaN(B))
    return B | 0x0008000000000000;
  if (isNaN(A) || isNaN(B))
    return isNaN(A) ? B : A;
  double X = std::bit_cast<double>(A), Y = std::bit_cast<double>(B);
  bool First = X == Y ? std::signbit(X) != Larger : Larger ? X > Y : X < Y;
  return First ? A : B;
}

inline bool isFloat(sm::WideType T) {
  return T == sm::WideType::F32 || T == sm::WideType::F64;
}

struct Limits {
  long double Low, High;
};
inline Limits limits(sm::WideType T) {
  switch (T) {
  case sm::WideType::U32:
    return {0, 4294967295.0L};
  case sm::WideType::S32:
    return {-2147483648.0L, 2147483647.0L};
  case sm::WideType::U64:
    return {0, 18446744073709551615.0L};
  case sm::WideType::S64:
    return {-9223372036854775808.0L, 9223372036854775807.0L};
  case sm::WideType::F32:
  case sm::WideType::F64:
    return {0, 0};
  }
  return {0, 0};
}

inline long double valueOf(sm::WideType T, uint64_t V, bool Flush) {
  switch (T) {
  case sm::WideType::U32:
    return uint32_t(V);
  case sm::WideType::S32:
    return int32_t(uint32_t(V));
  case sm::WideType::U64:
    return V;
  case sm::WideType::S64:
    return int64_t(V);
  case sm::WideType::F32: {
    float F = std::bit_cast<float>(uint32_t(V));
    return Flush && std::fabs(F) < 0x1p-126f ? std::copysign(0.0f, F) : F;
  }
  case sm::WideType::F64:
    return std::bit_cast<double>(V);
  }
  return 0;
}

/// To a whole number; \p V may have 64 digits, so no half is added to it.
inline long double whole(long double V, sm::RoundingMode Mode) {
  long double Down = std::floor(V), Rest = V - Down, R = Down;
  switch (Mode) {
  case sm::RoundingMode::Nearest:
    if (Rest > 0.5L || (Rest == 0.5L && std::fmod(Down, 2.0L) != 0))
      R = Down + 1;
    break;
  case sm::RoundingMode::Down:
    break;
  case sm::RoundingMode::Up:
    R = std::ceil(V);
    break;
  case sm::RoundingMode::Zero:
    R = std::trunc(V);
    break;
  }
  return std::copysign(R, V);
}

/// To a format of \p Digits digits whose smallest normal number is 2^\p Min and
/// whose largest is below 2^\p Max.
inline long double toFormat(long double V, int Digits, int Min, int Max,
                            sm::RoundingMode Mode) {
  if (V == 0 || !std::isfinite(V))
    return V;
  int E;
  (void)std::frexp(V, &E);
  int Unit = std::max(E, Min + 1) - Digits;
  long double R = std::ldexp(whole(std::ldexp(V, -Unit), Mode), Unit);
  if (std::fabs(R) < std::ldexp(1.0L, Max))
    return R;
  bool ToInfinity = Mode == sm::RoundingMode::Nearest ||
                    (Mode == sm::RoundingMode::Up && V > 0) ||
                    (Mode == sm::RoundingMode::Down && V < 0);
  long double Largest = std::ldexp(std::ldexp(1.0L, Digits) - 1, Max - Digits);
  return std::copysign(ToInfinity ? INFINITY : Largest, V);
}

struct Expected {
  uint64_t Value;
  bool Overflow;
};

/// NaN in, whatever the conversion.
inline Expected judgeNaN(const sm::DecodedInst &I, uint64_t V) {
  sm::WideType From = sm::WideType(I.Sub[0]), To = sm::WideType(I.Sub[1]);
  if (To == sm::WideType::F32)
    return {(V >> 32 & 0x80000000) | 0x7fc00000 | (V >> 29 & 0x7fffff), false};
  if (To != sm::WideType::F64)
    return {To == sm::WideType::U64 || To == sm::WideType::S64
                ? Sign
                : uint64_t(0x80000000),
            true};
  if (From == sm::WideType::F64)
    return {V | 0x0008000000000000, false};
  uint64_t Payload = (V & 0x3fffff) << 29;
  return {(V & 0x80000000) << 32 | 0x7ff8000000000000 | Payload, false};
}

inline Expected judgeConversion(const sm::DecodedInst &I, uint64_t Bits) {
  sm::WideType From = sm::WideType(I.Sub[0]), To = sm::WideType(I.Sub[1]);
  sm::RoundingMode Mode = sm::RoundingMode(I.Sub[2]);
  long double V = valueOf(From, Bits, !isFloat(To));
  if (std::isnan(V))
    return judgeNaN(I, Bits);
  if (I.has(sm::Abs1))
    V = std::fabs(V);
  if (I.has(sm::Negate))
    V = -V;
  if (!isFloat(From) && V == 0)
    V = 0;
  if (!isFloat(To)) {
    long double R = std::isinf(V) ? V : whole(V, Mode);
    Limits L = limits(To);
    bool Over = R < L.Low || R > L.High;
    R = std::min(std::max(R, L.Low), L.High);
    uint64_t Out = R < 0 ? uint64_t(int64_t(R)) : uint64_t(R);
    return {To == sm::WideType::U32 || To == sm::WideType::S32 ? uint32_t(Out)
                                                               : Out,
            Over};
  }
  if (I.has(sm::Saturate))
    V = std::signbit(V) ? 0 : std::min(V, 1.0L);
  if (I.has(sm::RoundToInt) && std::isfinite(V))
    V = whole(V, Mode);
  if (To == sm::WideType::F64)
    return {std::bit_cast<uint64_t>(double(toFormat(V, 53, -1022, 1024, Mode))),
            false};
  return {std::bit_cast<uint32_t>(float(toFormat(V, 24, -126, 128, Mode))),
          false};
}

inline unsigned conditionOf(sm::WideType To, Expected E) {
  unsigned O = E.Overflow ? 8 : 0;
  switch (To) {
  case sm::WideType::F64:
    return judgeCondition(E.Value);
  case sm::WideType::F32:
    return judgeCondition(std::bit_cast<uint64_t>(
        double(std::bit_cast<float>(uint32_t(E.Value)))));
  case sm::WideType::U64:
  case sm::WideType::S64:
    return O | (E.Value == 0 ? 1 : E.Value >> 63 ? 2 : 0);
  case sm::WideType::U32:
  case sm::WideType::S32:
    return O | (E.Value == 0 ? 1 : E.Value >> 31 ? 2 : 0);
  }
  return 0;
}

inline bool isPair(sm::WideType T) {
  return T == sm::WideType::U64 || T == sm::WideType::S64 ||
         T == sm::WideType::F64;
}

} // namespace heddle::model::double_judge

#endif // HEDDLE_MODEL_DOUBLEJUDGE_H
