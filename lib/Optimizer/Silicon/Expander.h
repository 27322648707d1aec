//===- Expander.h - Make sequences of operations ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The common part of the passes that replace an operation of PTX which silicon
/// lacks by several that it has. Every result is defined for all operands, as
/// in PTX.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_OPTIMIZER_SILICON_EXPANDER_H
#define HEDDLE_LIB_OPTIMIZER_SILICON_EXPANDER_H

#include "heddle/Intrinsics/HeddleOps.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/InstSimplifyFolder.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PassManager.h"

namespace heddle {

/// Builds in front of one instruction, and folds what is trivial.
class Expander : public llvm::IRBuilder<llvm::InstSimplifyFolder> {
public:
  explicit Expander(llvm::Instruction &Before);

  // Shifts by counts of any size, i32: they clamp.
  llvm::Value *shiftLeft(llvm::Value *A, llvm::Value *Count);
  llvm::Value *shiftRight(llvm::Value *A, llvm::Value *Count, bool Signed);

  /// A mask of the lowest \p Count bits of a \p T, all of them if \p Count is
  /// too large.
  llvm::Value *lowBits(llvm::Value *Count, llvm::Type *T);
  /// The lowest \p Count bits of \p A, extended; all of \p A if \p Count is
  /// too large.
  llvm::Value *extend(llvm::Value *A, llvm::Value *Count, bool Signed);

  /// The words of the i64 \p A.
  llvm::Value *lowWord(llvm::Value *A) { return CreateTrunc(A, getInt32Ty()); }
  llvm::Value *highWord(llvm::Value *A) {
    return CreateTrunc(CreateLShr(A, 32), getInt32Ty());
  }
};

/// The name of the operation that \p Call calls, without "heddle.": "bfe.u32".
/// Empty for other calls, and for one that is declared with another type.
llvm::StringRef operationName(const llvm::CallInst &Call);

/// Runs a pass that replaces the calls of \p F for which \p Expand gives a
/// value. For an i64, \p Expand may give the low word, if the upper is zero.
/// Counts the calls in \p NumExpanded, the pass's own statistic.
llvm::PreservedAnalyses expandCalls(
    llvm::Function &F,
    llvm::function_ref<llvm::Value *(Expander &, llvm::CallInst &)> Expand,
    llvm::TrackingStatistic &NumExpanded);

} // namespace heddle

#endif // HEDDLE_LIB_OPTIMIZER_SILICON_EXPANDER_H
