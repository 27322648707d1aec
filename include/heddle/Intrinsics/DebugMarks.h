//===- DebugMarks.h - What the lifter tells a debugger ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Metadata by which the lifter tells a debugger what IR alone does not say.
///
/// A register of PTX is zero until something is assigned to it, and a debugger
/// tells the two zeros apart. The lifter marks the store of the first, and the
/// debug value that the store becomes has an expression of its own, with a step
/// that LLVM keeps for tools that tag memory and that changes no value:
///
///   store i32 0, ptr %r5, !heddle.unassigned !3    =>
///   #dbg_value(i32 0, !7, !DIExpression(DW_OP_LLVM_tag_offset, 0), !9)
///
/// InstCombine inverts a comparison in place where all of its users can have
/// the opposite, and leaves the debug values of the comparison as they are. The
/// lifter notes the predicate that the PTX asks for, so that an inverted
/// comparison is known by another one:
///
///   %1 = icmp ult i32 %0, 2, !heddle.compare !{i32 36}    =>
///   %1 = icmp ugt i32 %0, 1, !heddle.compare !{i32 36}
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_INTRINSICS_DEBUGMARKS_H
#define HEDDLE_INTRINSICS_DEBUGMARKS_H

namespace llvm {
class DIExpression;
class Function;
class Instruction;
class LLVMContext;
class Value;
} // namespace llvm

namespace heddle {

void markUnassigned(llvm::Instruction &Store);
bool isUnassigned(const llvm::Instruction &Store);

llvm::DIExpression *unassignedExpression(llvm::LLVMContext &Context);
/// Also of a fragment of such an expression.
bool isUnassigned(const llvm::DIExpression &Expression);

/// Notes the predicates of all comparisons of \p F, which was just lifted.
void markComparisons(llvm::Function &F);
/// Whether \p V, the value of a debug record, may be the opposite of what it
/// was lifted as: a comparison with another predicate, or without a note, or a
/// value that LLVM made of others by inverting them.
bool mayBeInverted(const llvm::Value &V);

} // namespace heddle

#endif // HEDDLE_INTRINSICS_DEBUGMARKS_H
