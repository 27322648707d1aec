//===- DebugSections.cpp - The sections that PTX has as text --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DebugSections.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace heddle::debugger {

namespace {

/// The width of ".b8", ".b16", ".b32" or ".b64"; 0: it is none of them.
unsigned widthOf(StringRef Word) {
  unsigned Bits = 0;
  if (!Word.consume_front(".b") || Word.getAsInteger(10, Bits) ||
      (Bits != 8 && Bits != 16 && Bits != 32 && Bits != 64))
    return 0;
  return Bits / 8;
}

/// Twice over the lines: the first time finds the labels.
class Reader {
public:
  explicit Reader(StringRef Text) : Text(Text) {}
  DebugSections read() {
    pass();
    IsLast = true;
    pass();
    return std::move(Result);
  }

private:
  void pass();
  void takeLine(StringRef Line);
  uint64_t valueOf(StringRef Operand);
  uint64_t termOf(StringRef Term);

  StringRef Text;
  DebugSections Result;
  StringMap<uint64_t> Labels;
  bool IsLast = false;
  uint32_t LineNumber = 0;
  /// The bytes of the section that a line is in; null: it is in the code.
  std::string *Section = nullptr;
};

void Reader::pass() {
  Result.Bytes.clear();
  Section = nullptr;
  LineNumber = 0;
  for (StringRef Rest = Text; !Rest.empty();) {
    StringRef Line;
    std::tie(Line, Rest) = Rest.split('\n');
    ++LineNumber;
    takeLine(Line.split("//").first.trim());
  }
}

void Reader::takeLine(StringRef Line) {
  if (Line.consume_front(".section")) {
    StringRef Name = Line.trim().take_until(
        [](char C) { return isSpace(C) || C == '{' || C == ','; });
    Name.consume_front(".");
    Section = &Result.Bytes[Name];
    return;
  }
  if (Section && Line.starts_with("}")) {
    Section = nullptr;
    return;
  }
  if (auto [Name, Rest] = Line.split(':');
      Name.size() != Line.size() && !Name.contains(' ') &&
      !Name.contains('\t') && !Name.empty()) {
    Labels.try_emplace(Name, Section ? Section->size() : LineNumber);
    Line = Rest.trim();
  }
  if (!Section)
    return;
  Line.consume_front("{");
  auto [Word, Operands] = Line.trim().split(' ');
  const unsigned Bytes = widthOf(Word.trim());
  if (Bytes == 0)
    return;
  SmallVector<StringRef, 16> Each;
  Operands.split(Each, ',');
  for (StringRef Operand : Each) {
    const uint64_t Value = IsLast ? valueOf(Operand.trim()) : 0;
    for (unsigned N = 0; N != Bytes; ++N)
      Section->push_back(char(Value >> (8 * N)));
  }
}

uint64_t Reader::valueOf(StringRef Operand) {
  const size_t Sign = Operand.find_first_of("+-", 1);
  if (Sign == StringRef::npos)
    return termOf(Operand);
  const uint64_t Left = termOf(Operand.take_front(Sign).trim());
  const uint64_t Right = termOf(Operand.drop_front(Sign + 1).trim());
  return Operand[Sign] == '+' ? Left + Right : Left - Right;
}

uint64_t Reader::termOf(StringRef Term) {
  uint64_t Number = 0;
  int64_t Signed = 0;
  if (!Term.getAsInteger(0, Number))
    return Number;
  if (!Term.getAsInteger(0, Signed))
    return uint64_t(Signed);
  if (auto It = Labels.find(Term); It != Labels.end())
    return It->second;
  // The beginning of a section, which may come later.
  if (Term.starts_with("."))
    return 0;
  Result.Symbols.push_back(Term.str());
  return uint64_t(Result.Symbols.size()) << SymbolShift;
}

} // namespace

DebugSections readDebugSections(StringRef Text) {
  if (!Text.contains(".section"))
    return {};
  return Reader(Text).read();
}

} // namespace heddle::debugger
