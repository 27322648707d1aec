//===- FaultReporter.h - Put a fault into words -----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_MACHINE_REPORT_FAULTREPORTER_H
#define HEDDLE_LIB_MACHINE_REPORT_FAULTREPORTER_H

#include "heddle/Machine/FaultReport.h"
#include "llvm/ADT/StringExtras.h"
#include <string>

namespace heddle::sm {

inline std::string hex(uint64_t V) { return "0x" + llvm::utohexstr(V, true); }

/// "1 byte", "8 bytes"
inline std::string bytes(uint64_t N) {
  return llvm::utostr(N) + (N == 1 ? " byte" : " bytes");
}

/// Writes one fault, taking what it needs from the pieces of the machine.
class FaultReporter {
public:
  FaultReporter(const Program &Prog, const Cta &Of, const GlobalMemory &Mem,
                const LaunchConfig &LC)
      : P(Prog), C(Of), Memory(Mem), Config(LC) {}

  Fault warpFault();
  Fault barrier(llvm::StringRef Message);
  /// Still not at its end, at the instruction limit or (\p IsStuck) for ever.
  Fault limit(bool IsStuck);
  /// For ever, as \p A is not met.
  Fault awaited(const AwaitedBarrier &A);
  Fault timeout();

private:
  Fault at(const Warp &W, unsigned Number, uint32_t PC, uint32_t Mask);
  /// At the warp that had the last turn, or another that has not ended.
  Fault atRunning();
  void access(Fault &F, const AccessFault &A);
  void image(Fault &F, const AccessFault &A);
  bool isBehindStack(const AccessFault &A) const;
  std::string heapPlace(uint64_t Address) const;
  std::string globalPlace(const AccessFault &A) const;
  std::string distance(const Buffer &Buf, abi::Address A) const;
  std::string clusterPlace(uint64_t Address) const;
  std::string sharedPlace(uint32_t Address) const;
  std::string sharedName(uint32_t Address) const;
  std::string otherSpace(uint64_t Address) const;
  std::string operands(const Fault &F, const LaneContext &L) const;
  std::string waiting() const { return warpPlaces(P, C); }

  const Program &P;
  const Cta &C;
  const GlobalMemory &Memory;
  const LaunchConfig &Config;
};

} // namespace heddle::sm

#endif // HEDDLE_LIB_MACHINE_REPORT_FAULTREPORTER_H
