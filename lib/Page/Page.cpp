//===- Page.cpp - One HTML file with all that it needs --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Page/Page.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace heddle::page {
namespace {

const char PlotScript[] = {
#include "uPlot.iife.min.js.inc"
};
const char PlotStyle[] = {
#include "uPlot.min.css.inc"
};
const char PageStyle[] = {
#include "page.css.inc"
};

template <size_t N> StringRef text(const char (&Bytes)[N]) {
  return StringRef(Bytes, N);
}

/// "<" would end the element where a name says so.
void printData(const json::Value &Data, raw_ostream &OS) {
  std::string JSON;
  raw_string_ostream(JSON) << Data;
  OS << "<script type=\"application/json\" id=\"data\">";
  StringRef Rest = JSON;
  while (!Rest.empty()) {
    const size_t Plain = std::min(Rest.find('<'), Rest.size());
    OS << Rest.take_front(Plain);
    Rest = Rest.drop_front(Plain);
    if (Rest.consume_front("<"))
      OS << "\\u003c";
  }
  OS << "</script>\n";
}

} // namespace

std::string escaped(StringRef Text) {
  std::string Result;
  raw_string_ostream OS(Result);
  printHTMLEscaped(Text, OS);
  return Result;
}

void print(const Parts &P, raw_ostream &OS) {
  const std::string Title = escaped(P.Title);
  OS << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
        "<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n<title>"
     << Title << "</title>\n<style>\n";
  if (P.HasCharts)
    OS << text(PlotStyle);
  OS << text(PageStyle) << P.Style << "</style>\n</head>\n<body>\n<h1>" << Title
     << "</h1>\n"
     << P.Body;
  if (P.Data)
    printData(*P.Data, OS);
  if (P.HasCharts)
    OS << "<script>\n" << text(PlotScript) << "</script>\n";
  if (!P.Script.empty())
    OS << "<script>\n" << P.Script << "</script>\n";
  OS << "</body>\n</html>\n";
}

} // namespace heddle::page
