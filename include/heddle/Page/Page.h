//===- Page.h - One HTML file with all that it needs ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The frame of every page that a tool writes: style sheet for light and dark,
/// the library of charts, data as JSON, a script. Nothing comes from the
/// network.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PAGE_PAGE_H
#define HEDDLE_PAGE_PAGE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include <optional>
#include <string>

namespace heddle::page {

/// \p Text as HTML.
std::string escaped(llvm::StringRef Text);

struct Parts {
  std::string Title;
  /// HTML behind the heading.
  std::string Body;
  /// CSS beside that of all pages.
  llvm::StringRef Style;
  /// The contents of the element #data.
  std::optional<llvm::json::Value> Data;
  /// The script draws with uPlot.
  bool HasCharts = false;
  /// Runs behind all; may be empty.
  std::string Script;
};

void print(const Parts &P, llvm::raw_ostream &OS);

} // namespace heddle::page

#endif // HEDDLE_PAGE_PAGE_H
