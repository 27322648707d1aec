//===- TextureFormat.cpp - What a texel is --------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Texture/TextureFormat.h"
#include "SRGB.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>

namespace heddle::texture {

namespace {
struct TypeInfo {
  ChannelType Type;
  llvm::StringLiteral Name;
  uint8_t Bytes;
};
} // namespace

static constexpr TypeInfo Types[] = {
    {ChannelType::U8, "u8", 1},   {ChannelType::S8, "s8", 1},
    {ChannelType::U16, "u16", 2}, {ChannelType::S16, "s16", 2},
    {ChannelType::U32, "u32", 4}, {ChannelType::S32, "s32", 4},
    {ChannelType::F16, "f16", 2}, {ChannelType::F32, "f32", 4}};

llvm::StringRef channelTypeName(ChannelType T) {
  return Types[unsigned(T)].Name;
}

std::optional<ChannelType> findChannelType(llvm::StringRef Name) {
  for (const TypeInfo &T : Types)
    if (T.Name == Name)
      return T.Type;
  return std::nullopt;
}

unsigned TextureFormat::channelBytes() const {
  return Types[unsigned(Type)].Bytes;
}

static bool isFloat(ChannelType T) {
  return T == ChannelType::F16 || T == ChannelType::F32;
}

bool TextureFormat::givesFloats() const {
  return isFloat(Type) || Read == ReadMode::Normalized;
}

/// Exact, with the bits of NaN kept.
static uint32_t widenHalf(uint32_t H) {
  uint32_t Sign = (H & 0x8000) << 16, Exponent = H >> 10 & 31,
           Fraction = H & 0x3ff;
  if (Exponent == 31)
    return Sign | 0x7f800000 | Fraction << 13;
  if (Exponent)
    return Sign | (Exponent + 112) << 23 | Fraction << 13;
  if (!Fraction)
    return Sign;
  // A denormal: Fraction * 2^-24.
  unsigned Top = 31 - llvm::countl_zero(Fraction);
  return Sign | (Top + 103) << 23 | (Fraction << (23 - Top) & 0x7fffff);
}

template <class T> static T loadAs(const uint8_t *P) {
  T V;
  std::memcpy(&V, P, sizeof V);
  return V;
}

static uint32_t readElement(ChannelType T, const uint8_t *P) {
  switch (T) {
  case ChannelType::U8:
    return *P;
  case ChannelType::S8:
    return uint32_t(int32_t(loadAs<int8_t>(P)));
  case ChannelType::U16:
    return loadAs<uint16_t>(P);
  case ChannelType::S16:
    return uint32_t(int32_t(loadAs<int16_t>(P)));
  case ChannelType::F16:
    return widenHalf(loadAs<uint16_t>(P));
  case ChannelType::U32:
  case ChannelType::S32:
  case ChannelType::F32:
    return loadAs<uint32_t>(P);
  }
  __builtin_unreachable();
}

/// \p Element of an 8- or 16-bit type as a part of the largest. The quotient of
/// two such integers, rounded to f64 and then to f32, is the one rounded once:
/// it lies too far from the middle of two numbers of f32.
static uint32_t normalized(ChannelType T, uint32_t Element) {
  auto Quotient = [](double A, double B) {
    return llvm::bit_cast<uint32_t>(float(A / B));
  };
  switch (T) {
  case ChannelType::U8:
    return Quotient(Element, 255);
  case ChannelType::U16:
    return Quotient(Element, 65535);
  case ChannelType::S8:
    return Quotient(std::max(int32_t(Element), -127), 127);
  case ChannelType::S16:
    return Quotient(std::max(int32_t(Element), -32767), 32767);
  case ChannelType::U32:
  case ChannelType::S32:
  case ChannelType::F16:
  case ChannelType::F32:
    break;
  }
  return Element;
}

Texel TextureFormat::read(const uint8_t *Bytes) const {
  constexpr uint32_t OneF32 = 0x3f800000;
  Texel V = {0, 0, 0, givesFloats() ? OneF32 : 1};
  unsigned Step = channelBytes();
  for (unsigned C = 0; C != Channels; ++C) {
    uint32_t Element = readElement(Type, Bytes + C * Step);
    if (IsSRGB && C != 3)
      V[C] = LinearOfSRGB[Element];
    else
      V[C] = Read == ReadMode::Normalized ? normalized(Type, Element) : Element;
  }
  return V;
}

/// Rounds to nearest even.
static uint16_t narrowToHalf(uint32_t Bits) {
  uint32_t Sign = Bits >> 16 & 0x8000, Magnitude = Bits & 0x7fffffff;
  if (Magnitude > 0x7f800000)
    return 0x7fff;
  // From the middle of the largest f16 and what would be next.
  if (Magnitude >= 0x477ff000)
    return uint16_t(Sign | 0x7c00);
  uint32_t Value = Magnitude, Lost = 13;
  if (Magnitude < 0x38800000) {
    // Below 2^-14: a number of 2^-24.
    Lost = 126 - (Magnitude >> 23);
    if (Lost > 24)
      return uint16_t(Sign);
    Value = (Magnitude & 0x7fffff) | 0x800000;
  } else {
    Value -= 112u << 23;
  }
  uint32_t Half = 1u << (Lost - 1), Kept = Value >> Lost,
           Rest = Value & (2 * Half - 1);
  return uint16_t(Sign | (Kept + (Rest > Half || (Rest == Half && Kept & 1))));
}

/// \p Bits of f32, as a part of \p Largest, in whole numbers from \p Least on.
static int32_t scaled(uint32_t Bits, float Least, float Largest) {
  float V = llvm::bit_cast<float>(Bits);
  if (std::isnan(V))
    return 0;
  return int32_t(
      std::nearbyint(double(std::clamp(V, Least, 1.0f)) * double(Largest)));
}

/// The bits that memory gets of a word, lowest first.
static uint32_t writtenElement(const TextureFormat &F, uint32_t V) {
  bool IsNormalized = F.Read == ReadMode::Normalized;
  switch (F.Type) {
  case ChannelType::U8:
    return IsNormalized ? uint32_t(scaled(V, 0, 255)) : std::min(V, 255u);
  case ChannelType::U16:
    return IsNormalized ? uint32_t(scaled(V, 0, 65535)) : std::min(V, 65535u);
  case ChannelType::S8:
    return uint32_t(IsNormalized ? scaled(V, -1, 127)
                                 : std::clamp(int32_t(V), -128, 127));
  case ChannelType::S16:
    return uint32_t(IsNormalized ? scaled(V, -1, 32767)
                                 : std::clamp(int32_t(V), -32768, 32767));
  case ChannelType::F16:
    return narrowToHalf(V);
  case ChannelType::U32:
  case ChannelType::S32:
  case ChannelType::F32:
    break;
  }
  return V;
}

void TextureFormat::write(const Texel &V, uint8_t *Bytes) const {
  assert(!IsSRGB && "surfaces are not of sRGB");
  unsigned Step = channelBytes();
  for (unsigned C = 0; C != Channels; ++C) {
    uint32_t Element = writtenElement(*this, V[C]);
    std::memcpy(Bytes + C * Step, &Element, Step);
  }
}

} // namespace heddle::texture
