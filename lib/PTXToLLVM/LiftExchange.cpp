//===- LiftExchange.cpp - Between the lanes of a warp ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// shfl, match, redux and the like, for lanes that execute them together.
///
//===----------------------------------------------------------------------===//

#include "FunctionLifter.h"
#include "LiftContext.h"

using namespace llvm;

namespace heddle {

using namespace ptx;

/// d, or d|p where p says whether the lane is within its segment. The member
/// mask of .sync is last, and all who execute are members.
void liftShfl(LiftContext &C, const Instruction &I) {
  HeddleOp Op = I.has(ModUp)     ? HeddleOp::ShflUp
                : I.has(ModDown) ? HeddleOp::ShflDown
                : I.has(ModBfly) ? HeddleOp::ShflBfly
                                 : HeddleOp::ShflIdx;
  Value *Both = C.op(Op, {C.read(I, 1), C.read(I, 2), C.read(I, 3)});
  Type *I32 = C.Builder.getInt32Ty();
  Value *Word = C.Builder.CreateTrunc(Both, I32);
  Value *InRange = C.Builder.CreateIsNotNull(
      C.Builder.CreateTrunc(C.Builder.CreateLShr(Both, 32), I32));
  C.writeResult(I, Word);
  if (const ptx::Operand *Predicate = I.Operands[0].Second)
    C.write(*Predicate, InRange, ScalarType::Pred);
}

} // namespace heddle
