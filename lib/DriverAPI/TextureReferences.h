//===- TextureReferences.h - Textures that modules name ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A texture reference is a variable of a module: code names its slot, and the
/// program binds memory to it before a launch.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_TEXTUREREFERENCES_H
#define HEDDLE_DRIVERAPI_TEXTUREREFERENCES_H

#include "heddle-cuda/driver_types.h"
#include "heddle/Machine/ImageTable.h"
#include <memory>
#include <optional>
#include <vector>

namespace heddle::driver {

struct Module;

struct TextureReference {
  CUtexref Self = nullptr;
  /// Null for a reference that the program made, which no code names.
  Module *Owner = nullptr;
  uint32_t Slot = 0;
  CUarray_format Format = CU_AD_FORMAT_FLOAT;
  unsigned Channels = 1;
  CUDA_TEXTURE_DESC How = {};
  /// Nothing before memory is bound. Its format is that of the reference.
  std::optional<CUDA_RESOURCE_DESC> Bound;
};

/// Binds the memory of the references of \p M to their slots of \p Table, whose
/// images live as long as the result.
std::vector<std::unique_ptr<texture::Texture>>
bindReferences(const Module &M, sm::ImageTable &Table);

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_TEXTUREREFERENCES_H
