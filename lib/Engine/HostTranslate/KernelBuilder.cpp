//===- KernelBuilder.cpp - Host code of a kernel, as LLVM IR --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"
#include "HostState.h"
#include "heddle/ABI/MemoryOps.inc"
#include "heddle/Machine/FlowKind.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>
#include <cstddef>
#include <map>

using namespace llvm;
using heddle::sm::BoundInst;
using heddle::sm::LaneContext;

namespace heddle::hosttranslate {

KernelBuilder::KernelBuilder(SemanticsModule &From, const sm::Executable &Exe,
                             const FlowGraph &Graph, sm::Coverage Of)
    : Semantics(From), E(Exe), G(Graph), Wanted(Of), M(From.module()),
      State(M.getContext(), E.P.registerRows() + sm::ScratchRows, From.width()),
      B(M.getContext()), Known(G, E.P, E.P.registerRows()),
      NodeEffects(G.Nodes.size()),
      Written(G.Blocks.size(), BitVector(State.size())), Touched(Written),
      LastSegments(G.Blocks.size()), Settled(State.size()) {}

BasicBlock *KernelBuilder::newBlock(const Twine &Name) {
  return BasicBlock::Create(M.getContext(), Name, F);
}

void KernelBuilder::createFunction() {
  assert(!F && "build() is called once");
  Type *Ptr = B.getPtrTy();
  auto *Type = FunctionType::get(
      B.getInt64Ty(), {Ptr, Ptr, B.getInt64Ty(), B.getInt32Ty(), Ptr}, false);
  F = Function::Create(Type, GlobalValue::ExternalLinkage, KernelName, M);
  // As the handlers were compiled.
  const Function *Model = Semantics.predicate();
  for (const char *Kind :
       {"target-features", "prefer-vector-width", "min-legal-vector-width"})
    if (Model->hasFnAttribute(Kind))
      F->addFnAttr(Model->getFnAttribute(Kind));
  // Rare calls keep the upper parts of vectors; leaveVectors() cares for
  // others.
  if (isForX86(M))
    F->addFnAttr("target-features",
                 (F->getFnAttribute("target-features").getValueAsString() +
                  ",-vzeroupper")
                     .str());
  F->addFnAttr("min-legal-vector-width",
               std::to_string(Semantics.width() * 32));
  F->addFnAttr(Attribute::StrictFP);
  F->addFnAttr(Attribute::NoUnwind);
  const char *Names[] = {"context", "code", "budget", "entry", "state"};
  for (unsigned N = 0; N != F->arg_size(); ++N)
    F->getArg(N)->setName(Names[N]);
  F->getArg(0)->addAttr(
      Attribute::getWithAlignment(M.getContext(), Align(alignof(LaneContext))));
  B.SetInsertPoint(newBlock("entry"));
  // Calls of handlers change neither.
  Left = B.CreateAlloca(B.getInt64Ty(), nullptr, "left");
  ActiveLanes = B.CreateAlloca(B.getInt32Ty(), nullptr, "active");
  Idle = B.CreateAlloca(B.getInt64Ty(), nullptr, "idle");
  B.CreateStore(B.getInt64(0), Idle);
  startWayOut();
  startWarp();
  for (uint32_t N = 0; N != G.Blocks.size(); ++N)
    BlockStarts.push_back(nullptr);
}

void KernelBuilder::chooseMode() {
  // A handler that is called sets its own mode.
  if (InCalls)
    return;
  std::map<sm::HostMode, unsigned> Counts;
  for (const FlowNode &Node : G.Nodes) {
    const BoundInst &I = E.Code[Node.PC];
    // The chip's floats wait for each other, whatever is between them.
    if (I.unit() == sm::Unit::Float && Floats->takes(I))
      return;
    // Functions are content with most.
    if (I.unit() == sm::Unit::Function)
      continue;
    if (std::optional<sm::HostMode> Needed = hostModeOf(I, sm::GuestMode))
      ++Counts[*Needed];
  }
  unsigned Most = 0;
  for (auto [Needed, Count] : Counts) {
    SetsModes |= Needed != sm::GuestMode;
    if (Count <= Most)
      continue;
    Most = Count;
    KernelMode = Needed;
  }
}

void KernelBuilder::enterMode(std::optional<sm::HostMode> Needed) {
  if (!SetsModes || !Needed || *Needed == Mode)
    return;
  // The operations that wait were written for the mode so far.
  if (Floats->size())
    Floats->append([this] { return backOut(); });
  setHostMode(B, *Needed);
  markChangeOfMode(*F);
  Mode = *Needed;
}

/// Whether lanes that do it wait on the stack.
static bool pushes(sm::FlowKind Flow) {
  return Flow == sm::FlowKind::Call || Flow == sm::FlowKind::JoinAt ||
         Flow == sm::FlowKind::BreakAt || Flow == sm::FlowKind::ReturnAt;
}

Value *KernelBuilder::pointerTo(IRBuilderBase &At, Variable V) {
  Place P = State.placeOf(V);
  Value *Base = P.Region == Place::Rows ? Rows : Context;
  return At.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Base, uint64_t(P.Offset));
}

