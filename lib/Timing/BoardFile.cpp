//===- BoardFile.cpp - Boards that users describe -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CacheShapes.h"
#include "heddle/ABI/Geometry.h"
#include "heddle/Support/InputFile.h"
#include "heddle/Support/NearestWord.h"
#include "heddle/Timing/Board.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"
#include <cassert>
#include <fmt/format.h>

using namespace llvm;

namespace heddle::timing {
namespace {

class BoardReader {
public:
  BoardReader(StringRef FilePath, StringRef Text)
      : Path(FilePath), Stream(Text, Sources, /*ShowColors=*/false) {
    Sources.setDiagHandler(
        [](const SMDiagnostic &D, void *Reader) {
          static_cast<BoardReader *>(Reader)->note(D.getLineNo(),
                                                   D.getMessage().str());
        },
        this);
  }

  Expected<Board> read();

private:
  /// The first error stands.
  void note(int Line, const std::string &What) {
    if (Problem.empty())
      Problem = (Path + ":" + Twine(Line) + ": " + What).str();
  }
  void note(yaml::Node &At, const std::string &What) {
    Stream.printError(&At, What);
  }
  void entry(yaml::KeyValueNode &Entry);
  void setBase(yaml::Node &At, StringRef Name);
  void setGeometry(yaml::Node &At, StringRef Name);
  void checkCaches();
  void setNumber(yaml::Node &KeyAt, StringRef Key, yaml::Node &At,
                 StringRef Value);

  const StringRef Path;
  SourceMgr Sources;
  yaml::Stream Stream;
  std::string Problem;
  Board Made;
  /// Where the keys are.
  StringMap<SMRange> Seen;
};

Expected<Board> BoardReader::read() {
  auto Document = Stream.begin();
  auto *Map = Document == Stream.end()
                  ? nullptr
                  : dyn_cast_or_null<yaml::MappingNode>(Document->getRoot());
  if (Map)
    for (yaml::KeyValueNode &Entry : *Map)
      if (Problem.empty())
        entry(Entry);
  if (Problem.empty() && !Map)
    note(1, "a board is a list of KEY: VALUE");
  if (Problem.empty() && !Seen.contains("base"))
    note(1, "no 'base' is named, the board that has all other numbers");
  if (Problem.empty())
    checkCaches();
  if (!Problem.empty())
    return createStringError(Problem);
  if (!Seen.contains("name"))
    Made.Name = sys::path::stem(Path).str();
  if (!Seen.contains("title"))
    Made.Title = "from " + Path.str();
  return std::move(Made);
}

void BoardReader::setBase(yaml::Node &At, StringRef Name) {
  const Board *Base = findBoard(Name);
  if (!Base)
    return note(At, "there is no board '" + Name.str() + "'");
  if (Seen.size() != 1)
    return note(At, "'base' comes first");
  Made = *Base;
}

void BoardReader::setGeometry(yaml::Node &At, StringRef Name) {
  if (!abi::findGeometry(Name))
    return note(At, "there is no geometry '" + Name.str() + "'");
  Made.GeometryName = Name.str();
}

void BoardReader::checkCaches() {
  for (const CacheParameters &C : cachesOf(Made))
    if (Error E = C.Shape.verify()) {
      // A base has none that is wrong.
      auto At = Seen.find(C.Bytes);
      if (At == Seen.end())
        At = Seen.find(C.Ways);
      assert(At != Seen.end() && "the numbers of a base do not fit each other");
      Stream.printError(At->second, toString(std::move(E)));
    }
}

void BoardReader::setNumber(yaml::Node &KeyAt, StringRef Key, yaml::Node &At,
                            StringRef Value) {
  auto Row = find_if(ParameterTable,
                     [&](const ParameterInfo &P) { return P.Key == Key; });
  if (Row == std::end(ParameterTable)) {
    SmallVector<StringRef, 64> Keys = {"name", "title", "base", "geometry"};
    for (const ParameterInfo &P : ParameterTable)
      Keys.push_back(P.Key);
    StringRef Near = nearestWord(Key, Keys);
    return note(KeyAt, "a board has no '" + Key.str() + "'" +
                           (Near.empty() ? "" : "; near it: " + Near.str()));
  }
  double Number;
  if (Value.getAsDouble(Number) ||
      !(Number >= Row->Least && Number <= Row->Most))
    return note(At, fmt::format("'{}' is a number from {} to {}, not '{}'",
                                Key.str(), Row->Least, Row->Most, Value.str()));
  Made.set(Parameter(Row - std::begin(ParameterTable)),
           {Number, '-', Path.str()});
}

void BoardReader::entry(yaml::KeyValueNode &Entry) {
  auto *KeyNode = dyn_cast_or_null<yaml::ScalarNode>(Entry.getKey());
  auto *ValueNode = dyn_cast_or_null<yaml::ScalarNode>(Entry.getValue());
  if (Stream.failed())
    return;
  if (!KeyNode || !ValueNode)
    return note(Entry, "a board is a list of KEY: VALUE");
  SmallString<64> KeyText, ValueText;
  const StringRef Key = KeyNode->getValue(KeyText);
  const StringRef Value = ValueNode->getValue(ValueText);
  if (!Seen.try_emplace(Key, KeyNode->getSourceRange()).second)
    return note(*KeyNode, "'" + Key.str() + "' is there twice");
  if (Key == "base")
    setBase(*ValueNode, Value);
  else if (!Seen.contains("base"))
    note(*KeyNode, "'base' comes first");
  else if (Key == "name")
    Made.Name = Value.str();
  else if (Key == "title")
    Made.Title = Value.str();
  else if (Key == "geometry")
    setGeometry(*ValueNode, Value);
  else
    setNumber(*KeyNode, Key, *ValueNode, Value);
}

} // namespace

Expected<Board> readBoardFile(StringRef Path) {
  constexpr uint64_t MaxBytes = 1 << 20;
  Expected<std::unique_ptr<MemoryBuffer>> Text = readInputFile(Path, MaxBytes);
  if (!Text)
    return Text.takeError();
  return BoardReader(Path, (*Text)->getBuffer()).read();
}

} // namespace heddle::timing
