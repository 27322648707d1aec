//===- FaultBarriers.cpp - Barriers in memory that are not met ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FaultReporter.h"
#include "heddle/ABI/Barrier.h"
#include "heddle/ABI/ClusterWindow.h"
#include "llvm/Support/Endian.h"

namespace heddle::sm {

namespace {
/// The arrivals and bytes that an mbarrier still waits for in its phase.
struct Missing {
  uint64_t Arrivals, Expected, Phase;
  int64_t Bytes;

  explicit Missing(uint64_t State)
      : Arrivals(State & abi::BarrierCountMask),
        Expected(State >> abi::BarrierExpectedShift & abi::BarrierCountMask),
        Phase(State >> abi::BarrierPhaseShift),
        // Two's complement in 21 bits.
        Bytes(int64_t(State << 3) >> 43) {}
};
} // namespace

static std::string arrivalsText(const Missing &M) {
  return llvm::utostr(M.Arrivals) + " of " + llvm::utostr(M.Expected) +
         (M.Expected == 1 ? " arrival" : " arrivals");
}

/// "phase 0 waits for 1 of 33 arrivals"
static std::string missingText(const Missing &M) {
  std::string Text = "phase " + llvm::utostr(M.Phase) + " waits for ";
  if (!M.Bytes)
    return Text + arrivalsText(M);
  if (M.Arrivals)
    Text += arrivalsText(M) + " and ";
  if (M.Bytes < 0)
    return Text + bytes(uint64_t(-M.Bytes)) +
           " to be expected, which have come already";
  return Text + bytes(uint64_t(M.Bytes)) + " that were expected";
}

/// The barrier's state; nothing where its address is none.
static std::optional<uint64_t> stateAt(const LaneContext &L,
                                       const AwaitedBarrier &A) {
  if (A.Where == Space::Shared) {
    if (A.Address > L.SharedBytes || L.SharedBytes - A.Address < 8)
      return std::nullopt;
    return llvm::support::endian::read64le(L.Shared + A.Address);
  }
  const FarWindow W = L.FindFarGlobal(L.GlobalMemory, A.Address, false);
  if (!W.Data || A.Address - W.Base > W.Size ||
      W.Size - (A.Address - W.Base) < 8)
    return std::nullopt;
  return llvm::support::endian::read64le(W.Data + (A.Address - W.Base));
}

/// "the barrier of the cluster", or the address of an mbarrier.
static std::string barrierName(const AwaitedBarrier &A,
                               const std::string &Variable) {
  if (A.Where == Space::Shared)
    return "mbarrier at address " + hex(A.Address) + " of __shared__" +
           Variable;
  if ((A.Address & abi::ClusterOffsetMask) == abi::ClusterBarrierOffset)
    return "the barrier of the cluster";
  return "mbarrier at address " + hex(A.Address);
}

Fault FaultReporter::awaited(const AwaitedBarrier &A) {
  const Warp &W = C.warp(A.Warp);
  const std::optional<uint64_t> State = stateAt(W.lanes(), A);
  if (!State)
    return limit(/*IsStuck=*/true);
  Fault F = at(W, A.Warp, A.Index, A.LaneMask);
  F.Kind = FaultKind::Barrier;
  F.Message =
      barrierName(A, A.Where == Space::Shared ? sharedName(uint32_t(A.Address))
                                              : "") +
      " in block " + tripleText(F.Block) +
      " can never be met: " + missingText(Missing(*State)) +
      ", and nobody is left who could come";
  F.Details = waiting();
  return F;
}

} // namespace heddle::sm
