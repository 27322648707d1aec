//===- Messages.h - What comes from an editor and goes there ----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Streams between standard input and output and MLIR's transport. That ends
/// with the first message that is no request, and knows of a document only with
/// the path of a file: what is malformed is answered here and goes no further,
/// and documents that no file has yet, "untitled:Name", have the path /-/Name
/// behind these streams.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_PTX_LSP_MESSAGES_H
#define HEDDLE_TOOLS_PTX_LSP_MESSAGES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdio>
#include <optional>
#include <string>

namespace heddle::lsp {

/// \p Body if it is an object of JSON-RPC 2.0, and not nested too deep.
std::optional<llvm::json::Object> parseMessage(llvm::StringRef Body);

/// \p Body with the documents' names as the server, or the editor, has them.
std::string forServer(llvm::StringRef Body);
std::string forEditor(llvm::StringRef Body);

/// Takes whole messages, with their heads, and passes them on.
class EditorOutput : public llvm::raw_ostream {
public:
  explicit EditorOutput(llvm::raw_ostream &Target)
      : raw_ostream(/*unbuffered=*/true), To(Target) {}
  ~EditorOutput() override { flush(); }

  /// Writes a message by its body.
  void send(llvm::StringRef Body);

private:
  void write_impl(const char *Data, size_t Size) override;
  uint64_t current_pos() const override { return 0; }

  llvm::raw_ostream &To;
  std::string Pending;
};

/// Reads messages from a file and has those that are sound in a stream.
class EditorInput {
public:
  EditorInput(std::FILE *Source, EditorOutput &Replies);
  ~EditorInput();
  EditorInput(const EditorInput &) = delete;
  EditorInput &operator=(const EditorInput &) = delete;

  /// Null where there is no memory for one.
  std::FILE *stream() const { return Stream; }

private:
  static ssize_t read(void *Self, char *Data, size_t Size);
  /// What the server may be asked.
  enum class Phase : uint8_t { New, Running, Over };

  bool readMessage();
  bool isInOrder(const llvm::json::Object &Message);
  bool readHead(uint64_t &Length);
  bool skip(uint64_t Length);

  std::FILE *From;
  EditorOutput &Out;
  std::FILE *Stream;
  std::string Pending;
  Phase At = Phase::New;
};

} // namespace heddle::lsp

#endif // HEDDLE_TOOLS_PTX_LSP_MESSAGES_H
