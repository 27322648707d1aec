//===- TeslaInstrInfo.cpp - What the generic passes ask about instructions ===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaInstrInfo.h"
#include "MCTargetDesc/TeslaBaseInfo.h"
#include "MCTargetDesc/TeslaForms.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "MCTargetDesc/TeslaSemKinds.h"
#include "Tesla.h"
#include "TeslaInstrBuilder.h"
#include "TeslaSubtarget.h"
#include "heddle/Intrinsics/FunctionAttributes.h"
#include "llvm/CodeGen/LiveRegUnits.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"

#define GET_INSTRINFO_CTOR_DTOR
#include "TeslaGenInstrInfo.inc"

using namespace llvm;
using namespace heddle;

TeslaInstrInfo::TeslaInstrInfo() : TeslaGenInstrInfo(), RI() {}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// A general register that is free at \p MI, for copies that the chip can only
/// make through one. There is one below the budget whenever allocation
/// succeeded with a $c to spare; the copy would not exist otherwise.
static MCRegister freeRegister(MachineBasicBlock &MBB,
                               MachineBasicBlock::iterator MI,
                               const TeslaRegisterInfo &RI) {
  LiveRegUnits Live(RI);
  Live.addLiveOuts(MBB);
  for (MachineInstr &I : llvm::reverse(MBB)) {
    Live.stepBackward(I);
    if (&I == &*MI)
      break;
  }
  const MachineFunction &MF = *MBB.getParent();
  unsigned Budget = TeslaRegisterInfo::registerBudget(MF);
  for (unsigned N = 0; N < Budget; ++N)
    if (MCRegister R = Tesla::GPR32RegClass.getRegister(N); Live.available(R))
      return R;
  return MCRegister();
}

void TeslaInstrInfo::copyPhysReg(MachineBasicBlock &MBB,
                                 MachineBasicBlock::iterator MI,
                                 const DebugLoc &DL, MCRegister Dst,
                                 MCRegister Src, bool KillSrc) const {
  auto Long = [&](unsigned Opcode, MCRegister D, MCRegister S) {
    addDefaults(BuildMI(MBB, MI, DL, get(Opcode), D)
                    .addReg(S, getKillRegState(KillSrc)));
  };
  auto Words = [&](std::initializer_list<unsigned> Subs) {
    // Groups are aligned, so two of them never overlap in part.
    for (unsigned Sub : Subs)
      addDefaults(
          BuildMI(MBB, MI, DL, get(Tesla::MOV_B32_r), RI.getSubReg(Dst, Sub))
              .addReg(RI.getSubReg(Src, Sub), getKillRegState(KillSrc)));
  };
  if (Tesla::GPR32RegClass.contains(Dst, Src))
    return Long(Tesla::MOV_B32_r, Dst, Src);
  if (Tesla::GPR16RegClass.contains(Dst, Src))
    return Long(Tesla::MOV_B16_r, Dst, Src);
  if (Tesla::GPR64RegClass.contains(Dst, Src))
    return Words({Tesla::sub0, Tesla::sub1});
  if (Tesla::GPR128RegClass.contains(Dst, Src))
    return Words({Tesla::sub0, Tesla::sub1, Tesla::sub2, Tesla::sub3});
  bool ToC = Tesla::CCRegClass.contains(Dst);
  bool FromC = Tesla::CCRegClass.contains(Src);
  if (ToC && FromC) {
    MCRegister Scratch = freeRegister(MBB, MI, RI);
    if (!Scratch) {
      MBB.getParent()->getFunction().getContext().emitError(NoRegisterForCopy);
      return;
    }
    Long(Tesla::MOV_FROM_C, Scratch, Src);
    addDefaults(BuildMI(MBB, MI, DL, get(Tesla::MOV_TO_C), Dst)
                    .addReg(Scratch, RegState::Kill));
    return;
  }
  if (FromC)
    return Long(Tesla::MOV_FROM_C, Dst, Src);
  if (ToC)
    return Long(Tesla::MOV_TO_C, Dst, Src);
  bool ToA = Tesla::ARRegClass.contains(Dst);
  bool FromA = Tesla::ARZRegClass.contains(Src);
  if (ToA) {
    addDefaults(BuildMI(MBB, MI, DL,
                        get(FromA ? Tesla::ADD_A_ri : Tesla::SHL_A_ri), Dst)
                    .addReg(Src, getKillRegState(KillSrc))
                    .addImm(0));
    return;
  }
  if (FromA)
    return Long(Tesla::MOV_FROM_A, Dst, Src);
  llvm_unreachable("registers of these classes are never copied");
}

