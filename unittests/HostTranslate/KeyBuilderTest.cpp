//===- KeyBuilderTest.cpp - Names of contents -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/HostCode/KeyBuilder.h"
#include "gtest/gtest.h"
#include <set>

using heddle::hostcode::KeyBuilder;

namespace {

/// The key of some numbers.
template <class... T> std::string keyOf(T... Values) {
  KeyBuilder Key;
  Key.addAll(Values...);
  return Key.take();
}

TEST(KeyBuilder, EachPieceIsToldApartFromTheNext) {
  std::set<std::string> Keys = {
      keyOf(),        keyOf(0),          keyOf(0, 0),  keyOf(1),
      keyOf(127),     keyOf(128),        keyOf(0, 1),  keyOf(128, 0),
      keyOf(129),     keyOf(1, 1),       keyOf(16384), keyOf(0x80, 0x80),
      keyOf(0x8080u), keyOf(1ull << 63), keyOf(~0ull), keyOf(~0u)};
  EXPECT_EQ(Keys.size(), 16u);
}

TEST(KeyBuilder, TextsEndWhereTheyEnd) {
  KeyBuilder First, Second, Third;
  First.add(llvm::StringRef("ab"));
  First.add(llvm::StringRef("c"));
  Second.add(llvm::StringRef("a"));
  Second.add(llvm::StringRef("bc"));
  Third.add(llvm::StringRef("abc"));
  EXPECT_EQ(
      std::set<std::string>({First.take(), Second.take(), Third.take()}).size(),
      3u);
}

TEST(KeyBuilder, TheSameHasOneKey) {
  EXPECT_EQ(keyOf(1, 300, ~0ull), keyOf(1, 300, ~0ull));
  EXPECT_EQ(keyOf(1).size(), 64u);
}

} // namespace
