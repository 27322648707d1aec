//===- TeslaHub.cpp - Blocks that many edges lead through -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaHub.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "Target/TeslaConditions.h"
#include "Target/TeslaInstrBuilder.h"
#include "Target/TeslaInstrInfo.h"
#include "Target/TeslaSubtarget.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include <cassert>

using namespace llvm;
using namespace heddle;

TeslaHubBuilder::TeslaHubBuilder(MachineFunction &Fn, LiveIntervals &LIS)
    : MF(Fn), MRI(Fn.getRegInfo()),
      TII(*Fn.getSubtarget<TeslaSubtarget>().getInstrInfo()),
      TRI(*Fn.getSubtarget().getRegisterInfo()) {
  for (unsigned I = 0; I != MRI.getNumVirtRegs(); ++I) {
    Register Reg = Register::index2VirtReg(I);
    if (MRI.reg_nodbg_empty(Reg) || !LIS.hasInterval(Reg))
      continue;
    const LiveInterval &Interval = LIS.getInterval(Reg);
    if (!Interval.hasSubRanges())
      addPart(LIS, Reg, Interval, MRI.getMaxLaneMaskForVReg(Reg));
    for (const LiveInterval::SubRange &Range : Interval.subranges())
      addPart(LIS, Reg, Range, Range.LaneMask);
  }
}

void TeslaHubBuilder::addPart(const LiveIntervals &LIS, Register Reg,
                              const LiveRange &Range, LaneBitmask Lanes) {
  const SlotIndexes &Indexes = *LIS.getSlotIndexes();
  for (const LiveRange::Segment &S : Range)
    // Blocks that begin inside the segment.
    for (const auto *It = Indexes.getMBBLowerBound(S.start);
         It != Indexes.MBBIndexEnd() && It->first < S.end; ++It)
      LiveIn[It->second].set(Parts.size());
  Parts.push_back({Reg, Lanes});
}

Register TeslaHubBuilder::createState() {
  Register State = MRI.createVirtualRegister(&Tesla::GPR32LoRegClass);
  PartOfState[State] = Parts.size();
  Parts.push_back({State, MRI.getMaxLaneMaskForVReg(State)});
  return State;
}

MachineBasicBlock *TeslaHubBuilder::createBlock(MachineBasicBlock *Before) {
  MachineBasicBlock *New = MF.CreateMachineBasicBlock(Before->getBasicBlock());
  MF.insert(Before->getIterator(), New);
  return New;
}

MachineBasicBlock *TeslaHubBuilder::createTree(
    BlockList Targets, unsigned First, Register State,
    MachineBasicBlock *Before,
    function_ref<void(MachineBasicBlock *, BlockList)> Note) {
  assert(!Targets.empty() && "a hub leads somewhere");
  if (Targets.size() == 1)
    return Targets.front();
  size_t Half = Targets.size() / 2;
  MachineBasicBlock *B = createBlock(Before);
  MachineBasicBlock *Low =
      createTree(Targets.take_front(Half), First, State, Before, Note);
  MachineBasicBlock *High =
      createTree(Targets.drop_front(Half), First + Half, State, Before, Note);
  DebugLoc DL = Targets.front()->findDebugLoc(Targets.front()->instr_begin());
  // State < First + Half; where only one number is less, State == 0.
  bool IsZero = First + Half == 1;
  Register Bound = Tesla::R127;
  if (!IsZero) {
    Bound = createState();
    BuildMI(B, DL, TII.get(Tesla::MOV_B32_i), Bound).addImm(First + Half);
  }
  Register Condition = MRI.createVirtualRegister(&Tesla::CCRegClass);
  addDefaults(BuildMI(B, DL, TII.get(Tesla::SET_U32_rr_c), Condition)
                  .addReg(State)
                  .addReg(Bound)
                  .addImm(IsZero ? 2 : 1));
  MachineOperand Test[] = {MachineOperand::CreateImm(Tesla::BRA_DIV),
                           MachineOperand::CreateImm(tesla::CondLG),
                           MachineOperand::CreateReg(Condition, false)};
  TII.insertBranch(*B, Low, High, Test, DL);
  B->addSuccessor(Low);
  B->addSuccessor(High);
  PartSet Live = LiveIn.lookup(Low);
  Live |= LiveIn.lookup(High);
  // Later hubs may take B, without the rest of its tree, for a target.
  Live.set(PartOfState.at(State));
  LiveIn[B] = std::move(Live);
  Note(B, Targets);
  return B;
}

