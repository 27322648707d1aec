//===- Surface.cpp - Images that kernels write ----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Texture/Surface.h"
#include <algorithm>
#include <cassert>

namespace heddle::texture {

llvm::StringRef outOfRangeName(OutOfRange Mode) {
  switch (Mode) {
  case OutOfRange::Trap:
    return "trap";
  case OutOfRange::Clamp:
    return "clamp";
  case OutOfRange::Zero:
    return "zero";
  }
  __builtin_unreachable();
}

namespace {
/// Coordinates that lie on the surface, as far as they were looked at.
class Inside {
public:
  explicit Inside(OutOfRange M) : Mode(M) {}

  /// \p V, which must be below \p Size.
  uint64_t operator()(int64_t V, int64_t Size) {
    if (V >= 0 && V < Size)
      return uint64_t(V);
    HasLeft = true;
    return V < 0 ? 0 : uint64_t(Size - 1);
  }
  /// Whether there is nothing to access.
  bool hasNone() const { return HasLeft && Mode != OutOfRange::Clamp; }
  SurfaceAccess none() const {
    return {Mode == OutOfRange::Trap ? SurfaceAccess::OutOfBounds
                                     : SurfaceAccess::Nothing,
            nullptr};
  }

private:
  OutOfRange Mode;
  bool HasLeft = false;
};
} // namespace

/// The place of the access to place \p X of a row, which has \p Places of them.
static SurfaceAccess find(const Texture &T, const SurfacePlace &P, int64_t X,
                          int64_t Places, unsigned Bytes, OutOfRange Mode) {
  const TextureLayout &L = T.layout();
  bool IsCube = L.Kind == Shape::Cube;
  unsigned Axes = IsCube ? 2 : L.dimensions();
  Inside In(Mode);
  uint64_t At = In(X, Places);
  uint64_t Y = Axes > 1 ? In(P.Y, L.Height) : 0;
  uint64_t Z = Axes > 2 ? In(P.Z, L.Depth) : 0;
  uint64_t Slice = L.Layers ? In(P.Layer, L.Layers) : 0;
  if (IsCube)
    Slice = Slice * 6 + In(P.Z, 6);
  if (In.hasNone())
    return In.none();
  return {SurfaceAccess::Found,
          T.at(0, uint32_t(Y), uint32_t(Z), uint32_t(Slice), 0) + At * Bytes};
}

SurfaceAccess findBytes(const Texture &T, const SurfacePlace &P, unsigned Bytes,
                        OutOfRange Mode) {
  assert(Bytes && (Bytes & (Bytes - 1)) == 0 && "no size of an access");
  if (P.X & int32_t(Bytes - 1))
    return {SurfaceAccess::Misaligned, nullptr};
  const TextureLayout &L = T.layout();
  int64_t Row = int64_t(L.Width) * L.Format.texelBytes();
  // A row too short for the access has no place for it.
  if (Row < int64_t(Bytes))
    return {Mode == OutOfRange::Zero ? SurfaceAccess::Nothing
                                     : SurfaceAccess::OutOfBounds,
            nullptr};
  return find(T, P, P.X / int64_t(Bytes), Row / Bytes, Bytes, Mode);
}

SurfaceAccess findTexel(const Texture &T, const SurfacePlace &P,
                        OutOfRange Mode) {
  const TextureLayout &L = T.layout();
  return find(T, P, P.X, L.Width, L.Format.texelBytes(), Mode);
}

} // namespace heddle::texture
