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

/// A use of fewer registers that makes room for more warps on one geometry.
struct PressureStep {
  const abi::Geometry *Geometry = nullptr;
  /// Threads of a CTA.
  uint32_t Threads = 0;
  /// Registers that the code may use then.
  uint32_t Registers = 0;
  abi::Occupancy After;
  /// How many values, the cheapest first, leave the peak for that, and what
  /// they cost. None: all that can leave it do not suffice.
  std::optional<size_t> Values;
  double Cost = 0;
};

/// The launches that the steps of a report are computed for.
struct PressureOptions {
  /// Empty: the SM of the architecture that the code was asked for.
  std::vector<const abi::Geometry *> Geometries;
  /// Threads of a CTA; 0: the number that the kernel declares, else 256.
  uint32_t Threads = 0;
  uint32_t DynamicShared = 0;
};

struct PressureReport {
  std::string Kernel;
  /// Registers that the allocated code uses.
  uint32_t Registers = 0;
  /// AtPeak with the values first that cost least to do without.
  tesla::KernelPressure Pressure;
  /// Empty where fewer registers make no room on any geometry.
  std::vector<PressureStep> Steps;
  /// The PTX file's lines, a blank for each tab; the first is line 1.
  std::vector<std::string> Source;
  /// The sources that the lines were made from.
  object::SourceMap Origins;
};

/// The pressure of each kernel of \p Result, which was compiled from \p Source.
std::vector<PressureReport> reportPressure(const CompileResult &Result,
                                           llvm::StringRef Source,
                                           const PressureOptions &Options);

llvm::json::Value pressureJSON(const PressureReport &Report);

/// Prints text with a bar for each line, JSON, or CSV of the lines.
void printPressure(llvm::ArrayRef<PressureReport> Reports, OutputFormat Format,
                   llvm::raw_ostream &OS);

} // namespace heddle::tuning

#endif // HEDDLE_TUNING_PRESSUREREPORT_H