MachineBasicBlock *TeslaHubBuilder::createHub(
    BlockList Targets, Register State, MachineBasicBlock *Before,
    function_ref<void(MachineBasicBlock *, BlockList)> Note) {
  return createTree(Targets, 0, State, Before, Note);
}

static DebugLoc endOf(MachineBasicBlock *B) {
  auto It = B->getFirstTerminator();
  return It == B->end() ? DebugLoc() : It->getDebugLoc();
}

void TeslaHubBuilder::setState(MachineBasicBlock *B, Register State,
                               unsigned Number) {
  assert(PartOfState.count(State) && "no state of a hub");
  BuildMI(*B, B->getFirstTerminator(), endOf(B), TII.get(Tesla::MOV_B32_i),
          State)
      .addImm(Number);
}

/// Gives \p Lanes of \p Reg a value that nobody reads. \p KeepsOthers: other
/// lanes of it are alive.
void TeslaHubBuilder::define(MachineBasicBlock *B, Register Reg,
                             LaneBitmask Lanes, bool KeepsOthers) {
  assert(Lanes.any() && "a value of no lanes");
  // The earlier last use is none any more, and none is marked again.
  if (Unkilled.insert(Reg).second)
    MRI.clearKillFlags(Reg);
  SmallVector<unsigned, 4> Indices = {0};
  if (Lanes != MRI.getMaxLaneMaskForVReg(Reg)) {
    Indices.clear();
    bool IsCovered =
        TRI.getCoveringSubRegIndexes(MRI, MRI.getRegClass(Reg), Lanes, Indices);
    (void)IsCovered;
    assert(IsCovered && "lanes that no index names");
  }
  for (unsigned Index : Indices) {
    BuildMI(*B, B->getFirstTerminator(), DebugLoc(),
            TII.get(TargetOpcode::IMPLICIT_DEF))
        .addReg(Reg, RegState::Define | getUndefRegState(Index && !KeepsOthers),
                Index);
    KeepsOthers = true;
  }
}

/// Defines what is in \p Dead but \p State, which gets its own value.
void TeslaHubBuilder::forget(MachineBasicBlock *B, PartSet Dead,
                             const PartSet &Alive, Register State) {
  Dead.reset(PartOfState.at(State));
  // The parts of a register are neighbours.
  for (auto I = Dead.begin(), End = Dead.end(); I != End;) {
    Register Reg = Parts[*I].Reg;
    LaneBitmask Lanes = LaneBitmask::getNone();
    unsigned First = *I;
    while (First && Parts[First - 1].Reg == Reg)
      --First;
    bool KeepsOthers = false;
    for (unsigned N = First; N != Parts.size() && Parts[N].Reg == Reg; ++N)
      KeepsOthers |= Alive.test(N);
    for (; I != End && Parts[*I].Reg == Reg; ++I)
      Lanes |= Parts[*I].Lanes;
    define(B, Reg, Lanes, KeepsOthers);
  }
}

MachineBasicBlock *TeslaHubBuilder::createWay(MachineBasicBlock *Hub,
                                              Register State, unsigned Number,
                                              MachineBasicBlock *Target,
                                              MachineBasicBlock *Before) {
  MachineBasicBlock *B = createBlock(Before);
  TII.insertBranch(*B, Hub, nullptr, {},
                   Target->findDebugLoc(Target->instr_begin()));
  B->addSuccessor(Hub);
  PartSet Live = LiveIn.lookup(Target);
  forget(B, LiveIn.lookup(Hub) - Live, Live, State);
  setState(B, State, Number);
  LiveIn[B] = std::move(Live);
  return B;
}

void TeslaHubBuilder::redirect(MachineBasicBlock *From,
                               MachineBasicBlock *Target,
                               MachineBasicBlock *Hub, Register State,
                               unsigned Number) {
  PartSet LiveOut;
  for (MachineBasicBlock *S : From->successors())
    LiveOut |= LiveIn.lookup(S);
  forget(From, LiveIn.lookup(Hub) - LiveOut, LiveOut, State);
  assert(From->isSuccessor(Target) && "an edge that is not there");
  setState(From, State, Number);
  From->ReplaceUsesOfBlockWith(Target, Hub);
}
