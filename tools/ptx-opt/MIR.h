//===- MIR.h - Passes on machine IR -----------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_PTX_OPT_MIR_H
#define HEDDLE_TOOLS_PTX_OPT_MIR_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class LLVMContext;
class raw_ostream;
} // namespace llvm

namespace heddle {

/// Runs the machine passes that -run-pass and its like name on the .mir file
/// \p Path and prints the result.
llvm::Error runMIRPasses(llvm::StringRef Path, llvm::LLVMContext &Context,
                         llvm::raw_ostream &OS);

} // namespace heddle

#endif // HEDDLE_TOOLS_PTX_OPT_MIR_H
