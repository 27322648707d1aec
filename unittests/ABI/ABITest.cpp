//===- ABITest.cpp - Chips, geometries and occupancy ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/ABI/Chips.h"
#include "heddle/ABI/Geometry.h"
#include "heddle/ABI/Occupancy.h"
#include "gtest/gtest.h"

using namespace heddle::abi;

namespace {

std::string chipName(llvm::StringRef Arch) {
  const Chip *C = findChip(Arch);
  return C ? C->Name : "none";
}

TEST(Chips, KnowsEveryName) {
  EXPECT_EQ(chipName("g80"), "g80");
  EXPECT_EQ(chipName("sm_10"), "g80");
  EXPECT_EQ(chipName("sm_11"), "g84");
  EXPECT_EQ(chipName("sm_12"), "gt215");
  EXPECT_EQ(chipName("sm_13"), "gt200");
  EXPECT_EQ(chipName("compute_10"), "g80");
  EXPECT_EQ(chipName("tx1"), "tx1");
  EXPECT_EQ(chipName("sm_20"), "tx1");
  EXPECT_EQ(chipName("sm_75"), "tx1");
  EXPECT_EQ(chipName("sm_90a"), "tx1");
  EXPECT_EQ(chipName("sm_120f"), "tx1");
}

TEST(Chips, RefusesOtherNames) {
  for (const char *Name :
       {"", "g8", "G80", "sm_", "sm_1", "sm_14", "sm_10a", "sm_90x", "sm_90aa",
        "sm90", "compute", "compute_", "compute_1", "sm_99999999999"})
    EXPECT_EQ(chipName(Name), "none") << Name;
}

TEST(Chips, EveryChipHasItsGeometry) {
  for (const Chip &C : chips()) {
    EXPECT_STREQ(defaultGeometry(C).Name, C.GeometryName);
    EXPECT_EQ(findChip(C.ComputeCapability), &C);
  }
  EXPECT_EQ(findChip(14u), nullptr);
}

TEST(Chips, TellsVirtualArchitectures) {
  EXPECT_TRUE(isVirtualArch("compute_75"));
  EXPECT_FALSE(isVirtualArch("sm_75"));
}

TEST(Geometry, TheMissionsSM) {
  const Geometry *G = findGeometry("g80");
  ASSERT_NE(G, nullptr);
  EXPECT_EQ(G->RegistersPerSM, 8u * 1024u);
  EXPECT_EQ(G->MaxWarps, 24u);
  EXPECT_EQ(G->MaxThreads, 768u);
  EXPECT_EQ(G->MaxCTAs, 8u);
  EXPECT_EQ(G->SharedBytes, 16384u);
  EXPECT_EQ(findGeometry("gt200")->RegistersPerSM, 16384u);
  EXPECT_EQ(findGeometry("textbook")->MaxWarps, 16u);
  EXPECT_EQ(findGeometry("nosuch"), nullptr);
}

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
        OccupancyCase{"g80", 32, 125, 0, 0, 0, "registers"},
        OccupancyCase{"g80", 32, 0, 0, 8, 8, "CTA slots"}));

} // namespace
