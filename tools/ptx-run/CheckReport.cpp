//===- CheckReport.cpp - Checkers and what they found ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files.h"
#include "Launches.h"
#include "heddle/Support/InputFile.h"
#include "heddle/Support/SourceTexts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace heddle {
namespace {

void writeText(const sanitize::Findings &Found, raw_ostream &OS) {
  for (const sanitize::Finding &F : Found.list()) {
    SourceTexts Sources(sys::path::parent_path(F.SourceName));
    OS << sanitize::findingText(
        F, [&](StringRef File, unsigned Line, unsigned Column) {
          return Sources.excerpt(File, Line, Column);
        });
  }
  if (Found.empty())
    return;
  OS << "ptx-run: " << Found.list().size()
     << (Found.list().size() == 1 ? " finding" : " findings");
  if (Found.dropped())
    OS << ", and " << Found.dropped() << " more that --check-errors leaves out";
  OS << '\n';
}

} // namespace

/// It looks at all runs of a launch, where traces show the first.
void Execution::addChecker(std::unique_ptr<sm::Observer> Checker) {
  Checkers.push_back(Checker.get());
  add(std::move(Checker));
}

Error Execution::addCheckers(const RunOptions &Run) {
  const CheckRequest &Checks = Run.Checks;
  std::vector<sanitize::Suppression> Unwanted;
  for (const std::string &Path : Checks.SuppressPaths) {
    Expected<std::unique_ptr<MemoryBuffer>> File = readInputFile(Path);
    if (!File)
      return File.takeError();
    auto Parsed = sanitize::parseSuppressions(Path, (*File)->getBuffer());
    if (!Parsed)
      return Parsed.takeError();
    append_range(Unwanted, *Parsed);
  }
  if (!hasFindings(Checks, Run.Schedule))
    return Error::success();
  Found = std::make_unique<sanitize::Findings>(Checks.MaxFindings,
                                               std::move(Unwanted));
  if (Checks.Race)
    addChecker(sanitize::makeRaceChecker(Checks.Options, *Found));
  if (Checks.Sync)
    addChecker(sanitize::makeSyncChecker(*Found));
  if (Checks.Init)
    addChecker(sanitize::makeInitChecker(*Found));
  if (Checks.Memory)
    addChecker(sanitize::makeMemoryChecker(*Found));
  return Error::success();
}

std::string Execution::recentFindings() const {
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

void Execution::finishFindings() const {
  if (Found)
    Found->finish();
}

Expected<bool> Execution::reportFindings(const RunOptions &Run,
                                         ArrayRef<sm::Fault> Faults) const {
  if (!Found)
    return false;
  finishFindings();
  // In text they have lines of their own.
  if (Run.Checks.Format != CheckRequest::Text)
    addSchedules(Run, *Found);
  std::string Text;
  raw_string_ostream OS(Text);
  switch (Run.Checks.Format) {
  case CheckRequest::Text:
    writeText(*Found, OS);
    break;
  case CheckRequest::JSON:
    OS << formatv("{0:2}", sanitize::findingsJSON(*Found)) << '\n';
    break;
  case CheckRequest::SARIF: {
    SmallString<128> Folder;
    if (std::error_code EC = sys::fs::current_path(Folder))
      return createStringError(EC, "the working directory has no name");
    OS << formatv("{0:2}", sanitize::findingsSARIF(*Found, Faults, Folder))
       << '\n';
    break;
  }
  }
  if (!Run.Checks.Path.empty()) {
    if (Error E = writeOutputFile(Run.Checks.Path, Text))
      return std::move(E);
  } else if (Run.Checks.Format == CheckRequest::Text) {
    reportOS(Run) << Text;
  } else {
    outs() << Text;
  }
  return !Found->empty();
}

} // namespace heddle
