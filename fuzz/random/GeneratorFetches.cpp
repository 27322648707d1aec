//===- GeneratorFetches.cpp - Fetches in programs -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GeneratorImpl.h"
#include "llvm/ADT/bit.h"
#include <algorithm>

namespace heddle::ptxrandom {

using abi::ImageGeometry;
using abi::ImageKind;
using abi::TexelMode;
using texture::Shape;
using texture::TextureLayout;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// A few numbers from \p First on, in parts of 2^-Shift.
ImageOperand Generator::few(unsigned Bits, int First, unsigned Shift) {
  ImageOperand O;
  O.IsRaw = false;
  O.From = source({RegClass::B32}, false);
  O.Mask = (1u << Bits) - 1;
  O.Add = uint32_t(First);
  O.Shift = Shift;
  return O;
}

ImageOperand Generator::raw(RegClass Class) {
  ImageOperand O;
  O.From = source({Class}, false);
  return O;
}

/// Along an axis of \p Size texels: within, beside, and anywhere.
ImageOperand Generator::coordinate(uint32_t Size, bool IsInteger,
                                   bool IsNormalized) {
  if (R.percent(20))
    return raw(IsInteger ? RegClass::B32 : RegClass::F32);
  const unsigned Bits = 32 - unsigned(llvm::countl_zero(Size)) + 1;
  if (IsInteger)
    return few(Bits, -int(Size / 4) - 1, 0);
  if (IsNormalized)
    return few(R.between(6, 10), -int(R.below(300)), R.between(4, 9));
  const unsigned Shift = R.below(10);
  return few(Bits + Shift, -int(Size << Shift) / 2, Shift);
}

void Generator::place(ImageAccess &A, const TextureLayout &L,
                      bool IsNormalized) {
  const uint32_t Sizes[] = {L.Width, L.Height, L.Depth};
  for (unsigned N = 0; N != coordinatesOf(A.Geometry); ++N)
    A.Place.push_back(isCube(A.Geometry)
                          ? coordinate(4, false, true)
                          : coordinate(Sizes[N], A.IsInteger, IsNormalized));
  if (hasLayer(A.Geometry))
    A.Layer.push_back(R.percent(80) ? few(3, 0, 0) : raw(RegClass::B32));
}

//===----------------------------------------------------------------------===//
// Textures
//===----------------------------------------------------------------------===//

/// Chooses a sampler that goes with the images of \p A.
void Generator::chooseSampler(ImageAccess &A, bool IsKernel) {
  if (!P.HasSamplers)
    return;
  for (unsigned Tries = 0; Tries != 50; ++Tries) {
    const unsigned Number = R.below(unsigned(P.Images.size()));
    const ProgramImage &I = P.Images[Number];
    const bool IsNamed = I.HasVariable || (I.HasHandle && IsKernel);
    if (I.Kind != ImageKind::Sampler || !IsNamed ||
        (P.Images[A.Image].IsOwn && I.How.IsNormalized) ||
        !goesWith(I.How, P.Images[A.Image].Layout) ||
        (A.Other && !goesWith(I.How, P.Images[*A.Other].Layout)))
      continue;
    A.Sampler = Number;
    return;
  }
}

/// What stands behind the coordinates of a fetch of tx1.
void Generator::fetchTail(ImageAccess &A) {
  const unsigned Count = coordinatesOf(A.Geometry);
  auto Number = [&](int First, unsigned Shift) {
    return R.percent(80) ? few(6, First, Shift) : raw(RegClass::F32);
  };
  if (A.Mode == TexelMode::Level)
    A.Level.push_back(A.IsInteger ? few(2, 0, 0) : Number(-8, 3));
  if (A.Mode == TexelMode::Gradient)
    for (unsigned N = 0; N != Count; ++N) {
      A.GradientX.push_back(Number(-32, R.between(3, 8)));
      A.GradientY.push_back(Number(-32, R.between(3, 8)));
    }
  if (!isCube(A.Geometry) && R.percent(25))
    for (unsigned N = 0; N != Count; ++N)
      A.Offsets.push_back(few(4, -8, 0));
  if (A.Type == "f32" && !A.IsInteger && A.Geometry != ImageGeometry::ThreeD &&
      R.percent(15))
    A.Depth.push_back(Number(0, 5));
}

/// The registers that a fetch from \p L writes, and their type; false: there
/// are too few.
bool Generator::texel(Stmt &S, const TextureLayout &L) {
  ImageAccess &A = S.Image;
  RegClass Class = RegClass::B32;
  unsigned Count = 4;
  A.Type = R.percent(50) ? "u32" : "s32";
  if (L.Format.givesFloats()) {
    Class = RegClass::F32;
    A.Type = "f32";
    if (P.IsExtended && A.Op == ImageAccess::Fetch && R.percent(20)) {
      const bool IsPair = R.percent(50);
      A.Type = IsPair ? "f16x2" : "f16";
      Class = IsPair ? RegClass::B32 : RegClass::B16;
      Count = IsPair ? 2 : 4;
    }
  }
  return targets(std::vector<RegClass>(Count, Class), S.Results);
}

bool Generator::fetch(Stmt &S, bool IsKernel) {
  ImageAccess &A = S.Image;
  const ProgramImage &I = P.Images[A.Image];
  const TextureLayout &L = I.Layout;
  chooseSampler(A, IsKernel);
  if (P.HasSamplers && !A.Sampler)
    return false;
  const bool IsNormalized =
      (A.Sampler ? P.Images[*A.Sampler] : I).How.IsNormalized;
  const bool MayGather = P.IsExtended && !I.IsOwn && L.Kind >= Shape::TwoD &&
                         L.Kind != Shape::ThreeD;
  A.IsInteger =
      L.Kind == Shape::Linear || (L.Kind != Shape::Cube && R.percent(30));
  if (MayGather && R.percent(20)) {
    A.Op = ImageAccess::Gather;
    A.IsInteger = false;
    A.Component = R.below(4);
  } else if (P.IsExtended && !I.IsOwn && L.Kind != Shape::Linear) {
    A.Mode = TexelMode(R.below(A.IsInteger ? 2 : 3));
  }
  if (!texel(S, L))
    return false;
  if (I.IsOwn) {
    ownPlace(A, L, 0, false);
    return true;
  }
  place(A, L, IsNormalized);
  if (P.IsExtended && L.Kind != Shape::Linear)
    fetchTail(A);
  return true;
}

void Generator::question(Stmt &S) {
  ImageAccess &A = S.Image;
  using abi::ImageQuery;
  constexpr ImageQuery Questions[] = {ImageQuery::Width, ImageQuery::Height,
                                      ImageQuery::Depth, ImageQuery::ArraySize,
                                      ImageQuery::NumMipmapLevels};
  const bool IsTexture = P.Images[A.Image].Kind == ImageKind::Texture;
  A.Op = ImageAccess::Query;
  A.IsInteger = true;
  A.Question = Questions[R.below(IsTexture ? 5 : 4)];
  if (IsTexture && A.Question <= ImageQuery::Depth && R.percent(50))
    A.Level.push_back(few(2, 0, 0));
  S.Results.push_back(target(RegClass::B32));
}

} // namespace heddle::ptxrandom
