//===- TextureResource.cpp - Memory and samplers of textures --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Array.h"
#include "Driver.h"
#include "Report.h"
#include "TextureLimits.h"
#include "heddle/Texture/TextureUnit.h"
#include <algorithm>
#include <cstring>

using namespace llvm;

namespace heddle::driver {

using texture::Shape;
using texture::TextureLayout;

static_assert(sizeof(CUDA_RESOURCE_DESC) == 144);
static_assert(sizeof(CUDA_TEXTURE_DESC) == 104);
static_assert(sizeof(CUDA_RESOURCE_VIEW_DESC) == 112);

namespace {

CUresult refuseLayout(const TextureLayout &L) {
  Error E = L.verify();
  if (!E)
    return CUDA_SUCCESS;
  explain(toString(std::move(E)));
  return CUDA_ERROR_INVALID_VALUE;
}

/// Checks that the memory of the device has all of \p Image.
CUresult checkMemory(const ReadImage &Image) {
  if (Driver::get().Memory->isWhole(Image.Address, Image.Layout.bytes()))
    return CUDA_SUCCESS;
  explain("the texture's memory is not in one allocation");
  return CUDA_ERROR_INVALID_VALUE;
}

CUresult readLinear(const decltype(CUDA_RESOURCE_DESC::res.linear) &From,
                    ReadImage &Image) {
  std::optional<texture::TextureFormat> F =
      textureFormat(From.format, From.numChannels);
  if (!F || From.devPtr % TextureAlignment)
    return CUDA_ERROR_INVALID_VALUE;
  const uint64_t Texels = From.sizeInBytes / F->texelBytes();
  if (!Texels || Texels > UINT32_MAX)
    return CUDA_ERROR_INVALID_VALUE;
  TextureLayout &L = Image.Layout;
  L.Kind = Shape::Linear;
  L.Format = *F;
  L.Width = uint32_t(Texels);
  Image.Address = From.devPtr;
  CUresult R = refuseLayout(L);
  return R == CUDA_SUCCESS ? checkMemory(Image) : R;
}

CUresult readPitched(const decltype(CUDA_RESOURCE_DESC::res.pitch2D) &From,
                     ReadImage &Image) {
  std::optional<texture::TextureFormat> F =
      textureFormat(From.format, From.numChannels);
  if (!F || From.devPtr % TextureAlignment ||
      From.pitchInBytes % PitchAlignment || From.width > UINT32_MAX ||
      From.height > UINT32_MAX)
    return CUDA_ERROR_INVALID_VALUE;
  TextureLayout &L = Image.Layout;
  L.Kind = Shape::TwoD;
  L.Format = *F;
  L.Width = uint32_t(From.width);
  L.Height = uint32_t(From.height);
  L.Pitch = From.pitchInBytes;
  Image.Address = From.devPtr;
  if (CUresult R = refuseLayout(L); R != CUDA_SUCCESS)
    return R;
  // The last row may end with its last texel.
  ReadImage Needed = Image;
  Needed.Layout.Height = 1;
  Needed.Layout.Pitch = 0;
  Needed.Address += (L.Height - 1) * L.Pitch;
  if (CUresult R = checkMemory(Needed); R != CUDA_SUCCESS)
    return R;
  Needed.Layout = L;
  Needed.Address = Image.Address;
  Needed.Layout.Height = std::max(L.Height - 1, 1u);
  Needed.Layout.Pitch = L.Height > 1 ? L.Pitch : 0;
  return checkMemory(Needed);
}

/// The levels, layers and format that \p V chooses of an array.
CUresult applyView(const CUDA_RESOURCE_VIEW_DESC &V, ReadImage &Image) {
  TextureLayout &L = Image.Layout;
  if (V.format >= CU_RES_VIEW_FORMAT_UNSIGNED_BC1) {
    explain("there are no textures of compressed blocks");
    return CUDA_ERROR_NOT_SUPPORTED;
  }
  const TextureLayout Whole = L;
  if (V.format != CU_RES_VIEW_FORMAT_NONE) {
    // Three numbers of channels for each type.
    const unsigned Number = V.format - 1;
    L.Format.Type = texture::ChannelType(Number / 3);
    L.Format.Channels = uint8_t(1u << Number % 3);
    L.Format.Read = texture::ReadMode::Element;
  }
  const bool HasHeight = L.Kind != Shape::OneD;
  const uint32_t Slices = L.slices();
  const uint64_t Depth = L.Kind == Shape::ThreeD             ? L.Depth
                         : L.Layers || L.Kind == Shape::Cube ? Slices
                                                             : 0;
  if (V.width != L.Width || (HasHeight && V.height != L.Height) ||
      (Depth && V.depth && V.depth != Depth) ||
      L.Format.texelBytes() != Whole.Format.texelBytes() ||
      V.firstMipmapLevel > V.lastMipmapLevel || V.lastMipmapLevel >= L.Levels ||
      V.firstLayer > V.lastLayer || V.lastLayer >= std::max(L.Layers, 1u))
    return CUDA_ERROR_INVALID_VALUE;
  const bool IsPart = V.firstLayer || V.lastLayer + 1 < L.Layers;
  if (IsPart && L.Levels > 1) {
    explain("some layers of an array with levels do not follow each other in "
            "memory");
    return CUDA_ERROR_NOT_SUPPORTED;
  }
  L.Width = Whole.width(V.firstMipmapLevel);
  L.Height = Whole.height(V.firstMipmapLevel);
  L.Depth = Whole.depth(V.firstMipmapLevel);
  L.Levels = V.lastMipmapLevel - V.firstMipmapLevel + 1;
  Image.Address += Whole.levelOffset(V.firstMipmapLevel);
  if (IsPart) {
    const uint32_t Faces = Slices / L.Layers;
    Image.Address += V.firstLayer * Faces * L.sliceBytes(0);
    L.Layers = V.lastLayer - V.firstLayer + 1;
  }
  return CUDA_SUCCESS;
}

CUresult readMode(CUaddress_mode Mode, texture::AddressMode &To) {
  switch (Mode) {
  case CU_TR_ADDRESS_MODE_WRAP:
    To = texture::AddressMode::Wrap;
    return CUDA_SUCCESS;
  case CU_TR_ADDRESS_MODE_CLAMP:
    To = texture::AddressMode::Clamp;
    return CUDA_SUCCESS;
  case CU_TR_ADDRESS_MODE_MIRROR:
    To = texture::AddressMode::Mirror;
    return CUDA_SUCCESS;
  case CU_TR_ADDRESS_MODE_BORDER:
    To = texture::AddressMode::Border;
    return CUDA_SUCCESS;
  }
  return CUDA_ERROR_INVALID_VALUE;
}

bool isFilter(CUfilter_mode Mode) { return Mode <= CU_TR_FILTER_MODE_LINEAR; }

texture::Filter filterOf(CUfilter_mode Mode) {
  return Mode == CU_TR_FILTER_MODE_LINEAR ? texture::Filter::Linear
                                          : texture::Filter::Nearest;
}

/// How the channels of \p F are read.
CUresult readFlags(unsigned Flags, texture::TextureFormat &F) {
  using texture::ChannelType;
  const bool IsNarrow =
      F.Type == ChannelType::U8 || F.Type == ChannelType::S8 ||
      F.Type == ChannelType::U16 || F.Type == ChannelType::S16;
  if (IsNarrow && !(Flags & CU_TRSF_READ_AS_INTEGER))
    F.Read = texture::ReadMode::Normalized;
  if (!(Flags & CU_TRSF_SRGB))
    return CUDA_SUCCESS;
  if (F.Type != ChannelType::U8 || F.Read != texture::ReadMode::Normalized) {
    explain("sRGB is for 8-bit integers that are read as normalized numbers");
    return CUDA_ERROR_INVALID_VALUE;
  }
  F.IsSRGB = true;
  return CUDA_SUCCESS;
}

constexpr unsigned TextureFlags =
    CU_TRSF_READ_AS_INTEGER | CU_TRSF_NORMALIZED_COORDINATES | CU_TRSF_SRGB |
    CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION | CU_TRSF_SEAMLESS_CUBEMAP;

} // namespace

CUresult resolveResource(const CUDA_RESOURCE_DESC &Resource,
                         const CUDA_RESOURCE_VIEW_DESC *View,
                         ReadImage &Image) {
  if (Resource.flags)
    return CUDA_ERROR_INVALID_VALUE;
  switch (Resource.resType) {
  case CU_RESOURCE_TYPE_ARRAY: {
    std::shared_ptr<Array> A;
    if (CUresult R = findArray(Resource.res.array.hArray, A); R != CUDA_SUCCESS)
      return R;
    Image.Layout = A->Layout;
    Image.Address = A->Address;
    return View ? applyView(*View, Image) : CUDA_SUCCESS;
  }
  case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY: {
    std::shared_ptr<MipmappedArray> M;
    if (CUresult R = findMipmapped(Resource.res.mipmap.hMipmappedArray, M);
        R != CUDA_SUCCESS)
      return R;
    Image.Layout = M->Layout;
    Image.Address = M->Address;
    return View ? applyView(*View, Image) : CUDA_SUCCESS;
  }
  case CU_RESOURCE_TYPE_LINEAR:
    return View ? CUDA_ERROR_INVALID_VALUE
                : readLinear(Resource.res.linear, Image);
  case CU_RESOURCE_TYPE_PITCH2D:
    return View ? CUDA_ERROR_INVALID_VALUE
                : readPitched(Resource.res.pitch2D, Image);
  }
  return CUDA_ERROR_INVALID_VALUE;
}

CUresult resolveSampler(const CUDA_TEXTURE_DESC &How, ReadImage &Image) {
  TextureLayout &L = Image.Layout;
  texture::Sampler &S = Image.How;
  if (How.flags & ~TextureFlags)
    return CUDA_ERROR_INVALID_VALUE;
  if (CUresult R = readFlags(How.flags, L.Format); R != CUDA_SUCCESS)
    return R;
  std::memcpy(S.Border.data(), How.borderColor, sizeof How.borderColor);
  // Nothing else is about plain memory.
  if (L.Kind == Shape::Linear)
    return CUDA_SUCCESS;
  for (unsigned I = 0; I != 3; ++I)
    if (CUresult R = readMode(How.addressMode[I], S.Address[I]);
        R != CUDA_SUCCESS)
      return R;
  if (!isFilter(How.filterMode) || !isFilter(How.mipmapFilterMode))
    return CUDA_ERROR_INVALID_VALUE;
  S.Texels = filterOf(How.filterMode);
  S.IsNormalized = How.flags & CU_TRSF_NORMALIZED_COORDINATES;
  if (L.Kind == Shape::Cube && How.flags & CU_TRSF_SEAMLESS_CUBEMAP &&
      S.Texels == texture::Filter::Linear) {
    explain("filters end at the edges of a cube's faces; there are none that "
            "go on on the next face");
    return CUDA_ERROR_NOT_SUPPORTED;
  }
  if (S.Texels == texture::Filter::Linear)
    S.MaxAnisotropy = uint8_t(std::clamp<unsigned>(
        How.maxAnisotropy, 1, texture::Sampler::AnisotropyLimit));
  if (L.Levels > 1) {
    S.Levels = filterOf(How.mipmapFilterMode);
    S.LevelBias = How.mipmapLevelBias;
    S.MinLevel = How.minMipmapLevelClamp;
    S.MaxLevel = How.maxMipmapLevelClamp;
  }
  if (Error E = texture::verifySampler(L, S)) {
    explain(toString(std::move(E)));
    return CUDA_ERROR_INVALID_VALUE;
  }
  return CUDA_SUCCESS;
}

} // namespace heddle::driver
