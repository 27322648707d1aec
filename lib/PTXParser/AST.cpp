//===- AST.cpp - The tree of a checked PTX module -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/PTXParser/AST.h"
#include "llvm/Support/raw_ostream.h"

using namespace heddle::ptx;

uint64_t Variable::numElements() const {
  uint64_t Count = 1;
  for (uint64_t Dim : Dims)
    Count *= Dim;
  return Count;
}

Modifier Instruction::modifier(ModGroup Group) const {
  for (ModifierUse Use : Modifiers)
    if (Use.Group == Group)
      return Use.Mod;
  return ModNone;
}

bool Instruction::has(Modifier Mod) const {
  for (ModifierUse Use : Modifiers)
    if (Use.Mod == Mod)
      return true;
  return false;
}

StateSpace heddle::ptx::spaceOf(Modifier Mod) {
  // Modifier has some two hundred enumerators that are no space.
  if (Mod == ModGlobal)
    return StateSpace::Global;
  if (Mod == ModShared || Mod == ModSharedCta || Mod == ModSharedCluster)
    return StateSpace::Shared;
  if (Mod == ModLocal)
    return StateSpace::Local;
  if (Mod == ModConst)
    return StateSpace::Const;
  if (Mod == ModParam || Mod == ModParamEntry || Mod == ModParamFunc)
    return StateSpace::Param;
  return StateSpace::Generic;
}

StateSpace Instruction::space() const { return spaceOf(modifier(GrpSpace)); }

unsigned Instruction::vectorWidth() const {
  Modifier Width = modifier(GrpVector);
  return Width == ModV2 ? 2 : Width == ModV4 ? 4 : 1;
}

void heddle::ptx::printName(const Instruction &I, llvm::raw_ostream &OS) {
  OS << mnemonic(I.opcode());
  size_t NextType = 0;
  for (const SlotDesc &Slot : I.Form->Slots) {
    if (Slot.Group == GrpType) {
      OS << '.' << typeName(I.Types[NextType++]);
      continue;
    }
    // A reordered instruction has its modifiers in the order written.
    for (ModifierUse Use : I.Modifiers)
      if (Use.Group == Slot.Group) {
        OS << '.' << modifierName(Use.Mod);
        break;
      }
  }
}
