//===- ManPage.cpp - A tool's page for man(1) -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reference: man-pages(7), groff_man(7).
//
//===----------------------------------------------------------------------===//

#include "heddle/Support/Tool.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace heddle {
namespace {

/// \p Text as roff shows it unchanged: dashes that can be copied, no escapes,
/// and no line that is taken for a request.
std::string escaped(StringRef Text) {
  std::string Result;
  bool AtLineStart = true;
  for (char C : Text) {
    if (AtLineStart && (C == '.' || C == '\''))
      Result += "\\&";
    AtLineStart = C == '\n';
    if (C == '-' || C == '\\')
      Result += C == '-' ? "\\-" : "\\e";
    else
      Result += C;
  }
  return Result;
}

/// Paragraphs: an empty line becomes a request for one.
std::string paragraphs(StringRef Text) {
  std::string Result;
  SmallVector<StringRef, 16> Lines;
  Text.split(Lines, '\n');
  for (StringRef Line : Lines)
    Result += Line.empty() ? ".PP\n" : escaped(Line) + "\n";
  return Result;
}

/// "-o, --output-file": all names of the rows with the id of \p Row.
std::string names(ArrayRef<OptionRow> Rows, const OptionRow &Row) {
  std::string Result;
  for (const OptionRow &Other : Rows)
    if (Other.Id == Row.Id && Other.Status == Row.Status &&
        (&Other == &Row || !Other.Help))
      Result += (Result.empty() ? "" : ", ") + withDashes(Other);
  return escaped(Result);
}

std::string options(ArrayRef<OptionRow> Rows) {
  std::string Result;
  for (const OptionRow &Row : Rows) {
    if (!Row.Help)
      continue;
    Result += ".TP\n\\fB" + names(Rows, Row) + "\\fR\\fI" +
              escaped(Row.ValueName) + "\\fR\n" + escaped(Row.Help) + "\n";
  }
  return Result;
}

/// Accepted so that scripts for another tool work; empty when there are none.
std::string ignoredOptions(ArrayRef<OptionRow> Rows) {
  std::string List;
  for (const OptionRow &Row : Rows)
    if (Row.Status == OptionRow::Ignored)
      List += (List.empty() ? "" : ", ") + withDashes(Row);
  if (List.empty())
    return {};
  return ".SH IGNORED OPTIONS\nAccepted with one warning, for scripts made for "
         "other assemblers:\n" +
         escaped(List) + ".\n";
}

} // namespace

std::string formatManPage(const ToolInfo &Info, StringRef Version) {
  std::string Text = ".TH " + StringRef(Info.Name).upper() +
                     " 1 \"\" \"Heddle " + Version.str() +
                     "\" \"User Commands\"\n";
  Text += ".SH NAME\n" + escaped(Info.Name) + " \\- " + escaped(Info.Summary) +
          "\n.SH SYNOPSIS\n.nf\n";
  SmallVector<StringRef, 8> Lines;
  StringRef(Info.Usage).split(Lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef Line : Lines)
    Text += "\\fB" + escaped(Line.trim()) + "\\fR\n";
  Text += ".fi\n.SH DESCRIPTION\n" + paragraphs(Info.Description);
  Text += ".SH OPTIONS\nOptions are written \\-x=v, \\-x v, \\-\\-x=v or "
          "\\-\\-x v. An argument @FILE stands for the arguments in FILE.\n";
  Text += options(Info.Rows);
  if (!Info.Epilog.empty())
    Text += ".PP\n.nf\n" + escaped(StringRef(Info.Epilog).rtrim()) + "\n.fi\n";
  Text += ignoredOptions(Info.Rows);
  Text += ".SH EXIT STATUS\n";
  for (const ExitCodeRow &Row : Info.ExitCodes)
    Text += ".TP\n" + utostr(Row.Code) + "\n" + escaped(Row.Meaning) + "\n";
  return Text;
}

} // namespace heddle
