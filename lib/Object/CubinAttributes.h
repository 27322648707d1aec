//===- CubinAttributes.h - What .nv.info.NAME says --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_OBJECT_CUBINATTRIBUTES_H
#define HEDDLE_LIB_OBJECT_CUBINATTRIBUTES_H

#include "heddle/Object/KernelInfo.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace heddle::object {

/// The attributes of a kernel in an ELF cubin.
struct CubinAttributes {
  /// In the order of their offsets. A type is unknown: "b32" for four bytes, an
  /// array of "b8" for a size that no scalar has.
  std::vector<KernelParam> Params;
  /// Whether anything is said of them: where there are none, their size is.
  bool KnowsParams = false;
  /// Entries of the divergence stack; 0 where nothing is said.
  uint32_t StackDepth = 0;
  struct Texture {
    /// The number of its symbol, and that in instructions.
    uint32_t Symbol = 0, Slot = 0;
  };
  llvm::SmallVector<Texture, 2> Textures;
};

/// Reads \p Bytes. Fails where they end within an attribute, or one of those
/// above has another form than NVIDIA's files give it.
llvm::Expected<CubinAttributes> readCubinAttributes(llvm::StringRef Bytes);

} // namespace heddle::object

#endif // HEDDLE_LIB_OBJECT_CUBINATTRIBUTES_H