/// Rows are aligned to vectors.
Align KernelBuilder::alignOf(Variable V) const {
  return State.typeOf(V) == State.chunkType()
             ? Align(State.chunkBytes())
             : Align(State.typeOf(V)->getScalarSizeInBits() / 8);
}

void KernelBuilder::storeToWarp(IRBuilderBase &At, Variable V) {
  At.CreateAlignedStore(At.CreateLoad(State.typeOf(V), State.slot(V, *F)),
                        pointerTo(At, V), alignOf(V));
}

void KernelBuilder::loadFromWarp(IRBuilderBase &At, Variable V) {
  At.CreateStore(
      At.CreateAlignedLoad(State.typeOf(V), pointerTo(At, V), alignOf(V)),
      State.slot(V, *F));
}

void KernelBuilder::buildNode(NodeIndex N, unsigned Undone) {
  assert(N < G.Nodes.size() && "no node of the graph");
  const FlowNode &Node = G.Nodes[N];
  const BoundInst &I = E.Code[Node.PC];
  setLine(N);
  if (Node.Leaves && Pool)
    return;
  if (Node.Leaves) {
    CalledOperands Operands = operandsOf(I, State, false, true);
    // Only what plain instructions and barriers read is known.
    NodeEffects[N].Reads = std::move(Operands.Reads);
    return;
  }
  // The lanes that join are those of the next node.
  if (Node.IsMasked && I.Join && !Node.HasJoined)
    return;
  if (Plan)
    for (const AccessGroup *Group : Plan->testedAt(N)) {
      BasicBlock *Inside = newBlock("");
      B.CreateCondBr(Memory->appendTest(*Group, NodeEffects[N]), Inside,
                     backOut(), rarely(M.getContext()));
      B.SetInsertPoint(Inside);
    }
  if (!I.isPlain()) {
    Taken = I.isPredicated() ? predicateOf(I, N) : Active;
    // Entries are those of the node's stack.
    if (Node.IsMasked && pushes(I.Flow)) {
      const size_t Depth = G.Stacks[Node.Stack].entries().size();
      assert(Depth < FlowGraph::MaxDepth &&
             "the graph leaves where a stack would be deeper");
      B.CreateStore(Active, waiting(Depth));
    }
  } else if (Node.isPop()) {
    Taken = Active;
  } else if (Pool) {
    buildCall(N, Undone);
  } else {
    buildInstruction(I, N, Undone);
  }
}

