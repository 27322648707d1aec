//===- TextureFormat.h - What a texel is ------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Channels of a texel, as they lie in memory, and the words that a fetch makes
/// of them. The rules are in docs/textures.md.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TEXTURE_TEXTUREFORMAT_H
#define HEDDLE_TEXTURE_TEXTUREFORMAT_H

#include "llvm/ADT/StringRef.h"
#include <array>
#include <cstdint>
#include <optional>

namespace heddle::texture {

enum class ChannelType : uint8_t { U8, S8, U16, S16, U32, S32, F16, F32 };

/// The result of a fetch of integer channels: themselves, or numbers from 0 or
/// -1 to 1.
enum class ReadMode : uint8_t { Element, Normalized };

/// x, y, z and w as a fetch returns them: bits of f32, or integers extended to
/// words.
using Texel = std::array<uint32_t, 4>;

struct TextureFormat {
  ChannelType Type = ChannelType::F32;
  /// 1, 2 or 4.
  uint8_t Channels = 1;
  ReadMode Read = ReadMode::Element;
  /// x, y and z of normalized u8 are in the sRGB space.
  bool IsSRGB = false;

  unsigned channelBytes() const;
  unsigned texelBytes() const { return channelBytes() * Channels; }
  /// Whether fetches return numbers of f32, which can be filtered.
  bool givesFloats() const;
  /// The texel at \p Bytes, of texelBytes(). Channels that it lacks are 0, w is
  /// 1.
  Texel read(const uint8_t *Bytes) const;
  /// Writes the channels that there are to \p Bytes: the numbers nearest to
  /// those of \p V. Not of sRGB. Relies on the host as fetches do.
  void write(const Texel &V, uint8_t *Bytes) const;
};

/// "u8" to "f32".
llvm::StringRef channelTypeName(ChannelType T);
std::optional<ChannelType> findChannelType(llvm::StringRef Name);

} // namespace heddle::texture

#endif // HEDDLE_TEXTURE_TEXTUREFORMAT_H
