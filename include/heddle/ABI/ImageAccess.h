//===- ImageAccess.h - How code speaks of images ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Handles of textures, samplers and surfaces, and the instructions of tx1 that
/// access them: what their registers hold, and the nine bits of theirs that say
/// what is asked for. The silicon has slots instead, of textures and samplers.
///
/// Registers, four in a row where nothing else is said:
///
///   texh, texh more   {x, y, z, layer}; floats, or integers, but the layer
///                     {the texture's handle, the sampler's}, low words first;
///                     0 for the sampler that belongs to the texture
///   texh more         {level, offsets, depth, 0}
///   texh grad         {gradient in x of x, y, z, offsets}
///                     {gradient in y of x, y, z, depth}
///   txq               the handle; the level
///   suld, sust, sured the handle; {x, y, z, layer}; what is written
///
/// Offsets are in texels, four bits each, x the lowest; then, from bit 12 on,
/// the component that is gathered.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ABI_IMAGEACCESS_H
#define HEDDLE_ABI_IMAGEACCESS_H

#include <cstdint>

namespace heddle::abi {

enum class ImageKind : uint8_t { Texture, Sampler, Surface };

/// The upper word of a handle is this plus the kind, the lower one the slot.
constexpr uint32_t ImageHandleWord = 0x696d6700;

constexpr uint64_t imageHandle(ImageKind Kind, uint32_t Slot) {
  return uint64_t(ImageHandleWord + unsigned(Kind)) << 32 | Slot;
}

/// Slots of the silicon.
constexpr unsigned TextureSlots = 128, SamplerSlots = 16;

/// Bits 0 to 2 of what is asked for, unless it is a query.
enum class ImageGeometry : uint8_t {
  OneD,
  TwoD,
  ThreeD,
  Cube,
  OneDArray,
  TwoDArray,
  CubeArray,
};

/// Bits 3 and 4 of a fetch.
enum class TexelMode : uint8_t { Plain, Level, Gradient, Gather };
/// Bits 5 and 6 of a fetch.
enum class TexelType : uint8_t { U32, S32, F32 };
enum TexelBits : uint16_t {
  /// Coordinates, and the level, are integers.
  TexelInteger = 1 << 7,
  /// Texels are compared with a depth.
  TexelCompare = 1 << 8,
};

constexpr unsigned fetchBits(ImageGeometry G, TexelMode M, TexelType T) {
  return unsigned(G) | unsigned(M) << 3 | unsigned(T) << 5;
}

/// A value that a query asks for.
enum class ImageQuery : uint8_t {
  Width,
  Height,
  Depth,
  ChannelDataType,
  ChannelOrder,
  NormalizedCoords,
  ArraySize,
  NumMipmapLevels,
  NumSamples,
  FilterMode,
  AddressMode0,
  AddressMode1,
  AddressMode2,
  ForceUnnormalizedCoords,
  MemoryLayout,
};

/// Bits 3 and 4 of an access to a surface.
enum class ImageBounds : uint8_t { Trap, Clamp, Zero };
/// Bits 5 and 6 of suld and sust are the binary logarithm of an element's
/// bytes. Bits 7 and 8 are that of a vector's number of elements, or this value
/// for a formatted texel.
constexpr unsigned FormattedTexel = 3;

/// The number of registers that a load or a store of a surface with the bits
/// \p What moves: one for each element, two for one of 64 bits.
constexpr unsigned surfaceWords(uint32_t What) {
  const unsigned Vector = What >> 7 & 3, LogBytes = What >> 5 & 3;
  return Vector == FormattedTexel ? 4 : (LogBytes == 3 ? 2 : 1) << Vector;
}

/// Bits 6 to 8 of sured; bit 5 says that x counts texels.
enum class SurfaceReduction : uint8_t { Add, MinU, MaxU, MinS, MaxS, And, Or };

} // namespace heddle::abi

#endif // HEDDLE_ABI_IMAGEACCESS_H
