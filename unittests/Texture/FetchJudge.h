//===- FetchJudge.h - A second model of texture fetches ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The formulas of docs/textures.md, one texel at a time: coordinates are exact
/// numbers, sums are LLVM's arbitrary precision floats. Random programs use it,
/// too.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_UNITTESTS_TEXTURE_FETCHJUDGE_H
#define HEDDLE_UNITTESTS_TEXTURE_FETCHJUDGE_H

#include "heddle/Texture/TextureUnit.h"

namespace heddle::texture::test {

/// The texel at \p Bytes.
Texel judgeRead(const TextureFormat &F, const uint8_t *Bytes);

/// Writes the numbers of the format that are nearest to \p V to \p Bytes.
void judgeWrite(const TextureFormat &F, const Texel &V, uint8_t *Bytes);

/// Bytes from the start of the image to the texel with the numbers \p I.
uint64_t judgeOffset(const TextureLayout &L, const int64_t (&I)[3],
                     uint32_t Slice, uint32_t Level);

/// The texel with these numbers, of what is no cube.
Texel judgeFetch(const Texture &T, const TexelPlace &P, uint32_t Level);

/// The sample at the level of detail \p Level; the largest level, without one.
Texel judgeSample(const Texture &T, const Sampler &S, const Place &P,
                  std::optional<float> Level);

/// The sample for a pixel with these gradients.
Texel judgeGradient(const Texture &T, const Sampler &S, const Place &P,
                    const Gradients &G);

/// Component \p Component of the four texels around a place.
Texel judgeGather(const Texture &T, const Sampler &S, const Place &P,
                  unsigned Component);

} // namespace heddle::texture::test

#endif // HEDDLE_UNITTESTS_TEXTURE_FETCHJUDGE_H
