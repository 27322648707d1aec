//===- Unassigned.h - Registers of PTX before their values ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A register of PTX is zero until something is assigned to it, and a debugger
/// tells the two zeros apart. The lifter marks the store of the first, and the
/// debug value that the store becomes has an expression of its own:
///
///   store i32 0, ptr %r5, !heddle.unassigned !3    =>
///   #dbg_value(i32 0, !7, !DIExpression(DW_OP_LLVM_tag_offset, 0), !9)
///
/// LLVM keeps that step for tools that tag memory; it changes no value.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_INTRINSICS_UNASSIGNED_H
#define HEDDLE_INTRINSICS_UNASSIGNED_H

namespace llvm {
class DIExpression;
class Instruction;
class LLVMContext;
} // namespace llvm

namespace heddle {

void markUnassigned(llvm::Instruction &Store);
bool isUnassigned(const llvm::Instruction &Store);

llvm::DIExpression *unassignedExpression(llvm::LLVMContext &Context);
/// Also of a fragment of such an expression.
bool isUnassigned(const llvm::DIExpression &Expression);

} // namespace heddle

#endif // HEDDLE_INTRINSICS_UNASSIGNED_H
