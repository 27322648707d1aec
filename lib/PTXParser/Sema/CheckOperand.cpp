//===- CheckOperand.cpp - One operand against what its form takes ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormTable.h"
#include "InstructionChecker.h"
#include "SourceText.h"

using namespace heddle;
using namespace heddle::ptx;
using llvm::StringRef;
using llvm::Twine;

/// The type of a .wide result.
static ScalarType widen(ScalarType Type) {
  bool Is16 = bitWidth(Type) == 16;
  if (isSigned(Type))
    return Is16 ? ScalarType::S32 : ScalarType::S64;
  return Is16 ? ScalarType::U32 : ScalarType::U64;
}

static ScalarType typeOf(const Instruction &I, const OperandDesc &Desc) {
  switch (Desc.Rule) {
  case TypeRule::None:
    return ScalarType::None;
  case TypeRule::Last:
    return I.type();
  case TypeRule::First:
    return I.firstType();
  case TypeRule::Second:
    return I.Types.size() > 1 ? I.Types[1] : ScalarType::None;
  case TypeRule::Wide:
    return widen(I.type());
  case TypeRule::Fixed:
    return Desc.Type;
  }
  llvm_unreachable("unknown rule");
}

bool InstructionChecker::checkOperand(const Instruction &I,
                                      const OperandDesc &Desc,
                                      ParsedOperand &P) {
  Operand &Op = P.Op;
  ScalarType Type = typeOf(I, Desc);
  Op.Type = Type;
  if (P.Unresolved)
    return false;
  switch (Op.OpKind) {
  case Operand::RegisterOp:
    return checkRegister(I, Desc, Op, Type) || checkRange(Desc, Op);
  case Operand::SpecialRegisterOp:
    return checkSpecialRegister(I, Op, Type);
  case Operand::ImmediateOp:
    return checkImmediate(I, Desc, Op, Type) || checkRange(Desc, Op);
  case Operand::AddressOp:
    return Desc.Kinds & KCoords ? checkImage(I, Desc, P, Type)
                                : checkAddress(I, Desc, Op);
  case Operand::ListOp:
    return Desc.Kinds & KVector &&
           checkVector(I, Desc, P.Elements, Op.Range, Type);
  case Operand::SymbolOp:
    return checkSymbol(I, Op);
  case Operand::LabelOp:
    return checkLabel(Desc, Op);
  case Operand::SinkOp:
    return false;
  }
  llvm_unreachable("unknown operand");
}

bool InstructionChecker::checkLabel(const OperandDesc &Desc,
                                    const Operand &Op) const {
  bool IsTable = Names.tableOf(Op.Base) != nullptr;
  if (IsTable == bool(Desc.Kinds & KTargets))
    return false;
  return error(Op.Range, "'" + textOf(Op.Range) + "' is " +
                             (IsTable ? "a list of targets, not a label"
                                      : "no list of targets"));
}

/// Whether a register of type \p Reg goes where \p Type is wanted.
static bool classesAgree(ScalarType Reg, ScalarType Type) {
  if (isBits(Reg) || isBits(Type))
    return true;
  // Halves and pairs live in .f16, .f16x2 or untyped registers.
  if (isFloat(Type) && Type != ScalarType::F32 && Type != ScalarType::F64)
    return Reg == Type || (Reg == ScalarType::F16 && bitWidth(Type) == 16) ||
           (Reg == ScalarType::F16x2 && Type == ScalarType::BF16x2);
  if (isFloat(Type))
    return Reg == Type;
  return isInteger(Type) && isInteger(Reg);
}

/// `%r1+4` as a source, which is computed in the width of the register.
bool InstructionChecker::checkSum(const OperandDesc &Desc, const Operand &Op,
                                  ScalarType Type) const {
  const Register &Reg = *Op.reg();
  std::string Quoted = ("'" + textOf(Op.Range) + "'").str();
  if (Desc.Flags & OFDest)
    return error(Op.Range, Quoted + " cannot be written: it is a sum");
  if (Desc.Flags & OFNoSum)
    return error(Op.Range,
                 Quoted + ": nothing is added to the sources of this one");
  if (Reg.Type == ScalarType::Pred || isFloat(Reg.Type) || isFloat(Type) ||
      Op.Negated || Op.Part)
    return error(Op.Range, Quoted + ": a constant is added to whole registers "
                                    "of integers only");
  Versions.beyondManual(Op.Range, Quoted + " as a source");
  return false;
}

