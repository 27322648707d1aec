//===- ImageReference.h - Textures that code names --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ABI_IMAGEREFERENCE_H
#define HEDDLE_ABI_IMAGEREFERENCE_H

#include "heddle/ABI/ImageAccess.h"
#include <string>
#include <vector>

namespace heddle::abi {

/// A .texref, .samplerref or .surfref, or a variable in .tex. The first of each
/// kind in a program has slot 0, the next slot 1, and so on.
struct ImageReference {
  ImageKind Kind = ImageKind::Texture;
  std::string Name;
  /// The settings that the PTX gives it, as in "filter_mode=linear".
  std::vector<std::string> Settings;
};

/// Settings of a texture from which code fetches by its slot. They say which
/// type of texel the code assumes, because instructions of the silicon do not.
constexpr char FetchedAsFloats[] = "fetched=floats";
constexpr char FetchedAsIntegers[] = "fetched=integers";

} // namespace heddle::abi

#endif // HEDDLE_ABI_IMAGEREFERENCE_H
