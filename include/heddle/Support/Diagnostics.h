//===- Diagnostics.h - Errors and warnings about the user's PTX -*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Collects and prints what is wrong with a PTX file. Text diagnostics look
/// like Clang's: FILE:LINE:COL: error: message, source line, caret. Libraries
/// report here and never print.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SUPPORT_DIAGNOSTICS_H
#define HEDDLE_SUPPORT_DIAGNOSTICS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/SourceMgr.h"
#include <functional>
#include <utility>
#include <vector>

namespace heddle {

/// A diagnostic that is shown, for programs, which do not read texts.
struct ShownDiagnostic {
  llvm::SourceMgr::DiagKind Kind;
  /// The name of a warning or a remark; else empty.
  llvm::StringRef Name;
  llvm::StringRef File;
  /// From 1; 0: it has no place.
  unsigned Line = 0, Column = 0;
  llvm::StringRef Message;
};

struct DiagnosticOptions {
  /// JSON is one list; JSONLines an object a line, for tools that report other
  /// things, too.
  enum FormatKind { Text, JSON, JSONLines };
  FormatKind Format = Text;
  /// -w: no warnings at all.
  bool IgnoreWarnings = false;
  /// -Werror without a name.
  bool AllWarningsAreErrors = false;
  /// -Werror=NAME and -Wno-NAME.
  llvm::StringSet<> WarningsAsErrors;
  llvm::StringSet<> DisabledWarnings;
  /// Stop printing after so many errors; 0 = no limit.
  unsigned MaxErrors = 20;
  bool Color = false;
  /// Sees every error, shown or not.
  std::function<void(llvm::SMLoc, llvm::StringRef)> OnError;
  /// Sees what is shown.
  std::function<void(const ShownDiagnostic &)> OnShown;
};

/// All names that -Wno-NAME and -Werror=NAME take: the rows of Warnings.def.
llvm::ArrayRef<llvm::StringRef> warningNames();

/// A buffer of a SourceMgr.
struct SourceFile {
  llvm::StringRef Name;
  /// See Diagnostics::position.
  unsigned FirstLine = 1;
};

/// Reports on one SourceMgr. Counts errors; the caller looks at hadError().
class Diagnostics {
public:
  Diagnostics(llvm::SourceMgr &Sources, llvm::raw_ostream &OS,
              DiagnosticOptions Options = {});
  ~Diagnostics();

  void error(llvm::SMLoc Loc, const llvm::Twine &Message,
             llvm::ArrayRef<llvm::SMRange> Ranges = {},
             llvm::ArrayRef<llvm::SMFixIt> FixIts = {});
  /// \p Name is what -Wno-NAME and -Werror=NAME take; it is printed behind the
  /// message as [-WNAME].
  void warning(llvm::StringRef Name, llvm::SMLoc Loc,
               const llvm::Twine &Message,
               llvm::ArrayRef<llvm::SMRange> Ranges = {},
               llvm::ArrayRef<llvm::SMFixIt> FixIts = {});
  /// Something to know that is no mistake: a note of its own, which -w and
  /// -Wno-NAME silence and -Werror=NAME, but not -Werror, makes an error.
  void advice(llvm::StringRef Name, llvm::SMLoc Loc, const llvm::Twine &Message,
              llvm::ArrayRef<llvm::SMRange> Ranges = {});
  /// A message of a pass to users who asked for it. \p Name is printed behind
  /// the message as [-RNAME].
  void remark(llvm::StringRef Name, llvm::SMLoc Loc,
              const llvm::Twine &Message);
  void note(llvm::SMLoc Loc, const llvm::Twine &Message,
            llvm::ArrayRef<llvm::SMRange> Ranges = {});

  /// Line and column of \p Loc, from 1. Lines count on from one buffer of the
  /// SourceMgr to the next, so that a number is enough for a place in any file.
  std::pair<unsigned, unsigned> position(llvm::SMLoc Loc) const;

  /// Place of (\p Line, \p Column), as position() has them: for stages that
  /// know only a debug location. Line 0 gives an invalid location, and the
  /// message is printed with the file name alone.
  llvm::SMLoc locFor(unsigned Line, unsigned Column) const;

  /// The buffers, in order.
  llvm::ArrayRef<SourceFile> files() const;

  /// Whether there was an error since the last startOver().
  bool hadError() const { return NumErrors != FirstError; }
  /// From here on hadError() is about new errors only. numErrors() counts on.
  void startOver() { FirstError = NumErrors; }
  /// Whether warnings are left out that were heard before.
  void setRepeating(bool IsRepeating) { LeavesWarningsOut = IsRepeating; }
  unsigned numErrors() const { return NumErrors; }
  unsigned numWarnings() const { return NumWarnings; }
  llvm::SourceMgr &sources() { return Sources; }

  /// Prints what is still held back: the closing bracket of a JSON list, the
  /// count of errors beyond the limit. Called once, at the end.
  void finish();

private:
  void emit(llvm::SourceMgr::DiagKind Kind, llvm::StringRef Name,
            llvm::SMLoc Loc, const llvm::Twine &Message,
            llvm::ArrayRef<llvm::SMRange> Ranges,
            llvm::ArrayRef<llvm::SMFixIt> FixIts);

  llvm::SourceMgr &Sources;
  /// The files that were there when they were last asked for.
  mutable std::vector<SourceFile> Files;
  llvm::raw_ostream &OS;
  DiagnosticOptions Options;
  unsigned NumErrors = 0, FirstError = 0;
  bool LeavesWarningsOut = false;
  unsigned NumWarnings = 0;
  bool LastWasShown = true;
  bool Finished = false;
  bool AnyJSON = false;
};

} // namespace heddle

#endif // HEDDLE_SUPPORT_DIAGNOSTICS_H
