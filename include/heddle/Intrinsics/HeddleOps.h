//===- HeddleOps.h - The heddle.* functions of NVVM IR ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Names, types and attributes of the functions that stand for operations
/// without an LLVM intrinsic. The table behind them is HeddleOps.td.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_INTRINSICS_HEDDLEOPS_H
#define HEDDLE_INTRINSICS_HEDDLEOPS_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace llvm {
class CallBase;
class Function;
class Module;
} // namespace llvm

namespace heddle {

/// Scope of the generated enumerators.
namespace ops {
#define GET_HeddleEffect_DECL
#define GET_HeddleOpEnum_DECL
#include "HeddleOps.inc"
} // namespace ops

using HeddleOp = ops::HeddleOpEnum;
using HeddleEffect = ops::HeddleEffect;

/// What all names start with.
inline constexpr llvm::StringLiteral HeddleOpPrefix = "heddle.";

/// A row of the table.
struct HeddleOpInfo {
  /// Without the prefix.
  llvm::StringLiteral Name;
  /// LLVM types; parameters separated by commas.
  llvm::StringLiteral Result;
  llvm::StringLiteral Params;
  HeddleEffect Effect;
  bool Convergent;
};

const HeddleOpInfo &heddleOpInfo(HeddleOp Op);

/// The operation that \p F stands for, if it is one.
std::optional<HeddleOp> heddleOpOf(const llvm::Function &F);

/// The operation that \p Call calls, if it is one.
std::optional<HeddleOp> heddleOpOf(const llvm::CallBase &Call);

/// The function of \p Op in \p M, declared with its attributes if it is not
/// there.
llvm::Function *declareHeddleOp(llvm::Module &M, HeddleOp Op);

} // namespace heddle

#endif // HEDDLE_INTRINSICS_HEDDLEOPS_H
