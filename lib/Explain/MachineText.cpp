//===- MachineText.cpp - Machine code, line by line -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeHash.h"
#include "Liveness.h"
#include "heddle/Explain/PassRecorder.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/ModuleSlotTracker.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace heddle::explain {
namespace {

class FlowOfMachine {
public:
  explicit FlowOfMachine(const MachineFunction &In)
      : MF(In), MRI(In.getRegInfo()), TRI(*MRI.getTargetRegisterInfo()) {
    for (const MachineBasicBlock &MBB : MF)
      BlockNumbers[&MBB] = unsigned(BlockNumbers.size());
    Of.Blocks.resize(BlockNumbers.size());
    for (const MachineBasicBlock &MBB : MF)
      add(MBB);
  }
  std::optional<unsigned> most() const { return Of.most(); }

private:
  static bool isGeneral(StringRef Class) { return Class.starts_with("GPR"); }
  unsigned number(unsigned Id, unsigned Halves) {
    auto [It, IsNew] = Numbers.try_emplace(Id, unsigned(Numbers.size()));
    if (IsNew)
      Of.Halves.push_back(Halves);
    return It->second;
  }
  /// Calls \p Fn with the number of each value that \p R holds a part of.
  template <class FnT> void forValues(Register R, FnT Fn) {
    if (R.isVirtual()) {
      const TargetRegisterClass *RC = MRI.getRegClassOrNull(R);
      if (RC && isGeneral(TRI.getRegClassName(RC)))
        Fn(number(R.id(), TRI.getRegSizeInBits(*RC) / 16));
      return;
    }
    if (!R.isPhysical() ||
        !isGeneral(TRI.getRegClassName(TRI.getMinimalPhysRegClass(R))))
      return;
    for (MCRegUnit Unit : TRI.regunits(R.asMCReg())) {
      const MCRegister Root = *MCRegUnitRootIterator(Unit, &TRI);
      const unsigned Bits =
          TRI.getRegSizeInBits(*TRI.getMinimalPhysRegClass(Root));
      Fn(number(Unit, Bits / 16));
    }
  }
  void add(const MachineBasicBlock &MBB) {
    Liveness::Block &B = Of.Blocks[BlockNumbers[&MBB]];
    for (const MachineInstr &MI : MBB) {
      Liveness::Instruction Is;
      for (const MachineOperand &MO : MI.operands()) {
        if (!MO.isReg() || MI.isDebugInstr())
          continue;
        // A part that is written leaves the rest live.
        const bool IsPart = MO.isDef() && MO.getSubReg() && !MO.isUndef();
        if (MO.isDef())
          forValues(MO.getReg(), [&](unsigned N) { Is.Written.push_back(N); });
        // A phi reads its operands where control comes from.
        if ((MO.isUse() && !MO.isUndef() && !MI.isPHI()) || IsPart)
          forValues(MO.getReg(), [&](unsigned N) { Is.Read.push_back(N); });
      }
      B.Code.push_back(std::move(Is));
    }
    for (const MachineBasicBlock *Next : MBB.successors()) {
      B.Next.push_back(BlockNumbers[Next]);
      for (const MachineInstr &Phi : Next->phis())
        for (unsigned N = 1; N < Phi.getNumOperands(); N += 2)
          if (Phi.getOperand(N + 1).getMBB() == &MBB)
            forValues(Phi.getOperand(N).getReg(),
                      [&](unsigned V) { B.ReadAtEnd.push_back(V); });
    }
  }

  const MachineFunction &MF;
  const MachineRegisterInfo &MRI;
  const TargetRegisterInfo &TRI;
  Liveness Of;
  DenseMap<const MachineBasicBlock *, unsigned> BlockNumbers;
  DenseMap<unsigned, unsigned> Numbers;
};

Counts countMachine(const MachineFunction &MF) {
  Counts C;
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB) {
      if (MI.isDebugInstr())
        continue;
      ++C.Instructions;
      C.Loads += MI.mayLoad();
      C.Stores += MI.mayStore();
    }
  if (Liveness::isCountable(MF.size(), C.Instructions))
    C.Registers = FlowOfMachine(MF).most();
  return C;
}

std::string headOf(const MachineBasicBlock &MBB) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << printMBBReference(MBB);
  if (!MBB.getName().empty())
    OS << " (" << MBB.getName() << ')';
  OS << ':';
  if (!MBB.succ_empty())
    OS << " ->";
  for (const MachineBasicBlock *Next : MBB.successors())
    OS << ' ' << printMBBReference(*Next);
  return Text;
}

} // namespace

void PassRecorder::afterPass(StringRef Pass, const MachineFunction &MF) {
  Step S;
  S.Pass = Pass.str();
  S.Stage = Step::MachineCode;
  S.Generation = Generation;
  S.IsBeforeAllocation = !MF.getProperties().hasProperty(
      MachineFunctionProperties::Property::NoVRegs);
  std::vector<uint64_t> Hashes;
  if (addUnchanged(MF.getName(), S, hashOf(MF, Hashes)))
    return;
  size_t Number = 0;
  const Function &F = MF.getFunction();
  std::optional<ModuleSlotTracker> Slots;
  const TargetInstrInfo *TII = MF.getSubtarget().getInstrInfo();
  std::vector<TextLine> Lines;
  for (const MachineBasicBlock &MBB : MF) {
    Lines.push_back({number(headOf(MBB)), 0});
    for (const MachineInstr &MI : MBB) {
      if (MI.isDebugInstr())
        continue;
      const DebugLoc &At = MI.getDebugLoc();
      for (uint32_t Line :
           linesOf(Hashes[Number++], /*IsIR=*/false, [&](raw_ostream &OS) {
             if (!Slots) {
               Slots.emplace(F.getParent(),
                             /*ShouldInitializeAllMetadata=*/false);
               Slots->incorporateFunction(F);
             }
             OS << "  ";
             MI.print(OS, *Slots, /*IsStandalone=*/false, /*SkipOpers=*/false,
                      /*SkipDebugLoc=*/true, /*AddNewLine=*/false, TII);
           }))
        Lines.push_back({Line, At ? At.getLine() : 0});
    }
  }
  add(MF.getName(), std::move(S), std::move(Lines),
      [&MF] { return countMachine(MF); });
}

} // namespace heddle::explain
