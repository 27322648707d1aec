//===- OccupancyTest.cpp - Occupancy against its worked examples ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/ABI/Occupancy.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <random>

using namespace heddle::abi;

namespace {

struct OccupancyCase {
  const char *Geometry;
  uint32_t Threads, Registers, Shared;
  uint32_t CTAs, Warps;
  const char *Limiters;
};

// Worked examples: the CUDA occupancy calculator's rows, and the 1.2 example of
// the CUDA C Programming Guide 4.2, chapter 4.
class OccupancyTest : public testing::TestWithParam<OccupancyCase> {};

TEST_P(OccupancyTest, MatchesTheCalculator) {
  const OccupancyCase &C = GetParam();
  Occupancy O = computeOccupancy(*findGeometry(C.Geometry), C.Threads,
                                 C.Registers, C.Shared);
  EXPECT_EQ(O.ActiveCTAs, C.CTAs);
  EXPECT_EQ(O.ActiveWarps, C.Warps);
  EXPECT_EQ(O.limiterNames(), C.Limiters);
}

INSTANTIATE_TEST_SUITE_P(
    WorkedExamples, OccupancyTest,
    testing::Values(
        OccupancyCase{"g80", 256, 10, 2080, 3, 24, "warps, registers"},
        OccupancyCase{"g80", 256, 11, 2080, 2, 16, "registers"},
        OccupancyCase{"g80", 64, 30, 1152, 4, 8, "registers"},
        OccupancyCase{"gt200", 64, 30, 1152, 8, 16, "registers, CTA slots"},
        OccupancyCase{"g80", 256, 19, 4144, 1, 8, "registers"},
        OccupancyCase{"g80", 128, 19, 2096, 3, 12, "registers"},
        OccupancyCase{"gt200", 256, 19, 4144, 3, 24,
                      "registers, shared memory"},
        OccupancyCase{"g80", 128, 8, 36, 6, 24, "warps"},
        OccupancyCase{"g80", 33, 16, 40, 8, 16, "registers, CTA slots"},
        OccupancyCase{"g80", 96, 21, 40, 2, 6, "registers"},
        OccupancyCase{"g80", 512, 17, 40, 0, 0, "registers"},
        OccupancyCase{"gt200", 192, 20, 3000, 4, 24, "registers"},
        OccupancyCase{"gt215", 512, 16, 40, 2, 32, "warps, registers"},
        OccupancyCase{"gt215", 512, 17, 40, 1, 16, "registers"},
        OccupancyCase{"sm_20", 192, 20, 3000, 8, 48,
                      "warps, registers, CTA slots"},
        OccupancyCase{"g80", 768, 8, 40, 0, 0, "threads a CTA"},
        OccupancyCase{"g80", 32, 8, 16385, 0, 0, "shared memory"},
        OccupancyCase{"g80", 32, 125, 0, 0, 0, "registers"},
        OccupancyCase{"g80", 32, 0, 0, 8, 8, "CTA slots"}));

/// The rules of the CUDA occupancy calculator once more, by handing out CTA
/// after CTA until something runs out.
struct HandOut {
  uint32_t CTAs = 0;
  unsigned Limiters = 0;

