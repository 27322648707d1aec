//===- ArrayCalls.cpp - Calls about arrays --------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arrays.h"
#include "Calls.h"
#include "Runtime.h"

namespace heddle::cudart {

namespace {
struct FormatRow {
  CUarray_format Format;
  cudaChannelFormatKind Kind;
  int Bits;
  unsigned Channels;
};
} // namespace

static constexpr FormatRow Formats[] = {
#define HEDDLE_ARRAY_FORMAT(NAME, NUMBER, CHANNEL, BITS, CHANNELS, KIND)       \
  {CU_AD_FORMAT_##NAME, cudaChannelFormatKind##KIND, BITS, CHANNELS},
#include "heddle-cuda/array_formats.def"
};

cudaError_t toDriver(const cudaChannelFormatDesc &D, CUarray_format &Format,
                     unsigned &Channels) {
  const int Bits[] = {D.X, D.Y, D.Z, D.W};
  Channels = 0;
  while (Channels != 4 && Bits[Channels])
    ++Channels;
  for (unsigned I = 0; I != 4; ++I)
    if (Bits[I] != (I < Channels ? D.X : 0))
      return cudaErrorInvalidChannelDescriptor;
  if (Channels != 1 && Channels != 2 && Channels != 4)
    return cudaErrorInvalidChannelDescriptor;
  for (const FormatRow &Row : Formats)
    if (Row.Kind == D.Kind && Row.Bits == D.X &&
        (!Row.Channels || Row.Channels == Channels)) {
      Format = Row.Format;
      return cudaSuccess;
    }
  return cudaErrorInvalidChannelDescriptor;
}

cudaError_t toRuntime(CUarray_format Format, unsigned Channels,
                      cudaChannelFormatDesc &D) {
  for (const FormatRow &Row : Formats)
    if (Row.Format == Format) {
      auto Bits = [&](unsigned I) { return I < Channels ? Row.Bits : 0; };
      D = {Bits(0), Bits(1), Bits(2), Bits(3), Row.Kind};
      return cudaSuccess;
    }
  return cudaErrorInvalidChannelDescriptor;
}

cudaError_t describeArray(CUarray Array, CUDA_ARRAY3D_DESCRIPTOR &D,
                          size_t &ElementBytes) {
  if (cudaError_t R = callDriver(cuArray3DGetDescriptor, &D, Array);
      R != cudaSuccess)
    return R;
  cudaChannelFormatDesc Format = {};
  cudaError_t R = toRuntime(D.Format, D.NumChannels, Format);
  ElementBytes = size_t(Format.X) / 8 * D.NumChannels;
  return R;
}

/// Describes an array of \p Format with \p Extent for the driver.
static cudaError_t describe(const cudaChannelFormatDesc *Format,
                            const cudaExtent &Extent, unsigned Flags,
                            CUDA_ARRAY3D_DESCRIPTOR &D) {
  if (!Format)
    return cudaErrorInvalidValue;
  D = {};
  D.Width = Extent.Width;
  D.Height = Extent.Height;
  D.Depth = Extent.Depth;
  D.Flags = Flags;
  return toDriver(*Format, D.Format, D.NumChannels);
}

namespace calls {

cudaError_t Malloc3DArray(CUarray *Array, const cudaChannelFormatDesc *Format,
                          cudaExtent Extent, unsigned Flags) {
  CUDA_ARRAY3D_DESCRIPTOR D;
  cudaError_t R = describe(Format, Extent, Flags, D);
  return R == cudaSuccess ? callDriver(cuArray3DCreate, Array, &D) : R;
}

cudaError_t MallocArray(CUarray *Array, const cudaChannelFormatDesc *Format,
                        size_t Width, size_t Height, unsigned Flags) {
  return Malloc3DArray(Array, Format, {Width, Height, 0}, Flags);
}

cudaError_t FreeArray(CUarray Array) {
  return Array ? callDriver(cuArrayDestroy, Array) : initialize();
}

cudaError_t MallocMipmappedArray(CUmipmappedArray *Array,
                                 const cudaChannelFormatDesc *Format,
                                 cudaExtent Extent, unsigned Levels,
                                 unsigned Flags) {
  CUDA_ARRAY3D_DESCRIPTOR D;
  cudaError_t R = describe(Format, Extent, Flags, D);
  return R == cudaSuccess
             ? callDriver(cuMipmappedArrayCreate, Array, &D, Levels)
             : R;
}

cudaError_t FreeMipmappedArray(CUmipmappedArray Array) {
  return Array ? callDriver(cuMipmappedArrayDestroy, Array) : initialize();
}

cudaError_t GetMipmappedArrayLevel(CUarray *Level, CUmipmappedArray Array,
                                   unsigned Number) {
  return callDriver(cuMipmappedArrayGetLevel, Level, Array, Number);
}

cudaError_t ArrayGetInfo(cudaChannelFormatDesc *Format, cudaExtent *Extent,
                         unsigned *Flags, CUarray Array) {
  CUDA_ARRAY3D_DESCRIPTOR D;
  size_t Unused;
  if (cudaError_t R = describeArray(Array, D, Unused); R != cudaSuccess)
    return R;
  if (Format)
    toRuntime(D.Format, D.NumChannels, *Format);
  if (Extent)
    *Extent = {D.Width, D.Height, D.Depth};
  if (Flags)
    *Flags = D.Flags;
  return cudaSuccess;
}

cudaError_t GetChannelDesc(cudaChannelFormatDesc *Format, CUarray Array) {
  return Format ? ArrayGetInfo(Format, nullptr, nullptr, Array)
                : cudaErrorInvalidValue;
}

cudaError_t
ArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS *Requirements,
                           CUarray Array, int Device) {
  return callDriver(cuArrayGetMemoryRequirements, Requirements, Array, Device);
}

cudaError_t MipmappedArrayGetMemoryRequirements(
    CUDA_ARRAY_MEMORY_REQUIREMENTS *Requirements, CUmipmappedArray Array,
    int Device) {
  return callDriver(cuMipmappedArrayGetMemoryRequirements, Requirements, Array,
                    Device);
}

} // namespace calls
} // namespace heddle::cudart
