//===- Server.h - The language server's protocol ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_PTX_LSP_SERVER_H
#define HEDDLE_TOOLS_PTX_LSP_SERVER_H

#include "heddle/LanguageServer/CodeNotes.h"
#include "heddle/LanguageServer/Document.h"
#include "mlir/Tools/lsp-server-support/Protocol.h"
#include "mlir/Tools/lsp-server-support/Transport.h"
#include "llvm/ADT/StringMap.h"

namespace heddle::lsp {

struct RenameParams : mlir::lsp::TextDocumentPositionParams {
  std::string newName;
};
bool fromJSON(const llvm::json::Value &Value, RenameParams &Result,
              llvm::json::Path Path);

/// A method whose parameters are a document, and maybe what does not matter.
using DocumentParams = mlir::lsp::DocumentSymbolParams;
using JSONReply = mlir::lsp::Callback<llvm::json::Value>;

mlir::lsp::Position toPosition(const Document &D, size_t Offset);
mlir::lsp::Range toRange(const Document &D, Span Where);
/// MLIR's own JSON of a location points into it; this one owns its text.
llvm::json::Object toLocation(const Document &D, Span Where,
                              const mlir::lsp::URIForFile &File);
mlir::lsp::TextEdit toTextEdit(const Document &D, const Edit &E);
mlir::lsp::Diagnostic toDiagnostic(const Document &D, const Problem &P,
                                   const mlir::lsp::URIForFile &File);
llvm::json::Array toCompletions(const Document &D, const Suggestions &S);
/// Kinds and numbers as the protocol wants them, five for each span.
llvm::json::Array toSemanticTokens(const Document &D);
/// The names of the kinds, in the order of their numbers.
llvm::json::Array semanticTokenTypes();
llvm::json::Array toFoldingRanges(const Document &D);
mlir::lsp::DocumentSymbol toSymbol(const Document &D, const Symbol &S);
llvm::json::Array toInlayHints(const Document &D, const CodeNotes &Notes,
                               const mlir::lsp::Range &In);
llvm::json::Array toCodeLenses(const Document &D, const CodeNotes &Notes);

/// Answers one client until it is gone.
class Server {
public:
  explicit Server(mlir::lsp::JSONTransport &Transport);

  /// Returns the exit code.
  int run();

private:
  struct OpenFile {
    std::unique_ptr<Document> Doc;
    int64_t Version = 0;
    /// Null after an edit: code is of what was opened or saved.
    std::unique_ptr<CodeNotes> Notes;
    bool IsChanged = false;
  };

  void onInitialize(const mlir::lsp::InitializeParams &Params, JSONReply Reply);
  void onInitialized(const mlir::lsp::NoParams &) {}
  void onShutdown(const mlir::lsp::NoParams &,
                  mlir::lsp::Callback<std::nullptr_t> Reply);
  void onOpen(const mlir::lsp::DidOpenTextDocumentParams &Params);
  void onChange(const mlir::lsp::DidChangeTextDocumentParams &Params);
  void onSave(const DocumentParams &Params);
  void onClose(const mlir::lsp::DidCloseTextDocumentParams &Params);
  void onDefinition(const mlir::lsp::TextDocumentPositionParams &Params,
                    JSONReply Reply);
  void onReferences(const mlir::lsp::ReferenceParams &Params, JSONReply Reply);
  void onRename(const RenameParams &Params, JSONReply Reply);
  void onHover(const mlir::lsp::TextDocumentPositionParams &Params,
               JSONReply Reply);
  void onCompletion(const mlir::lsp::CompletionParams &Params, JSONReply Reply);
  void onCodeAction(const mlir::lsp::CodeActionParams &Params, JSONReply Reply);
  void onSymbols(const DocumentParams &Params, JSONReply Reply);
  void onSemanticTokens(const DocumentParams &Params, JSONReply Reply);
  void onFoldingRanges(const DocumentParams &Params, JSONReply Reply);
  void onFormatting(const DocumentParams &Params, JSONReply Reply);
  void onInlayHints(const mlir::lsp::InlayHintsParams &Params, JSONReply Reply);
  void onCodeLenses(const DocumentParams &Params, JSONReply Reply);

  void setText(const mlir::lsp::URIForFile &File, std::string Text,
               int64_t Version);
  /// Null for one that is not open.
  OpenFile *find(const mlir::lsp::TextDocumentIdentifier &Id);
  const CodeNotes &notesOf(OpenFile &File);

  mlir::lsp::JSONTransport &Transport;
  mlir::lsp::MessageHandler Handler;
  mlir::lsp::OutgoingNotification<mlir::lsp::PublishDiagnosticsParams> Publish;
  llvm::StringMap<OpenFile> Files;
  bool IsShutDown = false;
};

} // namespace heddle::lsp

#endif // HEDDLE_TOOLS_PTX_LSP_SERVER_H
