//===- FatBinaryTest.cpp - Images for several devices in one --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/FatBinary/FatBinary.h"
#include "llvm/Support/MathExtras.h"
#include "gtest/gtest.h"
#include <lz4.h>
#include <zstd.h>

using namespace heddle::fatbinary;
using namespace llvm;

namespace {

constexpr uint64_t LZ4Flag = 0x2000, ZstdFlag = 0x8000, ExactFlag = 0x100000,
                   FamilyFlag = 0x200000;

void put(std::string &To, uint64_t Value, unsigned Bytes) {
  for (unsigned I = 0; I != Bytes; ++I)
    To += char(Value >> (8 * I));
}

/// An entry as nvcc writes it.
std::string entry(uint16_t Kind, unsigned Architecture, StringRef Stored,
                  uint64_t Flags = 0, uint64_t Decompressed = 0) {
  std::string E;
  uint64_t Padded = alignTo(Stored.size(), 8);
  bool IsCompressed = Flags & (LZ4Flag | ZstdFlag);
  put(E, Kind, 2);
  put(E, 0x0101, 2);
  put(E, 64, 4);
  put(E, Padded, 8);
  put(E, IsCompressed ? Stored.size() : 0, 4);
  put(E, 0, 4);
  put(E, 0x00090000, 4);
  put(E, Architecture, 4);
  put(E, 0, 8);
  put(E, Flags | 0x11, 8);
  put(E, 0, 8);
  put(E, Decompressed, 8);
  E += Stored;
  E.resize(64 + Padded);
  return E;
}

std::string container(StringRef Entries) {
  std::string C;
  put(C, ContainerMagic, 4);
  put(C, 1, 2);
  put(C, 16, 2);
  put(C, Entries.size(), 8);
  return C + Entries.str();
}

std::string lz4(StringRef Text) {
  std::string To(size_t(LZ4_compressBound(int(Text.size()))), 0);
  To.resize(size_t(LZ4_compress_default(Text.data(), To.data(),
                                        int(Text.size()), int(To.size()))));
  return To;
}

std::string zstd(StringRef Text) {
  std::string To(ZSTD_compressBound(Text.size()), 0);
  To.resize(ZSTD_compress(To.data(), To.size(), Text.data(), Text.size(),
                          /*Level=*/3));
  return To;
}

std::vector<Entry> read(StringRef Bytes) {
  Expected<std::vector<Entry>> Entries = readContainer(Bytes);
  EXPECT_TRUE(bool(Entries));
  if (Entries)
    return *Entries;
  consumeError(Entries.takeError());
  return {};
}

std::string failure(StringRef Bytes) {
  Expected<std::vector<Entry>> Entries = readContainer(Bytes);
  return Entries ? "" : toString(Entries.takeError());
}

std::string contents(const Entry &E) {
  Expected<std::string> Text = E.contents();
  return Text ? *Text : "failed: " + toString(Text.takeError());
}

const std::string Text =
    ".version 9.0\n.target sm_75\n" + std::string(5000, ' ');

TEST(FatBinary, ReadsPlainAndCompressedEntries) {
  std::string Bytes = container(
      entry(2, 75, "\177ELF of some kind") + entry(1, 75, Text) +
      entry(1, 80, lz4(Text), LZ4Flag, Text.size()) +
      entry(1, 90, zstd(Text), ZstdFlag, Text.size()) + entry(8, 90, "IR"));
  std::vector<Entry> Entries = read(Bytes);
  ASSERT_EQ(Entries.size(), 5u);
  EXPECT_EQ(Entries[0].Kind, Entry::Object);
  EXPECT_EQ(Entries[0].Architecture, 75u);
  EXPECT_EQ(Entries[4].Kind, Entry::Other);
  EXPECT_EQ(StringRef(contents(Entries[1])).rtrim('\0'), Text);
  EXPECT_EQ(contents(Entries[2]), Text);
  EXPECT_EQ(contents(Entries[3]), Text);
}

TEST(FatBinary, ChoosesTheLatestPTXThatRuns) {
  std::string Bytes = container(
      entry(1, 50, "fifty") + entry(1, 75, "seventy") + entry(2, 80, "object") +
      entry(1, 90, "exact", ExactFlag) + entry(1, 100, "family", FamilyFlag));
  std::vector<Entry> Entries = read(Bytes);
  EXPECT_EQ(choosePTX(Entries, 35), nullptr);
  EXPECT_EQ(choosePTX(Entries, 70)->Architecture, 50u);
  EXPECT_EQ(choosePTX(Entries, 86)->Architecture, 75u);
  EXPECT_EQ(choosePTX(Entries, 90)->Architecture, 90u);
  EXPECT_EQ(choosePTX(Entries, 103)->Architecture, 100u);
  EXPECT_EQ(choosePTX(Entries, 120)->Architecture, 75u);
}

TEST(FatBinary, RefusesWhatIsCutOff) {
  std::string Bytes = container(entry(1, 75, Text));
  for (size_t Size = 0; Size != Bytes.size(); ++Size)
    EXPECT_NE(failure(StringRef(Bytes).take_front(Size)), "") << Size;
  EXPECT_EQ(failure(Bytes), "");
  // An entry that claims more than there is, while the container is whole.
  std::string Long = Bytes;
  Long[16 + 8 + 7] = char(0xff);
  EXPECT_EQ(failure(Long), "fat binary: an entry is longer than what is left");
  std::string NoHeader = Bytes;
  NoHeader[16 + 4] = 0;
  EXPECT_NE(failure(NoHeader), "");
}

TEST(FatBinary, RefusesDamagedPayloads) {
  std::string Packed = lz4(Text), Other = zstd(Text);
  for (size_t I = 0; I != Other.size(); ++I) {
    std::string Bad = Other;
    Bad[I] ^= 0x55;
    std::string Bytes = container(entry(1, 75, Bad, ZstdFlag, Text.size()));
    // It may still decompress to as many bytes; it must not crash.
    contents(read(Bytes)[0]);
  }
  auto Check = [](StringRef Stored, uint64_t Flag, uint64_t Size) {
    std::string Bytes = container(entry(1, 75, Stored, Flag, Size));
    return contents(read(Bytes)[0]);
  };
  StringRef Half = StringRef(Packed).drop_back(8);
  EXPECT_EQ(Check(Half, LZ4Flag, Text.size()),
            "failed: fat binary: compressed bytes are damaged");
  EXPECT_EQ(Check(Packed, LZ4Flag, Text.size() - 1),
            "failed: fat binary: compressed bytes are damaged");
  EXPECT_EQ(Check(Other, ZstdFlag, Text.size() + 1),
            "failed: fat binary: compressed bytes are damaged");
}

TEST(FatBinary, RefusesWhatNoPayloadCanHold) {
  auto Check = [](StringRef Stored, uint64_t Flag, uint64_t Size) {
    std::string Bytes = container(entry(1, 75, Stored, Flag, Size));
    return contents(read(Bytes)[0]);
  };
  EXPECT_EQ(Check("12345678", ZstdFlag, uint64_t(1) << 60),
            "failed: fat binary: 8 compressed bytes cannot hold an image of "
            "1152921504606846976");
  EXPECT_EQ(Check("12345678", LZ4Flag, 8 * 255 + 1),
            "failed: fat binary: 8 compressed bytes cannot hold an image of "
            "2041");
  EXPECT_EQ(Check("", ZstdFlag, 1),
            "failed: fat binary: 0 compressed bytes cannot hold an image of 1");
  // What compresses best comes near to it, and is read.
  std::string Zeros(1 << 22, 0);
  EXPECT_EQ(Check(zstd(Zeros), ZstdFlag, Zeros.size()), Zeros);
  EXPECT_EQ(Check(lz4(Zeros), LZ4Flag, Zeros.size()), Zeros);
  EXPECT_LT(zstd(Zeros).size() * (1 << 14), Zeros.size());
  EXPECT_LT(lz4(Zeros).size() * 250, Zeros.size());
  // No image is as large as this, whether it is there or not.
  EXPECT_EQ(Check(std::string(1 << 20, 0), ZstdFlag, (1 << 28) + 1),
            "failed: fat binary: an image of 268435457 bytes is larger than "
            "the 268435456 that one may have");
}

} // namespace
