//===- TeslaInstrInfo.h - Instructions as passes see them -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Copies, spills and branches.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TARGET_TESLAINSTRINFO_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TARGET_TESLAINSTRINFO_H

#include "TeslaRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"

#define GET_INSTRINFO_HEADER
#include "TeslaGenInstrInfo.inc"

namespace llvm {

class TeslaInstrInfo : public TeslaGenInstrInfo {
public:
  TeslaInstrInfo();

  const TeslaRegisterInfo &getRegisterInfo() const { return RI; }

  void copyPhysReg(MachineBasicBlock &MBB, MachineBasicBlock::iterator MI,
                   const DebugLoc &DL, MCRegister Dst, MCRegister Src,
                   bool KillSrc) const override;
  void storeRegToStackSlot(MachineBasicBlock &MBB,
                           MachineBasicBlock::iterator MI, Register Src,
                           bool IsKill, int FI, const TargetRegisterClass *RC,
                           const TargetRegisterInfo *TRI,
                           Register VReg) const override;
  void loadRegFromStackSlot(MachineBasicBlock &MBB,
                            MachineBasicBlock::iterator MI, Register Dst,
                            int FI, const TargetRegisterClass *RC,
                            const TargetRegisterInfo *TRI,
                            Register VReg) const override;
  bool isReallyTriviallyReMaterializable(const MachineInstr &MI) const override;
  /// Pieces of a block share no addresses, so MachineCSE must not, either.
  bool isAsCheapAsAMove(const MachineInstr &MI) const override;
  bool shouldHoist(const MachineInstr &MI,
                   const MachineLoop *FromLoop) const override;
  /// The size in the descriptor; 0 for an instruction that is not emitted.
  unsigned getInstSizeInBytes(const MachineInstr &MI) const override;
  bool verifyInstruction(const MachineInstr &MI,
                         StringRef &ErrInfo) const override;
  Register isLoadFromStackSlot(const MachineInstr &MI, int &FI) const override;
  Register isStoreToStackSlot(const MachineInstr &MI, int &FI) const override;

  bool analyzeBranch(MachineBasicBlock &MBB, MachineBasicBlock *&TBB,
                     MachineBasicBlock *&FBB,
                     SmallVectorImpl<MachineOperand> &Cond,
                     bool AllowModify = false) const override;
  unsigned removeBranch(MachineBasicBlock &MBB,
                        int *BytesRemoved = nullptr) const override;
  unsigned insertBranch(MachineBasicBlock &MBB, MachineBasicBlock *TBB,
                        MachineBasicBlock *FBB, ArrayRef<MachineOperand> Cond,
                        const DebugLoc &DL,
                        int *BytesAdded = nullptr) const override;
  bool
  reverseBranchCondition(SmallVectorImpl<MachineOperand> &Cond) const override;

  /// Gives every block of \p MF that does not end the thread branches to all of
  /// its successors, so that blocks can be added anywhere.
  void makeBranchesExplicit(MachineFunction &MF) const;
  /// `break` or `ret` at the end of \p MBB, under a branch condition as
  /// analyzeBranch gives it; empty: for all lanes.
  MachineInstr *buildLeave(MachineBasicBlock &MBB, const DebugLoc &DL,
                           unsigned Opcode,
                           ArrayRef<MachineOperand> Cond) const;
  /// True when \p MI is not predicated.
  static bool isAlways(const MachineInstr &MI);

private:
  const TeslaRegisterInfo RI;
};

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TARGET_TESLAINSTRINFO_H
