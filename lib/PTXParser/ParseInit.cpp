//===- ParseInit.cpp - Initial values of variables ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueParser.h"

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMLoc;
using llvm::SMRange;
using llvm::Twine;

bool ValueParser::parseInitializer(Variable &V) {
  SMRange Equal = T.range();
  next();
  if (Actions.checkInitializer(V, Equal))
    return true;
  Init Value;
  if (isOpaque(V.Type) && V.Dims.empty() ? parseOpaqueInit(Value, V)
                                         : parseInit(Value, V, 0))
    return true;
  return Actions.actOnInitializer(V, Value);
}

/// \p Level counts the braces around; dimensions come first, then the elements
/// of a vector.
bool ValueParser::parseInit(Init &Out, const Variable &V, unsigned Level) {
  SMLoc Start = T.loc();
  unsigned Levels = V.Dims.size() + (V.VectorWidth > 1);
  if (T.is(Tok::LBrace)) {
    if (Level == Levels)
      return errorHere(
          "too many braces: '" + V.Name + "' " +
          (Levels == 0 ? Twine("is no array")
                       : "has " + Twine(Levels) +
                             (Levels == 1 ? " dimension" : " dimensions")));
    return parseInitList(Out, V, Level);
  }
  if (Level != Levels)
    return expectedHere("'{'");
  if (T.is(Tok::Identifier) && T.text() != "WARP_SZ")
    return parseInitSymbol(Out, V);
  ConstValue Value;
  if (parseExpression(Value))
    return true;
  if (T.is(Tok::LParen) && Value.isInteger())
    return parseInitMask(Out, V, Value);
  if (Actions.actOnInitValue(Out, V, Value))
    return true;
  Out.Range = rangeFrom(Start);
  return false;
}

bool ValueParser::parseInitList(Init &Out, const Variable &V, unsigned Level) {
  SMLoc Start = T.loc();
  next();
  ++OpenBraces;
  Out.InitKind = Init::List;
  llvm::SmallVector<Init, 16> Elements;
  uint64_t Room = Level < V.Dims.size() ? V.Dims[Level] : V.VectorWidth;
  bool IsOpen = Level == 0 && V.IsUnsized;
  if (!T.is(Tok::RBrace)) {
    do {
      if (!IsOpen && Elements.size() == Room)
        return errorHere("too many initial values for '" + V.Name +
                         "': there is room for " + Twine(Room));
      Init Element;
      if (parseInit(Element, V, Level + 1))
        return true;
      Elements.push_back(Element);
    } while (accept(Tok::Comma));
  }
  if (expect(Tok::RBrace, "',' or '}'"))
    return true;
  --OpenBraces;
  Out.Elements = copy(Elements);
  Out.Range = rangeFrom(Start);
  return false;
}

/// `symbol [+ N]` or `generic(symbol) [+ N]`.
bool ValueParser::parseSymbolAddress(Init &Out) {
  Out.InitKind = Init::Address;
  bool IsGeneric = T.text() == "generic" && !Actions.lookup(*T.Id);
  if (IsGeneric) {
    Out.IsGeneric = true;
    SMRange Word = T.range();
    next();
    if (Actions.needs(Word, Feature::GenericInitializer) ||
        expect(Tok::LParen, "'('"))
      return true;
  }
  if (!T.is(Tok::Identifier))
    return expectedHere("a variable or function");
  if (Actions.actOnInitSymbol(Out, *T.Id, T.range()))
    return true;
  next();
  if (IsGeneric && expect(Tok::RParen, "')'"))
    return true;
  if (T.is(Tok::Minus))
    return error(T.loc(), "an offset is added; write '+-' to subtract",
                 T.range(), llvm::SMFixIt(T.loc(), "+"));
  if (T.is(Tok::Plus) && llvm::isa<Function>(Out.Symbol))
    return errorHere("nothing is added to the address of a function");
  return accept(Tok::Plus) && parseInteger(Out.Offset, "an offset");
}

bool ValueParser::parseInitSymbol(Init &Out, const Variable &V) {
  SMLoc Start = T.loc();
  if (parseSymbolAddress(Out) || Actions.checkInitAddress(V, rangeFrom(Start)))
    return true;
  Out.Range = rangeFrom(Start);
  return false;
}

/// `0xff00(symbol)` or `0xff00(number)` behind the mask: the byte that it
/// selects.
bool ValueParser::parseInitMask(Init &Out, const Variable &V,
                                const ConstValue &Mask) {
  unsigned Byte;
  if (Actions.actOnInitMask(Byte, V, Mask))
    return true;
  next();
  if (T.is(Tok::Identifier) && T.text() != "WARP_SZ") {
    if (parseSymbolAddress(Out))
      return true;
    Out.MaskByte = Byte;
  } else {
    int64_t Number;
    if (parseInteger(Number, "a number"))
      return true;
    Out.Bits = uint64_t(Number) >> (8 * Byte) & 0xff;
  }
  if (expect(Tok::RParen, "')'"))
    return true;
  Out.Range = rangeFrom(Mask.Range.Start);
  return false;
}
