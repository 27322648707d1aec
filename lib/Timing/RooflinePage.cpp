//===- RooflinePage.cpp - Launches under the roofs of boards --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Timing/RooflinePage.h"
#include "heddle/Page/Page.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

using namespace llvm;

namespace heddle::timing {
namespace {

using page::escaped;

double rateOf(const LaunchTime &T, uint64_t Count) {
  const double Seconds = T.microseconds() * 1e-6;
  return Seconds > 0 ? double(Count) / Seconds * 1e-9 : 0;
}

/// 10^9 operations a second of all SMs.
double peakOf(const Board &B, double OperationsAClock) {
  return B.numSMs() * OperationsAClock * B.hertz() * 1e-9;
}

/// Lines that no launch is above.
struct Roof {
  std::string Name;
  double Peak;
};

SmallVector<Roof, 3> roofsOf(const Board &B) {
  constexpr double LanesOfWarp = 32, OperationsOfMad = 2;
  const double Mad =
      peakOf(B, LanesOfWarp * OperationsOfMad / B[Parameter::SPBusy]);
  SmallVector<Roof, 3> Roofs = {{"multiply-add on the SPs", Mad}};
  if (B.count(Parameter::SFUMulBusy))
    Roofs.push_back({"and multiplication on the SFUs",
                     Mad + peakOf(B, LanesOfWarp / B[Parameter::SFUMulBusy])});
  if (B.count(Parameter::Capability) >= 13)
    Roofs.push_back(
        {"double precision",
         peakOf(B, LanesOfWarp * OperationsOfMad / B[Parameter::DoubleBusy])});
  return Roofs;
}

/// Operations for each byte that the memory moves.
double intensityOf(const LaunchTime &T) {
  return T.MovedBytes ? double(T.FloatOperations) / double(T.MovedBytes) : 0;
}

/// A picture whose axes are logarithms.
class Picture {
public:
  Picture(const Board &Of, ArrayRef<const NamedTime *> All)
      : B(Of), Launches(All), Bandwidth(Of.bytesPerSecond() * 1e-9) {}

  std::string text();

private:
  static constexpr double Width = 1000, Height = 520, Margin = 60;
  // Powers of two of operations a byte, powers of ten of 10^9 operations.
  static constexpr double FirstX = -6, LastX = 10, FirstY = -1, LastY = 4;

  static double x(double Intensity) {
    const double At = std::clamp(std::log2(Intensity), FirstX, LastX);
    return Margin + (At - FirstX) / (LastX - FirstX) * (Width - 2 * Margin);
  }
  static double y(double Rate) {
    const double At = std::clamp(std::log10(Rate), FirstY, LastY);
    return Height - Margin -
           (At - FirstY) / (LastY - FirstY) * (Height - 2 * Margin);
  }
  void line(double X1, double Y1, double X2, double Y2, StringRef Color,
            double Thickness);
  void label(double X, double Y, StringRef Text, StringRef Anchor);
  void drawGrid();
  void drawRoofs();
  void drawLaunches();

  const Board &B;
  const ArrayRef<const NamedTime *> Launches;
  const double Bandwidth;
  std::string SVG;
};

void Picture::line(double X1, double Y1, double X2, double Y2, StringRef Color,
                   double Thickness) {
  SVG += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" "
                     "y2=\"{:.1f}\" stroke=\"var(--{})\" "
                     "stroke-width=\"{}\"/>\n",
                     X1, Y1, X2, Y2, Color.str(), Thickness);
}

void Picture::label(double X, double Y, StringRef Text, StringRef Anchor) {
  SVG += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" "
                     "fill=\"var(--faint)\" font-size=\"12\">{}</text>\n",
                     X, Y, Anchor.str(), escaped(Text));
}

void Picture::drawGrid() {
  for (int N = int(FirstX); N <= int(LastX); N += 2) {
    const double At = x(std::exp2(N));
    line(At, Margin, At, Height - Margin, "grid", 1);
    label(At, Height - Margin + 18,
          N < 0 ? fmt::format("1/{}", 1 << -N) : std::to_string(1 << N),
          "middle");
  }
  for (int N = int(FirstY); N <= int(LastY); ++N) {
    const double At = y(std::pow(10, N));
    line(Margin, At, Width - Margin, At, "grid", 1);
    label(Margin - 6, At + 4, fmt::format("{:g}", std::pow(10, N)), "end");
  }
  label(Width / 2, Height - 16,
        "floating-point operations for each byte that the memory moves",
        "middle");
  label(Margin, Margin - 14, "GFLOP/s", "middle");
}

