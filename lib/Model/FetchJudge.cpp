//===- FetchJudge.cpp - A second model of texture fetches -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Model/FetchJudge.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <cmath>

namespace heddle::model {

using namespace texture;

using llvm::APFloat;
using llvm::APInt;

static constexpr auto ToNearest = llvm::RoundingMode::NearestTiesToEven;

static APFloat f32(uint32_t Bits) {
  return APFloat(APFloat::IEEEsingle(), APInt(32, Bits));
}
static APFloat f32(float V) { return APFloat(V); }
static uint32_t bits(const APFloat &V) {
  return uint32_t(V.bitcastToAPInt().getZExtValue());
}

//===----------------------------------------------------------------------===//
// Coordinates: numbers with 160 bits behind the point
//===----------------------------------------------------------------------===//

namespace {
class Exact {
public:
  static constexpr unsigned Point = 160;

  explicit Exact(float X) {
    int Exponent;
    float Fraction = std::frexp(X, &Exponent);
    V = int64_t(std::ldexp(Fraction, 24));
    int Shift = int(Point) + Exponent - 24;
    V = Shift < 0 ? V >> -Shift : V << Shift;
  }

  static Exact half() { return Exact(Number(1) << (Point - 1)); }
  static Exact whole(int64_t N) { return Exact(Number(N) << Point); }
  Exact operator+(const Exact &B) const { return Exact(V + B.V); }
  Exact operator-(const Exact &B) const { return Exact(V - B.V); }
  Exact operator*(uint32_t N) const { return Exact(V * N); }
  Exact floor() const { return Exact(V >> Point << Point); }
  Exact fraction() const { return *this - floor(); }
  bool isOdd() const { return V >> Point & 1; }
  /// The value, which has to be whole.
  int64_t number() const {
    constexpr int64_t Most = int64_t(1) << 60;
    return int64_t(std::clamp(V >> Point, Number(-Most), Number(Most)));
  }

private:
  using Number = _BitInt(512);
  explicit Exact(Number Value) : V(Value) {}

  Number V;
};

struct JudgedAxis {
  int64_t Size;
  AddressMode Mode;
  bool IsNormalized;
};
struct JudgedTaps {
  int64_t Lower;
  uint32_t Weights[2];
};
} // namespace

/// u: where a coordinate is, in texels.
static Exact inTexels(const JudgedAxis &A, float X) {
  bool IsPeriodic = A.IsNormalized && (A.Mode == AddressMode::Wrap ||
                                       A.Mode == AddressMode::Mirror);
  if (std::isnan(X) || (IsPeriodic && std::isinf(X)))
    X = 0;
  if (std::isinf(X))
    X = std::copysign(3e38f, X);
  Exact E(X);
  if (!A.IsNormalized)
    return E;
  if (IsPeriodic) {
    Exact Fraction = E.fraction();
    bool Turns = A.Mode == AddressMode::Mirror && E.floor().isOdd();
    E = Turns ? Exact::whole(1) - Fraction : Fraction;
  }
  return E * uint32_t(A.Size);
}

/// The texel that number \p I means; -1 is the border.
static int64_t existing(const JudgedAxis &A, int64_t I) {
  if (I >= 0 && I < A.Size)
    return I;
  if (A.Mode == AddressMode::Border)
    return -1;
  if (A.Mode == AddressMode::Wrap && A.IsNormalized)
    return (I % A.Size + A.Size) % A.Size;
  return I < 0 ? 0 : A.Size - 1;
}

static JudgedTaps tapsOf(const JudgedAxis &A, float X) {
  Exact B = inTexels(A, X) - Exact::half();
  int64_t Weight =
      (B.fraction() * 256 + Exact::half()).floor().number(); // 0 to 256
  return {B.floor().number(), {uint32_t(256 - Weight), uint32_t(Weight)}};
}

//===----------------------------------------------------------------------===//
// Images
//===----------------------------------------------------------------------===//

namespace {
struct Image {
  const Texture &T;
  const Sampler &S;
  uint32_t Level, Slice;
  unsigned Axes;
  float C[3];
  const Place &Asked;

