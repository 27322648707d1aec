//===- Footprint.h - What gradients cover -----------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TEXTURE_FOOTPRINT_H
#define HEDDLE_LIB_TEXTURE_FOOTPRINT_H

#include "heddle/Texture/TextureUnit.h"

namespace heddle::texture {

/// The part of a texture that a pixel covers.
struct Footprint {
  /// In 256ths.
  float Level;
  /// Along the longer gradient, 1 and more.
  unsigned Samples;
  /// Whether the longer gradient is that to Y.
  bool IsAlongY;
};

/// Source: docs/textures.md, "Levels".
Footprint footprintOf(const TextureLayout &L, const Sampler &S, const Place &P,
                      const Gradients &G);

} // namespace heddle::texture

#endif // HEDDLE_LIB_TEXTURE_FOOTPRINT_H
