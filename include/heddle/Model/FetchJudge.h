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
/// numbers, sums are LLVM's arbitrary precision floats.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MODEL_FETCHJUDGE_H
#define HEDDLE_MODEL_FETCHJUDGE_H

#include "heddle/Texture/TextureUnit.h"

namespace heddle::model {

/// The texel at \p Bytes.
texture::Texel judgeRead(const texture::TextureFormat &F, const uint8_t *Bytes);

/// Writes the numbers of the format that are nearest to \p V to \p Bytes.
void judgeWrite(const texture::TextureFormat &F, const texture::Texel &V,
                uint8_t *Bytes);

/// Bytes from the start of the image to the texel with the numbers \p I.
uint64_t judgeOffset(const texture::TextureLayout &L, const int64_t (&I)[3],
                     uint32_t Slice, uint32_t Level);

/// The texel with these numbers, of what is no cube.
texture::Texel judgeFetch(const texture::Texture &T,
                          const texture::TexelPlace &P, uint32_t Level);

/// The sample at the level of detail \p Level; the largest level, without one.
texture::Texel judgeSample(const texture::Texture &T, const texture::Sampler &S,
                           const texture::Place &P, std::optional<float> Level);

/// The sample for a pixel with these gradients.
texture::Texel judgeGradient(const texture::Texture &T,
                             const texture::Sampler &S, const texture::Place &P,
                             const texture::Gradients &G);

/// Component \p Component of the four texels around a place.
texture::Texel judgeGather(const texture::Texture &T, const texture::Sampler &S,
                           const texture::Place &P, unsigned Component);

} // namespace heddle::model

#endif // HEDDLE_MODEL_FETCHJUDGE_H
