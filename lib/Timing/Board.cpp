//===- Board.cpp - A chip with its clocks and its memory ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Timing/Board.h"
#include "heddle/ABI/Chips.h"
#include "heddle/ABI/Geometry.h"
#include "heddle/Support/NearestWord.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cassert>
#include <fmt/format.h>
#include <vector>

using namespace llvm;

namespace heddle::timing {
namespace {

/// The rows of Boards.def in their order.
class BoardRows {
public:
  BoardRows() {
#define HEDDLE_BOARD(NAME, TITLE, BASE, GEOMETRY)                              \
  start(NAME, TITLE, BASE, GEOMETRY);
#define HEDDLE_VALUE(PARAMETER, VALUE, GRADE, SOURCE)                          \
  Boards.back().set(Parameter::PARAMETER, {VALUE, GRADE, SOURCE});
#include "heddle/Timing/Boards.def"
  }

  std::vector<Board> Boards;

private:
  void start(StringRef Name, StringRef Title, StringRef Base,
             StringRef Geometry) {
    auto Of = find_if(Boards, [&](const Board &B) { return B.Name == Base; });
    assert((Base.empty() || Of != Boards.end()) && "a base comes first");
    Board B = Base.empty() ? Board() : *Of;
    B.Name = Name.str();
    B.Title = Title.str();
    B.GeometryName = Geometry.str();
    Boards.push_back(std::move(B));
  }
};

const char *gradeText(char Grade) {
  switch (Grade) {
  case 'A':
    return "read";
  case 'C':
    return "calculated";
  case 'M':
    return "from memory";
  case 'U':
    return "unknown";
  case 'I':
    return "invented";
  }
  return "a user's";
}

std::string numbersText(const Board &B) {
  std::string Text;
  for (auto [N, Info] : enumerate(ParameterTable)) {
    const Board::Number &Is = B.number(Parameter(N));
    Text += fmt::format("  {:20} {:>8g} {:11}  {} {:11}  {}\n", Info.Key.str(),
                        Is.Value, Info.Unit.str(), Is.Grade,
                        gradeText(Is.Grade), Is.Source);
  }
  return Text;
}

} // namespace

double Board::bytesPerSecond() const {
  constexpr double BytesAClock = 16;
  return (*this)[Parameter::Partitions] * BytesAClock *
         (*this)[Parameter::MemoryClock] * 1e6;
}

const abi::Geometry &Board::geometry() const {
  const abi::Geometry *G = abi::findGeometry(GeometryName);
  assert(G && "boards name geometries that there are");
  return *G;
}

ArrayRef<Board> boards() {
  static const BoardRows Rows;
  return Rows.Boards;
}

const Board *findBoard(StringRef Name) {
  for (const Board &B : boards())
    if (B.Name == Name)
      return &B;
  return nullptr;
}

const Board &defaultBoard(unsigned Capability, bool IsSilicon) {
  const Board *B = findBoard(!IsSilicon         ? "tx1"
                             : Capability >= 12 ? "gtx280"
                             : Capability == 11 ? "8800gt"
                                                : "8800gtx");
  assert(B && "the defaults are boards");
  return *B;
}

std::string misfit(unsigned Capability, const Board &B) {
  const abi::Chip &Code = *abi::findChip(Capability);
  const bool IsOfSilicon = B.GeometryName != "tx1";
  if (Code.Silicon && IsOfSilicon &&
      Code.ComputeCapability <= B.count(Parameter::Capability))
    return "";
  if (Code.Silicon == IsOfSilicon && !Code.Silicon)
    return "";
  return "the code is of " + std::string(Code.Name) + ", which board " +
         B.Name + " does not run";
}

Expected<std::shared_ptr<const Board>> boardOption(StringRef Text) {
  if (Text.ends_with(".yaml") || Text.ends_with(".yml")) {
    Expected<Board> Read = readBoardFile(Text);
    if (!Read)
      return Read.takeError();
    return std::make_shared<const Board>(std::move(*Read));
  }
  SmallVector<StringRef, 16> Names;
  for (const Board &B : boards()) {
    if (B.Title.empty())
      continue;
    if (B.Name == Text)
      return std::make_shared<const Board>(B);
    Names.push_back(B.Name);
  }
  const StringRef Near = nearestWord(Text, Names);
  const std::string Hint = Near.empty() ? "" : "; near it: " + Near.str();
  return createStringError("unknown board '" + Text + "'" + Hint +
                           "; known: " + join(Names, " ") +
                           "; the name of a file with one ends in .yaml");
}

std::string boardsText(bool Verbose) {
  std::string Text;
  for (const Board &B : boards()) {
    if (B.Title.empty())
      continue;
    Text += fmt::format("{:10} {:3} SMs at {:4g} MHz, {} partitions, {:5.1f} "
                        "GB/s, geometry {}: {}\n",
                        B.Name, B.numSMs(), B[Parameter::SPClock],
                        B.count(Parameter::Partitions),
                        B.bytesPerSecond() / 1e9, B.GeometryName, B.Title);
    if (Verbose)
      Text += numbersText(B);
  }
  return Text;
}

} // namespace heddle::timing
