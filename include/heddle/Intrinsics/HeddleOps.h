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

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace llvm {
class CallBase;
class Function;
class FunctionType;
class LLVMContext;
class Module;
} // namespace llvm

namespace heddle {

/// Scope of the generated enumerators.
namespace ops {
#define GET_HeddleEffect_DECL
#define GET_HeddleOpEnum_DECL
#define GET_HeddleSelection_DECL
#define GET_HeddleType_DECL
#include "HeddleOps.inc"
} // namespace ops

using HeddleOp = ops::HeddleOpEnum;
using HeddleEffect = ops::HeddleEffect;
using HeddleSelection = ops::HeddleSelection;
using HeddleType = ops::HeddleType;

/// The prefix of all names.
inline constexpr llvm::StringLiteral HeddleOpPrefix = "heddle.";

/// The largest constant that a parameter of \p Type takes; nothing where it
/// need not be a constant.
std::optional<uint32_t> maxImmediate(HeddleType Type);

/// A row of the table.
struct HeddleOpInfo {
  HeddleOp Op;
  /// Without the prefix.
  llvm::StringLiteral Name;
  /// Lists of HeddleType, four bits each from the lowest on.
  uint32_t PackedResults;
  uint32_t PackedParams;
  HeddleEffect Effect;
  bool Convergent;
  /// Whether lanes may get different results from equal operands.
  bool Divergent;
  /// Name of the feature that a chip must have to run it; may be empty.
  llvm::StringLiteral Needs;
  HeddleSelection Selection;

  llvm::SmallVector<HeddleType, 4> results() const;
  llvm::SmallVector<HeddleType, 4> params() const;
};

/// All operations; an enumerator is its operation's index.
llvm::ArrayRef<HeddleOpInfo> heddleOps();

inline const HeddleOpInfo &heddleOpInfo(HeddleOp Op) { return heddleOps()[Op]; }

/// The type of the function that stands for \p Op.
llvm::FunctionType *heddleOpType(llvm::LLVMContext &Context, HeddleOp Op);

/// The operation with \p Name, without the prefix.
std::optional<HeddleOp> findHeddleOp(llvm::StringRef Name);

/// The operation that \p F stands for, if it is one.
std::optional<HeddleOp> heddleOpOf(const llvm::Function &F);

/// The operation that \p Call calls, if it is one.
std::optional<HeddleOp> heddleOpOf(const llvm::CallBase &Call);

/// The function of \p Op in \p M, declared with its attributes if it is not
/// there.
llvm::Function *declareHeddleOp(llvm::Module &M, HeddleOp Op);

} // namespace heddle

#endif // HEDDLE_INTRINSICS_HEDDLEOPS_H
