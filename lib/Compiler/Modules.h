//===- Modules.h - The modules of a program ---------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One module or several, all of them parsed, that become one program; or one
/// that becomes an object which is still to be linked.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_COMPILER_MODULES_H
#define HEDDLE_LIB_COMPILER_MODULES_H

#include "heddle/Compiler/Compiler.h"
#include "heddle/PTXParser/AST.h"

namespace heddle {

namespace abi {
struct Chip;
} // namespace abi
struct LiftOptions;

using ModuleList = std::vector<std::unique_ptr<ptx::Module>>;

/// Parses every buffer of \p Diags's SourceMgr and resolves names among them.
/// Empty after a report.
ModuleList parseModules(bool IsPart, Diagnostics &Diags);

/// The chip that all of \p Modules are for: an object's own, -arch, else what
/// .target says. Null after a report when they differ.
llvm::Expected<const abi::Chip *> chooseChip(const CompileOptions &Options,
                                             const ModuleList &Modules,
                                             Diagnostics &Diags);

/// The architecture that was asked for where it is \p Chip: "sm_75".
std::string archName(const CompileOptions &Options, const ModuleList &Modules,
                     const abi::Chip &Chip);

/// Sets in \p Lift what objects bring along. Reports where they differ.
void setLiftOptions(const CompileOptions &Options, const ModuleList &Modules,
                    LiftOptions &Lift, Diagnostics &Diags);

/// Writes an object for \p Chip with the text and the symbols of \p Source,
/// which is the main buffer of \p Diags.
void writePart(const ptx::Module &Source, const abi::Chip &Chip,
               const CompileOptions &Options, Diagnostics &Diags,
               CompileResult &Result);

} // namespace heddle

#endif // HEDDLE_LIB_COMPILER_MODULES_H
