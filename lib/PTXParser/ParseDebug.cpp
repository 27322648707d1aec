//===- ParseDebug.cpp - Source positions and pragmas ----------------------===//
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
using llvm::SMRange;
using llvm::StringRef;
using llvm::Twine;

bool Parser::parseUnsigned(uint64_t &Value, const Twine &What) {
  bool IsWarpSize = T.is(Tok::Identifier) && T.text() == "WARP_SZ";
  if (!IsWarpSize && !T.is(Tok::Integer))
    return expectedHere(What);
  Value = IsWarpSize ? 32 : T.Value;
  next();
  return false;
}

/// A number that the tree keeps in 32 bits.
bool Parser::parseSmall(unsigned &Value, const Twine &What) {
  SMRange Range = T.range();
  uint64_t Wide;
  if (parseUnsigned(Wide, What))
    return true;
  if (Wide > UINT32_MAX)
    return error(Range, Twine(Wide) + " is too large for " + What);
  Value = Wide;
  return false;
}

bool Parser::parseFile() {
  Lex.allowLinesInStrings(true);
  bool Failed = parseFileDirective();
  Lex.allowLinesInStrings(false);
  return Failed;
}

bool Parser::parseFileDirective() {
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

bool Parser::acceptWord(StringRef Word) {
  if (!T.is(Tok::Identifier) || T.text() != Word)
    return expectedHere("'" + Word + "'");
  next();
  return false;
}

/// `, function_name NAME [+ N], inlined_at FILE LINE COLUMN`.
bool Parser::parseInlined(LocDirective &Loc) {
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

bool Parser::parseLoc() {
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

bool Parser::parsePragma(llvm::SmallVectorImpl<StringRef> &Strings,
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

bool Parser::parsePragmaStatement() {
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
