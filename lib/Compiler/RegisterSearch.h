//===- RegisterSearch.h - Fewer registers for more warps --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Generates code for a module, and again with fewer registers as long as that
/// makes room for more warps at no price worth the name:
///
///   23 registers, 256 threads: 1 CTA
///   16 registers: 2 CTAs, nothing spilled, 1.2 % more instructions: taken
///   10 registers: 3 CTAs, 9 values spilled: left
///
/// Limits come first: what --maxrregcount, .maxnreg, .maxntid and .minnctapersm
/// demand is not up for choice.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_COMPILER_REGISTERSEARCH_H
#define HEDDLE_LIB_COMPILER_REGISTERSEARCH_H

#include "heddle/Compiler/Compiler.h"

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace heddle {

namespace abi {
struct Chip;
} // namespace abi

class RemarkCollector;

/// Generates code for the optimized \p M into \p Result, with register budgets
/// as Options.Occupancy wants for Result.Geometry. \p Target is one of
/// createTargetMachine() for \p Chip. Returns false when the code was refused,
/// with the reasons on \p Diags. \p Remarks gets the remarks on the code that
/// was chosen. \p M is changed.
bool generateWithBudgets(llvm::Module &M, const abi::Chip &Chip,
                         llvm::TargetMachine &Target,
                         const CompileOptions &Options, Diagnostics &Diags,
                         RemarkCollector &Remarks, CompileResult &Result);

} // namespace heddle

#endif // HEDDLE_LIB_COMPILER_REGISTERSEARCH_H
