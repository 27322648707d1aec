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

namespace heddle::sm {
class WorkObserver;
} // namespace heddle::sm

namespace heddle::timing {
struct LaunchTime;
struct NamedTime;
} // namespace heddle::timing

namespace heddle::session {

/// Collects the counters and times of all launches and writes them in the forms
/// that settings ask for: sums as text, everything as JSON, and a listing of
/// the PTX with the cost of each line and its microinstructions.
/// docs/counters.md describes them.
class StatsReport {
public:
  /// \p RooflinePath: where a page with a roofline goes; empty: nowhere.
  StatsReport(const StatsSettings &Wanted, std::string RooflinePath);
  ~StatsReport();

  /// \p Work observes all launches, and is there as long as the report.
  void setWork(sm::WorkObserver &Work) { Observed = &Work; }

  /// Adds the launch called \p Name. \p Module, whose PTX the listing quotes,
  /// is not needed after the call; it is null if the launch never ran. \p Time
  /// is null if nobody timed the launch.
  void add(llvm::StringRef Name, const sm::LaunchResult &Result,
           runtime::LoadedModule *Module, const timing::LaunchTime *Time);

  /// Writes the reports, once, after the last launch. Reports without a file go
  /// to \p Text or \p Documents.
  llvm::Error write(llvm::raw_ostream &Text, llvm::raw_ostream &Documents);

private:
  const StatsSettings Wanted;
  sm::WorkObserver *Observed = nullptr;
  llvm::json::Array Launches;
  std::string Sums, Times, Listings;
  const std::string RooflinePath;
  std::vector<timing::NamedTime> ForPage;
};

} // namespace heddle::session

#endif // HEDDLE_SESSION_STATSREPORT_H
