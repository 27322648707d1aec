//===- Transforms.h - From bits to distributions ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATHAPI_RAND_TRANSFORMS_H
#define HEDDLE_MATHAPI_RAND_TRANSFORMS_H

#include <cmath>
#include <cstdint>
#include <utility>

namespace heddle::math {

/// The nearest float to 2^-32, which factors are made of.
inline constexpr float Unit32 = 2.3283064e-10f;
inline constexpr float TwoPi = 6.2831855f;
inline constexpr double Unit53 = 0x1p-53;
inline constexpr double Pi = 3.1415926535897932;

/// In (0, 1].
inline float uniformFloat(uint32_t X) { return float(X) * Unit32 + Unit32 / 2; }

/// Both together have the bits of the significand.
inline double uniformDouble(uint32_t X, uint32_t Y) {
  const uint64_t Bits = uint64_t(X) ^ (uint64_t(Y) << 21);
  return double(Bits) * Unit53 + Unit53 / 2;
}

/// Box and Muller's: two uniform numbers, of which the second is an angle.
inline std::pair<float, float> normalFloats(float U, float Angle) {
  const float S = std::sqrt(-2.0f * std::log(U));
  return {std::sin(Angle) * S, std::cos(Angle) * S};
}
inline std::pair<double, double> normalDoubles(double U, double HalfTurns) {
  const double S = std::sqrt(-2.0 * std::log(U));
  return {std::sin(HalfTurns * Pi) * S, std::cos(HalfTurns * Pi) * S};
}

inline std::pair<float, float> normalFloats(uint32_t X, uint32_t Y) {
  return normalFloats(uniformFloat(X),
                      float(Y) * (Unit32 * TwoPi) + Unit32 * TwoPi / 2);
}
inline std::pair<double, double> normalDoubles(uint32_t X0, uint32_t X1,
                                               uint32_t Y0, uint32_t Y1) {
  return normalDoubles(uniformDouble(X0, X1), 2 * uniformDouble(Y0, Y1));
}

} // namespace heddle::math

#endif // HEDDLE_MATHAPI_RAND_TRANSFORMS_H
