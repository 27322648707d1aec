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
  json::Value Data = json::Object{{"charts", std::move(Charts)},
                                  {"pressure", std::move(P.Pressure)}};
  std::string JSON;
  raw_string_ostream(JSON) << Data;
  OS << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta "
        "charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n"
     << "<title>" << escaped(P.Title) << "</title>\n"
     << "<style>\n"
     << text(PlotStyle) << text(PageStyle) << "</style>\n"
     << "</head>\n<body>\n<h1>" << escaped(P.Title) << "</h1>\n<main></main>\n"
     << "<h2>Tables</h2>\n<pre>" << escaped(P.Text)
     << "</pre>\n"
     // "<" would end the element where a kernel's name says so.
     << "<script type=\"application/json\" id=\"data\">";
  for (char C : JSON)
    if (C == '<')
      OS << "\\u003c";
    else
      OS << C;
  OS << "</script>\n<script>\n"
     << text(PlotScript) << "</script>\n<script>\n"
     << text(PageScript) << "</script>\n</body>\n</html>\n";
}

} // namespace heddle::tuning
