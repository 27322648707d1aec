//===- CheckOperands.cpp - Operands against the form of their instruction -===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMRange;
using llvm::StringRef;
using llvm::Twine;

static StringRef textOf(SMRange Range) {
  return {Range.Start.getPointer(),
          size_t(Range.End.getPointer() - Range.Start.getPointer())};
}

/// The classes that \p Op may stand for.
static uint16_t kindsOf(const ParsedOperand &P) {
  const Operand &Op = P.Op;
  if (P.Unresolved)
    return KLabel | KTargets;
  switch (Op.OpKind) {
  case Operand::RegisterOp:
    return KReg;
  case Operand::SpecialRegisterOp:
    return KSpecial;
  case Operand::ImmediateOp:
    return KImm;
  case Operand::AddressOp:
    return KAddress;
  case Operand::ListOp:
    return P.IsParenthesized ? KList : KVector;
  case Operand::SymbolOp:
    return llvm::isa<Function>(Op.Base) ? KFunction | KSymbol : KSymbol;
  case Operand::LabelOp:
    return KLabel | KTargets;
  case Operand::SinkOp:
    return KSink;
  }
  llvm_unreachable("unknown operand");
}

static unsigned vectorWidth(llvm::ArrayRef<ModifierUse> Modifiers) {
  for (ModifierUse Use : Modifiers)
    if (Use.Group == GrpVector)
      return Use.Mod == ModV2 ? 2 : 4;
  return 1;
}

/// Whether a vector stands exactly where .vN asks for one.
static bool vectorFits(const MatchedForm &Form, const ParsedOperand &P) {
  bool Wanted = vectorWidth(Form.Modifiers) > 1;
  if (P.Op.OpKind == Operand::ListOp)
    return Wanted;
  if (P.Op.OpKind == Operand::RegisterOp) {
    bool IsWhole = P.Op.Component < 0 && P.Op.reg()->VectorWidth > 1;
    return Wanted == IsWhole || P.Op.reg()->Type == ScalarType::None;
  }
  return true;
}

int Parser::shapeMismatch(const MatchedForm &Form,
                          llvm::ArrayRef<ParsedOperand> Ops) const {
  size_t Most = Form.Form->Operands.size(), Least = Most;
  while (Least != 0 &&
         Form.Form->Operands.begin()[Least - 1].Flags & OFOptional)
    --Least;
  if (Ops.size() < Least || Ops.size() > Most)
    return std::max(Ops.size(), Most) + 1;
  for (auto [Index, Op] : llvm::enumerate(Ops)) {
    const OperandDesc &Desc = Form.Form->Operands.begin()[Index];
    if (!(kindsOf(Op) & Desc.Kinds))
      return Index;
    if (Desc.Flags & OFVector && !vectorFits(Form, Op))
      return Index;
    if (Op.Op.Second && !(Desc.Flags & OFPair))
      return Index;
    if (Op.Op.Negated && !(Desc.Flags & OFNegatable))
      return Index;
  }
  return -1;
}

static std::string kindText(uint16_t Kinds) {
  static constexpr std::pair<uint16_t, const char *> Names[] = {
      {KReg, "a register"},
      {KImm, "a constant"},
      {KSpecial, "a special register"},
      {KAddress, "an address in brackets"},
      {KVector, "a vector in braces"},
      {KLabel, "a label"},
      {KFunction, "a function"},
      {KSymbol, "a variable"},
      {KTargets, "the name of a list of targets"},
      {KList, "a list in parentheses"},
      {KSink, "'_'"}};
  llvm::SmallVector<StringRef, 4> Found;
  for (auto [Kind, Text] : Names)
    if (Kinds & Kind)
      Found.push_back(Text);
  std::string Text = Found.front().str();
  for (size_t I = 1; I != Found.size(); ++I)
    Text += (I + 1 == Found.size() ? " or " : ", ") + Found[I].str();
  return Text;
}

