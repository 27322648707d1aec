//===- TeslaInstrBuilder.cpp - The operands nobody asks for ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaInstrBuilder.h"
#include "MCTargetDesc/TeslaBaseInfo.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "TeslaInstrInfo.h"
#include "TeslaSubtarget.h"
#include "llvm/CodeGen/SelectionDAG.h"

using namespace llvm;
using namespace heddle;

/// Calls one of the two for each default operand of \p Desc from index \p First
/// on: how many modifiers there are, and whether there is a predicate.
static void forDefaults(const MCInstrDesc &Desc, unsigned First,
                        function_ref<void()> Modifier,
                        function_ref<void()> Predicate) {
  unsigned I = First;
  for (; I != Desc.getNumOperands() && !Desc.operands()[I].isPredicate(); ++I) {
    assert(Desc.operands()[I].OperandType == Tesla::OPERAND_MODIFIER &&
           "an operand that has no default was not given");
    Modifier();
  }
  if (I == Desc.getNumOperands())
    return;
  assert(I + 2 == Desc.getNumOperands() && "the predicate comes last");
  Predicate();
}

const MachineInstrBuilder &
llvm::addDefaults(const MachineInstrBuilder &MIB,
                  ArrayRef<MachineOperand> Predicate) {
  // getNumExplicitOperands tells how many there will be.
  auto Given = llvm::count_if(MIB->operands(), [](const MachineOperand &O) {
    return !O.isReg() || !O.isImplicit();
  });
  forDefaults(
      MIB->getDesc(), Given, [&] { MIB.addImm(0); },
      [&] {
        if (Predicate.empty())
          MIB.addImm(tesla::CondAlways).addReg(0);
        else
          MIB.add(Predicate);
      });
  return MIB;
}

void llvm::addDefaults(SmallVectorImpl<SDValue> &Ops, unsigned Opcode,
                       const SDLoc &DL, SelectionDAG &DAG,
                       ArrayRef<SDValue> Predicate) {
  const MCInstrDesc &Desc =
      DAG.getSubtarget<TeslaSubtarget>().getInstrInfo()->get(Opcode);
  auto Imm = [&](unsigned V) { return DAG.getTargetConstant(V, DL, MVT::i32); };
  forDefaults(
      Desc, Desc.getNumDefs() + Ops.size(), [&] { Ops.push_back(Imm(0)); },
      [&] {
        if (Predicate.empty())
          Ops.append(
              {Imm(tesla::CondAlways), DAG.getRegister(0, MVT::Untyped)});
        else
          append_range(Ops, Predicate);
      });
}
