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
  ShadowMemory M(8);
  EXPECT_EQ(M.cells(64, 4).size(), 1u);
  EXPECT_EQ(M.cells(64, 16).size(), 4u);
  M.cells(68, 4)[0].Write = 7;
  EXPECT_EQ(M.cells(64, 8)[1].Write, 7u);
  EXPECT_EQ(M.cells(64, 8)[0].Write, 0u);
}

TEST(ShadowMemory, SmallerAccessesKeepWhatWas) {
  ShadowMemory M(8);
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
  ShadowMemory M(8);
  ShadowLine &Line = M.line(128);
  EXPECT_TRUE(Line.isSame());
  // Lanes 16 to 31 of event 3.
  Line.same().Write = AccessEvents::ref(3, 16);
  auto Cells = M.cells(128 + 20, 4);
  EXPECT_FALSE(Line.isSame());
  EXPECT_EQ(AccessEvents::idOf(Cells[0].Write), 3u);
  EXPECT_EQ(AccessEvents::laneOf(Cells[0].Write), 21u);
  EXPECT_EQ(Cells[0].Others[0], 0u);
  Line.unite({AccessEvents::ref(5, 0), {0, 0}}, 0);
  EXPECT_TRUE(Line.isSame());
  EXPECT_EQ(M.cells(128, 4)[0].Write, AccessEvents::ref(5, 0));
}

TEST(ShadowMemory, LanesWithSeveralWords) {
  ShadowLine Line;
  EXPECT_EQ(Line.laneShift(), 0u);
  // Lanes 4 to 7 of event 3, by four words.
  Line.unite({AccessEvents::ref(3, 4), {0, 0}}, 2);
  EXPECT_TRUE(Line.isSame());
  EXPECT_EQ(Line.laneShift(), 2u);
  EXPECT_EQ(Line.cellAt(0).Write, AccessEvents::ref(3, 4));
  EXPECT_EQ(Line.cellAt(12).Write, AccessEvents::ref(3, 4));
  EXPECT_EQ(Line.cellAt(63).Write, AccessEvents::ref(3, 7));
  auto Cells = Line.cells(32, 16);
  EXPECT_FALSE(Line.isSame());
  EXPECT_TRUE(Line.hasWords());
  ASSERT_EQ(Cells.size(), 4u);
  EXPECT_EQ(Cells[0].Write, AccessEvents::ref(3, 6));
  EXPECT_EQ(Cells[3].Write, AccessEvents::ref(3, 6));
  Line.unite({AccessEvents::ref(5, 8), {0, 0}}, 1);
  EXPECT_EQ(Line.cells(60, 4)[0].Write, AccessEvents::ref(5, 15));
}

TEST(ShadowMemory, ClearsARange) {
  ShadowMemory M(8);
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
  ShadowMemory M(8);
  M.cells(0, 4)[0].Write = AccessEvents::ref(3, 9);
  M.cells(4, 4)[0].Others[1] = AccessEvents::ref(1, 2);
  auto DropOthers = [&] {
    EventSweep Sweep(Events);
    M.eachRef([&](AccessRef R) {
      if (R)
        Sweep.mark(R);
    });
    Sweep.drop();
    M.eachRef([&](AccessRef &R) {
      if (R)
        Sweep.renumber(R);
    });
  };
  DropOthers();
  // And the one that stands for none.
  EXPECT_EQ(Events.size(), 3u);
  EXPECT_EQ(Events.end(), AccessEvents::ref(3, 0));
  AccessRef Last = M.cells(0, 4)[0].Write, First = M.cells(4, 4)[0].Others[1];
  EXPECT_EQ(Events.of(Last).Index, 30u);
  EXPECT_EQ(AccessEvents::laneOf(Last), 9u);
  EXPECT_EQ(Events.of(First).Index, 10u);
  // Who came first still has the lower number.
  EXPECT_LT(First, Last);
  EXPECT_EQ(M.cells(0, 4)[0].Others[0], 0u);

  // Numbers go on when all are forgotten.
  Events.forget();
  EXPECT_FALSE(Events.has(AccessEvents::idOf(Last)));
  EXPECT_EQ(Events.end(), AccessEvents::ref(3, 0));
  E.Index = 40;
  EXPECT_EQ(Events.add(E), 3u);
  E.Index = 50;
  EXPECT_EQ(Events.add(E), 4u);
  M.clear();
  M.cells(0, 4)[0].Write = AccessEvents::ref(4, 0);
  DropOthers();
  EXPECT_EQ(Events.size(), 1u);
  EXPECT_EQ(M.cells(0, 4)[0].Write, AccessEvents::ref(3, 0));
  EXPECT_EQ(Events[3].Index, 50u);
}

TEST(ShadowLine, SettledWords) {
  ShadowLine Line;
  const AccessKindId Strong = 4;
  EXPECT_FALSE(Line.isSettled(1, 0, WeakRead));
  EXPECT_EQ(ShadowLine::wordsOf(8, 8), 0xcu);
  EXPECT_EQ(ShadowLine::wordsOf(9, 1), 4u);
  Line.settle(0xc, 7, Strong);
  EXPECT_TRUE(Line.isSettled(4, 7, Strong));
  // Other words, another time, another kind.
  EXPECT_FALSE(Line.isSettled(6, 7, Strong));
  EXPECT_FALSE(Line.isSettled(4, 8, Strong));
  EXPECT_FALSE(Line.isSettled(4, 7, WeakRead));
  // Weak reads stand for strong ones.
  Line.settle(2, 7, WeakRead);
  EXPECT_TRUE(Line.isSettled(2, 7, Strong));
  EXPECT_FALSE(Line.isSettled(4, 7, Strong));
  // And all of a launch for a part of it.
  Line.settle(3, 0, WeakRead);
  EXPECT_TRUE(Line.isSettled(3, 9, WeakRead));
  Line.unsettle(1);
  EXPECT_FALSE(Line.isSettled(3, 9, WeakRead));
  EXPECT_TRUE(Line.isSettled(2, 9, WeakRead));
  // Bytes of their own know nothing of words.
  EXPECT_EQ(Line.cells(0, 1).size(), 1u);
  EXPECT_FALSE(Line.isSettled(2, 9, WeakRead));
}

TEST(ShadowLine, CellsAreKeptByTheWord) {
  ShadowLine Line;
  Line.cells(0, 4)[0].Write = 5;
  EXPECT_TRUE(Line.hasWords());
  Line.unite({AccessEvents::ref(2, 0), {0, 0}}, 0);
  EXPECT_EQ(Line.cells(8, 4)[0].Write, AccessEvents::ref(2, 2));
  EXPECT_EQ(Line.cells(8, 1).size(), 1u);
  EXPECT_FALSE(Line.hasWords());
  Line.unite({AccessEvents::ref(3, 0), {0, 0}}, 0);
  EXPECT_EQ(Line.cells(60, 4)[0].Write, AccessEvents::ref(3, 15));
  EXPECT_EQ(Line.cells(0, 4).size(), 1u);
}

} // namespace