  JudgedAxis axis(unsigned N) const {
    const TextureLayout &L = T.layout();
    uint32_t Sizes[3] = {L.Width, L.Height, L.Depth};
    int64_t Size = std::max(1u, Sizes[N] >> Level);
    if (L.Kind == Shape::Cube)
      return {Size, AddressMode::Clamp, true};
    return {Size, S.Address[N], S.IsNormalized};
  }
  Texel read(const int64_t (&I)[3]) const {
    Texel V = stored(I);
    for (unsigned N = 0; Asked.Depth && N != T.format().Channels; ++N) {
      auto Order = APFloat(*Asked.Depth).compare(f32(V[N]));
      V[N] = bits(APFloat(
          Order == APFloat::cmpLessThan || Order == APFloat::cmpEqual ? 1.0f
                                                                      : 0.0f));
    }
    return V;
  }
  Texel stored(const int64_t (&I)[3]) const {
    for (int64_t N : I)
      if (N < 0)
        return S.Border;
    const TextureLayout &L = T.layout();
    return judgeRead(L.Format,
                     T.bytes().data() + judgeOffset(L, I, Slice, Level));
  }
};

class WeightedSum {
public:
  void add(uint32_t Weight, uint32_t Of, const Texel &V) {
    if (!Weight)
      return;
    APFloat Part = f32(float(Weight) / float(Of));
    for (unsigned C = 0; C != 4; ++C) {
      // 0 and 0 is 0: most often of channels that are not there.
      if (V[C] == 0 && Sums[C].isPosZero())
        continue;
      APFloat Product = Part;
      if (IsEmpty)
        Product.multiply(f32(V[C]), ToNearest);
      else
        Product.fusedMultiplyAdd(f32(V[C]), Sums[C], ToNearest);
      Sums[C] = Product;
    }
    IsEmpty = false;
  }
  Texel result() const {
    Texel V;
    for (unsigned C = 0; C != 4; ++C)
      V[C] = Sums[C].isNaN() ? 0x7fffffff : bits(Sums[C]);
    return V;
  }

private:
  bool IsEmpty = true;
  APFloat Sums[4] = {APFloat(0.0f), APFloat(0.0f), APFloat(0.0f),
                     APFloat(0.0f)};
};
} // namespace

static Texel judgeNearest(const Image &I) {
  int64_t N[3] = {0, 0, 0};
  for (unsigned A = 0; A != I.Axes; ++A)
    N[A] = existing(I.axis(A), inTexels(I.axis(A), I.C[A]).floor().number() +
                                   I.Asked.Offset[A]);
  return I.read(N);
}

static Texel judgeLinear(const Image &I) {
  JudgedTaps Taps[3] = {{0, {1, 0}}, {0, {1, 0}}, {0, {1, 0}}};
  uint32_t Of = 1;
  for (unsigned A = 0; A != I.Axes; ++A, Of *= 256)
    Taps[A] = tapsOf(I.axis(A), I.C[A]);
  WeightedSum Sum;
  for (unsigned Z = 0; Z != 2; ++Z)
    for (unsigned Y = 0; Y != 2; ++Y)
      for (unsigned X = 0; X != 2; ++X) {
        unsigned Upper[3] = {X, Y, Z};
        uint32_t Weight = 1;
        int64_t N[3] = {0, 0, 0};
        for (unsigned A = 0; A != 3; ++A) {
          Weight *= Taps[A].Weights[Upper[A]];
          if (A < I.Axes)
            N[A] = existing(I.axis(A),
                            Taps[A].Lower + Upper[A] + I.Asked.Offset[A]);
        }
        if (Weight)
          Sum.add(Weight, Of, I.read(N));
      }
  return Sum.result();
}

/// The table of the guide: which coordinate is the major axis, and what of the
/// direction goes where.
static unsigned judgeFace(const Place &P, float (&C)[3]) {
  float D[3] = {P.X, P.Y, P.Z};
  auto Longest = [&](unsigned A, unsigned B, unsigned E) {
    return std::abs(D[A]) >= std::abs(D[B]) && std::abs(D[A]) >= std::abs(D[E]);
  };
  unsigned Major = Longest(0, 1, 2) ? 0 : Longest(1, 2, 2) ? 1 : 2;
  bool IsPositive = D[Major] >= 0;
  float S, T;
  if (Major == 0) {
    S = IsPositive ? -P.Z : P.Z;
    T = -P.Y;
  } else if (Major == 1) {
    S = P.X;
    T = IsPositive ? P.Z : -P.Z;
  } else {
    S = IsPositive ? P.X : -P.X;
    T = -P.Y;
  }
  auto OnFace = [&](float V) {
    APFloat Q(V);
    Q.divide(f32(std::abs(D[Major])), ToNearest);
    Q.fusedMultiplyAdd(f32(0.5f), f32(0.5f), ToNearest);
    return Q.convertToFloat();
  };
  C[0] = OnFace(S);
  C[1] = OnFace(T);
  C[2] = 0;
  return Major * 2 + !IsPositive;
}

static Image imageOf(const Texture &T, const Sampler &S, const Place &P) {
  const TextureLayout &L = T.layout();
  bool IsCube = L.Kind == Shape::Cube;
  Image I = {T, S, 0, 0, IsCube ? 2 : L.dimensions(), {P.X, P.Y, P.Z}, P};
  unsigned Face = IsCube ? judgeFace(P, I.C) : 0;
  uint32_t Layer = L.Layers ? std::min(P.Layer, L.Layers - 1) : 0;
  I.Slice = IsCube ? Layer * 6 + Face : Layer;
  return I;
}

Texel judgeSample(const Texture &T, const Sampler &S, const Place &P,
                  std::optional<float> Level) {
  const TextureLayout &L = T.layout();
  Image I = imageOf(T, S, P);
  auto At = [&](uint32_t Number) {
    I.Level = Number;
    return S.Texels == Filter::Linear ? judgeLinear(I) : judgeNearest(I);
  };
  if (!Level)
    return At(0);
  double V = double(*Level) + double(S.LevelBias);
  V = std::isnan(V) ? 0 : V;
  V = V < S.MinLevel ? S.MinLevel : V > S.MaxLevel ? S.MaxLevel : V;
  V = V < 0 ? 0 : V > L.Levels - 1 ? L.Levels - 1 : V;
  if (S.Levels == Filter::Nearest)
    return At(uint32_t(std::floor(V + 0.5)));
  // floor(V) and a fraction rounded to 256ths, up where it is in the middle.
  double Whole = std::floor(V);
  uint32_t Weight = uint32_t(std::floor((V - Whole) * 256 + 0.5));
  if (Weight == 0)
    return At(uint32_t(Whole));
  if (Weight == 256)
    return At(uint32_t(Whole) + 1);
  WeightedSum Sum;
  Sum.add(256 - Weight, 256, At(uint32_t(Whole)));
  Sum.add(Weight, 256, At(uint32_t(Whole) + 1));
  return Sum.result();
}

Texel judgeGather(const Texture &T, const Sampler &S, const Place &P,
                  unsigned Component) {
  Image I = imageOf(T, S, P);
  int64_t Lower[2];
  for (unsigned A = 0; A != 2; ++A) {
    JudgedTaps Taps = tapsOf(I.axis(A), I.C[A]);
    Lower[A] = Taps.Lower + (Taps.Weights[1] == 256) + P.Offset[A];
  }
  auto At = [&](unsigned X, unsigned Y) {
    int64_t N[3] = {existing(I.axis(0), Lower[0] + X),
                    existing(I.axis(1), Lower[1] + Y), 0};
    return I.read(N)[Component];
  };
  return {At(0, 1), At(1, 1), At(1, 0), At(0, 0)};
}

} // namespace heddle::model
