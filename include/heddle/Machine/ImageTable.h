//===- ImageTable.h - What a launch has bound -------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The textures, samplers and surfaces that the code of a launch can name, by
/// slot. Handles have slots in their low words.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MACHINE_IMAGETABLE_H
#define HEDDLE_MACHINE_IMAGETABLE_H

#include "heddle/ABI/Address.h"
#include "heddle/ABI/ImageAccess.h"
#include "heddle/Machine/LaneContext.h"
#include "heddle/Texture/BilinearImage.h"
#include "heddle/Texture/Sampler.h"
#include "heddle/Texture/Texture.h"
#include "llvm/ADT/SmallVector.h"
#include <string>
#include <vector>

namespace heddle::sm {

/// A slot of a texture or a surface; Image is null where nothing is bound.
struct BoundImage {
  std::string Name;
  const texture::Texture *Image = nullptr;
  /// The address of its texels.
  abi::Address Address;

  /// Whether texels are at multiples of their size.
  bool isAligned() const;
};
struct BoundTexture : BoundImage {
  /// The sampler of a fetch that names none of its own.
  texture::Sampler How;
  /// The type of the results of fetches by the slot, as far as the module says.
  bool AsFloats = false, AsIntegers = false;
};
using BoundSurface = BoundImage;
/// How is null where nothing is bound.
struct BoundSampler {
  std::string Name;
  const texture::Sampler *How = nullptr;
  /// Whether coordinates are normalized is up to the texture.
  bool FollowsTexture = false;
};

struct ImageTable {
  std::vector<BoundTexture> Textures;
  std::vector<BoundSampler> Samplers;
  std::vector<BoundSurface> Surfaces;
  /// By texture, as its own sampler reads it; without Data where not.
  std::vector<texture::BilinearImage> Bilinear;
  /// The samplers of the silicon are those of Samplers, not of the textures.
  bool HasOwnSamplers = false;

  /// The name of the slot; empty for one that is not there.
  llvm::StringRef nameOf(abi::ImageKind Kind, uint64_t Slot) const;
};

/// Executes \p I, of the unit Texture, by the ImageTable of \p L. Null as the
/// table: nothing is bound.
bool accessImage(const DecodedInst &I, LaneContext &L, uint32_t Mask);

/// The places that one lane is about to access: texels of a texture, each time
/// that it reads one, or one place of a surface.
struct ImagePlaces {
  llvm::SmallVector<abi::Address, 8> Places;
  /// Bytes of each place.
  uint8_t Bytes = 0;
  /// The bytes that a store to a surface writes.
  std::array<uint8_t, 16> Stored = {};
};

/// The places that \p Lane accesses by \p I, of the unit Texture; nothing where
/// that is a fault.
ImagePlaces imagePlaces(const DecodedInst &I, const LaneContext &L,
                        unsigned Lane);

} // namespace heddle::sm

#endif // HEDDLE_MACHINE_IMAGETABLE_H
