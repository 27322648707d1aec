//===- Chart.h - Curves of a sweep as SVG and as a page ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The results of a sweep as pictures: panels with one horizontal axis, one
/// below the other. A page carries everything it needs and asks no network.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TUNING_CHART_H
#define HEDDLE_TUNING_CHART_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/JSON.h"
#include <optional>
#include <string>
#include <vector>

namespace heddle::tuning {

/// One curve over the chart's X, with a value for each.
struct Curve {
  std::string Label;
  std::vector<double> Y;
};

struct Panel {
  std::string Title;
  /// Values hold until the next X rather than being joined.
  bool IsStaircase = false;
  std::vector<Curve> Curves;
};

struct Chart {
  /// Groups charts and pressure on a page; empty for the calculator.
  std::string Kernel;
  std::string Title;
  std::string XLabel;
  /// Stands behind XLabel at the axis; may be empty.
  std::string XNote;
  std::vector<double> X;
  /// The chosen point.
  std::optional<double> Mark;
  std::string MarkLabel;
  std::vector<Panel> Panels;
};

/// Draws all charts in one picture.
void printSVG(llvm::ArrayRef<Chart> Charts, llvm::raw_ostream &OS);

/// The contents of a page.
struct Page {
  std::string Title;
  std::vector<Chart> Charts;
  /// The text of the tables.
  std::string Text;
  /// One value for each kernel, as pressureJSON makes it.
  llvm::json::Array Pressure;
};

/// One HTML file with the charts, drawn by uPlot, the live registers of each
/// line, and the tables; with several kernels a table of contents.
void printHTML(Page P, llvm::raw_ostream &OS);

} // namespace heddle::tuning

#endif // HEDDLE_TUNING_CHART_H
