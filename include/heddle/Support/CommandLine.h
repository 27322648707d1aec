//===- CommandLine.h - Options the way ptxas takes them ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A command line as a table of rows. Values are written -x=v, -x v, --x=v or
/// --x v, for booleans, too; llvm::cl refuses half of that and exits with 1 on
/// a mistake, where a usage error is 2 here.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SUPPORT_COMMANDLINE_H
#define HEDDLE_SUPPORT_COMMANDLINE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace heddle {

struct OptionRow {
  enum KindType : uint8_t {
    /// -x, with an optional true or false.
    Flag,
    /// -x VALUE
    Value,
    /// -x or -x=VALUE; one of Words also as the next argument.
    Optional,
    /// -xVALUE or -x VALUE: -O3, -Wno-NAME.
    Joined,
  };
  enum StatusType : uint8_t {
    Supported,
    /// Works; told by --help-hidden and the manual page, since --help is to fit
    /// a screen.
    Rare,
    /// Part of the command line, but not there yet: a usage error that says so.
    NotYet,
    /// An option of ptxas that has no meaning here: accepted with a warning.
    Ignored,
  };

  unsigned Id = 0;
  /// Without dashes.
  const char *Name = "";
  KindType Kind = Flag;
  /// The text that --help prints behind the name, "=FILE"; may be empty.
  const char *ValueName = "";
  /// Null: not shown in --help.
  const char *Help = nullptr;
  StatusType Status = Supported;
  /// Words separated by '|' that shells complete. Optional: they are a value
  /// when they follow.
  const char *Words = "";
};

struct ParsedOption {
  unsigned Id = 0;
  std::string Value;
  bool HasValue = false;
};

struct ParsedCommandLine {
  std::vector<ParsedOption> Options;
  std::vector<std::string> Files;
  /// Names of ignored options, once each, as written.
  std::vector<std::string> Ignored;
  /// Arguments that \p IsForeign took.
  std::vector<std::string> Foreign;
};

/// Looks at an unknown option's name, without dashes and value. Returns how
/// many arguments beyond the option itself belong to it, or -1: unknown.
using ForeignOptionFn =
    llvm::function_ref<int(llvm::StringRef Name, bool HasValue)>;

/// Reads \p Args, without the program's name. "-" is a file, and all that
/// follows "--". Unknown options are errors that suggest the nearest name.
/// \p EndsAtFile: what follows the first file is that program's.
llvm::Expected<ParsedCommandLine> parseCommandLine(
    llvm::ArrayRef<OptionRow> Rows, llvm::ArrayRef<const char *> Args,
    ForeignOptionFn IsForeign = [](llvm::StringRef, bool) { return -1; },
    bool EndsAtFile = false);

/// \p Usage, then a line for each row that has help; rare ones if \p All.
std::string formatHelp(llvm::StringRef Usage, llvm::ArrayRef<OptionRow> Rows,
                       bool All = false);

/// The option's name as it is written: "-x", "-O" in front of a joined value,
/// "--name".
std::string withDashes(const OptionRow &Row);

/// "option '--NAME' takes FORM, not 'TEXT'".
llvm::Error malformedValue(llvm::StringRef Name, llvm::StringRef Text,
                           const llvm::Twine &Form);

/// A flag's value: absent and "true" are true, "false" is false.
llvm::Expected<bool> flagValue(llvm::StringRef Name, const ParsedOption &O);

/// Gives \p Flag the value of \p O.
llvm::Error setFlag(llvm::StringRef Name, const ParsedOption &O, bool &Flag);

/// The one of \p Files; another number of them is an error.
llvm::Expected<std::string> onlyInput(llvm::ArrayRef<std::string> Files);

/// A whole number from \p Min to \p Max.
llvm::Expected<uint64_t> numberValue(llvm::StringRef Name,
                                     const ParsedOption &O, uint64_t Min,
                                     uint64_t Max);

} // namespace heddle

#endif // HEDDLE_SUPPORT_COMMANDLINE_H
