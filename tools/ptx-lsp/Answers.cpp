//===- Answers.cpp - Answers in the words of the protocol -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Columns.h"
#include "Server.h"
#include <fmt/format.h>

using namespace heddle;
using namespace heddle::lsp;
namespace protocol = mlir::lsp;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

bool heddle::lsp::fromJSON(const Value &From, RenameParams &Result,
                           llvm::json::Path Path) {
  llvm::json::ObjectMapper Mapper(From, Path);
  return protocol::fromJSON(
             From, static_cast<protocol::TextDocumentPositionParams &>(Result),
             Path) &&
         Mapper && Mapper.map("newName", Result.newName);
}

protocol::Position heddle::lsp::toPosition(const Document &D, size_t Offset) {
  const Place At = D.placeOf(Offset);
  return {int(At.Line),
          int(unitsOf(D.text().slice(Offset - At.Column, Offset)))};
}

protocol::Range heddle::lsp::toRange(const Document &D, Span Where) {
  return {toPosition(D, Where.Begin), toPosition(D, Where.End)};
}

Object heddle::lsp::toLocation(const Document &D, Span Where,
                               const protocol::URIForFile &File) {
  return Object{{"uri", File.uri().str()},
                {"range", protocol::toJSON(toRange(D, Where))}};
}

protocol::TextEdit heddle::lsp::toTextEdit(const Document &D, const Edit &E) {
  protocol::TextEdit Result;
  Result.range = toRange(D, E.Where);
  Result.newText = E.Text;
  return Result;
}

static protocol::DiagnosticSeverity severityOf(Problem::KindType Kind) {
  switch (Kind) {
  case Problem::Error:
    return protocol::DiagnosticSeverity::Error;
  case Problem::Warning:
    return protocol::DiagnosticSeverity::Warning;
  case Problem::Remark:
    return protocol::DiagnosticSeverity::Information;
  }
  llvm_unreachable("unknown kind of problem");
}

protocol::Diagnostic
heddle::lsp::toDiagnostic(const Document &D, const Problem &P,
                          const protocol::URIForFile &File) {
  protocol::Diagnostic Result;
  Result.range = toRange(D, P.Where);
  Result.severity = severityOf(P.Kind);
  Result.source = "heddle";
  Result.message = P.Message;
  if (!P.Name.empty())
    Result.message += " [-W" + P.Name + "]";
  if (P.Notes.empty())
    return Result;
  Result.relatedInformation.emplace();
  for (const Problem::Note &N : P.Notes)
    Result.relatedInformation->push_back(
        {protocol::Location(File, toRange(D, N.Where)), N.Message});
  return Result;
}

static protocol::CompletionItemKind kindOf(Suggestion::KindType Kind) {
  switch (Kind) {
  case Suggestion::Mnemonic:
    return protocol::CompletionItemKind::Keyword;
  case Suggestion::Modifier:
    return protocol::CompletionItemKind::EnumMember;
  case Suggestion::Directive:
    return protocol::CompletionItemKind::Keyword;
  case Suggestion::Register:
    return protocol::CompletionItemKind::Variable;
  case Suggestion::SpecialRegister:
    return protocol::CompletionItemKind::Constant;
  case Suggestion::Label:
    return protocol::CompletionItemKind::Reference;
  case Suggestion::Variable:
    return protocol::CompletionItemKind::Field;
  case Suggestion::Function:
    return protocol::CompletionItemKind::Function;
  }
  llvm_unreachable("unknown kind of suggestion");
}

Array heddle::lsp::toCompletions(const Document &D, const Suggestions &S) {
  Array Result;
  for (const Suggestion &One : S.List) {
    protocol::CompletionItem Item(One.Text, kindOf(One.Kind));
    Item.detail = One.Detail;
    Item.textEdit = toTextEdit(D, {S.Typed, One.Text});
    Result.push_back(protocol::toJSON(Item));
  }
  return Result;
}

/// A word of the protocol for each ColoredSpan::KindType, in its order.
static constexpr const char *TokenTypes[] = {
    "comment", "string",    "number",   "keyword",  "method", "variable",
    "macro",   "parameter", "property", "function", "label"};

Array heddle::lsp::semanticTokenTypes() {
  Array Result;
  for (const char *Type : TokenTypes)
    Result.push_back(Type);
  return Result;
}

