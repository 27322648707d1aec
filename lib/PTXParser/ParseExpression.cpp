//===- ParseExpression.cpp - Constant expressions -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpressionParser.h"
#include "llvm/ADT/bit.h"
#include <cassert>

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMLoc;
using llvm::SMRange;
using llvm::Twine;

bool ExpressionParser::parseInteger(int64_t &Value, const Twine &What) {
  ConstValue V;
  if (parseExpression(V))
    return true;
  if (!V.isInteger())
    return error(V.Range,
                 "expected " + What + ", found a floating-point number");
  Value = V.Bits;
  return false;
}

bool ExpressionParser::parseExpression(ConstValue &V) {
  return parseConditional(V);
}

bool ExpressionParser::parseConditional(ConstValue &V) {
  SMLoc Start = T.loc();
  if (parseBinary(V, 1))
    return true;
  if (!T.is(Tok::Question))
    return false;
  SMRange Place = T.range();
  next();
  ConstValue Then, Else;
  ++ExpressionDepth;
  bool Failed = parseConditional(Then) || expect(Tok::Colon, "':'") ||
                parseConditional(Else);
  --ExpressionDepth;
  if (Failed)
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

namespace {
enum class BinaryOp : uint8_t {
  Mul,
  Div,
  Rem,
  Add,
  Sub,
  Shl,
  Shr,
  Less,
  Greater,
  LessEqual,
  GreaterEqual,
  Equal,
  NotEqual,
  And,
  Xor,
  Or,
  LogicalAnd,
  LogicalOr,
};
/// Higher binds stronger; all associate to the left.
struct BinaryOpInfo {
  Tok Token;
  BinaryOp Op;
  unsigned Precedence;
};
} // namespace

static constexpr BinaryOpInfo BinaryOps[] = {
    {Tok::Star, BinaryOp::Mul, 10},
    {Tok::Slash, BinaryOp::Div, 10},
    {Tok::Percent, BinaryOp::Rem, 10},
    {Tok::Plus, BinaryOp::Add, 9},
    {Tok::Minus, BinaryOp::Sub, 9},
    {Tok::LessLess, BinaryOp::Shl, 8},
    {Tok::GreaterGreater, BinaryOp::Shr, 8},
    {Tok::Less, BinaryOp::Less, 7},
    {Tok::Greater, BinaryOp::Greater, 7},
    {Tok::LessEqual, BinaryOp::LessEqual, 7},
    {Tok::GreaterEqual, BinaryOp::GreaterEqual, 7},
    {Tok::EqualEqual, BinaryOp::Equal, 6},
    {Tok::ExclaimEqual, BinaryOp::NotEqual, 6},
    {Tok::Amp, BinaryOp::And, 5},
    {Tok::Caret, BinaryOp::Xor, 4},
    {Tok::Pipe, BinaryOp::Or, 3},
    {Tok::AmpAmp, BinaryOp::LogicalAnd, 2},
    {Tok::PipePipe, BinaryOp::LogicalOr, 1}};

static const BinaryOpInfo *binaryOp(Tok Token) {
  for (const BinaryOpInfo &Info : BinaryOps)
    if (Info.Token == Token)
      return &Info;
  return nullptr;
}

bool ExpressionParser::parseBinary(ConstValue &V, unsigned MinPrecedence) {
  assert(MinPrecedence != 0 && "no operator binds so weakly");
  SMLoc Start = T.loc();
  if (parseUnary(V))
    return true;
  while (true) {
    const BinaryOpInfo *Info = binaryOp(T.Kind);
    if (!Info || Info->Precedence < MinPrecedence)
      return false;
    Tok Op = T.Kind;
    SMRange OpRange = T.range();
    next();
    ConstValue Right;
    if (parseBinary(Right, Info->Precedence + 1) ||
        applyBinary(Op, OpRange, V, Right))
      return true;
    V.Range = rangeFrom(Start);
  }
}

/// A double, a truth value, or nothing where reals have no such operator.
static std::optional<ConstValue> applyReal(BinaryOp Op, double L, double R) {
  auto Real = [](double Value) {
    return ConstValue{ImmediateKind::F64, llvm::bit_cast<uint64_t>(Value), {}};
  };
  auto Truth = [](bool Value) {
    return ConstValue{ImmediateKind::Int, Value, {}};
  };
  switch (Op) {
  case BinaryOp::Add:
    return Real(L + R);
  case BinaryOp::Sub:
    return Real(L - R);
  case BinaryOp::Mul:
    return Real(L * R);
  case BinaryOp::Div:
    return Real(L / R);
  case BinaryOp::Less:
    return Truth(L < R);
  case BinaryOp::Greater:
    return Truth(L > R);
  case BinaryOp::LessEqual:
    return Truth(L <= R);
  case BinaryOp::GreaterEqual:
    return Truth(L >= R);
  case BinaryOp::Equal:
    return Truth(L == R);
  case BinaryOp::NotEqual:
    return Truth(L != R);
  case BinaryOp::Rem:
  case BinaryOp::Shl:
  case BinaryOp::Shr:
  case BinaryOp::And:
  case BinaryOp::Xor:
  case BinaryOp::Or:
  case BinaryOp::LogicalAnd:
  case BinaryOp::LogicalOr:
    return std::nullopt;
  }
  llvm_unreachable("unknown operator");
}

/// Two's complement on 64 bits; the remainder is always unsigned, shift counts
/// are taken modulo 64. The divisor is not zero.
static uint64_t applyInteger(BinaryOp Op, uint64_t L, uint64_t R,
                             bool IsUnsigned, bool LeftUnsigned) {
  auto SL = int64_t(L), SR = int64_t(R);
  switch (Op) {
  case BinaryOp::Mul:
    return L * R;
  case BinaryOp::Div:
    if (IsUnsigned)
      return L / R;
    return SR == -1 ? -L : uint64_t(SL / SR);
  case BinaryOp::Rem:
    return L % R;
  case BinaryOp::Add:
    return L + R;
  case BinaryOp::Sub:
    return L - R;
  case BinaryOp::Shl:
    return L << (R & 63);
  case BinaryOp::Shr:
    return LeftUnsigned ? L >> (R & 63) : uint64_t(SL >> (R & 63));
  case BinaryOp::Less:
    return IsUnsigned ? L < R : SL < SR;
  case BinaryOp::Greater:
    return IsUnsigned ? L > R : SL > SR;
  case BinaryOp::LessEqual:
    return IsUnsigned ? L <= R : SL <= SR;
  case BinaryOp::GreaterEqual:
    return IsUnsigned ? L >= R : SL >= SR;
  case BinaryOp::Equal:
    return L == R;
  case BinaryOp::NotEqual:
    return L != R;
  case BinaryOp::And:
    return L & R;
  case BinaryOp::Xor:
    return L ^ R;
  case BinaryOp::Or:
    return L | R;
  case BinaryOp::LogicalAnd:
    return L && R;
  case BinaryOp::LogicalOr:
    return L || R;
  }
  llvm_unreachable("unknown operator");
}

/// Unsigned operands make an unsigned result, but a truth value is signed and a
/// shift has the type of its left side.
static bool resultIsUnsigned(const BinaryOpInfo &Info, bool IsUnsigned,
                             bool LeftUnsigned) {
  bool IsTruth =
      Info.Precedence == 6 || Info.Precedence == 7 || Info.Precedence <= 2;
  if (IsTruth)
    return false;
  return Info.Precedence == 8 ? LeftUnsigned : IsUnsigned;
}

bool ExpressionParser::applyBinary(Tok Token, SMRange OpRange, ConstValue &L,
                                   const ConstValue &R) {
  const BinaryOpInfo &Info = *binaryOp(Token);
  if (L.isInteger() != R.isInteger())
    return error(OpRange, "an integer and a floating-point number cannot be "
                          "combined");
  if (!L.isInteger()) {
    if (L.Kind != ImmediateKind::F64 || R.Kind != ImmediateKind::F64)
      return error(OpRange, "a number given by its bits cannot be computed "
                            "with");
    auto Result = applyReal(Info.Op, llvm::bit_cast<double>(L.Bits),
                            llvm::bit_cast<double>(R.Bits));
    if (!Result)
      return error(OpRange, "this operator takes integers only");
    L = *Result;
    return false;
  }
  if ((Info.Op == BinaryOp::Div || Info.Op == BinaryOp::Rem) && R.Bits == 0)
    return error(OpRange, "division by zero in a constant expression");
  bool LeftUnsigned = L.Kind == ImmediateKind::UInt;
  bool IsUnsigned = LeftUnsigned || R.Kind == ImmediateKind::UInt;
  L.Bits = applyInteger(Info.Op, L.Bits, R.Bits, IsUnsigned, LeftUnsigned);
  L.Kind = resultIsUnsigned(Info, IsUnsigned, LeftUnsigned)
               ? ImmediateKind::UInt
               : ImmediateKind::Int;
  return false;
}

bool ExpressionParser::parseUnary(ConstValue &V) {
  // Every way to nest goes through here.
  static constexpr unsigned MaxDepth = 256;
  if (ExpressionDepth >= MaxDepth)
    return errorHere("constant expression is nested too deeply");
  ++ExpressionDepth;
  bool Failed = parseUnaryInside(V);
  --ExpressionDepth;
  return Failed;
}

bool ExpressionParser::parseUnaryInside(ConstValue &V) {
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

bool ExpressionParser::parsePrimary(ConstValue &V) {
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