/// No form takes these operands: explains by the form that gets furthest.
bool Parser::reportShape(const DecodedName &Name, StringRef Spelling,
                         const Instruction &I,
                         llvm::ArrayRef<ParsedOperand> Ops) {
  const MatchedForm *Best = nullptr;
  int BestIndex = -1;
  llvm::SmallVector<size_t, 4> Counts;
  for (const MatchedForm &Form : Name.Forms) {
    size_t Most = Form.Form->Operands.size();
    int Index = shapeMismatch(Form, Ops);
    if (!llvm::is_contained(Counts, Most))
      Counts.push_back(Most);
    if (Index < int(Ops.size()) && Index > BestIndex) {
      Best = &Form;
      BestIndex = Index;
    }
  }
  if (!Best) {
    llvm::sort(Counts);
    std::string Wanted;
    for (size_t C : Counts)
      Wanted += (Wanted.empty() ? "" : " or ") + llvm::utostr(C);
    return error(I.NameRange.Start,
                 "'" + Spelling + "' takes " + Wanted +
                     (Wanted == "1" ? " operand" : " operands") + ", found " +
                     Twine(Ops.size()),
                 I.Range);
  }
  const ParsedOperand &Op = Ops[BestIndex];
  const OperandDesc &Desc = Best->Form->Operands.begin()[BestIndex];
  if (Op.Unresolved)
    return undeclared(*Op.Unresolved, Op.Op.Range, Desc.Kinds);
  StringRef Text = textOf(Op.Op.Range);
  if (Op.Op.Second && !(Desc.Flags & OFPair))
    return error(Op.Op.Range, "'" + Spelling + "' has one result only");
  if (Op.Op.Negated && !(Desc.Flags & OFNegatable))
    return error(Op.Op.Range, "'!' is not allowed here");
  if (Op.Op.OpKind == Operand::SpecialRegisterOp && Desc.Flags & OFDest)
    return error(Op.Op.Range,
                 "special register '" + Text + "' cannot be written");
  if (Op.Op.OpKind == Operand::SpecialRegisterOp)
    return error(Op.Op.Range, "'" + Spelling +
                                  "' cannot read special "
                                  "register '" +
                                  Text + "'; only mov and cvt can");
  uint16_t Kinds = Desc.Kinds;
  if (Desc.Flags & OFVector) {
    unsigned Width = vectorWidth(Best->Modifiers);
    if (Width > 1)
      return error(Op.Op.Range, "operand " + Twine(BestIndex + 1) + " of '" +
                                    Spelling + "' must be a vector of " +
                                    Twine(Width) + ", found '" + Text + "'");
    Kinds &= ~KVector;
  }
  return error(Op.Op.Range, "operand " + Twine(BestIndex + 1) + " of '" +
                                Spelling + "' must be " + kindText(Kinds) +
                                ", found '" + Text + "'");
}

//===----------------------------------------------------------------------===//
// Versions
//===----------------------------------------------------------------------===//

static std::string versionText(unsigned V) {
  return llvm::utostr(V / 10) + "." + llvm::utostr(V % 10);
}

bool Parser::needs(SMRange Range, const Twine &What, unsigned Version,
                   unsigned Target) {
  if (M.PTXVersion < Version)
    return error(Range, What + " needs PTX version " + versionText(Version) +
                            " or higher; this is " + versionText(M.PTXVersion));
  if (M.Target < Target)
    return error(Range, What + " needs target sm_" + Twine(Target) +
                            " or higher; this is " + M.TargetName);
  return false;
}

/// f64 below sm_13 is demoted to f32 by the early drivers and by ptxas.
static unsigned neededTarget(const Module &M, unsigned Target) {
  return Target == 13 && M.Target < 13 ? 10 : Target;
}

Parser::Availability Parser::availability(const MatchedForm &Match) const {
  const InstForm &F = *Match.Form;
  Availability A{F.MinVersion, F.MinTarget};
  for (const RaiseDesc &Raise : F.Raises) {
    ScalarType Type = modifierInfo(Raise.Mod).Type;
    bool Used = Type != ScalarType::None
                    ? llvm::is_contained(Match.Types, Type)
                    : llvm::any_of(Match.Modifiers, [&](ModifierUse Use) {
                        return Use.Mod == Raise.Mod;
                      });
    if (!Used)
      continue;
    A.Version = std::max<unsigned>(A.Version, Raise.Version);
    A.Target = std::max<unsigned>(A.Target, Raise.Target);
  }
  A.VersionOver = F.LastVersion != 0 && M.PTXVersion > F.LastVersion;
  A.TargetOver = F.LastTarget != 0 && M.Target > F.LastTarget;
  A.HasEnded = F.LastVersion != 0 && F.LastTarget != 0
                   ? A.VersionOver && A.TargetOver
                   : A.VersionOver || A.TargetOver;
  A.IsMet = M.PTXVersion >= A.Version &&
            M.Target >= neededTarget(M, A.Target) && !A.HasEnded;
  return A;
}

