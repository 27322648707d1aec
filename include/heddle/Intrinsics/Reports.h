//===- Reports.h - What passes report ---------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Passes report through the context of the IR. The program that runs them
/// decides what happens to the reports.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_INTRINSICS_REPORTS_H
#define HEDDLE_INTRINSICS_REPORTS_H

#include "heddle/Support/Diagnostics.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include <functional>
#include <string>

namespace heddle {

/// Gives each report to a function.
class ReportHandler final : public llvm::DiagnosticHandler {
public:
  /// Whether it took care of the report; LLVM prints what it did not.
  using TakeFn = std::function<bool(const llvm::DiagnosticInfo &)>;

  explicit ReportHandler(TakeFn Function) : Take(std::move(Function)) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &DI) override {
    return Take(DI);
  }

private:
  TakeFn Take;
};

/// "pass=inline": what stands behind -R, and the option that lets \p DI through
/// but for its "--" and "-remarks".
std::string remarkName(const llvm::DiagnosticInfoOptimizationBase &DI);

/// \p DI as LLVM prints it.
std::string textOf(const llvm::DiagnosticInfo &DI);

struct PlacedReport {
  /// Invalid when the report names no place.
  llvm::SMLoc Loc;
  std::string Message;
};

/// \p DI at its place in the PTX of \p Diags.
PlacedReport placeReport(const llvm::DiagnosticInfo &DI,
                         const Diagnostics &Diags);

} // namespace heddle

#endif // HEDDLE_INTRINSICS_REPORTS_H
