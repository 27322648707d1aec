//===- KernelBuilder.h - Host code of a kernel, as LLVM IR ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One function for all of a kernel, with a block for each of the flow graph's.
/// It gets a warp, and returns where it leaves the warp to the interpreter,
/// with all that is needed later back in the warp's memory.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_HOSTTRANSLATE_KERNELBUILDER_H
#define HEDDLE_LIB_ENGINE_HOSTTRANSLATE_KERNELBUILDER_H

#include "AddressStrides.h"
#include "FloatRun.h"
#include "HandlerInliner.h"
#include "LaneValue.h"
#include "Liveness.h"
#include "MemoryLowering.h"
#include "Operands.h"
#include "OperationPool.h"
#include "SemanticsModule.h"
#include "ShuffleLowering.h"
#include "SourceLines.h"
#include "StateVariables.h"
#include "VariableHomes.h"
#include "heddle/HostCode/FlowGraph.h"
#include "heddle/HostCode/KernelInterface.h"
#include "heddle/SM/Executable.h"

namespace heddle::hosttranslate {

using namespace hostcode;

constexpr const char *KernelName = "heddle_kernel";

class KernelBuilder {
public:
  /// \p Graph is of what is \p Wanted, too.
  KernelBuilder(SemanticsModule &From, const sm::Executable &Exe,
                const FlowGraph &Graph, sm::Coverage Wanted);

  /// The function will say which PTX lines its code is for.
  void addLines() { HasLines = true; }
  /// The function will call others for its instructions, as there are many of
  /// them: that is compiled fast.
  void useCalls() { InCalls = true; }

  /// Writes the function into the module; to be called once.
  void build();

  /// Whether the function copies words from s[] or c[] to where loops over the
  /// vectors of a row find them.
  bool copiesWords() const { return Floats && Floats->copiesWords(); }

  std::vector<KernelExit> takeExits() { return std::move(Exits); }

private:
  /// An exit, whose stores are written when it is known what counts.
  struct PendingExit {
    llvm::BasicBlock *Block;
    KernelExit What;
    /// Instructions that the budget was charged for and that were not issued,
    /// and the threads less than 32 of each.
    unsigned Undone;
    llvm::Value *IdleOfOne;
    /// The block at whose start the variables hold what counts; null: they do
    /// at the exit.
    llvm::BasicBlock *From;
    /// The flow graph's block that it leaves, and the segment.
    uint32_t Leaving;
    unsigned Segment;
    /// The variables that may differ there from what the warp's memory held
    /// where the block starts.
    llvm::BitVector Dirty;
    /// Whether it goes on in code that it shares with others of the block.
    bool Shares = false;
  };
  /// A part of a block that may be done once more, as it changes no memory. All
  /// that goes wrong in it leaves at its start, by one exit.
  struct Segment {
    NodeIndex Start = NoNode;
    /// As PendingExit has it, of an exit at the start.
    unsigned Undone = 0;
    llvm::BasicBlock *From = nullptr, *Exit = nullptr;
    llvm::BitVector Dirty = {};
    /// At its end variables were stored that stay in the warp's memory.
    bool IsStored = false;
  };
  /// A place where variables that stay in the warp's memory are stored, if they
  /// count in front of, or behind, the node.
  struct StorePoint {
    llvm::Instruction *Before;
    NodeIndex Node;
    uint32_t Block;
    llvm::BitVector Variables;
  };

