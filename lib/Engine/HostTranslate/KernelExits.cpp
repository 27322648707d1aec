//===- KernelExits.cpp - Where host code is entered and left --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// At an entry the variables that count are read from the warp's memory, and at
// an exit they are written there if they may have changed: as they are, or as
// they were in front of the segment that is to be done once more.
//
//===----------------------------------------------------------------------===//

#include "FlowLoops.h"
#include "HostState.h"
#include "KernelBuilder.h"
#include "llvm/ADT/MapVector.h"
#include <cassert>
#include <cstddef>

using namespace llvm;

namespace heddle::hosttranslate {

BasicBlock *KernelBuilder::exitTo(KernelExit What, unsigned Undone) {
  BasicBlock *Block = newBlock("leave");
  Pending.push_back({Block, What, Undone, IdleOfOne, nullptr, CurrentBlock,
                     unsigned(Overwritten.size()) - 1, Dirty});
  return Block;
}

void KernelBuilder::startSegment(NodeIndex N, unsigned Undone,
                                 BasicBlock *From) {
  assert(!Doubt && "of another segment");
  Memory->startSegment();
  Redo = {N, Undone, From, nullptr, Dirty};
  Overwritten.push_back(BitVector(State.size()));
  LastSegments[CurrentBlock] = unsigned(Overwritten.size()) - 1;
}

BasicBlock *KernelBuilder::backOut() {
  assert(Redo.Start != NoNode && "nobody can leave here");
  if (!Redo.Exit) {
    Redo.Exit = newBlock("back");
    Pending.push_back({Redo.Exit,
                       {Redo.Start, false},
                       Redo.Undone,
                       IdleOfOne,
                       Redo.From,
                       CurrentBlock,
                       unsigned(Overwritten.size()) - 1,
                       Redo.Dirty});
  }
  return Redo.Exit;
}

Function *KernelBuilder::rowsDiffer() {
  if (RowsDiffer)
    return RowsDiffer;
  LLVMContext &C = M.getContext();
  IRBuilder<> At(C);
  Type *Ptr = At.getPtrTy(), *Long = At.getInt64Ty();
  RowsDiffer = Function::Create(
      FunctionType::get(At.getInt1Ty(), {Ptr, Ptr, Long}, false),
      GlobalValue::InternalLinkage, "heddle_rows_differ", M);
  // Compiled for the same processor.
  RowsDiffer->setAttributes(
      AttributeList::get(C, AttributeList::FunctionIndex,
                         AttrBuilder(C, F->getAttributes().getFnAttrs())));
  RowsDiffer->addFnAttr(Attribute::NoInline);
  BasicBlock *Entry = BasicBlock::Create(C, "", RowsDiffer),
             *Loop = BasicBlock::Create(C, "row", RowsDiffer),
             *Done = BasicBlock::Create(C, "done", RowsDiffer);
  At.SetInsertPoint(Entry);
  At.CreateBr(Loop);
  At.SetInsertPoint(Loop);
  PHINode *Number = At.CreatePHI(Long, 2),
          *Differ = At.CreatePHI(State.chunkType(), 2);
  Value *Offset = At.CreateLoad(
      At.getInt32Ty(),
      At.CreateInBoundsGEP(At.getInt32Ty(), RowsDiffer->getArg(1), Number));
  Value *Row = At.CreateInBoundsGEP(At.getInt8Ty(), RowsDiffer->getArg(0),
                                    At.CreateZExt(Offset, Long));
  Value *First = nullptr, *All = Differ;
  for (unsigned K = 0; K != State.chunks(); ++K) {
    Value *Now =
        At.CreateAlignedLoad(State.chunkType(),
                             At.CreateConstInBoundsGEP1_64(
                                 At.getInt8Ty(), Row, K * State.chunkBytes()),
                             Align(State.chunkBytes()));
    if (!First)
      First = At.CreateVectorSplat(Semantics.width(),
                                   At.CreateExtractElement(Now, uint64_t(0)));
    All = At.CreateOr(All, At.CreateXor(Now, First));
  }
  Value *Next = At.CreateAdd(Number, At.getInt64(1));
  At.CreateCondBr(At.CreateICmpULT(Next, RowsDiffer->getArg(2)), Loop, Done);
  Number->addIncoming(At.getInt64(0), Entry);
  Number->addIncoming(Next, Loop);
  Differ->addIncoming(Constant::getNullValue(State.chunkType()), Entry);
  Differ->addIncoming(All, Loop);
  At.SetInsertPoint(Done);
  Value *IsAny = At.CreateIsNotNull(At.CreateOrReduce(All));
  At.CreateRet(IsAny);
  return RowsDiffer;
}

void KernelBuilder::testUniform(uint32_t Block, const BitVector &Needed,
                                BasicBlock *Refuse) {
  const unsigned NumRows = E.P.registerRows();
  SmallVector<uint32_t> OfRows, OfContext;
  auto Needs = [&](Variable V) { return Needed[V] && State.hasSlot(V); };
  auto AddRow = [&](auto ChunkOf) {
    for (unsigned C = 0; C != State.chunks(); ++C)
      if (Needs(ChunkOf(C))) {
        const Place P = State.placeOf(ChunkOf(0));
        (P.Region == Place::Rows ? OfRows : OfContext)
            .push_back(uint32_t(P.Offset));
        return;
      }
  };
  Value *Differs = B.getFalse();
  for (unsigned Fact : Known.before(Block).set_bits()) {
    if (Fact < NumRows)
      AddRow([&](unsigned C) { return State.rowChunk(Fact, C); });
    else if (Fact < NumRows + Uniformity::NumAddresses)
      AddRow([&](unsigned C) { return State.address(Fact - NumRows, C); });
    else
      for (unsigned Bit = 0; Bit != 4; ++Bit) {
        const Variable V =
            State.condition(Fact - NumRows - Uniformity::NumAddresses, Bit);
        if (!Needs(V))
          continue;
        // The words are 0 or all ones.
        Value *Now =
            B.CreateAlignedLoad(B.getInt32Ty(), pointerTo(B, V), alignOf(V));
        Differs =
            B.CreateOr(Differs, B.CreateICmpNE(Now, B.CreateAShr(Now, 31)));
      }
  }
  for (auto [Base, List] : {std::pair(Rows, &OfRows), {Context, &OfContext}}) {
    if (List->empty())
      continue;
    Constant *Table = ConstantDataArray::get(M.getContext(), *List);
    auto *Places =
        new GlobalVariable(M, Table->getType(), /*isConstant=*/true,
                           GlobalValue::PrivateLinkage, Table, "heddle.rows");
    Differs = B.CreateOr(
        Differs,
        B.CreateCall(rowsDiffer(), {Base, Places, B.getInt64(List->size())}));
  }
  if (isa<Constant>(Differs))
    return;
  BasicBlock *Same = newBlock("");
  B.CreateCondBr(B.CreateNot(Differs), Same, Refuse, rarely(M.getContext()));
  B.SetInsertPoint(Same);
}

void KernelBuilder::buildEntries(const Liveness &Live, const Liveness &Read,
                                 const Changes &Changed) {
  B.SetInsertPoint(&F->getEntryBlock());
  BasicBlock *Nowhere = newBlock("nowhere"), *Refuse = newBlock("refuse"),
             *Go = newBlock("go"), *Differ = newBlock("differ");
  B.CreateCondBr(Memory->preconditions(B, F->getArg(0)), Go, Refuse,
                 rarely(M.getContext()));
  // Nothing was done.
  B.SetInsertPoint(Refuse);
  B.CreateRet(B.getInt64(0));
  B.SetInsertPoint(Go);
  if (KernelMode != sm::GuestMode)
    setHostMode(B, KernelMode);
  B.CreateBr(WarpStart);
  for (auto [Of, Argument] : {std::pair(Context, 0), {Budget, 2}, {Start, 3}})
    cast<PHINode>(Of)->addIncoming(F->getArg(unsigned(Argument)), Go);
  // Nothing was done of the warp at hand.
  B.SetInsertPoint(Differ);
  B.CreateStore(B.CreateLoad(B.getInt64Ty(), Idle),
                stateField(offsetof(KernelState, Idle)));
  if (SetsModes)
    setHostMode(B, sm::GuestMode);
  leaveVectors(B, Semantics.width());
  B.CreateRet(B.getInt64(0));
  B.SetInsertPoint(WarpStart);
  SwitchInst *Switch = B.CreateSwitch(Start, Nowhere);
  for (uint32_t N = 0; N != G.Blocks.size(); ++N) {
    if (!G.Blocks[N].IsEntry)
      continue;
    BasicBlock *Block = newBlock("from");
    Switch->addCase(B.getInt32(N), Block);
    B.SetInsertPoint(Block);
    if (G.Nodes[G.Blocks[N].Nodes.front()].IsMasked)
      loadActive();
    // Calls come first: they keep no vectors.
    Strides->appendEntry(B, N, Rows);
    BitVector Needed = Live.before(G.Blocks[N].Nodes.front());
    Needed.reset(Homes->inMemory(N));
    Needed |= storedAtStart(N, Live, Changed);
    testUniform(N, Read.before(G.Blocks[N].Nodes.front()), Differ);
    for (unsigned V : Needed.set_bits())
      if (State.hasSlot(V))
        loadFromWarp(B, V);
    B.CreateBr(BlockStarts[N]);
  }
  B.SetInsertPoint(Nowhere);
  B.CreateUnreachable();
}

BitVector KernelBuilder::storedAt(const PendingExit &X, const Liveness &Live,
                                  const Changes &Changed) const {
  BitVector Stored = Changed.before(X.Leaving);
  Stored.reset(Homes->inMemory(X.Leaving));
  Stored |= X.Dirty;
  // Memory that calls changed since then gets what it held, too.
  if (X.From)
    Stored |= Overwritten[X.Segment];
  Stored &= Live.before(X.What.Node);
  return Stored;
}

std::vector<unsigned> KernelBuilder::countStores(const Liveness &Live,
                                                 const Changes &Changed) const {
  std::vector<unsigned> Count(State.size());
  for (const PendingExit &X : Pending) {
    BitVector Stored = Changed.before(X.Leaving);
    Stored.reset(Homes->ever());
    Stored &= Live.before(X.What.Node);
    for (unsigned V : Stored.set_bits())
      ++Count[V];
  }
  return Count;
}

void KernelBuilder::settle(const Liveness &Live) {
  // A store at an exit takes time to be compiled, and one where a block ends
  // time each run. It has to be missing at this many exits.
  constexpr unsigned Worth = 4;
  assert(BlockEnds.size() == G.Blocks.size() && "all blocks are built");
  const BitVector InLoop = blocksInLoops(G);
  const std::vector<unsigned> Count =
      countStores(Live, changesBehind(BitVector(State.size())));
  std::vector<unsigned> Writers(State.size());
  BitVector Loops(State.size());
  for (uint32_t N = 0; N != G.Blocks.size(); ++N)
    for (unsigned V : Written[N].set_bits()) {
      ++Writers[V];
      if (InLoop[N])
        Loops.set(V);
    }
  for (unsigned V = 0; V != State.size(); ++V)
    if (Writers[V] && !Loops[V] && Count[V] >= Worth * Writers[V])
      Settled.set(V);
  for (uint32_t N = 0; N != G.Blocks.size(); ++N) {
    assert(BlockEnds[N]->isTerminator() && "stores go in front of the end");
    BitVector Stored = Written[N];
    Stored &= Settled;
    Stored &= Live.behind(G.Nodes[G.Blocks[N].Nodes.back()]);
    IRBuilder<> End(BlockEnds[N]);
    for (unsigned V : Stored.set_bits())
      storeToWarp(End, V);
    // A warp that leaves in front of all of it finds what was there.
    Overwritten[LastSegments[N]] |= Stored;
  }
}

void KernelBuilder::buildSharedExits(const Liveness &Live,
                                     const Changes &Changed,
                                     std::vector<Effects> &Read) {
  MapVector<uint32_t, SmallVector<PendingExit *, 4>> Groups;
  for (PendingExit &X : Pending)
    // Where some lanes are active, each exit takes off the idle threads of what
    // was not issued.
    if (X.From && !G.Nodes[X.What.Node].IsMasked)
      Groups[X.Leaving].push_back(&X);
  for (auto &[Block, Group] : Groups) {
    if (Group.size() < 2)
      continue;
    // A variable that does not count at one of the exits may hold anything
    // there; and memory holds those that have not changed.
    BitVector Stored(State.size());
    for (const PendingExit *X : Group)
      Stored |= storedAt(*X, Live, Changed);
    BasicBlock *All = newBlock("leave");
    B.SetInsertPoint(All);
    B.SetCurrentDebugLocation({});
    const unsigned Count = unsigned(Group.size());
    PHINode *Exit = B.CreatePHI(B.getInt32Ty(), Count),
            *Undone = B.CreatePHI(B.getInt64Ty(), Count);
    SmallVector<std::pair<Variable, PHINode *>> Held;
    for (unsigned V : Stored.set_bits())
      if (State.hasSlot(V))
        Held.push_back({V, B.CreatePHI(State.typeOf(V), Count)});
    for (PendingExit *X : Group) {
      X->Shares = true;
      Exit->addIncoming(B.getInt32(uint32_t(Exits.size())), X->Block);
      Exits.push_back(X->What);
      Undone->addIncoming(B.getInt64(X->Undone), X->Block);
      IRBuilder<> Then(X->From, X->From->begin());
      for (auto [V, Phi] : Held) {
        Phi->addIncoming(Then.CreateLoad(State.typeOf(V), State.slot(V, *F)),
                         X->Block);
        Read[X->What.Node].Reads.push_back(V);
      }
      BranchInst::Create(All, X->Block);
    }
    for (auto [V, Phi] : Held)
      B.CreateAlignedStore(Phi, pointerTo(B, V), alignOf(V));
    leaveWith(Exit, Undone, B.CreateLoad(B.getInt64Ty(), Idle));
  }
}

/// Ends at an exit, where \p Undone of what was charged for was not issued, and
/// \p Threads were idle.
void KernelBuilder::leaveWith(Value *Exit, Value *Undone, Value *Threads) {
  B.CreateStore(Exit, Way.Exit);
  B.CreateStore(Undone, Way.Undone);
  B.CreateStore(Threads, Idle);
  B.CreateBr(Way.Out);
}

void KernelBuilder::startWayOut() {
  Way.Out = newBlock("out");
  Way.Exit = B.CreateAlloca(B.getInt32Ty(), nullptr, "exit");
  Way.Undone = B.CreateAlloca(B.getInt64Ty(), nullptr, "undone");
}

void KernelBuilder::buildWayOut() {
  B.SetInsertPoint(Way.Out);
  B.SetCurrentDebugLocation({});
  B.CreateStore(B.CreateLoad(B.getInt32Ty(), Way.Exit),
                stateField(offsetof(KernelState, Exit)));
  B.CreateStore(B.CreateLoad(B.getInt64Ty(), Idle),
                stateField(offsetof(KernelState, Idle)));
  // Wherever it comes from.
  if (SetsModes)
    setHostMode(B, sm::GuestMode);
  leaveVectors(B, Semantics.width());
  Value *Charged = B.CreateSub(Budget, B.CreateLoad(B.getInt64Ty(), Left));
  B.CreateRet(B.CreateSub(Charged, B.CreateLoad(B.getInt64Ty(), Way.Undone)));
}

Changes KernelBuilder::changesBehind(const BitVector &Stored) const {
  std::vector<BitVector> Unsettled = Written;
  assert(Exits.empty() && "exits have their numbers once");
  for (BitVector &Each : Unsettled)
    Each.reset(Stored);
  return Changes(G, Unsettled, Homes->inMemory());
}

void KernelBuilder::buildExits(const Liveness &Live, const Changes &Changed,
                               std::vector<Effects> &Read) {
  buildSharedExits(Live, Changed, Read);
  for (const PendingExit &X : Pending) {
    if (X.Shares)
      continue;
    assert(X.Block->empty() && "an exit that is built twice");
    B.SetInsertPoint(X.Block);
    setLine(X.What.Node);
    IRBuilder<> Then(M.getContext());
    if (X.From)
      Then.SetInsertPoint(X.From, X.From->begin());
    const BitVector Stored = storedAt(X, Live, Changed);
    for (unsigned V : Stored.set_bits()) {
      if (!State.hasSlot(V))
        continue;
      Value *Held =
          (X.From ? Then : B).CreateLoad(State.typeOf(V), State.slot(V, *F));
      B.CreateAlignedStore(Held, pointerTo(B, V), alignOf(V));
      Read[X.What.Node].Reads.push_back(V);
    }
    if (std::optional<uint32_t> Behind = blockBehind(X.What))
      appendNextWarp(*Behind);
    leaveAt(X);
  }
  assert(Exits.size() == Pending.size() && "the caller knows exits by number");
  buildWayOut();
}

} // namespace heddle::hosttranslate
