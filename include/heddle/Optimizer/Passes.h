//===- Passes.h - Our IR passes ---------------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The passes of lib/Optimizer and their registration with LLVM's pass builder.
/// Each is documented at the head of its file and in docs/Passes.md.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_OPTIMIZER_PASSES_H
#define HEDDLE_OPTIMIZER_PASSES_H

#include "heddle/Optimizer/InlineMode.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class PassBuilder;
class raw_ostream;
} // namespace llvm

namespace heddle {

class ChooseInliningPass : public llvm::PassInfoMixin<ChooseInliningPass> {
public:
  explicit ChooseInliningPass(InlineMode Mode = InlineMode::Auto)
      : Mode(Mode) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }

private:
  InlineMode Mode;
};

class LowerExitPass : public llvm::PassInfoMixin<LowerExitPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
  static bool isRequired() { return true; }
};

class ExpandDivisionPass : public llvm::PassInfoMixin<ExpandDivisionPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  /// Selection needs what this does.
  static bool isRequired() { return true; }
};

class LinkBuiltinsPass : public llvm::PassInfoMixin<LinkBuiltinsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

/// Named metadata of a module: of each access of functions for checkers, line,
/// column, and the variable that its address is made of, or "".
inline constexpr llvm::StringLiteral VariablesMetadata = "heddle.variables";

class NoteVariablesPass : public llvm::PassInfoMixin<NoteVariablesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

/// Whether -unroll-loop names a loop.
bool hasLoopsToUnroll();

class UnrollLoopsPass : public llvm::PassInfoMixin<UnrollLoopsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
};

class CheckOffsetsPass : public llvm::PassInfoMixin<CheckOffsetsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
  static bool isRequired() { return true; }
};

class ForwardResultsPass : public llvm::PassInfoMixin<ForwardResultsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
  static bool isRequired() { return true; }
};

class ExpandBitCountsPass : public llvm::PassInfoMixin<ExpandBitCountsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
  static bool isRequired() { return true; }
};

class ExpandBitFieldsPass : public llvm::PassInfoMixin<ExpandBitFieldsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
  static bool isRequired() { return true; }
};

class ExpandPermutesPass : public llvm::PassInfoMixin<ExpandPermutesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
  static bool isRequired() { return true; }
};

class ExpandLop3Pass : public llvm::PassInfoMixin<ExpandLop3Pass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
  static bool isRequired() { return true; }
};

class ExpandDotProductsPass
    : public llvm::PassInfoMixin<ExpandDotProductsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
  static bool isRequired() { return true; }
};

class ExpandWideIntPass : public llvm::PassInfoMixin<ExpandWideIntPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
  static bool isRequired() { return true; }
};

class ExpandSharedAtomicsPass
    : public llvm::PassInfoMixin<ExpandSharedAtomicsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
  static bool isRequired() { return true; }
};

class FuseMulAddPass : public llvm::PassInfoMixin<FuseMulAddPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

class CompareShiftedPass : public llvm::PassInfoMixin<CompareShiftedPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

class DropFullSyncsPass : public llvm::PassInfoMixin<DropFullSyncsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

class DropUndefinedFillsPass
    : public llvm::PassInfoMixin<DropUndefinedFillsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
  static bool isRequired() { return true; }
};

class HoldLanesPass : public llvm::PassInfoMixin<HoldLanesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

class NarrowAddressesPass : public llvm::PassInfoMixin<NarrowAddressesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

class PromoteRegistersPass : public llvm::PassInfoMixin<PromoteRegistersPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
  /// Selection needs what this does.
  static bool isRequired() { return true; }
};

class ResolveGenericPass : public llvm::PassInfoMixin<ResolveGenericPass> {
public:
  /// With \p AssumeGlobal an address that cannot be resolved is global, with a
  /// warning.
  explicit ResolveGenericPass(bool AssumeGlobal = false)
      : AssumeGlobal(AssumeGlobal) {}
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
  static bool isRequired() { return true; }

private:
  bool AssumeGlobal;
};

class TakeWordsPass : public llvm::PassInfoMixin<TakeWordsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

/// Makes -passes= of \p Builder know our passes by the names in Passes.def.
void registerPasses(llvm::PassBuilder &Builder);

/// Prints name and summary of each of our passes, a line each.
void printPasses(llvm::raw_ostream &OS);

} // namespace heddle

#endif // HEDDLE_OPTIMIZER_PASSES_H
