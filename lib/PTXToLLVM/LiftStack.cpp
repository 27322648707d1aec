//===- LiftStack.cpp - alloca, stacksave, stackrestore --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A function with alloca has a piece of its frame for it, of a fixed size, and
/// a number that says how much of that is taken. stacksave gives and
/// stackrestore takes that number.
///
//===----------------------------------------------------------------------===//

#include "LiftCall.h"

using namespace llvm;

namespace heddle {

using namespace ptx;

/// The alignment of a block of alloca where nothing is said.
static constexpr unsigned DefaultAlign = 8;

void liftAlloca(LiftContext &C, const Instruction &I) {
  if (!C.Parent.Chip.has(abi::Feature::HostCalls))
    return C.unsupported(I);
  Type *I32 = C.Builder.getInt32Ty(), *I64 = C.Builder.getInt64Ty();
  FunctionFrame::DynamicArea Area = C.Frame.dynamicArea();
  uint64_t Alignment = I.Operands.size() > 2 && I.Operands[2].Bits
                           ? I.Operands[2].Bits
                           : DefaultAlign;
  Value *Base =
      C.Builder.CreateZExt(C.Builder.CreatePtrToInt(Area.Bytes, I32), I64);
  Value *Taken =
      C.Builder.CreateZExt(C.Builder.CreateLoad(I32, Area.Taken), I64);
  Value *Size = C.fitBits(C.read(I, 1), I64);
  Value *Start = C.Builder.CreateAnd(
      C.Builder.CreateAdd(C.Builder.CreateAdd(Base, Taken),
                          C.Builder.getInt64(Alignment - 1)),
      ConstantInt::getSigned(I64, -int64_t(Alignment)));
  Value *Before = C.Builder.CreateSub(Start, Base);
  // Neither subtraction wraps around: one operand is small, the other no less
  // than it.
  Value *Room = C.Builder.getInt64(FunctionFrame::DynamicBytes);
  Value *Fits = C.Builder.CreateAnd(
      C.Builder.CreateICmpULE(Before, Room),
      C.Builder.CreateICmpULE(Size, C.Builder.CreateSub(Room, Before)));
  BasicBlock *Full = C.newBlock("full"), *Next = C.newBlock("allocated");
  C.Builder.CreateCondBr(Fits, Next, Full);
  C.Builder.SetInsertPoint(Full);
  callHost(C, abi::HostService::StackOverflow, Size,
           C.Builder.getInt64(FunctionFrame::DynamicBytes));
  C.Builder.CreateBr(Next);
  C.Builder.SetInsertPoint(Next);
  C.Builder.CreateStore(
      C.Builder.CreateTrunc(C.Builder.CreateAdd(Before, Size), I32),
      Area.Taken);
  C.writeResult(I, C.fitBits(Start, C.typeOf(I.type())));
}

void liftStacksave(LiftContext &C, const Instruction &I) {
  Value *Taken =
      C.Builder.CreateLoad(C.Builder.getInt32Ty(), C.Frame.dynamicArea().Taken);
  C.writeResult(I, C.fitBits(Taken, C.typeOf(I.type())));
}

void liftStackrestore(LiftContext &C, const Instruction &I) {
  C.Builder.CreateStore(C.fitBits(C.read(I, 0), C.Builder.getInt32Ty()),
                        C.Frame.dynamicArea().Taken);
}

} // namespace heddle
