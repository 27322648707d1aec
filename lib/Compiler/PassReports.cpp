//===- PassReports.cpp - What passes report, at PTX places ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassReports.h"
#include "Remarks.h"
#include "heddle/Intrinsics/Reports.h"
#include "heddle/Optimizer/NamedWarning.h"
#include "heddle/Support/Diagnostics.h"

using namespace llvm;

namespace heddle {

/// The name of a warning: the optimizer itself warns of choices that an option
/// allowed.
static StringRef warningName(const DiagnosticInfo &DI) {
  if (const auto *Named = dyn_cast<NamedWarning>(&DI))
    return Named->name();
  return isa<DiagnosticInfoUnsupported>(DI) ? "assume-global" : "ir";
}

static PlacedReport placeWarning(const NamedWarning &W,
                                 const Diagnostics &Diags) {
  SMLoc Loc =
      W.isLocationAvailable()
          ? Diags.locFor(W.getLocation().getLine(), W.getLocation().getColumn())
          : SMLoc();
  return {Loc, W.message().str()};
}

std::unique_ptr<DiagnosticHandler>
makePassReportHandler(Diagnostics &Diags, RemarkCollector &Remarks) {
  return std::make_unique<ReportHandler>([&](const DiagnosticInfo &DI) {
    if (DI.getSeverity() == DS_Remark) {
      if (const auto *Remark = dyn_cast<DiagnosticInfoOptimizationBase>(&DI))
        Remarks.add(*Remark, Diags);
      return true;
    }
    const auto *Named = dyn_cast<NamedWarning>(&DI);
    PlacedReport R =
        Named ? placeWarning(*Named, Diags) : placeReport(DI, Diags);
    if (DI.getSeverity() == DS_Error)
      Diags.error(R.Loc, R.Message);
    else if (DI.getSeverity() == DS_Warning)
      Diags.warning(warningName(DI), R.Loc, R.Message);
    return true;
  });
}

} // namespace heddle
