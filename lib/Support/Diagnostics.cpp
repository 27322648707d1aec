//===- Diagnostics.cpp - Errors and warnings about the user's PTX ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Support/Diagnostics.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace heddle;
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

void Diagnostics::warning(StringRef Name, SMLoc Loc, const Twine &Message,
                          llvm::ArrayRef<llvm::SMRange> Ranges,
                          llvm::ArrayRef<llvm::SMFixIt> FixIts) {
  // -Werror=NAME wins over -Wno-NAME and -w: it asks for this one by name.
  bool IsError = Options.WarningsAsErrors.contains(Name);
  if (!IsError &&
      (Options.IgnoreWarnings || Options.DisabledWarnings.contains(Name))) {
    LastWasShown = false;
    return;
  }
  IsError |= Options.AllWarningsAreErrors;
  emit(IsError ? SourceMgr::DK_Error : SourceMgr::DK_Warning, Name, Loc,
       Message, Ranges, FixIts);
}

void Diagnostics::note(SMLoc Loc, const Twine &Message,
                       llvm::ArrayRef<llvm::SMRange> Ranges) {
  emit(SourceMgr::DK_Note, {}, Loc, Message, Ranges, {});
}

SMLoc Diagnostics::locFor(unsigned Line, unsigned Column) const {
  if (Line == 0)
    return {};
  return Sources.FindLocForLineAndColumn(Sources.getMainFileID(), Line, Column);
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

/// One object of the JSON list. A range ends before its end column.
static llvm::json::Object toJSON(const SourceMgr &Sources,
                                 const llvm::SMDiagnostic &D,
                                 StringRef WarningName,
                                 llvm::ArrayRef<llvm::SMRange> Ranges) {
  llvm::json::Object Object{{"file", D.getFilename()},
                            {"line", std::max(D.getLineNo(), 0)},
                            {"column", D.getColumnNo() + 1},
                            {"severity", kindName(D.getKind())},
                            {"message", D.getMessage()}};
  if (!WarningName.empty())
    Object["name"] = WarningName;
  auto Place = [&](SMLoc Loc) {
    auto [Line, Column] = Sources.getLineAndColumn(Loc);
    return llvm::json::Object{{"line", Line}, {"column", Column}};
  };
  llvm::json::Array RangeList;
  for (llvm::SMRange R : Ranges)
    if (R.isValid())
      RangeList.push_back(
          llvm::json::Object{{"start", Place(R.Start)}, {"end", Place(R.End)}});
  Object["ranges"] = std::move(RangeList);
  llvm::json::Array FixIts;
  for (const llvm::SMFixIt &F : D.getFixIts())
    FixIts.push_back(
        llvm::json::Object{{"start", Place(F.getRange().Start)},
                           {"end", Place(F.getRange().End)},
                           {"text", llvm::json::fixUTF8(F.getText())}});
  Object["fixits"] = std::move(FixIts);
  return Object;
}

void Diagnostics::emit(SourceMgr::DiagKind Kind, StringRef WarningName,
                       SMLoc Loc, const Twine &Message,
                       llvm::ArrayRef<llvm::SMRange> Ranges,
                       llvm::ArrayRef<llvm::SMFixIt> FixIts) {
  if (Kind == SourceMgr::DK_Note) {
    if (!LastWasShown)
      return;
  } else {
    if (Kind == SourceMgr::DK_Error)
      ++NumErrors;
    else
      ++NumWarnings;
    LastWasShown = Options.MaxErrors == 0 || NumErrors <= Options.MaxErrors;
    if (!LastWasShown)
      return;
  }

  llvm::SmallString<128> Text;
  Message.toVector(Text);
  if (!WarningName.empty() && Options.Format == DiagnosticOptions::Text)
    (Text += (" [-W" + WarningName + "]").str());
  // A user's token may hold bytes that are no UTF-8; neither a terminal nor
  // JSON takes them.
  std::string Clean =
      llvm::json::isUTF8(Text) ? std::string(Text) : llvm::json::fixUTF8(Text);

  llvm::SMDiagnostic D =
      Loc.isValid() ? Sources.GetMessage(Loc, Kind, Clean, Ranges, FixIts)
                    : llvm::SMDiagnostic(mainFileName(Sources), Kind, Clean);
  if (Options.Format == DiagnosticOptions::Text) {
    D.print(nullptr, OS, Options.Color);
    return;
  }
  OS << (AnyJSON ? ",\n" : "[\n");
  AnyJSON = true;
  OS << llvm::json::Value(toJSON(Sources, D, WarningName, Ranges));
}

void Diagnostics::finish() {
  if (Finished)
    return;
  Finished = true;
  if (Options.Format == DiagnosticOptions::JSON) {
    OS << (AnyJSON ? "\n]\n" : "[]\n");
    return;
  }
  if (Options.MaxErrors != 0 && NumErrors > Options.MaxErrors)
    OS << mainFileName(Sources) << ": error: " << NumErrors - Options.MaxErrors
       << " more errors not shown (limit " << Options.MaxErrors
       << ", see --max-errors)\n";
}
