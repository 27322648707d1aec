//===- TeslaInstrSources.h - What instructions read -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The sources of a machine instruction by their numbers, and of what kind they
/// are: for what describes code.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TARGET_TESLAINSTRSOURCES_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TARGET_TESLAINSTRSOURCES_H

namespace llvm {
class MachineInstr;
class MCInstrDesc;
class MachineOperand;

/// Source \p Number, from 1, of \p MI; null if it has none.
const MachineOperand *teslaSource(const MachineInstr &MI, unsigned Number);

/// Whether source \p Number is a word of s[].
bool isTeslaShared(const MachineInstr &MI, unsigned Number);

/// Whether source \p Number is a register or an immediate, and not a word of
/// memory.
bool isTeslaPlain(const MachineInstr &MI, unsigned Number);

/// Whether the field of source \p Number of the form \p Inst has room for the
/// word of s[] or c[] that the operands from \p Word on are; true of other
/// sources.
bool isTeslaInReach(const MCInstrDesc &Inst, unsigned Number,
                    const MachineOperand *Word);

/// Whether modifiers or a condition make \p MI more than its operation.
bool isTeslaModified(const MachineInstr &MI);

/// Whether \p MI loads: by an instruction of its own, or as a move of s[].
bool isTeslaLoad(const MachineInstr &MI);

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TARGET_TESLAINSTRSOURCES_H
