//===- EvaluatorImages.cpp - What accesses to images do -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fetches are those of the second model of unittests/Texture; surfaces are
// written here from docs/textures.md.
//
//===----------------------------------------------------------------------===//

#include "EvaluatorImpl.h"
#include "heddle/Model/FetchJudge.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <cmath>
#include <cstring>

namespace heddle::ptxrandom {

using abi::ImageBounds;
using abi::TexelMode;
using texture::Texel;
using texture::TextureLayout;

void Evaluator::bindImages() {
  ImageBytes.resize(P.Images.size());
  for (size_t I = 0; I != P.Images.size(); ++I) {
    if (!P.Images[I].IsOwn)
      ImageBytes[I] = imageBytes(P, I);
    Images.emplace_back(layoutOf(P, I),
                        P.Images[I].IsOwn ? Result.Output : ImageBytes[I]);
  }
}

uint32_t Evaluator::imageWord(const ImageOperand &O, bool IsFloat,
                              const Thread &T, Frame &F) const {
  uint32_t V = uint32_t(read(O.From, F));
  if (O.IsRaw)
    return V;
  V = (V & O.Mask) * O.Step + O.Add + T.GlobalIndex * O.PerThread;
  if (!IsFloat)
    return V;
  return llvm::bit_cast<uint32_t>(std::ldexp(float(int32_t(V)), -int(O.Shift)));
}

//===----------------------------------------------------------------------===//
// Textures
//===----------------------------------------------------------------------===//

Texel Evaluator::texel(const ImageAccess &A, const Thread &T, Frame &F,
                       unsigned Image) const {
  auto Word = [&](const ImageOperand &O) { return imageWord(O, false, T, F); };
  auto Number = [&](const ImageOperand &O) {
    return llvm::bit_cast<float>(imageWord(O, true, T, F));
  };
  const texture::Texture &Of = Images[Image];
  const texture::Sampler &How = P.Images[A.Sampler.value_or(Image)].How;
  int32_t Offset[3] = {0, 0, 0};
  for (size_t N = 0; N != A.Offsets.size(); ++N)
    Offset[N] = int32_t(Word(A.Offsets[N]));
  const uint32_t Layer = A.Layer.empty() ? 0 : Word(A.Layer[0]);
  if (A.IsInteger) {
    // Sums of 32 bits.
    uint32_t At[3] = {0, 0, 0};
    for (size_t N = 0; N != A.Place.size(); ++N)
      At[N] = Word(A.Place[N]) + uint32_t(Offset[N]);
    return model::judgeFetch(
        Of, {int32_t(At[0]), int32_t(At[1]), int32_t(At[2]), Layer},
        A.Level.empty() ? 0 : Word(A.Level[0]));
  }
  float At[3] = {0, 0, 0};
  for (size_t N = 0; N != A.Place.size(); ++N)
    At[N] = Number(A.Place[N]);
  texture::Place Where = {At[0], At[1], At[2], Layer};
  for (size_t N = 0; N != 3; ++N)
    Where.Offset[N] = int8_t(Offset[N]);
  if (!A.Depth.empty())
    Where.Depth = Number(A.Depth[0]);
  if (A.Op == ImageAccess::Gather)
    return model::judgeGather(Of, How, Where, A.Component);
  if (A.Mode == TexelMode::Gradient) {
    texture::Gradients G;
    for (size_t N = 0; N != A.GradientX.size(); ++N) {
      G.X[N] = Number(A.GradientX[N]);
      G.Y[N] = Number(A.GradientY[N]);
    }
    return model::judgeGradient(Of, How, Where, G);
  }
  std::optional<float> Level;
  if (!A.Level.empty())
    Level = Number(A.Level[0]);
  return model::judgeSample(Of, How, Where, Level);
}

uint32_t Evaluator::question(const ImageAccess &A, const Thread &T, Frame &F,
                             unsigned Image) const {
  using abi::ImageQuery;
  const TextureLayout &L = Images[Image].layout();
  const uint32_t Level =
      A.Level.empty() ? 0 : imageWord(A.Level[0], false, T, F);
  auto Size = [&](uint32_t V) {
    return Level < L.Levels ? std::max(1u, V >> Level) : 0;
  };
  switch (A.Question) { // Those that programs ask.
  case ImageQuery::Width:
    return Size(L.Width);
  case ImageQuery::Height:
    return Size(L.Height);
  case ImageQuery::Depth:
    return Size(L.Depth);
  case ImageQuery::ArraySize:
    return L.Layers;
  default:
    return L.Levels;
  }
}

/// To nearest even; of NaN the sign goes.
static uint32_t halfOf(uint32_t Bits) {
  llvm::APFloat V(llvm::APFloat::IEEEsingle(), llvm::APInt(32, Bits));
  if (V.isNaN())
    return 0x7fff;
  bool Loses;
  V.convert(llvm::APFloat::IEEEhalf(), llvm::RoundingMode::NearestTiesToEven,
            &Loses);
  return uint32_t(V.bitcastToAPInt().getZExtValue());
}

//===----------------------------------------------------------------------===//
// Surfaces
//===----------------------------------------------------------------------===//

/// Where an access to \p Bytes of a row is, or, if that is 0, to a texel; null:
/// nowhere.
uint8_t *Evaluator::surfacePlace(const ImageAccess &A, unsigned Bytes,
                                 const Thread &T, Frame &F,
                                 unsigned Image) const {
  const TextureLayout &L = Images[Image].layout();
  const unsigned Texel = L.Format.texelBytes();
  const unsigned Unit = Bytes ? Bytes : Texel;
  const int64_t Sizes[3] = {int64_t(L.Width) * Texel / Unit, L.Height, L.Depth};
  int64_t At[3] = {0, 0, 0};
  auto Inside = [&](int64_t V, int64_t Size) -> std::optional<int64_t> {
    if (A.Bounds == ImageBounds::Zero && (V < 0 || V >= Size))
      return std::nullopt;
    return std::clamp<int64_t>(V, 0, Size - 1);
  };
  for (size_t N = 0; N != A.Place.size(); ++N) {
    int64_t V = int32_t(imageWord(A.Place[N], false, T, F));
    std::optional<int64_t> Found =
        Inside(N == 0 && Bytes ? V / int(Bytes) : V, Sizes[N]);
    if (!Found)
      return nullptr;
    At[N] = *Found;
  }
  const uint32_t Layer =
      A.Layer.empty() ? 0 : imageWord(A.Layer[0], false, T, F);
  const int64_t Row[3] = {0, At[1], At[2]};
  return Images[Image].bytes().data() + model::judgeOffset(L, Row, Layer, 0) +
         At[0] * Unit;
}

template <class T>
static void reduce(uint8_t *Place, abi::SurfaceReduction Kind, uint64_t By) {
  using abi::SurfaceReduction;
  using Signed = std::make_signed_t<T>;
  T Old, With = T(By);
  std::memcpy(&Old, Place, sizeof(T));
  auto Result = [&]() -> T {
    switch (Kind) {
    case SurfaceReduction::Add:
      return Old + With;
    case SurfaceReduction::MinU:
      return Old < With ? Old : With;
    case SurfaceReduction::MaxU:
      return Old > With ? Old : With;
    case SurfaceReduction::MinS:
      return Signed(Old) < Signed(With) ? Old : With;
    case SurfaceReduction::MaxS:
      return Signed(Old) > Signed(With) ? Old : With;
    case SurfaceReduction::And:
      return Old & With;
    case SurfaceReduction::Or:
      return Old | With;
    }
    llvm_unreachable("covered switch");
  };
  T New = Result();
  std::memcpy(Place, &New, sizeof(T));
}

void Evaluator::surface(const Stmt &S, const Thread &T, Frame &F,
                        unsigned Image) {
  const ImageAccess &A = S.Image;
  const size_t Elements = std::max(S.Results.size(), S.Sources.size());
  const RegClass Class =
      S.Results.empty() ? S.Sources[0].R.Class : S.Results[0].Class;
  unsigned Step = bitsOf(Class) / 8;
  if (A.Type == "b8")
    Step = 1;
  uint8_t *Place = surfacePlace(
      A, A.IsFormatted ? 0 : unsigned(Elements * Step), T, F, Image);
  if (A.Op == ImageAccess::Reduce) {
    if (Place && Step == 8)
      reduce<uint64_t>(Place, A.Reduction, read(S.Sources[0], F));
    else if (Place)
      reduce<uint32_t>(Place, A.Reduction, read(S.Sources[0], F));
    return;
  }
  if (A.IsFormatted) {
    Texel V = {0, 0, 0, 0};
    for (size_t I = 0; I != Elements; ++I)
      V[I] = uint32_t(read(S.Sources[I], F));
    if (Place)
      model::judgeWrite(Images[Image].format(), V, Place);
    return;
  }
  for (size_t I = 0; I != Elements; ++I) {
    uint64_t V = 0;
    if (A.Op == ImageAccess::Store) {
      V = read(S.Sources[I], F);
      if (Place)
        std::memcpy(Place + I * Step, &V, Step);
      continue;
    }
    if (Place)
      std::memcpy(&V, Place + I * Step, Step);
    write(S.Results[I], V ^ unsigned(Plant == A.mnemonic()), F);
  }
}

void Evaluator::imageAccess(const Stmt &S, Thread &T, Frame &F) {
  const ImageAccess &A = S.Image;
  unsigned Image = A.Image;
  if (A.Other && !holds(A.Choice, F))
    Image = *A.Other;
  const uint32_t Wrong = Plant == A.mnemonic();
  if (A.Op == ImageAccess::Query)
    return write(S.Results[0], question(A, T, F, Image) ^ Wrong, F);
  if (A.Op >= ImageAccess::Load)
    return surface(S, T, F, Image);
  Texel V = texel(A, T, F, Image);
  V[0] ^= Wrong;
  for (size_t I = 0; I != S.Results.size(); ++I) {
    uint32_t Word = V[I];
    if (A.Type == "f16")
      Word = halfOf(V[I]);
    else if (A.Type == "f16x2")
      Word = halfOf(V[2 * I]) | halfOf(V[2 * I + 1]) << 16;
    write(S.Results[I], Word, F);
  }
}

} // namespace heddle::ptxrandom
