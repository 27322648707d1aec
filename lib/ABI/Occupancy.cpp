//===- Occupancy.cpp - How many CTAs an SM holds --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/ABI/Occupancy.h"
#include "heddle/ABI/LaunchState.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;

namespace heddle::abi {

std::string Occupancy::limiterNames() const {
  static constexpr struct {
    Limiter Bit;
    const char *Name;
  } Names[] = {{Warps, "warps"},
               {Registers, "registers"},
               {Shared, "shared memory"},
               {CTASlots, "CTA slots"}};
  std::string Result;
  for (const auto &N : Names) {
    if (!(Limiters & N.Bit))
      continue;
    if (!Result.empty())
      Result += ", ";
    Result += N.Name;
  }
  return Result;
}

Occupancy computeOccupancy(const Geometry &G, uint32_t Threads,
                           uint32_t RegistersPerThread, uint32_t SharedBytes) {
  Occupancy Result;
  Result.MaxWarps = G.MaxWarps;
  uint32_t WarpsPerCTA = std::max<uint32_t>(1, divideCeil(Threads, WarpSize));

  // Each resource alone: how many CTAs would fit. 64 bits, because callers may
  // ask about a launch that is far too large.
  uint64_t ByWarps = G.MaxWarps / WarpsPerCTA;
  uint64_t ByRegisters = UINT64_MAX, ByShared = UINT64_MAX;
  if (RegistersPerThread > G.MaxRegistersPerThread) {
    ByRegisters = 0;
  } else if (RegistersPerThread != 0) {
    uint64_t PerCTA =
        alignTo(uint64_t(alignTo(WarpsPerCTA, G.WarpGranularity)) * WarpSize *
                    RegistersPerThread,
                G.RegisterUnit);
    ByRegisters = G.RegistersPerSM / PerCTA;
  }
  if (SharedBytes != 0)
    ByShared = G.SharedBytes / alignTo(uint64_t(SharedBytes), G.SharedUnit);

  uint64_t CTAs =
      std::min({ByWarps, ByRegisters, ByShared, uint64_t(G.MaxCTAs)});
  Result.ActiveCTAs = static_cast<uint32_t>(CTAs);
  Result.ActiveWarps = Result.ActiveCTAs * WarpsPerCTA;
  Result.Limiters = (ByWarps == CTAs ? Occupancy::Warps : 0) |
                    (ByRegisters == CTAs ? Occupancy::Registers : 0) |
                    (ByShared == CTAs ? Occupancy::Shared : 0) |
                    (G.MaxCTAs == CTAs ? Occupancy::CTASlots : 0);
  return Result;
}

} // namespace heddle::abi
