//===- Format.cpp - The one style of PTX text -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Format/Format.h"
#include "Layout.h"
#include "Statements.h"
#include "heddle/Support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace heddle;
using namespace heddle::format;
using llvm::StringRef;
using ptx::SourcePiece;

namespace {

/// Puts statements below each other.
class Printer {
public:
  void print(const Statement &S);
  std::string take() { return std::move(Out); }

private:
  void startLine(const Statement &S, bool MayBeBlank);

  std::string Out;
  unsigned Depth = 0;
  bool IsAfterOpen = true;
};

} // namespace

/// One blank line stays between two statements, none next to a brace.
void Printer::startLine(const Statement &S, bool MayBeBlank) {
  if (Out.empty())
    return;
  Out += '\n';
  if (S.hasBlankLineBefore() && MayBeBlank && !IsAfterOpen)
    Out += '\n';
}

void Printer::print(const Statement &S) {
  StringRef Text(
      S.Pieces.front().Text.begin(),
      size_t(S.Pieces.back().Text.end() - S.Pieces.front().Text.begin()));
  unsigned Indent = Depth * IndentWidth;
  if (S.StatementKind != Statement::TrailingComment)
    startLine(S, S.StatementKind != Statement::Close);
  IsAfterOpen &= S.StatementKind == Statement::TrailingComment;
  switch (S.StatementKind) {
  case Statement::Plain:
  case Statement::FunctionHead:
    layOut(S, Indent, Out);
    return;
  case Statement::Label:
    Out.append(Indent - std::min(Indent, IndentWidth), ' ');
    Out += (S.Pieces[0].Text + ":").str();
    return;
  case Statement::Open:
    Out.append(Indent, ' ');
    Out += '{';
    ++Depth;
    IsAfterOpen = true;
    return;
  case Statement::Close:
    Depth -= Depth != 0;
    Out.append(Depth * IndentWidth, ' ');
    Out += '}';
    return;
  case Statement::Comment:
    Out.append(Indent, ' ');
    Out += Text;
    return;
  case Statement::TrailingComment:
    Out += "  ";
    Out += Text;
    return;
  case Statement::Verbatim:
    Out += Text;
    return;
  }
  llvm_unreachable("unknown kind of statement");
}

/// All that is not blank.
static std::string wordsOf(llvm::ArrayRef<SourcePiece> Pieces) {
  std::string Words;
  for (const SourcePiece &P : Pieces)
    for (char C : P.Text)
      if (C != ' ' && C != '\t')
        Words += C;
  return Words;
}

static std::string wordsOf(StringRef Text) {
  llvm::SourceMgr Sources;
  Sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(Text), {});
  Diagnostics Quiet(Sources, llvm::nulls());
  return wordsOf(ptx::splitSource(Text, Quiet));
}

std::optional<std::string> heddle::format::formatPTX(Diagnostics &Diags) {
  llvm::SourceMgr &Sources = Diags.sources();
  StringRef Text =
      Sources.getMemoryBuffer(Sources.getMainFileID())->getBuffer();
  unsigned ErrorsBefore = Diags.numErrors();
  std::vector<SourcePiece> Pieces = ptx::splitSource(Text, Diags);
  if (Diags.numErrors() != ErrorsBefore)
    return std::nullopt;
  Printer Out;
  for (const Statement &S : splitStatements(Pieces))
    Out.print(S);
  std::string Result = Out.take();
  if (!Result.empty())
    Result += '\n';
  assert(wordsOf(Result) == wordsOf(Pieces) && "formatting changed a word");
  return Result;
}
