//===- TextureCacheTest.cpp - Which lines stay in a cache -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Machine/TextureCache.h"
#include "gtest/gtest.h"

using namespace heddle::sm;

namespace {

std::string complaint(const TextureCacheShape &S) {
  llvm::Error E = S.verify();
  return E ? llvm::toString(std::move(E)) : "";
}

/// "h" and "m" for lines that are there and that miss.
std::string ask(TextureCache &C, std::initializer_list<uint64_t> Lines) {
  std::string Found;
  for (uint64_t Line : Lines)
    Found += C.ask(Line) ? 'h' : 'm';
  return Found;
}

TEST(TextureCache, ShapeIsVerified) {
  EXPECT_EQ(complaint({}), "");
  EXPECT_EQ(complaint({64, 16, 4}), "");
  // Sets need be no power of two.
  EXPECT_EQ(complaint({5 * 1024, 32, 32}), "");
  EXPECT_EQ(complaint({8192, 24, 1}), "the lines of a cache have a power of "
                                      "two of bytes, at least 16, not 24");
  EXPECT_EQ(complaint({8192, 0, 1}), "the lines of a cache have a power of two "
                                     "of bytes, at least 16, not 0");
  EXPECT_EQ(complaint({96, 32, 2}),
            "a cache of 96 bytes has no sets of 2 lines of 32 bytes");
  // Their product has more than 32 bits.
  EXPECT_EQ(complaint({1 << 16, 1 << 16, 1 << 16}),
            "a cache of 65536 bytes has no sets of 65536 lines of 65536 bytes");
}

TEST(TextureCache, TheOldestOfASetGoes) {
  TextureCache C({3 * 32, 32, 3});
  EXPECT_EQ(ask(C, {0, 1, 2, 0, 1, 2}), "mmmhhh");
  // 0 was asked for again, so 1 is the oldest.
  EXPECT_EQ(ask(C, {0, 3, 0, 2, 3}), "hmhhh");
  EXPECT_EQ(ask(C, {1}), "m");
}

TEST(TextureCache, SetsAreApart) {
  TextureCache C({4 * 32, 32, 2});
  EXPECT_EQ(ask(C, {0, 2, 1, 3}), "mmmm");
  // One more even line; odd ones stay.
  EXPECT_EQ(ask(C, {4, 1, 3, 2, 4}), "mhhhh");
  EXPECT_EQ(ask(C, {0}), "m");
}

TEST(TextureCache, MoreLinesInTurnThanItHoldsAllMiss) {
  TextureCache C({256, 32, 8});
  for (unsigned Round = 0; Round != 3; ++Round)
    for (uint64_t Line = 0; Line != 9; ++Line)
      EXPECT_FALSE(C.ask(Line));
}

} // namespace
