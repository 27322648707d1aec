//===- CheckVector.cpp - Vectors and what they consist of -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Immediate.h"
#include "InstructionChecker.h"
#include "SourceText.h"
#include "llvm/ADT/STLExtras.h"

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMRange;
using llvm::Twine;

/// A decimal float beside a register stands for its bits in the size of an
/// element.
void InstructionChecker::typeFloatsOfPack(
    llvm::MutableArrayRef<Operand> Elements, unsigned Width) const {
  auto IsRegister = [](const Operand &E) { return E.isRegister(); };
  if (Width < 32 || Width > 64 || llvm::none_of(Elements, IsRegister))
    return;
  for (Operand &E : Elements) {
    if (!E.isImmediate() || E.Imm != ImmediateKind::F64)
      continue;
    E.Type = Width == 32 ? ScalarType::F32 : ScalarType::F64;
    Versions.beyondManual(E.Range, "'" + textOf(E.Range) + "' as an element");
    setImmediate(E, {E.Imm, E.Bits, E.Range}, *this);
    E.Imm = ImmediateKind::UInt;
  }
}

/// The untyped element of \p Width bits.
static ScalarType packedType(unsigned Width) {
  return Width == 8    ? ScalarType::B8
         : Width == 16 ? ScalarType::B16
         : Width == 32 ? ScalarType::B32
         : Width == 64 ? ScalarType::B64
                       : ScalarType::B128;
}

/// \p E has its type already.
bool InstructionChecker::checkElement(const Instruction &I,
                                      const OperandDesc &Desc,
                                      Operand &E) const {
  if (E.OpKind == Operand::RegisterOp)
    return checkRegister(I, Desc, E, E.Type);
  if (E.OpKind == Operand::ImmediateOp &&
      !(Desc.Flags & (OFDest | OFRegisters)))
    return checkImmediate(I, Desc, E, E.Type);
  if (E.OpKind == Operand::SpecialRegisterOp &&
      !(Desc.Flags & (OFDest | OFRegisters))) {
    Versions.beyondManual(E.Range, "'" + textOf(E.Range) + "' as an element");
    return checkSpecialRegister(I, E, E.Type);
  }
  if (E.OpKind == Operand::SinkOp && Desc.Flags & (OFDest | OFSinks))
    return false;
  return error(E.Range, "'" + textOf(E.Range) + "' cannot be an element here");
}

bool InstructionChecker::checkVector(const Instruction &I,
                                     const OperandDesc &Desc,
                                     llvm::MutableArrayRef<Operand> Elements,
                                     SMRange Range, ScalarType Type) const {
  unsigned Count = Elements.size();
  if (Desc.Flags & OFPack) {
    if (Count != 1 && Count != 2 && Count != 4)
      return error(Range,
                   "a vector has 1, 2 or 4 elements, found " + Twine(Count));
    unsigned Width = bitWidth(Type) / Count;
    if (Width < 8)
      return error(Range, "'." + typeName(Type) + "' cannot be split into " +
                              Twine(Count) + " elements");
    Type = packedType(Width);
    typeFloatsOfPack(Elements, Width);
  } else if (Count != Desc.Count) {
    return error(Range, "'" + I.spelling() + "' takes " +
                            Twine(unsigned(Desc.Count)) + " elements, found " +
                            Twine(Count));
  }
  if (Desc.Flags & OFDest && llvm::all_of(Elements, [](const Operand &E) {
        return E.OpKind == Operand::SinkOp;
      }))
    return error(Range, "'" + I.spelling() + "' keeps none of the elements");
  for (auto [N, E] : llvm::enumerate(Elements)) {
    E.Type = N == 0 && Desc.Flags & OFLayer ? ScalarType::U32 : Type;
    if (checkElement(I, Desc, E) || (N == 0 && checkRange(Desc, E)))
      return true;
  }
  return false;
}
