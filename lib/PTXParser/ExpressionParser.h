//===- ExpressionParser.h - Constant expressions ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXPARSER_EXPRESSIONPARSER_H
#define HEDDLE_LIB_PTXPARSER_EXPRESSIONPARSER_H

#include "ConstValue.h"
#include "TokenReader.h"

namespace heddle::ptx {

class ExpressionParser : public TokenReader {
protected:
  using TokenReader::TokenReader;

  bool parseExpression(ConstValue &V);
  bool parseUnary(ConstValue &V);
  bool parseInteger(int64_t &Value, const llvm::Twine &What);

private:
  bool parseConditional(ConstValue &V);
  bool parseBinary(ConstValue &V, unsigned MinPrecedence);
  bool parseUnaryInside(ConstValue &V);
  bool parsePrimary(ConstValue &V);
  bool applyBinary(Tok Token, llvm::SMRange OpRange, ConstValue &L,
                   const ConstValue &R);

  unsigned ExpressionDepth = 0;
};

} // namespace heddle::ptx

#endif // HEDDLE_LIB_PTXPARSER_EXPRESSIONPARSER_H
