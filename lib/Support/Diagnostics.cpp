//===- Diagnostics.cpp - Errors and warnings about the user's PTX ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Support/Diagnostics.h"
#include "SourceExcerpt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace heddle;
using llvm::ArrayRef;
using llvm::SMLoc;
using llvm::SourceMgr;
using llvm::StringRef;
using llvm::Twine;

Diagnostics::Diagnostics(SourceMgr &Sources, llvm::raw_ostream &OS,
                         DiagnosticOptions Options)
    : Sources(Sources), OS(OS), Options(std::move(Options)) {}

Diagnostics::~Diagnostics() { finish(); }

void Diagnostics::error(SMLoc Loc, const Twine &Message,
                        llvm::ArrayRef<llvm::SMRange> Ranges,
                        llvm::ArrayRef<llvm::SMFixIt> FixIts) {
  emit(SourceMgr::DK_Error, {}, Loc, Message, Ranges, FixIts);
}

ArrayRef<StringRef> heddle::warningNames() {
  static constexpr StringRef Names[] = {
#define HEDDLE_WARNING(NAME) NAME,
#include "heddle/Support/Warnings.def"
  };
  return Names;
}

void Diagnostics::warning(StringRef Name, SMLoc Loc, const Twine &Message,
                          llvm::ArrayRef<llvm::SMRange> Ranges,
                          llvm::ArrayRef<llvm::SMFixIt> FixIts) {
  assert(llvm::is_contained(warningNames(), Name) &&
         "a warning that Warnings.def lacks");
  // -Werror=NAME wins over -Wno-NAME and -w: it asks for this one by name.
  bool IsError = Options.WarningsAsErrors.contains(Name);
  if (LeavesWarningsOut) {
    LastWasShown = false;
    return;
  }
  if (!IsError &&
      (Options.IgnoreWarnings || Options.DisabledWarnings.contains(Name))) {
    LastWasShown = false;
    return;
  }
  IsError |= Options.AllWarningsAreErrors;
  emit(IsError ? SourceMgr::DK_Error : SourceMgr::DK_Warning, Name, Loc,
       Message, Ranges, FixIts);
}

void Diagnostics::advice(StringRef Name, SMLoc Loc, const Twine &Message,
                         llvm::ArrayRef<llvm::SMRange> Ranges) {
  if (Options.WarningsAsErrors.contains(Name))
    return warning(Name, Loc, Message, Ranges);
  LastWasShown = !LeavesWarningsOut && !Options.IgnoreWarnings &&
                 !Options.DisabledWarnings.contains(Name);
  emit(SourceMgr::DK_Note, Name, Loc, Message, Ranges, {});
}

void Diagnostics::remark(StringRef Name, SMLoc Loc, const Twine &Message) {
  emit(SourceMgr::DK_Remark, Name, Loc, Message, {}, {});
}

void Diagnostics::note(SMLoc Loc, const Twine &Message,
                       llvm::ArrayRef<llvm::SMRange> Ranges) {
  emit(SourceMgr::DK_Note, {}, Loc, Message, Ranges, {});
}

ArrayRef<SourceFile> Diagnostics::files() const {
  unsigned Line = 1;
  for (unsigned N = Files.size(), End = Sources.getNumBuffers(); N != End;
       ++N) {
    // IDs of buffers count from 1.
    if (N != 0)
      Line = Files.back().FirstLine + 1 +
             Sources.getMemoryBuffer(N)->getBuffer().count('\n');
    Files.push_back(
        {Sources.getMemoryBuffer(N + 1)->getBufferIdentifier(), Line});
  }
  return Files;
}

std::pair<unsigned, unsigned> Diagnostics::position(SMLoc Loc) const {
  unsigned Buffer = Sources.FindBufferContainingLoc(Loc);
  auto [Line, Column] = Sources.getLineAndColumn(Loc, Buffer);
  return {Line + files()[Buffer - 1].FirstLine - 1, Column};
}

