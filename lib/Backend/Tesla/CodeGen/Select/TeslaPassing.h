//===- TeslaPassing.h - Where the values of a call go -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which arguments and results of a call fit in registers; the calling
/// convention is in TeslaCalls.h.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_SELECT_TESLAPASSING_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_SELECT_TESLAPASSING_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"

namespace llvm {

/// How the values of a call go: the first arguments and results in registers,
/// the others through memory of the caller, the arguments first.
struct TeslaPassing {
  unsigned DirectArguments = 0, DirectResults = 0;
  /// Null when all are in registers.
  StructType *Memory = nullptr;

  TeslaPassing(const Function &F, unsigned Room);
  /// The member of Memory that holds result \p N.
  unsigned resultMember(const Function &F, unsigned N) const {
    return F.arg_size() - DirectArguments + N - DirectResults;
  }
};

/// The results of \p F one by one.
SmallVector<Type *, 4> teslaResultTypes(const Function &F);

/// The type that a function returns which gives the first \p Count results of
/// \p F in registers and has the others in memory.
Type *teslaDirectResult(const Function &F, unsigned Count);

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_SELECT_TESLAPASSING_H
