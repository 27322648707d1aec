//===- ImageQuery.cpp - Questions about images ----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImageAccess.h"
#include "llvm/Support/ErrorHandling.h"

namespace heddle::sm {

using abi::ImageKind;
using texture::ChannelType;
using texture::TextureLayout;

/// OpenCL's numbers, which clang and others expect.
static uint32_t dataTypeOf(const texture::TextureFormat &F) {
  const bool IsNormalized = F.Read == texture::ReadMode::Normalized;
  switch (F.Type) {
  case ChannelType::S8:
    return IsNormalized ? 0x10d0 : 0x10d7;
  case ChannelType::S16:
    return IsNormalized ? 0x10d1 : 0x10d8;
  case ChannelType::S32:
    return 0x10d9;
  case ChannelType::U8:
    return IsNormalized ? 0x10d2 : 0x10da;
  case ChannelType::U16:
    return IsNormalized ? 0x10d3 : 0x10db;
  case ChannelType::U32:
    return 0x10dc;
  case ChannelType::F16:
    return 0x10dd;
  case ChannelType::F32:
    return 0x10de;
  }
  llvm_unreachable("covered switch");
}

static uint32_t orderOf(const texture::TextureFormat &F) {
  return F.Channels == 1 ? 0x10b0 : F.Channels == 2 ? 0x10b2 : 0x10b5;
}

static uint32_t modeNumber(texture::AddressMode M) {
  switch (M) {
  case texture::AddressMode::Wrap:
    return 0;
  case texture::AddressMode::Mirror:
    return 1;
  case texture::AddressMode::Clamp:
    return 3;
  case texture::AddressMode::Border:
    return 4;
  }
  llvm_unreachable("covered switch");
}

/// The answer of a sampler. One that leaves coordinates to the texture counts
/// as normalized.
static uint32_t ofSampler(abi::ImageQuery Q, const texture::Sampler &S) {
  if (Q == abi::ImageQuery::FilterMode)
    return S.Texels == texture::Filter::Linear;
  if (Q == abi::ImageQuery::ForceUnnormalizedCoords)
    return !S.IsNormalized;
  return modeNumber(
      S.Address[unsigned(Q) - unsigned(abi::ImageQuery::AddressMode0)]);
}

/// \p How: of a texture.
static uint32_t ofImage(abi::ImageQuery Q, const TextureLayout &L,
                        const texture::Sampler *How, uint32_t Level) {
  using abi::ImageQuery;
  const bool Exists = Level < L.Levels;
  switch (Q) {
  case ImageQuery::Width:
    return Exists ? L.width(Level) : 0;
  case ImageQuery::Height:
    return Exists ? L.height(Level) : 0;
  case ImageQuery::Depth:
    return Exists ? L.depth(Level) : 0;
  case ImageQuery::ChannelDataType:
    return dataTypeOf(L.Format);
  case ImageQuery::ChannelOrder:
    return orderOf(L.Format);
  case ImageQuery::NormalizedCoords:
    return How && How->IsNormalized;
  case ImageQuery::ArraySize:
    return L.Layers;
  case ImageQuery::NumMipmapLevels:
    return L.Levels;
  case ImageQuery::NumSamples:
    return 1;
  case ImageQuery::MemoryLayout:
    return 0;
  case ImageQuery::FilterMode:
  case ImageQuery::AddressMode0:
  case ImageQuery::AddressMode1:
  case ImageQuery::AddressMode2:
  case ImageQuery::ForceUnnormalizedCoords:
    return How ? ofSampler(Q, *How) : 0;
  }
  llvm_unreachable("covered switch");
}

std::optional<uint32_t> ImageAccess::answer(uint64_t Handle, uint32_t Level,
                                            unsigned Lane) {
  const auto Q = abi::ImageQuery(I.Imm & 15);
  const uint32_t Kind = uint32_t(Handle >> 32) - abi::ImageHandleWord;
  if (Kind == unsigned(ImageKind::Sampler)) {
    const BoundSampler *Bound = samplerAt(Handle, Lane);
    return Bound ? std::optional(ofSampler(Q, *Bound->How)) : std::nullopt;
  }
  if (Kind == unsigned(ImageKind::Surface)) {
    const BoundSurface *Bound = surfaceAt(Handle, Lane);
    return Bound ? std::optional(
                       ofImage(Q, Bound->Image->layout(), nullptr, Level))
                 : std::nullopt;
  }
  if (!slotOf(Handle, ImageKind::Texture, Lane))
    return std::nullopt;
  const BoundTexture *Bound = textureAt(Handle, Lane);
  return Bound ? std::optional(
                     ofImage(Q, Bound->Image->layout(), &Bound->How, Level))
               : std::nullopt;
}

bool ImageAccess::query() {
  return forLanes([&](unsigned Lane) {
    std::optional<uint32_t> V = answer(pair(0, 0, Lane), src(1, 0)[Lane], Lane);
    if (V)
      dst(0)[Lane] = *V;
    return V.has_value();
  });
}

} // namespace heddle::sm
