//===- TextureAccess.cpp - Fetches, and questions -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The results of fetches are lib/Texture's; here their registers are read, and
/// the texture is checked for such a fetch.
///
//===----------------------------------------------------------------------===//

#include "ImageAccess.h"
#include "heddle/ABI/TextureOps.inc"
#include "heddle/Texture/TextureUnit.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

namespace heddle::sm {

using abi::ImageGeometry;
using abi::ImageKind;
using abi::TexelMode;
using abi::TexelType;
using texture::Shape;
using texture::Texel;
using texture::TextureLayout;

static float asFloat(uint32_t Bits) { return llvm::bit_cast<float>(Bits); }

namespace {
/// The request in a lane's registers.
struct Asked {
  uint32_t At[4];
  /// Behind the coordinates; 0 where the instruction has none.
  uint32_t Level, Offsets, Depth;
  texture::TexelLog *Log;

  /// Offset \p N, which has four bits.
  int8_t offset(unsigned N) const {
    return int8_t(llvm::SignExtend32<4>(Offsets >> (4 * N)));
  }
  texture::Place place() const {
    texture::Place P = {asFloat(At[0]), asFloat(At[1]), asFloat(At[2]), At[3]};
    P.Offset = {offset(0), offset(1), offset(2)};
    P.Log = Log;
    return P;
  }
};
} // namespace

static Texel fetchInteger(const texture::Texture &Image, const Asked &A) {
  int32_t At[3];
  // Wraps, as additions of the chip do.
  for (unsigned N = 0; N != 3; ++N)
    At[N] = int32_t(A.At[N] + uint32_t(int32_t(A.offset(N))));
  return texture::fetch(Image, {At[0], At[1], At[2], A.At[3], A.Log}, A.Level);
}

/// Why texels cannot be read as floats, or else as integers; null: they can.
static const char *whyOtherTexels(const texture::TextureFormat &F,
                                  bool AsFloats) {
  if (AsFloats == F.givesFloats())
    return nullptr;
  return AsFloats ? "its texels are integers, and the fetch asks for floats"
                  : "its texels are floats, and the fetch asks for integers";
}

/// Whether a texture can be sampled by a sampler that it was not bound with.
static bool goesWith(const TextureLayout &L, const texture::Sampler &S) {
  llvm::Error Why = texture::verifySampler(L, S);
  const bool Goes = !Why;
  llvm::consumeError(std::move(Why));
  return Goes;
}

static constexpr char DoesNotGo[] = "it does not go with the texture";

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

/// PTX ISA, "Texture Modes": a sampler may force coordinates that are not
/// normalized; otherwise they are what the texture says.
void ImageAccess::setSampler(Sampled &Out, const BoundSampler &S) {
  const bool IsNormalized = Out.Bound->How.IsNormalized;
  Out.How = S.How;
  if (!S.FollowsTexture || S.How->IsNormalized == IsNormalized)
    return;
  Out.Mixed = *S.How;
  Out.Mixed.IsNormalized = IsNormalized;
  Out.How = &Out.Mixed;
}

bool ImageAccess::findBySlot(Sampled &Out) {
  const uint32_t Slot = I.Imm & 0xff, SamplerSlot = I.Imm >> 8;
  const auto First = unsigned(llvm::countr_zero(Mask));
  Out.Bound = textureAt(Slot, First);
  if (!Out.Bound)
    return false;
  Out.How = &Out.Bound->How;
  if (Table.HasOwnSamplers) {
    const BoundSampler *Own = samplerAt(SamplerSlot, First);
    if (!Own)
      return false;
    setSampler(Out, *Own);
  }
  const TextureLayout &Layout = Out.image().layout();
  const bool IsInteger = I.Sub[1] & FetchInteger;
  const char *Why = whyNotRead(Layout, I.Sub[0], IsInteger);
  if (!Why && Out.Bound->AsFloats != Out.Bound->AsIntegers)
    Why = whyOtherTexels(Layout.Format, Out.Bound->AsFloats);
  if (Why)
    return fail(AccessFault::WrongImage, ImageKind::Texture, Slot, First, Why);
  if (Table.HasOwnSamplers && !IsInteger && !goesWith(Layout, *Out.How))
    return fail(AccessFault::WrongImage, ImageKind::Sampler, SamplerSlot, First,
                DoesNotGo);
  return true;
}

/// Coordinates are where the texel goes.
Texel ImageAccess::fetchLane(unsigned Lane, const Sampled &From) const {
  const TextureLayout &Layout = From.image().layout();
  const unsigned Dimensions = Layout.dimensions();
  Asked A = {{0, 0, 0, 0}, 0, I.Invert[0], 0, Log};
  for (unsigned N = 0; N != Dimensions; ++N)
    A.At[N] = dst(N)[Lane];
  if (Layout.Layers)
    A.At[3] = dst(Dimensions)[Lane];
  return I.Sub[1] & FetchInteger
             ? fetchInteger(From.image(), A)
             : texture::sample(From.image(), *From.How, A.place());
}

template <class TakeT> bool ImageAccess::fetchLanes(TakeT Take) {
  Sampled From;
  if (!findBySlot(From))
    return false;
  texture::FetchEnvironment Environment;
  return forLanes([&](unsigned Lane) {
    Take(Lane, From, fetchLane(Lane, From));
    return true;
  });
}

bool ImageAccess::fetchBySlot() {
  return fetchLanes([&](unsigned Lane, const Sampled &, const Texel &T) {
    unsigned Next = 0;
    for (unsigned N = 0; N != 4; ++N)
      if (I.Sub[2] & 1u << N)
        dst(Next++)[Lane] = T[N];
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

bool ImageAccess::findByHandles(unsigned Lane, uint64_t Texture,
                                uint64_t Sampler, Sampled &Out) {
  if (!slotOf(Texture, ImageKind::Texture, Lane))
    return false;
  Out.Bound = textureAt(Texture, Lane);
  if (!Out.Bound)
    return false;
  const TextureLayout &Layout = Out.image().layout();
  if (const char *Why = whyNotSampled(Layout, I.Imm))
    return fail(AccessFault::WrongImage, ImageKind::Texture, Texture, Lane,
                Why);
  Out.How = &Out.Bound->How;
  if (!Sampler)
    return true;
  if (!slotOf(Sampler, ImageKind::Sampler, Lane))
    return false;
  const BoundSampler *Own = samplerAt(Sampler, Lane);
  if (!Own)
    return false;
  setSampler(Out, *Own);
  if (!(I.Imm & abi::TexelInteger) && !goesWith(Layout, *Out.How))
    return fail(AccessFault::WrongImage, ImageKind::Sampler, Sampler, Lane,
                DoesNotGo);
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
  A.Log = Log;
  if (I.Imm & abi::TexelInteger)
    return fetchInteger(From.image(), A);
  texture::Place P = A.place();
  if (I.Imm & abi::TexelCompare)
    P.Depth = asFloat(A.Depth);
  switch (TexelMode(I.Imm >> 3 & 3)) {
  case TexelMode::Plain:
    break;
  case TexelMode::Level:
    return texture::sampleLevel(From.image(), *From.How, P, asFloat(A.Level));
  case TexelMode::Gradient: {
    texture::Gradients G;
    for (unsigned N = 0; N != 3; ++N) {
      G.X[N] = asFloat(src(1, N)[Lane]);
      G.Y[N] = asFloat(src(2, N)[Lane]);
    }
    return texture::sampleGradient(From.image(), *From.How, P, G);
  }
  case TexelMode::Gather:
    return texture::gather(From.image(), *From.How, P, A.Offsets >> 12 & 3);
  }
  return texture::sample(From.image(), *From.How, P);
}

template <class TakeT> bool ImageAccess::sampleLanes(TakeT Take) {
  texture::FetchEnvironment Environment;
  // Mostly all lanes have the same handles.
  uint64_t LastTexture = 0, LastSampler = 0;
  Sampled From;
  return forLanes([&](unsigned Lane) {
    const uint64_t Texture = pair(0, 0, Lane), Sampler = pair(0, 2, Lane);
    if (!From.Bound || Texture != LastTexture || Sampler != LastSampler) {
      if (!findByHandles(Lane, Texture, Sampler, From))
        return false;
      LastTexture = Texture;
      LastSampler = Sampler;
    }
    Take(Lane, From, sampleLane(Lane, From));
    return true;
  });
}

bool ImageAccess::sample() {
  return sampleLanes([&](unsigned Lane, const Sampled &, const Texel &T) {
    for (unsigned N = 0; N != 4; ++N)
      dst(N)[Lane] = T[N];
  });
}

//===----------------------------------------------------------------------===//
// For observers
//===----------------------------------------------------------------------===//

ImagePlaces ImageAccess::fetchedPlaces() {
  llvm::SmallVector<const uint8_t *, 8> Read;
  ImagePlaces Found;
  Log = &Read;
  auto Take = [&](unsigned, const Sampled &From, const Texel &) {
    const texture::Texture &Image = From.image();
    Found.Bytes = uint8_t(Image.format().texelBytes());
    for (const uint8_t *Texel : Read)
      Found.Places.push_back(From.Bound->Address +
                             uint64_t(Texel - Image.bytes().data()));
  };
  if (I.is(TextureOp::Sample))
    sampleLanes(Take);
  else
    fetchLanes(Take);
  return Found;
}

} // namespace heddle::sm