void KernelBuilder::buildBlock(uint32_t Number) {
  CurrentBlock = Number;
  const FlowBlock &Block = G.Blocks[Number];
  const NodeIndex Last = Block.Nodes.back();
  assert(BlockStarts[Number]->empty() && "a block that is built twice");
  const unsigned Length = G.lengthOf(Block);
  const FlowNode &First = G.Nodes[Block.Nodes.front()];
  B.SetInsertPoint(BlockStarts[Number]);
  Mode = KernelMode;
  setLine(Block.Nodes.front());
  Active = B.getInt32(sm::AllLanes);
  IdleOfOne = nullptr;
  if (First.IsMasked) {
    Active = B.CreateLoad(B.getInt32Ty(), ActiveLanes);
    IdleOfOne = idleOf(Active);
  }
  Inliner->setActive(Active);
  Dirty.reset();
  [[maybe_unused]] const BasicBlock &Before = F->back();
  Noted = {BlockStarts[Number], &F->back(), nullptr};
  // Lanes that have joined cannot leave in front of the instruction.
  startSegment(First.HasJoined ? NoNode : Block.Nodes.front(), Length,
               BlockStarts[Number]);
  if (Length) {
    Value *Now = B.CreateLoad(B.getInt64Ty(), Left);
    B.CreateStore(B.CreateSub(Now, B.getInt64(Length)), Left);
    if (First.IsMasked)
      addIdle(B.CreateMul(IdleOfOne, B.getInt64(Length)));
    BasicBlock *Go = newBlock("");
    B.CreateCondBr(B.CreateICmpUGE(Now, B.getInt64(Length)), Go, backOut(),
                   rarely(M.getContext()));
    B.SetInsertPoint(Go);
  }
  if (Pool)
    // Registers change as it goes.
    Redo = {};
  Memory->startBlock(unsigned(count_if(Block.Nodes, [&](NodeIndex N) {
    const sm::DecodedInst &I = E.Code[G.Nodes[N].PC];
    return I.is(sm::MemoryOp::LoadGlobal) || I.is(sm::MemoryOp::LoadFarGlobal);
  })));
  if (!Pool) {
    SmallVector<const sm::DecodedInst *> Instructions;
    for (NodeIndex N : Block.Nodes)
      Instructions.push_back(&E.Code[G.Nodes[N].PC]);
    Floats->startBlock(Instructions);
    Plan.emplace(G, Block, E.P, Known, Known.before(Number));
    Strides->startBlock(Number);
  }
  unsigned Undone = Length;
  for (size_t K = 0; K != Block.Nodes.size();) {
    const NodeIndex N = Block.Nodes[K++];
    const BoundInst &I = E.Code[G.Nodes[N].PC];
    Floats->startInstruction();
    buildNode(N, Undone ? --Undone : 0);
    if (!Pool) {
      noteAccesses();
      lookAtStrides(N);
      noteWrites(N);
    }
    if (!Pool && K != Block.Nodes.size() && changesMemory(I)) {
      BasicBlock *Next = newBlock("");
      storeHomes(B.CreateBr(Next), Block.Nodes[K]);
      B.SetInsertPoint(Next);
      startSegment(Block.Nodes[K], Undone, Next);
    }
  }
  leaveDoubts();
  enterMode(KernelMode);
  assert(!Doubt && !Floats->size() && Mode == KernelMode &&
         "the next block knows of nothing that waits");
  if (!Pool) {
    BasicBlock *End = newBlock("");
    BlockEnds.push_back(B.CreateBr(End));
    noteAccesses();
    assert(hasNotedAll(*BlockStarts[Number], Before) &&
           "a register that nobody knows to be used is not loaded");
    storeHomes(BlockEnds.back(), Last);
    B.SetInsertPoint(End);
  }
  buildEnd(G.Nodes[Last], Last);
  assert(B.GetInsertBlock()->getTerminator() && "a block that goes nowhere");
}

void KernelBuilder::build() {
  createFunction();
  if (InCalls)
    startCalls();
  if (HasLines)
    Lines.emplace(*F, E.P);
  Memory = std::make_unique<MemoryLowering>(State, B, *F, Context, E.P);
  if (!Pool)
    Strides = std::make_unique<AddressStrides>(G, E.P, State, *F);
  Floats = std::make_unique<FloatRun>(State, B, *F, E.P, Memory->stableLoads());
  Shuffles = std::make_unique<ShuffleLowering>(State, B, *F, E.P);
  chooseMode();
  if (!Pool) {
    Homes.emplace(G, E.P, State);
    Dirty.resize(State.size());
  }
  Inliner =
      std::make_unique<HandlerInliner>(Semantics, State, E.P, *F, Context);
  for (uint32_t N = 0; N != G.Blocks.size(); ++N)
    BlockStarts[N] =
        newBlock("pc" + Twine(G.Nodes[G.Blocks[N].Nodes.front()].PC));
  for (uint32_t N = 0; N != G.Blocks.size(); ++N)
    buildBlock(N);
  if (Pool) {
    buildCallExits();
    buildCallEntries();
    if (Lines)
      Lines->finish();
    return;
  }
  const Liveness Live(G, NodeEffects, State.size(), Liveness::Scope::Kernel);
  B.SetCurrentDebugLocation({});
  settle(Live);
  placeStores(Live);
  const Changes Changed = changesBehind(Settled);
  std::vector<Effects> Read = NodeEffects;
  for (NodeIndex N = 0; N != G.Nodes.size(); ++N)
    if (G.Nodes[N].Leaves)
      Read[N] = {};
  buildExits(Live, Changed, Read);
  B.SetCurrentDebugLocation({});
  placeLoads(Live, Changed);
  buildEntries(Live, Liveness(G, Read, State.size(), Liveness::Scope::HostCode),
               Changed);
  if (Lines)
    Lines->finish();
}

} // namespace heddle::hosttranslate
