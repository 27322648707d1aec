//===- ParseInstruction.cpp - Instructions --------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"
#include "llvm/ADT/STLExtras.h"

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMLoc;
using llvm::SMRange;
using llvm::StringRef;
using llvm::Twine;

bool Parser::parseGuard(Instruction &I) {
  next();
  I.GuardNegated = accept(Tok::Exclaim);
  if (!T.is(Tok::Identifier))
    return expectedHere("a predicate register");
  Identifier &Id = *T.Id;
  SMRange Range = T.range();
  next();
  Decl *D = lookup(Id);
  if (!D) {
    undeclared(Id, Range, KReg);
    return false;
  }
  auto *Reg = llvm::dyn_cast<Register>(D);
  if (!Reg ||
      (Reg->Type != ScalarType::Pred && Reg->Type != ScalarType::None)) {
    error(Range, "guard '" + Id.Name + "' is no predicate" +
                     (Reg ? " but '." + typeName(Reg->Type) + "'" : ""));
    Diags.note(D->Range.Start, "declared here", D->Range);
    return false;
  }
  I.Guard = Reg;
  return false;
}

/// The spelling without the blanks that may stand between its parts.
static StringRef withoutBlanks(StringRef Text, llvm::BumpPtrAllocator &A) {
  char *Copy = A.Allocate<char>(Text.size());
  size_t Size = 0;
  while (!Text.empty()) {
    if (Text.consume_front("//")) {
      Text = Text.drop_while([](char C) { return C != '\n'; });
    } else if (Text.consume_front("/*")) {
      Text = Text.drop_front(Text.find("*/") + 2);
    } else {
      if (!isspace(static_cast<unsigned char>(Text.front())))
        Copy[Size++] = Text.front();
      Text = Text.drop_front();
    }
  }
  return {Copy, Size};
}

bool Parser::parseInstruction() {
  SMLoc Start = T.loc();
  auto *I = make<Instruction>(SMRange());
  if (T.is(Tok::At) && parseGuard(*I))
    return true;
  if (T.is(Tok::At))
    return errorHere("an instruction has one guard");
  if (T.is(Tok::LBrace)) {
    errorHere("a guard is for one instruction, not for a block");
    return false; // The block comes next.
  }
  if (!T.is(Tok::Identifier))
    return expectedHere("an instruction");
  bool Joined = Lex.lexModifiers(T);
  if (T.is(Tok::Error))
    return true;
  I->NameRange = T.range();
  StringRef Spelling = Joined ? T.text() : withoutBlanks(T.text(), M.Allocator);
  const DecodedName *Name = Matcher.decode(Spelling, T.range());
  if (!Name)
    return true;
  if (!Name->InOrder.empty())
    Diags.warning("modifier-order", T.loc(),
                  "modifiers of '" + Spelling + "' are in an unusual order",
                  T.range(), llvm::SMFixIt(T.range(), Name->InOrder));
  next();

  llvm::SmallVector<ParsedOperand, 6> Ops;
  bool Failed =
      Name->Op == OpCall ? parseCallOperands(Ops) : parseOperands(Ops);
  if (Failed || expectSemi("'" + Spelling + "'"))
    return true;
  I->Range = rangeFrom(Start);
  if (!finishInstruction(*I, *Name, Ops))
    addStmt(I);
  return false;
}

bool Parser::parseOperands(llvm::SmallVectorImpl<ParsedOperand> &Ops) {
  if (T.is(Tok::Semi) ||
      (T.StartsLine && !T.is(Tok::LBrace) &&
       (T.is(Tok::Directive) || T.is(Tok::RBrace) || T.is(Tok::At) ||
        (T.is(Tok::Identifier) && (findOpcode(T.text()) || Lex.atColon())))))
    return false;
  do {
    if (parseOperand(Ops.emplace_back()))
      return true;
  } while (accept(Tok::Comma));
  // Another operand in the same line lacks its comma rather than a semicolon.
  if (!T.StartsLine && (T.is(Tok::Identifier) || T.is(Tok::Integer) ||
                        T.is(Tok::LBracket) || T.is(Tok::LBrace)))
    return error(T.loc(), "expected ',' before " + describe(T), T.range(),
                 llvm::SMFixIt(LastEnd, ","));
  return false;
}

static ParsedOperand emptyList(SMLoc Place) {
  ParsedOperand List;
  List.Op.OpKind = Operand::ListOp;
  List.Op.Range = {Place, Place};
  List.IsParenthesized = true;
  return List;
}

/// [(results),] callee [, (arguments)] [, prototype]: brought to the four
/// operands of the form.
bool Parser::parseCallOperands(llvm::SmallVectorImpl<ParsedOperand> &Ops) {
  if (T.is(Tok::LParen)) {
    if (parseList(Ops.emplace_back(), Tok::RParen) || expect(Tok::Comma, "','"))
      return true;
  } else if (T.is(Tok::Underscore)) {
    Ops.push_back(emptyList(T.loc()));
    next();
    if (expect(Tok::Comma, "','"))
      return true;
  } else {
    Ops.push_back(emptyList(T.loc()));
  }
  if (parseOperand(Ops.emplace_back()))
    return true;
  if (!accept(Tok::Comma)) {
    Ops.push_back(emptyList(LastEnd));
    return false;
  }
  if (!T.is(Tok::LParen)) {
    Ops.push_back(emptyList(LastEnd));
    return parseOperand(Ops.emplace_back());
  }
  if (parseList(Ops.emplace_back(), Tok::RParen))
    return true;
  return accept(Tok::Comma) && parseOperand(Ops.emplace_back());
}

