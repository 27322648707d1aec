//===- TeslaAsmOperands.cpp - The shapes of operands ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of TeslaAsmParser that reads the operands of an instruction.
///
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/TeslaBaseInfo.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "MCTargetDesc/TeslaNames.h"
#include "TeslaAsmParser.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCParser/MCAsmLexer.h"
#include "llvm/MC/MCRegisterInfo.h"

using namespace llvm;
using namespace heddle::tesla;

bool TeslaAsmParser::parseInteger(int64_t &Value) {
  SMLoc Start = getTok().getLoc();
  bool Negative = getParser().parseOptionalToken(AsmToken::Minus);
  if (getLexer().isNot(AsmToken::Integer))
    return Error(Start, "expected a number");
  Value = getTok().getIntVal();
  if (Negative)
    Value = -Value;
  Lex();
  return false;
}

/// Whether \p Text, in front of \p Next, is a symbol whose address is moved,
/// and not a word of the instruction: "g+4", "g@high", or all behind a
/// register.
static bool isSymbol(StringRef Mnemonic, StringRef Text, const AsmToken &Next,
                     const OperandVector &Operands) {
  auto IsWord = [](const auto &Op) {
    return Op->isToken() &&
           static_cast<const TeslaOperand &>(*Op).getToken() == "b32";
  };
  if (Mnemonic != "mov" || !Operands.back()->isReg() ||
      none_of(Operands, IsWord))
    return false;
  return Text.contains('@') || Next.is(AsmToken::Plus) ||
         Next.is(AsmToken::Minus) || Next.is(AsmToken::EndOfStatement);
}

bool TeslaAsmParser::parseTarget(OperandVector &Operands) {
  SMLoc Start = getTok().getLoc(), End;
  const MCExpr *Expr;
  if (getParser().parseExpression(Expr, End))
    return true;
  int64_t Value;
  bool IsConstant = Expr->evaluateAsAbsolute(Value);
  auto Op = std::make_unique<TeslaOperand>(IsConstant
                                               ? TeslaOperand::Kind::Immediate
                                               : TeslaOperand::Kind::Expression,
                                           Start, End);
  if (IsConstant)
    Op->Value = Value;
  else
    Op->Expr = Expr;
  Operands.push_back(std::move(Op));
  return false;
}

bool TeslaAsmParser::parseOperand(StringRef Mnemonic, OperandVector &Operands) {
  AsmToken Token = getTok();
  SMLoc Start = Token.getLoc(), End = Token.getEndLoc();
  switch (Token.getKind()) {
  case AsmToken::Integer:
  case AsmToken::Minus: {
    auto Op = std::make_unique<TeslaOperand>(TeslaOperand::Kind::Immediate,
                                             Start, End);
    if (parseInteger(Op->Value))
      return true;
    Operands.push_back(std::move(Op));
    return false;
  }
  case AsmToken::Hash:
    if (getLexer().peekTok().is(AsmToken::Colon))
      return parseTextureList(Operands);
    [[fallthrough]];
  case AsmToken::LParen:
  case AsmToken::RParen:
    Operands.push_back(TeslaOperand::word(Token.getString(), Start, End));
    Lex();
    return false;
  case AsmToken::Identifier:
    break;
  default:
    return Error(Start, "unexpected '" + Token.getString() + "'");
  }

  StringRef Text = Token.getString();
  if (Text.starts_with("$"))
    return getLexer().peekTok().is(AsmToken::Colon)
               ? parseTextureList(Operands)
               : parseRegisterOperand(Operands);
  AsmToken Ahead[2];
  size_t Read = getLexer().peekTokens(Ahead);
  if (Read >= 1 && Ahead[0].is(AsmToken::LBrac))
    return parseMemory(Text, Start, Operands);
  if (Read >= 1 && isSymbol(Mnemonic, Text, Ahead[0], Operands))
    return parseTarget(Operands);
  Lex();
  // In loads and stores the size in front of s[] belongs to the instruction.
  bool IsSharedSource = Read == 2 && Ahead[0].is(AsmToken::Identifier) &&
                        Ahead[0].getString() == "s" &&
                        Ahead[1].is(AsmToken::LBrac) && Mnemonic != "ld" &&
                        Mnemonic != "st";
  std::optional<unsigned> Mode =
      IsSharedSource ? codeOf(NameTable::SizeMode, Text) : std::nullopt;
  if (!Mode) {
    Operands.push_back(TeslaOperand::word(Text, Start, End));
    return false;
  }
  auto Op = std::make_unique<TeslaOperand>(TeslaOperand::Kind::SharedSource,
                                           Start, End);
  Lex();
  Op->Selector = *Mode;
  SMLoc Address = getLexer().peekTok().getLoc();
  bool Steps = false;
  if (parseAddress(Op->Reg, Op->Value, &Steps))
    return true;
  if (farBits(Op->Reg))
    return Error(Address, "expected an address register, $a1 to $a4");
  if (Steps)
    Op->Selector |= PostIncrement;
  Operands.push_back(std::move(Op));
  return false;
}

