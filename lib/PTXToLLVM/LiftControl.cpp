//===- LiftControl.cpp - Branches, barriers, traps ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionLifter.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace heddle {

using namespace ptx;

/// Goes to \p To, under the guard of \p I if it has one.
void FunctionLifter::leaveTo(const Instruction &I, BasicBlock *To) {
  BasicBlock *Next = newBlock("next");
  if (I.Guard)
    Builder.CreateCondBr(guardOf(I), To, Next);
  else
    Builder.CreateBr(To);
  Builder.SetInsertPoint(Next);
}

void FunctionLifter::liftBra(const Instruction &I) {
  leaveTo(I, blockOf(*I.Operands[0].label()));
}

/// The .branchtargets that \p Name stands for, anywhere in \p Body.
static const TargetsDirective *findTargets(const ptx::Block &Body,
                                           const Decl *Name) {
  const TargetsDirective *Found = nullptr;
  ptx::forEachStmt(Body, [&](const Stmt &S) {
    if (auto *List = dyn_cast<TargetsDirective>(&S); List && List->Name == Name)
      Found = List;
  });
  return Found;
}

/// An index beyond the list is undefined in PTX; it goes to the first target.
void FunctionLifter::liftBrx(const Instruction &I) {
  const TargetsDirective *List = findTargets(*Source.Body, I.Operands[1].Base);
  if (!List || List->Targets.empty())
    return unsupported(I, ": only with a list of .branchtargets");
  Value *Index = read(I, 0);
  BasicBlock *Next = newBlock("next");
  if (I.Guard) {
    BasicBlock *Then = newBlock("guarded");
    Builder.CreateCondBr(guardOf(I), Then, Next);
    Builder.SetInsertPoint(Then);
  }
  auto BlockFor = [&](unsigned N) {
    return blockOf(*cast<Label>(List->Targets[N]));
  };
  SwitchInst *Switch =
      Builder.CreateSwitch(Index, BlockFor(0), List->Targets.size());
  for (unsigned N = 1; N != List->Targets.size(); ++N)
    Switch->addCase(Builder.getInt32(N), BlockFor(N));
  Builder.SetInsertPoint(Next);
}

/// In a kernel ret ends the thread as exit does; both go to the one return. In
/// a device function exit is an operation that the optimizer replaces when the
/// function has been inlined.
void FunctionLifter::liftExit(const Instruction &I) {
  if (Source.IsEntry || I.opcode() != OpExit)
    return leaveTo(I, ReturnBlock);
  BasicBlock *Exit = newBlock("exit");
  leaveTo(I, Exit);
  BasicBlock *Next = Builder.GetInsertBlock();
  Builder.SetInsertPoint(Exit);
  op(HeddleOp::Exit);
  Builder.CreateUnreachable();
  Builder.SetInsertPoint(Next);
}

void FunctionLifter::liftBar(const Instruction &I) {
  const Operand &Number = I.Operands[0];
  if (Number.Bits == 0)
    intrinsic(Intrinsic::nvvm_barrier0, {});
  else
    intrinsic(Intrinsic::nvvm_barrier_n, {Builder.getInt32(Number.Bits)});
}

void FunctionLifter::liftMembar(const Instruction &I) {
  if (I.has(ModCta))
    intrinsic(Intrinsic::nvvm_membar_cta, {});
  else if (I.has(ModGl) || I.has(ModGpu))
    intrinsic(Intrinsic::nvvm_membar_gl, {});
  else if (I.has(ModSys))
    intrinsic(Intrinsic::nvvm_membar_sys, {});
  else
    unsupported(I);
}

void FunctionLifter::liftTrap(const Instruction &) { op(HeddleOp::Trap); }

void FunctionLifter::liftBrkpt(const Instruction &) { op(HeddleOp::Brkpt); }

void FunctionLifter::liftPmevent(const Instruction &I) {
  op(HeddleOp::Pmevent, {read(I, 0)});
}

} // namespace heddle
