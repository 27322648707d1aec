//===- PipelineExtensions.h - Places for passes of plugins ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The extension points of LLVM's PassBuilder as our pipelines have them. This
/// base has no passes for any of them; what asks a PassBuilder is apart, since
/// that one brings all of LLVM's passes into a program.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_OPTIMIZER_PIPELINEEXTENSIONS_H
#define HEDDLE_LIB_OPTIMIZER_PIPELINEEXTENSIONS_H

#include "heddle/Optimizer/Pipelines.h"

namespace heddle {

class PipelineExtensions {
public:
  virtual ~PipelineExtensions() = default;

  /// In front of everything: PipelineStart, PipelineEarlySimplification.
  virtual void start(llvm::ModulePassManager &) const {}
  /// Behind inlining and promotion to SSA: CGSCCOptimizerLate, then
  /// OptimizerEarly.
  virtual void afterInlining(llvm::ModulePassManager &) const {}
  /// Wherever InstCombine runs: Peephole.
  virtual void peephole(llvm::FunctionPassManager &) const {}
  /// At the optimization of loops: LateLoopOptimizations, LoopOptimizerEnd.
  virtual void loops(llvm::FunctionPassManager &) const {}
  /// Behind the optimization of functions: ScalarOptimizerLate,
  /// VectorizerStart.
  virtual void scalarLate(llvm::FunctionPassManager &) const {}
  /// Behind everything: OptimizerLast.
  virtual void last(llvm::ModulePassManager &) const {}
};

/// Builds the same as buildPipeline(), with the passes of \p Plugins.
void buildPipeline(llvm::ModulePassManager &Manager, unsigned Level,
                   const OptimizerOptions &Options,
                   const PipelineExtensions &Plugins);

} // namespace heddle

#endif // HEDDLE_LIB_OPTIMIZER_PIPELINEEXTENSIONS_H
