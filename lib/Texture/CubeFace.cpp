//===- CubeFace.cpp - From a direction to a face --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CubeFace.h"
#include <cmath>

namespace heddle::texture {

/// (\p V / \p Major + 1) / 2, the quotient rounded and the rest once more.
static float onFace(float V, float Major) {
  return std::fma(V / Major, 0.5f, 0.5f);
}

FacePlace faceOf(float X, float Y, float Z) {
  float AX = std::abs(X), AY = std::abs(Y), AZ = std::abs(Z);
  if (AX >= AY && AX >= AZ)
    return X >= 0 ? FacePlace{0, onFace(-Z, AX), onFace(-Y, AX)}
                  : FacePlace{1, onFace(Z, AX), onFace(-Y, AX)};
  if (AY >= AZ)
    return Y >= 0 ? FacePlace{2, onFace(X, AY), onFace(Z, AY)}
                  : FacePlace{3, onFace(X, AY), onFace(-Z, AY)};
  return Z >= 0 ? FacePlace{4, onFace(X, AZ), onFace(-Y, AZ)}
                : FacePlace{5, onFace(-X, AZ), onFace(-Y, AZ)};
}

} // namespace heddle::texture
