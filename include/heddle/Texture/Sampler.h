//===- Sampler.h - How a texture is sampled ---------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TEXTURE_SAMPLER_H
#define HEDDLE_TEXTURE_SAMPLER_H

#include "heddle/Texture/TextureFormat.h"

namespace heddle::texture {

/// The handling of a coordinate beyond the texture. With coordinates that are
/// not normalized, Wrap and Mirror are Clamp.
enum class AddressMode : uint8_t { Wrap, Mirror, Clamp, Border };

enum class Filter : uint8_t { Nearest, Linear };

struct Sampler {
  /// The modes of x, y and z.
  std::array<AddressMode, 3> Address = {AddressMode::Clamp, AddressMode::Clamp,
                                        AddressMode::Clamp};
  Filter Texels = Filter::Nearest;
  /// The filter between levels.
  Filter Levels = Filter::Nearest;
  /// Coordinates go from 0 to 1, not to the number of texels.
  bool IsNormalized = false;
  /// Added to a level, which is then clamped.
  float LevelBias = 0, MinLevel = 0, MaxLevel = 16;
  static constexpr unsigned AnisotropyLimit = 16;
  /// The most samples that a fetch with gradients takes, from 1 on.
  uint8_t MaxAnisotropy = 1;
  /// The texel that AddressMode::Border gives outside.
  Texel Border = {0, 0, 0, 0};
};

/// "wrap", "mirror", "clamp", "border".
llvm::StringRef addressModeName(AddressMode M);
std::optional<AddressMode> findAddressMode(llvm::StringRef Name);

/// "nearest", "linear".
llvm::StringRef filterName(Filter F);
std::optional<Filter> findFilter(llvm::StringRef Name);

} // namespace heddle::texture

#endif // HEDDLE_TEXTURE_SAMPLER_H
