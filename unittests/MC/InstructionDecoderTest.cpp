//===- InstructionDecoderTest.cpp - Words, instructions and text ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Backend/InstructionDecoder.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace heddle::tesla;

namespace {

constexpr uint8_t Add[] = {0x05, 0x04, 0x00, 0x20, 0x80, 0xc7, 0x00, 0x04};
constexpr uint8_t FmaF64[] = {0x09, 0x08, 0x06, 0xe0, 0x80, 0x07, 0x02, 0x40};

TEST(InstructionDecoder, ReadsTheFirstOfSeveral) {
  InstructionDecoder Decoder("g80");
  SmallVector<uint8_t, 16> Bytes(std::begin(Add), std::end(Add));
  Bytes.append(std::begin(FmaF64), std::end(FmaF64));
  MCInst Inst;
  uint64_t Size = 0;
  ASSERT_TRUE(Decoder.decode(Inst, Size, Bytes, /*Address=*/0));
  EXPECT_EQ(Size, 8u);
  EXPECT_EQ(Decoder.text(Inst, 0), "add b32 $r1 $r2 $r3");
}

TEST(InstructionDecoder, SaysWhatTheChipLacks) {
  MCInst Inst;
  uint64_t Size = 0;
  std::string Why;
  raw_string_ostream OS(Why);
  EXPECT_FALSE(InstructionDecoder("g80").decode(Inst, Size, FmaF64, 0, OS));
  EXPECT_NE(Why.find("gt200"), std::string::npos) << Why;
  EXPECT_TRUE(InstructionDecoder("gt200").decode(Inst, Size, FmaF64, 0));
}

TEST(InstructionDecoder, WorksWhereItWasMovedTo) {
  InstructionDecoder First("gt200");
  InstructionDecoder Decoder(std::move(First));
  MCInst Inst;
  uint64_t Size = 0;
  ASSERT_TRUE(Decoder.decode(Inst, Size, FmaF64, 0));
  EXPECT_EQ(Decoder.text(Inst, 0), "fma rn f64 $r2d $r4d $r6d $r8d");
}

TEST(InstructionDecoder, EndsWithinAnInstruction) {
  InstructionDecoder Decoder("g80");
  MCInst Inst;
  uint64_t Size = 0;
  EXPECT_FALSE(Decoder.decode(Inst, Size, ArrayRef(Add).take_front(4), 0));
  EXPECT_FALSE(Decoder.decode(Inst, Size, {}, 0));
}

TEST(TargetTables, KnowsItsChips) {
  for (const char *Chip : {"g80", "g84", "gt215", "gt200"})
    EXPECT_TRUE(TargetTables::hasChip(Chip)) << Chip;
  for (const char *Chip : {"", "g90", "G80"})
    EXPECT_FALSE(TargetTables::hasChip(Chip)) << Chip;
}

} // namespace
