//===- Messages.cpp - What comes from an editor and goes there ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Messages.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include <algorithm>
#include <cstring>

using namespace llvm;

namespace heddle::lsp {
namespace {

constexpr StringLiteral LengthField = "content-length:";
/// Nothing that an editor sends is as long, or as deep.
constexpr uint64_t MostBytes = uint64_t(1) << 28;
constexpr unsigned MostDepth = 200;

constexpr StringLiteral ParseError =
    R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no message of JSON-RPC 2.0"}})";

constexpr StringLiteral TooLong =
    R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"a message has 268435456 bytes at most"}})";
static_assert(MostBytes == 268435456, "TooLong says it");

/// A parser that calls itself would have no stack for what is deeper.
bool isTooDeep(StringRef Body) {
  unsigned Depth = 0;
  bool IsInString = false;
  for (size_t N = 0; N != Body.size(); ++N) {
    const char C = Body[N];
    if (IsInString) {
      if (C == '\\')
        N = std::min(N + 1, Body.size() - 1);
      else if (C == '"')
        IsInString = false;
    } else if (C == '"') {
      IsInString = true;
    } else if (C == '[' || C == '{') {
      if (++Depth > MostDepth)
        return true;
    } else if ((C == ']' || C == '}') && Depth != 0) {
      --Depth;
    }
  }
  return false;
}

/// The server's begin as no editor's do.
constexpr StringLiteral EditorName = "\"untitled:",
                        ServerName = "\"untitled:///-/";

/// Whether a string of JSON behind \p Before may be the name of a document: the
/// value of a field that is called so, a field's name, or an element of a list.
/// The text of a document may begin like a name.
bool mayBeName(StringRef Before) {
  Before = Before.rtrim();
  return !Before.consume_back(":") ||
         Before.rtrim().ends_with_insensitive("uri\"");
}

/// Replaces the beginnings of names in \p Body. A quote within a string of JSON
/// stands behind a backslash, so that these are names and no text of a
/// document.
std::string replaceNames(StringRef Body, StringRef Old, StringRef New,
                         bool IsPath) {
  std::string Result;
  while (true) {
    const size_t At = Body.find(Old);
    Result += Body.take_front(At);
    if (At == StringRef::npos)
      return Result;
    const bool IsName =
        (At == 0 || Body[At - 1] != '\\') && mayBeName(Body.take_front(At));
    Body = Body.drop_front(At + Old.size());
    // A name that is a path already stays one.
    Result += !IsName || (!IsPath && Body.starts_with("/")) ? Old : New;
  }
}

} // namespace

std::optional<json::Object> parseMessage(StringRef Body) {
  if (isTooDeep(Body))
    return std::nullopt;
  Expected<json::Value> Message = json::parse(Body);
  if (!Message) {
    consumeError(Message.takeError());
    return std::nullopt;
  }
  json::Object *Fields = Message->getAsObject();
  if (!Fields || Fields->getString("jsonrpc") != "2.0")
    return std::nullopt;
  return std::move(*Fields);
}

std::string forServer(StringRef Body) {
  return replaceNames(Body, EditorName, ServerName, /*IsPath=*/false);
}

std::string forEditor(StringRef Body) {
  return replaceNames(Body, ServerName, EditorName, /*IsPath=*/true);
}

void EditorOutput::send(StringRef Body) {
  To << "Content-Length: " << Body.size() << "\r\n\r\n" << Body;
  To.flush();
}

void EditorOutput::write_impl(const char *Data, size_t Size) {
  Pending.append(Data, Size);
  while (true) {
    StringRef Rest(Pending);
    const size_t Head = Rest.find("\r\n\r\n");
    if (Head == StringRef::npos)
      return;
    uint64_t Length = 0;
    Rest.take_front(Head).rsplit(' ').second.getAsInteger(10, Length);
    Rest = Rest.drop_front(Head + 4);
    if (Rest.size() < Length)
      return;
    send(forEditor(Rest.take_front(Length)));
    Pending.erase(0, Head + 4 + Length);
  }
}

EditorInput::EditorInput(std::FILE *Source, EditorOutput &Replies)
    : From(Source), Out(Replies),
      Stream(fopencookie(this, "r", {read, nullptr, nullptr, nullptr})) {}

EditorInput::~EditorInput() {
  if (Stream)
    std::fclose(Stream);
}

/// Reads up to the empty line behind a head. Returns false at the end.
bool EditorInput::readHead(uint64_t &Length) {
  char Line[512];
  bool HasField = false;
  while (std::fgets(Line, sizeof Line, From)) {
    StringRef Text = StringRef(Line).trim();
    if (Text.empty()) {
      if (HasField)
        return true;
      continue;
    }
    if (!Text.take_front(LengthField.size()).equals_insensitive(LengthField))
      continue;
    HasField =
        !Text.drop_front(LengthField.size()).trim().getAsInteger(10, Length);
  }
  return false;
}

/// Reads past \p Length bytes. Returns false at the end.
bool EditorInput::skip(uint64_t Length) {
  char Bytes[4096];
  while (Length != 0) {
    const size_t Got =
        std::fread(Bytes, 1, std::min<uint64_t>(Length, sizeof Bytes), From);
    if (Got == 0)
      return false;
    Length -= Got;
  }
  return true;
}

/// Nothing is asked before a server is set up, or behind its shutdown, and what
/// is told then is passed over. Returns whether \p Message may pass.
bool EditorInput::isInOrder(const json::Object &Message) {
  const StringRef Method = Message.getString("method").value_or("");
  if (Method == "exit" || (At == Phase::Running && Method != "initialize")) {
    if (Method == "shutdown")
      At = Phase::Over;
    return true;
  }
  if (At == Phase::New && Method == "initialize") {
    At = Phase::Running;
    return true;
  }
  const json::Value *Id = Message.get("id");
  if (!Id || Method.empty())
    return false;
  const bool IsEarly = At == Phase::New;
  std::string Text;
  raw_string_ostream(Text) << json::Value(json::Object{
      {"jsonrpc", "2.0"},
      {"id", *Id},
      {"error",
       json::Object{{"code", IsEarly ? -32002 : -32600},
                    {"message", IsEarly ? "the server is not initialized"
                                : At == Phase::Over
                                    ? "the server is shut down"
                                    : "the server is initialized"}}}});
  Out.send(Text);
  return false;
}

/// Has the next sound message in Pending. Returns false at the end.
bool EditorInput::readMessage() {
  while (true) {
    uint64_t Length = 0;
    if (!readHead(Length))
      return false;
    if (Length > MostBytes) {
      // The answer comes first: such a length may be no message's at all, and
      // nothing may follow it.
      Out.send(TooLong);
      if (!skip(Length))
        return false;
      continue;
    }
    std::string Body(Length, 0);
    if (std::fread(Body.data(), 1, Length, From) != Length)
      return false;
    std::optional<json::Object> Message = parseMessage(Body);
    if (!Message) {
      Out.send(ParseError);
      continue;
    }
    if (!isInOrder(*Message))
      continue;
    Body = forServer(Body);
    Pending = "Content-Length: " + utostr(Body.size()) + "\r\n\r\n" + Body;
    return true;
  }
}

ssize_t EditorInput::read(void *Self, char *Data, size_t Size) {
  auto &Input = *static_cast<EditorInput *>(Self);
  if (Input.Pending.empty() && !Input.readMessage())
    return 0;
  const size_t Count = std::min(Size, Input.Pending.size());
  std::memcpy(Data, Input.Pending.data(), Count);
  Input.Pending.erase(0, Count);
  return ssize_t(Count);
}

} // namespace heddle::lsp
