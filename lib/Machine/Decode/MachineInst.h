//===- MachineInst.h - An MCInst, read by operand name ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The decoder's view of a machine instruction: its semantic fields and its
/// operands by the names that the target description gives them. A field that
/// an opcode does not have reads as its default.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_MACHINE_DECODE_MACHINEINST_H
#define HEDDLE_LIB_MACHINE_DECODE_MACHINEINST_H

#include "MCTargetDesc/TeslaBaseInfo.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrDesc.h"
#include "llvm/MC/MCRegisterInfo.h"

namespace heddle::sm {

class MachineInst {
public:
  MachineInst(const llvm::MCInst &Inst, const llvm::MCInstrDesc &InstDesc,
              const llvm::MCRegisterInfo &Registers)
      : MI(Inst), Desc(InstDesc), MRI(Registers) {}

  tesla::SemKind sem() const { return tesla::semKind(Desc); }
  tesla::LatencyClass latency() const { return tesla::latencyClass(Desc); }
  tesla::DataType type() const { return tesla::resultType(Desc); }
  tesla::DataType sourceType() const { return tesla::sourceType(Desc); }
  unsigned subOp() const { return tesla::subOp(Desc); }
  /// \p N: 1, 2 or 3.
  tesla::OperandKind kind(unsigned N) const {
    return tesla::sourceKind(Desc, N);
  }
  tesla::OperandKind dstKind() const { return tesla::resultKind(Desc); }
  bool writesCC() const { return tesla::writesCC(Desc); }
  bool isBucket() const { return tesla::isBucket(Desc); }
  bool hasCarryIn() const { return tesla::hasCarryIn(Desc); }

  bool has(unsigned Operand) const { return index(Operand) >= 0; }
  /// An immediate, \p Sub operands into a composite one.
  int64_t imm(unsigned Operand, unsigned Sub = 0) const {
    int N = index(Operand);
    if (N < 0)
      return 0;
    const llvm::MCOperand &Op = MI.getOperand(unsigned(N) + Sub);
    return Op.isImm() ? Op.getImm() : 0;
  }
  /// The number of a register; a half's is twice its register's, plus one for
  /// the high half. Zero when there is none.
  unsigned reg(unsigned Operand, unsigned Sub = 0) const {
    int N = index(Operand);
    if (N < 0)
      return 0;
    const llvm::MCOperand &Op = MI.getOperand(unsigned(N) + Sub);
    return Op.isReg() && Op.getReg() ? MRI.getEncodingValue(Op.getReg()) : 0;
  }

private:
  int index(unsigned Operand) const {
    return llvm::Tesla::getNamedOperandIdx(uint16_t(MI.getOpcode()),
                                           uint16_t(Operand));
  }

  const llvm::MCInst &MI;
  const llvm::MCInstrDesc &Desc;
  const llvm::MCRegisterInfo &MRI;
};

} // namespace heddle::sm

#endif // HEDDLE_LIB_MACHINE_DECODE_MACHINEINST_H
