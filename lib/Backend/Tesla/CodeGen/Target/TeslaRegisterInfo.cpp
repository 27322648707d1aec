//===- TeslaRegisterInfo.cpp - Registers, their budget and frame indices --===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaRegisterInfo.h"
#include "MCTargetDesc/TeslaForms.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "TeslaDeviceFunctions.h"
#include "TeslaFrameLowering.h"
#include "TeslaMachineFunctionInfo.h"
#include "TeslaSubtarget.h"
#include "heddle/ABI/Limits.h"
#include "heddle/Intrinsics/FunctionAttributes.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/VirtRegMap.h"
#include "llvm/IR/Function.h"
#include "llvm/Target/TargetMachine.h"
#include <cassert>

#define GET_REGINFO_TARGET_DESC
#include "TeslaGenRegisterInfo.inc"

using namespace llvm;

TeslaRegisterInfo::TeslaRegisterInfo() : TeslaGenRegisterInfo(Tesla::R127) {}

const MCPhysReg *
TeslaRegisterInfo::getCalleeSavedRegs(const MachineFunction *MF) const {
  // A kernel does not return.
  static const MCPhysReg None[] = {0};
  return MF && isTeslaDeviceFunction(MF->getFunction()) ? CSR_SaveList : None;
}

const uint32_t *TeslaRegisterInfo::getCallPreservedMask(const MachineFunction &,
                                                        CallingConv::ID) const {
  return CSR_RegMask;
}

unsigned TeslaRegisterInfo::registerBudget(const MachineFunction &MF) {
  return registerBudget(MF.getFunction());
}

unsigned TeslaRegisterInfo::registerBudget(const Function &F) {
  constexpr uint64_t Most = heddle::abi::MaxRegisters;
  uint64_t Wanted = heddle::attributes::RegisterBudget.get(F, Most);
  return Wanted == 0 ? Most : std::min(Wanted, Most);
}

BitVector TeslaRegisterInfo::getReservedRegs(const MachineFunction &MF) const {
  BitVector Reserved(getNumRegs());
  auto Reserve = [&](MCRegister Reg) {
    for (MCRegAliasIterator A(Reg, this, /*IncludeSelf=*/true); A.isValid();
         ++A)
      Reserved.set(*A);
  };
  for (unsigned N = registerBudget(MF); N < Tesla::GPR32RegClass.getNumRegs();
       ++N)
    Reserve(Tesla::GPR32RegClass.getRegister(N));
  Reserve(Tesla::A0);
  if (heddle::attributes::OnStack.isSet(MF.getFunction()))
    Reserve(Tesla::R9);
  return Reserved;
}

/// Below this budget words stay apart from the pairs and quads they belong to.
static constexpr unsigned LeastForJoinedWords = 8;

/// A word that is part of a quad comes from and goes to memory as all of it. An
/// instruction with two other operands then needs six registers; apart from the
/// quad it needs three, and the copy five.
bool TeslaRegisterInfo::shouldCoalesce(
    MachineInstr *MI, const TargetRegisterClass *SrcRC, unsigned,
    const TargetRegisterClass *DstRC, unsigned,
    const TargetRegisterClass *NewRC, LiveIntervals &) const {
  return getRegSizeInBits(*NewRC) <= 32 ||
         getRegSizeInBits(*SrcRC) == getRegSizeInBits(*DstRC) ||
         registerBudget(*MI->getMF()) >= LeastForJoinedWords;
}

/// The other operand that a sum in one word has in the same register as \p MO:
/// of its result and its addend.
static const MachineOperand *partnerInSum(const MachineOperand &MO) {
  const MachineInstr &MI = *MO.getParent();
  std::optional<unsigned> Short = heddle::tesla::shortForm(MI.getOpcode());
  if (!Short || Tesla::getNamedOperandIdx(*Short, Tesla::OpName::src3) < 0)
    return nullptr;
  const MachineOperand &Result = MI.getOperand(
      Tesla::getNamedOperandIdx(MI.getOpcode(), Tesla::OpName::dst));
  const MachineOperand &Addend = MI.getOperand(
      Tesla::getNamedOperandIdx(MI.getOpcode(), Tesla::OpName::src3));
  if (&MO == &Result)
    return &Addend;
  return &MO == &Addend ? &Result : nullptr;
}

/// Hints at the registers that save a copy, and behind them at those with which
/// a sum can be short.
bool TeslaRegisterInfo::getRegAllocationHints(
    Register VirtReg, ArrayRef<MCPhysReg> Order,
    SmallVectorImpl<MCPhysReg> &Hints, const MachineFunction &MF,
    const VirtRegMap *VRM, const LiveRegMatrix *Matrix) const {
  bool IsBinding = TargetRegisterInfo::getRegAllocationHints(
      VirtReg, Order, Hints, MF, VRM, Matrix);
  if (!VRM || MF.getTarget().getOptLevel() == CodeGenOptLevel::None)
    return IsBinding;
  for (const MachineOperand &MO : MF.getRegInfo().reg_nodbg_operands(VirtReg)) {
    const MachineOperand *Partner = partnerInSum(MO);
    if (!Partner || !Partner->getReg() || MO.getSubReg() ||
        Partner->getSubReg())
      continue;
    Register Reg = Partner->getReg();
    if (Reg.isVirtual())
      Reg = VRM->hasPhys(Reg) ? Register(VRM->getPhys(Reg)) : Register();
    if (Reg && is_contained(Order, Reg.asMCReg()) &&
        !is_contained(Hints, Reg.asMCReg()))
      Hints.push_back(Reg.asMCReg());
  }
  return IsBinding;
}

/// The opcode with a register as base for \p Opcode, which accesses l[] at $a.
static unsigned farLocalOf(unsigned Opcode) {
  switch (Opcode) { // Over LLVM's and our opcodes.
#define HEDDLE_FAR(TYPE)                                                       \
  case Tesla::LD_L_##TYPE:                                                     \
    return Tesla::LDF_L_##TYPE;                                                \
  case Tesla::ST_L_##TYPE:                                                     \
    return Tesla::STF_L_##TYPE;
    HEDDLE_FAR(U8)
    HEDDLE_FAR(S8)
    HEDDLE_FAR(U16)
    HEDDLE_FAR(S16)
    HEDDLE_FAR(B32)
    HEDDLE_FAR(B64)
    HEDDLE_FAR(B128)
#undef HEDDLE_FAR
  }
  return 0;
}

/// \p MI, an access at a constant of l[], becomes one relative to the stack.
static void accessStack(MachineInstr &MI, unsigned Base) {
  const TargetInstrInfo &TII = *MI.getMF()->getSubtarget().getInstrInfo();
  if (unsigned Far = farLocalOf(MI.getOpcode())) {
    MI.setDesc(TII.get(Far));
    MI.getOperand(Base).setReg(Tesla::R9);
  }
}

bool TeslaRegisterInfo::eliminateFrameIndex(MachineBasicBlock::iterator MI, int,
                                            unsigned FIOperandNum,
                                            RegScavenger *) const {
  const MachineFunction &MF = *MI->getMF();
  MachineOperand &Op = MI->getOperand(FIOperandNum);
  assert(FIOperandNum && Op.isFI() && "an address behind its base");
  const auto &Info = *MF.getInfo<TeslaMachineFunctionInfo>();
  int64_t Offset = MF.getFrameInfo().getObjectOffset(Op.getIndex());
  Op.ChangeToImmediate(Info.FrameFits ? Info.FrameBase + Offset : 0);
  if (heddle::attributes::OnStack.isSet(MF.getFunction()))
    accessStack(*MI, FIOperandNum - 1);
  return false;
}
