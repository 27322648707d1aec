//===- Remarks.cpp - Optimization remarks of a compilation ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Remarks.h"
#include "heddle/Intrinsics/Reports.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LLVMRemarkStreamer.h"
#include "llvm/Remarks/RemarkStreamer.h"

using namespace llvm;

namespace heddle {

RemarkCollector::RemarkCollector(LLVMContext &Context, bool WantsYAML,
                                 bool PlacesAreInIR)
    : Context(Context), PlacesAreInIR(PlacesAreInIR), Stream(Pending.YAML) {
  // This cannot fail: there is no filter, and LLVM has the format.
  if (WantsYAML)
    cantFail(setupLLVMOptimizationRemarks(Context, Stream, /*RemarksPasses=*/"",
                                          "yaml",
                                          /*RemarksWithHotness=*/false));
}

RemarkCollector::~RemarkCollector() {
  // Both streamers hold the stream.
  Context.setLLVMRemarkStreamer(nullptr);
  Context.setMainRemarkStreamer(nullptr);
}

void RemarkCollector::add(const DiagnosticInfoOptimizationBase &DI,
                          const Diagnostics &Diags) {
  if (!DI.isEnabled() || DI.isVerbose())
    return;
  RemarkList::Remark R;
  R.Name = remarkName(DI);
  R.Text = DI.getMsg();
  if (DI.isLocationAvailable()) {
    DiagnosticLocation Place = DI.getLocation();
    if (PlacesAreInIR)
      R.Text = DI.getLocationStr() + ": " + R.Text;
    else
      R.Loc = Diags.locFor(Place.getLine(), std::max(1u, Place.getColumn()));
  }
  Pending.Shown.push_back(std::move(R));
}

RemarkList RemarkCollector::take() {
  // Pending stays where it is: Stream writes to its string.
  RemarkList Taken;
  std::swap(Taken.Shown, Pending.Shown);
  Taken.YAML = Pending.YAML;
  Pending.YAML.clear();
  return Taken;
}

void RemarkCollector::report(const RemarkList &List, Diagnostics &Diags,
                             std::string &YAML) {
  for (const RemarkList::Remark &R : List.Shown)
    Diags.remark(R.Name, R.Loc, R.Text);
  YAML += List.YAML;
}

} // namespace heddle
