//===- OccupancyReport.h - Occupancy, and the next step ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For each kernel and block size: how many CTAs and warps an SM holds, what
/// limits them, and the smallest change that makes room for more.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TUNING_OCCUPANCYREPORT_H
#define HEDDLE_TUNING_OCCUPANCYREPORT_H

#include "heddle/ABI/Occupancy.h"
#include "heddle/Tuning/KernelUse.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace heddle::tuning {

enum class OutputFormat : uint8_t { Text, JSON, CSV };

/// The occupancy that a kernel attains with one block size.
struct BlockRow {
  uint32_t Threads = 0;
  abi::Occupancy Occupancy;
  llvm::SmallVector<abi::OccupancyStep, 2> Steps;
  /// The occupancy with the resources of KernelRows::Peer.
  std::optional<abi::Occupancy> Peer;
};

struct KernelRows {
  KernelUse Use;
  std::vector<BlockRow> Rows;
  /// The resources that another compiler's code takes.
  std::optional<KernelUse> Peer;
};

struct OccupancyReport {
  const abi::Geometry *Geometry = nullptr;
  /// The source of the register counts; empty for figures given by hand.
  std::string CountedBy;
  std::string Arch;
  /// The source of the counts of KernelRows::Peer; empty without them.
  std::string PeerName;
  std::vector<KernelRows> Kernels;
};

/// Reports on \p Uses with blocks of \p Threads; none: of the declared size, or
/// of 64, 128, 256 and 512 threads. A launch adds \p DynamicShared bytes. The
/// report of \p Peer, if not null, on a kernel of the same name stands beside.
OccupancyReport reportOccupancy(const KernelUses &Uses, const abi::Geometry &G,
                                llvm::ArrayRef<uint32_t> Threads,
                                uint32_t DynamicShared,
                                const KernelUses *Peer = nullptr);

/// Every block size of whole warps, for reportOccupancy().
llvm::SmallVector<uint32_t, 0> allBlockSizes(const abi::Geometry &G);

/// Prints one report for each architecture that the figures are of.
void printReports(llvm::ArrayRef<OccupancyReport> Reports, OutputFormat Format,
                  llvm::raw_ostream &OS);

} // namespace heddle::tuning

#endif // HEDDLE_TUNING_OCCUPANCYREPORT_H
