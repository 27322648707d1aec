//===- ParseExpression.cpp - Constant expressions -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"
#include "llvm/ADT/bit.h"

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMLoc;
using llvm::SMRange;
using llvm::Twine;

bool Parser::parseInteger(int64_t &Value, const Twine &What) {
  ConstValue V;
  if (parseExpression(V))
    return true;
  if (!V.isInteger())
    return error(V.Range, "expected " + What +
                              ", found a floating-point "
                              "number");
  Value = V.Bits;
  return false;
}

bool Parser::parseExpression(ConstValue &V) { return parseConditional(V); }

bool Parser::parseConditional(ConstValue &V) {
  SMLoc Start = T.loc();
  if (parseBinary(V, 1))
    return true;
  if (!T.is(Tok::Question))
    return false;
  SMRange Place = T.range();
  next();
  ConstValue Then, Else;
  if (parseConditional(Then) || expect(Tok::Colon, "':'") ||
      parseConditional(Else))
    return true;
  if (!V.isInteger() || !Then.isInteger() || !Else.isInteger())
    return error(Place, "'?:' takes integers only");
  bool IsUnsigned =
      Then.Kind == ImmediateKind::UInt || Else.Kind == ImmediateKind::UInt;
  V.Bits = V.Bits ? Then.Bits : Else.Bits;
  V.Kind = IsUnsigned ? ImmediateKind::UInt : ImmediateKind::Int;
  V.Range = rangeFrom(Start);
  return false;
}

/// Binding strength of a binary operator, 0 for anything else.
static unsigned precedence(Tok K) {
  switch (K) {
  case Tok::Star:
  case Tok::Slash:
  case Tok::Percent:
    return 10;
  case Tok::Plus:
  case Tok::Minus:
    return 9;
  case Tok::LessLess:
  case Tok::GreaterGreater:
    return 8;
  case Tok::Less:
  case Tok::Greater:
  case Tok::LessEqual:
  case Tok::GreaterEqual:
    return 7;
  case Tok::EqualEqual:
  case Tok::ExclaimEqual:
    return 6;
  case Tok::Amp:
    return 5;
  case Tok::Caret:
    return 4;
  case Tok::Pipe:
    return 3;
  case Tok::AmpAmp:
    return 2;
  case Tok::PipePipe:
    return 1;
  default: // Most tokens are no operators.
    return 0;
  }
}

bool Parser::parseBinary(ConstValue &V, unsigned MinPrecedence) {
  SMLoc Start = T.loc();
  if (parseUnary(V))
    return true;
  while (true) {
    Tok Op = T.Kind;
    unsigned Precedence = precedence(Op);
    if (Precedence == 0 || Precedence < MinPrecedence)
      return false;
    SMRange OpRange = T.range();
    next();
    ConstValue Right;
    if (parseBinary(Right, Precedence + 1) ||
        applyBinary(Op, OpRange, V, Right))
      return true;
    V.Range = rangeFrom(Start);
  }
}

static std::optional<double> applyFloat(Tok Op, double L, double R) {
  switch (Op) {
  case Tok::Plus:
    return L + R;
  case Tok::Minus:
    return L - R;
  case Tok::Star:
    return L * R;
  case Tok::Slash:
    return L / R;
  default: // Not defined on reals.
    return std::nullopt;
  }
}

static std::optional<bool> compareFloat(Tok Op, double L, double R) {
  switch (Op) {
  case Tok::Less:
    return L < R;
  case Tok::Greater:
    return L > R;
  case Tok::LessEqual:
    return L <= R;
  case Tok::GreaterEqual:
    return L >= R;
  case Tok::EqualEqual:
    return L == R;
  case Tok::ExclaimEqual:
    return L != R;
  default: // No comparison.
    return std::nullopt;
  }
}

/// Two's complement on 64 bits; the remainder is always unsigned, shift counts
/// are taken modulo 64.
static uint64_t applyInteger(Tok Op, uint64_t L, uint64_t R, bool IsUnsigned,
                             bool LeftUnsigned) {
  auto SL = int64_t(L), SR = int64_t(R);
  switch (Op) {
  case Tok::Star:
    return L * R;
  case Tok::Slash:
    if (IsUnsigned)
      return L / R;
    return SR == -1 ? -L : uint64_t(SL / SR);
  case Tok::Percent:
    return L % R;
  case Tok::Plus:
    return L + R;
  case Tok::Minus:
    return L - R;
  case Tok::LessLess:
    return L << (R & 63);
  case Tok::GreaterGreater:
    return LeftUnsigned ? L >> (R & 63) : uint64_t(SL >> (R & 63));
  case Tok::Less:
    return IsUnsigned ? L < R : SL < SR;
  case Tok::Greater:
    return IsUnsigned ? L > R : SL > SR;
  case Tok::LessEqual:
    return IsUnsigned ? L <= R : SL <= SR;
  case Tok::GreaterEqual:
    return IsUnsigned ? L >= R : SL >= SR;
  case Tok::EqualEqual:
    return L == R;
  case Tok::ExclaimEqual:
    return L != R;
  case Tok::Amp:
    return L & R;
  case Tok::Caret:
    return L ^ R;
  case Tok::Pipe:
    return L | R;
  case Tok::AmpAmp:
    return L && R;
  case Tok::PipePipe:
    return L || R;
  default: // precedence() lets no other through.
    llvm_unreachable("not a binary operator");
  }
}

