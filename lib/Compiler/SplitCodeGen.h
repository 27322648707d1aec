//===- SplitCodeGen.h - Code generation by several threads ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Generates code for the kernels of a module on several threads. An optimized
/// module goes to each thread as bitcode, since a context belongs to one, and
/// loses there the kernels that are not the thread's turn:
///
///   module of a b c d -> a b | c d -> object of a b | of c d -> one object
///
/// Kernels share no code, so that the result does not depend on who made what:
/// it is, byte for byte, that of generateWithBudgets().
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_COMPILER_SPLITCODEGEN_H
#define HEDDLE_LIB_COMPILER_SPLITCODEGEN_H

#include "heddle/Compiler/Compiler.h"

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace heddle {

namespace abi {
struct Chip;
} // namespace abi

/// Generates code for the optimized \p M into \p Result as
/// generateWithBudgets() does, on Options.Threads threads. False where it must
/// do it instead, \p M and \p Result being as before: one thread or one kernel,
/// little code, an output or an observer that wants the passes in their order,
/// or something to report, which is then said in the order of the kernels.
bool generateByThreads(const llvm::Module &M, const abi::Chip &Chip,
                       llvm::TargetMachine &Target,
                       const CompileOptions &Options, Diagnostics &Diags,
                       CompileResult &Result);

} // namespace heddle

#endif // HEDDLE_LIB_COMPILER_SPLITCODEGEN_H
