//===- JudgeTest.cpp - Random fetches against the second model ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// HEDDLE_TEXTURE_FETCHES in the environment says how many there are of each
// kind, filter, addressing mode and format.
//
//===----------------------------------------------------------------------===//

#include "heddle/Model/FetchJudge.h"
#include "heddle/Support/SplitMix64.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"
#include <cmath>
#include <cstdlib>
#include <vector>

using namespace heddle;
using namespace heddle::texture;
using namespace heddle::model;

namespace {

struct Kind {
  const char *Name;
  Shape Of;
  bool IsLayered;
};
constexpr Kind Kinds[] = {
    {"OneD", Shape::OneD, false},       {"TwoD", Shape::TwoD, false},
    {"ThreeD", Shape::ThreeD, false},   {"Cube", Shape::Cube, false},
    {"LayeredOneD", Shape::OneD, true}, {"LayeredTwoD", Shape::TwoD, true},
    {"LayeredCube", Shape::Cube, true},
};

constexpr TextureFormat Formats[] = {
    {ChannelType::U8, 1, ReadMode::Element, false},
    {ChannelType::S8, 1, ReadMode::Element, false},
    {ChannelType::U16, 1, ReadMode::Element, false},
    {ChannelType::S16, 1, ReadMode::Element, false},
    {ChannelType::U32, 1, ReadMode::Element, false},
    {ChannelType::S32, 1, ReadMode::Element, false},
    {ChannelType::F16, 1, ReadMode::Element, false},
    {ChannelType::F32, 1, ReadMode::Element, false},
    {ChannelType::U8, 1, ReadMode::Normalized, false},
    {ChannelType::S8, 1, ReadMode::Normalized, false},
    {ChannelType::U16, 1, ReadMode::Normalized, false},
    {ChannelType::S16, 1, ReadMode::Normalized, false},
    {ChannelType::U8, 1, ReadMode::Normalized, true},
};

uint64_t fetchesOfEach() {
  const char *Asked = std::getenv("HEDDLE_TEXTURE_FETCHES");
  return Asked ? std::strtoull(Asked, nullptr, 10) : 40;
}

/// A texture of random size and contents, and how it is sampled.
class RandomTexture {
public:
  RandomTexture(SplitMix64 &Source, const Kind &K, const TextureFormat &F,
                bool HasLevels)
      : Random(Source) {
    constexpr uint8_t Channels[] = {1, 2, 4};
    Layout.Kind = K.Of;
    Layout.Format = F;
    Layout.Format.Channels = Channels[below(3)];
    Layout.Width = 1 + below(9);
    unsigned Dimensions = Layout.dimensions();
    Layout.Height = Dimensions > 1 ? 1 + below(9) : 1;
    Layout.Depth = K.Of == Shape::ThreeD ? 1 + below(5) : 1;
    if (K.Of == Shape::Cube)
      Layout.Height = Layout.Width;
    if (K.IsLayered)
      Layout.Layers = 1 + below(4);
    if (HasLevels)
      while (1u << Layout.Levels <=
             std::max({Layout.Width, Layout.Height, Layout.Depth}))
        ++Layout.Levels;
    else if (K.Of == Shape::TwoD && !K.IsLayered && below(2))
      Layout.Pitch = (Layout.Width + below(3)) * Layout.Format.texelBytes();
    EXPECT_EQ(llvm::toString(Layout.verify()), "");
    Bytes.resize(Layout.bytes());
    for (uint8_t &B : Bytes)
      B = uint8_t(Random.next());
    if (F.Type == ChannelType::F32 || F.Type == ChannelType::F16)
      tameFloats();
  }

  /// Mostly a place in the texture or near it, now and then any bits.
  float coordinate(uint32_t Size, bool IsNormalized) {
    if (below(32) == 0)
      return llvm::bit_cast<float>(uint32_t(Random.next()));
    // Whole, half and 512th parts of texels: ties.
    float Texels = below(4) == 0
                       ? float(int32_t(below(4096)) - 2048) / 512
                       : float(int64_t(Random.next() >> 24)) * 0x1p-40f * 4 - 2;
    float X = Texels * float(Size);
    if (below(4) == 0)
      X = float(int32_t(below(4 * Size * 2)) - int32_t(4 * Size)) / 2;
    return IsNormalized ? X / float(Size) : X;
  }
  Place place(bool IsNormalized) {
    bool IsCube = Layout.Kind == Shape::Cube;
    auto Next = [&](uint32_t Size) {
      return coordinate(IsCube ? 1 : Size, IsNormalized);
    };
    return {Next(Layout.Width), Next(Layout.Height), Next(Layout.Depth),
            below(6)};
  }
  uint32_t below(uint32_t N) { return uint32_t(Random.next() % N); }

