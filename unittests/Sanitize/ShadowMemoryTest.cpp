//===- ShadowMemoryTest.cpp - Cells of words and lines --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShadowMemory.h"
#include "gtest/gtest.h"

using namespace heddle::sanitize;

namespace {

TEST(ShadowMemory, CellsByWord) {
  ShadowMemory M;
  EXPECT_EQ(M.cells(64, 4).size(), 1u);
  EXPECT_EQ(M.cells(64, 16).size(), 4u);
  M.cells(68, 4)[0].Write = 7;
  EXPECT_EQ(M.cells(64, 8)[1].Write, 7u);
  EXPECT_EQ(M.cells(64, 8)[0].Write, 0u);
}

TEST(ShadowMemory, SmallerAccessesKeepWhatWas) {
  ShadowMemory M;
  M.cells(64, 4)[0].Write = 7;
  EXPECT_EQ(M.cells(66, 2)[0].Write, 7u);
  M.cells(66, 2)[0].Write = 9;
  EXPECT_EQ(M.cells(64, 2)[0].Write, 7u);
  M.cells(65, 1)[0].Write = 11;
  auto Word = M.cells(64, 4);
  ASSERT_EQ(Word.size(), 4u);
  EXPECT_EQ(Word[0].Write, 7u);
  EXPECT_EQ(Word[1].Write, 11u);
  EXPECT_EQ(Word[2].Write, 9u);
  EXPECT_EQ(Word[3].Write, 9u);
}

TEST(ShadowMemory, ALineIsSplitByLanes) {
  ShadowMemory M;
  ShadowLine &Line = M.line(128);
  EXPECT_TRUE(Line.isSame());
  // Lanes 16 to 31 of event 3.
  Line.same().Write = AccessEvents::ref(3, 16);
  auto Cells = M.cells(128 + 20, 4);
  EXPECT_FALSE(Line.isSame());
  EXPECT_EQ(AccessEvents::idOf(Cells[0].Write), 3u);
  EXPECT_EQ(AccessEvents::laneOf(Cells[0].Write), 21u);
  EXPECT_EQ(Cells[0].Others[0], 0u);
  Line.unite({AccessEvents::ref(5, 0), {0, 0}});
  EXPECT_TRUE(Line.isSame());
  EXPECT_EQ(M.cells(128, 4)[0].Write, AccessEvents::ref(5, 0));
}

TEST(ShadowMemory, ClearsARange) {
  ShadowMemory M;
  for (uint64_t At : {60, 64, 68, 72})
    M.cells(At, 4)[0].Write = 1;
  M.more(64, true)->push_back(4);
  M.clear(64, 8);
  EXPECT_EQ(M.cells(60, 4)[0].Write, 1u);
  EXPECT_EQ(M.cells(64, 4)[0].Write, 0u);
  EXPECT_EQ(M.cells(68, 4)[0].Write, 0u);
  EXPECT_EQ(M.cells(72, 4)[0].Write, 1u);
  EXPECT_EQ(M.more(64, false), nullptr);
}

TEST(EventSweep, KeepsWhatIsReferredTo) {
  AccessEvents Events;
  AccessEvent E;
  for (uint32_t Index : {10, 20, 30}) {
    E.Index = Index;
    Events.add(E);
  }
  ShadowMemory M;
  M.cells(0, 4)[0].Write = AccessEvents::ref(3, 9);
  M.cells(4, 4)[0].Others[1] = AccessEvents::ref(1, 2);
  EventSweep Sweep(Events);
  M.sweep(Sweep);
  AccessEvents Kept = Sweep.take();
  // And the one that stands for none.
  EXPECT_EQ(Kept.size(), 3u);
  EXPECT_EQ(Kept.of(M.cells(0, 4)[0].Write).Index, 30u);
  EXPECT_EQ(AccessEvents::laneOf(M.cells(0, 4)[0].Write), 9u);
  EXPECT_EQ(Kept.of(M.cells(4, 4)[0].Others[1]).Index, 10u);
}

} // namespace
