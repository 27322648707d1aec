//===- FaultReport.h - Put a fault into words -------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MACHINE_FAULTREPORT_H
#define HEDDLE_MACHINE_FAULTREPORT_H

#include "heddle/Machine/Cta.h"
#include "heddle/Machine/Fault.h"

namespace heddle::sm {

/// A fault of the launch itself: no instruction, no thread.
Fault launchFault(const Program &P, FaultKind Kind, std::string Message);

/// An mbarrier, or the barrier of a cluster, that a warp waits for in a loop.
struct AwaitedBarrier {
  unsigned Warp;
  /// The index of the instruction that looks at the barrier, and who does.
  uint32_t Index;
  uint32_t LaneMask;
  Space Where;
  uint64_t Address;
};

/// Why \p C ended with \p End, which is not Done. \p Awaited: what is known to
/// be waited for where it is Stuck.
Fault ctaFault(const Program &P, const Cta &C, CtaEnd End,
               const GlobalMemory &Memory, const LaunchConfig &Config,
               llvm::ArrayRef<AwaitedBarrier> Awaited = {});

/// The source places that \p Place was made from, innermost first.
std::vector<FaultSource> sourcesOf(const object::SourceMap &Map,
                                   const object::LineEntry &Place);

/// A line for each warp of \p C: where it runs or waits, or that it exited.
std::string warpPlaces(const Program &P, const Cta &C);

} // namespace heddle::sm

#endif // HEDDLE_MACHINE_FAULTREPORT_H
