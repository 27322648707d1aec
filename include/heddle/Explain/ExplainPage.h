//===- ExplainPage.h - A page with all levels of a kernel -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXPLAIN_EXPLAINPAGE_H
#define HEDDLE_EXPLAIN_EXPLAINPAGE_H

#include "heddle/Explain/PassRecorder.h"
#include "llvm/Support/Error.h"

namespace heddle {
class Diagnostics;
struct CompileResult;
} // namespace heddle

namespace heddle::explain {

struct PageInput {
  std::string Title;
  /// The texts, and where their lines count on from.
  const Diagnostics *Texts = nullptr;
  /// The texts are PTX; else IR, whose lines are not those of a source.
  bool IsPTX = true;
  const PassRecorder *Passes = nullptr;
  /// Null where only passes ran. Its output is an object.
  const CompileResult *Code = nullptr;
  /// The text of --stats=json for launches of the kernels; empty: none.
  std::string Stats;
};

/// One HTML file. Fails where the statistics are none, or of other code.
llvm::Expected<std::string> explainPage(const PageInput &In);

} // namespace heddle::explain

#endif // HEDDLE_EXPLAIN_EXPLAINPAGE_H
