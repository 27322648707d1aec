//===- Footprint.cpp - What gradients cover -------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Footprint.h"
#include "LevelThresholds.h"
#include <algorithm>
#include <cassert>
#include <cmath>

namespace heddle::texture {

/// The square of a gradient's length in texels of the largest level.
static double squaredLength(const TextureLayout &L, const Place &P,
                            const float (&Gradient)[3]) {
  const uint32_t Sizes[3] = {L.Width, L.Height, L.Depth};
  bool IsCube = L.Kind == Shape::Cube;
  double Across = 1;
  if (IsCube)
    Across =
        2 * double(std::max({std::abs(P.X), std::abs(P.Y), std::abs(P.Z)}));
  double Sum = 0;
  for (unsigned A = 0; A != L.dimensions(); ++A) {
    // Exact but for the quotient.
    double Texels = double(Gradient[A]) * (IsCube ? L.Width : Sizes[A]);
    Texels /= Across;
    double Square = Texels * Texels;
    Sum += Square;
  }
  return Sum;
}

/// Half of the binary logarithm of \p Square, rounded to 256ths.
static float levelOfSquare(double Square) {
  if (std::isnan(Square) || std::isinf(Square) || Square == 0)
    return Square == 0 ? -INFINITY : float(Square);
  int Exponent;
  double Significand = 2 * std::frexp(Square, &Exponent);
  auto Passed = std::upper_bound(std::begin(LevelThresholds),
                                 std::end(LevelThresholds), Significand) -
                std::begin(LevelThresholds);
  return float((Exponent - 1) * 128 + int(Passed)) / 256;
}

Footprint footprintOf(const TextureLayout &L, const Sampler &S, const Place &P,
                      const Gradients &G) {
  assert(S.MaxAnisotropy >= 1 && "a footprint has a sample");
  double X = squaredLength(L, P, G.X), Y = squaredLength(L, P, G.Y);
  // A NaN stays, whichever it is.
  bool IsAlongY = Y > X || std::isnan(Y);
  double Longer = std::isnan(X) ? X : IsAlongY ? Y : X;
  double Shorter = IsAlongY ? X : Y;
  unsigned Samples = 1;
  if (std::isfinite(Longer))
    while (Samples < S.MaxAnisotropy &&
           double(Samples) * Samples * Shorter < Longer)
      ++Samples;
  return {levelOfSquare(Longer / (double(Samples) * Samples)), Samples,
          IsAlongY};
}

} // namespace heddle::texture
