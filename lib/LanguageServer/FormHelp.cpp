//===- FormHelp.cpp - What the reference has on an instruction ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/LanguageServer/Document.h"
#include "llvm/ADT/SmallVector.h"

using namespace heddle;
using namespace heddle::lsp;
using llvm::StringRef;

/// docs/ptx.md, which is made of the tables of forms and of what the compiler
/// does with each.
static constexpr char Reference[] = {
#include "ptx.md.inc"
    0};

/// The length of the modifier that \p Spelling starts with, its dot included.
static size_t modifierLength(StringRef Spelling) {
  return std::min(Spelling.find('.', 1), Spelling.size());
}

/// Whether \p Spelling is an instance of \p Form, `ld[.weak].{u32,s32}`.
static bool matches(StringRef Form, StringRef Spelling) {
  if (Form.empty())
    return Spelling.empty();
  if (Form.starts_with("[.")) {
    size_t Close = Form.find(']');
    if (Close == StringRef::npos)
      return false;
    StringRef Behind = Form.drop_front(Close + 1);
    std::string With = (Form.slice(1, Close) + Behind).str();
    return matches(Behind, Spelling) || matches(With, Spelling);
  }
  if (Form.front() != '.') {
    size_t Length = std::min(Form.find_first_of(".["), Form.size());
    return Spelling.starts_with(Form.take_front(Length)) &&
           matches(Form.drop_front(Length), Spelling.drop_front(Length));
  }
  if (!Spelling.starts_with("."))
    return false;
  size_t Length = modifierLength(Spelling);
  StringRef Word = Spelling.slice(1, Length);
  StringRef Rest = Spelling.drop_front(Length);
  if (!Form.starts_with(".{")) {
    size_t End = std::min(Form.find_first_of(".[", 1), Form.size());
    return Form.slice(1, End) == Word && matches(Form.drop_front(End), Rest);
  }
  size_t Close = Form.find('}');
  if (Close == StringRef::npos)
    return false;
  llvm::SmallVector<StringRef, 16> Words;
  Form.slice(2, Close).split(Words, ',');
  for (StringRef One : Words)
    if (One == Word)
      return matches(Form.drop_front(Close + 1), Rest);
  return false;
}

/// The cells of a row; `\|` is a character of a cell.
static llvm::SmallVector<std::string, 4> cellsOf(StringRef Row) {
  llvm::SmallVector<std::string, 4> Cells(1);
  for (size_t I = 1; I < Row.size(); ++I) {
    if (Row[I] == '\\' && I + 1 < Row.size() && Row[I + 1] == '|')
      Cells.back() += Row[++I];
    else if (Row[I] == '|')
      Cells.emplace_back();
    else
      Cells.back() += Row[I];
  }
  return Cells;
}

/// Returns those parts of a cell that start with no modifier, or with one that
/// \p Spelling has.
static std::string partsFor(StringRef Cell, StringRef Spelling) {
  std::string Kept;
  llvm::SmallVector<StringRef, 16> Parts;
  Cell.split(Parts, "; ");
  for (StringRef Part : Parts) {
    StringRef Rest = Part.trim();
    if (Rest.consume_front("`")) {
      StringRef Modifier = Rest.take_until([](char C) { return C == '`'; });
      size_t At = Spelling.find(Modifier);
      StringRef Behind = At == StringRef::npos
                             ? "x"
                             : Spelling.drop_front(At + Modifier.size());
      if (!Behind.empty() && Behind.front() != '.')
        continue;
    }
    Kept += (Kept.empty() ? "" : "; ") + Part.trim().str();
  }
  return Kept;
}

std::string heddle::lsp::describeForm(StringRef Spelling) {
  std::string Text;
  StringRef Mnemonic = Spelling.split('.').first;
  for (StringRef Rest = Reference; !Rest.empty();) {
    StringRef Row;
    std::tie(Row, Rest) = Rest.split('\n');
    if (!Row.consume_front("| `") || !Row.starts_with(Mnemonic))
      continue;
    StringRef Form =
        Row.take_until([](char C) { return C == ' ' || C == '`'; });
    if (!matches(Form, Spelling))
      continue;
    auto Cells = cellsOf(Row.str().insert(0, "|`"));
    if (Cells.size() < 4)
      continue;
    auto Line = [&](StringRef Title, StringRef Cell) {
      if (!Cell.trim().empty())
        Text += ("\n\n" + Title + " " + Cell.trim()).str();
    };
    Text += StringRef(Cells[0]).trim();
    Line("Since PTX", partsFor(Cells[1], Spelling));
    Line("Modifiers:", partsFor(Cells[2], Spelling));
    Line("Executed on", Cells[3] == " — " ? "no chip" : StringRef(Cells[3]));
    Text += "\n\n";
  }
  return StringRef(Text).rtrim().str();
}
