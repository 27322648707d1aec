//===- Array.h - Arrays and mipmapped arrays --------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An array is texels in memory of the device, laid out as the texture unit has
/// them: rows follow each other without gaps. Programs reach it by copies,
/// textures and surfaces only.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_ARRAY_H
#define HEDDLE_DRIVERAPI_ARRAY_H

#include "Copy.h"
#include "heddle/Texture/Texture.h"
#include <memory>
#include <vector>

namespace heddle::driver {

struct Context;

struct Array {
  CUarray Self = nullptr;
  Context *Owner = nullptr;
  CUDA_ARRAY3D_DESCRIPTOR Descriptor = {};
  /// One level.
  texture::TextureLayout Layout;
  uint64_t Address = 0;
  /// The mipmapped array that the array is a level of, and which frees it; null
  /// if there is none.
  CUmipmappedArray From = nullptr;
};

struct MipmappedArray {
  CUmipmappedArray Self = nullptr;
  Context *Owner = nullptr;
  CUDA_ARRAY3D_DESCRIPTOR Descriptor = {};
  texture::TextureLayout Layout;
  uint64_t Address = 0;
  /// The array of each level that a program has asked for; else null.
  std::vector<CUarray> Levels;
};

/// Returns the format of \p Channels channels of \p Format, whose integers are
/// read as elements unless the format says otherwise; none if there is none.
std::optional<texture::TextureFormat> textureFormat(CUarray_format Format,
                                                    unsigned Channels);

/// Reads the layout of an array with \p Levels levels from \p D. Refuses what
/// the texture unit does not have.
CUresult arrayLayout(const CUDA_ARRAY3D_DESCRIPTOR &D, unsigned Levels,
                     texture::TextureLayout &Layout);

/// Finds an array of the current context.
CUresult findArray(CUarray Handle, std::shared_ptr<Array> &Result);
CUresult findMipmapped(CUmipmappedArray Handle,
                       std::shared_ptr<MipmappedArray> &Result);

/// Describes the part of an array at byte \p X, row \p Y and plane or layer
/// \p Z as the end of a copy with \p Shape, which must lie in the array.
CUresult arrayEnd(CUarray Handle, uint64_t X, uint64_t Y, uint64_t Z,
                  const CopyShape &Shape, CopyEnd &End);

/// Describes \p Bytes bytes of an array as the end of a copy, from \p Offset on
/// in the order of rows.
CUresult arrayBytes(CUarray Handle, uint64_t Offset, uint64_t Bytes,
                    CopyEnd &End);

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_ARRAY_H
