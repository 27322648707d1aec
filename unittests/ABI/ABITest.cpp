//===- ABITest.cpp - Chips, geometries and occupancy ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/ABI/Chips.h"
#include "heddle/ABI/Geometry.h"
#include "heddle/ABI/LaunchLimits.h"
#include "heddle/ABI/Limits.h"
#include "heddle/ABI/TargetArch.h"
#include "heddle/ABI/TargetModel.h"
#include "llvm/ADT/STLExtras.h"
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
  for (const char *Name : {"",           "g8",
                           "G80",        "sm_",
                           "sm_1",       "sm_14",
                           "sm_10a",     "sm_90x",
                           "sm_90aa",    "sm90",
                           "compute",    "compute_",
                           "compute_1",  "sm_99999999999",
                           "sm_1234",    "sm_74",
                           "compute_76", "sm_75a",
                           "sm_90f",     "sm_075",
                           "sm_65546"})
    EXPECT_EQ(chipName(Name), "none") << Name;
}

TEST(Chips, EveryChipHasItsGeometry) {
  for (const Chip &C : chips()) {
    EXPECT_STREQ(defaultGeometry(C).Name, C.GeometryName);
    EXPECT_EQ(findChip(C.ComputeCapability), &C);
  }
  EXPECT_EQ(findChip(14u), nullptr);
}

TEST(Chips, SiliconHasTheRegistersThatCodeIsMadeWith) {
  for (const Chip &C : chips())
    if (C.Silicon)
      EXPECT_EQ(defaultGeometry(C).MaxRegistersPerThread, MaxRegisters);
}

TEST(Chips, SaysWhatEachHas) {
  const Chip &G80 = *findChip("g80"), &G84 = *findChip("g84"),
             &GT215 = *findChip("gt215"), &GT200 = *findChip("gt200");
  EXPECT_FALSE(G80.has(Feature::GlobalAtomics));
  EXPECT_TRUE(G84.has(Feature::GlobalAtomics));
  EXPECT_FALSE(G84.has(Feature::GlobalAtomics64));
  EXPECT_TRUE(GT215.has(Feature::SharedLocks));
  // Chips are no chain.
  EXPECT_TRUE(GT215.has(Feature::PreReturns));
  EXPECT_FALSE(GT200.has(Feature::PreReturns));
  EXPECT_TRUE(GT200.has(Feature::F64));
  EXPECT_FALSE(GT200.has(Feature::WideIntegers));
  EXPECT_TRUE(findChip("tx1")->has(Feature::WideIntegers));
}

TEST(Chips, NamesTheLowestWithAFeature) {
  EXPECT_EQ(describeChip(lowestChipWith(Feature::Votes)), "gt215 (sm_12)");
  EXPECT_EQ(describeChip(lowestChipWith(Feature::F64)), "gt200 (sm_13)");
  EXPECT_EQ(describeChip(lowestChipWith(Feature::WarpExchange)),
            "tx1 (any target from sm_20 on)");
}

