//===- ParseDebug.cpp - Source positions and pragmas ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DebugParser.h"

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMLoc;
using llvm::SMRange;
using llvm::StringRef;

bool DebugParser::parseFile() {
  Lex.allowLinesInStrings(true);
  bool Failed = parseFileDirective();
  Lex.allowLinesInStrings(false);
  return Failed;
}

bool DebugParser::parseFileDirective() {
  SMLoc Start = T.loc();
  next();
  auto *File = make<FileDirective>(SMRange());
  SMRange NumberRange = T.range();
  if (parseSmall(File->Number, "a file number"))
    return true;
  if (!T.is(Tok::String))
    return expectedHere("a file name in quotes");
  File->Name = T.text().drop_front().drop_back();
  next();
  if (T.is(Tok::Comma)) {
    File->HasTimeAndSize = true;
    SMRange Comma = T.range();
    next();
    if (parseUnsigned(File->Time, "a time stamp") ||
        expect(Tok::Comma, "',' and a file size") ||
        parseUnsigned(File->Size, "a file size") ||
        Actions.needs(Comma, Feature::FileTimeStamp))
      return true;
  }
  File->Range = rangeFrom(Start);
  addStmt(Actions.actOnFile(File, NumberRange));
  return false;
}

bool DebugParser::acceptWord(StringRef Word) {
  if (!T.is(Tok::Identifier) || T.text() != Word)
    return expectedHere("'" + Word + "'");
  next();
  return false;
}

/// `, function_name NAME [+ N], inlined_at FILE LINE COLUMN`.
bool DebugParser::parseInlined(LocDirective &Loc) {
  SMRange Comma = T.range();
  auto *Inlined = make<InlinedLocation>();
  next();
  if (acceptWord("function_name"))
    return true;
  Identifier *Label = T.Id;
  SMRange Name = T.range();
  Inlined->FunctionName = T.text();
  if (expect(Tok::Identifier, "a label of the names of functions") ||
      (accept(Tok::Plus) && parseUnsigned(Inlined->NameOffset, "an offset")) ||
      expect(Tok::Comma, "',' and 'inlined_at'") || acceptWord("inlined_at"))
    return true;
  SMLoc Caller = T.loc();
  if (parseSmall(Inlined->File, "a file number") ||
      parseSmall(Inlined->Line, "a line number") ||
      parseSmall(Inlined->Column, "a column number"))
    return true;
  // A mistake in it is no reason to skip the text behind it: no semicolon
  // follows.
  if (!Actions.needs(Comma, Feature::InlinedLocation) &&
      !Actions.actOnInlined(*Inlined, *Label, Name, rangeFrom(Caller)))
    Loc.Inlined = Inlined;
  return false;
}

bool DebugParser::parseLoc() {
  SMLoc Start = T.loc();
  next();
  auto *Loc = make<LocDirective>(SMRange());
  if (parseSmall(Loc->File, "a file number") ||
      parseSmall(Loc->Line, "a line number") ||
      parseSmall(Loc->Column, "a column number") ||
      (T.is(Tok::Comma) && parseInlined(*Loc)))
    return true;
  Loc->Range = rangeFrom(Start);
  Actions.actOnLoc(*Loc);
  addStmt(Loc);
  return false;
}

bool DebugParser::parsePragma(llvm::SmallVectorImpl<StringRef> &Strings,
                              PragmaPlace Place) {
  if (Actions.needs(T.range(), Feature::Pragma))
    return true;
  do {
    next();
    if (!T.is(Tok::String))
      return expectedHere("a string");
    StringRef Text = T.text().drop_front().drop_back();
    if (Actions.actOnPragma(Text, T.range(), Place))
      return true;
    Strings.push_back(Text);
    next();
  } while (T.is(Tok::Comma));
  return expectSemi("'.pragma'");
}

bool DebugParser::parsePragmaStatement() {
  SMLoc Start = T.loc();
  llvm::SmallVector<StringRef, 2> Strings;
  if (parsePragma(Strings, Actions.inFunction() ? PragmaPlace::Body
                                                : PragmaPlace::Module))
    return true;
  auto *Pragma = make<PragmaDirective>(rangeFrom(Start));
  Pragma->Strings = copy(Strings);
  addStmt(Pragma);
  return false;
}