//===----------------------------------------------------------------------===//
// Spills
//===----------------------------------------------------------------------===//

/// How a register class comes from local memory; none if it does not.
static std::optional<unsigned> directReload(const TargetRegisterClass *RC) {
  if (Tesla::GPR32RegClass.hasSubClassEq(RC))
    return Tesla::LD_L_B32;
  if (Tesla::GPR64RegClass.hasSubClassEq(RC))
    return Tesla::LD_L_B64;
  if (Tesla::GPR128RegClass.hasSubClassEq(RC))
    return Tesla::LD_L_B128;
  return std::nullopt;
}

static MachineMemOperand *slotOperand(MachineFunction &MF, int FI,
                                      MachineMemOperand::Flags Flags) {
  MachineFrameInfo &MFI = MF.getFrameInfo();
  return MF.getMachineMemOperand(MachinePointerInfo::getFixedStack(MF, FI),
                                 Flags, MFI.getObjectSize(FI),
                                 MFI.getObjectAlign(FI));
}

void TeslaInstrInfo::storeRegToStackSlot(MachineBasicBlock &MBB,
                                         MachineBasicBlock::iterator MI,
                                         Register Src, bool IsKill, int FI,
                                         const TargetRegisterClass *RC,
                                         const TargetRegisterInfo *,
                                         Register) const {
  MachineFunction &MF = *MBB.getParent();
  DebugLoc DL = MBB.findDebugLoc(MI);
  std::optional<unsigned> Load = directReload(RC);
  if (!Load) {
    // $c, $a and halves travel through a general register.
    const bool Half = Tesla::GPR16RegClass.hasSubClassEq(RC);
    Register Tmp = MF.getRegInfo().createVirtualRegister(
        Half ? &Tesla::GPR32LoRegClass : &Tesla::GPR32RegClass);
    if (Half)
      BuildMI(MBB, MI, DL, get(TargetOpcode::COPY))
          .addReg(Tmp, RegState::DefineNoRead, Tesla::lo16)
          .addReg(Src, getKillRegState(IsKill));
    else
      addDefaults(
          BuildMI(MBB, MI, DL,
                  get(Tesla::CCRegClass.hasSubClassEq(RC) ? Tesla::MOV_FROM_C
                                                          : Tesla::MOV_FROM_A),
                  Tmp)
              .addReg(Src, getKillRegState(IsKill)));
    Src = Tmp;
    IsKill = true;
    Load = directReload(&Tesla::GPR32RegClass);
  }
  addDefaults(BuildMI(MBB, MI, DL, get(*tesla::storeOf(*Load)))
                  .addReg(Tesla::A0)
                  .addFrameIndex(FI)
                  .addReg(Src, getKillRegState(IsKill)))
      .addMemOperand(slotOperand(MF, FI, MachineMemOperand::MOStore));
}

void TeslaInstrInfo::loadRegFromStackSlot(MachineBasicBlock &MBB,
                                          MachineBasicBlock::iterator MI,
                                          Register Dst, int FI,
                                          const TargetRegisterClass *RC,
                                          const TargetRegisterInfo *,
                                          Register) const {
  MachineFunction &MF = *MBB.getParent();
  DebugLoc DL = MBB.findDebugLoc(MI);
  std::optional<unsigned> Load = directReload(RC);
  Register Final = Dst;
  const bool Half = Tesla::GPR16RegClass.hasSubClassEq(RC);
  if (!Load) {
    Dst = MF.getRegInfo().createVirtualRegister(Half ? &Tesla::GPR32LoRegClass
                                                     : &Tesla::GPR32RegClass);
    Load = directReload(&Tesla::GPR32RegClass);
  }
  addDefaults(
      BuildMI(MBB, MI, DL, get(*Load), Dst).addReg(Tesla::A0).addFrameIndex(FI))
      .addMemOperand(slotOperand(MF, FI, MachineMemOperand::MOLoad));
  if (Final == Dst)
    return;
  if (Half)
    BuildMI(MBB, MI, DL, get(TargetOpcode::COPY), Final)
        .addReg(Dst, RegState::Kill, Tesla::lo16);
  else if (Tesla::CCRegClass.hasSubClassEq(RC))
    addDefaults(BuildMI(MBB, MI, DL, get(Tesla::MOV_TO_C), Final)
                    .addReg(Dst, RegState::Kill));
  else
    addDefaults(BuildMI(MBB, MI, DL, get(Tesla::SHL_A_ri), Final)
                    .addReg(Dst, RegState::Kill)
                    .addImm(0));
}

