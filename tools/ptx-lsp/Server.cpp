//===- Server.cpp - The language server's protocol ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Server.h"
#include "Columns.h"

using namespace heddle;
using namespace heddle::lsp;
namespace protocol = mlir::lsp;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

Server::Server(protocol::JSONTransport &To) : Transport(To), Handler(To) {
  Handler.method("initialize", this, &Server::onInitialize);
  Handler.notification("initialized", this, &Server::onInitialized);
  Handler.method("shutdown", this, &Server::onShutdown);
  Handler.notification("textDocument/didOpen", this, &Server::onOpen);
  Handler.notification("textDocument/didChange", this, &Server::onChange);
  Handler.notification("textDocument/didSave", this, &Server::onSave);
  Handler.notification("textDocument/didClose", this, &Server::onClose);
  Handler.method("textDocument/definition", this, &Server::onDefinition);
  Handler.method("textDocument/references", this, &Server::onReferences);
  Handler.method("textDocument/rename", this, &Server::onRename);
  Handler.method("textDocument/hover", this, &Server::onHover);
  Handler.method("textDocument/completion", this, &Server::onCompletion);
  Handler.method("textDocument/codeAction", this, &Server::onCodeAction);
  Handler.method("textDocument/documentSymbol", this, &Server::onSymbols);
  Handler.method("textDocument/semanticTokens/full", this,
                 &Server::onSemanticTokens);
  Handler.method("textDocument/foldingRange", this, &Server::onFoldingRanges);
  Handler.method("textDocument/formatting", this, &Server::onFormatting);
  Handler.method("textDocument/inlayHint", this, &Server::onInlayHints);
  Handler.method("textDocument/codeLens", this, &Server::onCodeLenses);
  Publish = Handler.outgoingNotification<protocol::PublishDiagnosticsParams>(
      "textDocument/publishDiagnostics");
}

int Server::run() {
  llvm::Error E = Transport.run(Handler);
  // A client that is gone needs no answers.
  bool IsBroken = bool(E);
  llvm::consumeError(std::move(E));
  return IsShutDown && !IsBroken ? 0 : 1;
}

void Server::onInitialize(const protocol::InitializeParams &, JSONReply Reply) {
  Object Tokens{{"legend", Object{{"tokenTypes", semanticTokenTypes()},
                                  {"tokenModifiers", Array()}}},
                {"full", true}};
  Object Capabilities{
      {"positionEncoding", "utf-16"},
      {"textDocumentSync",
       Object{{"openClose", true}, {"change", 2}, {"save", true}}},
      {"completionProvider",
       Object{{"triggerCharacters", Array{".", "%", "[", "@"}}}},
      {"hoverProvider", true},
      {"definitionProvider", true},
      {"referencesProvider", true},
      {"renameProvider", true},
      {"documentSymbolProvider", true},
      {"documentFormattingProvider", true},
      {"foldingRangeProvider", true},
      {"inlayHintProvider", true},
      {"codeLensProvider", Object{{"resolveProvider", false}}},
      {"codeActionProvider", Object{{"codeActionKinds", Array{"quickfix"}}}},
      {"semanticTokensProvider", std::move(Tokens)}};
  Reply(Object{{"serverInfo", Object{{"name", "ptx-lsp"}}},
               {"capabilities", std::move(Capabilities)}});
}

void Server::onShutdown(const protocol::NoParams &,
                        protocol::Callback<std::nullptr_t> Reply) {
  IsShutDown = true;
  Reply(nullptr);
}

Server::OpenFile *Server::find(const protocol::TextDocumentIdentifier &Id) {
  auto It = Files.find(Id.uri.file());
  return It == Files.end() ? nullptr : &It->second;
}

