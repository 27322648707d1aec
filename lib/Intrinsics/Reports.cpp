//===- Reports.cpp - What passes report -----------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Intrinsics/Reports.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace heddle {

std::string remarkName(const DiagnosticInfoOptimizationBase &DI) {
  StringRef Option = DI.isPassed()   ? "pass="
                     : DI.isMissed() ? "pass-missed="
                                     : "pass-analysis=";
  return (Option + DI.getPassName()).str();
}

std::string textOf(const DiagnosticInfo &DI) {
  std::string Text;
  raw_string_ostream OS(Text);
  DiagnosticPrinterRawOStream Printer(OS);
  DI.print(Printer);
  return Text;
}

PlacedReport placeReport(const DiagnosticInfo &DI, const Diagnostics &Diags) {
  const auto *Unsupported = dyn_cast<DiagnosticInfoUnsupported>(&DI);
  if (!Unsupported)
    return {SMLoc(), textOf(DI)};
  const DiagnosticLocation &Place = Unsupported->getLocation();
  SMLoc Loc = Place.isValid() ? Diags.locFor(Place.getLine(), Place.getColumn())
                              : SMLoc();
  return {Loc, Unsupported->getMessage().str()};
}

} // namespace heddle