  void createFunction();
  /// The values that differ from warp to warp.
  void startWarp();
  /// Finds out in which mode of the host most of the kernel's arithmetic is.
  void chooseMode();
  /// The host is in \p Needed from here on, if something needs a mode.
  void enterMode(std::optional<sm::HostMode> Needed);
  void buildBlock(uint32_t Number);
  /// Appends node \p Index of a block; \p Undone counts what follows it.
  void buildNode(NodeIndex N, unsigned Undone);
  void buildInstruction(const sm::BoundInst &I, NodeIndex N, unsigned Undone);
  /// Says what is known of the addresses that node \p N wrote.
  void lookAtStrides(NodeIndex N);
  // These make functions that call others for their instructions.
  void startCalls();
  void buildCall(NodeIndex N, unsigned Undone);
  void buildCallExits();
  void buildCallEntries();
  /// Where the instruction at \p PC is, bound.
  llvm::Value *instructionAt(uint32_t PC);
  /// The active lanes for which the predicate of \p I, node \p N, holds.
  llvm::Value *predicateOf(const sm::BoundInst &I, NodeIndex N);
  /// Code that is appended from here on belongs to node \p N.
  void setLine(NodeIndex N) {
    if (Lines)
      B.SetCurrentDebugLocation(Lines->of(G.Nodes[N].PC));
  }
  /// The end of a block behind its last node.
  void buildEnd(const FlowNode &Last, NodeIndex N);
  void buildParting(const FlowNode &Last, NodeIndex N);
  void buildLeaving(const FlowNode &Last, NodeIndex N);
  /// Goes on with the first lanes that wait on the stack.
  void buildPops(const FlowNode &Last, NodeIndex N, GoneLanes Gone);
  /// Goes on with \p Lanes, or to \p Nobody where no node is for them.
  void buildPop(const FlowNode &Last, const FlowPop &Pop, llvm::Value *Lanes,
                GoneLanes Gone, llvm::BasicBlock *Nobody);
  void goTo(NodeIndex To) { B.CreateBr(BlockStarts[G.BlockOf[To]]); }
  /// Goes on in a masked node.
  void goTo(NodeIndex To, llvm::Value *Lanes);
  /// Goes on where all lanes are active.
  void goToAll(NodeIndex To);
  llvm::BasicBlock *branchIf(llvm::Value *Condition, llvm::BasicBlock *Else);
  LaneValue lanes(llvm::Value *V) { return {&B, V}; }
  GoneLanes loadGone();
  /// Returns the lanes that are gone while all are there: none.
  GoneLanes noneGone();
  void storeGone(GoneLanes Gone);
  llvm::Value *idleOf(llvm::Value *Lanes);
  void addIdle(llvm::Value *Threads);
  llvm::Value *stateField(size_t Offset);
  /// The place of the lanes that wait as entry \p Entry of the stack has it.
  llvm::Value *waiting(size_t Entry);
  /// From the context.
  void loadActive();
  /// Ends at \p X, behind the stores of variables.
  void leaveAt(const PendingExit &X);
  /// Returns the weights of a branch whose second way is hardly ever taken.
  static llvm::MDNode *rarely(llvm::LLVMContext &Context);
  /// How a handler is called, and which.
  struct CallKind {
    /// With predicate and operands in memory.
    bool WithEntry;
    /// Hardly ever, so that no register is saved for it on other ways.
    bool IsRare;
  };
  Effects callHandler(llvm::IRBuilderBase &At, const sm::BoundInst &I,
                      llvm::Value *Mask, CallKind Kind, llvm::Value *&Good);
  /// Calls the handler, unless there are no lanes in \p Mask, and leaves if it
  /// faults.
  void callOrLeave(const sm::BoundInst &I, llvm::Value *Mask, CallKind Kind,
                   NodeIndex N, unsigned Undone);
  void buildOperation(const sm::BoundInst &I, NodeIndex N, unsigned Undone);
  /// Whether \p I changes more than registers.
  static bool changesMemory(const sm::BoundInst &I);
  llvm::Function *rareCall();
  llvm::BasicBlock *exitTo(KernelExit What, unsigned Undone);
  /// Starts a segment in front of node \p N, where the block \p From starts.
  void startSegment(NodeIndex N, unsigned Undone, llvm::BasicBlock *From);
  /// Leaves in front of the segment at hand, of which nothing has happened.
  llvm::BasicBlock *backOut();
  /// Whether what is rare leaves, too.
  bool leavesRare() const {
    return Wanted == sm::Coverage::Usual && Redo.Start != NoNode;
  }
  void addDoubt(llvm::Value *IsRare);
  /// Whether \p I may wait with others of its kind.
  bool canWait(const sm::BoundInst &I) const {
    return leavesRare() && llvm::isa<llvm::ConstantInt>(Active) &&
           !I.isPredicated() && Floats->takes(I);
  }
  /// Writes what waits, if \p I has to do with its results.
  void appendAwaited(const sm::BoundInst &I);
  /// Has all leave in which something rare was found, before it shows.
  void leaveDoubts();
  /// Returns the way out from \p N, which steers; at least in front of that.
  llvm::BasicBlock *backOutFrom(NodeIndex N) {
    return Redo.Start == NoNode || Redo.IsStored ? exitTo({N, false}, 1)
                                                 : backOut();
  }
  llvm::Value *pointerTo(llvm::IRBuilderBase &At, Variable V);
  llvm::Align alignOf(Variable V) const;
  /// A variable's contents to, and from, the warp's memory.
  void storeToWarp(llvm::IRBuilderBase &At, Variable V);
  void loadFromWarp(llvm::IRBuilderBase &At, Variable V);
  // KernelHomes.cpp: which variables are where.
  /// Notes what the code appended since the last time reads and writes.
  void noteAccesses();
  void noteAccesses(const llvm::Instruction &I);
  /// Whether \p S, to a variable, stores what the warp's memory has of it.
  bool isLoadFromWarp(const llvm::StoreInst &S, Variable V) const;
  /// Whether all was noted of the code of the block at hand, which is in
  /// \p First and behind \p Before.
  bool hasNotedAll(const llvm::BasicBlock &First,
                   const llvm::BasicBlock &Before) const;
  /// Notes what node \p N, which was appended, may have written.
  void noteWrites(NodeIndex N);
  /// Notes that a call of \p I was all that the node did.
  void noteCall(const Effects &Of, bool IsForAll);
  /// Whether the warp's memory has \p V as it is.
  bool isStored(Variable V) const {
    return Homes->inMemory(CurrentBlock)[V] && !Dirty[V];
  }
  /// Stores what stays in the warp's memory in front of \p Before, behind which
  /// \p Next follows.
  void storeHomes(llvm::Instruction *Before, NodeIndex Next);
  void placeStores(const Liveness &Live);
  void placeLoads(const Liveness &Live, const Changes &Changed);
  /// The variables that are stored where \p Block starts, as blocks come before
  /// it that keep them.
  llvm::BitVector storedAtStart(uint32_t Block, const Liveness &Live,
                                const Changes &Changed) const;
  /// The variables that count at \p X and may not be in the warp's memory.
  llvm::BitVector storedAt(const PendingExit &X, const Liveness &Live,
                           const Changes &Changed) const;
  /// \p Read says what counts before host code is left.
  void buildEntries(const Liveness &Live, const Liveness &Read,
                    const Changes &Changed);
  /// A function that takes a base, a table of the places of rows behind it, and
  /// how many these are. It returns whether lanes differ in one of them.
  llvm::Function *rowsDiffer();
  /// Whether what is taken for the same in all lanes is so in the warp's
  /// memory; goes to \p Refuse if not.
  void testUniform(uint32_t Block, const llvm::BitVector &Needed,
                   llvm::BasicBlock *Refuse);
  /// The variables changed since host code was entered that are not in the
  /// warp's memory, less those \p Stored wherever they are written.
  Changes changesBehind(const llvm::BitVector &Stored) const;
  /// The times that exits store each variable that may have changed.
  std::vector<unsigned> countStores(const Liveness &Live,
                                    const Changes &Changed) const;
  /// Stores variables that no loop changes where blocks end that change them,
  /// if many exits would have to.
  void settle(const Liveness &Live);
  /// \p Read takes what exits read of the variables, by node.
  void buildExits(const Liveness &Live, const Changes &Changed,
                  std::vector<Effects> &Read);
  /// Those at the starts of segments of one block become one, as most of what
  /// they store is the same.
  void buildSharedExits(const Liveness &Live, const Changes &Changed,
                        std::vector<Effects> &Read);
  void leaveWith(llvm::Value *Exit, llvm::Value *Undone, llvm::Value *Threads);
  /// The code that all exits have in common.
  void startWayOut();
  void buildWayOut();
  /// The block behind the barrier in front of which \p What leaves, if all
  /// warps of a group may go on there.
  std::optional<uint32_t> blockBehind(const KernelExit &What) const;
  /// Goes on with the next warp of the group, or with the first in \p Behind,
  /// where that is possible.
  void appendNextWarp(uint32_t Behind);
  /// Goes on with warp \p Turn from \p Block on.
  void goToWarp(llvm::Value *Turn, llvm::Value *Block);
  llvm::BasicBlock *newBlock(const llvm::Twine &Name);

