//===- Occupancy.cpp - How many CTAs an SM holds --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/ABI/Occupancy.h"
#include "heddle/ABI/LaunchState.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <optional>

using namespace llvm;

namespace heddle::abi {

std::string Occupancy::limiterNames() const {
  static constexpr struct {
    Limiter Bit;
    const char *Name;
  } Names[] = {{Warps, "warps"},
               {Registers, "registers"},
               {SharedMemory, "shared memory"},
               {CTASlots, "CTA slots"},
               {CTASize, "threads a CTA"}};
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

uint64_t registersPerCTA(const Geometry &G, uint64_t Threads,
                         uint32_t RegistersPerThread) {
  const uint64_t Warps =
      alignTo(divideCeil(Threads, WarpSize), G.WarpGranularity);
  const uint64_t PerWarp = uint64_t(WarpSize) * RegistersPerThread;
  if (G.RegistersByWarp)
    return Warps * alignTo(PerWarp, G.RegisterUnit);
  return alignTo(Warps * PerWarp, G.RegisterUnit);
}

/// How many CTAs the registers alone have room for.
static uint64_t ctasByRegisters(const Geometry &G, uint32_t WarpsPerCTA,
                                uint32_t RegistersPerThread) {
  if (RegistersPerThread > G.MaxRegistersPerThread)
    return 0;
  if (RegistersPerThread == 0)
    return UINT64_MAX;
  if (G.RegistersByWarp) {
    // Several CTAs share what rounding their warps together leaves.
    uint64_t PerWarp =
        alignTo(uint64_t(WarpSize) * RegistersPerThread, G.RegisterUnit);
    uint64_t Warps = G.RegistersPerSM / PerWarp;
    return alignDown(Warps, G.WarpGranularity) / WarpsPerCTA;
  }
  return G.RegistersPerSM / registersPerCTA(G, uint64_t(WarpsPerCTA) * WarpSize,
                                            RegistersPerThread);
}

/// How many CTAs the shared memory alone has room for.
static uint64_t ctasByShared(const Geometry &G, uint64_t Bytes) {
  if (Bytes > G.MaxSharedPerCTA)
    return 0;
  Bytes += G.ReservedShared;
  return Bytes == 0 ? UINT64_MAX : G.SharedBytes / alignTo(Bytes, G.SharedUnit);
}

Occupancy computeOccupancy(const Geometry &G, uint32_t Threads,
                           uint32_t RegistersPerThread, uint32_t SharedBytes) {
  Occupancy Result;
  Result.MaxWarps = G.MaxWarps;
  uint32_t WarpsPerCTA = std::max<uint32_t>(1, divideCeil(Threads, WarpSize));
  uint64_t ByWarps = G.MaxWarps / WarpsPerCTA;
  uint64_t ByRegisters = ctasByRegisters(G, WarpsPerCTA, RegistersPerThread);
  uint64_t ByShared = ctasByShared(G, SharedBytes);
  uint64_t BySize = Threads > G.MaxThreadsPerCTA ? 0 : UINT64_MAX;

  uint64_t CTAs =
      std::min({ByWarps, ByRegisters, ByShared, BySize, uint64_t(G.MaxCTAs)});
  Result.ActiveCTAs = static_cast<uint32_t>(CTAs);
  Result.ActiveWarps = Result.ActiveCTAs * WarpsPerCTA;
  Result.Limiters = (ByWarps == CTAs ? Occupancy::Warps : 0) |
                    (ByRegisters == CTAs ? Occupancy::Registers : 0) |
                    (ByShared == CTAs ? Occupancy::SharedMemory : 0) |
                    (G.MaxCTAs == CTAs ? Occupancy::CTASlots : 0) |
                    (BySize == CTAs ? Occupancy::CTASize : 0);
  return Result;
}

uint32_t maxRegistersFor(const Geometry &G, uint32_t Threads, uint32_t CTAs) {
  for (uint32_t N = G.MaxRegistersPerThread; N != 0; --N)
    if (computeOccupancy(G, Threads, N, 0).ActiveCTAs >= CTAs)
      return N;
  return 0;
}

uint32_t maxSharedFor(const Geometry &G, uint32_t CTAs) {
  uint64_t Whole =
      alignDown(uint64_t(G.SharedBytes) / std::max(CTAs, 1u), G.SharedUnit);
  if (Whole <= G.ReservedShared)
    return 0;
  return std::min<uint64_t>(Whole - G.ReservedShared, G.MaxSharedPerCTA);
}

std::string OccupancyStep::describe(uint32_t OldThreads) const {
  std::string Change;
  raw_string_ostream OS(Change);
  if (FewerRegisters != 0)
    OS << FewerRegisters << (FewerRegisters == 1 ? " register" : " registers");
  if (FewerRegisters != 0 && FewerShared != 0)
    OS << " and ";
  if (FewerShared != 0)
    OS << FewerShared << (FewerShared == 1 ? " byte" : " bytes")
       << " of shared memory";
  if (Threads != 0)
    OS << "block " << Threads << " instead of " << OldThreads;
  else
    OS << " fewer";
  OS << " -> " << After.ActiveCTAs << (After.ActiveCTAs == 1 ? " CTA" : " CTAs")
     << format(" (%.1f %%)", After.percent());
  return Change;
}

/// The step to one more CTA with fewer registers or shared bytes; no step when
/// warps or slots do not let it.
static std::optional<OccupancyStep> leanerStep(const Geometry &G,
                                               uint32_t Threads,
                                               uint32_t Registers,
                                               uint32_t Shared, uint32_t Now) {
  OccupancyStep Step;
  uint32_t Most = maxRegistersFor(G, Threads, Now + 1);
  uint32_t MostShared = maxSharedFor(G, Now + 1);
  if (Registers != 0 && Most == 0)
    return std::nullopt;
  Step.FewerRegisters = Registers > Most ? Registers - Most : 0;
  Step.FewerShared = Shared > MostShared ? Shared - MostShared : 0;
  if (Step.FewerRegisters == 0 && Step.FewerShared == 0)
    return std::nullopt;
  Step.After = computeOccupancy(G, Threads, Registers - Step.FewerRegisters,
                                Shared - Step.FewerShared);
  if (Step.After.ActiveCTAs <= Now)
    return std::nullopt;
  return Step;
}

SmallVector<OccupancyStep, 2> nextOccupancySteps(const Geometry &G,
                                                 uint32_t Threads,
                                                 uint32_t Registers,
                                                 uint32_t Shared) {
  SmallVector<OccupancyStep, 2> Steps;
  Occupancy Now = computeOccupancy(G, Threads, Registers, Shared);
  if (auto Step = leanerStep(G, Threads, Registers, Shared, Now.ActiveCTAs))
    Steps.push_back(*Step);
  OccupancyStep Best;
  Best.After = Now;
  auto Distance = [&](uint32_t T) {
    return T > Threads ? T - Threads : Threads - T;
  };
  for (uint32_t T = WarpSize; T <= G.MaxThreadsPerCTA; T += WarpSize) {
    Occupancy O = computeOccupancy(G, T, Registers, Shared);
    bool Better = O.ActiveWarps > Best.After.ActiveWarps;
    bool Nearer = Best.Threads != 0 &&
                  O.ActiveWarps == Best.After.ActiveWarps &&
                  Distance(T) < Distance(Best.Threads);
    if (Better || Nearer) {
      Best.Threads = T;
      Best.After = O;
    }
  }
  if (Best.Threads != 0)
    Steps.push_back(Best);
  return Steps;
}

} // namespace heddle::abi
