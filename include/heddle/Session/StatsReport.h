//===- StatsReport.h - What is written about counters -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SESSION_STATSREPORT_H
#define HEDDLE_SESSION_STATSREPORT_H

#include "heddle/Machine/LaunchResult.h"
#include "heddle/Session/Settings.h"
#include "llvm/Support/JSON.h"

namespace heddle::runtime {
class LoadedModule;
} // namespace heddle::runtime

namespace heddle::session {

/// The counts of all launches in the forms that settings ask for, sums as text,
/// everything as JSON, and a listing of the PTX with what each line and its
/// microinstructions cost. docs/counters.md describes them.
class StatsReport {
public:
  explicit StatsReport(const StatsSettings &Wanted) : Wanted(Wanted) {}

  /// Of the launch called \p Name. \p Module, whose PTX the listing quotes, is
  /// not needed afterwards; null: the launch never ran.
  void add(llvm::StringRef Name, const sm::LaunchResult &Result,
           runtime::LoadedModule *Module);

  /// Once, after the last launch. What has no file goes to \p Text or
  /// \p Documents.
  llvm::Error write(llvm::raw_ostream &Text, llvm::raw_ostream &Documents);

private:
  const StatsSettings Wanted;
  llvm::json::Array Launches;
  std::string Sums, Listings;
};

} // namespace heddle::session

#endif // HEDDLE_SESSION_STATSREPORT_H
