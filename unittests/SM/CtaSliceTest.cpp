//===- CtaSliceTest.cpp - How long a CTA keeps its host thread ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CtaSlice.h"
#include "llvm/ADT/BitVector.h"
#include "gtest/gtest.h"

using heddle::sm::CtaSlice;

namespace {

/// Uses up a slice, in turns of \p Turn.
uint64_t useUp(CtaSlice &S, uint64_t Turn) {
  uint64_t Issued = 0;
  while (S.left()) {
    uint64_t Part = std::min(Turn, S.left());
    S.take(Part);
    Issued += Part;
  }
  return Issued;
}

TEST(CtaSlice, LeavesALoopAtEachOfItsPlaces) {
  // What is issued besides, such as a look, does not bring a loop into step
  // with the slices. Nor do two loops keep step with each other.
  for (unsigned Besides : {0u, 61u, 64u, 1952u})
    for (unsigned Loop : {2u, 3u, 5u, 6u, 8u, 61u, 64u, 1000u}) {
      CtaSlice S, Other;
      S.start(0, 0);
      Other.start(0, 1);
      llvm::BitVector Places(Loop), Sums(Loop);
      uint64_t At = 0, OtherAt = 0;
      for (unsigned N = 0; N != 20 * Loop; ++N) {
        At += useUp(S, 4093) + Besides;
        OtherAt += useUp(Other, 4093) + Besides;
        Places.set(unsigned(At % Loop));
        Sums.set(unsigned((At + OtherAt) % Loop));
        EXPECT_TRUE(S.renew(/*Waits=*/true));
        EXPECT_TRUE(Other.renew(/*Waits=*/true));
      }
      EXPECT_TRUE(Places.all()) << Loop << ' ' << Besides;
      EXPECT_TRUE(Sums.all()) << Loop << ' ' << Besides;
    }
}

TEST(CtaSlice, OneThatWorksRunsLong) {
  CtaSlice S;
  S.start(7, 3);
  uint64_t First = 0;
  unsigned Looks = 0;
  do {
    First += useUp(S, 1 << 30);
    ++Looks;
  } while (!S.renew(/*Waits=*/false));
  EXPECT_GE(First, 500000u);
  EXPECT_LE(First, 1100000u);
  EXPECT_LE(Looks, 4u);
  // From there on each slice is a long one.
  EXPECT_GE(useUp(S, 1 << 30), 250000u);
  EXPECT_TRUE(S.renew(/*Waits=*/false));
  // Until it waits.
  EXPECT_GE(useUp(S, 1 << 30), 250000u);
  EXPECT_TRUE(S.renew(/*Waits=*/true));
  EXPECT_LE(useUp(S, 1 << 30), 10000u);
  EXPECT_FALSE(S.renew(/*Waits=*/false));
}

TEST(CtaSlice, EndsSoonWhereOthersWaitForOneWarp) {
  CtaSlice S;
  S.start(7, 3);
  S.shorten();
  EXPECT_GE(S.left(), 2048u);
  EXPECT_LT(S.left(), 4096u);
  // That it computes is found out by a look, and the next slice is a long one.
  useUp(S, 1 << 30);
  EXPECT_FALSE(S.renew(/*Waits=*/false));
  EXPECT_GE(S.left(), 60000u);
  // A slice that ends sooner stays as it is.
  S.take(S.left() - 100);
  S.shorten();
  EXPECT_EQ(S.left(), 100u);
}

TEST(CtaSlice, FollowsFromSeedAndNumber) {
  CtaSlice A, B, C;
  A.start(5, 9);
  B.start(5, 9);
  C.start(6, 9);
  EXPECT_EQ(A.left(), B.left());
  EXPECT_NE(A.left(), C.left());
}

} // namespace
