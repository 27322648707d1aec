//===- OperandParser.h - Operands of instructions ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXPARSER_OPERANDPARSER_H
#define HEDDLE_LIB_PTXPARSER_OPERANDPARSER_H

#include "ExpressionParser.h"
#include "ParsedOperand.h"

namespace heddle::ptx {

class OperandParser : public ExpressionParser {
protected:
  using ExpressionParser::ExpressionParser;

  bool parseOperand(ParsedOperand &Out);
  bool parseList(ParsedOperand &Out, Tok Close);

private:
  bool parseConstant(Operand &Op);
  bool parseNegated(ParsedOperand &Out);
  bool parseNamed(ParsedOperand &Out);
  bool atComponent() const;
  bool parseComponent(Operand &Op);
  bool parseAddress(ParsedOperand &Out);
  bool parseOffset(int64_t &Offset);
  bool parseAddressBase(Operand &Op);
  bool parseImage(ParsedOperand &Out);
  bool atNegatedRegister() const;
  bool parseSecond(ParsedOperand &Out);
};

} // namespace heddle::ptx

#endif // HEDDLE_LIB_PTXPARSER_OPERANDPARSER_H
