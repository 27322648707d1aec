//===- Completion.cpp - Completion scripts for shells ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Support/Tool.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace heddle {
namespace {

bool isWordChar(char C) { return isLower(C) || isDigit(C) || C == '-'; }

bool takesValue(const OptionRow &Row) {
  return Row.Kind == OptionRow::Value || Row.Kind == OptionRow::Optional;
}

/// Joined options are too many words to offer; those without help are other
/// spellings.
bool isOffered(const OptionRow &Row) {
  return Row.Kind != OptionRow::Joined && Row.Help;
}

/// The tool's name as part of a shell function's.
std::string identifier(StringRef Name) {
  std::string Result = Name.str();
  std::replace(Result.begin(), Result.end(), '-', '_');
  return Result;
}

std::string bashScript(const ToolInfo &Info) {
  std::string Function = "_" + identifier(Info.Name);
  std::string Cases, All;
  for (const OptionRow &Row : Info.Rows) {
    if (!isOffered(Row))
      continue;
    All +=
        (All.empty() ? "" : " ") + withDashes(Row) +
        (takesValue(Row) && StringRef(Row.ValueName).contains('=') ? "=" : "");
    std::vector<std::string> Words = valueWords(Row);
    if (!Words.empty())
      Cases += "    -" + std::string(Row.Name) + " | --" + Row.Name +
               ") words=\"" + join(Words, " ") + "\" ;;\n";
  }
  // Bash takes "=" for a word of its own.
  return Function +
         "() {\n"
         "  local cur=${COMP_WORDS[COMP_CWORD]} words=\n"
         "  local prev=${COMP_WORDS[COMP_CWORD-1]}\n"
         "  [ \"$prev\" = = ] && prev=${COMP_WORDS[COMP_CWORD-2]}\n"
         "  [ \"$cur\" = = ] && cur=\n"
         "  case $prev in\n" +
         Cases +
         "  esac\n"
         "  if [ -z \"$words\" ]; then\n"
         "    case $cur in\n"
         "    -*)\n"
         "      words=\"" +
         All +
         "\"\n"
         "      ;;\n"
         "    *) return ;;\n"
         "    esac\n"
         "  fi\n"
         "  COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
         "  case ${COMPREPLY[0]-} in\n"
         "  *=) compopt -o nospace 2>/dev/null ;;\n"
         "  esac\n"
         "}\n"
         "complete -o default -F " +
         Function + " " + Info.Name + "\n";
}

/// For a specification of _arguments, within single quotes.
std::string zshEscaped(StringRef Text) {
  std::string Result;
  for (char C : Text) {
    if (C == '\'')
      Result += "'\\'";
    else if (StringRef("[]:\\").contains(C))
      Result += '\\';
    Result += C;
  }
  return Result;
}

std::string zshScript(const ToolInfo &Info) {
  std::string Text = "#compdef " + std::string(Info.Name) + "\n_arguments \\\n";
  for (const OptionRow &Row : Info.Rows) {
    if (!isOffered(Row))
      continue;
    StringRef ValueName = Row.ValueName;
    std::string Spec = "*" + withDashes(Row);
    if (takesValue(Row) && ValueName.contains('='))
      Spec += Row.Kind == OptionRow::Optional ? "=-" : "=";
    Spec += "[" + zshEscaped(Row.Help) + "]";
    if (takesValue(Row)) {
      std::vector<std::string> Words = valueWords(Row);
      Spec += Row.Kind == OptionRow::Optional ? "::" : ":";
      Spec += "value:";
      Spec += Words.empty() ? ValueName.contains("FILE") ? "_files" : " "
                            : "(" + join(Words, " ") + ")";
    }
    Text += "  '" + Spec + "' \\\n";
  }
  return Text + "  '*:file:_files'\n";
}

std::string fishQuoted(StringRef Text) {
  std::string Result = "'";
  for (char C : Text) {
    if (C == '\'' || C == '\\')
      Result += '\\';
    Result += C;
  }
  return Result + "'";
}

std::string fishScript(const ToolInfo &Info) {
  std::string Text;
  for (const OptionRow &Row : Info.Rows) {
    if (!isOffered(Row))
      continue;
    StringRef Name = Row.Name;
    Text += std::string("complete -c ") + Info.Name +
            (Name.size() == 1 ? " -s " : " -l ") + Name.str();
    std::vector<std::string> Words = valueWords(Row);
    if (!Words.empty())
      Text += std::string(Row.Kind == OptionRow::Value ? " -x" : " -f") +
              " -a " + fishQuoted(join(Words, " "));
    else if (Row.Kind == OptionRow::Value)
      Text += StringRef(Row.ValueName).contains("FILE") ? " -r" : " -x";
    Text += " -d " + fishQuoted(Row.Help) + "\n";
  }
  return Text;
}

} // namespace

std::vector<std::string> valueWords(const OptionRow &Row) {
  SmallVector<StringRef, 8> Parts;
  StringRef Listed = Row.Words;
  StringRef Name = StringRef(Row.ValueName).ltrim("[= ");
  // "=FILE" and "=X,Y" are descriptions of one value.
  if (Listed.empty() && !Name.contains('|'))
    return {};
  (Listed.empty() ? Name : Listed).split(Parts, '|', -1, /*KeepEmpty=*/false);
  std::vector<std::string> Words;
  for (StringRef Part : Parts) {
    if (!Listed.empty()) {
      Words.push_back(Part.str());
      continue;
    }
    StringRef Word = Part.take_while(isWordChar);
    StringRef Rest = Part.drop_front(Word.size());
    if (!Word.empty() && (Rest.empty() || StringRef("[]:").contains(Rest[0])))
      Words.push_back(Word.str());
  }
  return Words;
}

Expected<std::string> formatCompletion(const ToolInfo &Info, StringRef Shell) {
  if (Shell == "bash")
    return bashScript(Info);
  if (Shell == "zsh")
    return zshScript(Info);
  if (Shell == "fish")
    return fishScript(Info);
  return createStringError("option '--completion' takes bash, zsh or fish, "
                           "not '" +
                           Shell + "'");
}

} // namespace heddle
