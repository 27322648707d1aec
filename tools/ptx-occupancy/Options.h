//===- Options.h - The command line of ptx-occupancy ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_PTX_OCCUPANCY_OPTIONS_H
#define HEDDLE_TOOLS_PTX_OCCUPANCY_OPTIONS_H

#include "heddle/ABI/Geometry.h"
#include "heddle/Compiler/Compiler.h"
#include "heddle/Session/Settings.h"
#include "heddle/Support/Tool.h"
#include "heddle/Tuning/OccupancyReport.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>

namespace heddle {

enum ExitCode { Done = 0, Refused = 1, UsageOrFileError = 2 };

struct OccupancyOptions {
  CompileOptions Compile;
  /// Empty: the calculator, with Registers. "-": ptxas -v's output.
  std::string Input;
  std::string Entry;
  std::optional<uint32_t> Registers;
  std::vector<uint32_t> Blocks;
  /// The dynamic bytes with a file, else all bytes.
  uint32_t SharedBytes = 0;
  /// None: that of the chip that the code was asked for.
  std::vector<const abi::Geometry *> Geometries;
  /// Name or path of a ptxas whose counts stand beside ours; empty: none.
  std::string Peer;
  tuning::OutputFormat Format = tuning::OutputFormat::Text;
  enum SweepKind : uint8_t { NoSweep, OverRegisters, OverBlocks };
  SweepKind Sweep = NoSweep;
  bool Pressure = false;
  /// Tries what could be better.
  bool Advise = false;
  std::string JobPath;
  /// Whether its launches are timed.
  session::TimeSettings Time;
  /// The board as it was written.
  std::string TimeText;
  std::string HTMLPath;
  std::string SVGPath;
  unsigned HostThreads = 1;
  DiagnosticOptions Diagnostics;
};

/// Reads \p Args, without the program's name.
llvm::Expected<OccupancyOptions>
parseOccupancyOptions(const ParsedCommandLine &Parsed);

ToolInfo occupancyInfo();

} // namespace heddle

#endif // HEDDLE_TOOLS_PTX_OCCUPANCY_OPTIONS_H
