//===- AddressSpaceAA.h - Spaces do not overlap -----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Alias analysis that knows one thing: an access to one space never meets an
/// access to another, as long as neither is generic.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_OPTIMIZER_ADDRESSSPACEAA_H
#define HEDDLE_LIB_OPTIMIZER_ADDRESSSPACEAA_H

#include "llvm/Analysis/AliasAnalysis.h"

namespace heddle {

class AddressSpaceAAResult : public llvm::AAResultBase {
public:
  llvm::AliasResult alias(const llvm::MemoryLocation &A,
                          const llvm::MemoryLocation &B,
                          llvm::AAQueryInfo &Query, const llvm::Instruction *I);

  /// The result holds nothing that could become stale.
  bool invalidate(llvm::Function &, const llvm::PreservedAnalyses &,
                  llvm::FunctionAnalysisManager::Invalidator &) {
    return false;
  }
};

class AddressSpaceAA : public llvm::AnalysisInfoMixin<AddressSpaceAA> {
public:
  using Result = AddressSpaceAAResult;
  Result run(llvm::Function &, llvm::FunctionAnalysisManager &) {
    return Result();
  }

private:
  friend llvm::AnalysisInfoMixin<AddressSpaceAA>;
  static llvm::AnalysisKey Key;
};

} // namespace heddle

#endif // HEDDLE_LIB_OPTIMIZER_ADDRESSSPACEAA_H
