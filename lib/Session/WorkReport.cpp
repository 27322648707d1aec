//===- WorkReport.cpp - What is written about products and copies ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WorkReport.h"
#include "heddle/Runtime/Launcher.h"
#include "llvm/ADT/StringExtras.h"
#include <fmt/format.h>

using namespace llvm;

namespace heddle::session {

using sm::InstructionWork;

/// The name of the PTX instruction, with its modifiers, that \p Of is made
/// from; empty where there is no text.
static std::string mnemonicOf(const InstructionWork &Of,
                              runtime::LoadedModule *Module) {
  if (!Module || !Of.Line || !Of.Column ||
      Module->sourceLine(Of.File, Of.Line).empty())
    return "";
  const StringRef File =
      Of.File.empty() ? StringRef(Module->object().SourceName) : Of.File;
  // The line, and a caret below the first letter of the name.
  const std::string Excerpt = Module->excerpt(File, Of.Line, Of.Column);
  const auto [Line, Carets] = StringRef(Excerpt).split('\n');
  return Line.drop_front(std::min(Line.size(), Carets.find('^')))
      .take_until([](char C) { return isSpace(C) || C == ';'; })
      .str();
}

/// The operations of one product of the shape in \p Mnemonic, "m64n96k32"; 0
/// where there is none.
static uint64_t operationsOf(StringRef Mnemonic) {
  SmallVector<StringRef, 16> Words;
  Mnemonic.split(Words, '.');
  const bool IsSparse = any_of(Words, [](StringRef Word) {
    return Word == "sp" || Word.starts_with("sp::");
  });
  for (StringRef Word : Words) {
    uint64_t M = 0, N = 0, K = 0;
    if (Word.consume_front("m") && !Word.consumeInteger(10, M) &&
        Word.consume_front("n") && !Word.consumeInteger(10, N) &&
        Word.consume_front("k") && !Word.consumeInteger(10, K) && Word.empty())
      return 2 * M * N * K / (IsSparse ? 2 : 1);
  }
  return 0;
}

/// Whether an instruction of PTX copies in the background, or on its own.
static bool isCopy(StringRef Mnemonic) {
  return Mnemonic.starts_with("cp.") || Mnemonic.starts_with("st.async") ||
         Mnemonic.starts_with("red.async");
}

/// The bytes that a copy called \p Mnemonic moved. cp.async writes zeros before
/// the bytes that it reads, and others read maps of tensors.
static uint64_t copiedBytes(StringRef Mnemonic, const InstructionWork &Of) {
  const bool IsSmall = Mnemonic.starts_with("cp.async.c");
  return IsSmall ? Of.GlobalBytesRead : Of.BytesWritten;
}

WorkReport::WorkReport(const LaunchWork &Work, runtime::LoadedModule *Module) {
  for (const auto &[Address, Of] : Work) {
    const std::string Mnemonic = mnemonicOf(Of, Module);
    Sum.merge(Of);
    if (isCopy(Mnemonic))
      Copied[Mnemonic] += copiedBytes(Mnemonic, Of);
    const uint64_t Each = operationsOf(Mnemonic);
    for (const auto &[Name, Made] : Of.Products) {
      InstructionWork::Product &To = Products[Each ? Mnemonic : Name];
      To.Operations += Made.Operations;
      // The machine makes a large product of small ones.
      To.Count = Each ? To.Operations / Each : To.Count + Made.Count;
    }
  }
}

std::string WorkReport::text() const {
  std::string Text;
  auto Line = [&Text](uint64_t Count, const std::string &What) {
    if (Count)
      Text += fmt::format("{:>18}  {}\n", Count, What);
  };
  for (const auto &[Name, Made] : Products)
    Line(Made.Count,
         fmt::format("products of {} ({} operations)", Name, Made.Operations));
  for (const auto &[Name, Bytes] : Copied)
    Line(Bytes, fmt::format("bytes copied by {}", Name));
  Line(Sum.RowSets, "row_sets (of eight rows of ldmatrix and stmatrix)");
  Line(Sum.RowConflicts, "row_conflicts (passes)");
  Line(Sum.MbarrierLooks, "mbarrier_looks (thread-instructions)");
  Line(Sum.MbarrierUpdates, "mbarrier_updates (thread-instructions)");
  return Text;
}

json::Object WorkReport::toJSON() const {
  if (!Sum.any())
    return {};
  json::Object Shapes, Bytes;
  for (const auto &[Name, Made] : Products)
    Shapes[json::fixUTF8(Name)] =
        json::Object{{"count", Made.Count}, {"operations", Made.Operations}};
  for (const auto &[Name, Count] : Copied)
    Bytes[json::fixUTF8(Name)] = Count;
  return json::Object{{"products", std::move(Shapes)},
                      {"copied_bytes", std::move(Bytes)},
                      {"row_sets", Sum.RowSets},
                      {"row_conflicts", Sum.RowConflicts},
                      {"mbarrier_looks", Sum.MbarrierLooks},
                      {"mbarrier_updates", Sum.MbarrierUpdates}};
}

std::string WorkReport::remarks(const InstructionWork &Of) {
  std::string Text;
  auto Add = [&Text](const char *Name, uint64_t Count) {
    if (Count)
      Text += fmt::format("{}{}={}", Text.empty() ? "" : " ", Name, Count);
  };
  uint64_t Operations = 0;
  for (const auto &[Name, Made] : Of.Products)
    Operations += Made.Operations;
  Add("operations", Operations);
  Add("bytes_written", Of.BytesWritten);
  Add("row_sets", Of.RowSets);
  Add("row_conflicts", Of.RowConflicts);
  Add("mbarrier_looks", Of.MbarrierLooks);
  Add("mbarrier_updates", Of.MbarrierUpdates);
  return Text;
}

} // namespace heddle::session
