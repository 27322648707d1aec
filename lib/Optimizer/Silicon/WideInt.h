//===- WideInt.h - 64-bit arithmetic from 32-bit pieces ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Builds the expansions of expand-wide-int in front of one instruction.
/// Sources: tesla-isa.md 7.2; every result is defined for all operands.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_OPTIMIZER_SILICON_WIDEINT_H
#define HEDDLE_LIB_OPTIMIZER_SILICON_WIDEINT_H

#include "llvm/Analysis/InstSimplifyFolder.h"
#include "llvm/IR/IRBuilder.h"

namespace heddle {

class WideIntBuilder {
public:
  /// Everything built is appended to \p Created as well.
  WideIntBuilder(llvm::Instruction &Before,
                 llvm::SmallVectorImpl<llvm::Instruction *> &Created);

  llvm::Value *mul(llvm::Value *A, llvm::Value *C);
  llvm::Value *mulHiUnsigned(llvm::Value *A, llvm::Value *C);
  llvm::Value *mulHiSigned(llvm::Value *A, llvm::Value *C);

  // Counts of 32 and more are right; of 64 and more they clamp.
  llvm::Value *shl(llvm::Value *A, llvm::Value *Count);
  llvm::Value *lshr(llvm::Value *A, llvm::Value *Count);
  llvm::Value *ashr(llvm::Value *A, llvm::Value *Count);
  llvm::Value *funnelLeft(llvm::Value *High, llvm::Value *Low,
                          llvm::Value *Count);
  llvm::Value *funnelRight(llvm::Value *High, llvm::Value *Low,
                           llvm::Value *Count);

  llvm::Value *abs(llvm::Value *A);
  /// \p A if it is in relation \p P to \p C, else \p C.
  llvm::Value *choose(llvm::CmpInst::Predicate P, llvm::Value *A,
                      llvm::Value *C);
  llvm::Value *addSaturating(llvm::Value *A, llvm::Value *C);
  llvm::Value *subSaturating(llvm::Value *A, llvm::Value *C);
  llvm::Value *byteSwap(llvm::Value *A);

private:
  llvm::Value *low(llvm::Value *A);
  llvm::Value *high(llvm::Value *A);
  llvm::Value *join(llvm::Value *Low, llvm::Value *High);
  llvm::Value *signExtendedWord(llvm::Value *A);
  llvm::Value *wideMul(llvm::Value *A, llvm::Value *C);
  llvm::Value *shl32(llvm::Value *A, llvm::Value *Count);
  llvm::Value *lshr32(llvm::Value *A, llvm::Value *Count);
  llvm::Value *ashr32(llvm::Value *A, llvm::Value *Count);

  llvm::Instruction &Place;
  llvm::IRBuilder<llvm::InstSimplifyFolder, llvm::IRBuilderCallbackInserter> B;
  llvm::Type *I32;
  llvm::Type *I64;
};

} // namespace heddle

#endif // HEDDLE_LIB_OPTIMIZER_SILICON_WIDEINT_H
