//===- TextureUnit.h - Fetch texels -----------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The results of fetches of one lane. The rules, with their formulas, are in
/// docs/textures.md. All of it is exact: the same bits on every host.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TEXTURE_TEXTUREUNIT_H
#define HEDDLE_TEXTURE_TEXTUREUNIT_H

#include "heddle/Support/FloatControl.h"
#include "heddle/Texture/Sampler.h"
#include "heddle/Texture/Texture.h"

namespace heddle::texture {

/// Sets the host's floats to round to nearest and to keep denormals, as fetches
/// need them; puts the earlier state back.
class FetchEnvironment {
public:
  FetchEnvironment();
  ~FetchEnvironment();
  FetchEnvironment(const FetchEnvironment &) = delete;
  FetchEnvironment &operator=(const FetchEnvironment &) = delete;

private:
#if defined(HEDDLE_HAS_FLOAT_CONTROL)
  FloatControl Saved;
#else
  unsigned Saved;
#endif
};

/// Takes where the texels are that a fetch reads, each time that it reads one.
using TexelLog = llvm::SmallVectorImpl<const uint8_t *>;

/// The place of a fetch: as many of X, Y and Z as the texture has dimensions, a
/// direction in a cube.
struct Place {
  float X = 0, Y = 0, Z = 0;
  /// A layer beyond the last is the last one.
  uint32_t Layer = 0;
  /// Added to the numbers of texels along the axes of an image.
  std::array<int8_t, 3> Offset = {0, 0, 0};
  /// A texel becomes 1 where this is no larger than it is, else 0. Only for
  /// formats that give floats.
  std::optional<float> Depth = std::nullopt;
  /// The texels that the fetch reads are added here; null: nobody asks.
  TexelLog *Log = nullptr;
};

/// How much coordinates change from a pixel to the next in x, and in y.
struct Gradients {
  float X[3] = {0, 0, 0}, Y[3] = {0, 0, 0};
};

/// A place in numbers of texels.
struct TexelPlace {
  int32_t X = 0, Y = 0, Z = 0;
  uint32_t Layer = 0;
  TexelLog *Log = nullptr;
};

/// Samples \p T at \p P, at the largest level. This and the functions below
/// must be called within a FetchEnvironment.
Texel sample(const Texture &T, const Sampler &S, const Place &P);

/// Samples at the level of detail \p Level.
Texel sampleLevel(const Texture &T, const Sampler &S, const Place &P,
                  float Level);

/// Samples for a pixel that covers the area of \p G: from the level whose
/// texels have that size, with several samples along the longer gradient where
/// the sampler has some to spend.
Texel sampleGradient(const Texture &T, const Sampler &S, const Place &P,
                     const Gradients &G);

/// The texel itself; zeros where there is none. In a cube, Z is the face.
Texel fetch(const Texture &T, const TexelPlace &P, uint32_t Level = 0);

/// Component \p Component, 0 to 3, of the four texels that a linear filter
/// would use: x is of the one at the lower x and higher y, y of that at the
/// higher x and y, z of that at the higher x and lower y, w of that at the
/// lower x and y. For two dimensions or a cube.
Texel gather(const Texture &T, const Sampler &S, const Place &P,
             unsigned Component);

/// An error if \p L cannot be sampled by \p S.
llvm::Error verifySampler(const TextureLayout &L, const Sampler &S);

} // namespace heddle::texture

#endif // HEDDLE_TEXTURE_TEXTUREUNIT_H
