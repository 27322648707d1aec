//===- CommandLine.cpp - Options the way ptxas takes them -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Support/CommandLine.h"
#include "heddle/Support/NearestWord.h"
#include "heddle/Support/Number.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <cassert>

using namespace llvm;

namespace heddle {
namespace {

bool isWordOf(StringRef Words, StringRef Arg) {
  // "json:FILE" is the word "json" with something behind it.
  StringRef Head = Arg.split(':').first;
  SmallVector<StringRef, 4> List;
  Words.split(List, '|', -1, /*KeepEmpty=*/false);
  return is_contained(List, Head);
}

const OptionRow *findRow(ArrayRef<OptionRow> Rows, StringRef Name) {
  for (const OptionRow &Row : Rows)
    if (Name == Row.Name)
      return &Row;
  return nullptr;
}

/// -O3: the longest row that \p Text starts with.
const OptionRow *findJoined(ArrayRef<OptionRow> Rows, StringRef Text) {
  const OptionRow *Best = nullptr;
  for (const OptionRow &Row : Rows)
    if (Row.Kind == OptionRow::Joined && Text.starts_with(Row.Name) &&
        (!Best || StringRef(Row.Name).size() > StringRef(Best->Name).size()))
      Best = &Row;
  return Best;
}

Error unknownOption(ArrayRef<OptionRow> Rows, StringRef Arg, StringRef Name) {
  SmallVector<StringRef, 64> Names;
  for (const OptionRow &Row : Rows)
    Names.push_back(Row.Name);
  StringRef Best = nearestWord(Name, Names);
  std::string Hint;
  if (!Best.empty())
    Hint = (Twine("; did you mean '") + (Best.size() > 1 ? "--" : "-") + Best +
            "'?")
               .str();
  return createStringError("unknown option '" + Arg + "'" + Hint);
}

/// "; write --grid=X[,Y[,Z]]"
std::string exampleOf(const OptionRow &Row) {
  if (!StringRef(Row.ValueName).starts_with("="))
    return "";
  return ("; write --" + Twine(Row.Name) + Row.ValueName).str();
}

class Parser {
public:
  Parser(ArrayRef<OptionRow> Rows, ArrayRef<const char *> Args,
         ForeignOptionFn IsForeign, bool EndsAtFile)
      : Rows(Rows), Args(Args), IsForeign(IsForeign), EndsAtFile(EndsAtFile) {}

  Expected<ParsedCommandLine> parse();

private:
  Error parseOption(StringRef Arg);
  Error takeForeign(StringRef Arg, StringRef Name, bool HasValue);
  Error add(const OptionRow &Row, StringRef Arg, ParsedOption O);
  /// Whether \p Arg is an option of ours that its two dashes tell from a
  /// value, as in `--grid --block=32`.
  bool isOption(StringRef Arg) const {
    return Arg.consume_front("--") && findRow(Rows, Arg.split('=').first);
  }
  /// True when the next argument is the value of \p Row.
  bool nextIsValue(const OptionRow &Row) const;

