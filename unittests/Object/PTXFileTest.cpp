//===- PTXFileTest.cpp - Files and parts as bytes -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Object/PTXFile.h"
#include "heddle/Object/Module.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace heddle::object;

namespace {

ArrayRef<uint8_t> bytesOf(const SmallVectorImpl<char> &V) {
  return ArrayRef(reinterpret_cast<const uint8_t *>(V.data()), V.size());
}

TEST(PTXFile, RoundTrip) {
  std::vector<PTXFile> Files = {{"a.ptx", 1}, {"", 4}, {"dir/b.ptx", 5}};
  auto Bytes = encodeFiles(Files);
  Expected<std::vector<PTXFile>> Read = decodeFiles(bytesOf(Bytes));
  ASSERT_TRUE(!!Read) << toString(Read.takeError());
  EXPECT_EQ(encodeFiles(*Read), Bytes);

  Part P{"", true, false, 32};
  auto PartBytes = encodePart(P);
  Expected<Part> ReadPart = decodePart(bytesOf(PartBytes));
  ASSERT_TRUE(!!ReadPart) << toString(ReadPart.takeError());
  EXPECT_TRUE(ReadPart->FuseMulAdd);
  EXPECT_FALSE(ReadPart->FmaAsMad);
  EXPECT_EQ(ReadPart->MaxRegisters, 32u);
}

TEST(PTXFile, RefusesDamage) {
  auto Bytes = encodeFiles({{"a.ptx", 1}, {"b.ptx", 9}});
  for (size_t Size = 0; Size != Bytes.size(); ++Size) {
    auto Read = decodeFiles(bytesOf(Bytes).take_front(Size));
    EXPECT_FALSE(!!Read) << Size;
    consumeError(Read.takeError());
  }
  auto PartBytes = encodePart({});
  for (size_t Size = 0; Size != PartBytes.size(); ++Size) {
    auto Read = decodePart(bytesOf(PartBytes).take_front(Size));
    EXPECT_FALSE(!!Read) << Size;
    consumeError(Read.takeError());
  }
  PartBytes[4] = 2;
  Expected<Part> NoFlag = decodePart(bytesOf(PartBytes));
  EXPECT_EQ(toString(NoFlag.takeError()),
            "an option of a module to be linked is neither 0 nor 1");

  for (auto Lines : {std::pair(2, 5), std::pair(1, 1), std::pair(1, 0)}) {
    auto Wrong = encodeFiles(
        {{"a", uint32_t(Lines.first)}, {"b", uint32_t(Lines.second)}});
    auto Read = decodeFiles(bytesOf(Wrong));
    EXPECT_EQ(toString(Read.takeError()), "the lines of files do not ascend");
  }
}

TEST(PTXFile, PlacesOfLines) {
  Module M;
  M.SourceName = "a.ptx";
  EXPECT_EQ(M.placeOf(7).File, "a.ptx");
  EXPECT_EQ(M.lineText(7), "line 7");
  M.Files = {{"a.ptx", 1}, {"b.ptx", 11}, {"c.ptx", 12}};
  EXPECT_EQ(M.lineText(10), "line 10 of a.ptx");
  EXPECT_EQ(M.lineText(11), "line 1 of b.ptx");
  EXPECT_EQ(M.lineText(99), "line 88 of c.ptx");
  EXPECT_EQ(M.placeOf(99).FileIndex, 2u);
  // No line.
  EXPECT_EQ(M.placeOf(0).File, "a.ptx");
  EXPECT_EQ(M.placeOf(0).Line, 0u);
}

} // namespace
