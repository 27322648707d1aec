//===- Texture.h - An image and where its texels lie ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TEXTURE_TEXTURE_H
#define HEDDLE_TEXTURE_TEXTURE_H

#include "heddle/Texture/TextureFormat.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace heddle::texture {

enum class Shape : uint8_t {
  /// Plain memory, read by integer coordinates.
  Linear,
  OneD,
  TwoD,
  ThreeD,
  /// Six squares: +x, -x, +y, -y, +z, -z.
  Cube,
};

/// Size and layout. Texels follow each other in x, rows in y, and then z, or
/// the faces and layers (face 0 of layer 0, face 1, ...). The levels follow one
/// behind the other, the largest first.
struct TextureLayout {
  Shape Kind = Shape::TwoD;
  TextureFormat Format;
  uint32_t Width = 1, Height = 1, Depth = 1;
  /// 0: not layered.
  uint32_t Layers = 0;
  /// Each level is half as large as the one before in all of its dimensions,
  /// but at least 1.
  uint32_t Levels = 1;
  /// Bytes from one row to the next where it is not the rows' size; two
  /// dimensions of one level.
  uint64_t Pitch = 0;

  /// An error if the layout is invalid: sizes of 0, beyond the limits of the
  /// CUDA C Programming Guide, or of dimensions that the shape lacks.
  llvm::Error verify() const;

  uint32_t width(uint32_t Level) const { return halved(Width, Level); }
  uint32_t height(uint32_t Level) const { return halved(Height, Level); }
  uint32_t depth(uint32_t Level) const { return halved(Depth, Level); }
  /// Dimensions that coordinates have, without layers.
  unsigned dimensions() const;
  /// Images of one level: layers by faces.
  uint32_t slices() const;
  uint64_t rowBytes(uint32_t Level) const;
  uint64_t sliceBytes(uint32_t Level) const;
  uint64_t levelOffset(uint32_t Level) const;
  /// Bytes of all levels.
  uint64_t bytes() const { return levelOffset(Levels); }

private:
  static uint32_t halved(uint32_t Size, uint32_t Level) {
    return Size >> Level ? Size >> Level : 1;
  }
};

/// An image in memory that somebody else owns.
class Texture {
public:
  /// \p L is verified, and \p Bytes are as many as it has.
  Texture(const TextureLayout &L, llvm::MutableArrayRef<uint8_t> Bytes);

  const TextureLayout &layout() const { return Layout; }
  const TextureFormat &format() const { return Layout.Format; }
  llvm::MutableArrayRef<uint8_t> bytes() const { return Bytes; }

  /// The place of a texel that exists. \p Slice is a face, or a layer's.
  uint8_t *at(uint32_t X, uint32_t Y, uint32_t Z, uint32_t Slice,
              uint32_t Level) const {
    const LevelPlace &P = Places[Level];
    return Bytes.data() + P.Offset + Slice * P.SliceBytes + Z * P.PlaneBytes +
           Y * P.RowBytes + uint64_t(X) * TexelBytes;
  }

private:
  struct LevelPlace {
    uint64_t Offset, SliceBytes, PlaneBytes, RowBytes;
  };
  TextureLayout Layout;
  llvm::MutableArrayRef<uint8_t> Bytes;
  unsigned TexelBytes;
  llvm::SmallVector<LevelPlace, 1> Places;
};

/// "linear", "1d", "2d", "3d", "cube".
llvm::StringRef shapeName(Shape S);
std::optional<Shape> findShape(llvm::StringRef Name);

} // namespace heddle::texture

#endif // HEDDLE_TEXTURE_TEXTURE_H
