//===- Addressing.h - From a coordinate to texels ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One axis at a time. A coordinate is put on a grid of texels, or of 256ths of
/// texels for linear filters; docs/textures.md has the formulas.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TEXTURE_ADDRESSING_H
#define HEDDLE_LIB_TEXTURE_ADDRESSING_H

#include "heddle/Texture/Sampler.h"

namespace heddle::texture {

/// An axis of a level.
struct Axis {
  /// In texels.
  uint32_t Size;
  AddressMode Mode;
  bool IsNormalized;
  /// Added to the numbers of texels, before the mode says what those mean.
  int8_t Offset = 0;
};

/// The index of a texel outside, which has the border's colour.
inline constexpr int32_t OnBorder = -1;

/// Two neighbours and how much the second counts, in 256ths.
struct Taps {
  int32_t Index[2];
  uint32_t Weight;
};

/// The texel that \p X is in, or OnBorder.
int32_t nearestTexel(const Axis &A, float X);

/// The texels whose centres \p X is between.
Taps linearTexels(const Axis &A, float X);

} // namespace heddle::texture

#endif // HEDDLE_LIB_TEXTURE_ADDRESSING_H
