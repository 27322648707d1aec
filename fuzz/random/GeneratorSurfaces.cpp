//===- GeneratorSurfaces.cpp - Own images and surfaces in programs --------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GeneratorImpl.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

namespace heddle::ptxrandom {

using abi::ImageBounds;
using texture::TextureLayout;

//===----------------------------------------------------------------------===//
// Own images
//===----------------------------------------------------------------------===//

namespace {
/// How x and other numbers of an own image's place are counted.
struct OwnUnits {
  /// Bytes of a step of x, and of what is accessed.
  uint32_t OfX, OfAccess;
  bool IsFloat;
};
} // namespace

/// Of numbers of texels their centres, where coordinates are floats.
static ImageOperand centred(ImageOperand O, const OwnUnits &U) {
  if (!U.IsFloat)
    return O;
  O.Step *= 2;
  O.Add = O.Add * 2 + 1;
  O.PerThread *= 2;
  O.Shift = 1;
  return O;
}

/// A number that the thread's index and nothing else decides.
static ImageOperand ofThread(uint32_t PerThread) {
  ImageOperand O;
  O.From.IsImmediate = true;
  O.IsRaw = false;
  O.PerThread = PerThread;
  return O;
}

/// Rows of a thread's part, where it has several.
static constexpr uint32_t OwnRows = ThreadBytes / OwnBytes;

/// A place in the thread's part of an own image; \p BytesOfX: of what is
/// accessed, where x counts bytes, else 0. Where the part is a row or more by
/// itself, anything may be asked for along it, unless \p IsInside.
void Generator::ownPlace(ImageAccess &A, const TextureLayout &L,
                         unsigned BytesOfX, bool IsInside) {
  const uint32_t Texel = L.Format.texelBytes();
  const OwnUnits U = {BytesOfX ? 1 : Texel, BytesOfX ? BytesOfX : Texel,
                      !A.IsInteger};
  const unsigned Axes = L.dimensions();
  const bool IsPiece = Axes == 1 && !L.Layers;
  const bool HasRows = L.Layers ? Axes == 2 : Axes == 3;
  if (IsPiece || IsInside || R.percent(60)) {
    ImageOperand X = few(unsigned(llvm::Log2_32(OwnBytes / U.OfAccess)), 0, 0);
    X.Step = U.OfAccess / U.OfX;
    X.Add = HasRows ? 0 : OwnOffset / U.OfX;
    X.PerThread = IsPiece ? ThreadBytes / U.OfX : 0;
    A.Place.push_back(centred(X, U));
  } else {
    ImageOperand X = coordinate(64, A.IsInteger, false);
    if (BytesOfX) {
      // A multiple of what is accessed.
      X.IsRaw = false;
      X.Step = BytesOfX;
      X.Add *= BytesOfX;
    }
    A.Place.push_back(X);
  }
  // The row of the thread's words is the last one.
  if (HasRows && (IsInside || R.percent(70)))
    A.Place.push_back(
        centred(R.percent(70) ? few(0, int(OwnRows) - 1, 0) : few(2, 1, 0), U));
  else if (HasRows)
    A.Place.push_back(coordinate(OwnRows, A.IsInteger, false));
  if (L.Layers)
    A.Layer.push_back(ofThread(1));
  else if (!IsPiece)
    A.Place.push_back(centred(ofThread(1), U));
}

//===----------------------------------------------------------------------===//
// Surfaces
//===----------------------------------------------------------------------===//

/// suld.b, sust.b and sust.p: what is moved. Returns the bytes, 0 for a texel.
unsigned Generator::surfaceData(Stmt &S, const TextureLayout &L) {
  ImageAccess &A = S.Image;
  RegClass Class = RegClass::B32;
  unsigned Count = 1u << R.below(3), Bytes = 0;
  if (A.IsFormatted) {
    A.Type = "b32";
    Count = std::max<unsigned>(Count, L.Format.Channels);
    Class = L.Format.givesFloats() ? RegClass::F32 : RegClass::B32;
  } else {
    const unsigned Log = R.below(4);
    const RegClass Classes[] = {RegClass::B16, RegClass::B16, RegClass::B32,
                                RegClass::B64};
    Class = Classes[Log];
    A.Type = "b" + std::to_string(8 << Log);
    if (Log == 3)
      Count = std::min(Count, 2u);
    Bytes = Count << Log;
  }
  if (!targets(std::vector<RegClass>(Count, Class), S.Results)) {
    S.Results.resize(1);
    if (A.IsFormatted && L.Format.Channels > 1)
      S.Results.clear();
    Bytes /= Count;
  }
  if (A.Op == ImageAccess::Load)
    return Bytes;
  for (Reg Data : S.Results) {
    Operand O;
    O.R = Data;
    S.Sources.push_back(O);
  }
  S.Results.clear();
  return Bytes;
}

unsigned Generator::reduction(Stmt &S, const TextureLayout &L) {
  using abi::SurfaceReduction;
  ImageAccess &A = S.Image;
  struct Row {
    SurfaceReduction Of;
    const char *Type;
    RegClass Class;
  };
  static constexpr Row Forms[] = {
      {SurfaceReduction::Add, "u32", RegClass::B32},
      {SurfaceReduction::Add, "s32", RegClass::B32},
      {SurfaceReduction::Add, "u64", RegClass::B64},
      {SurfaceReduction::MinU, "u32", RegClass::B32},
      {SurfaceReduction::MinS, "s32", RegClass::B32},
      {SurfaceReduction::MaxU, "u64", RegClass::B64},
      {SurfaceReduction::MaxS, "s64", RegClass::B64},
      {SurfaceReduction::And, "b32", RegClass::B32},
      {SurfaceReduction::Or, "b32", RegClass::B32}};
  const Row &Chosen = R.pick(Forms);
  A.Reduction = Chosen.Of;
  A.Type = Chosen.Type;
  A.IsFormatted =
      A.Type == "b32" && L.Format.texelBytes() == 4 && R.percent(50);
  S.Sources.push_back(source({Chosen.Class}, false));
  return A.IsFormatted ? 0 : bitsOf(Chosen.Class) / 8;
}

bool Generator::surface(Stmt &S) {
  ImageAccess &A = S.Image;
  const TextureLayout &L = P.Images[A.Image].Layout;
  A.Bounds = ImageBounds(R.below(3));
  A.IsInteger = true;
  const unsigned Choice = R.below(100);
  unsigned Bytes = 0;
  if (Choice < 20 && !hasLayer(A.Geometry)) {
    A.Op = ImageAccess::Reduce;
    Bytes = reduction(S, L);
  } else {
    A.Op = Choice < 60 ? ImageAccess::Load : ImageAccess::Store;
    A.IsFormatted = A.Op == ImageAccess::Store && R.percent(40);
    Bytes = surfaceData(S, L);
    if (S.Results.empty() && S.Sources.empty())
      return false;
  }
  ownPlace(A, L, Bytes, A.Bounds == ImageBounds::Trap);
  return true;
}

} // namespace heddle::ptxrandom
