//===- DebugParser.h - Debug data, sections and pragmas ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// .file, .loc and .pragma (ParseDebug.cpp), and sections (ParseSection.cpp).
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXPARSER_DEBUGPARSER_H
#define HEDDLE_LIB_PTXPARSER_DEBUGPARSER_H

#include "ValueParser.h"

namespace heddle::ptx {

class DebugParser : public ValueParser {
protected:
  using ValueParser::ValueParser;

  bool parseFile();
  bool parseLoc();
  bool parsePragma(llvm::SmallVectorImpl<llvm::StringRef> &Strings,
                   PragmaPlace Place);
  bool parsePragmaStatement();
  bool parseSection();
  void parseDebugLine();

private:
  bool parseFileDirective();
  bool parseInlined(LocDirective &Loc);
  bool acceptWord(llvm::StringRef Word);
  bool parseSectionItem();
  bool parseSectionValue(unsigned Width);
  bool parseSectionNumber(unsigned Width);
};

} // namespace heddle::ptx

#endif // HEDDLE_LIB_PTXPARSER_DEBUGPARSER_H
