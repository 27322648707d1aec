//===- ParseSection.cpp - Sections of debug data --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DebugParser.h"
#include "SourceText.h"
#include "TypeTable.h"

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMLoc;
using llvm::SMRange;
using llvm::StringRef;
using llvm::Twine;

/// Bits of `.b8` to `.b64`; 0 for another word.
static unsigned dataWidth(StringRef Word) {
  ScalarType Type = findScalarType(Word);
  unsigned Width = bitWidth(Type);
  return isBits(Type) && Width >= 8 && Width <= 64 ? Width : 0;
}

/// A number in the range of \p Width bits, read as signed or unsigned.
bool DebugParser::parseSectionNumber(unsigned Width) {
  SMLoc Start = T.loc();
  bool IsNegative = accept(Tok::Minus);
  uint64_t Value;
  if (parseUnsigned(Value, "a number"))
    return true;
  uint64_t Limit = IsNegative    ? uint64_t(1) << (Width - 1)
                   : Width == 64 ? UINT64_MAX
                                 : (uint64_t(1) << Width) - 1;
  if (Value > Limit)
    return error(rangeFrom(Start), "'" + textOf(rangeFrom(Start)) +
                                       "' does not fit '.b" + Twine(Width) +
                                       "'");
  return false;
}

/// A number, `label`, `label+N`, `label-label`, `.section`, or `.section+N`.
bool DebugParser::parseSectionValue(unsigned Width) {
  SMLoc Start = T.loc();
  uint64_t Offset;
  if (T.is(Tok::Directive)) {
    if (dataWidth(T.word()) != 0)
      return expectedHere("a value");
    next();
    return accept(Tok::Plus) && parseUnsigned(Offset, "an offset");
  }
  if (!T.is(Tok::Identifier))
    return parseSectionNumber(Width);
  next();
  if (accept(Tok::Minus)) {
    if (expect(Tok::Identifier, "a label"))
      return true;
    return Actions.needs(rangeFrom(Start), Feature::LabelDifference);
  }
  return accept(Tok::Plus) && parseUnsigned(Offset, "an offset");
}

/// Parses one `label:` or `.bN value, …` of a section.
bool DebugParser::parseSectionItem() {
  if (T.is(Tok::Identifier)) {
    Actions.actOnSectionLabel(*T.Id);
    next();
    return expect(Tok::Colon, "':' behind the label");
  }
  unsigned Width = T.is(Tok::Directive) ? dataWidth(T.word()) : 0;
  if (Width == 0)
    return expectedHere("'.b8', '.b16', '.b32', '.b64' or a label");
  do {
    next();
    if (parseSectionValue(Width))
      return true;
  } while (T.is(Tok::Comma));
  return false;
}

bool DebugParser::parseSection() {
  SMLoc Start = T.loc();
  SMRange Word = T.range();
  next();
  if (!T.is(Tok::Directive))
    return expectedHere("a section name like .debug_str");
  next();
  SMRange Open = T.range();
  if (Actions.needs(Word, Feature::Section) || expect(Tok::LBrace, "'{'"))
    return true;
  ++OpenBraces;
  while (!T.is(Tok::RBrace)) {
    // A brace is missing where the next item of the module starts.
    if (T.is(Tok::Eof) ||
        (T.is(Tok::Directive) && T.StartsLine && dataWidth(T.word()) == 0)) {
      expectedHere("'}' at the end of the section");
      Diags.note(Open.Start, "to match this '{'");
      OpenBraces = 0;
      return false;
    }
    if (parseSectionItem())
      return true;
  }
  OpenBraces = 0;
  next();
  SMRange Range = rangeFrom(Start);
  addStmt(Actions.actOnDebugData(textOf(Range), Range));
  return false;
}

void DebugParser::parseDebugLine() {
  addStmt(Actions.actOnDebugData(T.text().rtrim(), T.range()));
  next();
}
