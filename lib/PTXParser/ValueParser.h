//===- ValueParser.h - Values of variables ----------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Initializers (ParseInit.cpp), and the fields of opaque variables and the
/// attributes of all (ParseOpaque.cpp).
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXPARSER_VALUEPARSER_H
#define HEDDLE_LIB_PTXPARSER_VALUEPARSER_H

#include "OperandParser.h"

namespace heddle::ptx {

class ValueParser : public OperandParser {
protected:
  using OperandParser::OperandParser;

  bool parseInitializer(Variable &V);
  bool parseAttribute(VariableAttributes &Attributes);

private:
  bool parseInit(Init &Out, const Variable &V, unsigned Level);
  bool parseInitList(Init &Out, const Variable &V, unsigned Level);
  bool parseInitSymbol(Init &Out, const Variable &V);
  bool parseSymbolAddress(Init &Out);
  bool parseInitMask(Init &Out, const Variable &V, const ConstValue &Mask);
  bool parseOneAttribute(VariableAttributes &Attributes);
  bool parseOpaqueInit(Init &Out, const Variable &V);
  bool parseOpaqueField(OpaqueField &Field, const Variable &V);
  bool parseOpaqueValue(OpaqueField &Field, llvm::StringRef Values);
};

} // namespace heddle::ptx

#endif // HEDDLE_LIB_PTXPARSER_VALUEPARSER_H
