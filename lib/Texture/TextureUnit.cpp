//===- TextureUnit.cpp - Fetch texels -------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Texture/TextureUnit.h"
#include "Addressing.h"
#include "CubeFace.h"
#include "Footprint.h"
#include "llvm/ADT/Twine.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cmath>

namespace heddle::texture {

using llvm::bit_cast;

namespace {
/// An image of one level: coordinates along its axes, and which.
struct ImagePlace {
  float C[3];
  uint32_t Slice;
  /// The place that was asked for, with its offset and depth.
  const Place &Asked;
};
/// The result of a filter: weighted sums of each component of the texels.
struct Sum {
  float C[4];
};
} // namespace

/// The sum where a texel is NaN.
static constexpr uint32_t CanonicalNaN = 0x7fffffff;

static ImagePlace imagePlace(const TextureLayout &L, const Place &P) {
  uint32_t Layer = L.Layers ? std::min(P.Layer, L.Layers - 1) : 0;
  if (L.Kind != Shape::Cube)
    return {{P.X, P.Y, P.Z}, Layer, P};
  FacePlace F = faceOf(P.X, P.Y, P.Z);
  return {{F.S, F.T, 0}, Layer * 6 + F.Face, P};
}

/// Axes of an image of \p L.
static unsigned imageAxes(const TextureLayout &L) {
  return L.Kind == Shape::Cube ? 2 : L.dimensions();
}

static Axis axisOf(const TextureLayout &L, const Sampler &S,
                   const ImagePlace &P, unsigned Number, uint32_t Level) {
  uint32_t Size = Number == 0   ? L.width(Level)
                  : Number == 1 ? L.height(Level)
                                : L.depth(Level);
  // The faces of a cube end where they end.
  if (L.Kind == Shape::Cube)
    return {Size, AddressMode::Clamp, true, P.Asked.Offset[Number]};
  return {Size, S.Address[Number], S.IsNormalized, P.Asked.Offset[Number]};
}

/// The result of a comparison for the channels that there are.
static Texel compared(const TextureFormat &F, Texel V, float Depth) {
  for (unsigned C = 0; C != F.Channels; ++C)
    V[C] = bit_cast<uint32_t>(Depth <= bit_cast<float>(V[C]) ? 1.0f : 0.0f);
  return V;
}

static Texel readTexel(const Texture &T, const uint8_t *Bytes, TexelLog *Log) {
  if (Log)
    Log->push_back(Bytes);
  return T.format().read(Bytes);
}

/// The texel with these numbers, or the border's.
static Texel texelAt(const Texture &T, const Sampler &S, const int32_t (&I)[3],
                     const ImagePlace &P, uint32_t Level) {
  const bool IsInside = I[0] >= 0 && I[1] >= 0 && I[2] >= 0;
  Texel V = IsInside ? readTexel(T,
                                 T.at(uint32_t(I[0]), uint32_t(I[1]),
                                      uint32_t(I[2]), P.Slice, Level),
                                 P.Asked.Log)
                     : S.Border;
  return P.Asked.Depth ? compared(T.format(), V, *P.Asked.Depth) : V;
}

static Texel sampleNearest(const Texture &T, const Sampler &S,
                           const ImagePlace &P, uint32_t Level) {
  int32_t I[3] = {0, 0, 0};
  for (unsigned A = 0, N = imageAxes(T.layout()); A != N; ++A)
    I[A] = nearestTexel(axisOf(T.layout(), S, P, A, Level), P.C[A]);
  return texelAt(T, S, I, P, Level);
}

/// Adds \p Weight times \p V; the first that is added is the product itself.
static void accumulate(Sum &To, bool IsFirst, float Weight, const Texel &V) {
  for (unsigned C = 0; C != 4; ++C) {
    float X = bit_cast<float>(V[C]);
    To.C[C] = IsFirst ? Weight * X : std::fma(Weight, X, To.C[C]);
  }
}

static Texel finished(const Sum &S) {
  Texel V;
  for (unsigned C = 0; C != 4; ++C)
    V[C] = std::isnan(S.C[C]) ? CanonicalNaN : bit_cast<uint32_t>(S.C[C]);
  return V;
}

static Sum sampleLinear(const Texture &T, const Sampler &S, const ImagePlace &P,
                        uint32_t Level) {
  unsigned N = imageAxes(T.layout());
  Taps Axes[3] = {};
  for (unsigned A = 0; A != N; ++A)
    Axes[A] = linearTexels(axisOf(T.layout(), S, P, A, Level), P.C[A]);
  Sum Total = {};
  bool IsFirst = true;
  for (unsigned Corner = 0; Corner != 1u << N; ++Corner) {
    int32_t I[3] = {0, 0, 0};
    uint32_t Weight = 1;
    for (unsigned A = 0; A != N; ++A) {
      bool IsUpper = Corner >> A & 1;
      I[A] = Axes[A].Index[IsUpper];
      Weight *= IsUpper ? Axes[A].Weight : 256 - Axes[A].Weight;
    }
    if (!Weight)
      continue;
    // At most 25 bits, of which the highest stands alone.
    float Part = float(Weight) / float(1u << (8 * N));
    accumulate(Total, IsFirst, Part, texelAt(T, S, I, P, Level));
    IsFirst = false;
  }
  return Total;
}

static Texel sampleImage(const Texture &T, const Sampler &S,
                         const ImagePlace &P, uint32_t Level) {
  return S.Texels == Filter::Linear ? finished(sampleLinear(T, S, P, Level))
                                    : sampleNearest(T, S, P, Level);
}

Texel sample(const Texture &T, const Sampler &S, const Place &P) {
  return sampleImage(T, S, imagePlace(T.layout(), P), 0);
}

/// \p Level with the bias, within what the sampler and the texture have.
static double clampedLevel(const TextureLayout &L, const Sampler &S,
                           float Level) {
  double V = double(Level) + double(S.LevelBias);
  if (std::isnan(V))
    V = 0;
  V = std::min(std::max(V, double(S.MinLevel)), double(S.MaxLevel));
  return std::clamp(V, 0.0, double(L.Levels - 1));
}

Texel sampleLevel(const Texture &T, const Sampler &S, const Place &P,
                  float Level) {
  ImagePlace I = imagePlace(T.layout(), P);
  double V = clampedLevel(T.layout(), S, Level);
  if (S.Levels == Filter::Nearest)
    return sampleImage(T, S, I, uint32_t(std::floor(V + 0.5)));
  uint32_t Point = uint32_t(std::floor(V * 256 + 0.5));
  uint32_t Lower = Point >> 8, Weight = Point & 255;
  Texel Large = sampleImage(T, S, I, Lower);
  if (!Weight)
    return Large;
  Texel Small = sampleImage(T, S, I, Lower + 1);
  Sum Total = {};
  accumulate(Total, true, float(256 - Weight) / 256, Large);
  accumulate(Total, false, float(Weight) / 256, Small);
  return finished(Total);
}

Texel sampleGradient(const Texture &T, const Sampler &S, const Place &P,
                     const Gradients &G) {
  Footprint F = footprintOf(T.layout(), S, P, G);
  if (F.Samples == 1)
    return sampleLevel(T, S, P, F.Level);
  const float(&Along)[3] = F.IsAlongY ? G.Y : G.X;
  Sum Total = {};
  float Part = 1 / float(F.Samples);
  for (unsigned N = 0; N != F.Samples; ++N) {
    // In pixels from the middle.
    float At = float(N + 1) / float(F.Samples + 1) - 0.5f;
    Place Moved = P;
    Moved.X = std::fma(At, Along[0], P.X);
    Moved.Y = std::fma(At, Along[1], P.Y);
    Moved.Z = std::fma(At, Along[2], P.Z);
    accumulate(Total, N == 0, Part, sampleLevel(T, S, Moved, F.Level));
  }
  return finished(Total);
}

Texel fetch(const Texture &T, const TexelPlace &P, uint32_t Level) {
  const TextureLayout &L = T.layout();
  constexpr Texel Nothing = {0, 0, 0, 0};
  if (Level >= L.Levels)
    return Nothing;
  unsigned Axes = imageAxes(L);
  bool IsCube = L.Kind == Shape::Cube;
  uint32_t X = uint32_t(P.X), Y = Axes > 1 ? uint32_t(P.Y) : 0,
           Z = Axes > 2 ? uint32_t(P.Z) : 0;
  uint32_t Slice = L.Layers ? std::min(P.Layer, L.Layers - 1) : 0;
  // A negative number is a large one.
  if (X >= L.width(Level) || Y >= L.height(Level) || Z >= L.depth(Level) ||
      (IsCube && uint32_t(P.Z) >= 6))
    return Nothing;
  if (IsCube)
    Slice = Slice * 6 + uint32_t(P.Z);
  return readTexel(T, T.at(X, Y, Z, Slice, Level), P.Log);
}

Texel gather(const Texture &T, const Sampler &S, const Place &P,
             unsigned Component) {
  ImagePlace I = imagePlace(T.layout(), P);
  Taps X = linearTexels(axisOf(T.layout(), S, I, 0, 0), I.C[0]);
  Taps Y = linearTexels(axisOf(T.layout(), S, I, 1, 0), I.C[1]);
  auto At = [&](unsigned IX, unsigned IY) {
    return texelAt(T, S, {X.Index[IX], Y.Index[IY], 0}, I, 0)[Component];
  };
  return {At(0, 1), At(1, 1), At(1, 0), At(0, 0)};
}

llvm::Error verifySampler(const TextureLayout &L, const Sampler &S) {
  using llvm::createStringError;
  bool IsLinear = S.Texels == Filter::Linear || S.Levels == Filter::Linear;
  if (IsLinear && !L.Format.givesFloats())
    return createStringError(
        "a linear filter needs numbers of f32: channels of f16 or f32, or "
        "integers that are read as normalized numbers");
  if (L.Kind == Shape::Linear && (IsLinear || S.IsNormalized))
    return createStringError("linear memory is read by numbers of texels, "
                             "without a filter");
  if (L.Levels > 1 && !S.IsNormalized)
    return createStringError(
        "a texture with several levels needs normalized coordinates");
  if (!std::isfinite(S.LevelBias))
    return createStringError("the bias of the level is not finite");
  if (!(S.MinLevel <= S.MaxLevel))
    return createStringError("the limits of the level are no range");
  if (S.MaxAnisotropy < 1 || S.MaxAnisotropy > Sampler::AnisotropyLimit)
    return createStringError(
        "a sampler takes 1 to " + llvm::Twine(Sampler::AnisotropyLimit) +
        " samples, not " + llvm::Twine(unsigned(S.MaxAnisotropy)));
  if (S.MaxAnisotropy > 1 && S.Texels != Filter::Linear)
    return createStringError("several samples need a linear filter");
  return llvm::Error::success();
}

} // namespace heddle::texture
