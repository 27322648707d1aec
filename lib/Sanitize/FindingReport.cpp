//===- FindingReport.cpp - Findings as text, JSON and SARIF ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Machine/Program.h"
#include "heddle/Sanitize/Findings.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace heddle::sanitize {
namespace {

std::string placeText(const FindingSide &S) {
  std::string Text = S.File;
  if (S.Line)
    Text += ':' + std::to_string(S.Line) + ':' + std::to_string(S.Column);
  return Text + ": ";
}

void printSources(const FindingSide &S, sm::QuoteLineFn Quote,
                  raw_ostream &OS) {
  for (const sm::FaultSource &From : S.Sources) {
    OS << From.File << ':' << From.Line << ':';
    if (From.Column)
      OS << From.Column << ':';
    OS << (&From == &S.Sources.front() ? " note: made from this line"
                                       : " note: inlined here");
    if (!From.Function.empty())
      OS << " in '" << From.Function << "'";
    OS << '\n' << Quote(From.File, From.Line, From.Column);
  }
}

/// "write of 4 bytes by thread (1,0,0) in block (0,0,0), 0x1 -> 0x2"
std::string whoText(const FindingSide &S) {
  std::string Text = S.What;
  if (S.IsPlace)
    return Text;
  if (S.Bytes)
    Text += " of size " + std::to_string(S.Bytes);
  Text += " by thread " + sm::tripleText(S.Thread) + " in block " +
          sm::tripleText(S.Block);
  return S.Values.empty() ? Text : Text + ", " + S.Values;
}

json::Value utf8(StringRef Text) { return json::fixUTF8(Text); }

/// A path as a reference of RFC 3986, which SARIF asks for (2.1.0, 3.4.3).
std::string uriOf(StringRef Path) {
  std::string Text;
  for (char C : Path)
    if (isAlnum(C) || StringRef("-._~/").contains(C))
      Text += C;
    else
      Text += '%' + toHex(StringRef(&C, 1));
  return Text;
}

json::Value triple(const std::array<uint32_t, 3> &T) {
  return json::Array{T[0], T[1], T[2]};
}

json::Value sideJSON(const Finding &F, const FindingSide &S) {
  json::Object O{{"access", S.What},
                 {"thread", triple(S.Thread)},
                 {"block", triple(S.Block)}};
  if (!S.Instruction.empty()) {
    O["pc"] = S.PC;
    O["instruction"] = utf8(S.Instruction);
  }
  if (S.File != F.SourceName)
    O["file"] = utf8(S.File);
  if (S.Line) {
    O["line"] = S.Line;
    if (S.Column)
      O["column"] = S.Column;
  }
  if (S.Bytes)
    O["size"] = S.Bytes;
  if (!S.Values.empty())
    O["values"] = utf8(S.Values);
  json::Array Made;
  for (const sm::FaultSource &From : S.Sources) {
    json::Object Place{{"file", utf8(From.File)}, {"line", From.Line}};
    if (!From.Function.empty())
      Place["function"] = utf8(From.Function);
    Made.push_back(std::move(Place));
  }
  if (!Made.empty())
    O["sources"] = std::move(Made);
  return O;
}

/// The base of relative paths.
constexpr char BaseId[] = "PWD";

json::Object artifact(StringRef Path) {
  if (sys::path::is_absolute(Path))
    return json::Object{{"uri", "file://" + uriOf(Path)}};
  return json::Object{{"uri", uriOf(Path)}, {"uriBaseId", BaseId}};
}

json::Object physical(StringRef File, uint32_t Line, uint32_t Column) {
  json::Object Physical{{"artifactLocation", artifact(File)}};
  if (Line) {
    json::Object Region{{"startLine", Line}};
    if (Column)
      Region["startColumn"] = Column;
    Physical["region"] = std::move(Region);
  }
  return Physical;
}

json::Value location(const FindingSide &S) {
  return json::Object{{"physicalLocation", physical(S.File, S.Line, S.Column)},
                      {"message", json::Object{{"text", utf8(whoText(S))}}}};
}

json::Value faultSARIF(const sm::Fault &F) {
  json::Object Result{{"ruleId", "fault"},
                      {"level", "error"},
                      {"message", json::Object{{"text", utf8(F.Message)}}}};
  if (!F.SourceName.empty())
    Result["locations"] = json::Array{json::Object{
        {"physicalLocation", physical(F.SourceName, F.Line, F.Column)}}};
  return Result;
}

json::Value resultSARIF(const Finding &F) {
  json::Array Here, Related;
  for (const FindingSide &S : F.Sides)
    (&S == &F.Sides.front() ? Here : Related).push_back(location(S));
  json::Object Result{
      {"ruleId", ruleName(F.TheRule)},
      {"level", "error"},
      {"message", json::Object{{"text", utf8(F.Message + "; " + F.Missing)}}},
      {"locations", std::move(Here)},
      {"occurrenceCount", F.Count}};
  if (!Related.empty())
    Result["relatedLocations"] = std::move(Related);
  return Result;
}

json::Array rulesSARIF() {
  json::Array Rules;
  auto Add = [&](StringRef Name, StringRef Text) {
    Rules.push_back(json::Object{
        {"id", Name}, {"shortDescription", json::Object{{"text", Text}}}});
  };
  Add("fault", "what ends a launch");
#define HEDDLE_RULE(ID, NAME, CHECK, TEXT) Add(NAME, TEXT);
#include "heddle/Sanitize/Rules.def"
  return Rules;
}

} // namespace