void Picture::drawRoofs() {
  double Highest = 0;
  for (const Roof &R : roofsOf(B)) {
    const double Knee = R.Peak / Bandwidth;
    line(x(Knee), y(R.Peak), Width - Margin, y(R.Peak), "curve-0", 1.5);
    label(Width - Margin - 4, y(R.Peak) - 5,
          fmt::format("{}: {:.1f}", R.Name, R.Peak), "end");
    Highest = std::max(Highest, R.Peak);
  }
  const double Left =
      std::max(std::exp2(FirstX), std::pow(10, FirstY) / Bandwidth);
  line(x(Left), y(Left * Bandwidth), x(Highest / Bandwidth), y(Highest),
       "curve-1", 1.5);
  label(x(Left) + 8, y(Left * Bandwidth) - 12,
        fmt::format("memory: {:.1f} GB/s", Bandwidth), "start");
}

void Picture::drawLaunches() {
  for (const NamedTime *L : Launches) {
    const double Rate = rateOf(L->Time, L->Time.FloatOperations);
    // A launch that does not compute has no place here, only in the table.
    if (!(Rate > 0))
      continue;
    const double At = L->Time.MovedBytes ? x(intensityOf(L->Time)) : x(1e9);
    SVG += fmt::format(
        "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5\" fill=\"var(--mark)\">"
        "<title>{}: {:.2f} GFLOP/s</title></circle>\n",
        At, y(Rate), escaped(L->Name), Rate);
    label(At + 8, y(Rate) + 4, L->Name, "start");
  }
}

std::string Picture::text() {
  SVG = fmt::format("<svg viewBox=\"0 0 {} {}\" width=\"100%\" "
                    "role=\"img\">\n",
                    Width, Height);
  drawGrid();
  drawRoofs();
  drawLaunches();
  return SVG + "</svg>\n";
}

std::string tableOf(ArrayRef<const NamedTime *> Launches) {
  std::string Text =
      "<div class=\"scroll\"><table>\n<tr><th class=\"source\">launch</th>"
      "<th>us</th><th>GFLOP/s</th><th>GB/s</th><th>FLOP/byte</th>"
      "<th>% of the roof</th><th class=\"source\">limiter</th></tr>\n";
  for (const NamedTime *L : Launches) {
    const LaunchTime &T = L->Time;
    const double Peak = roofsOf(*T.Of).front().Peak;
    const double Memory = T.Of->bytesPerSecond() * 1e-9;
    const double Rate = rateOf(T, T.FloatOperations);
    const double Moved = rateOf(T, T.MovedBytes);
    Text += fmt::format(
        "<tr><td class=\"source\">{}</td><td>{:.2f}</td><td>{:.2f}</td>"
        "<td>{:.2f}</td><td>{:.2f}</td><td>{:.0f}</td>"
        "<td class=\"source\">{}</td></tr>\n",
        escaped(L->Name), T.microseconds(), Rate, Moved, intensityOf(T),
        100 * std::max(Rate / Peak, Moved / Memory), escaped(T.limiter()));
  }
  return Text + "</table></div>\n";
}

} // namespace

std::string rooflinePage(ArrayRef<NamedTime> Launches) {
  std::string Text;
  SmallVector<StringRef, 4> Boards;
  for (const NamedTime &L : Launches)
    if (L.Time.isThere() && !is_contained(Boards, L.Time.Of->Name))
      Boards.push_back(L.Time.Of->Name);
  for (StringRef Name : Boards) {
    SmallVector<const NamedTime *, 16> Of;
    for (const NamedTime &L : Launches)
      if (L.Time.isThere() && L.Time.Of->Name == Name)
        Of.push_back(&L);
    const Board &B = *Of.front()->Time.Of;
    Text += "<h2>" + escaped(Name) + ": " + escaped(B.Title) + "</h2>\n";
    Text += Picture(B, Of).text() + tableOf(Of);
  }
  if (Boards.empty())
    Text += "<p>No launch was timed.</p>\n";
  page::Parts Parts;
  Parts.Title = "Roofline";
  Parts.Body = std::move(Text);
  std::string Page;
  raw_string_ostream OS(Page);
  page::print(Parts, OS);
  return Page;
}

} // namespace heddle::timing
