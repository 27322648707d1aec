//===- TextureCalls.cpp - Calls about texture and surface objects ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arrays.h"
#include "Calls.h"
#include "Runtime.h"
#include <algorithm>

namespace heddle::cudart {

static_assert(sizeof(cudaResourceDesc) == 144);
static_assert(sizeof(cudaTextureDesc) == 72);

namespace {

/// Whether the resource is plain memory, whose format it says itself.
cudaError_t toDriver(const cudaResourceDesc &From, CUDA_RESOURCE_DESC &To) {
  To = {};
  To.resType = From.Type;
  To.flags = From.Flags;
  switch (From.Type) {
  case CU_RESOURCE_TYPE_ARRAY:
    To.res.array.hArray = From.Of.Array;
    return cudaSuccess;
  case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
    To.res.mipmap.hMipmappedArray = From.Of.Mipmap;
    return cudaSuccess;
  case CU_RESOURCE_TYPE_LINEAR:
    To.res.linear.devPtr = address(From.Of.Linear.Pointer);
    To.res.linear.sizeInBytes = From.Of.Linear.Bytes;
    return cudart::toDriver(From.Of.Linear.Format, To.res.linear.format,
                            To.res.linear.numChannels);
  case CU_RESOURCE_TYPE_PITCH2D:
    To.res.pitch2D.devPtr = address(From.Of.Pitched.Pointer);
    To.res.pitch2D.width = From.Of.Pitched.Width;
    To.res.pitch2D.height = From.Of.Pitched.Height;
    To.res.pitch2D.pitchInBytes = From.Of.Pitched.Pitch;
    return cudart::toDriver(From.Of.Pitched.Format, To.res.pitch2D.format,
                            To.res.pitch2D.numChannels);
  }
  return cudaErrorInvalidValue;
}

cudaError_t toRuntime(const CUDA_RESOURCE_DESC &From, cudaResourceDesc &To) {
  To = {};
  To.Type = From.resType;
  To.Flags = From.flags;
  switch (From.resType) {
  case CU_RESOURCE_TYPE_ARRAY:
    To.Of.Array = From.res.array.hArray;
    return cudaSuccess;
  case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
    To.Of.Mipmap = From.res.mipmap.hMipmappedArray;
    return cudaSuccess;
  case CU_RESOURCE_TYPE_LINEAR:
    To.Of.Linear.Pointer = pointer(From.res.linear.devPtr);
    To.Of.Linear.Bytes = From.res.linear.sizeInBytes;
    return cudart::toRuntime(From.res.linear.format,
                             From.res.linear.numChannels, To.Of.Linear.Format);
  case CU_RESOURCE_TYPE_PITCH2D:
    To.Of.Pitched.Pointer = pointer(From.res.pitch2D.devPtr);
    To.Of.Pitched.Width = From.res.pitch2D.width;
    To.Of.Pitched.Height = From.res.pitch2D.height;
    To.Of.Pitched.Pitch = From.res.pitch2D.pitchInBytes;
    return cudart::toRuntime(From.res.pitch2D.format,
                             From.res.pitch2D.numChannels,
                             To.Of.Pitched.Format);
  }
  return cudaErrorInvalidValue;
}

CUDA_TEXTURE_DESC toDriver(const cudaTextureDesc &From) {
  CUDA_TEXTURE_DESC To = {};
  std::copy_n(From.AddressModes, 3, To.addressMode);
  To.filterMode = From.Filter;
  To.maxAnisotropy = From.MaxAnisotropy;
  To.mipmapFilterMode = From.LevelFilter;
  To.mipmapLevelBias = From.LevelBias;
  To.minMipmapLevelClamp = From.MinLevel;
  To.maxMipmapLevelClamp = From.MaxLevel;
  std::copy_n(From.Border, 4, To.borderColor);
  auto Set = [&](bool Is, unsigned Flag) { To.flags |= Is ? Flag : 0; };
  Set(!From.ReadsNormalized, CU_TRSF_READ_AS_INTEGER);
  Set(From.IsNormalized, CU_TRSF_NORMALIZED_COORDINATES);
  Set(From.IsSRGB, CU_TRSF_SRGB);
  Set(From.DisablesTrilinear, CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION);
  Set(From.IsSeamless, CU_TRSF_SEAMLESS_CUBEMAP);
  return To;
}

cudaTextureDesc toRuntime(const CUDA_TEXTURE_DESC &From) {
  cudaTextureDesc To = {};
  std::copy_n(From.addressMode, 3, To.AddressModes);
  To.Filter = From.filterMode;
  To.MaxAnisotropy = From.maxAnisotropy;
  To.LevelFilter = From.mipmapFilterMode;
  To.LevelBias = From.mipmapLevelBias;
  To.MinLevel = From.minMipmapLevelClamp;
  To.MaxLevel = From.maxMipmapLevelClamp;
  std::copy_n(From.borderColor, 4, To.Border);
  auto Is = [&](unsigned Flag) { return (From.flags & Flag) != 0; };
  To.ReadsNormalized = !Is(CU_TRSF_READ_AS_INTEGER);
  To.IsNormalized = Is(CU_TRSF_NORMALIZED_COORDINATES);
  To.IsSRGB = Is(CU_TRSF_SRGB);
  To.DisablesTrilinear = Is(CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION);
  To.IsSeamless = Is(CU_TRSF_SEAMLESS_CUBEMAP);
  return To;
}

/// Whether texels of \p Resource are integers that a filter cannot take.
bool hasElements(const CUDA_RESOURCE_DESC &Resource,
                 const cudaTextureDesc &How) {
  CUDA_ARRAY3D_DESCRIPTOR D = {};
  CUarray Level = nullptr;
  if (Resource.resType == CU_RESOURCE_TYPE_PITCH2D)
    D.Format = Resource.res.pitch2D.format;
  else if (Resource.resType == CU_RESOURCE_TYPE_ARRAY)
    Level = Resource.res.array.hArray;
  else if (Resource.resType == CU_RESOURCE_TYPE_MIPMAPPED_ARRAY)
    cuMipmappedArrayGetLevel(&Level, Resource.res.mipmap.hMipmappedArray, 0);
  if (Level)
    cuArray3DGetDescriptor(&D, Level);
  cudaChannelFormatDesc Format = {};
  if (cudart::toRuntime(D.Format, 1, Format) != cudaSuccess ||
      (Format.Kind != cudaChannelFormatKindSigned &&
       Format.Kind != cudaChannelFormatKindUnsigned))
    return false;
  return Format.X == 32 || !How.ReadsNormalized;
}

} // namespace

namespace calls {

cudaError_t CreateTextureObject(CUtexObject *Texture,
                                const cudaResourceDesc *Resource,
                                const cudaTextureDesc *How,
                                const CUDA_RESOURCE_VIEW_DESC *View) {
  if (!Texture || !Resource || !How)
    return cudaErrorInvalidValue;
  CUDA_RESOURCE_DESC From;
  if (cudaError_t R = toDriver(*Resource, From); R != cudaSuccess)
    return R;
  CUDA_TEXTURE_DESC Read = toDriver(*How);
  cudaError_t R = callDriver(cuTexObjectCreate, Texture, &From, &Read, View);
  if (R == cudaErrorInvalidValue && !View &&
      How->Filter == CU_TR_FILTER_MODE_LINEAR && hasElements(From, *How))
    return cudaErrorInvalidFilterSetting;
  return R;
}

cudaError_t DestroyTextureObject(CUtexObject Texture) {
  return callDriver(cuTexObjectDestroy, Texture);
}

cudaError_t GetTextureObjectResourceDesc(cudaResourceDesc *Resource,
                                         CUtexObject Texture) {
  if (!Resource)
    return cudaErrorInvalidValue;
  CUDA_RESOURCE_DESC Found;
  cudaError_t R = callDriver(cuTexObjectGetResourceDesc, &Found, Texture);
  return R == cudaSuccess ? toRuntime(Found, *Resource) : R;
}

cudaError_t GetTextureObjectTextureDesc(cudaTextureDesc *How,
                                        CUtexObject Texture) {
  if (!How)
    return cudaErrorInvalidValue;
  CUDA_TEXTURE_DESC Found;
  cudaError_t R = callDriver(cuTexObjectGetTextureDesc, &Found, Texture);
  if (R == cudaSuccess)
    *How = toRuntime(Found);
  return R;
}

cudaError_t GetTextureObjectResourceViewDesc(CUDA_RESOURCE_VIEW_DESC *View,
                                             CUtexObject Texture) {
  return callDriver(cuTexObjectGetResourceViewDesc, View, Texture);
}

cudaError_t CreateSurfaceObject(CUsurfObject *Surface,
                                const cudaResourceDesc *Resource) {
  if (!Surface || !Resource)
    return cudaErrorInvalidValue;
  CUDA_RESOURCE_DESC From;
  cudaError_t R = toDriver(*Resource, From);
  return R == cudaSuccess ? callDriver(cuSurfObjectCreate, Surface, &From) : R;
}

cudaError_t DestroySurfaceObject(CUsurfObject Surface) {
  return callDriver(cuSurfObjectDestroy, Surface);
}

cudaError_t GetSurfaceObjectResourceDesc(cudaResourceDesc *Resource,
                                         CUsurfObject Surface) {
  if (!Resource)
    return cudaErrorInvalidValue;
  CUDA_RESOURCE_DESC Found;
  cudaError_t R = callDriver(cuSurfObjectGetResourceDesc, &Found, Surface);
  return R == cudaSuccess ? toRuntime(Found, *Resource) : R;
}

cudaError_t DeviceGetTexture1DLinearMaxWidth(
    size_t *Texels, const cudaChannelFormatDesc *Format, int Device) {
  CUarray_format Number;
  unsigned Channels;
  if (!Format)
    return cudaErrorInvalidValue;
  if (cudaError_t R = cudart::toDriver(*Format, Number, Channels);
      R != cudaSuccess)
    return R;
  return callDriver(cuDeviceGetTexture1DLinearMaxWidth, Texels, Number,
                    Channels, Device);
}

} // namespace calls
} // namespace heddle::cudart