TEST(Chips, KnowsFeaturesByName) {
  for (Feature F : {Feature::GlobalAtomics, Feature::F64, Feature::Votes})
    EXPECT_EQ(findFeature(featureInfo(F).Name), F);
  EXPECT_EQ(findFeature("global-atomics-64"), Feature::GlobalAtomics64);
  EXPECT_EQ(findFeature("Global-Atomics"), std::nullopt);
  EXPECT_EQ(findFeature(""), std::nullopt);
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

TEST(Geometry, KnowsOneByWhatComputesOnIt) {
  EXPECT_EQ(findGeometry("1.3"), findGeometry("gt200"));
  EXPECT_EQ(findGeometry("sm_10"), findGeometry("g80"));
  EXPECT_STREQ(findGeometry("8.6")->Name, "sm_86");
  EXPECT_STREQ(findGeometry("sm_90a")->Name, "sm_90");
  EXPECT_STREQ(findGeometry("compute_70")->Name, "sm_70");
  EXPECT_STREQ(findGeometry("compute_120f")->Name, "sm_120");
  EXPECT_STREQ(findGeometry("sm_20")->Name, "sm_20");
  for (const char *Name :
       {"", ".", "8.", ".6", "8.x", "1.21", "sm_", "sm_12x", "1.4", "sm_75a",
        "sm_75f", "sm_90f", "sm_90af", "sm_090", "8.6a", "sm_10a"})
    EXPECT_EQ(findGeometry(Name), nullptr) << Name;
}

TEST(Geometry, IsThereForEveryTarget) {
  unsigned Later = 0;
  for (const TargetArch &Arch : targetArchs()) {
    std::string Name = "sm_" + std::to_string(Arch.Number);
    EXPECT_NE(findGeometry(Name), nullptr) << Name;
    EXPECT_NE(findChip(Name), nullptr) << Name;
    Later += Arch.Number >= 20;
  }
  EXPECT_EQ(llvm::count_if(geometries(),
                           [](const Geometry &G) {
                             return llvm::StringRef(G.Name).starts_with("sm_");
                           }),
            Later);
}

TEST(Geometry, CodeIsWeighedOnWhatItWasAskedForAs) {
  auto NameOf = [](llvm::StringRef Chip, llvm::StringRef Arch) {
    return llvm::StringRef(occupancyGeometry(*findChip(Chip), Arch).Name);
  };
  EXPECT_EQ(NameOf("tx1", "sm_75"), "sm_75");
  EXPECT_EQ(NameOf("tx1", "sm_90a"), "sm_90");
  EXPECT_EQ(NameOf("tx1", "sm_20"), "sm_20");
  EXPECT_EQ(NameOf("tx1", "tx1"), "tx1");
  EXPECT_EQ(NameOf("tx1", ""), "tx1");
  EXPECT_EQ(NameOf("tx1", "sm_74"), "tx1");
  // Code of tx1 in the place of an earlier chip's.
  EXPECT_EQ(NameOf("tx1", "sm_13"), "tx1");
  EXPECT_EQ(NameOf("gt200", "sm_13"), "gt200");
  EXPECT_EQ(NameOf("gt200", "sm_75"), "gt200");
}

TEST(Geometry, LaterChipsHaveLaunchStateElsewhere) {
  for (const Geometry &G : geometries())
    EXPECT_EQ(G.LaunchStateInShared,
              !llvm::StringRef(G.Name).starts_with("sm_"))
        << G.Name;
}

TEST(Geometry, LimitsFitTogether) {
  for (const Geometry &G : geometries()) {
    EXPECT_EQ(G.MaxThreads, G.MaxWarps * 32) << G.Name;
    EXPECT_GE(G.MaxThreads, G.MaxThreadsPerCTA) << G.Name;
    EXPECT_LE(G.MaxSharedPerCTA + G.ReservedShared, G.SharedBytes) << G.Name;
    // What the launch state and the interpreter have room for.
    EXPECT_LE(G.MaxThreadsPerCTA, 1024u) << G.Name;
    EXPECT_LE(G.MaxWarps, 64u) << G.Name;
  }
}

TEST(LaunchLimits, AreOfGeometryAndLaunchState) {
  const TargetModel &Model = targetModel(*findChip("gt200"));
  LaunchLimits Own = launchLimits(Model, *findGeometry("gt200"));
  EXPECT_EQ(Own.Block, (std::array<uint32_t, 3>{512, 512, 64}));
  EXPECT_EQ(Own.Grid, (std::array<uint32_t, 3>{65535, 65535, 1}));
  // A half-word tells no more, and %ctaid.z is always 0.
  LaunchLimits Later = launchLimits(Model, *findGeometry("tx1"));
  EXPECT_EQ(Later.Block, (std::array<uint32_t, 3>{1024, 1024, 64}));
  EXPECT_EQ(Later.Grid, Own.Grid);
  EXPECT_EQ(launchLimits(Model, *findGeometry("textbook")), Own);
}

TEST(LaunchLimits, GiveIdentifiersTheirRanges) {
  using Range = std::pair<uint32_t, uint32_t>;
  LaunchLimits L = {{512, 256, 64}, {65535, 1000, 1}};
  EXPECT_EQ(identifierRange(L, Identifier::TidX), Range(0, 511));
  EXPECT_EQ(identifierRange(L, Identifier::NtidY), Range(1, 256));
  EXPECT_EQ(identifierRange(L, Identifier::CtaidZ), Range(0, 0));
  EXPECT_EQ(identifierRange(L, Identifier::NctaidX), Range(1, 65535));
  EXPECT_EQ(identifierRange(L, Identifier::GridId), std::nullopt);
}

} // namespace
