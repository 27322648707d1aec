//===- SweepReport.h - A sweep as a table and as curves ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Prints what a sweep found, and makes charts of it.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TUNING_SWEEPREPORT_H
#define HEDDLE_TUNING_SWEEPREPORT_H

#include "heddle/Tuning/Chart.h"
#include "heddle/Tuning/OccupancyReport.h"
#include "heddle/Tuning/Sweep.h"

namespace heddle::tuning {

/// Sweeps of one kernel on several geometries lie one behind the other, and are
/// one table of text.
void printSweeps(llvm::ArrayRef<RegisterSweep> Sweeps, OutputFormat Format,
                 llvm::raw_ostream &OS);

/// The sweeps as printSweeps puts them into JSON.
llvm::json::Array sweepsJSON(llvm::ArrayRef<RegisterSweep> Sweeps);

/// The charts of each kernel: occupancy on each geometry, spills and
/// instructions over the budget; executed instructions where a job ran.
std::vector<Chart> chartsOf(llvm::ArrayRef<RegisterSweep> Sweeps);

/// Occupancy over every block size, whole warps or not.
Chart chartOf(const KernelRows &Rows, const abi::Geometry &G);

} // namespace heddle::tuning

#endif // HEDDLE_TUNING_SWEEPREPORT_H
