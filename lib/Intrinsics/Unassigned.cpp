//===- Unassigned.cpp - Registers of PTX before their values --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Intrinsics/Unassigned.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instruction.h"

using namespace llvm;

static constexpr char Mark[] = "heddle.unassigned";
static constexpr uint64_t Step = dwarf::DW_OP_LLVM_tag_offset;

void heddle::markUnassigned(Instruction &Store) {
  Store.setMetadata(Mark, MDNode::get(Store.getContext(), {}));
}

bool heddle::isUnassigned(const Instruction &Store) {
  return Store.hasMetadata(Mark);
}

DIExpression *heddle::unassignedExpression(LLVMContext &Context) {
  return DIExpression::get(Context, {Step, 0});
}

bool heddle::isUnassigned(const DIExpression &Expression) {
  return any_of(Expression.expr_ops(), [](DIExpression::ExprOperand Op) {
    return Op.getOp() == Step;
  });
}
