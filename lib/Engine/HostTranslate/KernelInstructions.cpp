//===- KernelInstructions.cpp - Host code of one instruction --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of KernelBuilder that writes an instruction in place: its handler
/// inlined or called, its operands, and the tests of what is rare.
///
//===----------------------------------------------------------------------===//

#include "HostState.h"
#include "KernelBuilder.h"
#include "heddle/ABI/MoveOps.inc"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/MDBuilder.h"
#include <cassert>

using namespace llvm;
using heddle::sm::BoundInst;

namespace heddle::hosttranslate {

/// Some that are found too late are cheaper than a branch for each.
constexpr unsigned MostDoubts = 16;
/// Instructions that wait, of which each looks at all results.
constexpr unsigned MostWaiting = 1024;

/// Calls a handler, and saves all registers; for x86.
Function *KernelBuilder::rareCall() {
  if (RareCall)
    return RareCall;
  Type *Ptr = B.getPtrTy();
  auto *Type =
      FunctionType::get(B.getInt1Ty(), {Ptr, Ptr, Ptr, B.getInt32Ty()}, false);
  auto *Inner =
      FunctionType::get(B.getInt1Ty(), {Ptr, Ptr, B.getInt32Ty()}, false);
  RareCall = makeRareFunction(*F, Type, "heddle_rare_call");
  RareCall->addRetAttr(Attribute::ZExt);
  IRBuilder<> At(BasicBlock::Create(M.getContext(), "", RareCall));
  leaveVectors(At, Semantics.width());
  CallInst *Call = At.CreateCall(
      Inner, RareCall->getArg(0),
      {RareCall->getArg(1), RareCall->getArg(2), RareCall->getArg(3)});
  Call->addRetAttr(Attribute::ZExt);
  At.CreateRet(Call);
  return RareCall;
}

Effects KernelBuilder::callHandler(IRBuilderBase &At, const BoundInst &I,
                                   Value *Mask, CallKind Kind, Value *&Good) {
  const bool Full = isa<ConstantInt>(Mask);
  CalledOperands Operands = operandsOf(I, State, Full, Kind.WithEntry);
  for (Variable V : Operands.Reads) {
    if (isStored(V))
      continue;
    storeToWarp(At, V);
    Overwritten.back().set(V);
  }
  const uint64_t Index = uint64_t(&I - E.Code.data());
  assert(Index < E.Code.size() && "an instruction of another kernel");
  Value *Inst = At.CreateConstInBoundsGEP1_64(B.getInt8Ty(), F->getArg(1),
                                              Index * sizeof(BoundInst));
  Value *Handler = At.CreateAlignedLoad(
      B.getPtrTy(),
      At.CreateConstInBoundsGEP1_64(
          B.getInt8Ty(), Inst,
          handlerOffset(I, Kind.WithEntry ? I.Entry : I.Body, Full)),
      Align(8));
  const sm::HostMode Needed = hostModeOf(I, Mode).value_or(Mode);
  if (Needed != Mode)
    setHostMode(At, Needed);
  auto *Type = FunctionType::get(
      B.getInt1Ty(), {B.getPtrTy(), B.getPtrTy(), B.getInt32Ty()}, false);
  CallInst *Call;
  // Others know no calls that save all registers.
  if (Kind.IsRare && isForX86(M)) {
    Call = At.CreateCall(rareCall(), {Handler, Inst, Context, Mask});
    keepRegisters(*Call);
  } else {
    leaveVectors(At, Semantics.width());
    Call = At.CreateCall(Type, Handler, {Inst, Context, Mask});
  }
  returnsBool(*Call);
  if (Needed != Mode)
    setHostMode(At, Mode);
  for (Variable V : Operands.Writes) {
    loadFromWarp(At, V);
    Overwritten.back().set(V);
  }
  Good = Call;
  return {std::move(Operands.Reads), std::move(Operands.Writes)};
}

MDNode *KernelBuilder::rarely(LLVMContext &Context) {
  return MDBuilder(Context).createBranchWeights(1 << 20, 1);
}

bool KernelBuilder::changesMemory(const BoundInst &I) {
  const sm::AccessKind Image = I.imageAccess();
  return I.writesMemory() || I.access() == sm::AccessKind::Lock ||
         Image == sm::AccessKind::Store || Image == sm::AccessKind::Atomic;
}

void KernelBuilder::callOrLeave(const BoundInst &I, Value *Mask, CallKind Kind,
                                NodeIndex N, unsigned Undone) {
  const bool Full = isa<ConstantInt>(Mask);
  // It may have changed something when it faults. Plain stores look at all
  // lanes first.
  const bool IsHalfDone =
      changesMemory(I) && I.access() != sm::AccessKind::Store;
  BasicBlock *After = newBlock("");
  if (!Full) {
    BasicBlock *Do = newBlock("some");
    B.CreateCondBr(B.CreateICmpEQ(Mask, B.getInt32(0)), After, Do);
    B.SetInsertPoint(Do);
  }
  Value *Good;
  Effects Mine = callHandler(B, I, Mask, Kind, Good);
  // A handler need not write all of a register.
  NodeEffects[N].add({Mine.Reads, {}});
  if (!Kind.IsRare)
    noteCall(Mine, Full);
  if (I.unit() == sm::Unit::Memory || I.unit() == sm::Unit::Texture ||
      I.unit() == sm::Unit::Matrix || Kind.WithEntry)
    B.CreateCondBr(Good, After,
                   Redo.Start == NoNode || IsHalfDone
                       ? exitTo({N, true}, Undone)
                       : backOut(),
                   rarely(M.getContext()));
  else
    B.CreateBr(After);
  B.SetInsertPoint(After);
  if (!Kind.IsRare)
    noteAccesses();
}

void KernelBuilder::buildOperation(const BoundInst &I, NodeIndex N,
                                   unsigned Undone) {
  assert(Plan && !Pool && "code that calls its instructions builds none here");
  Effects &Mine = NodeEffects[N];
  Value *Mask =
      I.isPredicated() ? Inliner->appendPredicate(B, I, Mine) : Active;
  const bool Full = isa<ConstantInt>(Mask);
  const bool NeedsMode = hostModeOf(I, Mode).value_or(Mode) != Mode;
  if (I.unit() == sm::Unit::Memory) {
    // A load whose address is wrong finds nothing, or what is not used.
    if (I.access() != sm::AccessKind::Load)
      leaveDoubts();
    auto Slow = [&] {
      callOrLeave(I, Mask, {/*WithEntry=*/false, /*IsRare=*/true}, N, Undone);
      return true;
    };
    Memory->setLanes(Full ? nullptr : Mask);
    if (Memory->appendAccess(I, Plan->of(N, 2),
                             Full ? Strides->of(B, I) : nullptr, Mine, Slow))
      return;
  } else if (!NeedsMode && I.unit() != sm::Unit::Texture &&
             I.unit() != sm::Unit::Matrix) {
    auto Call = [&](IRBuilderBase &At) {
      Value *Good;
      return callHandler(At, I, Mask, {/*WithEntry=*/false, /*IsRare=*/true},
                         Good);
    };
    if (canWait(I)) {
      Floats->add(I, Mine);
      if (Floats->size() == MostWaiting)
        leaveDoubts();
      return;
    }
    if (Shuffles->append(I, Mask, Mine))
      return;
    HandlerInliner::Rarity Rare;
    if (leavesRare())
      Rare.Leave = backOut();
    if (Inliner->append(B, *Semantics.handler(I.Op, Full), I, Mask, Mine, Call,
                        Rare)) {
      addDoubt(Rare.IsRare);
      return;
    }
  }
  leaveDoubts();
  callOrLeave(I, Mask, {/*WithEntry=*/false, /*IsRare=*/false}, N, Undone);
}

void KernelBuilder::appendAwaited(const BoundInst &I) {
  if (!Floats->size() || canWait(I))
    return;
  // Lanes that do not take part keep what they have, so that this is read, too.
  const CalledOperands Operands =
      operandsOf(I, State, /*Full=*/false, /*WithEntry=*/true);
  if (!Floats->isAwaited(Operands.Reads) && !Floats->isAwaited(Operands.Writes))
    return;
  Floats->append([this] { return backOut(); });
  if (Floats->pending() >= MostDoubts)
    leaveDoubts();
}

void KernelBuilder::addDoubt(Value *IsRare) {
  if (!IsRare)
    return;
  assert(IsRare->getType()->isIntegerTy(1) && "a doubt is a condition");
  Doubt = Doubt ? B.CreateOr(Doubt, IsRare) : IsRare;
  if (++NumDoubts == MostDoubts)
    leaveDoubts();
}

void KernelBuilder::leaveDoubts() {
  Floats->append([this] { return backOut(); });
  assert(!Floats->size() && "tests come behind what they are about");
  if (Value *Unusual = Floats->appendTest())
    Doubt = Doubt ? B.CreateOr(Doubt, Unusual) : Unusual;
  if (!Doubt)
    return;
  BasicBlock *None = newBlock("");
  B.CreateCondBr(B.CreateNot(Doubt), None, backOut(), rarely(M.getContext()));
  B.SetInsertPoint(None);
  Doubt = nullptr;
  NumDoubts = 0;
}

void KernelBuilder::lookAtStrides(NodeIndex N) {
  // Operations that wait have written nothing yet.
  if (Floats->size() && Floats->isAwaited(Strides->readBehind(N)))
    Floats->append([this] { return backOut(); });
  Strides->appendBehind(B, N, NodeEffects[N]);
}

void KernelBuilder::buildInstruction(const BoundInst &I, NodeIndex N,
                                     unsigned Undone) {
  if (I.isNop())
    return;
  appendAwaited(I);
  // Whatever way it takes from here on.
  enterMode(hostModeOf(I, Mode));
  const bool Steps = I.has(sm::StepsAddress);
  if (!I.hasMemoryOperand() && !Steps) {
    buildOperation(I, N, Undone);
    return;
  }
  auto IsHard = [](const sm::MemoryOperand &Operand) {
    return Operand.Space != sm::MemoryOperand::None &&
           !MemoryLowering::canFetch(Operand);
  };
  const bool IsHardStep =
      Steps && (!I.hasMemoryOperand() || !Plan->steps(N) ||
                I.is(sm::MoveOp::ShlAddress) || I.is(sm::MoveOp::AddAddress));
  if (IsHardStep || any_of(I.Mem, IsHard)) {
    leaveDoubts();
    callOrLeave(I, Active, {/*WithEntry=*/true, /*IsRare=*/false}, N, Undone);
    return;
  }
  BasicBlock *After = newBlock("");
  auto Slow = [&] {
    if (leavesRare()) {
      B.CreateBr(backOut());
      return false;
    }
    // All of the instruction at once.
    callOrLeave(I, Active, {/*WithEntry=*/true, /*IsRare=*/true}, N, Undone);
    B.CreateBr(After);
    return false;
  };
  Memory->setLanes(isa<ConstantInt>(Active) ? nullptr : Active);
  for (unsigned K = 0; K != 2; ++K)
    if (I.Mem[K].Space != sm::MemoryOperand::None)
      Memory->appendFetch(I.Mem[K], Plan->of(N, K), NodeEffects[N], Slow);
  buildOperation(I, N, Undone);
  if (Steps)
    Memory->appendStep(I.Mem[0], NodeEffects[N]);
  B.CreateBr(After);
  B.SetInsertPoint(After);
}

Value *KernelBuilder::predicateOf(const BoundInst &I, NodeIndex N) {
  if (Pool)
    return B.CreateCall(Pool->predicate(I),
                        {instructionAt(G.Nodes[N].PC), Context});
  return Inliner->appendPredicate(B, I, NodeEffects[N]);
}

} // namespace heddle::hosttranslate