  TextureLayout Layout;
  std::vector<uint8_t> Bytes;

private:
  /// Any exponent is possible, but in most texels it is near that of 1; else
  /// sums would be of one texel only.
  void tameFloats() {
    bool IsHalf = Layout.Format.Type == ChannelType::F16;
    unsigned Step = IsHalf ? 2 : 4;
    for (size_t I = 0; I != Bytes.size(); I += Step) {
      uint8_t &Top = Bytes[I + Step - 1];
      if (Random.next() % 16)
        Top = uint8_t((Top & 0x80) | (0x3c + Random.next() % 6));
    }
  }

  SplitMix64 &Random;
};

std::string text(const Texel &V) {
  std::string S;
  for (uint32_t W : V)
    S += " " + llvm::utohexstr(W);
  return S;
}

class Judged : public testing::TestWithParam<Kind> {
protected:
  /// \p Count fetches of one kind, filter, mode and format.
  void compare(const TextureFormat &F, Sampler S, uint64_t Count,
               bool HasLevels) {
    FetchEnvironment Environment;
    for (uint64_t Done = 0; Done < Count; Done += OfOneTexture) {
      RandomTexture R(Random, GetParam(), F, HasLevels);
      for (uint32_t &W : S.Border)
        W = llvm::bit_cast<uint32_t>(float(R.below(1000)) / 7);
      Texture T(R.Layout, R.Bytes);
      for (uint64_t I = Done; I < std::min(Count, Done + OfOneTexture); ++I) {
        Place P = R.place(S.IsNormalized);
        if (R.below(4) == 0)
          for (int8_t &O : P.Offset)
            O = int8_t(R.below(16)) - 8;
        if (F.givesFloats() && R.below(8) == 0)
          P.Depth = float(R.below(100)) / 64;
        std::optional<float> Level;
        if (HasLevels)
          Level = R.coordinate(2, false);
        Texel Is = Level ? sampleLevel(T, S, P, *Level) : sample(T, S, P);
        Texel Judge = judgeSample(T, S, P, Level);
        ASSERT_EQ(Is, Judge)
            << text(Is) << " instead of" << text(Judge) << " at " << P.X << ' '
            << P.Y << ' ' << P.Z << ' ' << P.Layer << " level "
            << Level.value_or(0) << " size " << R.Layout.Width << ' '
            << R.Layout.Height << ' ' << R.Layout.Depth << " mode "
            << addressModeName(S.Address[0]).str() << " of "
            << channelTypeName(F.Type).str() << (S.IsNormalized ? " norm" : "");
        compareTexels(R, T, S, P);
      }
    }
  }

  /// A texel by its numbers, and four where there are two axes.
  void compareTexels(RandomTexture &R, const Texture &T, const Sampler &S,
                     const Place &P) {
    const TextureLayout &L = T.layout();
    const bool IsCube = L.Kind == Shape::Cube;
    if (!IsCube) {
      auto Number = [&] { return int32_t(R.below(14)) - 2; };
      TexelPlace At = {Number(), Number(), Number(), P.Layer};
      uint32_t Level = R.below(L.Levels + 1);
      Texel Is = fetch(T, At, Level), Judge = judgeFetch(T, At, Level);
      ASSERT_EQ(Is, Judge) << text(Is) << " instead of" << text(Judge) << " at "
                           << At.X << ' ' << At.Y << ' ' << At.Z;
    }
    if (IsCube || L.Kind == Shape::TwoD) {
      unsigned Component = R.below(4);
      Texel Is = gather(T, S, P, Component),
            Judge = judgeGather(T, S, P, Component);
      ASSERT_EQ(Is, Judge) << text(Is) << " instead of" << text(Judge)
                           << " gathered at " << P.X << ' ' << P.Y;
    }
  }

