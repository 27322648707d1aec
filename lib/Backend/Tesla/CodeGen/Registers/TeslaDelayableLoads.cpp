//===- TeslaDelayableLoads.cpp - Loads that can wait for a use ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaDelayableLoads.h"
#include "heddle/ABI/AddressSpace.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"

using namespace llvm;
using namespace heddle;

/// The fewest loads for which a register that they share may live longer.
static constexpr unsigned FewestForRegister = 4;

/// The most loads that wait at a time: each is held against each store.
static constexpr unsigned MostWaiting = 500;

static bool isLocal(const MachineMemOperand &Memory) {
  return Memory.getAddrSpace() == abi::Local;
}

/// Whether \p MI loads from where nobody else writes.
static bool isPrivateLoad(const MachineInstr &MI) {
  if (!MI.mayLoad() || MI.mayStore() || MI.isCall() || MI.isConvergent() ||
      MI.hasUnmodeledSideEffects() || !MI.hasOneMemOperand())
    return false;
  const MachineMemOperand &Memory = **MI.memoperands_begin();
  return Memory.isUnordered() && (isLocal(Memory) || Memory.isInvariant() ||
                                  Memory.getAddrSpace() == abi::Constant);
}

/// The result of \p MI if that is all of one register, and no source can
/// change; else none.
static Register onlyResult(const MachineInstr &MI,
                           const MachineRegisterInfo &MRI) {
  Register Result;
  for (const MachineOperand &MO : MI.operands()) {
    if (!MO.isReg() || !MO.getReg())
      continue;
    Register Reg = MO.getReg();
    if (Reg.isPhysical() ? MO.isDef() || !MRI.isConstantPhysReg(Reg)
                         : !MRI.hasOneDef(Reg))
      return Register();
    if (MO.isUse())
      continue;
    if (Result || MO.getSubReg())
      return Register();
    Result = Reg;
  }
  return Result;
}

/// Whether \p MI, a store or what may do anything, may write what \p Load
/// reads.
static bool mayWrite(const MachineInstr &MI, const MachineInstr &Load) {
  if (!isLocal(**Load.memoperands_begin()))
    return false;
  if (MI.isCall() || MI.hasUnmodeledSideEffects())
    return true;
  auto IsElsewhere = [](const MachineMemOperand *Memory) {
    unsigned Space = Memory->getAddrSpace();
    return Space == abi::Global || Space == abi::Shared;
  };
  if (!MI.memoperands_empty() && all_of(MI.memoperands(), IsElsewhere))
    return false;
  return MI.mayAlias(/*AA=*/nullptr, Load, /*UseTBAA=*/false);
}

/// The registers that \p Found.Load reads and that its user finds dead.
static SmallVector<Register, 2> prolonged(const TeslaDelayableLoad &Found,
                                          const LiveIntervals &LIS) {
  SmallVector<Register, 2> Registers;
  SlotIndex At = LIS.getInstructionIndex(*Found.User);
  for (const MachineOperand &MO : Found.Load->uses())
    if (MO.isReg() && MO.getReg().isVirtual() &&
        !LIS.getInterval(MO.getReg()).liveAt(At))
      Registers.push_back(MO.getReg());
  return Registers;
}

SmallVector<TeslaDelayableLoad, 8>
llvm::findTeslaDelayableLoads(MachineBasicBlock &MBB,
                              const LiveIntervals &LIS) {
  const MachineRegisterInfo &MRI = MBB.getParent()->getRegInfo();
  SmallVector<TeslaDelayableLoad, 8> Found;
  /// The waiting loads by the register that they load.
  SmallMapVector<Register, MachineInstr *, 16> Waiting;
  const MachineInstr *Last = nullptr;
  for (MachineInstr &MI : make_range(MBB.begin(), MBB.getFirstTerminator())) {
    if (MI.isDebugOrPseudoInstr())
      continue;
    for (const MachineOperand &MO : MI.operands()) {
      if (!MO.isReg() || !MO.getReg().isVirtual() || !MO.readsReg())
        continue;
      auto *It = Waiting.find(MO.getReg());
      if (It == Waiting.end())
        continue;
      if (It->second != Last)
        Found.push_back({It->second, &MI, It->first});
      Waiting.erase(It);
    }
    if (MI.mayStore() || MI.isCall() || MI.hasUnmodeledSideEffects())
      Waiting.remove_if(
          [&](const auto &Entry) { return mayWrite(MI, *Entry.second); });
    if (Register Reg = isPrivateLoad(MI) ? onlyResult(MI, MRI) : Register();
        Reg && Waiting.size() < MostWaiting)
      Waiting.insert({Reg, &MI});
    Last = &MI;
  }
  DenseMap<Register, unsigned> Sharing;
  for (const TeslaDelayableLoad &L : Found)
    for (Register Reg : prolonged(L, LIS))
      ++Sharing[Reg];
  erase_if(Found, [&](const TeslaDelayableLoad &L) {
    return any_of(prolonged(L, LIS), [&](Register Reg) {
      return Sharing.lookup(Reg) < FewestForRegister;
    });
  });
  return Found;
}
