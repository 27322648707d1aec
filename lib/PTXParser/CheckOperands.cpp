//===- CheckOperands.cpp - One operand against what its form takes --------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMRange;
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

bool Parser::checkOperand(const Instruction &I, const OperandDesc &Desc,
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
    return Desc.Kinds & KCoords ? checkImage(I, Desc, Op, Type)
                                : checkAddress(I, Desc, Op);
  case Operand::ListOp:
    return Desc.Kinds & KVector && checkVector(I, Desc, Op, Type);
  case Operand::SymbolOp:
    return checkSymbol(I, Op);
  case Operand::LabelOp: {
    bool IsTable = LabelMeaning.count(Op.Base);
    if (IsTable == bool(Desc.Kinds & KTargets))
      return false;
    return error(Op.Range, "'" + textOf(Op.Range) + "' is " +
                               (IsTable ? "a list of targets, not a label"
                                        : "no list of targets"));
  }
  case Operand::SinkOp:
    return false;
  }
  llvm_unreachable("unknown operand");
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

bool Parser::checkRegister(const Instruction &I, const OperandDesc &Desc,
                           const Operand &Op, ScalarType Type) {
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
                               "' is a vector; write a component "
                               "like '" +
                               Text + ".x'");
  if (Reg.VectorWidth > 1 && Op.Component < 0 && Reg.VectorWidth != Desc.Count)
    return error(Op.Range, "'" + Text + "' has " + Twine(Reg.VectorWidth) +
                               " elements, but '" + I.spelling() + "' takes " +
                               Twine(Desc.Count));
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
  if (!classesAgree(Reg.Type, Type))
    return Mismatch("'." + typeName(Type) + "'");
  bool IsMove =
      I.opcode() == OpMov || I.opcode() == OpSelp || Desc.Flags & OFWider;
  if (!IsMove && isBits(Reg.Type) &&
      (Type == ScalarType::F32 || Type == ScalarType::F64))
    Diags.warning("untyped-register", Op.Range.Start,
                  "'" + Text + "' of type '." + typeName(Reg.Type) +
                      "' is used as '." + typeName(Type) + "'",
                  Op.Range);
  return false;
}

bool Parser::checkImmediate(const Instruction &I, const OperandDesc &Desc,
                            Operand &Op, ScalarType Type) {
  ConstValue Value{Op.Imm, Op.Bits, Op.Range};
  StringRef Text = textOf(Op.Range);
  auto Mismatch = [&] {
    llvm::SmallVector<llvm::SMFixIt, 1> FixIts;
    if (isFloat(Type) && llvm::all_of(Text, llvm::isDigit))
      FixIts.emplace_back(Op.Range.End, ".0");
    return error(
        Op.Range.Start,
        "'" + I.spelling() + "' takes " +
            (isFloat(Type) ? "a floating-point number" : "an integer") +
            " here, found '" + Text + "'",
        Op.Range, FixIts);
  };
  if (Type == ScalarType::Pred) {
    if (!Value.isInteger())
      return error(Op.Range, "a predicate is 0 or 1, found '" + Text + "'");
    Op.Imm = ImmediateKind::Pred;
    Op.Bits = Value.Bits != 0;
    return false;
  }
  if (isFloat(Type)) {
    if (bitWidth(Type) != 32 && bitWidth(Type) != 64)
      return error(Op.Range,
                   "there are no constants of type '." + typeName(Type) + "'");
    if (Value.isInteger() || Type == ScalarType::F16x2 ||
        Type == ScalarType::BF16x2)
      return Mismatch();
    return setImmediate(Op, Value);
  }
  if (!Value.isInteger()) {
    // A number given by its bits is a bit pattern, too.
    bool IsHex = Text.starts_with_insensitive("0f") ||
                 Text.starts_with_insensitive("0d");
    bool SameSize =
        bitWidth(Type) == (Value.Kind == ImmediateKind::F32 ? 32u : 64u);
    if (!isBits(Type) || !IsHex || !SameSize)
      return Mismatch();
    return setImmediate(Op, Value);
  }
  unsigned Width = bitWidth(Type);
  bool IsNegative = Value.Kind == ImmediateKind::Int && int64_t(Value.Bits) < 0;
  bool Fits =
      Width == 0 || Width >= 64 || (Value.Bits >> Width) == 0 ||
      (IsNegative && int64_t(Value.Bits) >= -(int64_t(1) << (Width - 1)));
  if (!Fits && Desc.Rule == TypeRule::Fixed && Width < 32 &&
      I.opcode() != OpLop3)
    return error(Op.Range, "'" + Text + "' is not in the range 0 to " +
                               Twine((1u << Width) - 1));
  if (!Fits)
    Diags.warning("constant-truncated", Op.Range.Start,
                  "'" + Text + "' does not fit '." + typeName(Type) +
                      "' and is truncated",
                  Op.Range);
  return setImmediate(Op, Value);
}