/// What a call passes or gives back must be there whether or not a guard holds.
bool Parser::checkGuardedArgument(const Instruction &I) {
  if (!I.Guard || (I.opcode() != OpSt && I.opcode() != OpLd))
    return false;
  for (const Operand &Op : I.Operands) {
    const Variable *V =
        Op.OpKind == Operand::AddressOp ? Op.baseVariable() : nullptr;
    if (V && V->Space == StateSpace::Param && !V->IsParameter)
      return error(I.guardRange(),
                   "'" + I.spelling() + "' of '" + V->Name +
                       "', which passes values of a call, cannot "
                       "be guarded");
  }
  return false;
}

/// The machine negates the product of a vmad or its addend, not both.
bool Parser::checkNegations(const Instruction &I) {
  if (I.opcode() != OpVmad || I.Operands.size() != 4 ||
      !I.Operands[3].Negated || I.Operands[1].Negated == I.Operands[2].Negated)
    return false;
  return error(I.Operands[3].Range,
               "'" + I.spelling() +
                   "' negates the product or what is added to it, not both");
}

/// Of the forms that take the operands, one that this version and target have,
/// best of all one of the manual; if there is none, the first, for its message.
const MatchedForm *Parser::chooseForm(const DecodedName &Name,
                                      llvm::ArrayRef<ParsedOperand> Ops) const {
  const MatchedForm *First = nullptr, *Lenient = nullptr;
  for (const MatchedForm &Form : Name.Forms) {
    if (shapeMismatch(Form, Ops) >= 0)
      continue;
    if (isPlain(Form))
      return &Form;
    bool IsLenient = Form.Form->IsBeyondManual;
    bool IsAvailable = availability(Form).IsMet;
    if (IsAvailable && !IsLenient)
      return &Form;
    if (IsAvailable && !Lenient)
      Lenient = &Form;
    if (!First || (First->Form->IsBeyondManual && !IsLenient))
      First = &Form;
  }
  return Lenient ? Lenient : First;
}

/// Whether \p Name is a mov that may pack or unpack: of a .bN type, without
/// .vN.
static bool mayPack(const DecodedName &Name) {
  return Name.Op == OpMov && Name.Forms.front().Modifiers.empty() &&
         isBits(Name.Forms.front().Types.front());
}

/// What stands for more than it says: `mov.b64 d, v` packs the elements of a
/// vector register v as `{v.x, v.y}` would, and `ld.u32 d, t[2]` reads at
/// `[t+8]`.
void Parser::expandShorthands(const DecodedName &Name,
                              llvm::MutableArrayRef<ParsedOperand> Ops) {
  bool IsAccess = Name.Op == OpLd || Name.Op == OpSt;
  bool IsPack = mayPack(Name);
  for (ParsedOperand &P : Ops) {
    Operand &Op = P.Op;
    if (IsAccess && P.IsIndexed)
      Op.OpKind = Operand::AddressOp;
    if (!IsPack || !Op.isRegister() || Op.Component >= 0 ||
        Op.reg()->VectorWidth == 1)
      continue;
    llvm::SmallVector<Operand, 4> Elements(Op.reg()->VectorWidth, Op);
    for (auto [Index, Element] : llvm::enumerate(Elements))
      Element.Component = Index;
    Op = Operand();
    Op.OpKind = Operand::ListOp;
    Op.Elements = copy(Elements);
    Op.Range = Elements.front().Range;
  }
}

/// Chooses the form and checks the operands against it. True if the
/// instruction cannot be kept.
bool Parser::finishInstruction(Instruction &I, const DecodedName &Name,
                               llvm::SmallVectorImpl<ParsedOperand> &Ops) {
  expandShorthands(Name, Ops);
  const MatchedForm *Match = chooseForm(Name, Ops);
  const MatchedForm &Used = Match ? *Match : Name.Forms.front();
  I.Form = Used.Form;
  I.Modifiers = Used.Modifiers;
  I.Types = Used.Types;
  if (!Match)
    return reportShape(Name, I.spelling(), I, Ops);
  if (!isPlain(Used) && checkAvailable(I, Used))
    return true;

  bool Failed = false;
  auto *Copies = M.Allocator.Allocate<Operand>(Ops.size());
  for (auto [Index, Op] : llvm::enumerate(Ops)) {
    const OperandDesc &Desc = Used.Operands[Index];
    Failed |= checkOperand(I, Desc, Op);
    new (&Copies[Index]) Operand(Op.Op);
    if (Op.Unresolved && (Desc.Kinds & KTargets) && !(Desc.Kinds & KLabel)) {
      Failed = error(Op.Op.Range, "'" + Op.Unresolved->Name +
                                      "' must be declared before its use");
      continue;
    }
    if (Op.Unresolved && !Failed)
      addPending(*Op.Unresolved, &Copies[Index].Base, Op.Op.Range);
  }
  llvm::MutableArrayRef<Operand> Final(Copies, Ops.size());
  I.Operands = Final;
  if (Failed || checkGuardedArgument(I) || checkNegations(I))
    return true;
  return I.opcode() == OpCall && checkCall(I, Final);
}