void Server::setText(const protocol::URIForFile &File, std::string Text,
                     int64_t Version) {
  OpenFile &Open = Files[File.file()];
  Open.Doc = std::make_unique<Document>(std::move(Text), File.file().str());
  Open.Version = Version;
  Open.Notes.reset();
  protocol::PublishDiagnosticsParams Params(File, Version);
  for (const Problem &P : Open.Doc->problems())
    Params.diagnostics.push_back(toDiagnostic(*Open.Doc, P, File));
  Publish(Params);
}

void Server::onOpen(const protocol::DidOpenTextDocumentParams &Params) {
  setText(Params.textDocument.uri, Params.textDocument.text,
          Params.textDocument.version);
}

void Server::onChange(const protocol::DidChangeTextDocumentParams &Params) {
  auto It = Files.find(Params.textDocument.uri.file());
  if (It == Files.end())
    return;
  std::string Text = It->second.Doc->text().str();
  for (const auto &Change : Params.contentChanges) {
    if (!Change.range) {
      Text = Change.text;
      continue;
    }
    const auto &[First, Last] = *Change.range;
    const size_t Begin = offsetAt(Text, First.line, First.character);
    const size_t End =
        std::max(Begin, offsetAt(Text, Last.line, Last.character));
    Text.replace(Begin, End - Begin, Change.text);
  }
  setText(Params.textDocument.uri, std::move(Text),
          Params.textDocument.version);
  It->second.IsChanged = true;
}

void Server::onSave(const DocumentParams &Params) {
  OpenFile *File = find(Params.textDocument);
  if (!File || !File->IsChanged)
    return;
  File->IsChanged = false;
  File->Notes.reset();
}

void Server::onClose(const protocol::DidCloseTextDocumentParams &Params) {
  Files.erase(Params.textDocument.uri.file());
  Publish({Params.textDocument.uri, 0});
}

static size_t offsetIn(const Document &D, const protocol::Position &At) {
  return offsetAt(D.text(), At.line, At.character);
}

void Server::onDefinition(const protocol::TextDocumentPositionParams &Params,
                          JSONReply Reply) {
  OpenFile *File = find(Params.textDocument);
  if (!File)
    return Reply(nullptr);
  const Document &D = *File->Doc;
  std::optional<Span> Where = D.definition(offsetIn(D, Params.position));
  if (!Where)
    return Reply(nullptr);
  Reply(toLocation(D, *Where, Params.textDocument.uri));
}

void Server::onReferences(const protocol::ReferenceParams &Params,
                          JSONReply Reply) {
  OpenFile *File = find(Params.textDocument);
  if (!File)
    return Reply(Array());
  const Document &D = *File->Doc;
  Array Result;
  for (Span Where : D.references(offsetIn(D, Params.position),
                                 Params.context.includeDeclaration))
    Result.push_back(toLocation(D, Where, Params.textDocument.uri));
  Reply(std::move(Result));
}

void Server::onRename(const RenameParams &Params, JSONReply Reply) {
  OpenFile *File = find(Params.textDocument);
  if (!File)
    return Reply(nullptr);
  const Document &D = *File->Doc;
  llvm::Expected<std::vector<Edit>> Edits =
      D.rename(offsetIn(D, Params.position), Params.newName);
  if (!Edits)
    return Reply(llvm::make_error<protocol::LSPError>(
        llvm::toString(Edits.takeError()), protocol::ErrorCode::InvalidParams));
  protocol::WorkspaceEdit Result;
  std::vector<protocol::TextEdit> &List =
      Result.changes[Params.textDocument.uri.uri().str()];
  for (const Edit &E : *Edits)
    List.push_back(toTextEdit(D, E));
  Reply(protocol::toJSON(Result));
}

void Server::onHover(const protocol::TextDocumentPositionParams &Params,
                     JSONReply Reply) {
  OpenFile *File = find(Params.textDocument);
  if (!File)
    return Reply(nullptr);
  const Document &D = *File->Doc;
  std::optional<HoverText> Text = D.hover(offsetIn(D, Params.position));
  if (!Text)
    return Reply(nullptr);
  protocol::Hover Result(toRange(D, Text->Where));
  Result.contents.value = Text->Text;
  Reply(protocol::toJSON(Result));
}

