//===- SourceExcerpt.cpp - A source line under a message ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceExcerpt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <cstring>

using namespace heddle;
using llvm::SMLoc;
using llvm::SMRange;
using llvm::StringRef;

/// Columns of a line that are shown on each side of the caret, and columns
/// between two stops of the tab.
static constexpr size_t MaxContext = 100;
static constexpr size_t TabStop = 8;

SourcePlace heddle::placeOf(const llvm::SourceMgr &Sources, SMLoc Loc) {
  unsigned Buffer = Sources.FindBufferContainingLoc(Loc);
  StringRef Text = Sources.getMemoryBuffer(Buffer)->getBuffer();
  const char *P = Loc.getPointer();
  const char *Start = P;
  while (Start != Text.begin() && Start[-1] != '\n')
    --Start;
  const void *Found = std::memchr(P, '\n', Text.end() - P);
  const char *End = Found ? static_cast<const char *>(Found) : Text.end();
  return {Sources.FindLineNumber(Loc, Buffer), unsigned(P - Start + 1),
          StringRef(Start, End - Start)};
}

static bool isShown(char C) { return C >= ' ' && C < 0x7f; }

static std::string inBrackets(char C) {
  return "<" + llvm::toHex(StringRef(&C, 1)) + ">";
}

std::string heddle::printable(StringRef Text) {
  std::string Result;
  for (char C : Text) {
    if (isShown(C))
      Result += C;
    else if (C == '\n' || C == '\t' || C == '\r')
      Result += ' ';
    else
      Result += inBrackets(C);
  }
  return Result;
}

namespace {
/// The part of a line that is shown, and where each of its bytes appears.
class Window {
public:
  Window(StringRef Line, const char *Caret, std::string &Out);
  /// The column of \p P, which is moved into the window.
  size_t column(const char *P) const {
    P = std::clamp(P, Begin, Begin + (Columns.size() - 1));
    return Columns[P - Begin];
  }

private:
  const char *Begin;
  llvm::SmallVector<size_t, 256> Columns;
};
} // namespace

Window::Window(StringRef Line, const char *Caret, std::string &Out)
    : Begin(Line.begin()) {
  const char *End = Line.end();
  if (Line.size() > 2 * MaxContext) {
    if (size_t(Caret - Begin) > MaxContext) {
      Begin = Caret - MaxContext;
      Out += "...";
    }
    if (size_t(End - Caret) > MaxContext)
      End = Caret + MaxContext;
  }
  for (const char *P = Begin; P != End; ++P) {
    Columns.push_back(Out.size());
    if (*P == '\t')
      Out.append(TabStop - Out.size() % TabStop, ' ');
    else if (isShown(*P))
      Out += *P;
    else
      Out += inBrackets(*P);
  }
  Columns.push_back(Out.size());
  if (End != Line.end())
    Out += "...";
}

static void trim(std::string &Text) {
  Text.resize(StringRef(Text).rtrim(' ').size());
}

SourceExcerpt::SourceExcerpt(StringRef LineText, SMLoc Loc,
                             llvm::ArrayRef<SMRange> Ranges,
                             llvm::ArrayRef<llvm::SMFixIt> FixIts) {
  // The end of a line that Windows wrote is no part of it.
  LineText.consume_back("\r");
  const char *Caret = std::min(Loc.getPointer(), LineText.end());
  Window View(LineText, Caret, Line);
  auto IsOnLine = [&](SMRange R) {
    return R.isValid() && R.Start.getPointer() <= LineText.end() &&
           R.End.getPointer() >= LineText.begin();
  };
  Carets.assign(Line.size() + 1, ' ');
  for (SMRange R : Ranges)
    if (IsOnLine(R)) {
      size_t From = View.column(R.Start.getPointer());
      size_t To = View.column(R.End.getPointer());
      std::fill(Carets.begin() + From, Carets.begin() + To, '~');
    }
  Carets[View.column(Caret)] = '^';
  for (const llvm::SMFixIt &Fix : FixIts) {
    if (!IsOnLine(Fix.getRange()) || Fix.getText().contains('\n'))
      continue;
    // Behind the hint before, when two are close.
    size_t Column = View.column(Fix.getRange().Start.getPointer());
    if (!Hints.empty() && Column <= Hints.size())
      Column = Hints.size() + 1;
    Hints.resize(Column, ' ');
    Hints += printable(Fix.getText());
    std::string Removed(View.column(Fix.getRange().End.getPointer()) -
                            View.column(Fix.getRange().Start.getPointer()),
                        '~');
    std::copy(Removed.begin(), Removed.end(),
              Carets.begin() + View.column(Fix.getRange().Start.getPointer()));
    Carets[View.column(Caret)] = '^';
  }
  trim(Line);
  trim(Carets);
  trim(Hints);
}
