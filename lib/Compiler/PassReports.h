//===- PassReports.h - What passes report, at PTX places --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_COMPILER_PASSREPORTS_H
#define HEDDLE_LIB_COMPILER_PASSREPORTS_H

#include "llvm/IR/DiagnosticHandler.h"
#include <memory>

namespace heddle {

class Diagnostics;
class RemarkCollector;

/// Returns a handler that turns what passes report about the IR into
/// diagnostics at PTX places. Remarks go to \p Remarks.
std::unique_ptr<llvm::DiagnosticHandler>
makePassReportHandler(Diagnostics &Diags, RemarkCollector &Remarks);

} // namespace heddle

#endif // HEDDLE_LIB_COMPILER_PASSREPORTS_H