void Server::onCompletion(const protocol::CompletionParams &Params,
                          JSONReply Reply) {
  OpenFile *File = find(Params.textDocument);
  if (!File)
    return Reply(Array());
  const Document &D = *File->Doc;
  Reply(toCompletions(D, D.complete(offsetIn(D, Params.position))));
}

void Server::onCodeAction(const protocol::CodeActionParams &Params,
                          JSONReply Reply) {
  OpenFile *File = find(Params.textDocument);
  if (!File)
    return Reply(Array());
  const Document &D = *File->Doc;
  Array Result;
  for (const Problem &P : D.problems()) {
    protocol::Range Where = toRange(D, P.Where);
    if (P.FixIts.empty() || Where.end < Params.range.start ||
        Params.range.end < Where.start)
      continue;
    protocol::CodeAction Action;
    const Edit &First = P.FixIts.front();
    Action.title =
        First.Text.empty()
            ? "remove '" +
                  D.text().slice(First.Where.Begin, First.Where.End).str() + "'"
            : "write '" + First.Text + "'";
    Action.kind = protocol::CodeAction::kQuickFix.str();
    Action.isPreferred = true;
    Action.diagnostics = {toDiagnostic(D, P, Params.textDocument.uri)};
    // JSON of a place in a file points into the object it was made from.
    Action.diagnostics->front().relatedInformation.reset();
    Action.edit.emplace();
    for (const Edit &E : P.FixIts)
      Action.edit->changes[Params.textDocument.uri.uri().str()].push_back(
          toTextEdit(D, E));
    Result.push_back(protocol::toJSON(Action));
  }
  Reply(std::move(Result));
}

void Server::onSymbols(const DocumentParams &Params, JSONReply Reply) {
  Array Result;
  if (OpenFile *File = find(Params.textDocument))
    for (const Symbol &S : File->Doc->symbols())
      Result.push_back(protocol::toJSON(toSymbol(*File->Doc, S)));
  Reply(std::move(Result));
}

void Server::onSemanticTokens(const DocumentParams &Params, JSONReply Reply) {
  OpenFile *File = find(Params.textDocument);
  Reply(Object{{"data", File ? toSemanticTokens(*File->Doc) : Array()}});
}

void Server::onFoldingRanges(const DocumentParams &Params, JSONReply Reply) {
  OpenFile *File = find(Params.textDocument);
  Reply(File ? toFoldingRanges(*File->Doc) : Array());
}

void Server::onFormatting(const DocumentParams &Params, JSONReply Reply) {
  OpenFile *File = find(Params.textDocument);
  if (!File)
    return Reply(nullptr);
  const Document &D = *File->Doc;
  std::optional<std::string> Text = D.formatted();
  if (!Text)
    return Reply(nullptr);
  Array Edits;
  if (*Text != D.text())
    Edits.push_back(
        protocol::toJSON(toTextEdit(D, {{0, D.text().size()}, *Text})));
  Reply(std::move(Edits));
}

/// Compiling takes longer than a key may. After an edit there are no notes
/// until the file is saved.
const CodeNotes &Server::notesOf(OpenFile &File) {
  if (!File.Notes) {
    File.Notes = std::make_unique<CodeNotes>();
    if (!File.IsChanged && !File.Doc->hasErrors())
      *File.Notes = noteCode(File.Doc->text(), File.Doc->name());
  }
  return *File.Notes;
}

void Server::onInlayHints(const protocol::InlayHintsParams &Params,
                          JSONReply Reply) {
  OpenFile *File = find(Params.textDocument);
  Reply(File ? toInlayHints(*File->Doc, notesOf(*File), Params.range)
             : Array());
}

void Server::onCodeLenses(const DocumentParams &Params, JSONReply Reply) {
  OpenFile *File = find(Params.textDocument);
  Reply(File ? toCodeLenses(*File->Doc, notesOf(*File)) : Array());
}
