//===- PressureReport.h - Live registers, line by line ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which PTX lines need how many registers, and which values make the peak.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TUNING_PRESSUREREPORT_H
#define HEDDLE_TUNING_PRESSUREREPORT_H

#include "heddle/Compiler/Compiler.h"
#include "heddle/Tuning/OccupancyReport.h"
#include "llvm/Support/JSON.h"

namespace heddle::tuning {

/// What makes room for more warps on one geometry.
struct PressureStep {
  const abi::Geometry *Geometry = nullptr;
  /// Of a CTA.
  uint32_t Threads = 0;
  /// What the code may use then.
  uint32_t Registers = 0;
  abi::Occupancy After;
  /// How many values, the cheapest first, leave the peak for that, and what
  /// they cost. None: all that can leave it do not suffice.
  std::optional<size_t> Values;
  double Cost = 0;
};

/// What the steps of a report are for.
struct PressureOptions {
  /// None: the SM of what the code was asked for as.
  std::vector<const abi::Geometry *> Geometries;
  /// Of a CTA; 0: what the kernel declares, else 256.
  uint32_t Threads = 0;
  uint32_t DynamicShared = 0;
};

struct PressureReport {
  std::string Kernel;
  /// Registers that the allocated code uses.
  uint32_t Registers = 0;
  /// AtPeak with the values first that cost least to do without.
  tesla::KernelPressure Pressure;
  /// None where fewer registers make no room on any geometry.
  std::vector<PressureStep> Steps;
  /// The PTX file's lines, a blank for each tab; the first is line 1.
  std::vector<std::string> Source;
  /// What the lines were made from.
  object::SourceMap Origins;
};

/// The pressure of each kernel of \p Result, which was compiled from \p Source.
std::vector<PressureReport> reportPressure(const CompileResult &Result,
                                           llvm::StringRef Source,
                                           const PressureOptions &Options);

llvm::json::Value pressureJSON(const PressureReport &Report);

/// As text with a bar for each line, as JSON, or as CSV of the lines.
void printPressure(llvm::ArrayRef<PressureReport> Reports, OutputFormat Format,
                   llvm::raw_ostream &OS);

} // namespace heddle::tuning

#endif // HEDDLE_TUNING_PRESSUREREPORT_H