  HandOut(const Geometry &G, uint32_t Threads, uint32_t Registers,
          uint32_t Shared) {
    auto Up = [](uint64_t A, uint64_t B) { return (A + B - 1) / B * B; };
    uint64_t Warps = (Threads + 31) / 32;
    // Register units that the SM has: of whole warps in groups, or of bytes.
    uint64_t Room = G.RegistersPerSM, Each;
    if (G.RegistersByWarp) {
      uint64_t OfWarp = Up(32ull * Registers, G.RegisterUnit);
      uint64_t Groups = 0;
      while (OfWarp != 0 &&
             (Groups + 1) * G.WarpGranularity * OfWarp <= G.RegistersPerSM)
        ++Groups;
      Room = Groups * G.WarpGranularity;
      Each = OfWarp == 0 ? 0 : Warps;
    } else {
      Each = Up(Up(Warps, G.WarpGranularity) * 32 * Registers, G.RegisterUnit);
    }
    uint64_t Bytes = Up(uint64_t(Shared) + G.ReservedShared, G.SharedUnit);
    while (Limiters == 0) {
      uint64_t Next = CTAs + 1;
      if (Next * Warps > G.MaxWarps)
        Limiters |= Occupancy::Warps;
      if (Next > G.MaxCTAs)
        Limiters |= Occupancy::CTASlots;
      if (Next * Each > Room || Registers > G.MaxRegistersPerThread)
        Limiters |= Occupancy::Registers;
      if (Next * Bytes > G.SharedBytes || Shared > G.MaxSharedPerCTA)
        Limiters |= Occupancy::SharedMemory;
      if (Threads > G.MaxThreadsPerCTA)
        Limiters |= Occupancy::CTASize;
      if (Limiters == 0)
        ++CTAs;
    }
  }
};

TEST(Occupancy, AgreesWithHandingOutOneByOne) {
  std::mt19937 Random(6);
  auto Below = [&](uint32_t N) { return uint32_t(Random() % N); };
  for (int I = 0; I < 40000; ++I) {
    const Geometry &G = geometries()[Below(geometries().size())];
    uint32_t Threads = 1 + Below(G.MaxThreadsPerCTA + 40);
    uint32_t Registers = Below(G.MaxRegistersPerThread + 3);
    uint32_t Shared = Below(4) ? Below(G.SharedBytes / 4) : Below(250000);
    Occupancy O = computeOccupancy(G, Threads, Registers, Shared);
    HandOut H(G, Threads, Registers, Shared);
    ASSERT_EQ(O.ActiveCTAs, H.CTAs)
        << G.Name << ' ' << Threads << ' ' << Registers << ' ' << Shared;
    ASSERT_EQ(O.Limiters, H.Limiters)
        << G.Name << ' ' << Threads << ' ' << Registers << ' ' << Shared;
    ASSERT_EQ(O.ActiveWarps, O.ActiveCTAs * ((Threads + 31) / 32));
  }
}

TEST(Occupancy, MostIsTheLastThatFits) {
  std::mt19937 Random(7);
  for (int I = 0; I < 4000; ++I) {
    const Geometry &G = geometries()[Random() % geometries().size()];
    uint32_t Threads = 1 + Random() % G.MaxThreadsPerCTA;
    uint32_t CTAs = 1 + Random() % G.MaxCTAs;
    uint32_t Most = maxRegistersFor(G, Threads, CTAs);
    EXPECT_TRUE(Most == 0 ||
                computeOccupancy(G, Threads, Most, 0).ActiveCTAs >= CTAs);
    EXPECT_LT(computeOccupancy(G, Threads, Most + 1, 0).ActiveCTAs, CTAs);
    uint32_t Bytes = maxSharedFor(G, CTAs);
    EXPECT_LT(computeOccupancy(G, 1, 0, Bytes + 1).ActiveCTAs, CTAs);
    EXPECT_GE(computeOccupancy(G, 1, 0, Bytes).ActiveCTAs, CTAs);
  }
}

std::string steps(const char *Name, uint32_t Threads, uint32_t Registers,
                  uint32_t Shared) {
  std::string Text;
  for (const OccupancyStep &S :
       nextOccupancySteps(*findGeometry(Name), Threads, Registers, Shared))
    Text += S.describe(Threads) + "\n";
  return Text;
}

TEST(Occupancy, ACTAFitsWhenItsRegistersDo) {
  for (const Geometry &G : geometries())
    for (uint32_t Threads : {1u, 32u, 33u, 64u, 96u, 512u})
      for (uint32_t Registers = 1; Registers <= G.MaxRegistersPerThread;
           ++Registers)
        EXPECT_EQ(registersPerCTA(G, Threads, Registers) <= G.RegistersPerSM,
                  computeOccupancy(G, Threads, Registers, 0).ActiveCTAs != 0)
            << G.Name << ' ' << Threads << ' ' << Registers;
}

TEST(Occupancy, NamesTheNextStep) {
  EXPECT_EQ(steps("g80", 256, 10, 2080), "");
  EXPECT_EQ(steps("g80", 256, 11, 2080),
            "1 register fewer -> 3 CTAs (100.0 %)\n"
            "block 320 instead of 256 -> 2 CTAs (83.3 %)\n");
  EXPECT_EQ(steps("g80", 256, 8, 8200),
            "8 bytes of shared memory fewer -> 2 CTAs (66.7 %)\n"
            "block 512 instead of 256 -> 1 CTA (66.7 %)\n");
  EXPECT_EQ(steps("gt200", 256, 19, 4144),
            "3 registers and 48 bytes of shared memory fewer -> 4 CTAs (100.0 "
            "%)\n");
  // Only the block can change where slots are what is missing.
  EXPECT_EQ(steps("g80", 64, 8, 0),
            "block 96 instead of 64 -> 8 CTAs (100.0 %)\n");
  EXPECT_EQ(steps("g80", 512, 17, 40),
            "1 register fewer -> 1 CTA (66.7 %)\n"
            "block 448 instead of 512 -> 1 CTA (58.3 %)\n");
}

} // namespace
