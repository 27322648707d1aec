//===- Decompile.h - Machine code back to PTX -------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The structure of a kernel's machine code, and PTX 1.4 that computes the
/// same. Only code of the silicon is lifted, compute capability 1.0 to 1.3.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DECOMPILE_DECOMPILE_H
#define HEDDLE_DECOMPILE_DECOMPILE_H

#include "heddle/Object/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace heddle::decompile {

/// PTX of all kernels and variables of \p M. Fails on an instruction that PTX
/// has no words for, and says at which address.
llvm::Expected<std::string> decompile(const object::Module &M);

/// Prints the blocks of \p K: their addresses and instructions, where they go,
/// and the loops that they are in.
llvm::Error printStructure(const object::Module &M, const object::Kernel &K,
                           llvm::raw_ostream &OS);

} // namespace heddle::decompile

#endif // HEDDLE_DECOMPILE_DECOMPILE_H
