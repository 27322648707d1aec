//===- Token.h - A token of PTX text ----------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXPARSER_TOKEN_H
#define HEDDLE_LIB_PTXPARSER_TOKEN_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/SMLoc.h"
#include <cstdint>

namespace heddle::ptx {

struct Identifier;

enum class Tok : uint8_t {
  Eof,
  /// Reported already; stands for something unreadable.
  Error,
  Identifier,
  /// `_`
  Underscore,
  /// `.word`, which is also how a component `.x` reads.
  Directive,
  Integer,
  /// Decimal; Value holds the bits of a double.
  Float,
  /// 0f…: Value holds 32 bits.
  HexFloat,
  /// 0d…: Value holds 64 bits.
  HexDouble,
  /// Text includes the quotes.
  String,
  /// A line of old debug data, from `@@` to its end.
  DebugLine,
  Comma,
  Semi,
  Colon,
  LParen,
  RParen,
  LBrace,
  RBrace,
  LBracket,
  RBracket,
  Less,
  Greater,
  LessEqual,
  GreaterEqual,
  LessLess,
  GreaterGreater,
  Plus,
  Minus,
  Star,
  Slash,
  Percent,
  Exclaim,
  Tilde,
  Amp,
  Pipe,
  Caret,
  AmpAmp,
  PipePipe,
  Equal,
  EqualEqual,
  ExclaimEqual,
  At,
  Question,
};

struct Token {
  Tok Kind = Tok::Eof;
  /// An integer with the suffix U, or too large for 63 bits.
  bool IsUnsigned = false;
  /// A line break stands before the token.
  bool StartsLine = false;
  const char *Begin = nullptr;
  const char *End = nullptr;
  Identifier *Id = nullptr;
  uint64_t Value = 0;

  bool is(Tok K) const { return Kind == K; }
  llvm::StringRef text() const { return {Begin, size_t(End - Begin)}; }
  llvm::SMLoc loc() const { return llvm::SMLoc::getFromPointer(Begin); }
  llvm::SMRange range() const {
    return {loc(), llvm::SMLoc::getFromPointer(End)};
  }
  /// `.word` of a Directive without the dot.
  llvm::StringRef word() const { return text().drop_front(); }
};

} // namespace heddle::ptx

#endif // HEDDLE_LIB_PTXPARSER_TOKEN_H
