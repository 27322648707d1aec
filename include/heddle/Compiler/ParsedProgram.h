//===- ParsedProgram.h - A program compiled kernel by kernel ----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Programs have many more kernels than they launch. Their text is read and
/// checked once, and the trees are kept, so that a kernel can be compiled when
/// somebody wants it.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_COMPILER_PARSEDPROGRAM_H
#define HEDDLE_COMPILER_PARSEDPROGRAM_H

#include "heddle/Compiler/Compiler.h"

namespace heddle {

class ParsedProgram {
public:
  struct Kernel {
    llvm::StringRef Name;
    /// The size of its text without the functions that it calls.
    size_t TextBytes = 0;
  };

  /// Parses and links the buffers of \p Diags's SourceMgr, which the program
  /// refers to from then on. Null with success: they were refused, with reports
  /// on \p Diags. Fails where there is no memory for the trees.
  static llvm::Expected<std::unique_ptr<ParsedProgram>>
  parse(Diagnostics &Diags);
  ~ParsedProgram();

  /// The kernels in source order.
  std::vector<Kernel> kernels() const;

  /// Whether objects of different kernels have the same variables in .global
  /// and .const. A function's own are in an object whose code uses them.
  bool hasSameVariables() const;

  /// Compiles only the kernels called \p Names, as compilePTX does all:
  /// Options.Entries does not count, and there is neither a judge nor a part.
  /// \p WithSources: the object has what .loc says of all kernels' sources.
  /// \p Diags reports on the SourceMgr that the program was parsed from.
  llvm::Expected<std::unique_ptr<CompileResult>>
  compile(std::vector<std::string> Names, CompileOptions Options,
          bool WithSources, Diagnostics &Diags) const;

private:
  struct Trees;
  explicit ParsedProgram(std::unique_ptr<Trees> Of);

  std::unique_ptr<Trees> Of;
};

} // namespace heddle

#endif // HEDDLE_COMPILER_PARSEDPROGRAM_H