SMLoc Diagnostics::locFor(unsigned Line, unsigned Column) const {
  if (Line == 0)
    return {};
  ArrayRef<SourceFile> All = files();
  const auto *Next =
      llvm::upper_bound(All, Line, [](unsigned L, const SourceFile &F) {
        return L < F.FirstLine;
      });
  unsigned Buffer = unsigned(Next - All.begin());
  return Sources.FindLocForLineAndColumn(
      Buffer, Line - All[Buffer - 1].FirstLine + 1, Column);
}

static StringRef kindName(SourceMgr::DiagKind Kind) {
  switch (Kind) {
  case SourceMgr::DK_Error:
    return "error";
  case SourceMgr::DK_Warning:
    return "warning";
  case SourceMgr::DK_Remark:
    return "remark";
  case SourceMgr::DK_Note:
    return "note";
  }
  llvm_unreachable("unknown diagnostic kind");
}

static StringRef mainFileName(const SourceMgr &Sources) {
  if (Sources.getNumBuffers() == 0)
    return {};
  return Sources.getMemoryBuffer(Sources.getMainFileID())
      ->getBufferIdentifier();
}

namespace {
/// A message with all that belongs to it.
struct Message {
  SourceMgr::DiagKind Kind;
  /// The name of a warning or a remark; else empty.
  StringRef Name;
  SMLoc Loc;
  std::string Text;
  llvm::ArrayRef<llvm::SMRange> Ranges;
  llvm::ArrayRef<llvm::SMFixIt> FixIts;
};
} // namespace

static StringRef fileName(const SourceMgr &Sources, SMLoc Loc) {
  if (!Loc.isValid())
    return mainFileName(Sources);
  return Sources.getMemoryBuffer(Sources.FindBufferContainingLoc(Loc))
      ->getBufferIdentifier();
}

/// One object of the JSON list. A range ends before its end column.
static llvm::json::Object toJSON(const SourceMgr &Sources, const Message &D) {
  auto Place = [&](SMLoc Loc) {
    SourcePlace P = placeOf(Sources, Loc);
    return llvm::json::Object{{"line", P.Line}, {"column", P.Column}};
  };
  SourcePlace At{0, 0, {}};
  if (D.Loc.isValid())
    At = placeOf(Sources, D.Loc);
  llvm::json::Object Object{
      {"file", llvm::json::fixUTF8(fileName(Sources, D.Loc))},
      {"line", At.Line},
      {"column", At.Column},
      {"severity", kindName(D.Kind)},
      {"message", D.Text}};
  if (!D.Name.empty())
    Object["name"] = D.Name;
  llvm::json::Array RangeList;
  for (llvm::SMRange R : D.Ranges)
    if (R.isValid())
      RangeList.push_back(
          llvm::json::Object{{"start", Place(R.Start)}, {"end", Place(R.End)}});
  Object["ranges"] = std::move(RangeList);
  llvm::json::Array FixIts;
  for (const llvm::SMFixIt &F : D.FixIts)
    FixIts.push_back(
        llvm::json::Object{{"start", Place(F.getRange().Start)},
                           {"end", Place(F.getRange().End)},
                           {"text", llvm::json::fixUTF8(F.getText())}});
  Object["fixits"] = std::move(FixIts);
  return Object;
}

static llvm::raw_ostream::Colors colorOf(SourceMgr::DiagKind Kind) {
  switch (Kind) {
  case SourceMgr::DK_Error:
    return llvm::raw_ostream::RED;
  case SourceMgr::DK_Warning:
    return llvm::raw_ostream::MAGENTA;
  case SourceMgr::DK_Remark:
    return llvm::raw_ostream::BLUE;
  case SourceMgr::DK_Note:
    return llvm::raw_ostream::BLACK;
  }
  llvm_unreachable("unknown diagnostic kind");
}

