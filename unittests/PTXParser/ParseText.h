//===- ParseText.h - Parses a string for a test -----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_UNITTESTS_PTXPARSER_PARSETEXT_H
#define HEDDLE_UNITTESTS_PTXPARSER_PARSETEXT_H

#include "heddle/PTXParser/AST.h"
#include "heddle/PTXParser/Parser.h"
#include "heddle/Support/Diagnostics.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle::ptx {

/// Owns the text, what was said about it and the tree.
struct ParsedText {
  llvm::SourceMgr Sources;
  std::string Said;
  std::unique_ptr<Module> M;

  explicit ParsedText(llvm::StringRef Text) {
    Sources.AddNewSourceBuffer(
        llvm::MemoryBuffer::getMemBufferCopy(Text, "test.ptx"), {});
    llvm::raw_string_ostream OS(Said);
    Diagnostics Diags(Sources, OS);
    M = parseModule(Diags);
    Diags.finish();
  }

  const Function &function(unsigned Index = 0) const {
    return *M->Functions[Index];
  }
  /// The \p Index-th instruction of the outermost block.
  const Instruction &instruction(unsigned Index) const {
    for (const Stmt *S : function().Body->Body)
      if (const auto *I = llvm::dyn_cast<Instruction>(S))
        if (Index-- == 0)
          return *I;
    llvm_unreachable("no such instruction");
  }
};

} // namespace heddle::ptx

#endif // HEDDLE_UNITTESTS_PTXPARSER_PARSETEXT_H
