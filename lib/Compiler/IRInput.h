//===- IRInput.h - A module given as IR -------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_COMPILER_IRINPUT_H
#define HEDDLE_LIB_COMPILER_IRINPUT_H

#include "llvm/Support/Error.h"
#include <memory>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace heddle {

class Diagnostics;
struct CompileOptions;

namespace abi {
struct Chip;
} // namespace abi

/// Parses the main buffer of \p Diags, which holds IR as the lifter makes it,
/// for the chip of Options.Arch or the one that its functions name, which is
/// returned in \p Chip. Null after a report.
llvm::Expected<std::unique_ptr<llvm::Module>>
readIR(const CompileOptions &Options, Diagnostics &Diags,
       llvm::LLVMContext &Context, const abi::Chip *&Chip);

} // namespace heddle

#endif // HEDDLE_LIB_COMPILER_IRINPUT_H
