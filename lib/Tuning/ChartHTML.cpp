//===- ChartHTML.cpp - Charts as a page -----------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Page/Page.h"
#include "heddle/Tuning/Chart.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace heddle::tuning {
namespace {

const char ChartScript[] = {
#include "charts.js.inc"
};

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
  page::Parts Parts;
  Parts.Title = P.Title;
  Parts.Body = "<main></main>\n<h2>Tables</h2>\n<pre>" + page::escaped(P.Text) +
               "</pre>\n";
  Parts.Data = json::Object{{"charts", std::move(Charts)},
                            {"pressure", std::move(P.Pressure)}};
  Parts.HasCharts = true;
  Parts.Script = std::string(ChartScript, sizeof(ChartScript));
  page::print(Parts, OS);
}

} // namespace heddle::tuning
