//===- ImageJudge.cpp - A second model of images --------------------------===//
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
#include <vector>

namespace heddle::model {

using namespace texture;

using llvm::APFloat;
using llvm::APInt;

static constexpr auto ToNearest = llvm::RoundingMode::NearestTiesToEven;

static uint32_t bits(const APFloat &V) {
  return uint32_t(V.bitcastToAPInt().getZExtValue());
}

//===----------------------------------------------------------------------===//
// Texels
//===----------------------------------------------------------------------===//

static uint32_t littleEndian(const uint8_t *Bytes, unsigned Count) {
  uint32_t V = 0;
  for (unsigned I = 0; I != Count; ++I)
    V |= uint32_t(Bytes[I]) << 8 * I;
  return V;
}

/// A / B for all A that are no larger.
template <int B> static uint32_t quotient(int32_t A) {
  static const std::vector<uint32_t> Known = [] {
    std::vector<uint32_t> Of;
    for (int32_t N = -B; N <= B; ++N) {
      APFloat V{float(N)};
      V.divide(APFloat(float(B)), ToNearest);
      Of.push_back(bits(V));
    }
    return Of;
  }();
  return Known[size_t(int64_t(A) + B)];
}

static uint32_t linearOf(uint32_t Code) {
  static const std::vector<uint32_t> Known = [] {
    std::vector<uint32_t> Of;
    for (uint32_t N = 0; N != 256; ++N) {
      long double X = N / 255.0L;
      long double V =
          X <= 0.04045L ? X / 12.92L : std::pow((X + 0.055L) / 1.055L, 2.4L);
      Of.push_back(llvm::bit_cast<uint32_t>(float(V)));
    }
    return Of;
  }();
  return Known[Code];
}

static uint32_t judgeChannel(const TextureFormat &F, const uint8_t *Bytes,
                             bool IsColour) {
  uint32_t V = littleEndian(Bytes, F.channelBytes());
  bool IsNormalized = F.Read == ReadMode::Normalized;
  switch (F.Type) {
  case ChannelType::U8:
    if (F.IsSRGB && IsColour)
      return linearOf(V);
    return IsNormalized ? quotient<255>(int32_t(V)) : V;
  case ChannelType::U16:
    return IsNormalized ? quotient<65535>(int32_t(V)) : V;
  case ChannelType::S8: {
    int32_t N = V < 128 ? int32_t(V) : int32_t(V) - 256;
    return IsNormalized ? quotient<127>(N == -128 ? -127 : N) : uint32_t(N);
  }
  case ChannelType::S16: {
    int32_t N = V < 32768 ? int32_t(V) : int32_t(V) - 65536;
    return IsNormalized ? quotient<32767>(N == -32768 ? -32767 : N)
                        : uint32_t(N);
  }
  case ChannelType::F16: {
    APFloat H(APFloat::IEEEhalf(), APInt(16, V));
    if (H.isNaN()) // Conversions quiet it; a fetch leaves it as it is.
      return (V & 0x8000) << 16 | 0x7f800000 | (V & 0x3ff) << 13;
    bool Loses;
    H.convert(APFloat::IEEEsingle(), ToNearest, &Loses);
    return bits(H);
  }
  case ChannelType::U32:
  case ChannelType::S32:
  case ChannelType::F32:
    return V;
  }
  __builtin_unreachable();
}

Texel judgeRead(const TextureFormat &F, const uint8_t *Bytes) {
  Texel V = {0, 0, 0, F.givesFloats() ? 0x3f800000u : 1u};
  for (unsigned C = 0; C != F.Channels; ++C)
    V[C] = judgeChannel(F, Bytes + C * F.channelBytes(), C < 3);
  return V;
}

/// The number nearest to \p Bits of f32 times \p Most, clamped to \p Least
/// and 1.
static uint32_t ofNormalized(uint32_t Bits, double Least, double Most) {
  double V = llvm::bit_cast<float>(Bits);
  if (std::isnan(V))
    return 0;
  // Exact: 24 and 16 bits.
  double Exact = (V < Least ? Least : V > 1 ? 1 : V) * Most;
  double Lower = std::floor(Exact), Rest = Exact - Lower;
  bool IsUp = Rest > 0.5 || (Rest == 0.5 && std::fmod(Lower, 2) != 0);
  return uint32_t(int32_t(Lower) + IsUp);
}

static uint32_t judgeElement(const TextureFormat &F, uint32_t V) {
  bool IsNormalized = F.Read == ReadMode::Normalized;
  auto Clamped = [&](int64_t Least, int64_t Most, int64_t Number) {
    if (IsNormalized)
      return ofNormalized(V, Least < 0 ? -1 : 0, double(Most));
    return uint32_t(std::clamp(Number, Least, Most));
  };
  switch (F.Type) {
  case ChannelType::U8:
    return Clamped(0, 255, V);
  case ChannelType::U16:
    return Clamped(0, 65535, V);
  case ChannelType::S8:
    return Clamped(-128, 127, int32_t(V));
  case ChannelType::S16:
    return Clamped(-32768, 32767, int32_t(V));
  case ChannelType::F16: {
    APFloat N(APFloat::IEEEsingle(), APInt(32, V));
    if (N.isNaN())
      return 0x7fff;
    bool Loses;
    N.convert(APFloat::IEEEhalf(), ToNearest, &Loses);
    return bits(N);
  }
  case ChannelType::U32:
  case ChannelType::S32:
  case ChannelType::F32:
    return V;
  }
  __builtin_unreachable();
}

void judgeWrite(const TextureFormat &F, const Texel &V, uint8_t *Bytes) {
  for (unsigned C = 0; C != F.Channels; ++C)
    for (unsigned I = 0; I != F.channelBytes(); ++I)
      *Bytes++ = uint8_t(judgeElement(F, V[C]) >> 8 * I);
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

uint64_t judgeOffset(const TextureLayout &L, const int64_t (&I)[3],
                     uint32_t Slice, uint32_t Level) {
  uint64_t Offset = 0;
  auto Texels = [&](uint32_t At) {
    return uint64_t(std::max(1u, L.Width >> At)) *
           std::max(1u, L.Height >> At) * std::max(1u, L.Depth >> At);
  };
  unsigned Bytes = L.Format.texelBytes();
  uint32_t Slices = std::max(1u, L.Layers) * (L.Kind == Shape::Cube ? 6 : 1);
  for (uint32_t Above = 0; Above != Level; ++Above)
    Offset += Texels(Above) * Slices * Bytes;
  uint64_t W = std::max(1u, L.Width >> Level),
           H = std::max(1u, L.Height >> Level);
  uint64_t Row = L.Pitch ? L.Pitch : W * Bytes;
  return Offset + Slice * (L.Pitch ? L.Pitch * H : Texels(Level) * Bytes) +
         (uint64_t(I[2]) * H + uint64_t(I[1])) * Row + uint64_t(I[0]) * Bytes;
}

Texel judgeFetch(const Texture &T, const TexelPlace &P, uint32_t Level) {
  const TextureLayout &L = T.layout();
  const int32_t At[3] = {P.X, P.Y, P.Z};
  const uint32_t Sizes[3] = {L.Width, L.Height, L.Depth};
  int64_t I[3] = {0, 0, 0};
  bool Exists = Level < L.Levels;
  for (unsigned A = 0; Exists && A != L.dimensions(); ++A) {
    I[A] = At[A];
    Exists = I[A] >= 0 && I[A] < int64_t(std::max(1u, Sizes[A] >> Level));
  }
  if (!Exists)
    return {0, 0, 0, 0};
  uint32_t Layer = L.Layers ? std::min(P.Layer, L.Layers - 1) : 0;
  return judgeRead(L.Format,
                   T.bytes().data() + judgeOffset(L, I, Layer, Level));
}

} // namespace heddle::model
