//===- Addressing.cpp - From a coordinate to texels -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product of a coordinate of 24 bits, a size of at most 17 and a power of two
// is exact in f64. So is the floor of it and 1/2: a product of 2^-12 or more
// leaves the sum all of its bits, and a smaller one gives 0 however the sum is
// rounded.
//
//===----------------------------------------------------------------------===//

#include "Addressing.h"
#include <algorithm>
#include <cmath>

namespace heddle::texture {

/// Steps of the grid of linear filters in a texel.
static constexpr int64_t Steps = 256;

static AddressMode effectiveMode(const Axis &A) {
  if (!A.IsNormalized &&
      (A.Mode == AddressMode::Wrap || A.Mode == AddressMode::Mirror))
    return AddressMode::Clamp;
  return A.Mode;
}

/// floor(PerTexel * u + Half), where u is \p X in texels after the address
/// mode. For Wrap it is some multiple of the size away.
static int64_t gridPoint(const Axis &A, float X, int64_t PerTexel,
                         double Half) {
  // From here on it lies beyond each texture, and is an even number.
  constexpr float Far = 1 << 28;
  AddressMode Mode = effectiveMode(A);
  bool IsPeriodic = Mode == AddressMode::Wrap || Mode == AddressMode::Mirror;
  if (std::isnan(X) || (IsPeriodic && std::abs(X) >= Far))
    X = 0;
  X = std::clamp(X, -2 * Far, 2 * Far);
  int64_t Unit = (A.IsNormalized ? int64_t(A.Size) : 1) * PerTexel;
  double Scaled = double(X) * double(Unit);
  if (Mode == AddressMode::Mirror) {
    int64_t Tile = int64_t(std::floor(X));
    if (Tile & 1)
      return Unit * (Tile + 1) - int64_t(std::ceil(Scaled - Half));
    return int64_t(std::floor(Scaled + Half)) - Unit * Tile;
  }
  return int64_t(std::floor(Scaled + Half));
}

/// The texel with number \p I of a row without ends.
static int32_t addressed(const Axis &A, int64_t I) {
  int64_t Size = A.Size;
  switch (effectiveMode(A)) {
  case AddressMode::Wrap:
    I %= Size;
    return int32_t(I < 0 ? I + Size : I);
  case AddressMode::Mirror:
  case AddressMode::Clamp:
    return int32_t(std::clamp<int64_t>(I, 0, Size - 1));
  case AddressMode::Border:
    return I < 0 || I >= Size ? OnBorder : int32_t(I);
  }
  __builtin_unreachable();
}

int32_t nearestTexel(const Axis &A, float X) {
  return addressed(A, gridPoint(A, X, 1, 0) + A.Offset);
}

Taps linearTexels(const Axis &A, float X) {
  int64_t Point = gridPoint(A, X, Steps, 0.5) - Steps / 2;
  int64_t First = (Point >> 8) + A.Offset;
  return {{addressed(A, First), addressed(A, First + 1)},
          uint32_t(Point & (Steps - 1))};
}

} // namespace heddle::texture
