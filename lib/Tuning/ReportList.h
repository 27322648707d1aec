//===- ReportList.h - Several reports one after another ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TUNING_REPORTLIST_H
#define HEDDLE_LIB_TUNING_REPORTLIST_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle::tuning {

/// Prints each of \p Reports by \p Print, with an empty line between two.
template <class ReportT, class FnT>
void printTexts(llvm::ArrayRef<ReportT> Reports, FnT Print,
                llvm::raw_ostream &OS) {
  for (const ReportT &R : Reports) {
    if (&R != Reports.begin())
      OS << '\n';
    Print(R, OS);
  }
}

/// Prints a document whose member \p Key is the list of \p Reports, each as
/// \p ToJSON makes it.
template <class ReportT, class FnT>
void printJSON(llvm::ArrayRef<ReportT> Reports, llvm::StringRef Key, FnT ToJSON,
               llvm::raw_ostream &OS) {
  llvm::json::Array Array;
  for (const ReportT &R : Reports)
    Array.push_back(ToJSON(R));
  llvm::json::Object Document{{"schema", 1}, {Key, std::move(Array)}};
  OS << llvm::formatv("{0:2}\n", llvm::json::Value(std::move(Document)));
}

} // namespace heddle::tuning

#endif // HEDDLE_LIB_TUNING_REPORTLIST_H