/// $a is recomputed from its general register wherever that is still live:
/// there are four of them, and a spill goes through a general register anyway.
bool TeslaInstrInfo::isAsCheapAsAMove(const MachineInstr &MI) const {
  if (MI.getOpcode() == Tesla::ADD_B32_ri)
    return heddle::attributes::HasPieces.isSet(MI.getMF()->getFunction());
  return MI.isAsCheapAsAMove();
}

bool TeslaInstrInfo::isReallyTriviallyReMaterializable(
    const MachineInstr &MI) const {
  return MI.getOpcode() == Tesla::SHL_A_ri ||
         TargetInstrInfo::isReallyTriviallyReMaterializable(MI);
}

/// Whether \p MI makes an address register.
static bool definesAddress(const MachineInstr &MI) {
  return MI.getOpcode() == Tesla::SHL_A_ri || MI.getOpcode() == Tesla::ADD_A_ri;
}

/// Whether \p MI makes one that needs no other register.
static bool definesConstantAddress(const MachineInstr &MI) {
  return MI.getOpcode() == Tesla::ADD_A_ri &&
         MI.getOperand(1).getReg() == Tesla::A0;
}

/// Hoisting more address registers than there are would only spill them. A
/// constant is made again wherever it is needed, and so is in nobody's way.
bool TeslaInstrInfo::shouldHoist(const MachineInstr &MI,
                                 const MachineLoop *FromLoop) const {
  if (!definesAddress(MI))
    return true;
  const bool IsConstant = definesConstantAddress(MI);
  unsigned Count = 0;
  for (const MachineBasicBlock *MBB : FromLoop->blocks())
    Count += llvm::count_if(*MBB, [&](const MachineInstr &I) {
      return definesAddress(I) && (IsConstant || !definesConstantAddress(I));
    });
  return Count < Tesla::ARRegClass.getNumRegs();
}

unsigned TeslaInstrInfo::getInstSizeInBytes(const MachineInstr &MI) const {
  return MI.getDesc().getSize();
}

bool TeslaInstrInfo::verifyInstruction(const MachineInstr &MI,
                                       StringRef &ErrInfo) const {
  for (const auto &[Info, MO] : zip(MI.getDesc().operands(), MI.operands()))
    if (Info.OperandType == Tesla::OPERAND_MODIFIER && !MO.isImm()) {
      ErrInfo = "a modifier is an immediate";
      return false;
    }
  return true;
}

/// The slot of a whole-register access at $a0 + slot: base and offset follow a
/// load's result and come first in a store.
static bool isSlotAccess(const MachineInstr &MI, bool Store, int &FI) {
  if (tesla::semKind(MI.getDesc()) !=
      (Store ? tesla::SemKind::StLocal : tesla::SemKind::LdLocal))
    return false;
  tesla::DataType Width = tesla::resultType(MI.getDesc());
  if (Width != tesla::DataType::B32 && Width != tesla::DataType::B64 &&
      Width != tesla::DataType::B128)
    return false;
  unsigned Base = Store ? 0 : 1;
  if (MI.getOperand(Base).getReg() != Tesla::A0 ||
      !MI.getOperand(Base + 1).isFI())
    return false;
  FI = MI.getOperand(Base + 1).getIndex();
  return true;
}

Register TeslaInstrInfo::isLoadFromStackSlot(const MachineInstr &MI,
                                             int &FI) const {
  return isSlotAccess(MI, /*Store=*/false, FI) ? MI.getOperand(0).getReg()
                                               : Register();
}

Register TeslaInstrInfo::isStoreToStackSlot(const MachineInstr &MI,
                                            int &FI) const {
  return isSlotAccess(MI, /*Store=*/true, FI) ? MI.getOperand(2).getReg()
                                              : Register();
}
