//===- Tool.h - What all command line tools share ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A tool says once what it is and which options it has; its help, its version,
/// its man page and its shell completions are made from that. Response files,
/// colour and the form of errors are the same for all tools.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SUPPORT_TOOL_H
#define HEDDLE_SUPPORT_TOOL_H

#include "heddle/Support/CommandLine.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Allocator.h"
#include <optional>

namespace heddle {

struct ExitCodeRow {
  int Code;
  const char *Meaning;
};

/// A tool's description of itself.
struct ToolInfo {
  const char *Name;
  /// Half a sentence: "assembles PTX to objects".
  const char *Summary;
  /// The lines behind "usage: ", without it.
  std::string Usage;
  /// Paragraphs of the man page, an empty line between two.
  std::string Description;
  std::vector<OptionRow> Rows;
  std::vector<ExitCodeRow> ExitCodes;
  /// The text that --help prints behind the options.
  std::string Epilog = {};
  /// Prints the part of --help-hidden behind the rare options; may be null.
  void (*PrintHidden)() = nullptr;
  /// The first file is a program, and what follows it are its arguments.
  bool RunsProgram = false;
};

/// The options that every tool has: help, version, colour, man page and
/// completions. They come behind the tool's own rows.
llvm::ArrayRef<OptionRow> commonOptionRows();

/// A running tool. Prints; belongs in main functions only.
class Tool {
public:
  Tool(ToolInfo Info, int argc, char **argv);

  /// Reads the command line, @FILE expanded. Nothing when there is nothing left
  /// to do: a question like --help was answered, or a mistake reported.
  /// exitCode() says how that went.
  std::optional<ParsedCommandLine>
  parse(ForeignOptionFn IsForeign = [](llvm::StringRef, bool) { return -1; });
  int exitCode() const { return Exit; }

  /// "NAME: error: MESSAGE" on stderr. Returns 2, the exit code of usage and
  /// file errors.
  int fail(const llvm::Twine &Message) const;
  int fail(llvm::Error E) const;
  /// Fails because of a wrong command line; points to --help.
  int failUsage(llvm::Error E) const;
  void warn(const llvm::Twine &Message) const;
  /// Whether messages on stderr are coloured.
  bool color() const { return Color; }

private:
  llvm::Error setColor(llvm::StringRef Mode);
  llvm::Expected<bool> answer(const ParsedOption &O);
  llvm::Error expandResponseFiles();
  void say(bool IsError, const llvm::Twine &Message) const;

  ToolInfo Info;
  std::vector<OptionRow> AllRows;
  llvm::BumpPtrAllocator Storage;
  llvm::SmallVector<const char *, 16> Args;
  bool Color = false;
  int Exit = 0;
};

/// \p Info as a page for man(1), in roff's man macros.
std::string formatManPage(const ToolInfo &Info, llvm::StringRef Version);

/// A completion script for \p Shell: "bash", "zsh" or "fish".
llvm::Expected<std::string> formatCompletion(const ToolInfo &Info,
                                             llvm::StringRef Shell);

/// The words that can stand behind an option: those of OptionRow::Words, or
/// those in a value name such as "=text|json[:FILE]". Empty when any text can.
std::vector<std::string> valueWords(const OptionRow &Row);

} // namespace heddle

#endif // HEDDLE_SUPPORT_TOOL_H
