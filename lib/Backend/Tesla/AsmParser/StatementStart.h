//===- StatementStart.h - Predicates at the start of statements -*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVM's parser takes a statement to start with a word or a brace, never with
/// a parenthesis. So the parenthesis of a predicate is turned into a brace
/// token, at its place, before that parser sees it. The target's parser calls
/// these wherever it has a say: at the start, behind a label, a directive and
/// an instruction.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_ASMPARSER_STATEMENTSTART_H
#define HEDDLE_LIB_BACKEND_TESLA_ASMPARSER_STATEMENTSTART_H

namespace llvm {
class MCAsmLexer;

/// Must be called before the parser starts: the lexer holds a token that will
/// be thrown away.
void admitFirstStatement(MCAsmLexer &Lexer);

/// The lexer stands at the start of a statement.
void admitStatement(MCAsmLexer &Lexer);

/// The lexer stands behind the name of a directive.
void admitStatementAfterThis(MCAsmLexer &Lexer);

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_ASMPARSER_STATEMENTSTART_H
