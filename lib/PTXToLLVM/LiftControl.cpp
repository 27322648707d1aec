//===- LiftControl.cpp - Branches, barriers, traps ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiftIeee.h"
#include "llvm/ADT/bit.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace heddle {

using namespace ptx;

/// Goes to \p To, under the guard of \p I if it has one.
static void leaveTo(LiftContext &C, const Instruction &I, BasicBlock *To) {
  BasicBlock *Next = C.newBlock("next");
  if (I.Guard)
    C.Builder.CreateCondBr(C.guardOf(I), To, Next);
  else
    C.Builder.CreateBr(To);
  C.Builder.SetInsertPoint(Next);
}

void liftBra(LiftContext &C, const Instruction &I) {
  leaveTo(C, I, C.Frame.blockOf(*I.Operands[0].label()));
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
void liftBrx(LiftContext &C, const Instruction &I) {
  const TargetsDirective *List =
      findTargets(*C.Source.Body, I.Operands[1].Base);
  if (!List || List->Targets.empty())
    return C.unsupported(I, ": only with a list of .branchtargets");
  Value *Index = C.read(I, 0);
  BasicBlock *Next = C.newBlock("next");
  if (I.Guard) {
    BasicBlock *Then = C.newBlock("guarded");
    C.Builder.CreateCondBr(C.guardOf(I), Then, Next);
    C.Builder.SetInsertPoint(Then);
  }
  auto BlockFor = [&](unsigned N) {
    return C.Frame.blockOf(*cast<Label>(List->Targets[N]));
  };
  SwitchInst *Switch =
      C.Builder.CreateSwitch(Index, BlockFor(0), List->Targets.size());
  for (unsigned N = 1; N != List->Targets.size(); ++N)
    Switch->addCase(C.Builder.getInt32(N), BlockFor(N));
  C.Builder.SetInsertPoint(Next);
}

/// In a kernel ret ends the thread as exit does; both go to the one return. In
/// a device function exit is an operation that the optimizer replaces when the
/// function has been inlined. Where it may call itself or be called by address,
/// it stays, and returns behind that as far as LLVM knows.
void liftExit(LiftContext &C, const Instruction &I) {
  if (C.Source.IsEntry || I.opcode() != OpExit)
    return leaveTo(C, I, C.Frame.returnBlock());
  BasicBlock *Exit = C.newBlock("exit");
  leaveTo(C, I, Exit);
  BasicBlock *Next = C.Builder.GetInsertBlock();
  C.Builder.SetInsertPoint(Exit);
  C.op(HeddleOp::Exit);
  if (C.Parent.Chip.has(abi::Feature::CallStack))
    C.Builder.CreateBr(C.Frame.returnBlock());
  else
    C.Builder.CreateUnreachable();
  C.Builder.SetInsertPoint(Next);
}

/// Lanes of a warp go on together; what they stored, the others see.
static void liftWarpBarrier(LiftContext &C, const Instruction &I) {
  if (C.Parent.Chip.has(abi::Feature::WarpExchange))
    C.op(HeddleOp::WarpSync, {C.read(I, 0)});
  else
    C.op(HeddleOp::Meet);
  C.intrinsic(Intrinsic::nvvm_membar_cta, {});
}

/// Lifts a barrier that takes its number and its threads from registers.
static void liftBarThreads(LiftContext &C, const Instruction &I) {
  bool Reduces = I.has(ModRed);
  SmallVector<Value *, 3> Sources;
  for (const Operand &Source : drop_begin(I.Operands, Reduces))
    Sources.push_back(C.read(Source));
  bool HasCount = Sources.size() - Reduces > 1;
  Modifier Op = I.modifier(Reduces ? GrpReduceOp : GrpBarrierOp);
  if (Reduces)
    Sources.back() =
        C.Builder.CreateSExt(Sources.back(), C.Builder.getInt32Ty());
  Value *Result = C.op(Twine("bar.") + (Reduces ? "red." : "") +
                           modifierName(Op) + (HasCount ? ".count" : ""),
                       Sources);
  if (!Reduces)
    return;
  C.writeResult(I, Op == ModPopc ? Result : C.Builder.CreateIsNotNull(Result));
}

void liftBar(LiftContext &C, const Instruction &I) {
  if (I.has(ModWarp))
    return liftWarpBarrier(C, I);
  const Operand &Number = I.Operands[0];
  if (!I.has(ModSync) || I.Operands.size() > 1 || !Number.isImmediate())
    return liftBarThreads(C, I);
  if (Number.Bits == 0)
    C.intrinsic(Intrinsic::nvvm_barrier0, {});
  else
    C.intrinsic(Intrinsic::nvvm_barrier_n, {C.Builder.getInt32(Number.Bits)});
}

/// Copies have happened, for all to see, when they are issued, and mbarriers
/// are words like others: fences between proxies, and those of a cluster, have
/// nothing to do but to keep the optimizer from moving accesses.
static bool isFenceOfCopies(LiftContext &C, const Instruction &I) {
  if (!C.Parent.Chip.has(abi::Feature::Tensors))
    return false;
  return I.opcode() == OpFenceProxy || I.has(ModCluster) ||
         I.modifier(GrpProxy) == ModMbarrierInit;
}

void liftMembar(LiftContext &C, const Instruction &I) {
  bool IsProxy = I.opcode() == OpFenceProxy || I.opcode() == OpMembarProxy;
  if (isFenceOfCopies(C, I) || (IsProxy && I.has(ModAlias) &&
                                C.Parent.Chip.has(abi::Feature::WideAddresses)))
    C.intrinsic(Intrinsic::nvvm_membar_sys, {});
  else if (IsProxy || I.has(ModCluster))
    C.unsupported(I);
  else if (I.has(ModCta))
    C.intrinsic(Intrinsic::nvvm_membar_cta, {});
  else if (I.has(ModGl) || I.has(ModGpu))
    C.intrinsic(Intrinsic::nvvm_membar_gl, {});
  else if (I.has(ModSys))
    C.intrinsic(Intrinsic::nvvm_membar_sys, {});
  else
    C.unsupported(I);
}

void liftTrap(LiftContext &C, const Instruction &) { C.op(HeddleOp::Trap); }

/// Without a debugger a breakpoint ends the launch on NVIDIA's later chips.
void liftBrkpt(LiftContext &C, const Instruction &) {
  C.op(hasIeee(C) ? HeddleOp::Trap : HeddleOp::Brkpt);
}

void liftPmevent(LiftContext &C, const Instruction &I) {
  Value *What = C.read(I, 0);
  if (!I.has(ModMask)) {
    C.op(HeddleOp::Pmevent, {What});
    return;
  }
  // An event for each bit, the low one first.
  uint64_t Left = cast<ConstantInt>(What)->getZExtValue();
  for (; Left; Left &= Left - 1)
    C.op(HeddleOp::Pmevent,
         {C.Builder.getInt32(unsigned(llvm::countr_zero(Left)))});
}

} // namespace heddle
