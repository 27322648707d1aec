//===- Input.h - Reading PTX and IR -----------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_PTX_OPT_INPUT_H
#define HEDDLE_TOOLS_PTX_OPT_INPUT_H

#include "heddle/Support/Diagnostics.h"
#include "heddle/Support/Tool.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"

namespace heddle {

/// A PTX or .ll file as IR, with the means to report on it.
class Input {
public:
  Input(llvm::LLVMContext &Context, const Tool &Self);

  /// Reads \p Path; .ll and .bc are IR, everything else is PTX, lifted for chip
  /// \p Arch, or for the module's own target if that is empty. Null after a
  /// report on stderr; then hadUsageError tells whether the file could not even
  /// be read.
  std::unique_ptr<llvm::Module> read(llvm::StringRef Path, llvm::StringRef Arch,
                                     bool FuseMulAdd);
  bool hadUsageError() const { return UsageError; }

  /// Whether what was read was PTX, and its text.
  bool isPTX() const { return IsPTX; }
  const Diagnostics &texts() const { return Diags; }

  /// Whether a pass has reported an error.
  bool hadError() const { return PassError || Diags.hadError(); }

private:
  /// Sends what passes report to the place where the PTX is known.
  bool take(const llvm::DiagnosticInfo &Info);
  bool takeRemark(const llvm::DiagnosticInfoOptimizationBase &DI);
  /// Null after a report.
  std::unique_ptr<llvm::MemoryBuffer> open(llvm::StringRef Path);
  std::unique_ptr<llvm::Module> readIR(llvm::StringRef Path);
  std::unique_ptr<llvm::Module> readPTX(llvm::StringRef Path,
                                        llvm::StringRef Arch, bool FuseMulAdd);

  llvm::LLVMContext &Context;
  const Tool &Self;
  llvm::SourceMgr Sources;
  Diagnostics Diags;
  bool IsPTX = false;
  bool UsageError = false;
  bool PassError = false;
};

} // namespace heddle

#endif // HEDDLE_TOOLS_PTX_OPT_INPUT_H
