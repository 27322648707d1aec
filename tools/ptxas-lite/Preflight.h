//===- Preflight.h - The list of what a chip cannot run ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Collects errors of one run and lists them by what they say: how often, and
/// in which lines.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_PTXAS_LITE_PREFLIGHT_H
#define HEDDLE_TOOLS_PTXAS_LITE_PREFLIGHT_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/SourceMgr.h"
#include <string>
#include <vector>

namespace heddle {

class Preflight {
public:
  explicit Preflight(const llvm::SourceMgr &Sources) : Sources(Sources) {}

  void add(llvm::SMLoc Loc, llvm::StringRef Message);

  /// The list as text, with a line for each message in the order of its first
  /// place, or a line that says there is nothing.
  std::string report(llvm::StringRef FileName) const;
  /// The same as JSON: {"file", "problems": N, "kinds": [{"message", "count",
  /// "lines"}]}.
  std::string json(llvm::StringRef FileName) const;

private:
  const llvm::SourceMgr &Sources;
  struct Finding {
    std::string Message;
    /// 0 where there is none.
    llvm::SmallVector<unsigned, 4> Lines;
  };
  std::vector<Finding> Findings;
  /// Message -> its place in the list.
  llvm::StringMap<size_t> Index;
};

} // namespace heddle

#endif // HEDDLE_TOOLS_PTXAS_LITE_PREFLIGHT_H