bool Parser::checkAvailable(const Instruction &I, const MatchedForm &Form) {
  Availability A = availability(Form);
  StringRef Spelling = I.spelling();
  if (A.Target == 13 && M.Target < 13 && !M.MapF64ToF32)
    Diags.warning("f64-target", I.NameRange.Start,
                  "'" + Spelling + "' needs target sm_13 or higher; this is " +
                      M.TargetName,
                  I.NameRange);
  if (A.IsMet)
    return false;
  if (needs(I.NameRange, "'" + Spelling + "'", A.Version,
            neededTarget(M, A.Target)))
    return true;
  std::string End = A.VersionOver && !A.TargetOver
                        ? "PTX version " + versionText(Form.Form->LastVersion)
                        : "target sm_" + llvm::utostr(Form.Form->LastTarget);
  // What came instead has one more modifier.
  bool IsWarpWide = I.opcode() == OpVote || I.opcode() == OpShfl;
  return error(I.NameRange, "'" + Spelling + "' ended with " + End +
                                (IsWarpWide ? "; it needs .sync now"
                                            : "; it needs a rounding or "
                                              ".approx now"));
}

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

static ScalarType widen(ScalarType Type) {
  switch (Type) {
  case ScalarType::U16:
    return ScalarType::U32;
  case ScalarType::S16:
    return ScalarType::S32;
  case ScalarType::U32:
    return ScalarType::U64;
  case ScalarType::S32:
    return ScalarType::S64;
  default: // No form has .wide for any other.
    return Type;
  }
}

static ScalarType typeOf(const Instruction &I, const OperandDesc &Desc) {
  switch (Desc.Rule) {
  case TypeRule::None:
    return ScalarType::None;
  case TypeRule::Last:
    return I.type();
  case TypeRule::First:
    return I.firstType();
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
    return checkAddress(I, Op);
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
  if (Reg.VectorWidth > 1 && Op.Component < 0 &&
      Reg.VectorWidth != vectorWidth(I.Modifiers))
    return error(Op.Range, "'" + Text + "' has " + Twine(Reg.VectorWidth) +
                               " elements, but '" + I.spelling() + "' takes " +
                               Twine(vectorWidth(I.Modifiers)));
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
    return error(Op.Range, "'" + I.spelling() + "' takes " +
                               (isFloat(Type) ? "a floating-point number"
                                              : "an integer") +
                               " here, found '" + Text + "'");
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
  if (!Fits && Desc.Rule == TypeRule::Fixed && Width < 32)
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
    return error(Op.Range, "'" + Text +
                               "' is a vector; write a component like "
                               "'" +
                               Text + ".x'");
  if (!Info.IsVector && (Op.Component >= 0 || WantsVector))
    return error(Op.Range, "special register '" + Text + "' is no vector");
  unsigned Width = bitWidth(Info.Type), Wanted = bitWidth(Type);
  bool Fits = Width == Wanted || (Info.Reads16 && Wanted == 16) ||
              (Width == 64 && Wanted == 32 &&
               (Op.SReg == SRegGridId || I.opcode() == OpCvt));
  if (!Fits || isFloat(Type))
    return error(Op.Range, "'" + I.spelling() + "' takes '." + typeName(Type) +
                               "', but '" + Text + "' is '." +
                               typeName(Info.Type) + "'");
  return false;
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
  } else {
    unsigned Wanted = vectorWidth(I.Modifiers);
    if (Count != Wanted)
      return error(Op.Range, "'" + I.spelling() + "' takes " + Twine(Wanted) +
                                 " elements, found " + Twine(Count));
  }
  auto *Elements = const_cast<Operand *>(Op.Elements.data());
  for (unsigned N = 0; N != Count; ++N) {
    Operand &E = Elements[N];
    E.Type = Type;
    bool Failed;
    if (E.OpKind == Operand::RegisterOp)
      Failed = checkRegister(I, Element, E, Type);
    else if (E.OpKind == Operand::ImmediateOp && !(Desc.Flags & OFDest))
      Failed = checkImmediate(I, Element, E, Type);
    else if (E.OpKind == Operand::SinkOp && Desc.Flags & OFDest)
      Failed = false;
    else
      Failed =
          error(E.Range, "'" + textOf(E.Range) + "' cannot be an element here");
    if (Failed)
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
    return error(Op.Range, "the address of '" + textOf(Op.Range) +
                               "' has 64 bits, but '" + I.spelling() +
                               "' takes 32");
  return false;
}

bool Parser::checkRange(const OperandDesc &Desc, const Operand &Op) {
  if (!Op.isImmediate())
    return false;
  if (Desc.Flags & OFBelow16 && Op.Bits > 15)
    return error(Op.Range,
                 "'" + textOf(Op.Range) + "' is not in the range 0 to 15");
  if (Desc.Flags & OFThreads && (Op.Bits % 32 != 0 || Op.Bits == 0))
    return error(Op.Range, "the number of threads at a barrier is a multiple "
                           "of 32, not " +
                               Twine(Op.Bits));
  return false;
}
