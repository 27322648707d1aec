//===- Availability.cpp - What a chip of silicon lacks --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Instructions that the target chip cannot execute and that no sequence of
/// others replaces. The message names the lowest chip that has them.
/// Source: tesla-isa.md section 6.
///
//===----------------------------------------------------------------------===//

#include "FunctionLifter.h"
#include "heddle/Support/Diagnostics.h"

using namespace llvm;

namespace heddle {

using namespace ptx;

namespace {
/// Compute capabilities; Extended is what no silicon has.
enum Capability : unsigned {
  Everywhere = 10,
  GlobalAtomics = 11,
  SharedAtomics = 12,
  Votes = 12,
  Doubles = 13,
  Extended = 20,
};
} // namespace

static bool isShared(StateSpace Space) { return Space == StateSpace::Shared; }

static unsigned capabilityOfAtomic(const Instruction &I) {
  ScalarType Type = I.type();
  if (isFloat(Type) || bitWidth(Type) == 16)
    return Extended;
  // Where a generic one goes is found out later.
  if (bitWidth(Type) != 64)
    return isShared(I.space()) ? SharedAtomics : GlobalAtomics;
  Modifier Op = I.modifier(GrpAtomOp);
  bool InHardware = Op == ModAdd || Op == ModExch || Op == ModCas;
  return InHardware && !isShared(I.space()) ? SharedAtomics : Extended;
}

static bool isHalf(ScalarType Type) {
  return isFloat(Type) && Type != ScalarType::F32 && Type != ScalarType::F64;
}

static bool isPackedInteger(ScalarType Type) {
  return Type == ScalarType::U16x2 || Type == ScalarType::S16x2;
}

static unsigned capabilityOfTypes(const Instruction &I, bool MapsDoubles) {
  if (!MapsDoubles && is_contained(I.Types, ScalarType::F64))
    return Doubles;
  // Conversions between f16 and f32 exist, arithmetic does not.
  bool IsConversion = I.opcode() == OpCvt;
  for (ScalarType Type : I.Types)
    if (isPackedInteger(Type) || (isHalf(Type) && !IsConversion))
      return Extended;
  return Everywhere;
}

/// Operands of a barrier that its encoding has no room for; empty if it has.
static StringRef barrierOperands(const Instruction &I) {
  if (I.opcode() != OpBar && I.opcode() != OpBarrier)
    return "";
  if (I.Operands.size() > 1)
    return " with a number of threads";
  return I.Operands[0].isImmediate() ? "" : " with a barrier from a register";
}

static unsigned capabilityOf(const Instruction &I, bool MapsDoubles) {
  // Only the mnemonics that a chip may lack; a list of all the others says
  // nothing.
  Opcode Op = I.opcode();
  if (Op == OpAtom || Op == OpRed)
    return capabilityOfAtomic(I);
  if (Op == OpVote)
    return I.has(ModBallot) ? Extended : Votes;
  if (Op == OpShfl || Op == OpMatch || Op == OpRedux || Op == OpActivemask ||
      Op == OpNanosleep || Op == OpBarrierCluster || Op == OpFns)
    return Extended;
  if (Op == OpBar || Op == OpBarrier)
    return I.has(ModSync) && !I.has(ModWarp) && barrierOperands(I).empty()
               ? Everywhere
               : Extended;
  if (Op == OpPmevent)
    return I.has(ModMask) ? Extended : Everywhere;
  if (Op == OpBrkpt)
    return GlobalAtomics;
  if ((Op == OpAdd || Op == OpSub || Op == OpMul) &&
      I.type() == ScalarType::F32 && (I.has(ModRm) || I.has(ModRp)))
    return Extended;
  return capabilityOfTypes(I, MapsDoubles);
}

bool FunctionLifter::checkChip(const Instruction &I) {
  unsigned Needed = capabilityOf(I, Parent.mapsDoubles());
  if (Needed <= Parent.Chip.ComputeCapability)
    return true;
  std::string Lowest = "tx1 (any target from sm_20 on)";
  if (const abi::Chip *Chip = abi::findChip(Needed); Chip && Chip->Silicon)
    Lowest = (Twine(Chip->Name) + " (" + Chip->SmName + ")").str();
  Parent.Diags.error(I.NameRange.Start,
                     "'" + I.spelling() + "'" + barrierOperands(I) +
                         " is not supported on " + Parent.Chip.Name +
                         "; the lowest chip that has it is " + Lowest,
                     I.NameRange);
  return false;
}

} // namespace heddle
