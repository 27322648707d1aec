//===- RegisterShortage.h - Budgets that code cannot keep -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How few registers suffice, even when all values are spilled that can be, is
/// known only from trying: instructions take pairs and quads that begin at
/// multiples of their size.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_COMPILER_REGISTERSHORTAGE_H
#define HEDDLE_LIB_COMPILER_REGISTERSHORTAGE_H

namespace llvm {
class Module;
} // namespace llvm

namespace heddle {

class Diagnostics;
namespace tesla {
struct CodeGenOptions;
} // namespace tesla

/// Whether a kernel of \p M has a budget that its code may not be able to keep.
bool mayRunShort(const llvm::Module &M, const tesla::CodeGenOptions &Options);

/// Reports at the lines of the kernels of \p M, optimized code as before code
/// generation, which of them cannot keep their budgets, and the least budgets
/// that suffice.
void reportShortage(const llvm::Module &M, const tesla::CodeGenOptions &Options,
                    Diagnostics &Diags);

} // namespace heddle

#endif // HEDDLE_LIB_COMPILER_REGISTERSHORTAGE_H
