//===- SourceMapTest.cpp - Source maps as bytes ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Object/SourceMap.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace heddle::object;

namespace {

SourceMap sampleMap() {
  SourceMap Map;
  Map.Files = {"dir/a.cu", "b.h"};
  Map.Functions = {"f"};
  Map.Locations = {{0, 10, 2, 1, 0}, {1, 3, 0, 0, 1}};
  Map.Marks = {{5, 3, 1}, {5, 30, 2}, {9, 1, 0}, {12, 1, 1}};
  return Map;
}

ArrayRef<uint8_t> bytesOf(const SmallVectorImpl<char> &V) {
  return ArrayRef(reinterpret_cast<const uint8_t *>(V.data()), V.size());
}

TEST(SourceMap, FindsTheMarkBefore) {
  SourceMap Map = sampleMap();
  EXPECT_EQ(Map.find(0, 0), nullptr);
  EXPECT_EQ(Map.find(5, 2), nullptr);
  EXPECT_EQ(Map.find(5, 3), &Map.Locations[0]);
  EXPECT_EQ(Map.find(5, 29), &Map.Locations[0]);
  EXPECT_EQ(Map.find(6, 1), &Map.Locations[1]);
  EXPECT_EQ(Map.callerOf(Map.Locations[1]), &Map.Locations[0]);
  EXPECT_EQ(Map.callerOf(Map.Locations[0]), nullptr);
  EXPECT_EQ(Map.find(9, 1), nullptr);
  EXPECT_EQ(Map.find(UINT32_MAX, 1), &Map.Locations[0]);
  EXPECT_EQ(Map.text(5, 3), "a.cu:10");
  EXPECT_EQ(Map.text(9, 3), "");
}

TEST(SourceMap, RoundTrip) {
  auto Bytes = encodeSourceMap(sampleMap());
  Expected<SourceMap> Read = decodeSourceMap(bytesOf(Bytes));
  ASSERT_TRUE(!!Read) << toString(Read.takeError());
  EXPECT_EQ(encodeSourceMap(*Read), Bytes);
}

TEST(SourceMap, RefusesDamage) {
  auto Bytes = encodeSourceMap(sampleMap());
  for (size_t Size = 0; Size != Bytes.size(); ++Size) {
    Expected<SourceMap> Read = decodeSourceMap(bytesOf(Bytes).take_front(Size));
    EXPECT_FALSE(!!Read) << Size;
    consumeError(Read.takeError());
  }
  auto Refuses = [](const SourceMap &Map, StringRef Why) {
    auto Damaged = encodeSourceMap(Map);
    Expected<SourceMap> Read = decodeSourceMap(bytesOf(Damaged));
    EXPECT_FALSE(!!Read);
    EXPECT_EQ(toString(Read.takeError()), Why);
  };
  const char *Reference = "source map: a location refers to what is not there";
  SourceMap Map = sampleMap();
  Map.Locations[0].File = 2;
  Refuses(Map, Reference);
  // A place that was inlined at itself has no end.
  Map = sampleMap();
  Map.Locations[1].Caller = 2;
  Refuses(Map, Reference);
  Map = sampleMap();
  Map.Locations[0].Function = 2;
  Refuses(Map, Reference);
  Map = sampleMap();
  Map.Marks[0].Location = 3;
  Refuses(Map, "source map: a mark refers to what is not there");
  Map = sampleMap();
  Map.Marks[0].Line = 6;
  Refuses(Map, "source map: it is not sorted");
}

} // namespace
