//===- ObservationsTest.cpp - Who has seen what was written ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Observations.h"
#include "gtest/gtest.h"

using namespace heddle::sanitize;

namespace {

constexpr uint64_t Place = 0x1000;

/// An access of thread 0 of \p Cta.
StrongAccess by(uint64_t Cta, uint8_t Bytes = 4, bool IsCtaScope = false) {
  return {Cta,        /*Thread=*/0, /*Clock=*/1, /*Index=*/7,
          /*Lane=*/0, Bytes,        IsCtaScope};
}

Observations::OtherWrites nothing() { return {}; }

/// There is \p Write, which whoever writes has not observed.
auto missed(const StrongAccess &Write) {
  return [Write] { return Observations::OtherWrites{{Write}, {Write}}; };
}
/// There is \p Write, which whoever writes has observed.
auto observed(const StrongAccess &Write) {
  return [Write] { return Observations::OtherWrites{{Write}, {}}; };
}

/// Whether thread 0 of \p Cta has observed \p Write itself.
bool hasSeen(const Observations &O, uint64_t Cta, const StrongAccess &Write,
             uint64_t Address = Place) {
  return O.anyObserver(Address, Write, [&](const StrongAccess &Z) {
    return Z.Cta == Cta && Z.Thread == 0;
  });
}

TEST(Observations, KeepNothingThatNobodyAskedFor) {
  Observations O;
  O.store(Place, by(0), nothing);
  O.read(Place, by(1));
  EXPECT_TRUE(O.isEmpty());
  EXPECT_FALSE(O.keeps(Place, by(0).Bytes));
  EXPECT_FALSE(hasSeen(O, 1, by(0)));
  EXPECT_EQ(O.lastWriter(Place), nullptr);
}

TEST(Observations, ReadersSeeTheWriter) {
  Observations O;
  O.keep(Place, by(0));
  EXPECT_FALSE(hasSeen(O, 1, by(0)));
  O.read(Place, by(1));
  O.read(Place, by(2));
  EXPECT_TRUE(hasSeen(O, 1, by(0)));
  EXPECT_TRUE(hasSeen(O, 2, by(0)));
  EXPECT_FALSE(hasSeen(O, 3, by(0)));
  EXPECT_FALSE(hasSeen(O, 1, by(0), Place + 4));
}

TEST(Observations, AllReadersAreAskedFor) {
  Observations O;
  O.keep(Place, by(0));
  O.read(Place, by(1));
  O.read(Place, by(2));
  EXPECT_TRUE(hasSeen(O, 1, by(0)));
  EXPECT_TRUE(hasSeen(O, 2, by(0)));
}

TEST(Observations, TheFirstOfTheReadsCounts) {
  Observations O;
  O.keep(Place, by(0));
  StrongAccess Late = by(1);
  O.read(Place, by(1));
  Late.Clock = 5;
  O.read(Place, Late);
  O.read(Place, by(2));
  EXPECT_TRUE(O.anyObserver(Place, by(0), [](const StrongAccess &Z) {
    return Z.Cta == 1 && Z.Clock == 1;
  }));
}

TEST(Observations, WhatWasObservedStaysSo) {
  Observations O;
  O.keep(Place, by(0));
  O.read(Place, by(1));
  O.store(Place, by(1), observed(by(0)));
  EXPECT_TRUE(hasSeen(O, 1, by(0)));
  EXPECT_FALSE(hasSeen(O, 2, by(0)));
  // Not what came between.
  O.store(Place, by(2), missed(by(0)));
  O.store(Place, by(1),
          [] { return Observations::OtherWrites{{by(0), by(2)}, {by(2)}}; });
  EXPECT_TRUE(hasSeen(O, 1, by(0)));
  EXPECT_FALSE(hasSeen(O, 1, by(2)));
  // An atomic is an observer, too.
  O.atomic(Place, by(3), nothing);
  O.store(Place, by(3), observed(by(1)));
  EXPECT_TRUE(hasSeen(O, 3, by(1)));
  EXPECT_FALSE(hasSeen(O, 2, by(1)));
}

TEST(Observations, AWriteIsNotSeenByReadsBefore) {
  Observations O;
  O.keep(Place, by(0));
  O.read(Place, by(1));
  O.store(Place, by(0), nothing);
  EXPECT_FALSE(hasSeen(O, 1, by(0)));
  O.read(Place, by(1));
  EXPECT_TRUE(hasSeen(O, 1, by(0)));
}

TEST(Observations, AtomicsPassOnWhatTheySee) {
  Observations O;
  O.keep(Place, by(0));
  O.atomic(Place, by(1), nothing);
  EXPECT_TRUE(hasSeen(O, 1, by(0)));
  O.atomic(Place, by(2), nothing);
  EXPECT_FALSE(hasSeen(O, 1, by(2)));
  EXPECT_TRUE(hasSeen(O, 2, by(0)));
  EXPECT_TRUE(hasSeen(O, 2, by(1)));
  O.read(Place, by(3));
  EXPECT_TRUE(hasSeen(O, 3, by(0)));
  EXPECT_TRUE(hasSeen(O, 3, by(2)));
}

TEST(Observations, StoresHideWhatTheyMissed) {
  Observations O;
  O.keep(Place, by(0));
  O.store(Place, by(1), missed(by(0)));
  O.read(Place, by(2));
  EXPECT_TRUE(hasSeen(O, 2, by(1)));
  EXPECT_FALSE(hasSeen(O, 2, by(0)));
  // Atomics go on with what is there.
  O.atomic(Place, by(3), nothing);
  EXPECT_TRUE(hasSeen(O, 3, by(1)));
  EXPECT_FALSE(hasSeen(O, 3, by(0)));
}

TEST(Observations, AtomicsOfNewWordsMissWhatTheyDoNotKnow) {
  Observations O;
  O.atomic(Place, by(1), missed(by(0)));
  EXPECT_FALSE(hasSeen(O, 1, by(0)));
  EXPECT_TRUE(hasSeen(O, 1, by(2)));
}

TEST(Observations, ScopesMustReachEachOther) {
  Observations O;
  O.keep(Place, by(0, 4, /*IsCtaScope=*/true));
  O.read(Place, by(1));
  EXPECT_FALSE(hasSeen(O, 1, by(0, 4, /*IsCtaScope=*/true)));
  O.keep(Place, by(0));
  O.read(Place, by(1, 4, /*IsCtaScope=*/true));
  EXPECT_FALSE(hasSeen(O, 1, by(0)));
  // In one CTA they do.
  O.read(Place, by(0, 4, /*IsCtaScope=*/true));
  EXPECT_TRUE(hasSeen(O, 0, by(0)));
}

TEST(Observations, SizesMustBeOne) {
  Observations O;
  O.keep(Place, by(0, 8));
  O.read(Place, by(1));
  EXPECT_FALSE(hasSeen(O, 1, by(0, 8)));
  O.read(Place, by(1, 8));
  EXPECT_TRUE(hasSeen(O, 1, by(0, 8)));
  EXPECT_TRUE(hasSeen(O, 1, by(0, 8), Place + 4));
  EXPECT_FALSE(hasSeen(O, 1, by(0)));
}

TEST(Observations, PartsOfWordsAreKeptApart) {
  Observations O;
  O.keep(Place, by(0, 2));
  O.read(Place, by(1, 2));
  EXPECT_TRUE(hasSeen(O, 1, by(0, 2)));
  EXPECT_FALSE(hasSeen(O, 1, by(0, 2), Place + 2));
  O.atomic(Place + 2, by(2, 2), nothing);
  EXPECT_TRUE(hasSeen(O, 1, by(0, 2)));
  EXPECT_EQ(*O.lastWriter(Place), by(0, 2));
  EXPECT_EQ(*O.lastWriter(Place + 2), by(2, 2));
}

TEST(Observations, PartsAndWordsForgetEachOther) {
  Observations O;
  O.keep(Place, by(0));
  O.read(Place, by(1));
  O.store(Place + 2, by(2, 2), nothing);
  EXPECT_TRUE(O.isEmpty());
  EXPECT_FALSE(hasSeen(O, 1, by(0)));
  O.keep(Place + 2, by(0, 2));
  O.read(Place + 2, by(1, 2));
  O.atomic(Place, by(3), nothing);
  EXPECT_FALSE(hasSeen(O, 1, by(0, 2), Place + 2));
  O.forget(Place + 1, 1);
  EXPECT_TRUE(O.isEmpty());
}

TEST(Observations, WeakStoresForget) {
  Observations O;
  O.keep(Place, by(0, 8));
  O.read(Place, by(1, 8));
  O.forget(Place + 4, 4);
  EXPECT_TRUE(hasSeen(O, 1, by(0, 8)));
  EXPECT_FALSE(hasSeen(O, 1, by(0, 8), Place + 4));
  // A read of what was there before is none of what comes there now.
  O.keep(Place + 4, by(0, 8));
  EXPECT_FALSE(hasSeen(O, 1, by(0, 8), Place + 4));
}

TEST(Observations, TheLastWriterIsKnown) {
  Observations O;
  O.keep(Place, by(0));
  EXPECT_EQ(*O.lastWriter(Place), by(0));
  O.store(Place, by(1), nothing);
  EXPECT_EQ(*O.lastWriter(Place), by(1));
  O.atomic(Place, by(2), nothing);
  EXPECT_EQ(*O.lastWriter(Place), by(2));
  EXPECT_EQ(O.lastWriter(Place + 4), nullptr);
  O.clear();
  EXPECT_EQ(O.lastWriter(Place), nullptr);
}

} // namespace
