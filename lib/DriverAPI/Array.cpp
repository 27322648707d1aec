//===- Array.cpp - Arrays and mipmapped arrays ----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Array.h"
#include "Driver.h"
#include "Report.h"
#include "heddle/Support/CheckedSize.h"

using namespace llvm;

namespace heddle::driver {

using texture::Shape;
using texture::TextureLayout;

std::optional<texture::TextureFormat> textureFormat(CUarray_format Format,
                                                    unsigned Channels) {
  texture::TextureFormat F;
  unsigned Only = 0;
  switch (Format) {
#define HEDDLE_ARRAY_FORMAT(NAME, NUMBER, CHANNEL, BITS, CHANNELS, KIND)       \
  case CU_AD_FORMAT_##NAME:                                                    \
    F.Type = texture::ChannelType::CHANNEL;                                    \
    Only = CHANNELS;                                                           \
    break;
#include "heddle-cuda/array_formats.def"
  case CU_AD_FORMAT_MAX:
  default:
    return std::nullopt;
  }
  const bool IsNumber = Channels == 1 || Channels == 2 || Channels == 4;
  if (!IsNumber || (Only && Channels != Only))
    return std::nullopt;
  F.Channels = uint8_t(Channels);
  if (Only)
    F.Read = texture::ReadMode::Normalized;
  return F;
}

/// The dimensions of \p D, which say what its shape is.
static CUresult readShape(const CUDA_ARRAY3D_DESCRIPTOR &D, TextureLayout &L) {
  const bool IsLayered = D.Flags & CUDA_ARRAY3D_LAYERED;
  const bool IsCube = D.Flags & CUDA_ARRAY3D_CUBEMAP;
  const uint64_t Layers = IsCube ? D.Depth / 6 : D.Depth;
  if (D.Width > UINT32_MAX || D.Height > UINT32_MAX || D.Depth > UINT32_MAX)
    return CUDA_ERROR_INVALID_VALUE;
  if ((IsCube && (D.Depth % 6 || (!IsLayered && D.Depth != 6))) ||
      (IsLayered && !Layers) || (!IsLayered && !D.Height && D.Depth))
    return CUDA_ERROR_INVALID_VALUE;
  L.Width = uint32_t(D.Width);
  if (D.Height)
    L.Height = uint32_t(D.Height);
  if (IsLayered)
    L.Layers = uint32_t(Layers);
  L.Kind = IsCube                  ? Shape::Cube
           : !D.Height             ? Shape::OneD
           : D.Depth && !IsLayered ? Shape::ThreeD
                                   : Shape::TwoD;
  if (L.Kind == Shape::ThreeD)
    L.Depth = uint32_t(D.Depth);
  return CUDA_SUCCESS;
}

CUresult arrayLayout(const CUDA_ARRAY3D_DESCRIPTOR &D, unsigned Levels,
                     TextureLayout &Layout) {
  constexpr unsigned Known =
      CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_SURFACE_LDST | CUDA_ARRAY3D_CUBEMAP |
      CUDA_ARRAY3D_TEXTURE_GATHER | CUDA_ARRAY3D_DEPTH_TEXTURE |
      CUDA_ARRAY3D_COLOR_ATTACHMENT;
  if (D.Flags & (CUDA_ARRAY3D_SPARSE | CUDA_ARRAY3D_DEFERRED_MAPPING)) {
    explain("there are no sparse arrays, and none whose memory comes later");
    return CUDA_ERROR_NOT_SUPPORTED;
  }
  std::optional<texture::TextureFormat> Format =
      textureFormat(D.Format, D.NumChannels);
  if (!Format || (D.Flags & ~Known))
    return CUDA_ERROR_INVALID_VALUE;
  TextureLayout L;
  L.Format = *Format;
  L.Levels = Levels;
  if (CUresult R = readShape(D, L); R != CUDA_SUCCESS)
    return R;
  if ((D.Flags & CUDA_ARRAY3D_TEXTURE_GATHER) && L.Kind != Shape::TwoD)
    return CUDA_ERROR_INVALID_VALUE;
  if (Error E = L.verify()) {
    explain(toString(std::move(E)));
    return CUDA_ERROR_INVALID_VALUE;
  }
  Layout = L;
  return CUDA_SUCCESS;
}

template <typename Object>
static CUresult ofCurrentContext(const std::shared_ptr<Object> &Found) {
  if (!Found)
    return CUDA_ERROR_INVALID_HANDLE;
  return isInReach(*Found->Owner) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult findArray(CUarray Handle, std::shared_ptr<Array> &Result) {
  Result = Driver::get().Arrays.find(Handle);
  return ofCurrentContext(Result);
}

CUresult findMipmapped(CUmipmappedArray Handle,
                       std::shared_ptr<MipmappedArray> &Result) {
  Result = Driver::get().MipmappedArrays.find(Handle);
  return ofCurrentContext(Result);
}

/// Whether \p Count from \p First on are below \p Size.
static bool isWithin(uint64_t First, uint64_t Count, uint64_t Size) {
  return First <= Size && Count <= Size - First;
}

CUresult arrayEnd(CUarray Handle, uint64_t X, uint64_t Y, uint64_t Z,
                  const CopyShape &Shape, CopyEnd &End) {
  std::shared_ptr<Array> A;
  if (CUresult R = findArray(Handle, A); R != CUDA_SUCCESS)
    return R;
  const TextureLayout &L = A->Layout;
  const unsigned Texel = L.Format.texelBytes();
  const uint64_t Row = L.rowBytes(0), Planes = uint64_t(L.Depth) * L.slices();
  if (X % Texel || Shape.Width % Texel || !isWithin(X, Shape.Width, Row) ||
      !isWithin(Y, Shape.Height, L.Height) ||
      !isWithin(Z, Shape.Depth, Planes)) {
    explain("the copy goes beyond the array, or through the middle of texels");
    return CUDA_ERROR_INVALID_VALUE;
  }
  End.Space = CopyEnd::Device;
  End.Pitch = Row;
  End.PlaneRows = L.Height;
  End.Address = A->Address + (Z * L.Height + Y) * Row + X;
  return CUDA_SUCCESS;
}

CUresult arrayBytes(CUarray Handle, uint64_t Offset, uint64_t Bytes,
                    CopyEnd &End) {
  std::shared_ptr<Array> A;
  if (CUresult R = findArray(Handle, A); R != CUDA_SUCCESS)
    return R;
  if (!isWithin(Offset, Bytes, A->Layout.bytes())) {
    explain("the copy goes beyond the array");
    return CUDA_ERROR_INVALID_VALUE;
  }
  End.Space = CopyEnd::Device;
  End.Address = A->Address + Offset;
  return CUDA_SUCCESS;
}

} // namespace heddle::driver
