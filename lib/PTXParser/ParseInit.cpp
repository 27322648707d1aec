//===- ParseInit.cpp - Initial values of variables ------------------------===//
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
using llvm::Twine;

bool Parser::parseInitializer(Variable &V) {
  SMRange Equal = T.range();
  next();
  if (V.Space != StateSpace::Global && V.Space != StateSpace::Const)
    return error(Equal, "'" + V.Name + "' is in ." + spaceName(V.Space) +
                            " and cannot have an initial value");
  if (V.Type == ScalarType::F16 || V.Type == ScalarType::F16x2)
    return error(Equal, "'" + V.Name + "' of type '." + typeName(V.Type) +
                            "' cannot have an initial value");
  auto *Value = make<Init>();
  if (isOpaque(V.Type) && V.Dims.empty() ? parseOpaqueInit(*Value, V)
                                         : parseInit(*Value, V, 0))
    return true;
  V.Initializer = Value;
  if (V.IsUnsized && !V.Dims.empty()) {
    llvm::SmallVector<uint64_t, 4> Dims(V.Dims.begin(), V.Dims.end());
    Dims[0] = Value->Elements.size();
    V.Dims = copy(Dims);
  }
  return false;
}

/// \p Level counts the braces around; dimensions come first, then the elements
/// of a vector.
bool Parser::parseInit(Init &Out, const Variable &V, unsigned Level) {
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
  // Bit types take numbers of both kinds, others of their own kind only.
  if (isFloat(V.Type) && Value.isInteger())
    return error(Value.Range, "integer as initial value of '" + V.Name +
                                  "', which is '." + typeName(V.Type) + "'");
  if (isInteger(V.Type) && !Value.isInteger())
    return error(Value.Range, "floating-point number as initial value of '" +
                                  V.Name + "', which is '." + typeName(V.Type) +
                                  "'");
  Operand Converted;
  Converted.Type = V.Type;
  if (setImmediate(Converted, Value))
    return true;
  Out.Bits = Converted.Bits;
  Out.IsFloat = !Value.isInteger();
  Out.Range = rangeFrom(Start);
  return false;
}

bool Parser::parseInitList(Init &Out, const Variable &V, unsigned Level) {
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
bool Parser::parseSymbolAddress(Init &Out) {
  Out.InitKind = Init::Address;
  bool IsGeneric = T.text() == "generic" && !lookup(*T.Id);
  if (IsGeneric) {
    Out.IsGeneric = true;
    SMRange Word = T.range();
    next();
    if (needs(Word, "'generic()'", 31, 10) || expect(Tok::LParen, "'('"))
      return true;
  }
  if (!T.is(Tok::Identifier))
    return expectedHere("a variable or function");
  const Decl *D = lookup(*T.Id);
  if (!D)
    return undeclared(*T.Id, T.range(), KSymbol);
  const auto *Var = llvm::dyn_cast<Variable>(D);
  bool HasAddress =
      llvm::isa<Function>(D) || (Var && (Var->Space == StateSpace::Global ||
                                         Var->Space == StateSpace::Const));
  if (!HasAddress)
    return errorHere("'" + T.text() +
                     "' has no address that is known before the launch");
  if (needs(T.range(), "an address as initial value", 21,
            llvm::isa<Function>(D) ? 20 : 10))
    return true;
  Out.Symbol = D;
  next();
  if (IsGeneric && expect(Tok::RParen, "')'"))
    return true;
  if (T.is(Tok::Minus))
    return error(T.loc(), "an offset is added; write '+-' to subtract",
                 T.range(), llvm::SMFixIt(T.loc(), "+"));
  return accept(Tok::Plus) && parseInteger(Out.Offset, "an offset");
}

bool Parser::parseInitSymbol(Init &Out, const Variable &V) {
  SMLoc Start = T.loc();
  if (parseSymbolAddress(Out))
    return true;
  if (bitWidth(V.Type) < 32 || isFloat(V.Type))
    return error(rangeFrom(Start), "an address does not fit the type '." +
                                       typeName(V.Type) + "'");
  Out.Range = rangeFrom(Start);
  return false;
}

/// `0xff00(symbol)` or `0xff00(number)` behind the mask: the byte that it
/// selects.
bool Parser::parseInitMask(Init &Out, const Variable &V,
                           const ConstValue &Mask) {
  if (needs(Mask.Range, "a masked initial value", 71, 10))
    return true;
  unsigned Byte = 0;
  while (Byte != 8 && Mask.Bits != uint64_t(0xff) << (8 * Byte))
    ++Byte;
  if (Byte == 8)
    return error(Mask.Range, "a mask selects one byte, like 0xff or 0xff00");
  if (bitWidth(V.Type) != 8)
    return error(Mask.Range, "'" + V.Name + "' of type '." + typeName(V.Type) +
                                 "' cannot be initialized by bytes");
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
