//===- KernelFlow.cpp - Where lanes go in host code -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The ends of a kernel's blocks. Which lanes are active is a variable, and in
// the context, too, where handlers look; those that wait or are gone are only
// looked at where lanes part and meet, so that they stay in KernelState.
// Nothing is changed before it is known that host code goes on.
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"
#include "heddle/Machine/FlowKind.h"
#include <cassert>
#include <cstddef>

using namespace llvm;
using heddle::sm::LaneContext;

namespace heddle::hosttranslate {

GoneLanes KernelBuilder::loadGone() {
  auto Load = [&](size_t Offset) {
    return lanes(B.CreateLoad(B.getInt32Ty(), stateField(Offset)));
  };
  return {Load(offsetof(KernelState, Exited)),
          Load(offsetof(KernelState, Returned)),
          Load(offsetof(KernelState, Broke))};
}

GoneLanes KernelBuilder::noneGone() {
  const LaneValue None = lanes(B.getInt32(0));
  return {None, None, None};
}

void KernelBuilder::storeGone(GoneLanes Gone) {
  B.CreateStore(Gone.Exited.V, stateField(offsetof(KernelState, Exited)));
  B.CreateStore(Gone.Returned.V, stateField(offsetof(KernelState, Returned)));
  B.CreateStore(Gone.Broke.V, stateField(offsetof(KernelState, Broke)));
}

Value *KernelBuilder::waiting(size_t Entry) {
  assert(Entry < FlowGraph::MaxDepth && "the graph has no deeper stacks");
  return stateField(offsetof(KernelState, Waiting) + Entry * 4);
}

Value *KernelBuilder::idleOf(Value *Lanes) {
  assert(Lanes->getType()->isIntegerTy(32) && "a bit for each lane");
  return B.CreateZExt(
      B.CreateUnaryIntrinsic(Intrinsic::ctpop, B.CreateNot(Lanes)),
      B.getInt64Ty());
}

void KernelBuilder::addIdle(Value *Threads) {
  B.CreateStore(B.CreateAdd(B.CreateLoad(B.getInt64Ty(), Idle), Threads), Idle);
}

BasicBlock *KernelBuilder::branchIf(Value *Condition, BasicBlock *Else) {
  assert(Condition->getType()->isIntegerTy(1) && "no condition");
  BasicBlock *Then = newBlock("");
  B.CreateCondBr(Condition, Then, Else);
  B.SetInsertPoint(Then);
  return Then;
}

void KernelBuilder::goTo(NodeIndex To, Value *Lanes) {
  assert(G.Nodes[To].IsMasked && "some lanes go on where all are active");
  B.CreateStore(Lanes, ActiveLanes);
  B.CreateStore(Lanes,
                B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Context,
                                             offsetof(LaneContext, Active)));
  goTo(To);
}

void KernelBuilder::goToAll(NodeIndex To) {
  assert(!G.Nodes[To].IsMasked && "the lanes that are active are not stored");
  B.CreateStore(B.getInt32(sm::AllLanes),
                B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Context,
                                             offsetof(LaneContext, Active)));
  goTo(To);
}

void KernelBuilder::buildEnd(const FlowNode &Last, NodeIndex N) {
  if (Last.Leaves) {
    B.CreateBr(exitTo({N, false}, 0));
  } else if (Last.isPop() && E.P.Code[Last.PC].Join && !Last.HasJoined) {
    buildPops(Last, N, loadGone());
  } else if (Last.isPop()) {
    buildLeaving(Last, N);
  } else if (Last.Otherwise == NoNode) {
    assert(Last.Next != NoNode && "FlowGraphVerifier lets nothing end so");
    goTo(Last.Next);
  } else {
    buildParting(Last, N);
  }
}

/// A branch, or another instruction that takes lanes away all of which go on at
/// the same place.
void KernelBuilder::buildParting(const FlowNode &Last, NodeIndex N) {
  assert(Taken && Active && "the node has said which lanes take the branch");
  BasicBlock *Some = newBlock("some"), *Parts = newBlock("parts");
  B.CreateCondBr(B.CreateICmpEQ(Taken, B.getInt32(0)),
                 BlockStarts[G.BlockOf[Last.Otherwise]], Some);
  B.SetInsertPoint(Some);
  BasicBlock *All = Last.Next != NoNode ? BlockStarts[G.BlockOf[Last.Next]]
                                        : exitTo({N, false}, 1);
  B.CreateCondBr(B.CreateICmpEQ(Taken, Active), All, Parts,
                 Last.Parts != NoNode ? nullptr : rarely(M.getContext()));
  B.SetInsertPoint(Parts);
  if (Last.Parts == NoNode) {
    B.CreateBr(backOutFrom(N));
    return;
  }
  const size_t Depth = G.Stacks[G.Nodes[Last.Parts].Stack].entries().size();
  assert(Depth <= FlowGraph::MaxDepth && "a masked node with a deeper stack");
  if (!Last.IsMasked)
    for (size_t Entry = 0; Entry != Depth; ++Entry)
      B.CreateStore(B.getInt32(sm::AllLanes), waiting(Entry));
  const sm::FlowKind Flow = E.P.Code[Last.PC].Flow;
  GoneLanes Gone = noneGone();
  Value *Stay;
  if (Flow == sm::FlowKind::Branch) {
    // The flow graph knows where to.
    const auto Sides = abi::partingOf(E.P.Module.SideThatGoesOn, lanes(Active),
                                      lanes(Taken), 0, 0);
    assert(Depth && "those who wait are on the stack");
    B.CreateStore(Sides.Wait.V, waiting(Depth - 1));
    Stay = Sides.On.V;
    if (!Last.IsMasked)
      storeGone(Gone);
  } else {
    // Lanes that end do so in the interpreter.
    abi::leave(leavingOf(Flow), /*InCall=*/true, lanes(Taken), Gone);
    storeGone(Gone);
    Stay = (lanes(Active) & ~lanes(Taken)).V;
  }
  goTo(Last.Parts, Stay);
}

