//===- ExplainPage.cpp - A page with all levels of a kernel ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Explain/ExplainPage.h"
#include "CodeJSON.h"
#include "heddle/Compiler/Compiler.h"
#include "heddle/Page/Page.h"
#include "heddle/Support/Diagnostics.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace heddle::explain {
namespace {

// In this order: later ones use earlier ones.
const char ListScript[] = {
#include "list.js.inc"
};
const char DiffScript[] = {
#include "diff.js.inc"
};
const char LevelScript[] = {
#include "levels.js.inc"
};
const char PassScript[] = {
#include "passes.js.inc"
};
const char MainScript[] = {
#include "explain.js.inc"
};
const char ExplainStyle[] = {
#include "explain.css.inc"
};
const char ExplainBody[] = {
#include "explain.html.inc"
};

template <size_t N> StringRef text(const char (&Bytes)[N]) {
  return StringRef(Bytes, N);
}

/// The lines that the page shows, each once, with their texts, renumbered:
/// those of generations that were not kept are left out.
class LineTable {
public:
  explicit LineTable(const std::vector<std::string> &All) : All(All) {}

  /// Code that stays as it is keeps its lines, and new lines are numbered as
  /// they come: "0-120 7 121" names all of a function.
  std::string runsOf(ArrayRef<TextLine> Lines) {
    std::string Runs;
    for (size_t N = 0; N != Lines.size();) {
      const uint32_t First = number(Lines[N++]);
      uint32_t Last = First;
      while (N != Lines.size() && number(Lines[N]) == Last + 1) {
        ++Last;
        ++N;
      }
      Runs += (Runs.empty() ? "" : " ") + std::to_string(First);
      if (Last != First)
        Runs += "-" + std::to_string(Last);
    }
    return Runs;
  }
  /// [text, place, text, place, ...] by number.
  json::Array takeRows() { return std::move(Rows); }
  json::Array takeTexts() { return std::move(Texts); }

private:
  uint32_t number(const TextLine &Of) {
    const uint64_t Key = uint64_t(Of.Text) << 32 | Of.Place;
    auto [It, IsNew] = Numbers.try_emplace(Key, uint32_t(Numbers.size()));
    if (IsNew) {
      auto [Text, IsNewText] =
          TextNumbers.try_emplace(Of.Text, uint32_t(TextNumbers.size()));
      if (IsNewText)
        Texts.push_back(json::fixUTF8(All[Of.Text]));
      Rows.push_back(Text->second);
      Rows.push_back(Of.Place);
    }
    return It->second;
  }

  const std::vector<std::string> &All;
  DenseMap<uint64_t, uint32_t> Numbers;
  DenseMap<uint32_t, uint32_t> TextNumbers;
  json::Array Rows, Texts;
};

StringRef nameOf(Step::StageType Stage) {
  switch (Stage) {
  case Step::Optimizer:
    return "optimizer";
  case Step::CodeGenIR:
    return "code generation, IR";
  case Step::MachineCode:
    return "code generation";
  }
  llvm_unreachable("covered switch");
}

json::Object stepJSON(const Step &S, LineTable &Lines) {
  json::Object Is{{"pass", json::fixUTF8(S.Pass)},
                  {"stage", nameOf(S.Stage)},
                  {"machine", S.Stage == Step::MachineCode},
                  {"changed", S.HasChanged},
                  {"virtual", S.IsBeforeAllocation},
                  {"instructions", S.Has.Instructions},
                  {"loads", S.Has.Loads},
                  {"stores", S.Has.Stores}};
  Is["registers"] =
      S.Has.Registers ? json::Value(*S.Has.Registers) : json::Value(nullptr);
  if (!S.HasChanged)
    return Is;
  Is["runs"] = Lines.runsOf(S.Lines);
  return Is;
}

/// The lines of all texts, one behind the other, as places count them.
json::Array sourceLines(const Diagnostics &Texts) {
  json::Array Lines;
  const SourceMgr &Sources = const_cast<Diagnostics &>(Texts).sources();
  for (auto [N, File] : enumerate(Texts.files())) {
    if (N + 1 > Sources.getNumBuffers())
      break;
    while (Lines.size() + 1 < File.FirstLine)
      Lines.push_back("");
    SmallVector<StringRef, 0> Of;
    Sources.getMemoryBuffer(unsigned(N + 1))->getBuffer().split(Of, '\n');
    if (!Of.empty() && Of.back().empty())
      Of.pop_back();
    for (StringRef Line : Of)
      Lines.push_back(json::fixUTF8(Line.rtrim('\r')));
  }
  return Lines;
}

} // namespace

Expected<std::string> explainPage(const PageInput &In) {
  StringMap<json::Object> Kernels;
  StringMap<json::Array> Remarks;
  if (In.Code) {
    if (auto Of = codeOf(*In.Code))
      Kernels = std::move(*Of);
    else
      return Of.takeError();
    if (auto Of = remarksOf(In.Code->Remarks))
      Remarks = std::move(*Of);
    else
      return Of.takeError();
  }
  if (!In.Stats.empty())
    if (Error E = addExecuted(In.Stats, Kernels))
      return std::move(E);
  LineTable Lines(In.Passes->texts());
  json::Array All;
  for (const std::string &Name : In.Passes->functions()) {
    const std::vector<const Step *> Steps = In.Passes->stepsOf(Name);
    // A function of which only the code of a call is left has none of its own.
    if (Steps.empty() || (In.Code && !Kernels.contains(Name) &&
                          Steps.back()->Stage != Step::MachineCode))
      continue;
    json::Object Kernel = std::move(Kernels[Name]);
    Kernel["name"] = json::fixUTF8(Name);
    json::Array List;
    for (const Step *S : Steps)
      List.push_back(stepJSON(*S, Lines));
    Kernel["steps"] = std::move(List);
    Kernel["remarks"] = std::move(Remarks[Name]);
    All.push_back(std::move(Kernel));
  }
  json::Object Data{{"kernels", std::move(All)},
                    {"rows", Lines.takeRows()},
                    {"texts", Lines.takeTexts()}};
  Data["source"] = In.IsPTX ? json::Value(sourceLines(*In.Texts))
                            : json::Value(json::Array());
  if (In.Code)
    Data["chip"] = In.Code->Arch;
  page::Parts Parts;
  Parts.Title = In.Title;
  Parts.Body = text(ExplainBody).str();
  Parts.Style = text(ExplainStyle);
  Parts.Data = std::move(Data);
  Parts.HasCharts = true;
  for (StringRef Script :
       {text(ListScript), text(DiffScript), text(LevelScript), text(PassScript),
        text(MainScript)})
    Parts.Script += Script;
  std::string Page;
  raw_string_ostream OS(Page);
  page::print(Parts, OS);
  return Page;
}

} // namespace heddle::explain
