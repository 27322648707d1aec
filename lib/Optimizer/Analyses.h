//===- Analyses.h - What passes may ask of a function -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVM's PassBuilder knows every pass and every analysis, so a program with it
/// holds all of them, and sets up their options each time it starts. The
/// pipelines of -O0 to -O3 do without: they register what their passes ask for.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_OPTIMIZER_ANALYSES_H
#define HEDDLE_LIB_OPTIMIZER_ANALYSES_H

#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/PassManager.h"

namespace heddle {

/// Each manager outlives those in front of it.
struct AnalysisManagers {
  llvm::LoopAnalysisManager Loops;
  llvm::FunctionAnalysisManager Functions;
  llvm::CGSCCAnalysisManager CGSCCs;
  llvm::ModuleAnalysisManager Modules;
};

/// Registers our replacements of LLVM's analyses. Registered first, ours win.
void registerOwnAnalyses(llvm::FunctionAnalysisManager &Functions);

/// Registers the analyses that the passes of buildPipeline() need, ours
/// included.
void registerPipelineAnalyses(AnalysisManagers &Managers,
                              llvm::PassInstrumentationCallbacks &Callbacks);

} // namespace heddle

#endif // HEDDLE_LIB_OPTIMIZER_ANALYSES_H
