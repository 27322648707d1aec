//===- JSONPlaces.cpp - Where the values of a JSON text are ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JSONPlaces.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace heddle::jobs {
namespace {

/// Walks over a text that is known to be valid.
class Scanner {
public:
  explicit Scanner(StringRef Text) : Text(Text) { skipSpace(); }

  size_t offset() const { return At; }
  char next() const { return At < Text.size() ? Text[At] : '\0'; }

  void skipSpace() {
    At = std::min(Text.find_first_not_of(" \t\r\n", At), Text.size());
  }
  /// Enters a list or an object. False: it is empty.
  bool enter() {
    ++At;
    skipSpace();
    return next() != ']' && next() != '}';
  }
  /// Goes from behind a value to the next of its list or object. False: there
  /// is none.
  bool advance() {
    skipSpace();
    const bool HasNext = next() == ',';
    ++At;
    skipSpace();
    return HasNext;
  }
  /// The name of a member; then stands before its value.
  std::string readName();
  void skipValue();

private:
  void skipString();

  StringRef Text;
  size_t At = 0;
};

void Scanner::skipString() {
  for (++At; next() != '"'; ++At)
    if (next() == '\\')
      ++At;
  ++At;
}

std::string Scanner::readName() {
  size_t Start = At;
  skipString();
  Expected<json::Value> Name = json::parse(Text.slice(Start, At));
  skipSpace();
  ++At;
  skipSpace();
  if (Name)
    return Name->getAsString()->str();
  consumeError(Name.takeError());
  return "";
}

void Scanner::skipValue() {
  unsigned Depth = 0;
  do {
    char C = next();
    if (C == '"') {
      skipString();
      continue;
    }
    if (C == '[' || C == '{')
      ++Depth;
    else if (C == ']' || C == '}')
      --Depth;
    else if (Depth == 0) {
      // A number or a word.
      At = std::min(Text.find_first_of(",]} \t\r\n", At), Text.size());
      return;
    }
    ++At;
  } while (Depth != 0);
}

/// Stands before a value; ends behind it unless a name is found twice.
std::optional<size_t> repeatedName(Scanner &S) {
  if (S.next() != '{' && S.next() != '[') {
    S.skipValue();
    return std::nullopt;
  }
  const bool IsObject = S.next() == '{';
  StringSet<> Names;
  bool HasNext = S.enter();
  if (!HasNext) {
    S.advance();
    return std::nullopt;
  }
  for (; HasNext; HasNext = S.advance()) {
    size_t Start = S.offset();
    if (IsObject && !Names.insert(S.readName()).second)
      return Start;
    if (std::optional<size_t> Inner = repeatedName(S))
      return Inner;
  }
  return std::nullopt;
}

} // namespace

size_t findJSON(StringRef Text, ArrayRef<JSONStep> Path) {
  Scanner S(Text);
  size_t Place = S.offset();
  for (const JSONStep &Step : Path) {
    const bool IsObject = S.next() == '{';
    if ((!IsObject && S.next() != '[') || IsObject == Step.Key.empty())
      return Place;
    bool Found = false;
    size_t Index = 0;
    for (bool HasNext = S.enter(); HasNext; HasNext = S.advance()) {
      size_t Start = S.offset();
      Found = IsObject ? S.readName() == Step.Key : Index++ == Step.Index;
      if (Found) {
        Place = Start;
        break;
      }
      S.skipValue();
    }
    if (!Found)
      return Place;
  }
  return Place;
}

std::optional<size_t> findRepeatedName(StringRef Text) {
  Scanner S(Text);
  return repeatedName(S);
}

bool isNestedTooDeeply(StringRef Text) {
  constexpr unsigned MaxDepth = 64;
  unsigned Depth = 0;
  bool InString = false;
  for (size_t I = 0; I != Text.size(); ++I) {
    char C = Text[I];
    if (InString && C == '\\' && I + 1 != Text.size())
      ++I;
    else if (C == '"')
      InString = !InString;
    else if (!InString && (C == '[' || C == '{') && ++Depth > MaxDepth)
      return true;
    else if (!InString && (C == ']' || C == '}') && Depth != 0)
      --Depth;
  }
  return false;
}

} // namespace heddle::jobs
