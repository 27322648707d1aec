//===- Tool.cpp - What all command line tools share -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Support/Tool.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace heddle {
namespace {

/// Ids above those of every tool's own options.
enum CommonOption : unsigned {
  OptColor = 1u << 30,
  OptVersion,
  OptHelp,
  OptHiddenHelp,
  OptManPage,
  OptCompletion,
};

constexpr OptionRow CommonRows[] = {
    {OptColor, "color", OptionRow::Value, "=auto|always|never",
     "colour in messages (auto: on a terminal, unless NO_COLOR is set)",
     OptionRow::Rare},
    {OptManPage, "man-page", OptionRow::Flag, "",
     "print the manual page, for man -l -", OptionRow::Rare},
    {OptCompletion, "completion", OptionRow::Value, "=bash|zsh|fish",
     "print a completion script for this shell", OptionRow::Rare},
    {OptVersion, "version", OptionRow::Flag, "", "print the version"},
    {OptVersion, "V", OptionRow::Flag},
    {OptHelp, "help", OptionRow::Flag, "",
     "this text; --help-hidden: all options"},
    {OptHelp, "h", OptionRow::Flag},
    {OptHiddenHelp, "help-hidden", OptionRow::Flag},
};

/// Exit codes that Tool itself gives.
enum ToolExit { Done = 0, UsageOrFileError = 2 };

bool wantsColor() {
  // https://no-color.org
  std::optional<std::string> NoColor = sys::Process::GetEnv("NO_COLOR");
  return (!NoColor || NoColor->empty()) && errs().has_colors();
}

} // namespace

ArrayRef<OptionRow> commonOptionRows() { return CommonRows; }

Tool::Tool(ToolInfo TheInfo, int argc, char **argv)
    : Info(std::move(TheInfo)), AllRows(Info.Rows), Args(argv + 1, argv + argc),
      Color(wantsColor()) {
  AllRows.insert(AllRows.end(), std::begin(CommonRows), std::end(CommonRows));
  Info.Rows = AllRows;
}

/// LLVM keeps an @FILE that cannot be read as an argument, which then stands
/// for something else.
static Error checkResponseFiles(ArrayRef<const char *> Args) {
  for (StringRef Arg : Args) {
    if (Arg == "--")
      break;
    if (Arg.consume_front("@") && !sys::fs::exists(Arg))
      return createStringError("cannot read response file '" + Arg +
                               "': No such file or directory");
  }
  return Error::success();
}

Error Tool::expandResponseFiles() {
  if (Error E = checkResponseFiles(Args))
    return E;
  cl::ExpansionContext Context(Storage, cl::TokenizeGNUCommandLine);
  return Context.expandResponseFiles(Args);
}

Error Tool::setColor(StringRef Mode) {
  if (Mode == "auto")
    Color = wantsColor();
  else if (Mode == "always" || Mode == "never")
    Color = Mode == "always";
  else
    return createStringError("option '--color' takes auto, always or never, "
                             "not '" +
                             Mode + "'");
  return Error::success();
}

/// True when \p O was a question, which is answered now.
Expected<bool> Tool::answer(const ParsedOption &O) {
  if (O.Id == OptCompletion) {
    Expected<std::string> Script = formatCompletion(Info, O.Value);
    if (!Script)
      return Script.takeError();
    outs() << *Script;
    return true;
  }
  Expected<bool> Asked = flagValue("help", O);
  if (!Asked || !*Asked)
    return Asked;
  switch (O.Id) {
  case OptVersion:
    outs() << Info.Name << " (Heddle) " HEDDLE_VERSION
           << ", LLVM " LLVM_VERSION_STRING "\n";
    break;
  case OptManPage:
    outs() << formatManPage(Info, HEDDLE_VERSION);
    break;
  case OptHelp:
  case OptHiddenHelp: {
    bool All = O.Id == OptHiddenHelp;
    outs() << formatHelp("usage: " + Info.Usage, AllRows, All) << Info.Epilog;
    if (All && Info.PrintHidden)
      Info.PrintHidden();
    break;
  }
  }
  return true;
}

std::optional<ParsedCommandLine> Tool::parse(ForeignOptionFn IsForeign) {
  auto Refuse = [this](Error E) {
    Exit = failUsage(std::move(E));
    return std::nullopt;
  };
  // Arguments of a program are nobody else's.
  if (!Info.RunsProgram) {
    if (Error E = expandResponseFiles())
      return Refuse(std::move(E));
    // Mistakes elsewhere on the line are coloured as the line asks.
    for (StringRef Arg : Args)
      if (Arg.consume_front("--color="))
        consumeError(setColor(Arg));
  }
  Expected<ParsedCommandLine> Parsed =
      parseCommandLine(AllRows, Args, IsForeign, Info.RunsProgram);
  if (!Parsed)
    return Refuse(Parsed.takeError());
  ParsedCommandLine Rest = std::move(*Parsed);
  for (const ParsedOption &O : Rest.Options)
    if (O.Id == OptColor)
      if (Error E = setColor(O.Value))
        return Refuse(std::move(E));
  for (const ParsedOption &O : Rest.Options) {
    if (O.Id <= OptColor)
      continue;
    Expected<bool> Answered = answer(O);
    if (!Answered)
      return Refuse(Answered.takeError());
    if (*Answered) {
      Exit = Done;
      return std::nullopt;
    }
  }
  erase_if(Rest.Options,
           [](const ParsedOption &O) { return O.Id >= OptColor; });
  return Rest;
}

void Tool::say(bool IsError, const Twine &Message) const {
  raw_ostream &OS = errs();
  OS << Info.Name << ": ";
  if (Color)
    OS.changeColor(IsError ? raw_ostream::RED : raw_ostream::MAGENTA,
                   /*Bold=*/true);
  OS << (IsError ? "error: " : "warning: ");
  if (Color)
    OS.resetColor();
  OS << Message << '\n';
}

int Tool::fail(const Twine &Message) const {
  say(/*IsError=*/true, Message);
  return UsageOrFileError;
}

int Tool::fail(Error E) const { return fail(toString(std::move(E))); }

int Tool::failUsage(Error E) const {
  return fail(toString(std::move(E)) + "; see --help");
}

void Tool::warn(const Twine &Message) const { say(/*IsError=*/false, Message); }

} // namespace heddle