bool TeslaAsmParser::parseRegisterOperand(OperandVector &Operands) {
  AsmToken Token = getTok();
  auto Op = std::make_unique<TeslaOperand>(TeslaOperand::Kind::Register,
                                           Token.getLoc(), Token.getEndLoc());
  if (tryParseRegister(Op->Reg, Op->Start, Op->End).isSuccess()) {
    Operands.push_back(std::move(Op));
    return false;
  }
  // Special registers and texture slots are words that the matcher knows.
  auto Word =
      TeslaOperand::word(Token.getString(), Token.getLoc(), Token.getEndLoc());
  if (!Word->isSReg() && !Word->isFarSReg() && !Word->isTexSlot() &&
      !Word->isSamplerSlot())
    return Error(Token.getLoc(),
                 "there is no register '" + Token.getString() + "'");
  Lex();
  Operands.push_back(std::move(Word));
  return false;
}

bool TeslaAsmParser::parseTextureList(OperandVector &Operands) {
  auto Op = std::make_unique<TeslaOperand>(
      TeslaOperand::Kind::TextureList, getTok().getLoc(), getTok().getEndLoc());
  do {
    MCRegister Reg;
    SMLoc Start = getTok().getLoc(), End;
    if (getParser().parseOptionalToken(AsmToken::Hash)) {
      Op->List.push_back(-1);
      continue;
    }
    if (parseRegister(Reg, Start, End))
      return true;
    if (Reg < Tesla::R0 || Reg > Tesla::R127)
      return Error(Start, "expected a 32-bit register");
    Op->List.push_back(Reg - Tesla::R0);
    Op->End = End;
  } while (getParser().parseOptionalToken(AsmToken::Colon));
  Operands.push_back(std::move(Op));
  return false;
}

/// '[' [register '+'] offset ']', '[' register ']', or '[' register '+='
/// offset ']'.
bool TeslaAsmParser::parseAddress(MCRegister &Base, int64_t &Offset,
                                  bool *Steps) {
  if (getParser().parseToken(AsmToken::LBrac, "expected '['"))
    return true;
  Base = Tesla::A0;
  Offset = 0;
  SMLoc Start = getTok().getLoc(), End;
  bool HasBase = tryParseRegister(Base, Start, End).isSuccess();
  if (HasBase && (Base < Tesla::A1 || Base > Tesla::A4) && !farBits(Base))
    return Error(Start, "expected an address register, $a1 to $a4");
  bool HasOffset = !HasBase || getParser().parseOptionalToken(AsmToken::Plus) ||
                   getTok().is(AsmToken::Minus);
  if (HasBase && getTok().is(AsmToken::Equal)) {
    if (!Steps)
      return TokError("an address in this space has no post-increment");
    *Steps = true;
    Lex();
  }
  if (HasOffset && parseInteger(Offset))
    return true;
  return getParser().parseToken(AsmToken::RBrac, "expected ']'");
}

unsigned TeslaAsmParser::farBits(MCRegister Reg) {
  const MCRegisterInfo &MRI = *getContext().getRegisterInfo();
  if (MRI.getRegClass(Tesla::GPR64RegClassID).contains(Reg))
    return 64;
  return MRI.getRegClass(Tesla::GPR32RegClassID).contains(Reg) ? 32 : 0;
}

bool TeslaAsmParser::parseMemory(StringRef Space, SMLoc Start,
                                 OperandVector &Operands) {
  auto Op = std::make_unique<TeslaOperand>(TeslaOperand::Kind::Address, Start,
                                           getTok().getEndLoc());
  Op->Text = Space;
  Lex();
  unsigned Number = 0;
  bool IsNumbered = (Space[0] == 'c' || Space[0] == 'g') &&
                    !Space.drop_front().getAsInteger(10, Number) && Number < 16;
  Op->Selector = Number;
  if (IsNumbered && Space[0] == 'g') {
    Op->K = TeslaOperand::Kind::Global;
    SMLoc RegStart, RegEnd;
    if (getParser().parseToken(AsmToken::LBrac, "expected '['"))
      return true;
    if (parseRegister(Op->Reg, RegStart, RegEnd))
      return true;
    if (Op->Reg < Tesla::R0 || Op->Reg > Tesla::R127)
      return Error(RegStart, "an address in g[] is a 32-bit register");
    if (getParser().parseToken(AsmToken::RBrac,
                               "expected ']': g[] takes a register, no offset"))
      return true;
  } else if (IsNumbered || Space == "s" || Space == "l" || Space == "g" ||
             Space == "gen") {
    if (IsNumbered)
      Op->K = TeslaOperand::Kind::Constant;
    if (parseAddress(Op->Reg, Op->Value, &Op->Steps))
      return true;
    if (unsigned Bits = farBits(Op->Reg)) {
      if (Op->Steps)
        return Error(Start, "a post-increment is of an address register");
      Op->K = TeslaOperand::Kind::Far;
      Op->Selector = Bits;
    }
  } else {
    return Error(Start, "'" + Space +
                            "' is not a memory space; there are s, "
                            "l, c0 to c15, g0 to g15, g and gen");
  }
  Operands.push_back(std::move(Op));
  return false;
}
