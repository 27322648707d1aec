//===- TextureUnitTest.cpp - What must hold of fetches --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Texture/TextureUnit.h"
#include "heddle/Support/FloatControl.h"
#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"
#include <cmath>
#include <limits>
#include <vector>

using namespace heddle;
using namespace heddle::texture;
using llvm::bit_cast;

namespace {

uint32_t f32(float V) { return bit_cast<uint32_t>(V); }

/// f32 texels, the one with number n being Values[n].
struct FloatImage {
  FloatImage(const TextureLayout &L, std::vector<float> V)
      : Values(std::move(V)),
        T(L, {reinterpret_cast<uint8_t *>(Values.data()), Values.size() * 4}) {}

  float at(const Sampler &S, float X, float Y = 0, float Z = 0,
           uint32_t Layer = 0) {
    FetchEnvironment Environment;
    return bit_cast<float>(sample(T, S, {X, Y, Z, Layer})[0]);
  }

  std::vector<float> Values;
  Texture T;
};

TextureLayout line(uint32_t Width) {
  TextureLayout L;
  L.Kind = Shape::OneD;
  L.Width = Width;
  return L;
}

Sampler samplerOf(AddressMode Mode, Filter F, bool IsNormalized) {
  Sampler S;
  S.Address = {Mode, Mode, Mode};
  S.Texels = F;
  S.IsNormalized = IsNormalized;
  return S;
}

TEST(TextureUnit, CentresGiveTheTexel) {
  float Infinity = std::numeric_limits<float>::infinity();
  FloatImage I(line(6), {1, -0.0f, Infinity, 1e-42f, NAN, 3});
  for (Filter F : {Filter::Nearest, Filter::Linear}) {
    Sampler S = samplerOf(AddressMode::Clamp, F, false);
    for (unsigned N : {0, 1, 2, 3, 5})
      EXPECT_EQ(f32(I.at(S, float(N) + 0.5f)), f32(I.Values[N])) << N;
  }
  // A filter makes all NaN the same.
  Sampler S = samplerOf(AddressMode::Clamp, Filter::Linear, false);
  EXPECT_EQ(f32(I.at(S, 4.5f)), 0x7fffffffu);
  EXPECT_EQ(f32(I.at(S, 2.25f)), f32(Infinity));
}

TEST(TextureUnit, WeightsAre256ths) {
  FloatImage I(line(2), {0, 256});
  Sampler S = samplerOf(AddressMode::Clamp, Filter::Linear, false);
  for (unsigned N = 0; N <= 256; ++N)
    EXPECT_EQ(I.at(S, 0.5f + float(N) / 256), float(N));
  // The middle of two goes up.
  EXPECT_EQ(I.at(S, 0.5f + 1.0f / 512), 1);
  EXPECT_EQ(I.at(S, 0.5f + 0.99f / 512), 0);
}

TEST(TextureUnit, WrapIsPeriodic) {
  FloatImage I(line(8), {3, 1, 4, 1, 5, 9, 2, 6});
  for (Filter F : {Filter::Nearest, Filter::Linear})
    for (int N = -4096; N != 4096; ++N) {
      float X = float(N) / 1024;
      Sampler S = samplerOf(AddressMode::Wrap, F, true);
      EXPECT_EQ(I.at(S, X), I.at(S, X + 1));
      EXPECT_EQ(I.at(S, X), I.at(S, X - 16));
      S = samplerOf(AddressMode::Mirror, F, true);
      EXPECT_EQ(I.at(S, X), I.at(S, X + 2));
    }
}

TEST(TextureUnit, ModesBeyondTheEnds) {
  FloatImage I(line(4), {1, 2, 3, 4});
  auto At = [&](AddressMode M, float X, bool IsNormalized = true) {
    Sampler S = samplerOf(M, Filter::Nearest, IsNormalized);
    S.Border = {f32(7), 0, 0, 0};
    return I.at(S, X);
  };
  EXPECT_EQ(At(AddressMode::Clamp, -1), 1);
  EXPECT_EQ(At(AddressMode::Clamp, 1), 4);
  EXPECT_EQ(At(AddressMode::Wrap, -0.25f), 4);
  EXPECT_EQ(At(AddressMode::Wrap, 1.25f), 2);
  EXPECT_EQ(At(AddressMode::Mirror, -0.2f), 1);
  EXPECT_EQ(At(AddressMode::Mirror, 1.2f), 4);
  EXPECT_EQ(At(AddressMode::Border, -0.1f), 7);
  EXPECT_EQ(At(AddressMode::Border, 1), 7);
  // Periodic modes are for normalized coordinates.
  EXPECT_EQ(At(AddressMode::Wrap, 5, false), 4);
  EXPECT_EQ(At(AddressMode::Mirror, -5, false), 1);
  for (AddressMode M : {AddressMode::Wrap, AddressMode::Mirror,
                        AddressMode::Clamp, AddressMode::Border})
    EXPECT_EQ(At(M, NAN), 1);
}

TEST(TextureUnit, SumsKeepDenormals) {
  FloatImage I(line(2), {0, 1e-42f});
  Sampler S = samplerOf(AddressMode::Clamp, Filter::Linear, false);
#if defined(HEDDLE_HAS_FLOAT_CONTROL)
  const FloatControl Before = readFloatControl();
  const FloatControl Other = floatControlFor(FloatRounding::Down, true);
  writeFloatControl(Other);
  EXPECT_EQ(f32(I.at(S, 1)), f32(1e-42f) / 2);
  // What has happened since does not matter.
  const FloatControl Flags = floatControlFor(FloatRounding::Zero, true);
  EXPECT_EQ(readFloatControl() & Flags, Other & Flags);
  writeFloatControl(Before);
#endif
  EXPECT_EQ(f32(I.at(S, 1)), f32(1e-42f) / 2);
}

TEST(TextureUnit, EachFaceOfACube) {
  TextureLayout L;
  L.Kind = Shape::Cube;
  L.Layers = 2;
  FloatImage I(L, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  Sampler S;
  for (unsigned Layer = 0; Layer != 3; ++Layer) {
    float First = Layer ? 6 : 0; // There is no layer 2.
    EXPECT_EQ(I.at(S, 2, 1, -1, Layer), First);
    EXPECT_EQ(I.at(S, -2, 1, -1, Layer), First + 1);
    EXPECT_EQ(I.at(S, 1, 2, -1, Layer), First + 2);
    EXPECT_EQ(I.at(S, 1, -2, -1, Layer), First + 3);
    EXPECT_EQ(I.at(S, 1, -1, 2, Layer), First + 4);
    EXPECT_EQ(I.at(S, 1, 1, -2, Layer), First + 5);
  }
  // The corner in (1, 1, 1) belongs to x.
  EXPECT_EQ(I.at(S, 1, 1, 1), 0);
}

TEST(TextureUnit, IntegerFetches) {
  TextureLayout L;
  L.Kind = Shape::ThreeD;
  L.Width = L.Height = L.Depth = 2;
  FloatImage I(L, {1, 2, 3, 4, 5, 6, 7, 8});
  auto At = [&](int32_t X, int32_t Y, int32_t Z, uint32_t Level = 0) {
    return bit_cast<float>(fetch(I.T, {X, Y, Z, 0}, Level)[0]);
  };
  EXPECT_EQ(At(1, 0, 1), 6);
  EXPECT_EQ(At(0, 1, 1), 7);
  EXPECT_EQ(fetch(I.T, {2, 0, 0, 0}), (Texel{0, 0, 0, 0}));
  EXPECT_EQ(fetch(I.T, {0, -1, 0, 0}), (Texel{0, 0, 0, 0}));
  EXPECT_EQ(fetch(I.T, {0, 0, INT32_MIN, 0}), (Texel{0, 0, 0, 0}));
  EXPECT_EQ(fetch(I.T, {0, 0, 0, 0}, 1), (Texel{0, 0, 0, 0}));
}

TEST(TextureUnit, LinearMemory) {
  TextureLayout L;
  L.Kind = Shape::Linear;
  L.Width = 3;
  FloatImage I(L, {1, 2, 3});
  EXPECT_EQ(fetch(I.T, {2, 0, 0, 0})[0], f32(3));
  for (int32_t X : {3, -1, INT32_MIN, INT32_MAX})
    EXPECT_EQ(fetch(I.T, {X, 0, 0, 0}), (Texel{0, 0, 0, 0})) << X;
}

TEST(TextureUnit, FacesByNumber) {
  TextureLayout L;
  L.Kind = Shape::Cube;
  FloatImage I(L, {0, 1, 2, 3, 4, 5});
  for (int32_t Face = 0; Face != 6; ++Face)
    EXPECT_EQ(fetch(I.T, {0, 0, Face, 0})[0], f32(float(Face)));
  EXPECT_EQ(fetch(I.T, {0, 0, 6, 0}), (Texel{0, 0, 0, 0}));
  EXPECT_EQ(fetch(I.T, {0, 0, -1, 0}), (Texel{0, 0, 0, 0}));
}

TEST(TextureUnit, GathersTheFourOfAFilter) {
  TextureLayout L;
  L.Width = L.Height = 2;
  FloatImage I(L, {1, 2, 3, 4});
  Sampler S;
  FetchEnvironment Environment;
  EXPECT_EQ(gather(I.T, S, {1, 1, 0, 0}, 0),
            (Texel{f32(3), f32(4), f32(2), f32(1)}));
  // One channel: y is 0 and w 1 everywhere.
  EXPECT_EQ(gather(I.T, S, {1, 1, 0, 0}, 1), (Texel{0, 0, 0, 0}));
  EXPECT_EQ(gather(I.T, S, {1, 1, 0, 0}, 3),
            (Texel{f32(1), f32(1), f32(1), f32(1)}));
}

TEST(TextureUnit, LevelsAreBlended) {
  TextureLayout L = line(2);
  L.Levels = 2;
  FloatImage I(L, {1, 1, 3});
  Sampler S = samplerOf(AddressMode::Clamp, Filter::Nearest, true);
  FetchEnvironment Environment;
  auto At = [&](float Level) {
    return bit_cast<float>(sampleLevel(I.T, S, {0.25f, 0, 0, 0}, Level)[0]);
  };
  EXPECT_EQ(At(0.4f), 1);
  EXPECT_EQ(At(0.5f), 3);
  EXPECT_EQ(At(99), 3);
  EXPECT_EQ(At(-99), 1);
  EXPECT_EQ(At(NAN), 1);
  S.Levels = Filter::Linear;
  EXPECT_EQ(At(0.5f), 2);
  S.LevelBias = 0.25f;
  EXPECT_EQ(At(0.5f), 2.5f);
  S.MaxLevel = 0.25f;
  EXPECT_EQ(At(0.5f), 1.5f);
}

TEST(TextureUnit, GradientsChooseTheLevel) {
  TextureLayout L = line(8);
  L.Levels = 4;
  std::vector<float> Values(15, 0);
  std::fill(Values.begin() + 8, Values.begin() + 12, 1.0f);
  std::fill(Values.begin() + 12, Values.begin() + 14, 2.0f);
  Values[14] = 3;
  FloatImage I(L, Values);
  Sampler S = samplerOf(AddressMode::Wrap, Filter::Linear, true);
  S.Levels = Filter::Linear;
  FetchEnvironment Environment;
  auto At = [&](float DX, float DY) {
    Gradients G;
    G.X[0] = DX;
    G.Y[0] = DY;
    return bit_cast<float>(sampleGradient(I.T, S, {0.3f, 0, 0, 0}, G)[0]);
  };
  // Texels of the largest level are 1/8 wide.
  EXPECT_EQ(At(0.125f, 0), 0);
  EXPECT_EQ(At(0.25f, -0.125f), 1);
  EXPECT_EQ(At(0.1f, -0.5f), 2);
  EXPECT_EQ(At(std::sqrt(0.125f), 0), 1.5f);
  EXPECT_EQ(At(0, 0), 0);
  EXPECT_EQ(At(1e30f, 0), 3);
  EXPECT_EQ(At(INFINITY, 0), 3);
  EXPECT_EQ(At(NAN, 0.5f), 0);
  EXPECT_EQ(At(0.5f, NAN), 0);
  // Two samples of a half of it.
  S.MaxAnisotropy = 2;
  EXPECT_EQ(At(0.5f, 0.25f), 1);
  EXPECT_EQ(At(0.5f, 0), 1);
  EXPECT_EQ(At(0.5f, 0.5f), 2);
}

} // namespace
