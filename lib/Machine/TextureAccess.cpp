//===- TextureAccess.cpp - Fetches, and questions -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a fetch returns is lib/Texture's; here is what it asks for, and whether
/// the texture can be asked that.
///
//===----------------------------------------------------------------------===//

#include "ImageAccess.h"
#include "heddle/Texture/TextureUnit.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

namespace heddle::sm {

using abi::ImageGeometry;
using abi::ImageKind;
using abi::TexelMode;
using abi::TexelType;
using texture::ChannelType;
using texture::Shape;
using texture::Texel;
using texture::TextureLayout;

static float asFloat(uint32_t Bits) { return llvm::bit_cast<float>(Bits); }

namespace {
/// What a lane's registers ask for.
struct Asked {
  uint32_t At[4];
  /// Behind the coordinates; 0 where the instruction has none.
  uint32_t Level, Offsets, Depth;

  /// Of four bits.
  int8_t offset(unsigned N) const {
    return int8_t(llvm::SignExtend32<4>(Offsets >> (4 * N)));
  }
  texture::Place place() const {
    texture::Place P = {asFloat(At[0]), asFloat(At[1]), asFloat(At[2]), At[3]};
    P.Offset = {offset(0), offset(1), offset(2)};
    return P;
  }
};
} // namespace

static Texel fetchInteger(const texture::Texture &Image, const Asked &A) {
  int32_t At[3];
  // Wraps, as additions of the chip do.
  for (unsigned N = 0; N != 3; ++N)
    At[N] = int32_t(A.At[N] + uint32_t(int32_t(A.offset(N))));
  return texture::fetch(Image, {At[0], At[1], At[2], A.At[3]}, A.Level);
}

/// Why texels cannot be read as floats, or else as integers; null: they can.
static const char *whyOtherTexels(const texture::TextureFormat &F,
                                  bool AsFloats) {
  if (AsFloats == F.givesFloats())
    return nullptr;
  return AsFloats ? "its texels are integers, and the fetch asks for floats"
                  : "its texels are floats, and the fetch asks for integers";
}

//===----------------------------------------------------------------------===//
// By slots
//===----------------------------------------------------------------------===//

/// Why a texture cannot be read with so many coordinates, behind which there
/// may be a layer; null: it can.
static const char *whyNotRead(const TextureLayout &Layout, unsigned Coordinates,
                              bool IsInteger) {
  if (Layout.Kind == Shape::Linear && !IsInteger)
    return "linear memory is read by integer coordinates";
  if (Layout.Kind == Shape::Cube)
    return "the chip's fetches do not choose the face of a cube";
  return Layout.dimensions() + (Layout.Layers != 0) > Coordinates
             ? "the fetch has fewer coordinates than the texture"
             : nullptr;
}

bool ImageAccess::fetchBySlot() {
  const uint32_t Slot = I.Imm & 0xff;
  const auto First = unsigned(llvm::countr_zero(Mask));
  const BoundTexture *Bound = textureAt(Slot, First);
  if (!Bound)
    return false;
  const texture::Sampler *How =
      Table.HasOwnSamplers ? samplerAt(I.Imm >> 8, First) : &Bound->How;
  if (!How)
    return false;
  const texture::Texture &Image = *Bound->Image;
  const bool IsInteger = I.Sub[1] & FetchInteger;
  const char *Why = whyNotRead(Image.layout(), I.Sub[0], IsInteger);
  if (!Why && Bound->AsFloats != Bound->AsIntegers)
    Why = whyOtherTexels(Image.format(), Bound->AsFloats);
  if (Why)
    return fail(AccessFault::WrongImage, ImageKind::Texture, Slot, First, Why);
  const unsigned Dimensions = Image.layout().dimensions();
  texture::FetchEnvironment Environment;
  return forLanes([&](unsigned Lane) {
    Asked A = {{0, 0, 0, 0}, 0, I.Invert[0], 0};
    for (unsigned N = 0; N != Dimensions; ++N)
      A.At[N] = dst(N)[Lane];
    if (Image.layout().Layers)
      A.At[3] = dst(Dimensions)[Lane];
    const Texel T = IsInteger ? fetchInteger(Image, A)
                              : texture::sample(Image, *How, A.place());
    unsigned Next = 0;
    for (unsigned N = 0; N != 4; ++N)
      if (I.Sub[2] & 1u << N)
        dst(Next++)[Lane] = T[N];
    return true;
  });
}

//===----------------------------------------------------------------------===//
// By handles
//===----------------------------------------------------------------------===//

static Shape shapeOf(ImageGeometry G) {
  switch (G) {
  case ImageGeometry::OneD:
  case ImageGeometry::OneDArray:
    return Shape::OneD;
  case ImageGeometry::TwoD:
  case ImageGeometry::TwoDArray:
    return Shape::TwoD;
  case ImageGeometry::ThreeD:
    return Shape::ThreeD;
  case ImageGeometry::Cube:
  case ImageGeometry::CubeArray:
    return Shape::Cube;
  }
  llvm_unreachable("covered switch");
}

/// Why a fetch with the bits \p What cannot read a texture; null: it can.
static const char *whyNotSampled(const TextureLayout &L, uint32_t What) {
  const auto G = ImageGeometry(What & 7);
  const bool IsInteger = What & abi::TexelInteger;
  const bool WantsFloats = TexelType(What >> 5 & 3) == TexelType::F32;
  if (const char *Why = whyOtherTexels(L.Format, WantsFloats))
    return Why;
  if (What & abi::TexelCompare && !WantsFloats)
    return "integers are not compared with a depth";
  if (L.Kind == Shape::Linear)
    return G == ImageGeometry::OneD && IsInteger
               ? nullptr
               : "linear memory is read by one integer coordinate";
  if (L.Kind != shapeOf(G))
    return "the fetch is for another kind of texture";
  if ((L.Layers != 0) != (G >= ImageGeometry::OneDArray))
    return L.Layers ? "it has layers, and the fetch names none"
                    : "the fetch names a layer, and it has none";
  return nullptr;
}

bool ImageAccess::findSampled(unsigned Lane, uint64_t Texture, uint64_t Sampler,
                              Sampled &Out) {
  if (!slotOf(Texture, ImageKind::Texture, Lane))
    return false;
  const BoundTexture *Bound = textureAt(Texture, Lane);
  if (!Bound)
    return false;
  if (const char *Why = whyNotSampled(Bound->Image->layout(), I.Imm))
    return fail(AccessFault::WrongImage, ImageKind::Texture, Texture, Lane,
                Why);
  Out = {Bound->Image, &Bound->How};
  if (!Sampler)
    return true;
  if (!slotOf(Sampler, ImageKind::Sampler, Lane))
    return false;
  Out.How = samplerAt(Sampler, Lane);
  if (!Out.How)
    return false;
  if (!(I.Imm & abi::TexelInteger))
    if (llvm::Error E =
            texture::verifySampler(Bound->Image->layout(), *Out.How)) {
      llvm::consumeError(std::move(E));
      return fail(AccessFault::WrongImage, ImageKind::Sampler, Sampler, Lane,
                  "it does not go with the texture");
    }
  return true;
}

/// Coordinates are those of source 1, but with gradients the destination's.
Texel ImageAccess::sampleLane(unsigned Lane, const Sampled &From) const {
  const bool HasGradients = I.Sub[0] == 2;
  auto More = [&](unsigned S, unsigned N) {
    return I.Sub[0] ? src(S, N)[Lane] : 0;
  };
  Asked A;
  for (unsigned N = 0; N != 4; ++N)
    A.At[N] = HasGradients ? dst(N)[Lane] : src(1, N)[Lane];
  A.Level = HasGradients ? 0 : More(2, 0);
  A.Offsets = HasGradients ? More(1, 3) : More(2, 1);
  A.Depth = HasGradients ? More(2, 3) : More(2, 2);
  if (I.Imm & abi::TexelInteger)
    return fetchInteger(*From.Image, A);
  texture::Place P = A.place();
  if (I.Imm & abi::TexelCompare)
    P.Depth = asFloat(A.Depth);
  switch (TexelMode(I.Imm >> 3 & 3)) {
  case TexelMode::Plain:
    break;
  case TexelMode::Level:
    return texture::sampleLevel(*From.Image, *From.How, P, asFloat(A.Level));
  case TexelMode::Gradient: {
    texture::Gradients G;
    for (unsigned N = 0; N != 3; ++N) {
      G.X[N] = asFloat(src(1, N)[Lane]);
      G.Y[N] = asFloat(src(2, N)[Lane]);
    }
    return texture::sampleGradient(*From.Image, *From.How, P, G);
  }
  case TexelMode::Gather:
    return texture::gather(*From.Image, *From.How, P, A.Offsets >> 12 & 3);
  }
  return texture::sample(*From.Image, *From.How, P);
}

bool ImageAccess::sample() {
  texture::FetchEnvironment Environment;
  // Mostly all lanes have the same handles.
  uint64_t LastTexture = 0, LastSampler = 0;
  Sampled From;
  return forLanes([&](unsigned Lane) {
    const uint64_t Texture = pair(0, 0, Lane), Sampler = pair(0, 2, Lane);
    if (!From.Image || Texture != LastTexture || Sampler != LastSampler) {
      if (!findSampled(Lane, Texture, Sampler, From))
        return false;
      LastTexture = Texture;
      LastSampler = Sampler;
    }
    const Texel T = sampleLane(Lane, From);
    for (unsigned N = 0; N != 4; ++N)
      dst(N)[Lane] = T[N];
    return true;
  });
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

/// OpenCL's numbers, which clang and others expect.
static uint32_t dataTypeOf(const texture::TextureFormat &F) {
  const bool IsNormalized = F.Read == texture::ReadMode::Normalized;
  switch (F.Type) {
  case ChannelType::S8:
    return IsNormalized ? 0x10d0 : 0x10d7;
  case ChannelType::S16:
    return IsNormalized ? 0x10d1 : 0x10d8;
  case ChannelType::S32:
    return 0x10d9;
  case ChannelType::U8:
    return IsNormalized ? 0x10d2 : 0x10da;
  case ChannelType::U16:
    return IsNormalized ? 0x10d3 : 0x10db;
  case ChannelType::U32:
    return 0x10dc;
  case ChannelType::F16:
    return 0x10dd;
  case ChannelType::F32:
    return 0x10de;
  }
  llvm_unreachable("covered switch");
}

static uint32_t orderOf(const texture::TextureFormat &F) {
  return F.Channels == 1 ? 0x10b0 : F.Channels == 2 ? 0x10b2 : 0x10b5;
}

static uint32_t modeNumber(texture::AddressMode M) {
  switch (M) {
  case texture::AddressMode::Wrap:
    return 0;
  case texture::AddressMode::Mirror:
    return 1;
  case texture::AddressMode::Clamp:
    return 3;
  case texture::AddressMode::Border:
    return 4;
  }
  llvm_unreachable("covered switch");
}

static uint32_t ofSampler(abi::ImageQuery Q, const texture::Sampler &S) {
  if (Q == abi::ImageQuery::FilterMode)
    return S.Texels == texture::Filter::Linear;
  if (Q == abi::ImageQuery::ForceUnnormalizedCoords)
    return !S.IsNormalized;
  return modeNumber(
      S.Address[unsigned(Q) - unsigned(abi::ImageQuery::AddressMode0)]);
}

/// \p How: of a texture.
static uint32_t ofImage(abi::ImageQuery Q, const TextureLayout &L,
                        const texture::Sampler *How, uint32_t Level) {
  using abi::ImageQuery;
  const bool Exists = Level < L.Levels;
  switch (Q) {
  case ImageQuery::Width:
    return Exists ? L.width(Level) : 0;
  case ImageQuery::Height:
    return Exists ? L.height(Level) : 0;
  case ImageQuery::Depth:
    return Exists ? L.depth(Level) : 0;
  case ImageQuery::ChannelDataType:
    return dataTypeOf(L.Format);
  case ImageQuery::ChannelOrder:
    return orderOf(L.Format);
  case ImageQuery::NormalizedCoords:
    return How && How->IsNormalized;
  case ImageQuery::ArraySize:
    return L.Layers;
  case ImageQuery::NumMipmapLevels:
    return L.Levels;
  case ImageQuery::NumSamples:
    return 1;
  case ImageQuery::MemoryLayout:
    return 0;
  case ImageQuery::FilterMode:
  case ImageQuery::AddressMode0:
  case ImageQuery::AddressMode1:
  case ImageQuery::AddressMode2:
  case ImageQuery::ForceUnnormalizedCoords:
    return How ? ofSampler(Q, *How) : 0;
  }
  llvm_unreachable("covered switch");
}

std::optional<uint32_t> ImageAccess::answer(uint64_t Handle, uint32_t Level,
                                            unsigned Lane) {
  const auto Q = abi::ImageQuery(I.Imm & 15);
  const uint32_t Kind = uint32_t(Handle >> 32) - abi::ImageHandleWord;
  if (Kind == unsigned(ImageKind::Sampler)) {
    const texture::Sampler *How = samplerAt(Handle, Lane);
    return How ? std::optional(ofSampler(Q, *How)) : std::nullopt;
  }
  if (Kind == unsigned(ImageKind::Surface)) {
    const texture::Texture *Image = surfaceAt(Handle, Lane);
    return Image ? std::optional(ofImage(Q, Image->layout(), nullptr, Level))
                 : std::nullopt;
  }
  if (!slotOf(Handle, ImageKind::Texture, Lane))
    return std::nullopt;
  const BoundTexture *Bound = textureAt(Handle, Lane);
  return Bound ? std::optional(
                     ofImage(Q, Bound->Image->layout(), &Bound->How, Level))
               : std::nullopt;
}

bool ImageAccess::query() {
  return forLanes([&](unsigned Lane) {
    std::optional<uint32_t> V = answer(pair(0, 0, Lane), src(1, 0)[Lane], Lane);
    if (V)
      dst(0)[Lane] = *V;
    return V.has_value();
  });
}

} // namespace heddle::sm
