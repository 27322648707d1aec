//===- SourceLines.h - PTX lines of host code -------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Says in a kernel's LLVM IR which line of the PTX code is for, as DWARF has
/// it. The code is the same with and without.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_HOSTTRANSLATE_SOURCELINES_H
#define HEDDLE_LIB_ENGINE_HOSTTRANSLATE_SOURCELINES_H

#include "heddle/Machine/Program.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/Function.h"

namespace heddle::hosttranslate {

class SourceLines {
public:
  /// \p F is a function of \p P.
  SourceLines(llvm::Function &F, const sm::Program &P);

  /// Returns the line of the instruction at an index of the program; none where
  /// the object does not know it.
  llvm::DebugLoc of(uint32_t PC);

  /// To be called when the function is complete.
  void finish() { B.finalize(); }

private:
  llvm::DIFile *fileOf(llvm::StringRef Path);

  const sm::Program &P;
  llvm::DIBuilder B;
  llvm::DISubprogram *Whole;
};

} // namespace heddle::hosttranslate

#endif // HEDDLE_LIB_ENGINE_HOSTTRANSLATE_SOURCELINES_H
