//===- TeslaInstrBuilder.h - The operands nobody asks for -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Behind its sources an instruction has modifiers, the flow operand and a
/// predicate, as many as its descriptor lists. The builder of one gives the
/// operands that mean something and lets addDefaults add the rest: no modifier,
/// no exit or join, always.
///
///   addDefaults(BuildMI(MBB, At, DL, TII.get(Tesla::MOV_B32_r), Dst)
///                   .addReg(Src));
///
/// Selection patterns need none of this: TableGen adds the same defaults.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TARGET_TESLAINSTRBUILDER_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TARGET_TESLAINSTRBUILDER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"

namespace llvm {
class SDLoc;
class SDValue;
class SelectionDAG;

/// Adds the default operands that follow those that \p MIB has. \p Predicate is
/// a condition code and a $c register; empty for always.
const MachineInstrBuilder &addDefaults(const MachineInstrBuilder &MIB,
                                       ArrayRef<MachineOperand> Predicate = {});

/// As above for the operands \p Ops, results not among them, of a node that is
/// to become \p Opcode. Chain and glue come behind.
void addDefaults(SmallVectorImpl<SDValue> &Ops, unsigned Opcode,
                 const SDLoc &DL, SelectionDAG &DAG,
                 ArrayRef<SDValue> Predicate = {});

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TARGET_TESLAINSTRBUILDER_H
