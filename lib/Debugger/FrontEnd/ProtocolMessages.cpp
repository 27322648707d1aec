//===- ProtocolMessages.cpp - Messages of the protocol --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Debugger/Protocol.h"
#include "heddle/Debugger/Streams.h"
#include <algorithm>

using namespace llvm;
using json::Object;
using json::Value;

namespace heddle::debugger {

/// No client sends as much, or nests as deep: the parser calls itself.
constexpr size_t MostBytes = size_t(1) << 28;
constexpr unsigned MostDepth = 200;

static bool isTooDeep(StringRef Body) {
  unsigned Depth = 0;
  bool IsInString = false;
  for (size_t N = 0; N < Body.size(); ++N) {
    const char C = Body[N];
    if (IsInString && C == '\\')
      ++N;
    else if (C == '"')
      IsInString = !IsInString;
    else if (!IsInString && (C == '[' || C == '{') && ++Depth > MostDepth)
      return true;
    else if (!IsInString && (C == ']' || C == '}') && Depth != 0)
      --Depth;
  }
  return false;
}

/// Reads the head of a message. Nothing at the end of the input.
static std::optional<uint64_t> readHead() {
  std::optional<uint64_t> Length;
  while (std::optional<std::string> Line = readLine()) {
    StringRef Text = StringRef(*Line).trim();
    // A browser speaks, which any page makes do so.
    if (Text.contains(" HTTP/1."))
      return std::nullopt;
    if (Text.empty() && Length)
      return Length;
    uint64_t Number = 0;
    if (Text.consume_front_insensitive("Content-Length:") &&
        !Text.trim().getAsInteger(10, Number))
      Length = Number;
  }
  return std::nullopt;
}

static bool skipBytes(uint64_t Count) {
  constexpr uint64_t AtOnce = 1 << 16;
  for (; Count != 0; Count -= std::min(Count, AtOnce))
    if (!readBytes(std::min(Count, AtOnce)))
      return false;
  return true;
}

static std::optional<Object> parseMessage(StringRef Body) {
  if (isTooDeep(Body))
    return std::nullopt;
  Expected<Value> Read = json::parse(Body);
  if (!Read) {
    consumeError(Read.takeError());
    return std::nullopt;
  }
  Object *Message = Read->getAsObject();
  return Message ? std::optional(std::move(*Message)) : std::nullopt;
}

std::optional<Object> Protocol::receive() {
  while (std::optional<uint64_t> Length = readHead()) {
    std::optional<Object> Message;
    if (*Length <= MostBytes) {
      std::optional<std::string> Body = readBytes(*Length);
      if (!Body)
        return std::nullopt;
      Message = parseMessage(*Body);
    }
    // Answers are to nothing that was asked.
    if (Message && Message->getString("type").value_or("request") != "request")
      continue;
    if (Message)
      return Message;
    output("important",
           "what the client has sent is no message of the protocol\n");
    if (*Length > MostBytes && !skipBytes(*Length))
      return std::nullopt;
  }
  return std::nullopt;
}

void Protocol::send(Object Message) {
  Message["seq"] = ++Sequence;
  std::string Text;
  raw_string_ostream TextStream(Text);
  TextStream << Value(std::move(Message));
  OS << "Content-Length: " << Text.size() << "\r\n\r\n" << Text;
  OS.flush();
}

void Protocol::event(StringRef Name, Object Body) {
  send(Object{{"type", "event"}, {"event", Name}, {"body", std::move(Body)}});
}

void Protocol::output(StringRef Category, StringRef Text) {
  event("output",
        Object{{"category", Category}, {"output", json::fixUTF8(Text)}});
}

void Protocol::sayEnd(int ExitCode) {
  event("exited", Object{{"exitCode", ExitCode}});
  event("terminated", {});
}

void Protocol::reply(const Object &Request, Value Body) {
  send(Object{{"type", "response"},
              {"request_seq", Request.getInteger("seq").value_or(0)},
              {"command", Request.getString("command").value_or("").str()},
              {"success", true},
              {"body", std::move(Body)}});
}

void Protocol::fail(const Object &Request, StringRef Why) {
  send(Object{{"type", "response"},
              {"request_seq", Request.getInteger("seq").value_or(0)},
              {"command", Request.getString("command").value_or("").str()},
              {"success", false},
              {"message", json::fixUTF8(Why)}});
}

} // namespace heddle::debugger
