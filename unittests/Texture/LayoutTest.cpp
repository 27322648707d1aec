//===- LayoutTest.cpp - Sizes of textures ---------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Texture/TextureUnit.h"
#include "gtest/gtest.h"

using namespace heddle::texture;

namespace {

std::string complaint(const TextureLayout &L) {
  return llvm::toString(L.verify());
}
std::string complaint(const TextureLayout &L, const Sampler &S) {
  return llvm::toString(verifySampler(L, S));
}

TEST(Layout, BytesOfAllParts) {
  TextureLayout L;
  L.Format = {ChannelType::U8, 4};
  L.Width = 8;
  L.Height = 2;
  L.Levels = 4;
  L.Layers = 3;
  EXPECT_EQ(complaint(L), "");
  // 8x2, 4x1, 2x1 and 1x1 texels of 4 bytes, three times.
  EXPECT_EQ(L.levelOffset(1), 3u * 64);
  EXPECT_EQ(L.bytes(), 3u * (64 + 16 + 8 + 4));
  L = {};
  L.Kind = Shape::Cube;
  L.Width = L.Height = 4;
  EXPECT_EQ(L.bytes(), 6u * 64);
  L = {};
  L.Width = 3;
  L.Height = 5;
  L.Pitch = 32;
  EXPECT_EQ(complaint(L), "");
  EXPECT_EQ(L.bytes(), 160u);
}

TEST(Layout, Refused) {
  TextureLayout L;
  L.Width = 0;
  EXPECT_EQ(complaint(L), "the width of a 2d texture is 1 to 131072, not 0");
  L.Width = 4;
  L.Depth = 2;
  EXPECT_EQ(complaint(L), "the depth of a 2d texture is 1, not 2");
  L.Depth = 1;
  L.Format.Channels = 3;
  EXPECT_EQ(complaint(L), "a texel has 1, 2 or 4 channels, not 3");
  L.Format.Channels = 1;
  L.Format.Read = ReadMode::Normalized;
  EXPECT_EQ(complaint(L),
            "channels of f32 cannot be read as normalized numbers");
  L.Format = {ChannelType::U8, 4, ReadMode::Element, true};
  EXPECT_EQ(complaint(L), "sRGB is for normalized channels of u8");
  L.Format = {};
  L.Levels = 4;
  EXPECT_EQ(complaint(L), "a 2d texture of this size has 1 to 3 levels, not 4");
  L.Levels = 2;
  L.Pitch = 16;
  EXPECT_EQ(complaint(L), "a pitch is for 2d textures without layers and "
                          "further levels");
  L.Levels = 1;
  L.Pitch = 12;
  EXPECT_EQ(complaint(L), "a pitch of 12 bytes does not hold rows of 4 texels "
                          "of 4 bytes");
  L.Pitch = 0;
  L.Kind = Shape::Cube;
  EXPECT_EQ(complaint(L), "the faces of a cube are squares, not 4 by 1");
  L.Kind = Shape::ThreeD;
  L.Layers = 2;
  EXPECT_EQ(complaint(L), "a 3d texture has no layers");
  L.Layers = 0;
  L.Format.Channels = 4;
  L.Width = L.Height = L.Depth = 1 << 14;
  EXPECT_EQ(complaint(L), "the texture has more than 2^39 bytes");
}

TEST(Layout, SamplersThatDoNotFit) {
  TextureLayout L;
  Sampler S;
  S.Texels = Filter::Linear;
  EXPECT_EQ(complaint(L, S), "");
  L.Format.Type = ChannelType::U8;
  EXPECT_NE(complaint(L, S).find("a linear filter needs numbers of f32"),
            std::string::npos);
  L.Format.Read = ReadMode::Normalized;
  EXPECT_EQ(complaint(L, S), "");
  L.Kind = Shape::Linear;
  EXPECT_EQ(complaint(L, S), "linear memory is read by numbers of texels, "
                             "without a filter");
  L.Kind = Shape::TwoD;
  L.Width = 4;
  L.Levels = 2;
  EXPECT_EQ(complaint(L, S),
            "a texture with several levels needs normalized coordinates");
  S.IsNormalized = true;
  S.MinLevel = 2;
  S.MaxLevel = 1;
  EXPECT_EQ(complaint(L, S), "the limits of the level are no range");
  S = {};
  S.IsNormalized = true;
  S.MaxAnisotropy = 17;
  EXPECT_EQ(complaint(L, S), "a sampler takes 1 to 16 samples, not 17");
  S.MaxAnisotropy = 2;
  EXPECT_EQ(complaint(L, S), "several samples need a linear filter");
}

} // namespace