bool InstructionChecker::checkRegister(const Instruction &I,
                                       const OperandDesc &Desc,
                                       const Operand &Op,
                                       ScalarType Type) const {
  const Register &Reg = *Op.reg();
  if (Reg.Type == ScalarType::None)
    return true; // Undeclared, and reported.
  StringRef Text = textOf(Op.Range);
  auto Mismatch = [&](const Twine &Wanted) {
    error(Op.Range, "'" + I.spelling() + "' takes " + Wanted + ", but '" +
                        Text + "' is '." + typeName(Reg.Type) + "'");
    Diags.note(Reg.Range.Start, "declared here", Reg.Range);
    return true;
  };
  if (Reg.VectorWidth > 1 && Op.Component < 0 && !(Desc.Flags & OFVector))
    return error(Op.Range, "'" + Text +
                               "' is a vector; write a component like '" +
                               Text + ".x'");
  if (Reg.VectorWidth > 1 && Op.Component < 0 && Reg.VectorWidth != Desc.Count)
    return error(Op.Range, "'" + Text + "' has " + Twine(Reg.VectorWidth) +
                               " elements, but '" + I.spelling() + "' takes " +
                               Twine(Desc.Count));
  if (Op.Offset != 0 && checkSum(Desc, Op, Type))
    return true;
  if (Op.Part && checkPart(Desc, Op))
    return true;
  if (Desc.Flags & OFAddress) {
    bool Fits = (bitWidth(Reg.Type) == 32 || bitWidth(Reg.Type) == 64) &&
                !isFloat(Reg.Type);
    return !Fits && Mismatch("an address");
  }
  if (Type == ScalarType::None) // A function pointer.
    return bitWidth(Reg.Type) != 32 && bitWidth(Reg.Type) != 64 &&
           Mismatch("an address");
  bool IsPred = Type == ScalarType::Pred;
  if (IsPred != (Reg.Type == ScalarType::Pred))
    return Mismatch(IsPred ? Twine("a predicate")
                           : "'." + typeName(Type) + "'");
  if (IsPred)
    return false;
  bool MayBeWider = Desc.Flags & OFWider && !isFloat(Reg.Type) &&
                    (!isFloat(Type) || isBits(Reg.Type));
  unsigned Width = bitWidth(Reg.Type), Wanted = bitWidth(Type);
  if (Width != Wanted && !(MayBeWider && Width > Wanted))
    return Mismatch("'." + typeName(Type) + "'" +
                    (MayBeWider ? " or wider" : ""));
  return !classesAgree(Reg.Type, Type) && Mismatch("'." + typeName(Type) + "'");
}

bool InstructionChecker::checkSpecialRegister(const Instruction &I,
                                              const Operand &Op,
                                              ScalarType Type) const {
  const SpecialRegisterInfo &Info = sregInfo(Op.SReg);
  StringRef Text = textOf(Op.Range);
  if (Versions.needs(Op.Range, "'" + Text + "'", Info.MinVersion,
                     Info.MinTarget))
    return true;
  bool WantsVector = I.opcode() == OpMov && I.modifier(GrpVector) != ModNone;
  if (Info.IsVector && Op.Component < 0 && !WantsVector)
    return error(Op.Range.Start,
                 "'" + Text + "' is a vector; write a component like '" + Text +
                     ".x'",
                 Op.Range, llvm::SMFixIt(Op.Range.End, ".x"));
  if (!Info.IsVector && (Op.Component >= 0 || WantsVector))
    return error(Op.Range, "special register '" + Text.split('.').first +
                               "' is no vector");
  unsigned Width = bitWidth(Info.Type), Wanted = bitWidth(Type);
  bool Fits = Width == Wanted ||
              (Wanted == 16 && (Info.Reads16 || I.opcode() == OpCvt)) ||
              (Width == 64 && Wanted == 32 &&
               (Op.SReg == SRegGridId || I.opcode() == OpCvt));
  if (!Fits || isFloat(Type))
    return error(Op.Range, "'" + I.spelling() + "' takes '." + typeName(Type) +
                               "', but '" + Text + "' is '." +
                               typeName(Info.Type) + "'");
  return false;
}

/// Which bytes or halves of a register a video instruction takes.
bool InstructionChecker::checkPart(const OperandDesc &Desc,
                                   const Operand &Op) const {
  PartSelector Part(Op.Part);
  unsigned Sources = Desc.Flags & OFDest ? 1 : 2;
  bool Fits;
  if (Desc.Flags & OFPart) {
    Fits = Part.size() == 1 && Part[0] < (Part.isBytes() ? 4 : 2);
  } else {
    unsigned PerRegister = Desc.Flags & OFBytes ? 4 : 2;
    Fits = Part.isBytes() == (PerRegister == 4);
    // A source has all its parts, a result those that are written, last first.
    if (Sources == 2)
      Fits &= Part.size() == PerRegister;
    for (unsigned I = 0; Fits && I != Part.size(); ++I)
      Fits = Part[I] < Sources * PerRegister &&
             (Sources == 2 || I == 0 || Part[I] < Part[I - 1]);
  }
  return !Fits && error(Op.Range, "'" + textOf(Op.Range).rsplit('.').second +
                                      "' does not say which parts of the "
                                      "register this takes");
}

bool InstructionChecker::checkSymbol(const Instruction &I,
                                     const Operand &Op) const {
  if (I.opcode() == OpCall)
    return false;
  const auto *V = Op.baseVariable();
  if (V && I.opcode() == OpCvta && spaceOf(I.modifier(GrpSpace)) != V->Space) {
    error(Op.Range, "'" + V->Name + "' is in ." + spaceName(V->Space) +
                        ", not in ." + spaceName(I.space()));
    Diags.note(V->Range.Start, "declared here", V->Range);
    return true;
  }
  unsigned Wanted = bitWidth(I.type());
  if (M.AddressSize != 64 || Wanted != 32 || !V)
    return false;
  if (V->Space == StateSpace::Global)
    return error(Op.Range, "with '.address_size 64' the address of '" +
                               textOf(Op.Range) + "' has 64 bits, but '" +
                               I.spelling() + "' takes 32");
  if (V->Space == StateSpace::Const)
    Diags.warning("address-truncated", Op.Range.Start,
                  "the address of '" + textOf(Op.Range) +
                      "' has 64 bits, but '" + I.spelling() + "' takes 32",
                  Op.Range);
  return false;
}
