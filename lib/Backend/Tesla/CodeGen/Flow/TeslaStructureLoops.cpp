//===- TeslaStructureLoops.cpp - Loops that lanes can leave by break ------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Gives the reconvergence pass loops that it can serve:
///
///  * A cycle with several entries gets one: all ways to an entry lead through
///    a hub, which is the header from then on.
///  * A loop that lanes leave one by one has one place behind it, a hub that
///    hands lanes on to where they wanted to go: `break` has one target.
///  * Cycles nested deeper than any program of a person become one loop: its
///    hub leads to every block that an edge goes back to. Hubs of each level
///    would cost the square of the depth.
///
/// LLVM's FixIrreducible and UnifyLoopExits do the first two on IR. There every
/// value that crosses a hub needs a phi in it, whose copies the coalescer then
/// takes the cube of the time to remove. And FixIrreducible of LLVM 19 crashes
/// in CreateControlFlowHub where the condition of a branch is a phi of an
/// entry. Behind phi elimination and the coalescer the values of a variable are
/// one register, and nothing is to be done for them. Any change of the graph is
/// right for each lane by itself; what lanes agree on has been decided before,
/// and inside cycles with a hub as header that no longer holds, so branches
/// there count as divergent.
///
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "Target/TeslaInstrInfo.h"
#include "Target/TeslaSubtarget.h"
#include "Tesla.h"
#include "TeslaExitBlocks.h"
#include "TeslaHub.h"
#include "TeslaReconvergencePlan.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineCycleAnalysis.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/InitializePasses.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>
#include <optional>

#define DEBUG_TYPE "tesla-structure-loops"

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(NumEntries, "Number of cycles given one entry");
ALWAYS_ENABLED_STATISTIC(NumFlat, "Number of cycles made one flat loop");
ALWAYS_ENABLED_STATISTIC(NumExits, "Number of loops given one exit");

