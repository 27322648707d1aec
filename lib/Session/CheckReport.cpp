//===- CheckReport.cpp - Checkers and what they found ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Session/Session.h"
#include "heddle/Support/InputFile.h"
#include "heddle/Support/SourceTexts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace heddle::session {

/// It looks at all runs of a launch, where traces show the first.
void Session::addChecker(std::unique_ptr<sm::Observer> Checker) {
  Checkers.push_back(Checker.get());
  add(std::move(Checker));
}

Error Session::addCheckers() {
  const CheckSettings &Wanted = Chosen.Checks;
  std::vector<sanitize::Suppression> Unwanted;
  for (const std::string &Path : Wanted.SuppressPaths) {
    Expected<std::unique_ptr<MemoryBuffer>> File = readInputFile(Path);
    if (!File)
      return File.takeError();
    auto Parsed = sanitize::parseSuppressions(Path, (*File)->getBuffer());
    if (!Parsed)
      return Parsed.takeError();
    append_range(Unwanted, *Parsed);
  }
  if (!Chosen.hasFindings())
    return Error::success();
  Found = std::make_unique<sanitize::Findings>(Wanted.MaxFindings,
                                               std::move(Unwanted));
  for (const auto &[C, Is] : zip_equal(sanitize::CheckerTable, Wanted.Wanted))
    if (Is)
      addChecker(C.Make(Wanted.Options, *Found));
  return Error::success();
}

std::string Session::recentFindings() {
  std::lock_guard<std::mutex> Guard(Looking);
  std::string Text;
  auto Add = [&](StringRef Name) {
    Text += (Text.empty() ? "found " : ", ") + Name.str();
  };
  for (sanitize::Rule R :
       Found ? Found->takeRecent() : std::set<sanitize::Rule>())
    Add(sanitize::ruleName(R));
  if (Explorer && Explorer->takeRecent())
    Add(sanitize::ruleName(sanitize::Rule::ScheduleDifference));
  return Text;
}

void Session::finishFindings() {
  std::lock_guard<std::mutex> Guard(Looking);
  if (Found)
    Found->finish();
}

size_t Session::numFindings() {
  std::lock_guard<std::mutex> Guard(Looking);
  return Found ? Found->list().size() : 0;
}

sanitize::Finding Session::finding(size_t Index) {
  std::lock_guard<std::mutex> Guard(Looking);
  return Found->list()[Index];
}

std::string Session::findingText(size_t Index) {
  std::lock_guard<std::mutex> Guard(Looking);
  return textOf(Index);
}

void Session::quote(runtime::LoadedModule &Module) {
  if (!Found)
    return;
  for (size_t N = Quotes.size(); N != Found->list().size(); ++N) {
    auto &Lines = Quotes.emplace_back();
    sanitize::findingText(Found->list()[N],
                          [&](StringRef File, unsigned Line, unsigned Column) {
                            return Lines[{File.str(), Line, Column}] =
                                       Module.excerpt(File, Line, Column);
                          });
  }
}

std::string Session::textOf(size_t Index) const {
  const sanitize::Finding &F = Found->list()[Index];
  // One of the end is of no launch.
  SourceTexts Files(sys::path::parent_path(F.SourceName));
  return sanitize::findingText(
      F, [&](StringRef File, unsigned Line, unsigned Column) {
        if (Index >= Quotes.size())
          return Files.excerpt(File, Line, Column);
        auto Quoted = Quotes[Index].find({File.str(), Line, Column});
        return Quoted == Quotes[Index].end() ? "" : Quoted->second;
      });
}

void Session::writeFindings(raw_ostream &OS) {
  for (; NumShown != Found->list().size(); ++NumShown)
    OS << textOf(NumShown);
}

void Session::showNewFindings() {
  std::lock_guard<std::mutex> Guard(Looking);
  if (Found && Chosen.Checks.Format == CheckSettings::Text &&
      Chosen.Checks.Path.empty())
    writeFindings(*Out.Text);
}

/// "tool: 3 findings"
static std::string countText(const sanitize::Findings &Found,
                             StringRef Program) {
  if (Found.empty())
    return "";
  const size_t Count = Found.list().size();
  std::string Text =
      (Program + ": " + Twine(Count) + (Count == 1 ? " finding" : " findings"))
          .str();
  if (Found.dropped())
    Text += ", and " + std::to_string(Found.dropped()) +
            " more that --check-errors leaves out";
  return Text + "\n";
}

Expected<bool> Session::reportFindings(ArrayRef<sm::Fault> Of) {
  if (!Found)
    return false;
  finishFindings();
  std::lock_guard<std::mutex> Guard(Looking);
  // In text they have lines of their own.
  const CheckSettings &Wanted = Chosen.Checks;
  if (Wanted.Format != CheckSettings::Text)
    addSchedules();
  std::string Text;
  raw_string_ostream OS(Text);
  switch (Wanted.Format) {
  case CheckSettings::Text:
    writeFindings(OS);
    OS << countText(*Found, Out.Program);
    break;
  case CheckSettings::JSON:
    OS << formatv("{0:2}", sanitize::findingsJSON(*Found)) << '\n';
    break;
  case CheckSettings::SARIF: {
    SmallString<128> Folder;
    if (std::error_code EC = sys::fs::current_path(Folder))
      return createStringError(EC, "the working directory has no name");
    OS << formatv("{0:2}", sanitize::findingsSARIF(*Found, Of, Folder)) << '\n';
    break;
  }
  }
  if (!Wanted.Path.empty()) {
    if (Error E = writeOutputFile(Wanted.Path, Text)) {
      // Findings are not lost when their file cannot be written.
      *Out.Text << Text;
      return std::move(E);
    }
  } else {
    raw_ostream &To =
        Wanted.Format == CheckSettings::Text ? *Out.Text : *Out.Documents;
    To << Text;
  }
  return !Found->empty();
}

} // namespace heddle::session
