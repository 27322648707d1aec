//===- Preflight.h - The list of what a chip cannot run ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Collects errors of one run and lists them by what they say, how often and in
/// which lines, and by kernel.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_PTXAS_LITE_PREFLIGHT_H
#define HEDDLE_TOOLS_PTXAS_LITE_PREFLIGHT_H

#include "heddle/Compiler/KernelJudge.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/SourceMgr.h"
#include <string>
#include <vector>

namespace heddle {

class Preflight final : public KernelJudge {
public:
  explicit Preflight(const llvm::SourceMgr &Sources) : Sources(Sources) {}

  void add(llvm::SMLoc Loc, llvm::StringRef Message);
  void setKernels(std::vector<KernelExtent> All) override;
  bool isClean(llvm::StringRef Kernel) const override;

  /// The list as text, with a line for each message in the order of its first
  /// place, or a line that says there is nothing, and, where there is more than
  /// one, a line for each kernel.
  std::string report(llvm::StringRef FileName) const;
  /// The report as JSON: {"file", "problems": N, "kinds": [{"message", "count",
  /// "lines"}], "kernels": [{"name", "problems", "lines"}]}.
  std::string json(llvm::StringRef FileName) const;

private:
  /// A place; File is the name of a file that is not the first, where several
  /// were linked.
  struct Place {
    llvm::StringRef File;
    /// 0 where there is none.
    unsigned Line = 0;
  };
  struct Finding {
    std::string Message;
    std::vector<Place> Places;
  };

  Place placeOf(llvm::SMLoc Loc) const;
  static std::string list(llvm::ArrayRef<Place> Places);
  std::vector<Place> placesIn(const KernelExtent &Kernel) const;

  const llvm::SourceMgr &Sources;
  std::vector<Finding> Findings;
  /// Message -> its place in the list.
  llvm::StringMap<size_t> Index;
  std::vector<KernelExtent> Kernels;
  llvm::StringMap<size_t> KernelIndex;
  /// The places of errors, as pointers; sorted when they are asked for.
  mutable std::vector<const char *> Errors;
};

} // namespace heddle

#endif // HEDDLE_TOOLS_PTXAS_LITE_PREFLIGHT_H
