//===- ImageList.h - Textures of a program, in IR ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Code names textures, samplers and surfaces by slots. Which they are is
/// metadata of the module: `!heddle.images` lists, in the order of the slots of
/// each kind, nodes of the kind, the name, and strings of settings.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_INTRINSICS_IMAGELIST_H
#define HEDDLE_INTRINSICS_IMAGELIST_H

#include "heddle/ABI/ImageReference.h"

namespace llvm {
class Module;
}

namespace heddle {

void addImage(llvm::Module &M, const abi::ImageReference &Image);

/// The images that \p M lists. Entries that are not of the form above are
/// skipped.
std::vector<abi::ImageReference> imagesOf(const llvm::Module &M);

} // namespace heddle

#endif // HEDDLE_INTRINSICS_IMAGELIST_H
