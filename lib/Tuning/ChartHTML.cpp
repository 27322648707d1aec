//===- ChartHTML.cpp - Charts as a page -----------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Tuning/Chart.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace heddle::tuning {
namespace {

const char PageFrame[] = {
#include "page.html.inc"
};
const char PlotScript[] = {
#include "uPlot.iife.min.js.inc"
};
const char PlotStyle[] = {
#include "uPlot.min.css.inc"
};
const char PageScript[] = {
#include "page.js.inc"
};
const char PageStyle[] = {
#include "page.css.inc"
};

template <size_t N> StringRef text(const char (&Bytes)[N]) {
  return StringRef(Bytes, N);
}

std::string escaped(StringRef Text) {
  std::string Result;
  raw_string_ostream OS(Result);
  printHTMLEscaped(Text, OS);
  return Result;
}

json::Object chartJSON(const Chart &C) {
  json::Array Panels;
  for (const Panel &P : C.Panels) {
    json::Array Curves;
    for (const Curve &K : P.Curves)
      Curves.push_back(
          json::Object{{"label", K.Label}, {"y", json::Array(K.Y)}});
    Panels.push_back(json::Object{{"title", P.Title},
                                  {"staircase", P.IsStaircase},
                                  {"curves", std::move(Curves)}});
  }
  return json::Object{{"kernel", json::fixUTF8(C.Kernel)},
                      {"title", json::fixUTF8(C.Title)},
                      {"x_label", C.XLabel},
                      {"x_note", C.XNote},
                      {"x", json::Array(C.X)},
                      {"mark", C.Mark ? json::Value(*C.Mark) : nullptr},
                      {"mark_label", C.MarkLabel},
                      {"panels", std::move(Panels)}};
}

} // namespace

void printHTML(Page P, raw_ostream &OS) {
  json::Array Charts;
  for (const Chart &C : P.Charts)
    Charts.push_back(chartJSON(C));
  json::Value All = json::Object{{"charts", std::move(Charts)},
                                 {"pressure", std::move(P.Pressure)}};
  std::string JSON;
  raw_string_ostream(JSON) << All;
  // "<" would end the element where a kernel's name says so.
  std::string Data;
  for (char C : JSON)
    Data += C == '<' ? "\\u003c" : std::string(1, C);
  const std::pair<StringRef, std::string> Parts[] = {
      {"title", escaped(P.Title)},
      {"style", (text(PlotStyle) + text(PageStyle)).str()},
      {"text", escaped(P.Text)},
      {"data", std::move(Data)},
      {"plot", text(PlotScript).str()},
      {"script", text(PageScript).str()}};
  // The frame has its parts' names between two @.
  for (StringRef Rest = text(PageFrame); !Rest.empty();) {
    StringRef Before, Name;
    std::tie(Before, Rest) = Rest.split('@');
    std::tie(Name, Rest) = Rest.split('@');
    OS << Before;
    for (const auto &[Part, Text] : Parts)
      if (Part == Name)
        OS << Text;
  }
}

} // namespace heddle::tuning