  SemanticsModule &Semantics;
  const sm::Executable &E;
  const FlowGraph &G;
  const sm::Coverage Wanted;
  llvm::Module &M;
  StateVariables State;
  llvm::Function *F = nullptr;
  llvm::IRBuilder<> B;
  /// The context and registers of the warp at hand, where it starts and how
  /// many instructions it may issue. Where the function runs several warps, all
  /// but the second are phis.
  llvm::Value *Context = nullptr, *Rows = nullptr, *Start = nullptr,
              *Budget = nullptr;
  /// Where the function starts with a warp.
  llvm::BasicBlock *WarpStart = nullptr;
  llvm::AllocaInst *Left = nullptr, *ActiveLanes = nullptr, *Idle = nullptr;
  llvm::Function *RareCall = nullptr, *RowsDiffer = nullptr;
  bool HasLines = false, InCalls = false;
  /// None where nobody wants them.
  std::optional<SourceLines> Lines;
  std::unique_ptr<HandlerInliner> Inliner;
  std::unique_ptr<MemoryLowering> Memory;
  std::unique_ptr<AddressStrides> Strides;
  std::unique_ptr<FloatRun> Floats;
  std::unique_ptr<ShuffleLowering> Shuffles;
  const Uniformity Known;
  /// The functions that instructions are calls of; none where instructions are
  /// written in place.
  std::optional<OperationPool> Pool;
  /// Where the function is left: by which exit, and how many instructions were
  /// charged for in vain.
  struct {
    llvm::BasicBlock *Out;
    llvm::AllocaInst *Exit, *Undone;
  } Way = {};
  /// The tests of accesses in the current block.
  std::optional<AccessPlan> Plan;
  std::vector<llvm::BasicBlock *> BlockStarts;
  std::vector<Effects> NodeEffects;
  /// The variables that each block may write without storing them, and those
  /// that it has to do with.
  std::vector<llvm::BitVector> Written, Touched;
  /// The variables whose places in the warp's memory each segment may write,
  /// and the last segment of each block.
  std::vector<llvm::BitVector> Overwritten;
  std::vector<unsigned> LastSegments;
  /// None where instructions are called.
  std::optional<VariableHomes> Homes;
  /// As PendingExit has it, where code is appended.
  llvm::BitVector Dirty;
  std::vector<StorePoint> StorePoints;
  /// The node at hand was a call, and nothing else.
  bool WasCall = false;
  /// Up to where noteAccesses() has looked.
  struct {
    llvm::BasicBlock *Block, *LastBlock;
    llvm::Instruction *Last;
  } Noted = {};
  /// The variables that are in the warp's memory behind each block that changes
  /// them.
  llvm::BitVector Settled;
  /// The last instruction of each block in front of its end.
  std::vector<llvm::Instruction *> BlockEnds;
  /// The host's rounding and denormals where blocks start and end, and where
  /// code is appended. Outside of host code it is the guest's.
  sm::HostMode KernelMode = sm::GuestMode, Mode = sm::GuestMode;
  /// Whether some code is in another mode than the guest's.
  bool SetsModes = false;
  uint32_t CurrentBlock = 0;
  /// Lanes that are active in the block at hand, and how many are not; null:
  /// none.
  llvm::Value *Active = nullptr, *IdleOfOne = nullptr;
  /// Lanes for which the predicate of the last node holds, where it steers.
  llvm::Value *Taken = nullptr;
  Segment Redo;
  /// Whether operands of the current segment were rare that have not been
  /// looked at yet, null if there are none; and of how many instructions they
  /// are.
  llvm::Value *Doubt = nullptr;
  unsigned NumDoubts = 0;
  std::vector<PendingExit> Pending;
  std::vector<KernelExit> Exits;
};

} // namespace heddle::hosttranslate

#endif // HEDDLE_LIB_ENGINE_HOSTTRANSLATE_KERNELBUILDER_H