std::string findingText(const Finding &F, sm::QuoteLineFn Quote) {
  std::string Text;
  raw_string_ostream OS(Text);
  for (const FindingSide &S : F.Sides) {
    OS << placeText(S);
    if (&S == &F.Sides.front())
      OS << checkName(F.TheRule) << ": " << F.Message << '\n';
    else
      OS << "note: the " << whoText(S) << '\n';
    if (S.Line)
      OS << Quote(S.File, S.Line, S.Column);
    printSources(S, Quote, OS);
    if (&S == &F.Sides.front())
      OS << "  " << whoText(S) << '\n';
  }
  OS << "  " << F.Missing << " [" << ruleName(F.TheRule) << "]\n";
  if (F.Count > 1)
    OS << "  seen " << F.Count << " times\n";
  return Text;
}

json::Value findingJSON(const Finding &F) {
  json::Array Sides;
  for (const FindingSide &S : F.Sides)
    Sides.push_back(sideJSON(F, S));
  return json::Object{
      {"check", checkName(F.TheRule)}, {"rule", ruleName(F.TheRule)},
      {"kernel", utf8(F.Kernel)},      {"file", utf8(F.SourceName)},
      {"message", utf8(F.Message)},    {"place", utf8(F.Place)},
      {"missing", utf8(F.Missing)},    {"count", F.Count},
      {"sides", std::move(Sides)}};
}

json::Value findingsJSON(const Findings &All) {
  json::Array List;
  for (const Finding &F : All.list())
    List.push_back(findingJSON(F));
  return json::Object{{"schema", 1},
                      {"findings", std::move(List)},
                      {"not_shown", All.dropped()}};
}

json::Value findingsSARIF(const Findings &All, ArrayRef<sm::Fault> Faults,
                          StringRef Folder) {
  json::Array Results;
  for (const sm::Fault &F : Faults)
    Results.push_back(faultSARIF(F));
  for (const Finding &F : All.list())
    Results.push_back(resultSARIF(F));
  json::Object Driver{{"name", "ptx-run"}, {"rules", rulesSARIF()}};
  // A folder ends with a slash (SARIF 2.1.0, 3.14.14).
  json::Object Base{{"uri", "file://" + uriOf(Folder) + "/"}};
  json::Object Run{
      {"tool", json::Object{{"driver", std::move(Driver)}}},
      {"originalUriBaseIds", json::Object{{BaseId, std::move(Base)}}},
      {"results", std::move(Results)}};
  return json::Object{
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs", json::Array{std::move(Run)}}};
}

} // namespace heddle::sanitize
