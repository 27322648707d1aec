//===- TeslaAsmParser.h - Microinstruction text to instructions -*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Parses one statement into words and operands and lets the generated matcher
/// find the instruction. A statement is
///
///   [exit|join] ['(' condition [$c] ')'] mnemonic operand…
///
/// without commas. The parts that the .td files do not know are here: the
/// prefixes, which become operands at the end of the list, and the shapes of
/// operands.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_ASMPARSER_TESLAASMPARSER_H
#define HEDDLE_LIB_BACKEND_TESLA_ASMPARSER_TESLAASMPARSER_H

#include "StatementStart.h"
#include "TeslaOperand.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/MC/MCParser/MCAsmParser.h"
#include "llvm/MC/MCParser/MCTargetAsmParser.h"
#include "llvm/MC/MCSubtargetInfo.h"

namespace llvm {

class TeslaAsmParser : public MCTargetAsmParser {
public:
  TeslaAsmParser(const MCSubtargetInfo &Chip, MCAsmParser &P,
                 const MCInstrInfo &Info, const MCTargetOptions &Options)
      : MCTargetAsmParser(Options, Chip, Info) {
    setAvailableFeatures(ComputeAvailableFeatures(Chip.getFeatureBits()));
    MCAsmParserExtension::Initialize(P);
    admitFirstStatement(getLexer());
  }

  bool parseRegister(MCRegister &Reg, SMLoc &Start, SMLoc &End) override;
  ParseStatus tryParseRegister(MCRegister &Reg, SMLoc &Start,
                               SMLoc &End) override;
  ParseStatus parseDirective(AsmToken) override {
    admitStatementAfterThis(getLexer());
    return ParseStatus::NoMatch;
  }
  void onLabelParsed(MCSymbol *) override { admitStatement(getLexer()); }
  bool ParseInstruction(ParseInstructionInfo &Info, StringRef Name,
                        SMLoc NameLoc, OperandVector &Operands) override;
  bool MatchAndEmitInstruction(SMLoc IDLoc, unsigned &Opcode,
                               OperandVector &Operands, MCStreamer &Out,
                               uint64_t &ErrorInfo,
                               bool MatchingInlineAsm) override;

#define GET_ASSEMBLER_HEADER
#include "TeslaGenAsmMatcher.inc"

private:
  // Statements.
  bool parseStatement(StringRef Name, SMLoc NameLoc, OperandVector &Operands);
  bool parsePredicate(SMLoc Start, OperandVector &Prefixes);
  bool parseLimit(OperandVector &Operands);
  bool parseMnemonic(StringRef &Name, SMLoc &Start);

  // Operands.
  bool parseOperand(StringRef Mnemonic, OperandVector &Operands);
  bool parseRegisterOperand(OperandVector &Operands);
  bool parseTextureList(OperandVector &Operands);
  bool parseInteger(int64_t &Value);
  /// \p Steps: set where "+=" stands before the offset; null: it may not.
  bool parseAddress(MCRegister &Base, int64_t &Offset, bool *Steps = nullptr);
  /// The width of \p Reg where a far address can start with it; 0: it cannot.
  unsigned farBits(MCRegister Reg);
  bool parseMemory(StringRef Space, SMLoc Start, OperandVector &Operands);
  bool parseTarget(OperandVector &Operands);

  void explainMismatch(const TeslaOperand &Op, StringRef Mnemonic);
};

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_ASMPARSER_TESLAASMPARSER_H