bool Parser::applyBinary(Tok Op, SMRange OpRange, ConstValue &L,
                         const ConstValue &R) {
  if (L.isInteger() != R.isInteger())
    return error(OpRange, "an integer and a floating-point number cannot be "
                          "combined");
  if (!L.isInteger()) {
    if (L.Kind != ImmediateKind::F64 || R.Kind != ImmediateKind::F64)
      return error(OpRange, "a number given by its bits cannot be computed "
                            "with");
    auto A = llvm::bit_cast<double>(L.Bits), B = llvm::bit_cast<double>(R.Bits);
    if (auto Result = applyFloat(Op, A, B)) {
      L.Bits = llvm::bit_cast<uint64_t>(*Result);
      return false;
    }
    auto Result = compareFloat(Op, A, B);
    if (!Result)
      return error(OpRange, "this operator takes integers only");
    L.Bits = *Result;
    L.Kind = ImmediateKind::Int;
    return false;
  }
  bool LeftUnsigned = L.Kind == ImmediateKind::UInt;
  bool IsUnsigned = LeftUnsigned || R.Kind == ImmediateKind::UInt;
  if ((Op == Tok::Slash || Op == Tok::Percent) && R.Bits == 0)
    return error(OpRange, "division by zero in a constant expression");
  L.Bits = applyInteger(Op, L.Bits, R.Bits, IsUnsigned, LeftUnsigned);
  unsigned P = precedence(Op);
  bool IsTruth = P == 7 || P == 6 || P <= 2;
  bool IsShift = P == 8;
  bool ResultUnsigned = !IsTruth && (IsShift ? LeftUnsigned : IsUnsigned);
  L.Kind = ResultUnsigned ? ImmediateKind::UInt : ImmediateKind::Int;
  return false;
}

bool Parser::parseUnary(ConstValue &V) {
  SMLoc Start = T.loc();
  Tok Op = T.Kind;
  if (Op != Tok::Plus && Op != Tok::Minus && Op != Tok::Exclaim &&
      Op != Tok::Tilde)
    return parsePrimary(V);
  next();
  if (parseUnary(V))
    return true;
  V.Range = rangeFrom(Start);
  if (V.Kind == ImmediateKind::F32)
    return error(V.Range, "a number given by its bits takes no sign");
  if (V.Kind == ImmediateKind::F64) {
    if (Op == Tok::Exclaim || Op == Tok::Tilde)
      return error(V.Range, "this operator takes integers only");
    if (Op == Tok::Minus)
      V.Bits = llvm::bit_cast<uint64_t>(-llvm::bit_cast<double>(V.Bits));
    return false;
  }
  if (Op == Tok::Minus)
    V.Bits = -V.Bits;
  else if (Op == Tok::Tilde)
    V.Bits = ~V.Bits;
  else if (Op == Tok::Exclaim)
    V.Bits = !V.Bits;
  return false;
}

bool Parser::parsePrimary(ConstValue &V) {
  SMLoc Start = T.loc();
  if (accept(Tok::LParen)) {
    if (atDirective("s64") || atDirective("u64")) {
      // A cast binds like a unary operator.
      bool IsUnsigned = T.word() == "u64";
      next();
      if (expect(Tok::RParen, "')'") || parseUnary(V))
        return true;
      if (!V.isInteger())
        return error(V.Range, "a cast takes integers only");
      V.Kind = IsUnsigned ? ImmediateKind::UInt : ImmediateKind::Int;
    } else if (parseExpression(V) || expect(Tok::RParen, "')'")) {
      return true;
    }
    V.Range = rangeFrom(Start);
    return false;
  }
  V.Range = T.range();
  V.Bits = T.Value;
  if (T.is(Tok::Integer))
    V.Kind = T.IsUnsigned ? ImmediateKind::UInt : ImmediateKind::Int;
  else if (T.is(Tok::Float) || T.is(Tok::HexDouble))
    V.Kind = ImmediateKind::F64;
  else if (T.is(Tok::HexFloat))
    V.Kind = ImmediateKind::F32;
  else if (T.is(Tok::Identifier) && T.text() == "WARP_SZ") {
    V.Kind = ImmediateKind::Int;
    V.Bits = 32;
  } else
    return expectedHere("a constant");
  next();
  return false;
}
