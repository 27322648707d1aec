//===- ChartSVG.cpp - Charts as SVG ---------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Tuning/Chart.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cassert>
#include <cmath>

using namespace llvm;

namespace heddle::tuning {
namespace {

// In pixels.
constexpr double Width = 720, Left = 64, Right = 24, Top = 40, Bottom = 44;
constexpr double PanelHeight = 150, Gap = 40;
// Curves have the classes c0 to c3, as often as it takes.
constexpr size_t NumColors = 4;
constexpr char Style[] =
    "text{font:12px sans-serif;fill:#333}.head{font-weight:bold}"
    ".tick,.legend{font-size:11px}.end,.legend,.marktext{text-anchor:end}"
    ".legend{fill:inherit}.middle{text-anchor:middle}"
    ".back{fill:#fff}.grid{stroke:#ddd}.axis{stroke:#333}"
    ".mark{stroke:#d98200;stroke-dasharray:4 3;stroke-width:1.5}"
    ".marktext{fill:#8f5600}"
    "path{fill:none;stroke-width:1.6}"
    "path.c0{stroke:#1f5fa8}path.c1{stroke:#c0392b}"
    "path.c2{stroke:#2e8b57}path.c3{stroke:#8e5ea2}"
    "g.c0{fill:#1f5fa8}g.c1{fill:#c0392b}g.c2{fill:#2e8b57}g.c3{fill:#8e5ea2}"
    "@media(prefers-color-scheme:dark){"
    "text{fill:#ddd}.back{fill:#16181c}.grid{stroke:#33373f}.axis{stroke:#ddd}"
    ".legend{fill:inherit}.mark{stroke:#e89a2e}.marktext{fill:#e8a850}"
    "path.c0{stroke:#6aaaf0}path.c1{stroke:#f0776a}"
    "path.c2{stroke:#62c08b}path.c3{stroke:#c398d8}"
    "g.c0{fill:#6aaaf0}g.c1{fill:#f0776a}g.c2{fill:#62c08b}g.c3{fill:#c398d8}"
    "}";

std::string escaped(StringRef Text) {
  std::string Result;
  raw_string_ostream OS(Result);
  printHTMLEscaped(Text, OS);
  return Result;
}

/// A round step that divides \p Range into four to eight parts.
double roundStep(double Range) {
  double Power = std::pow(10.0, std::floor(std::log10(std::max(Range, 1e-9))));
  for (double Factor : {0.1, 0.2, 0.25, 0.5, 1.0, 2.0}) {
    double Step = std::max(Power * Factor, 1.0);
    // Everything that is drawn is counted.
    if (Range / Step <= 8 && Step == std::floor(Step))
      return Step;
  }
  return Power;
}

class ChartPrinter {
public:
  ChartPrinter(const Chart &C, double Y, raw_ostream &OS)
      : C(C), Origin(Y), OS(OS) {
    auto [Least, Most] = std::minmax_element(C.X.begin(), C.X.end());
    FromX = C.X.empty() ? 0 : *Least;
    ToX = C.X.empty() ? 1 : std::max(*Most, FromX + 1);
  }

  static double height(const Chart &C) {
    return Top + C.Panels.size() * PanelHeight +
           (C.Panels.empty() ? 0 : (C.Panels.size() - 1) * Gap) + Bottom;
  }

  void print();

private:
  double x(double Value) const {
    assert(ToX > FromX && "an axis without a length");
    return Left + (Value - FromX) / (ToX - FromX) * (Width - Left - Right);
  }
  void text(double X, double Y, StringRef Class, StringRef Text) const {
    OS << format("<text x=\"%.1f\" y=\"%.1f\" class=\"", X, Y) << Class << "\">"
       << escaped(Text) << "</text>\n";
  }
  void line(double X1, double Y1, double X2, double Y2, StringRef Class) const {
    OS << format("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"", X1,
                 Y1, X2, Y2)
       << " class=\"" << Class << "\"/>\n";
  }
  void printPanel(const Panel &P, double Y);
  void printXAxis(double Y);

  const Chart &C;
  double Origin;
  raw_ostream &OS;
  double FromX = 0, ToX = 1;
};

void ChartPrinter::printPanel(const Panel &P, double Y) {
  double Most = 1;
  for (const Curve &K : P.Curves)
    for (double V : K.Y)
      Most = std::max(Most, V);
  double Step = roundStep(Most);
  double ToY = std::ceil(Most / Step) * Step;
  auto Up = [&](double V) { return Y + PanelHeight * (1 - V / ToY); };

  text(Left, Y - 8, "title", P.Title);
  for (double V = 0; V <= ToY + Step / 2; V += Step) {
    line(Left, Up(V), Width - Right, Up(V), "grid");
    text(Left - 6, Up(V) + 4, "tick end", std::to_string((long long)V));
  }
  double LegendX = Width - Right;
  for (auto [I, K] : enumerate(P.Curves)) {
    const size_t Color = I % NumColors;
    assert(K.Y.size() <= C.X.size() && "a curve without its places");
    OS << "<path class=\"c" << Color << "\" d=\"";
    for (size_t J = 0; J != K.Y.size(); ++J) {
      // A staircase needs only its corners and its end.
      if (J != 0 && P.IsStaircase && K.Y[J] == K.Y[J - 1] &&
          J + 1 != K.Y.size())
        continue;
      if (J != 0 && P.IsStaircase)
        OS << format("H%.1f", x(C.X[J]));
      OS << format(J == 0 ? "M%.1f %.1f" : "L%.1f %.1f", x(C.X[J]), Up(K.Y[J]));
    }
    OS << "\"><title>" << escaped(K.Label) << "</title></path>\n";
    if (P.Curves.size() > 1) {
      OS << "<g class=\"c" << Color << "\">";
      text(LegendX, Y - 8, "legend", K.Label);
      OS << "</g>\n";
      LegendX -= 8.0 * K.Label.size();
    }
  }
  if (C.Mark && *C.Mark >= FromX && *C.Mark <= ToX)
    line(x(*C.Mark), Y, x(*C.Mark), Y + PanelHeight, "mark");
}

void ChartPrinter::printXAxis(double Y) {
  double Step = roundStep(ToX - FromX);
  for (double V = std::ceil(FromX / Step) * Step; V <= ToX; V += Step) {
    line(x(V), Y, x(V), Y + 4, "axis");
    text(x(V), Y + 16, "tick middle", std::to_string((long long)V));
  }
  text((Left + Width - Right) / 2, Y + 34, "tick middle",
       C.XNote.empty() ? C.XLabel : C.XLabel + " (" + C.XNote + ")");
}

void ChartPrinter::print() {
  text(Left, Origin + 16, "head", C.Title);
  if (C.Mark)
    text(Width - Right, Origin + 16, "marktext", C.MarkLabel);
  double Y = Origin + Top;
  for (const Panel &P : C.Panels) {
    printPanel(P, Y);
    Y += PanelHeight + Gap;
  }
  printXAxis(Y - Gap);
}

} // namespace

void printSVG(ArrayRef<Chart> Charts, raw_ostream &OS) {
  double Height = 0;
  for (const Chart &C : Charts)
    Height += ChartPrinter::height(C);
  OS << format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" "
               "height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\">\n",
               Width, Height, Width, Height)
     << "<style>" << Style << "</style>\n"
     << "<rect width=\"100%\" height=\"100%\" class=\"back\"/>\n";
  double Y = 0;
  for (const Chart &C : Charts) {
    ChartPrinter(C, Y, OS).print();
    Y += ChartPrinter::height(C);
  }
  OS << "</svg>\n";
}

} // namespace heddle::tuning
