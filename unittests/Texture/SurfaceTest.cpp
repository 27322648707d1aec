//===- SurfaceTest.cpp - Images that kernels write ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Texture/Surface.h"
#include "heddle/Model/FetchJudge.h"
#include "heddle/Support/SplitMix64.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"
#include <cmath>
#include <vector>

using namespace heddle;
using namespace heddle::texture;
using llvm::APFloat;
using llvm::bit_cast;

namespace {

/// A byte's place, or what there is instead of one.
int64_t offset(const Texture &T, const SurfaceAccess &A) {
  return A.Outcome == SurfaceAccess::Found ? A.Data - T.bytes().data()
                                           : -int64_t(A.Outcome);
}

TEST(Surface, EachPlaceOfASmallOne) {
  constexpr int32_t Width = 3, Height = 2, Layers = 2, Texel = 4;
  TextureLayout L;
  L.Format = {ChannelType::U16, 2};
  L.Width = Width;
  L.Height = Height;
  L.Layers = Layers;
  std::vector<uint8_t> Bytes(L.bytes());
  Texture T(L, Bytes);
  for (OutOfRange Mode :
       {OutOfRange::Trap, OutOfRange::Clamp, OutOfRange::Zero})
    for (int32_t X = -3; X != 6; ++X)
      for (int32_t Y = -2; Y != 4; ++Y)
        for (int32_t Layer = 0; Layer != 4; ++Layer) {
          bool IsIn =
              X >= 0 && X < Width && Y >= 0 && Y < Height && Layer < Layers;
          int32_t CX = std::clamp(X, 0, Width - 1),
                  CY = std::clamp(Y, 0, Height - 1),
                  CL = std::min(Layer, Layers - 1);
          int64_t Place = ((CL * Height + CY) * Width + CX) * Texel;
          if (!IsIn && Mode == OutOfRange::Trap)
            Place = -int64_t(SurfaceAccess::OutOfBounds);
          if (!IsIn && Mode == OutOfRange::Zero)
            Place = -int64_t(SurfaceAccess::Nothing);
          uint32_t N = uint32_t(Layer);
          EXPECT_EQ(offset(T, findTexel(T, {X, Y, 0, N}, Mode)), Place);
          EXPECT_EQ(offset(T, findBytes(T, {X * Texel, Y, 0, N}, Texel, Mode)),
                    Place);
        }
}

TEST(Surface, BytesOfOtherSizesThanTexels) {
  TextureLayout L;
  L.Kind = Shape::OneD;
  L.Width = 6;
  std::vector<uint8_t> Bytes(L.bytes());
  Texture T(L, Bytes);
  auto At = [&](int32_t X, unsigned Size, OutOfRange Mode) {
    return offset(T, findBytes(T, {X, 0, 0, 0}, Size, Mode));
  };
  EXPECT_EQ(At(23, 1, OutOfRange::Trap), 23);
  EXPECT_EQ(At(24, 1, OutOfRange::Clamp), 23);
  EXPECT_EQ(At(16, 8, OutOfRange::Trap), 16);
  // 16 bytes fit once into the 24.
  EXPECT_EQ(At(16, 16, OutOfRange::Clamp), 0);
  EXPECT_EQ(At(16, 16, OutOfRange::Trap), -int64_t(SurfaceAccess::OutOfBounds));
  EXPECT_EQ(At(6, 4, OutOfRange::Zero), -int64_t(SurfaceAccess::Misaligned));
  EXPECT_EQ(At(INT32_MIN, 4, OutOfRange::Clamp), 0);
  L.Width = 1;
  Texture Short(L, Bytes);
  for (OutOfRange Mode : {OutOfRange::Trap, OutOfRange::Clamp})
    EXPECT_EQ(findBytes(Short, {0, 0, 0, 0}, 8, Mode).Outcome,
              SurfaceAccess::OutOfBounds);
  EXPECT_EQ(findBytes(Short, {0, 0, 0, 0}, 8, OutOfRange::Zero).Outcome,
            SurfaceAccess::Nothing);
}

TEST(Surface, FacesOfACube) {
  TextureLayout L;
  L.Kind = Shape::Cube;
  L.Width = L.Height = 2;
  L.Layers = 2;
  std::vector<uint8_t> Bytes(L.bytes());
  Texture T(L, Bytes);
  EXPECT_EQ(offset(T, findTexel(T, {1, 1, 5, 1}, OutOfRange::Trap)),
            12 * 16 - 4);
  EXPECT_EQ(findTexel(T, {0, 0, 6, 0}, OutOfRange::Trap).Outcome,
            SurfaceAccess::OutOfBounds);
}

TEST(Surface, WritingWhatWasReadChangesNothing) {
  for (ChannelType C : {ChannelType::U8, ChannelType::S8, ChannelType::U16,
                        ChannelType::S16, ChannelType::F16})
    for (ReadMode Read : {ReadMode::Element, ReadMode::Normalized}) {
      if (C == ChannelType::F16 && Read == ReadMode::Normalized)
        continue;
      TextureFormat F{C, 1, Read, false};
      for (uint32_t V = 0; V >> 8 * F.channelBytes() == 0; ++V) {
        uint8_t In[2] = {uint8_t(V), uint8_t(V >> 8)}, Out[2] = {};
        Texel Value = F.read(In);
        // Of NaN, that it is one is kept, and two numbers stand for -1.
        if (F.givesFloats() && std::isnan(bit_cast<float>(Value[0])))
          continue;
        F.write(Value, Out);
        ASSERT_EQ(F.read(Out), Value) << channelTypeName(C).str() << ' ' << V;
      }
    }
}

TEST(Surface, WrittenHalvesAreRounded) {
  TextureFormat F{ChannelType::F16, 1};
  SplitMix64 Random(7);
  for (unsigned I = 0; I != 200000; ++I) {
    uint32_t Bits = uint32_t(Random.next());
    // Most of them in the range of f16.
    if (I % 8)
      Bits = (Bits & 0x807fffff) | (96 + Random.next() % 52) << 23;
    // Ties, now and then.
    if (I % 3 == 0)
      Bits &= 0xfffff000;
    APFloat V(bit_cast<float>(Bits));
    if (V.isNaN())
      continue;
    bool Loses;
    V.convert(APFloat::IEEEhalf(), llvm::RoundingMode::NearestTiesToEven,
              &Loses);
    uint8_t Out[2];
    F.write({Bits, 0, 0, 0}, Out);
    ASSERT_EQ(uint32_t(Out[0] | Out[1] << 8),
              uint32_t(V.bitcastToAPInt().getZExtValue()))
        << Bits;
  }
  uint8_t Out[2];
  F.write({0xffc12345, 0, 0, 0}, Out);
  EXPECT_EQ(Out[0] | Out[1] << 8, 0x7fff);
}

TEST(Surface, WrittenNumbersAreClamped) {
  auto Written = [](ChannelType C, ReadMode Read, uint32_t V) {
    TextureFormat F{C, 1, Read, false};
    uint8_t Out[4] = {};
    F.write({V, 0, 0, 0}, Out);
    return uint32_t(Out[0]) | uint32_t(Out[1]) << 8;
  };
  auto Number = [](float V) { return bit_cast<uint32_t>(V); };
  constexpr ReadMode E = ReadMode::Element, N = ReadMode::Normalized;
  EXPECT_EQ(Written(ChannelType::U8, E, 256), 255u);
  EXPECT_EQ(Written(ChannelType::U8, E, 0xffffffff), 255u);
  EXPECT_EQ(Written(ChannelType::S8, E, uint32_t(-129)), 0x80u);
  EXPECT_EQ(Written(ChannelType::S8, E, 128), 0x7fu);
  EXPECT_EQ(Written(ChannelType::S16, E, 40000), 0x7fffu);
  EXPECT_EQ(Written(ChannelType::U8, N, Number(2)), 255u);
  EXPECT_EQ(Written(ChannelType::U8, N, Number(-1)), 0u);
  EXPECT_EQ(Written(ChannelType::U8, N, Number(NAN)), 0u);
  // 127.5 and 0.5, to even.
  EXPECT_EQ(Written(ChannelType::U8, N, Number(0.5f)), 128u);
  EXPECT_EQ(Written(ChannelType::U16, N, Number(0.5f)), 32768u);
  EXPECT_EQ(Written(ChannelType::S8, N, Number(-INFINITY)), 0x81u);
}

TEST(Surface, WritesAreThoseOfTheJudge) {
  SplitMix64 Random(11);
  for (ChannelType C : {ChannelType::U8, ChannelType::S8, ChannelType::U16,
                        ChannelType::S16, ChannelType::F16})
    for (ReadMode Read : {ReadMode::Element, ReadMode::Normalized}) {
      if (C == ChannelType::F16 && Read == ReadMode::Normalized)
        continue;
      TextureFormat F{C, 4, Read, false};
      for (unsigned I = 0; I != 20000; ++I) {
        Texel V;
        for (uint32_t &W : V) {
          W = uint32_t(Random.next());
          // Near the ends of the channels' ranges, and near 1.
          if (I % 4 == 1)
            W &= 0x1ffff;
          if (I % 2 == 0)
            W = (W & 0x807fffff) | (110 + Random.next() % 18) << 23;
          if (I % 8 == 2)
            W &= 0xffff0000;
        }
        uint8_t Is[8] = {}, Judge[8] = {};
        F.write(V, Is);
        heddle::model::judgeWrite(F, V, Judge);
        ASSERT_TRUE(std::equal(Is, Is + F.texelBytes(), Judge))
            << channelTypeName(C).str() << ' ' << V[0] << ' ' << V[1];
      }
    }
}

TEST(Surface, OnlyItsChannelsAreWritten) {
  uint8_t Out[12];
  std::fill(std::begin(Out), std::end(Out), uint8_t(0xee));
  TextureFormat{ChannelType::U32, 2}.write({1, 2, 3, 4}, Out);
  EXPECT_EQ(Out[0], 1);
  EXPECT_EQ(Out[4], 2);
  EXPECT_EQ(Out[8], 0xee);
}

} // namespace
