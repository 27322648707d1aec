//===- Images.h - Textures and surfaces of programs -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a program has bound, and how its statements access that.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FUZZ_RANDOM_IMAGES_H
#define HEDDLE_FUZZ_RANDOM_IMAGES_H

#include "Operand.h"
#include "heddle/ABI/ImageAccess.h"
#include "heddle/Texture/Sampler.h"
#include "heddle/Texture/Texture.h"
#include <optional>
#include <string>
#include <vector>

namespace heddle::ptxrandom {

struct ProgramImage {
  abi::ImageKind Kind = abi::ImageKind::Texture;
  /// Of an own image only the format and the shape: see layoutOf().
  texture::TextureLayout Layout;
  texture::Sampler How;
  /// Its memory is the output buffer, and each thread accesses its own part.
  bool IsOwn = false;
  /// The module has a variable for it; the kernel a parameter with its handle.
  bool HasVariable = true, HasHandle = false;
};

/// What the program calls image \p Number.
inline std::string imageName(size_t Number) {
  return "image" + std::to_string(Number);
}

/// Shape \p Kind as instructions name it, with layers or without.
abi::ImageGeometry geometryOf(const texture::TextureLayout &L);
/// "1d" …
const char *geometryName(abi::ImageGeometry G);
/// Numbers that a place has, without a layer.
unsigned coordinatesOf(abi::ImageGeometry G);
bool hasLayer(abi::ImageGeometry G);
bool isCube(abi::ImageGeometry G);

/// A word that an access takes, made of a register or an immediate.
struct ImageOperand {
  Operand From;
  /// From itself: of F32 where a float is wanted, else of B32. Otherwise, From
  /// is of B32, and the word is
  /// ((From & Mask) * Step + Add + thread * PerThread) / 2^Shift.
  bool IsRaw = true;
  uint32_t Mask = ~0u, Step = 1, Add = 0, PerThread = 0;
  unsigned Shift = 0;
  friend bool operator==(const ImageOperand &, const ImageOperand &) = default;
};

struct ImageAccess {
  enum OpType : uint8_t { Fetch, Gather, Query, Load, Store, Reduce };
  /// How the instruction names the image.
  enum WayType : uint8_t {
    Name,
    /// By a register with the variable's handle, or the kernel's parameter.
    Variable,
    Parameter,
  };

  OpType Op = Fetch;
  WayType Way = Name;
  unsigned Image = 0;
  /// With Parameter: image Other instead, where Choice does not hold.
  std::optional<unsigned> Other;
  Guard Choice;
  std::optional<unsigned> Sampler;
  abi::ImageGeometry Geometry = abi::ImageGeometry::OneD;
  abi::TexelMode Mode = abi::TexelMode::Plain;
  /// The type's suffix.
  std::string Type;
  /// Coordinates, and the level, are integers.
  bool IsInteger = false;
  std::vector<ImageOperand> Place;
  /// One, or none where there is no such thing.
  std::vector<ImageOperand> Layer, Level, Depth;
  std::vector<ImageOperand> GradientX, GradientY, Offsets;
  /// Of a gather.
  unsigned Component = 0;
  abi::ImageQuery Question = abi::ImageQuery::Width;
  // Of surfaces.
  abi::ImageBounds Bounds = abi::ImageBounds::Trap;
  abi::SurfaceReduction Reduction = abi::SurfaceReduction::Add;
  /// .p: x counts texels.
  bool IsFormatted = false;

  /// Calls \p Each for all operands.
  template <class FnT> void forOperands(FnT Each) const {
    for (const auto *List :
         {&Place, &Layer, &Level, &Depth, &GradientX, &GradientY, &Offsets})
      for (const ImageOperand &O : *List)
        Each(O);
  }
  /// "tex" …
  const char *mnemonic() const;
};

} // namespace heddle::ptxrandom

#endif // HEDDLE_FUZZ_RANDOM_IMAGES_H
