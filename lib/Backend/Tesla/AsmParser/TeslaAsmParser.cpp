//===- TeslaAsmParser.cpp - Microinstruction text to instructions ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaAsmParser.h"
#include "MCTargetDesc/TeslaBaseInfo.h"
#include "MCTargetDesc/TeslaFixupKinds.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "MCTargetDesc/TeslaNames.h"
#include "MCTargetDesc/TeslaTargetStreamer.h"
#include "heddle/ABI/Chips.h"
#include "heddle/Backend/Tesla.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCParser/MCAsmLexer.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/TargetRegistry.h"

using namespace llvm;
using namespace heddle::tesla;

static MCRegister MatchRegisterName(StringRef Name);

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

ParseStatus TeslaAsmParser::tryParseRegister(MCRegister &Reg, SMLoc &Start,
                                             SMLoc &End) {
  const AsmToken &Token = getTok();
  if (Token.isNot(AsmToken::Identifier))
    return ParseStatus::NoMatch;
  Reg = MatchRegisterName(Token.getString());
  if (!Reg)
    return ParseStatus::NoMatch;
  Start = Token.getLoc();
  End = Token.getEndLoc();
  Lex();
  return ParseStatus::Success;
}

bool TeslaAsmParser::parseRegister(MCRegister &Reg, SMLoc &Start, SMLoc &End) {
  if (tryParseRegister(Reg, Start, End).isSuccess())
    return false;
  return Error(getTok().getLoc(), "expected a register");
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

bool TeslaAsmParser::ParseInstruction(ParseInstructionInfo &, StringRef Name,
                                      SMLoc NameLoc, OperandVector &Operands) {
  bool Failed = parseStatement(Name, NameLoc, Operands);
  if (Failed)
    getParser().eatToEndOfStatement();
  else if (getLexer().isNot(AsmToken::EndOfStatement) &&
           getLexer().isNot(AsmToken::Eof))
    Failed = Error(getTok().getLoc(), "expected the end of the statement");
  admitStatement(getLexer());
  return Failed;
}

bool TeslaAsmParser::parseStatement(StringRef Name, SMLoc NameLoc,
                                    OperandVector &Operands) {
  // Prefixes go to the end of the list, where the .td files expect them.
  SmallVector<std::unique_ptr<MCParsedAsmOperand>, 2> Prefixes;
  if (Name == "exit" || Name == "join") {
    auto Op = std::make_unique<TeslaOperand>(
        TeslaOperand::Kind::Flow, NameLoc,
        SMLoc::getFromPointer(NameLoc.getPointer() + Name.size()));
    Op->Text = Name;
    Op->Value = int64_t(Name == "exit" ? FlowKind::Exit : FlowKind::Join);
    Prefixes.push_back(std::move(Op));
    SMLoc Start = getTok().getLoc();
    if (getParser().parseOptionalToken(AsmToken::LParen)) {
      if (parsePredicate(Start, Prefixes))
        return true;
    }
    if (parseMnemonic(Name, NameLoc))
      return true;
  } else if (Name == "(" || Name == "{") {
    if (parsePredicate(NameLoc, Prefixes) || parseMnemonic(Name, NameLoc))
      return true;
  }

  Operands.push_back(TeslaOperand::word(
      Name, NameLoc,
      SMLoc::getFromPointer(NameLoc.getPointer() + Name.size())));
  bool HasTarget =
      StringSwitch<bool>(Name)
          .Cases("bra", "call", "breakaddr", "joinat", "preret", true)
          .Default(false);
  if (HasTarget && (parseLimit(Operands) || parseTarget(Operands)))
    return true;
  while (getLexer().isNot(AsmToken::EndOfStatement) &&
         getLexer().isNot(AsmToken::Eof))
    if (parseOperand(Name, Operands))
      return true;
  for (auto &Prefix : Prefixes)
    Operands.push_back(std::move(Prefix));
  return false;
}

/// The word of a call that counts against the launch's limit, in front of a
/// target.
bool TeslaAsmParser::parseLimit(OperandVector &Operands) {
  const AsmToken Token = getTok();
  if (Token.isNot(AsmToken::Identifier) || Token.getString() != "lim" ||
      getLexer().peekTok().is(AsmToken::EndOfStatement))
    return false;
  Operands.push_back(
      TeslaOperand::word(Token.getString(), Token.getLoc(), Token.getEndLoc()));
  Lex();
  return false;
}

bool TeslaAsmParser::parseMnemonic(StringRef &Name, SMLoc &Start) {
  Start = getTok().getLoc();
  if (getLexer().isNot(AsmToken::Identifier))
    return Error(Start, "expected an instruction behind the prefix");
  Name = getTok().getString();
  Lex();
  return false;
}

/// Parses a predicate behind its opening parenthesis.
bool TeslaAsmParser::parsePredicate(SMLoc Start, OperandVector &Prefixes) {
  AsmToken Condition = getTok();
  std::optional<unsigned> Code;
  if (Condition.is(AsmToken::Identifier))
    Code = codeOf(NameTable::Condition, Condition.getString());
  if (!Code)
    return Error(Condition.getLoc(),
                 "'" + Condition.getString() + "' is not a condition");
  Lex();
  MCRegister Reg;
  SMLoc RegStart, RegEnd;
  const bool NeedsRegister = *Code != CondAlways && *Code != CondNever;
  if (NeedsRegister || getTok().is(AsmToken::Identifier)) {
    if (!tryParseRegister(Reg, RegStart, RegEnd).isSuccess() ||
        Reg < Tesla::C0 || Reg > Tesla::C3)
      return Error(getTok().getLoc(), "expected $c0, $c1, $c2 or $c3");
  }
  SMLoc End = getTok().getEndLoc();
  if (getParser().parseToken(AsmToken::RParen, "expected ')'"))
    return true;
  auto Op =
      std::make_unique<TeslaOperand>(TeslaOperand::Kind::Predicate, Start, End);
  Op->Value = *Code;
  Op->Reg = Reg;
  Prefixes.push_back(std::move(Op));
  return false;
}

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

/// A modifier that is not written.
static std::unique_ptr<TeslaOperand> defaultImmOperands() {
  return std::make_unique<TeslaOperand>(TeslaOperand::Kind::Immediate, SMLoc(),
                                        SMLoc());
}

static std::unique_ptr<TeslaOperand> defaultPredOperands() {
  auto Op = std::make_unique<TeslaOperand>(TeslaOperand::Kind::Predicate,
                                           SMLoc(), SMLoc());
  Op->Value = CondAlways;
  return Op;
}

#define GET_REGISTER_MATCHER
#define GET_MATCHER_IMPLEMENTATION
#define GET_SUBTARGET_FEATURE_NAME
#include "TeslaGenAsmMatcher.inc"

/// Says of the operand at which every candidate failed what may be wrong.
void TeslaAsmParser::explainMismatch(const TeslaOperand &Op,
                                     StringRef Mnemonic) {
  StringRef Text(Op.Start.getPointer(),
                 Op.End.getPointer() - Op.Start.getPointer());
  std::string Quoted = ("'" + Text + "'").str();
  switch (Op.K) {
  case TeslaOperand::Kind::Flow:
    Error(Op.Start, Quoted + " needs a long instruction without a 32-bit "
                             "immediate");
    return;
  case TeslaOperand::Kind::Predicate:
    Error(Op.Start, "this form of '" + Mnemonic + "' cannot be predicated");
    return;
  case TeslaOperand::Kind::Register:
    Error(Op.Start, "register " + Quoted + " does not fit here");
    return;
  case TeslaOperand::Kind::Immediate:
    Error(Op.Start, "number " + Quoted + " is out of range, or '" + Mnemonic +
                        "' takes none here");
    return;
  case TeslaOperand::Kind::Address:
    if (Op.Text == "s" && Mnemonic != "ld" && Mnemonic != "st") {
      Error(Op.Start, "an s[] source needs its size in front: u8, u16, s16 or "
                      "b32");
      return;
    }
    [[fallthrough]];
  case TeslaOperand::Kind::SharedSource:
  case TeslaOperand::Kind::Constant:
  case TeslaOperand::Kind::Global:
  case TeslaOperand::Kind::Far:
    Error(Op.Start, "memory operand does not fit here: wrong space or size, "
                    "misaligned, or offset out of reach");
    return;
  case TeslaOperand::Kind::Word:
  case TeslaOperand::Kind::Expression:
  case TeslaOperand::Kind::TextureList:
    Error(Op.Start, Quoted + " does not fit '" + Mnemonic + "' here");
    return;
  }
}

bool TeslaAsmParser::MatchAndEmitInstruction(SMLoc IDLoc, unsigned &Opcode,
                                             OperandVector &Operands,
                                             MCStreamer &Out,
                                             uint64_t &ErrorInfo,
                                             bool MatchingInlineAsm) {
  MCInst Inst;
  FeatureBitset Missing;
  StringRef Mnemonic = static_cast<TeslaOperand &>(*Operands[0]).getToken();
  switch (MatchInstructionImpl(Operands, Inst, ErrorInfo, Missing,
                               MatchingInlineAsm)) {
  case Match_Success:
    if (std::optional<std::string> Problem =
            checkTeslaInst(Inst, MII.get(Inst.getOpcode())))
      return Error(IDLoc, *Problem);
    Inst.setLoc(IDLoc);
    Opcode = Inst.getOpcode();
    // Text has no target streamer, and no addresses.
    if (MCTargetStreamer *Object = Out.getTargetStreamer()) {
      static_cast<TeslaTargetELFStreamer *>(Object)->noteInstruction(Opcode);
      Inst.setFlags(Tesla::CheckPlace);
    }
    Out.emitInstruction(Inst, getSTI());
    return false;
  case Match_MissingFeature: {
    unsigned First = 0;
    while (!Missing[First])
      ++First;
    std::optional<heddle::abi::Feature> Needed =
        heddle::abi::findFeature(getSubtargetFeatureName(First));
    return Error(IDLoc, getSTI().getCPU() + " does not have this form of '" +
                            Mnemonic + "'; the lowest chip with it is " +
                            heddle::abi::lowestChipWith(*Needed).Name);
  }
  case Match_MnemonicFail:
    return Error(Operands[0]->getStartLoc(),
                 "unknown instruction '" + Mnemonic + "'");
  case Match_InvalidOperand:
    if (ErrorInfo >= Operands.size())
      return Error(IDLoc, "too few operands for '" + Mnemonic + "'");
    explainMismatch(static_cast<TeslaOperand &>(*Operands[ErrorInfo]),
                    Mnemonic);
    return true;
  default:
    return Error(IDLoc, "invalid operands for '" + Mnemonic + "'");
  }
}

void heddle::tesla::initializeAsmParser() {
  RegisterMCAsmParser<TeslaAsmParser> X(getTheTeslaTarget());
}
