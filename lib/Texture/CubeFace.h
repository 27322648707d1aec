//===- CubeFace.h - From a direction to a face ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TEXTURE_CUBEFACE_H
#define HEDDLE_LIB_TEXTURE_CUBEFACE_H

namespace heddle::texture {

struct FacePlace {
  /// +x, -x, +y, -y, +z, -z.
  unsigned Face;
  /// Normalized.
  float S, T;
};

/// The place where the direction (\p X, \p Y, \p Z) leaves the cube. Source:
/// CUDA C Programming Guide, "Cubemap Textures".
FacePlace faceOf(float X, float Y, float Z);

} // namespace heddle::texture

#endif // HEDDLE_LIB_TEXTURE_CUBEFACE_H
