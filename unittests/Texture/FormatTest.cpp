//===- FormatTest.cpp - What a texel is -----------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Model/FetchJudge.h"
#include "gtest/gtest.h"

using namespace heddle::texture;
using namespace heddle::model;

namespace {

/// All values of the channel types that have at most 16 bits.
TEST(Format, EveryValueOfNarrowTypes) {
  for (ChannelType T : {ChannelType::U8, ChannelType::S8, ChannelType::U16,
                        ChannelType::S16, ChannelType::F16})
    for (ReadMode Read : {ReadMode::Element, ReadMode::Normalized}) {
      TextureFormat F{T, 1, Read, false};
      if (T == ChannelType::F16 && Read == ReadMode::Normalized)
        continue;
      for (uint32_t V = 0; V >> 8 * F.channelBytes() == 0; ++V) {
        uint8_t Bytes[2] = {uint8_t(V), uint8_t(V >> 8)};
        ASSERT_EQ(F.read(Bytes), judgeRead(F, Bytes))
            << channelTypeName(T).str() << ' ' << V;
      }
    }
}

TEST(Format, SRGBLeavesAlphaAlone) {
  TextureFormat F{ChannelType::U8, 4, ReadMode::Normalized, true};
  for (unsigned V = 0; V != 256; ++V) {
    uint8_t Bytes[4] = {uint8_t(V), uint8_t(255 - V), uint8_t(V / 2),
                        uint8_t(V)};
    EXPECT_EQ(F.read(Bytes), judgeRead(F, Bytes)) << V;
  }
  uint8_t White[4] = {255, 255, 255, 255};
  EXPECT_EQ(F.read(White),
            (Texel{0x3f800000, 0x3f800000, 0x3f800000, 0x3f800000}));
}

TEST(Format, MissingChannels) {
  uint8_t Bytes[8] = {0xff, 0xff, 0, 0, 2, 0, 0, 0};
  EXPECT_EQ((TextureFormat{ChannelType::S16, 1}.read(Bytes)),
            (Texel{0xffffffff, 0, 0, 1}));
  EXPECT_EQ((TextureFormat{ChannelType::U32, 2}.read(Bytes)),
            (Texel{0xffff, 2, 0, 1}));
  EXPECT_EQ((TextureFormat{ChannelType::F32, 1}.read(Bytes)),
            (Texel{0xffff, 0, 0, 0x3f800000}));
}

TEST(Format, NamesAreFound) {
  EXPECT_EQ(findChannelType("f16"), ChannelType::F16);
  EXPECT_EQ(findChannelType("f64"), std::nullopt);
  EXPECT_EQ(findShape("cube"), Shape::Cube);
  EXPECT_EQ(findShape("4d"), std::nullopt);
  EXPECT_EQ(findAddressMode("border"), AddressMode::Border);
  EXPECT_EQ(findAddressMode(""), std::nullopt);
  EXPECT_EQ(findFilter("linear"), Filter::Linear);
  EXPECT_EQ(findFilter("cubic"), std::nullopt);
}

} // namespace
