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

#ifndef HEDDLE_UNITTESTS_TEXTURE_FETCHJUDGE_H
#define HEDDLE_UNITTESTS_TEXTURE_FETCHJUDGE_H

#include "heddle/Texture/TextureUnit.h"

namespace heddle::texture::test {

/// The texel at \p Bytes.
Texel judgeRead(const TextureFormat &F, const uint8_t *Bytes);

/// The sample at the level of detail \p Level; the largest level, without one.
Texel judgeSample(const Texture &T, const Sampler &S, const Place &P,
                  std::optional<float> Level);

/// The sample for a pixel with these gradients.
Texel judgeGradient(const Texture &T, const Sampler &S, const Place &P,
                    const Gradients &G);

} // namespace heddle::texture::test

#endif // HEDDLE_UNITTESTS_TEXTURE_FETCHJUDGE_H
