//===- Parser.h - PTX text to a checked module ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Entry points of the PTX front end.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTXPARSER_PARSER_H
#define HEDDLE_PTXPARSER_PARSER_H

#include <memory>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace heddle {
class Diagnostics;
} // namespace heddle

namespace heddle::ptx {

struct Module;

struct ParseOptions {
  /// The buffer of the SourceMgr; 0: the main one.
  unsigned Buffer = 0;
  /// See Module::IsPart.
  bool IsPart = false;
  /// Returns what could be read even if there were errors: for editors. Names
  /// may be unresolved in it, and nothing else takes such a module.
  bool KeepsBroken = false;
};

/// Parses and checks a buffer of \p Diags's SourceMgr, which must outlive the
/// module. Reports every mistake it finds; null if there was one.
std::unique_ptr<Module> parseModule(Diagnostics &Diags,
                                    const ParseOptions &Options = {});

/// Prints \p M as PTX that parses to the same module.
void printPTX(const Module &M, llvm::raw_ostream &OS);

/// Prints the tree, a node a line, types and resolved names included.
void dumpAST(const Module &M, llvm::raw_ostream &OS);

} // namespace heddle::ptx

#endif // HEDDLE_PTXPARSER_PARSER_H
