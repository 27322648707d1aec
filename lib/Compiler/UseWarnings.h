//===- UseWarnings.h - What code uses that it had better not ----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// --warn-on-double-precision-use, --warn-on-local-memory-usage and
/// --warn-on-spills, worded as by NVIDIA's ptxas; and the advice that a chip
/// takes denormals for zero where the PTX keeps them.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_COMPILER_USEWARNINGS_H
#define HEDDLE_LIB_COMPILER_USEWARNINGS_H

#include "Modules.h"

namespace heddle {

/// Gives the warnings that need only the PTX.
void warnOfSource(const ModuleList &Modules, const abi::Chip &Chip,
                  const CompileOptions &Options, Diagnostics &Diags);

/// Warns of what the code of \p Result came to.
void warnOfCode(const ModuleList &Modules, const CompileResult &Result,
                const CompileOptions &Options, Diagnostics &Diags);

} // namespace heddle

#endif // HEDDLE_LIB_COMPILER_USEWARNINGS_H