  /// The same with gradients, for which \p Most samples may be taken.
  void compareGradients(const TextureFormat &F, uint8_t Most, uint64_t Count) {
    FetchEnvironment Environment;
    for (uint64_t Done = 0; Done < Count; Done += OfOneTexture) {
      RandomTexture R(Random, GetParam(), F, true);
      Texture T(R.Layout, R.Bytes);
      for (uint64_t I = Done; I < std::min(Count, Done + OfOneTexture); ++I) {
        Sampler S;
        S.Texels = Filter::Linear;
        S.Levels = Filter(R.below(2));
        S.IsNormalized = true;
        S.MaxAnisotropy = Most;
        S.Address.fill(AddressMode(R.below(4)));
        Place P = R.place(true);
        if (R.below(4) == 0)
          for (int8_t &O : P.Offset)
            O = int8_t(R.below(16)) - 8;
        if (R.below(8) == 0)
          P.Depth = float(R.below(100)) / 64;
        Gradients G = gradients(R);
        Texel Is = sampleGradient(T, S, P, G),
              Judge = judgeGradient(T, S, P, G);
        ASSERT_EQ(Is, Judge) << text(Is) << " instead of" << text(Judge)
                             << " at most " << unsigned(Most);
      }
    }
  }

  SplitMix64 Random{20260417};

private:
  static constexpr uint64_t OfOneTexture = 64;

  static Gradients gradients(RandomTexture &R) {
    Gradients G;
    for (unsigned A = 0; A != 3; ++A) {
      G.X[A] = float(int32_t(R.below(2001)) - 1000) / 1500;
      G.Y[A] = float(int32_t(R.below(201)) - 100) / 1500;
    }
    if (R.below(8) == 0)
      G.Y[0] = G.Y[1] = G.Y[2] = 0;
    if (R.below(16) == 0)
      G.X[R.below(3)] = llvm::bit_cast<float>(uint32_t(R.below(1u << 31)) * 2);
    if (R.below(2))
      std::swap(G.X, G.Y);
    return G;
  }
};

TEST_P(Judged, RandomFetches) {
  for (const TextureFormat &F : Formats)
    for (Filter Texels : {Filter::Nearest, Filter::Linear})
      for (AddressMode Mode : {AddressMode::Wrap, AddressMode::Mirror,
                               AddressMode::Clamp, AddressMode::Border})
        for (bool IsNormalized : {false, true}) {
          if (Texels == Filter::Linear && !F.givesFloats())
            continue;
          Sampler S;
          S.Texels = Texels;
          S.IsNormalized = IsNormalized;
          // The other axes have other modes.
          S.Address = {Mode, AddressMode((unsigned(Mode) + 1) % 4),
                       AddressMode((unsigned(Mode) + 2) % 4)};
          compare(F, S, fetchesOfEach(), false);
          if (HasFatalFailure())
            return;
        }
}

TEST_P(Judged, RandomLevels) {
  if (GetParam().Of == Shape::ThreeD && GetParam().IsLayered)
    return;
  for (const TextureFormat &F : Formats)
    for (Filter Texels : {Filter::Nearest, Filter::Linear})
      for (Filter Levels : {Filter::Nearest, Filter::Linear}) {
        bool IsLinear = Texels == Filter::Linear || Levels == Filter::Linear;
        if (IsLinear && !F.givesFloats())
          continue;
        Sampler S;
        S.Texels = Texels;
        S.Levels = Levels;
        S.IsNormalized = true;
        S.LevelBias = 0.375f;
        S.MinLevel = 0.25f;
        S.MaxLevel = 2.75f;
        S.Address = {AddressMode::Wrap, AddressMode::Mirror,
                     AddressMode::Border};
        compare(F, S, fetchesOfEach(), true);
        if (HasFatalFailure())
          return;
      }
}

TEST_P(Judged, RandomGradients) {
  for (uint8_t Most : {1, 2, 5, 16})
    for (const TextureFormat &F : Formats) {
      if (!F.givesFloats())
        continue;
      compareGradients(F, Most, fetchesOfEach());
      if (HasFatalFailure())
        return;
    }
}

INSTANTIATE_TEST_SUITE_P(Kinds, Judged, testing::ValuesIn(Kinds),
                         [](const testing::TestParamInfo<Kind> &Info) {
                           return Info.param.Name;
                         });

} // namespace