/// A return, a break or an exit of masked lanes.
void KernelBuilder::buildLeaving(const FlowNode &Last, NodeIndex N) {
  const sm::DecodedInst &I = E.P.Code[Last.PC];
  assert(Taken && Last.IsMasked && "lanes leave a mask");
  GoneLanes Gone = loadGone();
  // An exit is a return without a scope.
  const bool InCall =
      I.Flow == sm::FlowKind::Return && G.Stacks[Last.Stack].inCall();
  abi::leave(leavingOf(I.Flow), InCall, lanes(Taken), Gone);
  if (I.isPredicated() && !I.Exit) {
    BasicBlock *Stay = Last.Parts != NoNode ? newBlock("stay") : backOutFrom(N);
    Value *Others = B.CreateAnd(Active, B.CreateNot(Taken));
    branchIf(B.CreateIsNull(Others), Stay);
    BasicBlock *AllLeave = B.GetInsertBlock();
    if (Last.Parts != NoNode) {
      B.SetInsertPoint(Stay);
      storeGone(Gone);
      goTo(Last.Parts, Others);
    }
    B.SetInsertPoint(AllLeave);
  }
  buildPops(Last, N, Gone);
}

void KernelBuilder::buildPops(const FlowNode &Last, NodeIndex N,
                              GoneLanes Gone) {
  BasicBlock *Nobody = exitTo({N, false}, 1);
  for (const FlowPop &Pop : Last.Pops) {
    if (Pop.IsLeft)
      break;
    assert(Pop.Depth < FlowGraph::MaxDepth && "no entry of a stack");
    Value *Mask = B.CreateLoad(B.getInt32Ty(), waiting(Pop.Depth));
    Value *Lanes = abi::popLanes(Pop.Kind, lanes(Mask), Gone).V;
    BasicBlock *Next = newBlock("next");
    branchIf(B.CreateIsNotNull(Lanes), Next);
    buildPop(Last, Pop, Lanes, Gone, Nobody);
    B.SetInsertPoint(Next);
  }
  B.CreateBr(Nobody);
}

void KernelBuilder::buildPop(const FlowNode &Last, const FlowPop &Pop,
                             Value *Lanes, GoneLanes Gone, BasicBlock *Nobody) {
  auto StartAt = [&](NodeIndex Node) {
    storeGone(Gone);
    // The instruction was charged for the lanes that came.
    const FlowNode &To = G.Nodes[Node];
    if (To.HasJoined && To.PC == Last.PC)
      addIdle(B.CreateSub(idleOf(Lanes), IdleOfOne));
  };
  if (Pop.All != NoNode) {
    BasicBlock *Some = newBlock("some");
    branchIf(B.CreateICmpEQ(Lanes, B.getInt32(sm::AllLanes)), Some);
    StartAt(Pop.All);
    goToAll(Pop.All);
    B.SetInsertPoint(Some);
  }
  if (Pop.To == NoNode) {
    B.CreateBr(Nobody);
    return;
  }
  StartAt(Pop.To);
  goTo(Pop.To, Lanes);
}

Value *KernelBuilder::stateField(size_t Offset) {
  return B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), F->getArg(4), Offset);
}

void KernelBuilder::loadActive() {
  B.CreateStore(
      B.CreateLoad(B.getInt32Ty(),
                   B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Context,
                                                offsetof(LaneContext, Active))),
      ActiveLanes);
}

void KernelBuilder::leaveAt(const PendingExit &X) {
  Value *NotIssued = B.CreateLoad(B.getInt64Ty(), Idle);
  if (X.IdleOfOne)
    NotIssued =
        B.CreateSub(NotIssued, B.CreateMul(X.IdleOfOne, B.getInt64(X.Undone)));
  leaveWith(B.getInt32(uint32_t(Exits.size())), B.getInt64(X.Undone),
            NotIssued);
  Exits.push_back(X.What);
}

} // namespace heddle::hosttranslate
