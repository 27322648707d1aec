//===- KernelCalls.cpp - Host code of large kernels -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A large kernel is a row of calls: each instruction one of a function of the
// pool, which finds registers in the warp's memory, where they stay. So nothing
// need be written back where the function is left, and it is left in front of
// any instruction.
//
//===----------------------------------------------------------------------===//

#include "HostState.h"
#include "KernelBuilder.h"
#include <cassert>

using namespace llvm;
using heddle::sm::BoundInst;

namespace heddle::hosttranslate {

void KernelBuilder::startCalls() {
  assert(!Pool && "started once");
  Pool.emplace(Semantics, E, *F);
  // Instructions are selected one by one.
  F->addFnAttr(Attribute::NoInline);
  F->addFnAttr(Attribute::OptimizeNone);
}

/// Whether \p I may fault.
static bool mayFault(const BoundInst &I) {
  return I.unit() == sm::Unit::Memory || I.unit() == sm::Unit::Texture ||
         I.unit() == sm::Unit::Matrix || I.hasMemoryOperand();
}

void KernelBuilder::buildCall(NodeIndex N, unsigned Undone) {
  const BoundInst &I = E.Code[G.Nodes[N].PC];
  if (I.isNop())
    return;
  Value *Good = B.CreateCall(Pool->operation(I, isa<ConstantInt>(Active)),
                             {instructionAt(G.Nodes[N].PC), Context, Active});
  if (!mayFault(I))
    return;
  BasicBlock *After = newBlock("");
  B.CreateCondBr(Good, After, exitTo({N, true}, Undone),
                 rarely(M.getContext()));
  B.SetInsertPoint(After);
}

Value *KernelBuilder::instructionAt(uint32_t PC) {
  return B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), F->getArg(1),
                                      PC * sizeof(BoundInst));
}

void KernelBuilder::buildCallExits() {
  for (const PendingExit &X : Pending) {
    assert(X.Block->empty() && "an exit that is built twice");
    B.SetInsertPoint(X.Block);
    setLine(X.What.Node);
    leaveAt(X);
  }
  assert(Exits.size() == Pending.size() && "the caller knows exits by number");
  buildWayOut();
}

void KernelBuilder::buildCallEntries() {
  B.SetInsertPoint(&F->getEntryBlock());
  BasicBlock *Nowhere = newBlock("nowhere");
  SwitchInst *Switch = B.CreateSwitch(Start, Nowhere);
  for (uint32_t N = 0; N != G.Blocks.size(); ++N) {
    if (!G.Blocks[N].IsEntry)
      continue;
    BasicBlock *Block = BlockStarts[N];
    if (G.Nodes[G.Blocks[N].Nodes.front()].IsMasked) {
      Block = newBlock("from");
      B.SetInsertPoint(Block);
      loadActive();
      B.CreateBr(BlockStarts[N]);
    }
    Switch->addCase(B.getInt32(N), Block);
  }
  B.SetInsertPoint(Nowhere);
  B.CreateUnreachable();
}

} // namespace heddle::hosttranslate
