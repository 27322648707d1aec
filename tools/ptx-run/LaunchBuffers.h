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
#include "heddle/Runtime/Launcher.h"

namespace heddle {

class LaunchBuffers {
public:
  LaunchBuffers(const RunOptions &Options, runtime::LoadedModule &Module)
      : Options(Options), Module(Module), Images(Module.object()) {}

  /// Loads the module's variables, makes what the arguments of \p K say, and
  /// sets variables.
  llvm::Error bind(const object::Kernel &K);

  sm::GlobalMemory &memory() { return Memory; }
  llvm::ArrayRef<runtime::ArgumentValue> values() const { return Values; }
  const sm::ImageTable &images() const { return Images.table(); }

  /// The bytes that \p Name means; an error names \p Option, without dashes.
  llvm::Expected<llvm::MutableArrayRef<uint8_t>> find(const BufferName &Name,
                                                      llvm::StringRef Option);
  /// The type that an option \p Said, else that of the argument, else bits.
  runtime::ElementType typeOf(const BufferName &Name,
                              std::optional<runtime::ElementType> Said) const;
  /// "buffer 'y' (parameter 2)", "variable 'total'".
  std::string label(const BufferName &Name) const;

private:
  llvm::Error bindArguments();
  llvm::Error bindBuffer(const runtime::Argument &A, llvm::StringRef Name,
                         runtime::ArgumentValue &V);
  abi::Address inside(const runtime::Argument &A) const;
  llvm::Error setVariable(const SetRequest &R);
  llvm::Error bindImage(const ImageRequest &R);
  llvm::Error bindHandles();
  /// The image of the name, if there is one.
  std::optional<llvm::MutableArrayRef<uint8_t>>
  imageAt(llvm::StringRef Name) const;
  std::optional<unsigned> parameterOf(const BufferName &Name) const;
  std::string noBuffer(unsigned Parameter) const;
  llvm::Expected<llvm::MutableArrayRef<uint8_t>>
  ofParameter(unsigned Parameter);

  const RunOptions &Options;
  runtime::LoadedModule &Module;
  sm::GlobalMemory Memory;
  std::vector<runtime::ArgumentValue> Values;
  runtime::ImageBindings Images;
  /// By name; not of samplers.
  llvm::StringMap<llvm::MutableArrayRef<uint8_t>> ImageBytes;
  /// Null: nothing is bound yet.
  const object::Kernel *Kernel = nullptr;
};

} // namespace heddle

#endif // HEDDLE_TOOLS_PTX_RUN_LAUNCHBUFFERS_H
