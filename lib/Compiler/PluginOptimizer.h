//===- PluginOptimizer.h - Passes of plugins, by ptx-opt --------*- C++ -*-===//
//-*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A plugin calls LLVM in the program that loads it, and of our programs
/// ptx-opt alone exports LLVM: the others start faster, as static programs. So
/// where plugins are asked for, ptx-opt optimizes the module, in their place.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_COMPILER_PLUGINOPTIMIZER_H
#define HEDDLE_LIB_COMPILER_PLUGINOPTIMIZER_H

#include "heddle/Compiler/Compiler.h"

namespace llvm {
class Module;
} // namespace llvm

namespace heddle {

/// \p M after the passes of \p Options' level and of its plugins, in the same
/// context. Fails where there is no ptx-opt beside this program or in PATH, and
/// where it fails, which has said why on stderr.
llvm::Expected<std::unique_ptr<llvm::Module>>
optimizeWithPlugins(const llvm::Module &M, llvm::StringRef Chip,
                    const CompileOptions &Options);

} // namespace heddle

#endif // HEDDLE_LIB_COMPILER_PLUGINOPTIMIZER_H
