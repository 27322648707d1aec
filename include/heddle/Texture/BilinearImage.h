//===- BilinearImage.h - An image that is filtered fast ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The properties of a texture and its sampler that the linear filter in two
/// dimensions needs, where texels are one f32: laid out for code that filters a
/// warp at once.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TEXTURE_BILINEARIMAGE_H
#define HEDDLE_TEXTURE_BILINEARIMAGE_H

#include <cstdint>

namespace heddle::texture {

class Texture;
struct Sampler;

struct BilinearAxis {
  enum OutsideKind : uint8_t {
    Clamp,
    Wrap,
    /// Lanes that are outside go another way.
    Nowhere,
  };
  /// Texels.
  int32_t Size;
  /// From a coordinate to 256ths of texels.
  float Scale;
  OutsideKind Outside;
};

struct BilinearImage {
  /// Null: it is no such image.
  const uint8_t *Data;
  /// From one row to the next; the whole image is below 2^31 bytes.
  uint32_t RowBytes;
  BilinearAxis X, Y;
  /// The last column at which 32 texels may be read in each row; negative:
  /// there is none.
  int32_t LastWindow;
};

/// Level 0 of \p T as \p S reads it.
BilinearImage bilinearImage(const Texture &T, const Sampler &S);

} // namespace heddle::texture

#endif // HEDDLE_TEXTURE_BILINEARIMAGE_H
