//===- TextureObjects.h - Texture and surface objects -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The texture and surface objects that kernels name by handles. There is one
/// table for all launches, which all contexts share. A handle is what the
/// chip takes: the number of a slot, and what it is of.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_TEXTUREOBJECTS_H
#define HEDDLE_DRIVERAPI_TEXTUREOBJECTS_H

#include "heddle-cuda/driver_types.h"
#include "heddle/Machine/ImageTable.h"
#include <deque>
#include <map>
#include <memory>
#include <optional>

namespace heddle::driver {

struct Context;

/// An image in memory, and how a texture reads it.
struct ReadImage {
  texture::TextureLayout Layout;
  uint64_t Address = 0;
  texture::Sampler How;
};

/// Finds the memory that \p Resource describes, and checks it. \p View changes
/// format and levels; null: nothing is changed.
CUresult resolveResource(const CUDA_RESOURCE_DESC &Resource,
                         const CUDA_RESOURCE_VIEW_DESC *View, ReadImage &Image);

/// Completes \p Image, whose memory is known, as \p How reads it.
CUresult resolveSampler(const CUDA_TEXTURE_DESC &How, ReadImage &Image);

struct TextureObject {
  Context *Owner = nullptr;
  CUDA_RESOURCE_DESC Resource = {};
  CUDA_TEXTURE_DESC How = {};
  std::optional<CUDA_RESOURCE_VIEW_DESC> View;
  std::unique_ptr<texture::Texture> Image;
};

struct SurfaceObject {
  Context *Owner = nullptr;
  CUDA_RESOURCE_DESC Resource = {};
  std::unique_ptr<texture::Texture> Image;
};

class TextureObjects {
public:
  /// The slots before it are for the references of modules.
  static constexpr uint32_t FirstSlot = 256;

  CUtexObject add(TextureObject Object, const ReadImage &Image);
  CUsurfObject add(SurfaceObject Object, const ReadImage &Image);
  const TextureObject *findTexture(CUtexObject Handle) const;
  const SurfaceObject *findSurface(CUsurfObject Handle) const;
  bool removeTexture(CUtexObject Handle);
  bool removeSurface(CUsurfObject Handle);
  void removeAllOf(const Context &Owner);

  /// Says that the memory of \p Bytes bytes at \p Address is gone: fetches from
  /// it are faults.
  void forget(uint64_t Address, uint64_t Bytes);

  /// The table as it is now, which stays so.
  std::shared_ptr<const sm::ImageTable> table() const { return Table; }

private:
  /// A slot that is free, which is not used while there are few of them: a
  /// stale handle is to be an error.
  uint32_t takeSlot(std::deque<uint32_t> &Free, size_t &Slots);

  std::map<uint32_t, TextureObject> Textures;
  std::map<uint32_t, SurfaceObject> Surfaces;
  std::deque<uint32_t> FreeTextures, FreeSurfaces;
  uint64_t NextId = 0;
  /// The table for changes, which launches under way do not see.
  sm::ImageTable &change();

  std::shared_ptr<sm::ImageTable> Table = std::make_shared<sm::ImageTable>();
};

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_TEXTUREOBJECTS_H
