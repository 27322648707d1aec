//===- LaunchBuffers.h - What one launch gets and leaves --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The argument values of a launch from the command line, and its buffers and
/// variables by the names that options call them.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_PTX_RUN_LAUNCHBUFFERS_H
#define HEDDLE_TOOLS_PTX_RUN_LAUNCHBUFFERS_H

#include "Options.h"
#include "heddle/Machine/GlobalMemory.h"
#include "heddle/Session/LaunchInputs.h"

namespace heddle {

class LaunchBuffers {
public:
  LaunchBuffers(const RunOptions &Options, runtime::LoadedModule &Module)
      : Options(Options), Module(Module) {}

  /// Loads the module's variables, makes what the arguments of \p K say, and
  /// sets variables.
  llvm::Error bind(const object::Kernel &K);

  sm::GlobalMemory &memory() { return Memory; }
  /// They are bound.
  const session::LaunchInputs &inputs() const { return *Inputs; }

  /// The bytes that \p Name means; an error names \p Option, without dashes.
  llvm::Expected<llvm::MutableArrayRef<uint8_t>> find(const BufferName &Name,
                                                      llvm::StringRef Option);
  /// The type that an option \p Said, else that of the argument, else bits.
  runtime::ElementType typeOf(const BufferName &Name,
                              std::optional<runtime::ElementType> Said) const;
  /// "buffer 'y' (parameter 2)", "variable 'total'".
  std::string label(const BufferName &Name) const;

private:
  std::optional<unsigned> parameterOf(const BufferName &Name) const;

  const RunOptions &Options;
  runtime::LoadedModule &Module;
  sm::GlobalMemory Memory;
  /// Empty: nothing is bound yet.
  std::optional<session::LaunchInputs> Inputs;
  /// Null: nothing is bound yet.
  const object::Kernel *Kernel = nullptr;
};

} // namespace heddle

#endif // HEDDLE_TOOLS_PTX_RUN_LAUNCHBUFFERS_H
