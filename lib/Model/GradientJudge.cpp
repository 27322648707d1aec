//===- GradientJudge.cpp - A second model of gradients --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Model/FetchJudge.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include <cmath>

namespace heddle::model {

using namespace texture;

using llvm::APFloat;
using llvm::APInt;

static constexpr auto ToNearest = llvm::RoundingMode::NearestTiesToEven;

/// Returns whether 128 times the binary logarithm of \p Square, which is
/// positive, is at least \p Twice / 2, in integers of any length.
static bool reaches(double Square, int64_t Twice) {
  constexpr unsigned Bits = 1 << 14; // 256 times 53 and more
  int Exponent;
  auto Significand = uint64_t(std::ldexp(std::frexp(Square, &Exponent), 53));
  // Square^256 against 2^Twice.
  APInt Power(Bits, Significand);
  for (unsigned I = 0; I != 8; ++I)
    Power *= Power;
  int64_t Shift = Twice - int64_t(Exponent - 53) * 256;
  if (Shift < 0)
    return true;
  return Power.getActiveBits() > uint64_t(Shift);
}

static float judgeLevel(double Square) {
  // The library's logarithm is much nearer than this; only beside the middle
  // it cannot tell.
  const double About = 128 * std::log2(Square);
  const double Beyond = About + 0.5 - std::floor(About + 0.5);
  if (Beyond > 1e-6 && Beyond < 1 - 1e-6)
    return float(std::floor(About + 0.5)) / 256;
  int64_t Number = int64_t(std::floor(About)) - 1;
  while (reaches(Square, 2 * (Number + 1) - 1))
    ++Number;
  return float(Number) / 256;
}

Texel judgeGradient(const Texture &T, const Sampler &S, const Place &P,
                    const Gradients &G) {
  const TextureLayout &L = T.layout();
  auto Square = [&](const float(&D)[3]) {
    double M = std::max({std::abs(P.X), std::abs(P.Y), std::abs(P.Z)});
    double Of[3] = {double(L.Width) * D[0], double(L.Height) * D[1],
                    double(L.Depth) * D[2]};
    double V = 0;
    for (unsigned A = 0; A != L.dimensions(); ++A) {
      double Length =
          L.Kind == Shape::Cube ? double(D[A]) * L.Width / (2 * M) : Of[A];
      volatile double Term = Length * Length; // Rounded by itself.
      V = V + Term;
    }
    return V;
  };
  double X = Square(G.X), Y = Square(G.Y);
  double Long = std::isnan(X) || std::isnan(Y) ? NAN : std::max(X, Y);
  double Short = std::min(X, Y);
  int N = 1;
  while (std::isfinite(Long) && N < S.MaxAnisotropy && N * N * Short < Long)
    ++N;
  float Level = Long == 0             ? -INFINITY
                : std::isfinite(Long) ? judgeLevel(Long / (N * N))
                                      : float(Long);
  if (N == 1)
    return judgeSample(T, S, P, Level);
  const float(&D)[3] = X >= Y ? G.X : G.Y;
  APFloat Sums[4] = {APFloat(0.0f), APFloat(0.0f), APFloat(0.0f),
                     APFloat(0.0f)};
  APFloat Part(1.0f);
  Part.divide(APFloat(float(N)), ToNearest);
  for (int I = 1; I <= N; ++I) {
    APFloat At{float(I)};
    At.divide(APFloat(float(N + 1)), ToNearest);
    At.subtract(APFloat(0.5f), ToNearest);
    auto Moved = [&](float From, float Along) {
      APFloat V = At;
      V.fusedMultiplyAdd(APFloat(Along), APFloat(From), ToNearest);
      return V.convertToFloat();
    };
    Place Q = P;
    Q.X = Moved(P.X, D[0]);
    Q.Y = Moved(P.Y, D[1]);
    Q.Z = Moved(P.Z, D[2]);
    Texel V = judgeSample(T, S, Q, Level);
    for (unsigned C = 0; C != 4; ++C) {
      APFloat Product = Part;
      if (I == 1)
        Product.multiply(APFloat(APFloat::IEEEsingle(), APInt(32, V[C])),
                         ToNearest);
      else
        Product.fusedMultiplyAdd(
            APFloat(APFloat::IEEEsingle(), APInt(32, V[C])), Sums[C],
            ToNearest);
      Sums[C] = Product;
    }
  }
  Texel Result;
  for (unsigned C = 0; C != 4; ++C)
    Result[C] = Sums[C].isNaN()
                    ? 0x7fffffff
                    : uint32_t(Sums[C].bitcastToAPInt().getZExtValue());
  return Result;
}

} // namespace heddle::model
