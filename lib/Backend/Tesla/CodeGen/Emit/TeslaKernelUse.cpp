//===- TeslaKernelUse.cpp - Sums up a kernel's functions ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaKernelUse.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "Target/TeslaInstrInfo.h"
#include "Target/TeslaMachineFunctionInfo.h"
#include "TeslaRemarks.h"
#include "TeslaVariables.h"
#include "heddle/ABI/LaunchState.h"
#include "heddle/Intrinsics/FunctionAttributes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GlobalVariable.h"
#include <cassert>

using namespace llvm;
using namespace heddle;

static unsigned usedRegisters(const MachineFunction &MF) {
  const TargetRegisterInfo &TRI = *MF.getSubtarget().getRegisterInfo();
  unsigned Used = 0;
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB) {
      // The name of a register that nothing defines is no use of it.
      if (MI.isDebugInstr())
        continue;
      for (const MachineOperand &MO : MI.operands()) {
        // A register that is read without having been written is zero, or of no
        // interest.
        if (!MO.isReg() || !MO.getReg().isPhysical() || MO.isUndef())
          continue;
        for (MCRegAliasIterator A(MO.getReg(), &TRI, true); A.isValid(); ++A)
          if (Tesla::GPR32RegClass.contains(*A) && *A != Tesla::R127)
            Used = std::max<unsigned>(Used, TRI.getEncodingValue(*A) + 1);
      }
    }
  return Used;
}

/// Stores to and loads from slots that register allocation made.
static void countSpills(const MachineFunction &MF, object::KernelInfo &Info) {
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB)
      if (const MachineMemOperand *Spill = teslaSpillOf(MI))
        ++(Spill->isStore() ? Info.SpillStores : Info.SpillLoads);
}

void TeslaKernelUse::start(const MachineFunction &MF, unsigned ConstantBytes) {
  const Function &F = MF.getFunction();
  const auto &MFInfo = *MF.getInfo<TeslaMachineFunctionInfo>();
  const TeslaSharedLayout &Layout = MFInfo.layout();
  const DataLayout &DL = F.getDataLayout();
  assert(Layout.ParamAddress.size() == F.arg_size() &&
         "the layout is of another function");
  Info = object::KernelInfo();
  Pressure = tesla::KernelPressure();
  Stacks.clear();
  Info.Name = F.getName().str();
  for (const Argument &A : F.args()) {
    object::KernelParam P;
    P.Name = A.getName().str();
    P.Type = F.getAttributes()
                 .getParamAttr(A.getArgNo(), "ptx-type")
                 .getValueAsString()
                 .str();
    assert(Layout.ParamAddress[A.getArgNo()] >= abi::SharedParams &&
           "a parameter in front of all of them");
    P.Offset = Layout.ParamAddress[A.getArgNo()] - abi::SharedParams;
    auto [Size, Alignment] = teslaParameterExtent(A);
    P.Size = Size;
    P.Align = Alignment.value();
    Info.Params.push_back(P);
  }
  for (const auto &[GV, Address] : Layout.Variables) {
    uint32_t Size =
        GV->isDeclaration() ? 0 : DL.getTypeAllocSize(GV->getValueType());
    Info.SharedSymbols.push_back({GV->getName().str(), Address, Size});
  }
  Info.ConstantBytes = ConstantBytes;
  Info.SharedBytes = Layout.StaticBytes;
  Info.DynamicSharedOffset = Layout.DynamicOffset;
  Info.MaxNtid = attributes::MaxNTid.get(F);
  Info.ReqNtid = attributes::ReqNTid.get(F);
  Info.ReqCluster = attributes::ReqCluster.get(F);
  Info.BlocksAreClusters = attributes::BlocksAreClusters.isSet(F);
}

void TeslaKernelUse::add(const MachineFunction &MF) {
  assert(!Stacks.count(&MF.getFunction()) && "a function that counts twice");
  const auto &MFInfo = *MF.getInfo<TeslaMachineFunctionInfo>();
  Info.Registers = std::max(Info.Registers, usedRegisters(MF));
  // The launch says how large the stack is.
  if (attributes::OnStack.isSet(MF.getFunction()))
    Info.HasStack = true;
  else
    Info.LocalBytes = std::max<uint32_t>(Info.LocalBytes, MFInfo.FrameEnd);
  countSpills(MF, Info);
  addPressure(MFInfo.Pressure);
  Stacks[&MF.getFunction()] = {MFInfo.StackDepth, MFInfo.Calls};
}

/// The peak is that of the function that has the highest.
void TeslaKernelUse::addPressure(const tesla::KernelPressure &Of) {
  auto All = std::move(Pressure.Lines);
  All.insert(All.end(), Of.Lines.begin(), Of.Lines.end());
  unsigned CostlyPeak = std::max(Pressure.CostlyPeak, Of.CostlyPeak);
  auto [Widest, WidestPlace] =
      Of.Widest > Pressure.Widest
          ? std::pair(Of.Widest, Of.WidestPlace)
          : std::pair(Pressure.Widest, Pressure.WidestPlace);
  if (Of.Peak >= Pressure.Peak)
    Pressure = Of;
  Pressure.Lines = std::move(All);
  Pressure.CostlyPeak = CostlyPeak;
  Pressure.Widest = Widest;
  Pressure.WidestPlace = WidestPlace;
}

/// The deepest stack while the current kernel runs. Functions stand behind
/// their callers.
unsigned TeslaKernelUse::stackDepth() const {
  DenseMap<const Function *, unsigned> Depths;
  unsigned Deepest = 0;
  for (const auto &[F, Use] : reverse(Stacks)) {
    Deepest = Use.Own;
    for (const auto &[Callee, Below] : Use.Calls)
      Deepest = std::max(Deepest, Below + 1 + Depths.lookup(Callee));
    Depths[F] = Deepest;
  }
  return Deepest;
}

void TeslaKernelUse::finish() {
  Info.StackDepth = stackDepth();
  llvm::sort(Pressure.Lines, [](const auto &A, const auto &B) {
    return std::tie(A.Line, A.Registers) < std::tie(B.Line, B.Registers);
  });
}
