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
  if (!T.is(Tok::Integer))
    return expectedHere(What);
  Value = T.Value;
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
        needs(Comma, "the time stamp of '.file'", 32, 10))
      return true;
  }
  auto [First, IsNew] = FileNumbers.try_emplace(File->Number, NumberRange);
  if (!IsNew) {
    error(NumberRange, "file number " + Twine(File->Number) + " is in use");
    Diags.note(First->second.Start, "the first file with it is here",
               First->second);
    return false;
  }
  File->Range = rangeFrom(Start);
  addStmt(File);
  return false;
}

/// `, function_name NAME [+ N]` and `, inlined_at FILE LINE COLUMN`.
bool Parser::parseInlined(LocDirective &Loc) {
  SMRange Comma = T.range();
  auto *Inlined = make<InlinedLocation>();
  while (accept(Tok::Comma)) {
    bool IsName = T.is(Tok::Identifier) && T.text() == "function_name";
    bool IsCaller = T.is(Tok::Identifier) && T.text() == "inlined_at";
    if (!IsName && !IsCaller)
      return expectedHere("'function_name' or 'inlined_at'");
    next();
    if (IsName) {
      Inlined->FunctionName = T.text();
      if (expect(Tok::Identifier, "a label of the names of functions") ||
          (accept(Tok::Plus) &&
           parseUnsigned(Inlined->NameOffset, "an offset")))
        return true;
      continue;
    }
    Inlined->HasCaller = true;
    if (parseSmall(Inlined->File, "a file number") ||
        parseSmall(Inlined->Line, "a line number") ||
        parseSmall(Inlined->Column, "a column number"))
      return true;
  }
  Loc.Inlined = Inlined;
  return needs(Comma, "an inlined location", 70, 10);
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
  addStmt(Loc);
  return false;
}

namespace {
/// A pragma that is known; one with a number has it behind a blank.
struct PragmaInfo {
  StringRef Word;
  bool HasNumber;
  bool BodyOnly;
  unsigned Version;
  unsigned Target;
};
} // namespace

static constexpr PragmaInfo KnownPragmas[] = {
    {"nounroll", false, false, 20, 10},
    {"used_bytes_mask", true, false, 83, 50},
    {"enable_smem_spilling", false, true, 87, 75},
    {"frequency", true, true, 90, 10}};

/// The string \p Text of a pragma that stands at \p Range.
bool Parser::checkPragma(StringRef Text, SMRange Range, PragmaPlace Place) {
  auto [Word, Rest] = Text.trim().split(' ');
  for (const PragmaInfo &Info : KnownPragmas) {
    if (Info.Word != Word)
      continue;
    std::string What = ("pragma '" + Word + "'").str();
    if (Info.BodyOnly && Place == PragmaPlace::Module)
      return error(Range, What + " stands in a function");
    uint64_t Number;
    if (Info.HasNumber && Rest.trim().getAsInteger(0, Number))
      return error(Range, What + " needs a number, found '" + Rest + "'");
    return needs(Range, What, Info.Version, Info.Target);
  }
  Diags.warning("unknown-pragma", Range.Start,
                "pragma '" + Word + "' is not known and has no effect", Range);
  return false;
}

bool Parser::parsePragma(llvm::SmallVectorImpl<StringRef> &Strings,
                         PragmaPlace Place) {
  SMRange Start = T.range();
  if (needs(Start, "'.pragma'", 20, 10))
    return true;
  do {
    next();
    if (!T.is(Tok::String))
      return expectedHere("a string");
    StringRef Text = T.text().drop_front().drop_back();
    if (checkPragma(Text, T.range(), Place))
      return true;
    Strings.push_back(Text);
    next();
  } while (T.is(Tok::Comma));
  return expectSemi("'.pragma'");
}

bool Parser::parsePragmaStatement() {
  SMLoc Start = T.loc();
  llvm::SmallVector<StringRef, 2> Strings;
  if (parsePragma(Strings,
                  CurrentFunction ? PragmaPlace::Body : PragmaPlace::Module))
    return true;
  auto *Pragma = make<PragmaDirective>(rangeFrom(Start));
  Pragma->Strings = copy(Strings);
  addStmt(Pragma);
  return false;
}
