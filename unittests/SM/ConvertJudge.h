//===- ConvertJudge.h - A second opinion on narrow cvt ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Conversions of up to 32 bits through host doubles, which hold every 32-bit
/// integer and every f32 exactly, rounded with floor and ceil.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_UNITTESTS_SM_CONVERTJUDGE_H
#define HEDDLE_UNITTESTS_SM_CONVERTJUDGE_H

#include "FloatJudge.h"
#include "heddle/Machine/Instruction.h"
#include <algorithm>

namespace heddle::sm::test::convert_judge {

inline double roundWhole(double V, RoundingMode Mode) {
  double Down = std::floor(V);
  switch (Mode) {
  case RoundingMode::Nearest: {
    double Rest = V - Down;
    if (Rest > 0.5 || (Rest == 0.5 && std::fmod(Down, 2) != 0))
      return std::copysign(Down + 1, V);
    return std::copysign(Down, V);
  }
  case RoundingMode::Down:
    return std::copysign(Down, V);
  case RoundingMode::Up:
    return std::copysign(std::ceil(V), V);
  case RoundingMode::Zero:
    return std::trunc(V);
  }
  return V;
}

/// A double at \p Bits significant bits.
inline double roundBits(double V, int Bits, RoundingMode Mode) {
  if (V == 0 || !std::isfinite(V))
    return V;
  int E;
  double F = std::frexp(V, &E);
  return std::ldexp(roundWhole(std::ldexp(F, Bits), Mode), E - Bits);
}

inline double lowest(CvtType T) {
  switch (T) {
  case CvtType::S8:
    return -0x80;
  case CvtType::S16:
    return -0x8000;
  case CvtType::S32:
    return -2147483648.0;
  case CvtType::U8:
  case CvtType::U16:
  case CvtType::U32:
  case CvtType::F16:
  case CvtType::F32:
    return 0;
  }
  return 0;
}

inline double highest(CvtType T) {
  switch (T) {
  case CvtType::U8:
    return 0xff;
  case CvtType::S8:
    return 0x7f;
  case CvtType::U16:
    return 0xffff;
  case CvtType::S16:
    return 0x7fff;
  case CvtType::U32:
    return 4294967295.0;
  case CvtType::S32:
    return 2147483647.0;
  case CvtType::F16:
  case CvtType::F32:
    return 0;
  }
  return 0;
}

inline double valueOf(CvtType T, uint32_t V) {
  switch (T) {
  case CvtType::U8:
    return V & 0xff;
  case CvtType::S8:
    return double(int8_t(V));
  case CvtType::U16:
    return V & 0xffff;
  case CvtType::S16:
    return double(int16_t(V));
  case CvtType::U32:
    return V;
  case CvtType::S32:
    return int32_t(V);
  case CvtType::F16: {
    double Sign = V & 0x8000 ? -1 : 1;
    int E = int(V >> 10 & 31), M = int(V & 0x3ff);
    if (E == 31)
      return M ? NAN : Sign * INFINITY;
    return Sign * (E ? std::ldexp(1024 + M, E - 25) : std::ldexp(M, -24));
  }
  case CvtType::F32:
    return judgeValue(V);
  }
  return 0;
}

inline bool isFloat(CvtType T) {
  return T == CvtType::F16 || T == CvtType::F32;
}

inline uint32_t toHalf(double V, RoundingMode Mode) {
  uint32_t Sign = std::signbit(V) ? 0x8000 : 0;
  if (std::isnan(V))
    return 0x7fff;
  double M = std::fabs(V);
  if (std::isinf(M))
    return Sign | 0x7c00;
  if (M < 0x1p-33)
    return Sign;
  double R;
  if (M < 0x1p-14)
    R = std::ldexp(roundWhole(std::ldexp(V, 24), Mode), -24);
  else
    R = roundBits(V, 11, Mode);
  R = std::fabs(R);
  if (R >= 65536) {
    bool Up = Mode == RoundingMode::Nearest ||
              (Mode == RoundingMode::Up && !Sign) ||
              (Mode == RoundingMode::Down && Sign);
    return Sign | (Up ? 0x7c00 : 0x7bff);
  }
  if (R < 0x1p-14)
    return Sign | uint32_t(std::ldexp(R, 24));
  int E;
  double F = std::frexp(R, &E);
  return Sign | uint32_t(E + 14) << 10 | (uint32_t(std::ldexp(F, 11)) & 0x3ff);
}

inline uint32_t judge(const DecodedInst &I, uint32_t Bits) {
  CvtType From = CvtType(I.Sub[0]), To = CvtType(I.Sub[1]);
  RoundingMode Mode = RoundingMode(I.Sub[2]);
  double V = valueOf(From, Bits);
  if (I.has(Abs1))
    V = std::fabs(V);
  if (I.has(Negate))
    V = -V;
  if (!isFloat(From) && V == 0)
    V = 0;
  if (!isFloat(To)) {
    if (std::isnan(V))
      return 0;
    double R = isFloat(From) && !std::isinf(V) ? roundWhole(V, Mode) : V;
    R = std::min(std::max(R, lowest(To)), highest(To));
    return uint32_t(int64_t(R));
  }
  if (I.has(Saturate) && !std::isnan(V)) {
    // Integers round first, which cannot leave [0, 1].
    V = std::signbit(V) ? 0 : std::min(V, 1.0);
  }
  if (I.has(RoundToInt) && std::isfinite(V))
    V = roundWhole(V, Mode);
  if (To == CvtType::F16)
    return toHalf(isFloat(From) ? V : roundBits(V, 24, Mode), Mode);
  if (std::isnan(V))
    return JudgeNaN;
  return std::bit_cast<uint32_t>(float(roundBits(V, 24, Mode)));
}

} // namespace heddle::sm::test::convert_judge

#endif // HEDDLE_UNITTESTS_SM_CONVERTJUDGE_H