Array heddle::lsp::toSemanticTokens(const Document &D) {
  Array Result;
  protocol::Position Last;
  auto Add = [&](const protocol::Position &At, unsigned Length, unsigned Kind) {
    const bool IsSameLine = At.line == Last.line;
    Result.push_back(At.line - Last.line);
    Result.push_back(IsSameLine ? At.character - Last.character : At.character);
    Result.push_back(int64_t(Length));
    Result.push_back(int64_t(Kind));
    Result.push_back(0);
    Last = At;
  };
  for (const ColoredSpan &C : D.colors()) {
    // A span is within a line for most clients.
    llvm::StringRef Text = D.text().slice(C.Where.Begin, C.Where.End);
    size_t Offset = C.Where.Begin;
    while (!Text.empty()) {
      auto [Line, Rest] = Text.split('\n');
      if (!Line.empty())
        Add(toPosition(D, Offset), unitsOf(Line), C.Kind);
      Offset += Line.size() + 1;
      Text = Rest;
    }
  }
  return Result;
}

Array heddle::lsp::toFoldingRanges(const Document &D) {
  Array Result;
  for (const Fold &F : D.folds()) {
    Object One{{"startLine", int64_t(F.First)}, {"endLine", int64_t(F.Last)}};
    if (F.IsComment)
      One["kind"] = "comment";
    Result.push_back(std::move(One));
  }
  return Result;
}

static protocol::SymbolKind kindOf(Symbol::KindType Kind) {
  switch (Kind) {
  case Symbol::Kernel:
  case Symbol::Function:
    return protocol::SymbolKind::Function;
  case Symbol::Variable:
    return protocol::SymbolKind::Variable;
  case Symbol::Label:
    return protocol::SymbolKind::Key;
  }
  llvm_unreachable("unknown kind of symbol");
}

protocol::DocumentSymbol heddle::lsp::toSymbol(const Document &D,
                                               const Symbol &S) {
  protocol::DocumentSymbol Result(S.Name, kindOf(S.Kind), toRange(D, S.Whole),
                                  toRange(D, S.Selected));
  Result.detail = S.Detail;
  for (const Symbol &Child : S.Children)
    Result.children.push_back(toSymbol(D, Child));
  return Result;
}

static const Symbol *findKernel(const std::vector<Symbol> &Symbols,
                                llvm::StringRef Name) {
  for (const Symbol &S : Symbols)
    if (S.Kind == Symbol::Kernel && S.Name == Name)
      return &S;
  return nullptr;
}

Array heddle::lsp::toInlayHints(const Document &D, const CodeNotes &Notes,
                                const protocol::Range &In) {
  Array Result;
  auto Add = [&](protocol::Position At, std::string Label, Value Tooltip) {
    if (At < In.start || In.end < At)
      return;
    Result.push_back(Object{{"position", protocol::toJSON(At)},
                            {"label", std::move(Label)},
                            {"paddingLeft", true},
                            {"tooltip", std::move(Tooltip)}});
  };
  const std::vector<Symbol> Symbols = D.symbols();
  for (const KernelNote &K : Notes.Kernels)
    if (const Symbol *S = findKernel(Symbols, K.Name))
      Add(toPosition(D, S->Selected.End),
          fmt::format("{} registers, pressure {}", K.Registers, K.Pressure),
          nullptr);
  for (const LineNote &L : Notes.Lines) {
    std::string Text;
    for (const std::string &I : L.Instructions)
      Text += (Text.empty() ? "" : "\n") + I;
    std::string Label =
        L.Instructions.size() == 1
            ? L.Instructions.front()
            : fmt::format("{} instructions", L.Instructions.size());
    Add(toPosition(D, D.offsetOf({L.Line, ~0u >> 1})), Label, Text);
  }
  return Result;
}

Array heddle::lsp::toCodeLenses(const Document &D, const CodeNotes &Notes) {
  Array Result;
  const std::vector<Symbol> Symbols = D.symbols();
  for (const KernelNote &K : Notes.Kernels) {
    const Symbol *S = findKernel(Symbols, K.Name);
    if (!S || K.Limits.empty())
      continue;
    std::string Title =
        fmt::format("occupancy {:.0f} % with {} threads, limited by {}",
                    K.Occupancy, K.Threads, K.Limits);
    Result.push_back(
        Object{{"range", protocol::toJSON(toRange(D, S->Selected))},
               {"command", Object{{"title", Title}, {"command", ""}}}});
  }
  return Result;
}
