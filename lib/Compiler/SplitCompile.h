//===- SplitCompile.h - Kernels compiled by several threads -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Optimizes and generates the kernels of a module on several threads. Once it
/// is settled what is inlined where, the module goes to each thread as bitcode,
/// since a context belongs to one, and loses there the kernels that are not the
/// thread's turn, with what only they call:
///
///   module of a b c d -> a b | c d -> object of a b | of c d -> one object
///
/// Kernels share no code, so that the result does not depend on who made what:
/// it is, byte for byte, that of one thread. Builtins that are called are the
/// exception: one kernel may have them called in all, so that a module with
/// such is optimized as one, and parted behind that.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_COMPILER_SPLITCOMPILE_H
#define HEDDLE_LIB_COMPILER_SPLITCOMPILE_H

#include "heddle/Compiler/Compiler.h"

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace heddle {

namespace abi {
struct Chip;
} // namespace abi

struct OptimizerOptions;

/// Whether nobody wants to see how the code is made, or what that leaves in the
/// module, as the notes for checkers do.
bool mayCompileByThreads(const CompileOptions &Options);

enum class SplitResult {
  /// The result is complete.
  Done,
  /// One thread has to do it: there is one kernel or little code, or something
  /// to report, which is then said in the order of the kernels.
  Refused,
  /// Functions have to be optimized together.
  SharesBuiltins,
};

/// Compiles \p M into \p Result on Options.Threads threads, where
/// mayCompileByThreads(). \p Optimizer: for PipelinePart::OfFunctions, null
/// where \p M is optimized. Unless done, \p Result is as before.
SplitResult compileByThreads(const llvm::Module &M, const abi::Chip &Chip,
                             llvm::TargetMachine &Target,
                             const CompileOptions &Options,
                             const OptimizerOptions *Optimizer,
                             Diagnostics &Diags, CompileResult &Result);

} // namespace heddle

#endif // HEDDLE_LIB_COMPILER_SPLITCOMPILE_H