  ArrayRef<OptionRow> Rows;
  ArrayRef<const char *> Args;
  ForeignOptionFn IsForeign;
  const bool EndsAtFile;
  ParsedCommandLine Result;
};

bool Parser::nextIsValue(const OptionRow &Row) const {
  if (Args.empty() || isOption(Args.front()))
    return false;
  switch (Row.Kind) {
  case OptionRow::Flag:
    return isWordOf("true|false", Args.front());
  case OptionRow::Optional:
    return isWordOf(Row.Words, Args.front());
  case OptionRow::Value:
  case OptionRow::Joined:
    return true;
  }
  llvm_unreachable("covered switch");
}

Error Parser::add(const OptionRow &Row, StringRef Arg, ParsedOption O) {
  O.Id = Row.Id;
  if (!O.HasValue && nextIsValue(Row)) {
    O.Value = Args.front();
    O.HasValue = true;
    Args = Args.drop_front();
  }
  bool NeedsValue =
      Row.Kind == OptionRow::Value || Row.Kind == OptionRow::Joined;
  if (NeedsValue && !O.HasValue)
    return createStringError("option '" + Arg + "' needs a value" +
                             exampleOf(Row));
  switch (Row.Status) {
  case OptionRow::Supported:
  case OptionRow::Rare:
    Result.Options.push_back(std::move(O));
    return Error::success();
  case OptionRow::NotYet:
    return createStringError("option '" + Arg.split('=').first +
                             "' is not supported yet");
  case OptionRow::Ignored:
    if (!is_contained(Result.Ignored, Arg.split('=').first))
      Result.Ignored.push_back(Arg.split('=').first.str());
    return Error::success();
  }
  llvm_unreachable("covered switch");
}

Error Parser::takeForeign(StringRef Arg, StringRef Name, bool HasValue) {
  int More = IsForeign(Name, HasValue);
  if (More < 0)
    return unknownOption(Rows, Arg, Name);
  Result.Foreign.push_back(Arg.str());
  for (; More > 0; --More) {
    if (Args.empty())
      return createStringError("option '" + Arg + "' needs a value");
    Result.Foreign.push_back(Args.front());
    Args = Args.drop_front();
  }
  return Error::success();
}

Error Parser::parseOption(StringRef Arg) {
  assert(Arg.starts_with("-") && Arg.size() > 1 && "a file, not an option");
  StringRef Body = Arg.drop_front(Arg.starts_with("--") ? 2 : 1);
  auto [Name, Value] = Body.split('=');
  ParsedOption O;
  O.HasValue = Body.contains('=');
  O.Value = Value.str();
  if (const OptionRow *Row = findRow(Rows, Name))
    return add(*Row, Arg, std::move(O));
  if (const OptionRow *Row = findJoined(Rows, Body)) {
    O.Value = Body.drop_front(StringRef(Row->Name).size()).str();
    O.HasValue = true;
    return add(*Row, Arg, std::move(O));
  }
  return takeForeign(Arg, Name, O.HasValue);
}

Expected<ParsedCommandLine> Parser::parse() {
  while (!Args.empty()) {
    StringRef Arg = Args.front();
    Args = Args.drop_front();
    if (Arg == "--") {
      Result.Files.insert(Result.Files.end(), Args.begin(), Args.end());
      break;
    }
    if (!Arg.starts_with("-") || Arg == "-") {
      Result.Files.push_back(Arg.str());
      if (!EndsAtFile)
        continue;
      Result.Files.insert(Result.Files.end(), Args.begin(), Args.end());
      break;
    }
    if (Error E = parseOption(Arg))
      return std::move(E);
  }
  return std::move(Result);
}

} // namespace

Expected<ParsedCommandLine> parseCommandLine(ArrayRef<OptionRow> Rows,
                                             ArrayRef<const char *> Args,
                                             ForeignOptionFn IsForeign,
                                             bool EndsAtFile) {
  return Parser(Rows, Args, IsForeign, EndsAtFile).parse();
}

std::string withDashes(const OptionRow &Row) {
  StringRef Name = Row.Name;
  bool IsShort = Name.size() == 1 || Row.Kind == OptionRow::Joined;
  return ((IsShort ? "-" : "--") + Name).str();
}

std::string formatHelp(StringRef Usage, ArrayRef<OptionRow> Rows, bool All) {
  constexpr size_t HelpColumn = 29;
  std::string Text = Usage.str();
  for (const OptionRow &Row : Rows) {
    if (!Row.Help || (Row.Status == OptionRow::Rare && !All))
      continue;
    std::string Line =
        StringRef(Row.Name).size() > 1 && Row.Kind != OptionRow::Joined ? "  --"
                                                                        : "  -";
    Line += Row.Name;
    Line += Row.ValueName;
    Line.resize(std::max(HelpColumn, Line.size() + 1), ' ');
    Text += Line + Row.Help + "\n";
  }
  return Text;
}

Error malformedValue(StringRef Name, StringRef Text, const Twine &Form) {
  return createStringError("option '--" + Name + "' takes " + Form + ", not '" +
                           Text + "'");
}

Expected<bool> flagValue(StringRef Name, const ParsedOption &O) {
  if (!O.HasValue || O.Value == "true")
    return true;
  if (O.Value == "false")
    return false;
  return createStringError("option '--" + Name + "' is true or false, not '" +
                           O.Value + "'");
}

Error setFlag(StringRef Name, const ParsedOption &O, bool &Flag) {
  Expected<bool> On = flagValue(Name, O);
  if (!On)
    return On.takeError();
  Flag = *On;
  return Error::success();
}

Expected<std::string> onlyInput(ArrayRef<std::string> Files) {
  if (Files.empty())
    return createStringError("no input file");
  if (Files.size() > 1)
    return createStringError("more than one input file: '" + Files[0] +
                             "' and '" + Files[1] + "'");
  return Files.front();
}

Expected<uint64_t> numberValue(StringRef Name, const ParsedOption &O,
                               uint64_t Min, uint64_t Max) {
  assert(Min <= Max && "no number is in this range");
  std::optional<uint64_t> Number = parseNumber(O.Value, Max);
  if (!Number || *Number < Min)
    return createStringError("option '--" + Name + "' takes a number from " +
                             Twine(Min) + " to " + Twine(Max) + ", not '" +
                             O.Value + "'");
  return *Number;
}

} // namespace heddle
