//===- Bitcodes.h - The handlers as bitcode ---------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// lib/Engine/SM/Semantics for each host instruction set that this build makes
/// host code of. CMakeLists.txt writes the source file, which has nothing but
/// bytes.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_HOSTTRANSLATE_BITCODES_H
#define HEDDLE_LIB_ENGINE_HOSTTRANSLATE_BITCODES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace heddle::hosttranslate {

struct EmbeddedBitcode {
  /// hostIsaName().
  llvm::StringLiteral Isa;
  llvm::ArrayRef<unsigned char> Bytes;
  /// Lanes of a vector.
  unsigned Width;
};

extern const llvm::ArrayRef<EmbeddedBitcode> Bitcodes;

} // namespace heddle::hosttranslate

#endif // HEDDLE_LIB_ENGINE_HOSTTRANSLATE_BITCODES_H
