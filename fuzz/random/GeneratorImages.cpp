//===- GeneratorImages.cpp - Textures and surfaces in programs ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Images of all kinds and formats that the chip has, and accesses to them,
// strewn into a program that is complete, from random numbers of their own.
//
// Own images are the output buffer under another name: each thread stays within
// its part, so that what it reads there is what it stored in one way or
// another.
//
//===----------------------------------------------------------------------===//

#include "GeneratorImpl.h"
#include "heddle/Texture/TextureUnit.h"
#include "llvm/ADT/bit.h"
#include <algorithm>

namespace heddle::ptxrandom {

using abi::ImageKind;
using texture::AddressMode;
using texture::ChannelType;
using texture::Filter;
using texture::ReadMode;
using texture::Shape;
using texture::TextureLayout;

//===----------------------------------------------------------------------===//
// Images
//===----------------------------------------------------------------------===//

bool goesWith(const texture::Sampler &S, const TextureLayout &L) {
  return !errorToBool(texture::verifySampler(L, S));
}

texture::TextureFormat Generator::textureFormat() {
  constexpr ChannelType Types[] = {
      ChannelType::U8,  ChannelType::S8,  ChannelType::U16,
      ChannelType::S16, ChannelType::U32, ChannelType::S32,
      ChannelType::F16, ChannelType::F32, ChannelType::F32};
  texture::TextureFormat F;
  F.Type = R.pick(Types);
  F.Channels = uint8_t(1u << R.below(3));
  const bool IsNarrow = F.Type <= ChannelType::S16;
  F.Read = IsNarrow && R.percent(60) ? ReadMode::Normalized : ReadMode::Element;
  F.IsSRGB = F.Type == ChannelType::U8 && F.Read == ReadMode::Normalized &&
             R.percent(30);
  return F;
}

TextureLayout Generator::textureLayout(bool IsOwn) {
  TextureLayout L;
  L.Format = textureFormat();
  const Shape Shapes[] = {Shape::Linear, Shape::OneD,   Shape::TwoD,
                          Shape::TwoD,   Shape::ThreeD, Shape::Cube};
  L.Kind = Shapes[R.below(P.IsExtended && !IsOwn ? 6 : 5)];
  const bool MayHaveLayers =
      P.IsModern && L.Kind != Shape::Linear && L.Kind != Shape::ThreeD;
  if (MayHaveLayers && R.percent(30))
    L.Layers = R.between(1, 4);
  if (IsOwn)
    return L;
  if (L.Kind == Shape::TwoD && !L.Layers && R.percent(50)) {
    // One that is filtered a warp at once.
    L.Format = {ChannelType::F32, 1, ReadMode::Element, false};
    L.Width = R.between(33, 80);
    L.Height = R.between(1, 40);
    return L;
  }
  L.Width = R.between(1, 9);
  if (L.dimensions() > 1)
    L.Height = L.Kind == Shape::Cube ? L.Width : R.between(1, 9);
  if (L.Kind == Shape::ThreeD)
    L.Depth = R.between(1, 5);
  if (L.Kind == Shape::TwoD && !L.Layers && R.percent(30))
    L.Pitch = uint64_t(L.Width + R.below(3)) * L.Format.texelBytes();
  else if (P.IsExtended && L.Kind != Shape::Linear && R.percent(40))
    while (1u << L.Levels <= std::max({L.Width, L.Height, L.Depth}))
      ++L.Levels;
  return L;
}

texture::Sampler Generator::sampler() {
  texture::Sampler S;
  for (AddressMode &Mode : S.Address)
    Mode = AddressMode(R.below(4));
  S.Texels = Filter(R.percent(60));
  S.Levels = Filter(R.percent(50));
  S.IsNormalized = R.percent(60);
  if (R.percent(30)) {
    S.LevelBias = float(R.below(64)) / 16 - 2;
    S.MinLevel = float(R.below(16)) / 8;
    S.MaxLevel = S.MinLevel + float(R.below(64)) / 16;
  }
  if (S.Texels == Filter::Linear && R.percent(30))
    S.MaxAnisotropy = uint8_t(R.between(2, 16));
  for (uint32_t &Word : S.Border)
    Word = llvm::bit_cast<uint32_t>(float(R.below(1000)) / 7);
  return S;
}

texture::Sampler Generator::samplerOf(const TextureLayout &L, bool IsOwn) {
  // Other threads' texels are not to be read, not even those beside.
  for (unsigned Tries = 0; Tries != 40; ++Tries) {
    texture::Sampler S = sampler();
    if (IsOwn)
      S.IsNormalized = false;
    if (goesWith(S, L))
      return S;
  }
  texture::Sampler S;
  S.IsNormalized = L.Levels > 1;
  return S;
}

void Generator::chooseImages() {
  auto Add = [&](ImageKind Kind, bool IsOwn) {
    ProgramImage I;
    I.Kind = Kind;
    I.IsOwn = IsOwn;
    if (Kind != ImageKind::Sampler)
      I.Layout = textureLayout(IsOwn);
    if (Kind == ImageKind::Surface) {
      I.Layout.Format.IsSRGB = false;
      if (I.Layout.Kind == Shape::Linear)
        I.Layout.Kind = Shape::OneD;
    } else {
      I.How =
          Kind == ImageKind::Sampler ? sampler() : samplerOf(I.Layout, IsOwn);
    }
    if (P.IsExtended) {
      I.HasVariable = R.percent(70);
      I.HasHandle = !I.HasVariable || R.percent(40);
    }
    P.Images.push_back(I);
  };
  P.HasSamplers = P.IsModern && R.percent(25);
  for (unsigned N = R.between(1, 4); N; --N)
    Add(ImageKind::Texture, false);
  for (unsigned N = R.below(3); N; --N)
    Add(ImageKind::Texture, true);
  for (unsigned N = P.IsExtended ? R.below(3) : 0; N; --N)
    Add(ImageKind::Surface, true);
  if (!P.HasSamplers)
    return;
  for (unsigned N = 4; N; --N)
    Add(ImageKind::Sampler, false);
  // Each texture is to find one.
  texture::Sampler Plain;
  P.Images[P.Images.size() - 1].How = Plain;
  Plain.IsNormalized = true;
  P.Images[P.Images.size() - 2].How = Plain;
}

//===----------------------------------------------------------------------===//
// Everywhere
//===----------------------------------------------------------------------===//

/// Chooses how \p A names its image; false: it cannot.
bool Generator::nameImage(ImageAccess &A, bool IsKernel) {
  const ProgramImage &I = P.Images[A.Image];
  if (!I.HasVariable || (I.HasHandle && IsKernel && R.percent(60)))
    A.Way = ImageAccess::Parameter;
  else if (P.IsExtended && R.percent(30))
    A.Way = ImageAccess::Variable;
  if (A.Way != ImageAccess::Parameter)
    return true;
  if (!IsKernel)
    return false;
  const unsigned Another = R.below(unsigned(P.Images.size()));
  const ProgramImage &B = P.Images[Another];
  const auto &L = I.Layout, &M = B.Layout;
  if (B.HasHandle && B.Kind == I.Kind && B.IsOwn == I.IsOwn &&
      M.Kind == L.Kind && !M.Layers == !L.Layers &&
      M.Format.givesFloats() == L.Format.givesFloats() &&
      (!I.IsOwn || M.Format.texelBytes() == L.Format.texelBytes())) {
    A.Other = Another;
    A.Choice = somePredicate();
  }
  return true;
}

void Generator::imageAccess(Block &Out, bool IsKernel) {
  Stmt S;
  S.Kind = StmtKind::ImageAccess;
  ImageAccess &A = S.Image;
  A.Image = R.below(unsigned(P.Images.size()));
  const ProgramImage &I = P.Images[A.Image];
  if (I.Kind == ImageKind::Sampler || (I.IsOwn && !IsKernel))
    return;
  A.Geometry = geometryOf(I.Layout);
  if (!nameImage(A, IsKernel))
    return;
  if (P.IsExtended && R.percent(8))
    question(S);
  else if (I.Kind == ImageKind::Surface ? !surface(S) : !fetch(S, IsKernel))
    return;
  if (R.percent(20))
    S.Condition = somePredicate();
  Out.push_back(std::move(S));
}

void Generator::addImages() {
  R = Random(P.Seed ^ 0x7e81);
  if (!R.percent(Options.TexturesPercent))
    return;
  // What a texel takes.
  for (RegClass Class : {RegClass::B16, RegClass::B32, RegClass::F32}) {
    unsigned &Count = P.Count[unsigned(Class)];
    Count = std::max(Count, 4u);
  }
  chooseImages();
  for (Function &F : P.Functions)
    strew(F.Body, false, &Generator::imageAccess);
  strew(P.Body, true, &Generator::imageAccess);
}

} // namespace heddle::ptxrandom
