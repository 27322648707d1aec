//===- Document.cpp - A PTX file in an editor -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/LanguageServer/Document.h"
#include "DocumentState.h"
#include "heddle/Format/Format.h"
#include "heddle/PTXParser/Parser.h"
#include "heddle/Support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace heddle;
using namespace heddle::lsp;
using llvm::StringRef;
using ptx::SourcePiece;

/// More are no help, and cost time at each key.
static constexpr unsigned MaxProblems = 200;

Document::Document(std::string Text, std::string Name)
    : Content(std::move(Text)), FileName(std::move(Name)),
      State(std::make_unique<Parsed>()) {
  LineStarts.push_back(0);
  for (size_t I = 0; I != Content.size(); ++I)
    if (Content[I] == '\n')
      LineStarts.push_back(I + 1);
  State->Sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(Content, FileName), {});
  std::string Found;
  llvm::raw_string_ostream FoundStream(Found);
  DiagnosticOptions Options;
  Options.Format = DiagnosticOptions::JSONLines;
  Options.MaxErrors = MaxProblems;
  Diagnostics Diags(State->Sources, FoundStream, Options);
  ptx::ParseOptions Parse;
  Parse.IsPart = true;
  Parse.KeepsBroken = true;
  State->M = ptx::parseModule(Diags, Parse);
  Diagnostics Quiet(State->Sources, llvm::nulls());
  State->Pieces = ptx::splitSource(Content, Quiet);
  readProblems(Found);
  indexNames();
}

Document::~Document() = default;

Place Document::placeOf(size_t Offset) const {
  auto Next = llvm::upper_bound(LineStarts, Offset);
  size_t Line = size_t(Next - LineStarts.begin()) - 1;
  return {unsigned(Line), unsigned(Offset - LineStarts[Line])};
}

size_t Document::offsetOf(Place At) const {
  if (At.Line >= LineStarts.size())
    return Content.size();
  size_t End = At.Line + 1 == LineStarts.size() ? Content.size()
                                                : LineStarts[At.Line + 1] - 1;
  return std::min(LineStarts[At.Line] + At.Column, End);
}

Span Document::spanOf(llvm::SMRange Range) const {
  return {offset(Range.Start.getPointer()), offset(Range.End.getPointer())};
}

bool Document::hasErrors() const {
  return llvm::any_of(
      Problems, [](const Problem &P) { return P.Kind == Problem::Error; });
}

const SourcePiece *Document::pieceAt(size_t Offset) const {
  const std::vector<SourcePiece> &Pieces = State->Pieces;
  auto Next = llvm::partition_point(Pieces, [&](const SourcePiece &P) {
    return offset(P.Text.begin()) <= Offset;
  });
  if (Next == Pieces.begin())
    return nullptr;
  const SourcePiece &P = *std::prev(Next);
  return Offset <= offset(P.Text.end()) ? &P : nullptr;
}

/// Reads the machine's form of the diagnostics, which has all of each.
void Document::readProblems(StringRef JSONLines) {
  auto OffsetAt = [&](const llvm::json::Object *At) {
    if (!At)
      return size_t(0);
    int64_t Line = At->getInteger("line").value_or(1);
    int64_t Column = At->getInteger("column").value_or(1);
    return offsetOf({unsigned(std::max<int64_t>(Line, 1) - 1),
                     unsigned(std::max<int64_t>(Column, 1) - 1)});
  };
  auto SpanAt = [&](const llvm::json::Object &R) {
    return Span{OffsetAt(R.getObject("start")), OffsetAt(R.getObject("end"))};
  };
  auto Each = [](const llvm::json::Array *List, auto Do) {
    if (List)
      for (const llvm::json::Value &V : *List)
        if (const llvm::json::Object *O = V.getAsObject())
          Do(*O);
  };
  llvm::SmallVector<StringRef, 0> Lines;
  JSONLines.split(Lines, '\n', -1, false);
  for (StringRef Line : Lines) {
    llvm::Expected<llvm::json::Value> Read = llvm::json::parse(Line);
    if (!Read) {
      llvm::consumeError(Read.takeError());
      continue;
    }
    const llvm::json::Object &D = *Read->getAsObject();
    Span Where{OffsetAt(&D), OffsetAt(&D)};
    if (const SourcePiece *P = pieceAt(Where.Begin))
      Where.End = std::max(Where.End, offset(P->Text.end()));
    Each(D.getArray("ranges"), [&](const llvm::json::Object &R) {
      if (Span S = SpanAt(R); S.Begin == Where.Begin)
        Where = S;
    });
    std::string Message = D.getString("message").value_or("").str();
    StringRef Severity = D.getString("severity").value_or("error");
    if (Severity == "note") {
      if (!Problems.empty())
        Problems.back().Notes.push_back({Where, Message});
      continue;
    }
    Problem P;
    P.Kind = Severity == "error"     ? Problem::Error
             : Severity == "warning" ? Problem::Warning
                                     : Problem::Remark;
    P.Where = Where;
    P.Name = D.getString("name").value_or("").str();
    P.Message = std::move(Message);
    Each(D.getArray("fixits"), [&](const llvm::json::Object &F) {
      P.FixIts.push_back({SpanAt(F), F.getString("text").value_or("").str()});
    });
    Problems.push_back(std::move(P));
  }
}

std::optional<std::string> Document::formatted() const {
  llvm::SourceMgr Sources;
  Sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(Content), {});
  Diagnostics Quiet(Sources, llvm::nulls());
  return format::formatPTX(Quiet);
}
