//===- MIR.h - Passes on machine IR -----------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_PTX_OPT_MIR_H
#define HEDDLE_TOOLS_PTX_OPT_MIR_H

#include "Options.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace llvm {
class Module;
class raw_ostream;
} // namespace llvm

namespace heddle {

/// Runs the machine passes that -run-pass and its like name on the text of a
/// .mir file, \p Buffer, and prints the result.
llvm::Error runMIRPasses(std::unique_ptr<llvm::MemoryBuffer> Buffer,
                         const OptOptions &Options, llvm::raw_ostream &OS);

/// Generates code for \p M up to -stop-after or -stop-before and prints it.
llvm::Error printMIR(llvm::Module &M, const OptOptions &Options,
                     llvm::raw_ostream &OS);

} // namespace heddle

#endif // HEDDLE_TOOLS_PTX_OPT_MIR_H
