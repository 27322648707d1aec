//===- Surface.h - Images that kernels write --------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The place of an access to a surface. A surface is a texture's image without
/// a sampler, and its largest level. The rules are in docs/textures.md.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TEXTURE_SURFACE_H
#define HEDDLE_TEXTURE_SURFACE_H

#include "heddle/Texture/Texture.h"

namespace heddle::texture {

/// The handling of an access beyond the surface: it is a fault, or goes to the
/// nearest place that exists, or reads zeros and writes nothing.
enum class OutOfRange : uint8_t { Trap, Clamp, Zero };

/// Coordinates of an access. In a cube, Z is the face.
struct SurfacePlace {
  /// In bytes or in texels, as the access says.
  int32_t X = 0;
  int32_t Y = 0, Z = 0;
  uint32_t Layer = 0;
};

struct SurfaceAccess {
  enum OutcomeKind : uint8_t {
    /// Data is where the bytes are.
    Found,
    /// It reads zeros and writes nothing.
    Nothing,
    OutOfBounds,
    /// The place in bytes is no multiple of the access's size.
    Misaligned,
  };
  OutcomeKind Outcome;
  uint8_t *Data;
};

/// The place of an access to \p Bytes, a power of two, that counts x in bytes.
SurfaceAccess findBytes(const Texture &T, const SurfacePlace &P, unsigned Bytes,
                        OutOfRange Mode);

/// The place of an access to a texel that counts x in texels.
SurfaceAccess findTexel(const Texture &T, const SurfacePlace &P,
                        OutOfRange Mode);

/// "trap", "clamp", "zero".
llvm::StringRef outOfRangeName(OutOfRange Mode);

} // namespace heddle::texture

#endif // HEDDLE_TEXTURE_SURFACE_H
