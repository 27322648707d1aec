//===- FunctionPasses.h - LLVM's passes over functions ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A row of LLVM's function passes together with the analyses that they ask
/// for.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_HOSTTRANSLATE_FUNCTIONPASSES_H
#define HEDDLE_LIB_ENGINE_HOSTTRANSLATE_FUNCTIONPASSES_H

#include "llvm/Passes/PassBuilder.h"

namespace heddle::hosttranslate {

class FunctionPasses {
public:
  /// Null: the passes need not know what the code is for.
  explicit FunctionPasses(llvm::TargetMachine *Machine = nullptr);

  template <class PassT> void add(PassT Pass) {
    Passes.addPass(std::move(Pass));
  }
  /// Floating-point operations are those of the host as it is set when the code
  /// runs, also where all their operands are known.
  void run(llvm::Function &F);

private:
  llvm::LoopAnalysisManager LAM;
  llvm::FunctionAnalysisManager FAM;
  llvm::CGSCCAnalysisManager CGAM;
  llvm::ModuleAnalysisManager MAM;
  llvm::FunctionPassManager Passes;
};

} // namespace heddle::hosttranslate

#endif // HEDDLE_LIB_ENGINE_HOSTTRANSLATE_FUNCTIONPASSES_H