static void printText(const SourceMgr &Sources, const Message &D,
                      llvm::raw_ostream &OS, bool Color) {
  auto Paint = [&](llvm::raw_ostream::Colors C, bool Bold) {
    if (Color)
      OS.changeColor(C, Bold);
  };
  auto Plain = [&] {
    if (Color)
      OS.resetColor();
  };
  SourcePlace At{0, 0, {}};
  if (D.Loc.isValid())
    At = placeOf(Sources, D.Loc);
  Paint(llvm::raw_ostream::SAVEDCOLOR, true);
  StringRef File = fileName(Sources, D.Loc);
  if (!File.empty())
    OS << (File == "-" ? "<stdin>" : printable(File));
  if (At.Line != 0)
    OS << ':' << At.Line << ':' << At.Column;
  OS << (File.empty() ? "" : ": ");
  Paint(colorOf(D.Kind), true);
  OS << kindName(D.Kind) << ": ";
  Plain();
  Paint(llvm::raw_ostream::SAVEDCOLOR, true);
  OS << D.Text;
  if (!D.Name.empty())
    OS << (D.Kind == SourceMgr::DK_Remark ? " [-R" : " [-W") << D.Name << ']';
  Plain();
  OS << '\n';
  if (At.Line == 0)
    return;
  SourceExcerpt Excerpt(At.LineText, D.Loc, D.Ranges, D.FixIts);
  OS << Excerpt.Line << '\n';
  Paint(llvm::raw_ostream::GREEN, true);
  OS << Excerpt.Carets << '\n';
  if (!Excerpt.Hints.empty())
    OS << Excerpt.Hints << '\n';
  Plain();
}

/// \p Text without the middle of a name that is too long to be read.
static std::string elided(std::string Text) {
  constexpr size_t Longest = 2000, Kept = 900;
  if (Text.size() > Longest)
    Text.replace(Kept, Text.size() - 2 * Kept, "[...]");
  return Text;
}

void Diagnostics::emit(SourceMgr::DiagKind Kind, StringRef Name, SMLoc Loc,
                       const Twine &Text, llvm::ArrayRef<llvm::SMRange> Ranges,
                       llvm::ArrayRef<llvm::SMFixIt> FixIts) {
  if (Kind == SourceMgr::DK_Error && Options.OnError)
    Options.OnError(Loc, Text.str());
  if (Kind == SourceMgr::DK_Note) {
    if (!LastWasShown)
      return;
  } else {
    if (Kind == SourceMgr::DK_Error)
      ++NumErrors;
    else if (Kind == SourceMgr::DK_Warning)
      ++NumWarnings;
    LastWasShown = Options.MaxErrors == 0 || NumErrors <= Options.MaxErrors;
    if (!LastWasShown)
      return;
  }
  // A user's token may hold any bytes; neither a terminal nor JSON takes them.
  Message D{Kind, Name, Loc, printable(elided(Text.str())), Ranges, FixIts};
  if (Options.OnShown) {
    SourcePlace At{0, 0, {}};
    if (Loc.isValid())
      At = placeOf(Sources, Loc);
    Options.OnShown(
        {Kind, Name, fileName(Sources, Loc), At.Line, At.Column, D.Text});
  }
  if (Options.Format == DiagnosticOptions::Text) {
    printText(Sources, D, OS, Options.Color);
    return;
  }
  if (Options.Format == DiagnosticOptions::JSONLines) {
    OS << llvm::json::Value(toJSON(Sources, D)) << '\n';
    return;
  }
  OS << (AnyJSON ? ",\n" : "[\n");
  AnyJSON = true;
  OS << llvm::json::Value(toJSON(Sources, D));
}

void Diagnostics::finish() {
  if (Finished)
    return;
  Finished = true;
  if (Options.Format == DiagnosticOptions::JSON) {
    OS << (AnyJSON ? "\n]\n" : "[]\n");
    return;
  }
  if (Options.Format == DiagnosticOptions::JSONLines)
    return;
  if (Options.MaxErrors != 0 && NumErrors > Options.MaxErrors)
    OS << mainFileName(Sources) << ": error: " << NumErrors - Options.MaxErrors
       << " more errors not shown (limit " << Options.MaxErrors
       << ", see --max-errors)\n";
}