bool Parser::checkSpecialRegister(const Instruction &I, const Operand &Op,
                                  ScalarType Type) {
  const SpecialRegisterInfo &Info = sregInfo(Op.SReg);
  StringRef Text = textOf(Op.Range);
  if (needs(Op.Range, "'" + Text + "'", Info.MinVersion, Info.MinTarget))
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
bool Parser::checkPart(const OperandDesc &Desc, const Operand &Op) {
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

/// A decimal float beside a register stands for its bits in the size of an
/// element.
void Parser::typeFloatsOfPack(Operand &Op, unsigned Width) {
  auto IsRegister = [](const Operand &E) { return E.isRegister(); };
  if (Width < 32 || Width > 64 || llvm::none_of(Op.Elements, IsRegister))
    return;
  for (const Operand &Element : Op.Elements) {
    auto &E = const_cast<Operand &>(Element);
    if (!E.isImmediate() || E.Imm != ImmediateKind::F64)
      continue;
    E.Type = Width == 32 ? ScalarType::F32 : ScalarType::F64;
    beyondManual(E.Range, "'" + textOf(E.Range) + "' as an element");
    setImmediate(E, {E.Imm, E.Bits, E.Range});
    E.Imm = ImmediateKind::UInt;
  }
}

bool Parser::checkVector(const Instruction &I, const OperandDesc &Desc,
                         Operand &Op, ScalarType Type) {
  unsigned Count = Op.Elements.size();
  OperandDesc Element = Desc;
  if (Desc.Flags & OFPack) {
    if (Count != 2 && Count != 4)
      return error(Op.Range,
                   "a vector has 2 or 4 elements, found " + Twine(Count));
    unsigned Width = bitWidth(Type) / Count;
    if (Width < 8)
      return error(Op.Range, "'." + typeName(Type) + "' cannot be split into " +
                                 Twine(Count) + " elements");
    Type = Width == 8    ? ScalarType::B8
           : Width == 16 ? ScalarType::B16
           : Width == 32 ? ScalarType::B32
                         : ScalarType::B64;
    typeFloatsOfPack(Op, Width);
  } else {
    unsigned Wanted = Desc.Count;
    if (Count != Wanted)
      return error(Op.Range, "'" + I.spelling() + "' takes " + Twine(Wanted) +
                                 " elements, found " + Twine(Count));
  }
  if (Desc.Flags & OFDest && llvm::all_of(Op.Elements, [](const Operand &E) {
        return E.OpKind == Operand::SinkOp;
      }))
    return error(Op.Range, "'" + I.spelling() + "' keeps none of the elements");
  auto *Elements = const_cast<Operand *>(Op.Elements.data());
  for (unsigned N = 0; N != Count; ++N) {
    Operand &E = Elements[N];
    E.Type = N == 0 && Desc.Flags & OFLayer ? ScalarType::U32 : Type;
    bool Failed;
    if (E.OpKind == Operand::RegisterOp)
      Failed = checkRegister(I, Element, E, E.Type);
    else if (E.OpKind == Operand::ImmediateOp &&
             !(Desc.Flags & (OFDest | OFRegisters)))
      Failed = checkImmediate(I, Element, E, E.Type);
    else if (E.OpKind == Operand::SinkOp && Desc.Flags & (OFDest | OFSinks))
      Failed = false;
    else
      Failed =
          error(E.Range, "'" + textOf(E.Range) + "' cannot be an element here");
    if (Failed || (N == 0 && checkRange(Element, E)))
      return true;
  }
  return false;
}

bool Parser::checkSymbol(const Instruction &I, const Operand &Op) {
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
  if (M.AddressSize == 64 && Wanted == 32 && V &&
      (V->Space == StateSpace::Global || V->Space == StateSpace::Const))
    Diags.warning("address-truncated", Op.Range.Start,
                  "the address of '" + textOf(Op.Range) +
                      "' has 64 bits, but '" + I.spelling() + "' takes 32",
                  Op.Range);
  return false;
}

bool Parser::checkRange(const OperandDesc &Desc, const Operand &Op) {
  if (!Op.isImmediate())
    return false;
  if (Desc.Flags & OFBelow16 && Op.Bits > 15)
    return error(Op.Range,
                 "'" + textOf(Op.Range) + "' is not in the range 0 to 15");
  int64_t Value = Op.Bits;
  if (bitWidth(Op.Type) == 32)
    Value = int32_t(Value);
  if ((Desc.Min != 0 || Desc.Max != 0 || Desc.Flags & OFRange) &&
      (Value < Desc.Min || Value > Desc.Max)) {
    if (Desc.Min == Desc.Max)
      return error(Op.Range, "this is always " + Twine(Desc.Min) + ", not '" +
                                 textOf(Op.Range) + "'");
    return error(Op.Range, "'" + textOf(Op.Range) + "' is not in the range " +
                               Twine(Desc.Min) + " to " + Twine(Desc.Max));
  }
  if (Value % Desc.Step != 0)
    return error(Op.Range, "'" + textOf(Op.Range) + "' is not a multiple of " +
                               Twine(unsigned(Desc.Step)));
  if (Desc.Flags & OFPowerOf2 && !llvm::isPowerOf2_64(Op.Bits))
    return error(Op.Range, "'" + textOf(Op.Range) + "' is not a power of two");
  if (Desc.Flags & OFNonZero && Op.Bits == 0)
    return error(Op.Range, "0 is not allowed here");
  if (Desc.Flags & OFThreads && (Op.Bits % 32 != 0 || Op.Bits == 0))
    return error(Op.Range, "the number of threads at a barrier is a multiple "
                           "of 32, not " +
                               Twine(Op.Bits));
  return false;
}
