//===- Texture.cpp - An image and where its texels lie --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Texture/Texture.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>
#include <cassert>

namespace heddle::texture {

using llvm::createStringError;
using llvm::Error;
using llvm::Twine;

namespace {
/// The properties of a shape, and its largest sizes. Source: CUDA C Programming
/// Guide, technical specifications per compute capability, the largest of all.
struct ShapeInfo {
  llvm::StringLiteral Name;
  /// The number of coordinates.
  unsigned Dimensions;
  uint32_t MaxWidth, MaxHeight, MaxDepth;
  bool HasLayers, HasLevels;
};
} // namespace

static constexpr ShapeInfo Shapes[] = {
    {"linear", 1, 1 << 28, 1, 1, false, false},
    {"1d", 1, 1 << 17, 1, 1, true, true},
    {"2d", 2, 1 << 17, 1 << 16, 1, true, true},
    {"3d", 3, 1 << 14, 1 << 14, 1 << 14, false, true},
    {"cube", 3, 1 << 15, 1 << 15, 1, true, true}};
static constexpr uint32_t MaxLayers = 2048;
/// The most bytes of a texture, so that sizes stay far from the ends of their
/// types.
static constexpr uint64_t MaxBytes = uint64_t(1) << 40;

static const ShapeInfo &infoOf(Shape S) { return Shapes[unsigned(S)]; }

llvm::StringRef shapeName(Shape S) { return infoOf(S).Name; }

std::optional<Shape> findShape(llvm::StringRef Name) {
  const auto *Found =
      llvm::find_if(Shapes, [=](const ShapeInfo &S) { return S.Name == Name; });
  if (Found == std::end(Shapes))
    return std::nullopt;
  return Shape(Found - Shapes);
}

unsigned TextureLayout::dimensions() const { return infoOf(Kind).Dimensions; }

uint32_t TextureLayout::slices() const {
  return std::max(Layers, 1u) * (Kind == Shape::Cube ? 6 : 1);
}

uint64_t TextureLayout::rowBytes(uint32_t Level) const {
  return Pitch ? Pitch : uint64_t(width(Level)) * Format.texelBytes();
}

uint64_t TextureLayout::sliceBytes(uint32_t Level) const {
  return rowBytes(Level) * height(Level) * depth(Level);
}

uint64_t TextureLayout::levelOffset(uint32_t Level) const {
  assert(Level <= Levels && "a level that the texture does not have");
  uint64_t Offset = 0;
  for (uint32_t L = 0; L != Level; ++L)
    Offset += sliceBytes(L) * slices();
  return Offset;
}

static Error verifyFormat(const TextureFormat &F) {
  if (F.Channels != 1 && F.Channels != 2 && F.Channels != 4)
    return createStringError("a texel has 1, 2 or 4 channels, not " +
                             Twine(unsigned(F.Channels)));
  bool IsFloat = F.Type == ChannelType::F16 || F.Type == ChannelType::F32;
  if (F.Read == ReadMode::Normalized && (IsFloat || F.channelBytes() == 4))
    return createStringError("channels of " + channelTypeName(F.Type) +
                             " cannot be read as normalized numbers");
  if (F.IsSRGB && (F.Type != ChannelType::U8 || F.Read != ReadMode::Normalized))
    return createStringError("sRGB is for normalized channels of u8");
  return Error::success();
}

static Error verifySize(llvm::StringRef What, uint32_t Size, uint32_t Max,
                        Shape Kind) {
  if (Size >= 1 && Size <= Max)
    return Error::success();
  return createStringError(
      "the " + What + " of a " + shapeName(Kind) + " texture is 1" +
      (Max == 1 ? "" : " to " + Twine(Max)).str() + ", not " + Twine(Size));
}

/// Layers, levels and the pitch.
static Error verifyParts(const TextureLayout &L) {
  const ShapeInfo &Info = infoOf(L.Kind);
  if (L.Layers && !Info.HasLayers)
    return createStringError("a " + Info.Name + " texture has no layers");
  if (L.Layers > MaxLayers)
    return createStringError("a " + Info.Name + " texture has at most " +
                             Twine(MaxLayers) + " layers, not " +
                             Twine(L.Layers));
  uint32_t Largest = std::max({L.Width, L.Height, L.Depth}), Levels = 1;
  while (Info.HasLevels && Largest >> Levels)
    ++Levels;
  if (L.Levels < 1 || L.Levels > Levels)
    return createStringError(
        "a " + Info.Name + " texture of this size has " +
        (Levels == 1 ? "1 level" : "1 to " + Twine(Levels) + " levels").str() +
        ", not " + Twine(L.Levels));
  if (!L.Pitch)
    return Error::success();
  if (L.Kind != Shape::TwoD || L.Layers || L.Levels != 1)
    return createStringError(
        "a pitch is for 2d textures without layers and further levels");
  const unsigned Texel = L.Format.texelBytes();
  if (L.Pitch < uint64_t(L.Width) * Texel)
    return createStringError("a pitch of " + Twine(L.Pitch) +
                             " bytes does not hold rows of " + Twine(L.Width) +
                             " texels of " + Twine(Texel) + " bytes");
  if (L.Pitch % Texel)
    return createStringError("a pitch of " + Twine(L.Pitch) +
                             " bytes is not a multiple of the " + Twine(Texel) +
                             " bytes of a texel");
  if (L.Pitch > MaxBytes)
    return createStringError("a pitch has at most 2^40 bytes");
  return Error::success();
}

Error TextureLayout::verify() const {
  const ShapeInfo &Info = infoOf(Kind);
  if (Error E = verifyFormat(Format))
    return E;
  if (Error E = verifySize("width", Width, Info.MaxWidth, Kind))
    return E;
  if (Error E = verifySize("height", Height, Info.MaxHeight, Kind))
    return E;
  if (Error E = verifySize("depth", Depth, Info.MaxDepth, Kind))
    return E;
  if (Kind == Shape::Cube && Width != Height)
    return createStringError("the faces of a cube are squares, not " +
                             Twine(Width) + " by " + Twine(Height));
  if (Error E = verifyParts(*this))
    return E;
  // Up to 2^50 texels of 2^4 bytes in 2^13 slices of a level: no overflow.
  if (rowBytes(0) > MaxBytes / Height / Depth / slices() / 2)
    return createStringError("the texture has more than 2^39 bytes");
  return Error::success();
}

Texture::Texture(const TextureLayout &L, llvm::MutableArrayRef<uint8_t> Memory)
    : Layout(L), Bytes(Memory), TexelBytes(L.Format.texelBytes()) {
  assert(Bytes.size() >= Layout.bytes() && "a texture without its texels");
  uint64_t Offset = 0;
  for (uint32_t Level = 0; Level != L.Levels; ++Level) {
    uint64_t Row = L.rowBytes(Level), Slice = L.sliceBytes(Level);
    Places.push_back({Offset, Slice, Row * L.height(Level), Row});
    Offset += Slice * L.slices();
  }
}

} // namespace heddle::texture
