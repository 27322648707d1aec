//===- TeslaRemarks.cpp - Remarks on the code that came out ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaRemarks.h"
#include "Target/TeslaSubtarget.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/CodeGen/PseudoSourceValue.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include <tuple>

using namespace llvm;
using namespace heddle;

static constexpr char SpillRemarks[] = "spill";

const MachineMemOperand *llvm::teslaSpillOf(const MachineInstr &MI) {
  const MachineFrameInfo &MFI = MI.getMF()->getFrameInfo();
  for (const MachineMemOperand *MMO : MI.memoperands()) {
    auto *Slot =
        dyn_cast_or_null<FixedStackPseudoSourceValue>(MMO->getPseudoValue());
    if (Slot && MFI.isSpillSlotObjectIndex(Slot->getFrameIndex()))
      return MMO;
  }
  return nullptr;
}

void TeslaRemarks::startModule(const Module &M) {
  Emulations = emulationsOf(M);
}

void TeslaRemarks::start(const MachineFunction &Of) {
  MF = &Of;
  Last = nullptr;
  Instructions.clear();
  SpillsAt.clear();
}

void TeslaRemarks::count(const MachineInstr &MI) {
  // An instruction without a place belongs to the one in front of it, as in
  // listings.
  const DILocation *Place = MI.getDebugLoc().get();
  if (!Place || Place->getLine() == 0)
    Place = Last;
  Last = Place;
  if (Place && !Emulations.empty())
    ++Instructions[Place];
  if (const MachineMemOperand *Spill = teslaSpillOf(MI)) {
    Spills &Here = SpillsAt[Place];
    if (!Here.Block)
      Here.Block = MI.getParent();
    ++(Spill->isStore() ? Here.Stores : Here.Loads);
  }
}

void TeslaRemarks::finish(MachineOptimizationRemarkEmitter &ORE) {
  remarkOnEmulation(ORE);
  remarkOnSpills(ORE);
}

static void remarkOn(const Emulation &E, const DILocation *Place,
                     unsigned Count, const MachineFunction &MF,
                     MachineOptimizationRemarkEmitter &ORE) {
  ORE.emit([&] {
    MachineOptimizationRemarkAnalysis R(EmulationRemarks, "Emulated",
                                        DebugLoc(Place), &MF.front());
    R << "'" << ore::NV("Instruction", E.What) << "' is emulated on "
      << ore::NV("Chip", MF.getSubtarget().getCPU());
    if (!E.Callee.empty())
      R << " by a call of routine '" << ore::NV("Routine", E.Callee) << "',";
    R << " in " << ore::NV("NumInstructions", Count) << " instructions";
    if (!E.Callee.empty())
      R << " beside those of the routine";
    if (!E.Advice.empty())
      R << "; " << ore::NV("Advice", E.Advice);
    return R;
  });
}

/// Remarks line by line. An emulation that was folded until a single
/// instruction is left is none.
void TeslaRemarks::remarkOnEmulation(
    MachineOptimizationRemarkEmitter &ORE) const {
  /// Places with the ordinal of their coming, which tells copies of one line
  /// apart.
  SmallVector<std::tuple<LineAndColumn, unsigned, const DILocation *>, 8> Left;
  for (const auto &[Place, Count] : Instructions) {
    LineAndColumn At(Place->getLine(), Place->getColumn());
    if (Count > 1 && Emulations.contains(At))
      Left.push_back({At, Left.size(), Place});
  }
  llvm::sort(Left);
  for (const auto &[At, Ordinal, Place] : Left)
    remarkOn(Emulations.lookup(At), Place, Instructions.lookup(Place), *MF,
             ORE);
}

void TeslaRemarks::remarkOnSpills(MachineOptimizationRemarkEmitter &ORE) const {
  for (const auto &[Place, Here] : SpillsAt)
    ORE.emit([&] {
      MachineOptimizationRemarkMissed R(SpillRemarks, "Spill", DebugLoc(Place),
                                        Here.Block);
      R << "registers do not suffice: " << ore::NV("NumStores", Here.Stores)
        << (Here.Stores == 1 ? " store" : " stores") << " to and "
        << ore::NV("NumLoads", Here.Loads)
        << (Here.Loads == 1 ? " load" : " loads")
        << " from local memory are for spilled values";
      return R;
    });
}
