//===- ParseDebug.cpp - Debug data and pragmas ----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMLoc;
using llvm::StringRef;
using llvm::Twine;

bool Parser::parseUnsigned(uint64_t &Value, const Twine &What) {
  if (!T.is(Tok::Integer))
    return expectedHere(What);
  Value = T.Value;
  next();
  return false;
}

bool Parser::parseFile() {
  SMLoc Start = T.loc();
  next();
  auto *File = make<FileDirective>(llvm::SMRange());
  uint64_t Number;
  if (parseUnsigned(Number, "a file number"))
    return true;
  File->Number = Number;
  if (!T.is(Tok::String))
    return expectedHere("a file name in quotes");
  File->Name = T.text().drop_front().drop_back();
  next();
  SMLoc RestStart = LastEnd;
  if (accept(Tok::Comma)) {
    uint64_t Ignored;
    if (parseUnsigned(Ignored, "a time stamp") ||
        expect(Tok::Comma, "',' and a file size") ||
        parseUnsigned(Ignored, "a file size"))
      return true;
    File->Rest = StringRef(RestStart.getPointer(),
                           LastEnd.getPointer() - RestStart.getPointer());
  }
  File->Range = rangeFrom(Start);
  addStmt(File);
  return false;
}

bool Parser::parseLoc() {
  SMLoc Start = T.loc();
  next();
  auto *Loc = make<LocDirective>(llvm::SMRange());
  uint64_t File, Line, Column;
  if (parseUnsigned(File, "a file number") ||
      parseUnsigned(Line, "a line number") ||
      parseUnsigned(Column, "a column number"))
    return true;
  Loc->File = File;
  Loc->Line = Line;
  Loc->Column = Column;
  SMLoc RestStart = LastEnd;
  while (accept(Tok::Comma)) {
    // function_name NAME [+ N]  or  inlined_at FILE LINE COLUMN
    if (!T.is(Tok::Identifier) ||
        (T.text() != "function_name" && T.text() != "inlined_at"))
      return expectedHere("'function_name' or 'inlined_at'");
    bool IsName = T.text() == "function_name";
    next();
    uint64_t N;
    if (IsName) {
      if (expect(Tok::Identifier, "a name"))
        return true;
      if (accept(Tok::Plus) && parseUnsigned(N, "an offset"))
        return true;
    } else if (parseUnsigned(N, "a file number") ||
               parseUnsigned(N, "a line number") ||
               parseUnsigned(N, "a column number")) {
      return true;
    }
    Loc->Rest = StringRef(RestStart.getPointer(),
                          LastEnd.getPointer() - RestStart.getPointer());
  }
  Loc->Range = rangeFrom(Start);
  addStmt(Loc);
  return false;
}

bool Parser::parsePragma(llvm::SmallVectorImpl<StringRef> &Strings) {
  SMLoc Start = T.loc();
  do {
    next();
    if (!T.is(Tok::String))
      return expectedHere("a string");
    Strings.push_back(T.text().drop_front().drop_back());
    next();
  } while (T.is(Tok::Comma));
  if (expectSemi("'.pragma'"))
    return true;
  return needs(rangeFrom(Start), "'.pragma'", 20, 10);
}

bool Parser::parsePragmaStatement() {
  SMLoc Start = T.loc();
  llvm::SmallVector<StringRef, 2> Strings;
  if (parsePragma(Strings))
    return true;
  auto *Pragma = make<PragmaDirective>(rangeFrom(Start));
  Pragma->Strings = copy(Strings);
  addStmt(Pragma);
  return false;
}

bool Parser::parseSection() {
  SMLoc Start = T.loc();
  next();
  if (!T.is(Tok::Directive))
    return expectedHere("a section name like .debug_str");
  next();
  if (expect(Tok::LBrace, "'{'"))
    return true;
  while (!T.is(Tok::RBrace)) {
    if (T.is(Tok::Eof))
      return expectedHere("'}' at the end of the section");
    next();
  }
  next();
  auto *Section = make<SectionDirective>(rangeFrom(Start));
  Section->Text =
      StringRef(Start.getPointer(), LastEnd.getPointer() - Start.getPointer());
  addStmt(Section);
  return false;
}

void Parser::parseDebugLine() {
  auto *Section = make<SectionDirective>(T.range());
  Section->Text = T.text().rtrim();
  addStmt(Section);
  next();
}
