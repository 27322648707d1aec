//===- EmbeddedPTX.h - The PTX that an object holds -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// NVIDIA's compilers put the PTX of a module beside its machine code where
/// they were asked for line numbers: .nv_debug_ptx_txt has the text, and
/// .nv_debug_line_sass the lines of the instructions.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_OBJECT_EMBEDDEDPTX_H
#define HEDDLE_OBJECT_EMBEDDEDPTX_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace heddle::object {

inline constexpr llvm::StringLiteral EmbeddedPTXSection = ".nv_debug_ptx_txt";

/// The PTX in an ELF file of NVIDIA's, a line behind the other; empty: there is
/// none.
std::string embeddedPTX(llvm::StringRef File);

} // namespace heddle::object

#endif // HEDDLE_OBJECT_EMBEDDEDPTX_H