namespace {

class TeslaStructureLoops : public MachineFunctionPass {
public:
  static char ID;
  TeslaStructureLoops() : MachineFunctionPass(ID) {}
  StringRef getPassName() const override { return "Tesla loop structure"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<LiveIntervalsWrapperPass>();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  bool runOnMachineFunction(MachineFunction &Fn) override;

private:
  TeslaHubBuilder &builder();
  bool structureCycles(unsigned Round);
  void unifyEntries(const MachineCycle &C);
  using BlockNumbers = DenseMap<const MachineBasicBlock *, unsigned>;
  void flatten(const MachineCycle &C, const BlockNumbers &Place);
  void giveHeader(
      const MachineCycle &C, TeslaHubBuilder::BlockList Targets,
      function_ref<bool(MachineBasicBlock *, MachineBasicBlock *)> IsOverHub);
  bool unifyExits();
  void unifyExits(MachineLoop &L, MachineLoopInfo &MLI);

  MachineFunction *MF = nullptr;
  LiveIntervals *LIS = nullptr;
  std::optional<TeslaHubBuilder> Builder;
};

} // namespace

char TeslaStructureLoops::ID = 0;

INITIALIZE_PASS_BEGIN(TeslaStructureLoops, DEBUG_TYPE, "Tesla loop structure",
                      false, false)
INITIALIZE_PASS_DEPENDENCY(LiveIntervalsWrapperPass)
INITIALIZE_PASS_END(TeslaStructureLoops, DEBUG_TYPE, "Tesla loop structure",
                    false, false)

char &llvm::TeslaStructureLoopsID = TeslaStructureLoops::ID;

FunctionPass *llvm::createTeslaStructureLoopsPass() {
  return new TeslaStructureLoops();
}

/// Made for the first hub: most functions need none.
TeslaHubBuilder &TeslaStructureLoops::builder() {
  if (!Builder) {
    Builder.emplace(*MF, *LIS);
    MF->getSubtarget<TeslaSubtarget>().getInstrInfo()->makeBranchesExplicit(
        *MF);
  }
  return *Builder;
}

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

/// Nested so deep, cycles are flattened.
static constexpr unsigned MaxDepth = 16;
/// After so many rounds, cycles with several entries are.
static constexpr unsigned MaxRounds = 4;

/// Leads the edges to \p Targets that \p IsOverHub names through a hub, and all
/// that come from outside of \p C.
void TeslaStructureLoops::giveHeader(
    const MachineCycle &C, TeslaHubBuilder::BlockList Targets,
    function_ref<bool(MachineBasicBlock *, MachineBasicBlock *)> IsOverHub) {
  assert(Targets.size() > 1 && "one header needs no hub");
  const TeslaInstrInfo &TII =
      *MF->getSubtarget<TeslaSubtarget>().getInstrInfo();
  TeslaHubBuilder &Hubs = builder();
  for (MachineBasicBlock *B : C.blocks())
    for (MachineInstr &MI : B->terminators())
      if (MI.getOpcode() == Tesla::BRA)
        MI.setDesc(TII.get(Tesla::BRA_DIV));
  // The hub's own blocks come before the targets, too.
  SmallVector<SmallVector<MachineBasicBlock *, 4>, 8> Predecessors;
  for (MachineBasicBlock *Target : Targets)
    Predecessors.emplace_back(Target->pred_begin(), Target->pred_end());
  Register State = Hubs.createState();
  MachineBasicBlock *Hub =
      Hubs.createHub(Targets, State, C.getHeader(), [](auto *, auto) {});
  for (auto [Number, Target] : enumerate(Targets)) {
    MachineBasicBlock *Ways[2] = {};
    for (MachineBasicBlock *P : Predecessors[Number]) {
      bool Inside = C.contains(P);
      if (Inside && !IsOverHub(P, Target))
        continue;
      MachineBasicBlock *&Way = Ways[Inside];
      if (!Way)
        Way = Hubs.createWay(Hub, State, Number, Target, Inside ? Target : Hub);
      P->ReplaceUsesOfBlockWith(Target, Way);
    }
  }
}

void TeslaStructureLoops::unifyEntries(const MachineCycle &C) {
  LLVM_DEBUG(dbgs() << DEBUG_TYPE ": one entry for a cycle with "
                    << C.getEntries().size() << " of "
                    << printMBBReference(*C.getHeader()) << '\n');
  giveHeader(C, C.getEntries(), [](auto *, auto *) { return true; });
  ++NumEntries;
}

/// Makes \p C one loop without others in it. \p Place numbers blocks so that
/// what is left without the edges that go back has no cycle.
void TeslaStructureLoops::flatten(const MachineCycle &C,
                                  const BlockNumbers &Place) {
  auto GoesBack = [&](MachineBasicBlock *From, MachineBasicBlock *To) {
    assert(Place.contains(From) && Place.contains(To) &&
           "a block of a cycle that control does not reach");
    return Place.lookup(From) >= Place.lookup(To);
  };
  SmallVector<MachineBasicBlock *, 16> Targets;
  for (MachineBasicBlock *B : C.blocks())
    if (C.isEntry(B) || any_of(B->predecessors(), [&](MachineBasicBlock *P) {
          return C.contains(P) && GoesBack(P, B);
        }))
      Targets.push_back(B);
  llvm::sort(Targets, [&](auto *A, auto *B) {
    return Place.lookup(A) < Place.lookup(B);
  });
  if (Targets.size() < 2)
    return;
  LLVM_DEBUG(dbgs() << DEBUG_TYPE ": " << Targets.size()
                    << " ways back to one header of "
                    << printMBBReference(*C.getHeader()) << '\n');
  giveHeader(C, Targets, GoesBack);
  ++NumFlat;
}

static bool hasDivergentBranch(const MachineCycle &C) {
  return any_of(C.blocks(), [](const MachineBasicBlock *B) {
    return endsInTeslaDivergentBranch(*B);
  });
}

static bool isDeep(const MachineCycle &Top) {
  SmallVector<const MachineCycle *, 16> Cycles = {&Top};
  while (!Cycles.empty()) {
    const MachineCycle *C = Cycles.pop_back_val();
    if (C->getDepth() > MaxDepth)
      return hasDivergentBranch(Top);
    append_range(Cycles, C->children());
  }
  return false;
}

/// Structures the outermost cycles that need it, in one round; false when none
/// does.
bool TeslaStructureLoops::structureCycles(unsigned Round) {
  MachineCycleInfo Cycles;
  Cycles.compute(*MF);
  BlockNumbers Place;
  auto Flatten = [&](const MachineCycle &C) {
    if (Place.empty())
      for (MachineBasicBlock *B : ReversePostOrderTraversal(MF))
        Place.try_emplace(B, Place.size());
    flatten(C, Place);
  };
  bool Changed = false;
  SmallVector<const MachineCycle *, 16> Work(Cycles.toplevel_begin(),
                                             Cycles.toplevel_end());
  while (!Work.empty()) {
    const MachineCycle *C = Work.pop_back_val();
    if (C->isReducible() && !(Round == 0 && C->getDepth() == 1 && isDeep(*C))) {
      append_range(Work, C->children());
      continue;
    }
    if (!C->isReducible() && Round < MaxRounds && !isDeep(*C))
      unifyEntries(*C);
    else
      Flatten(*C);
    Changed = true;
  }
  return Changed;
}

//===----------------------------------------------------------------------===//
// Exits
//===----------------------------------------------------------------------===//

using ExitMap =
    MapVector<MachineBasicBlock *, SmallVector<MachineBasicBlock *>>;

/// The places where lanes go on behind \p L, and the blocks that go there.
static ExitMap exitsOf(const MachineLoop &L) {
  ExitMap Exits;
  for (MachineBasicBlock *B : L.blocks())
    for (MachineBasicBlock *S : B->successors())
      if (!L.contains(S) && !isTeslaExitOnly(*S))
        Exits[S].push_back(B);
  return Exits;
}

/// \p MLI stays up to date as far as the loops around \p L look at it.
void TeslaStructureLoops::unifyExits(MachineLoop &L, MachineLoopInfo &MLI) {
  ExitMap Exits = exitsOf(L);
  if (Exits.size() < 2)
    return;
  SmallVector<MachineBasicBlock *, 4> Targets(make_first_range(Exits));
  // The order by depth keeps targets together that leave more loops.
  llvm::sort(Targets, [&](auto *A, auto *B) {
    return std::make_pair(MLI.getLoopDepth(B), A->getNumber()) <
           std::make_pair(MLI.getLoopDepth(A), B->getNumber());
  });
  TeslaHubBuilder &Hubs = builder();
  Register State = Hubs.createState();
  auto Note = [&](MachineBasicBlock *B, TeslaHubBuilder::BlockList Behind) {
    MachineLoop *Around = L.getParentLoop();
    while (Around && none_of(Behind, [&](MachineBasicBlock *X) {
             return Around->contains(X);
           }))
      Around = Around->getParentLoop();
    if (Around)
      Around->addBasicBlockToLoop(B, MLI);
  };
  LLVM_DEBUG(dbgs() << DEBUG_TYPE ": " << Targets.size()
                    << " targets of one exit, the first "
                    << printMBBReference(*Targets.front()) << '\n');
  MachineBasicBlock *Hub =
      Hubs.createHub(Targets, State, Targets.front(), Note);
  for (auto [Number, Target] : enumerate(Targets))
    for (MachineBasicBlock *From : Exits[Target])
      Hubs.redirect(From, Target, Hub, State, Number);
  ++NumExits;
}

bool TeslaStructureLoops::unifyExits() {
  MachineDominatorTree MDT(*MF);
  MachineLoopInfo MLI(MDT);
  auto Loops = MLI.getLoopsInPreorder();
  if (none_of(Loops, [](auto *L) { return exitsOf(*L).size() > 1; }))
    return false;
  // The loops are chosen on the graph as it was, inner loops first.
  SmallVector<MachineLoop *, 8> Work;
  {
    TeslaBodyForest Bodies(*MF, MLI);
    SmallPtrSet<const MachineLoop *, 8> Left;
    for (MachineLoop *L : reverse(Loops))
      if (leaveTeslaLoopDivergently(Bodies, *L, Left)) {
        Left.insert(L);
        Work.push_back(L);
      }
  }
  for (MachineLoop *L : Work)
    unifyExits(*L, MLI);
  return !Work.empty();
}

bool TeslaStructureLoops::runOnMachineFunction(MachineFunction &Fn) {
  MF = &Fn;
  LIS = &getAnalysis<LiveIntervalsWrapperPass>().getLIS();
  Builder.reset();
  bool Changed = false;
  for (unsigned Round = 0; structureCycles(Round); ++Round)
    Changed = true;
  Changed |= unifyExits();
  Builder.reset();
  return Changed;
}
