//===- BilinearRow.h - Bilinear fetches of a warp ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The texture unit's linear filter in two dimensions, for images of one
/// channel of f32, a warp at once. It computes what texture::sample does lane
/// by lane (docs/textures.md, "Filters"), and leaves to it what is rare: far
/// coordinates, mirrored images, borders.
///
///   lanes' y    lanes' x            texels are
///   one         one after another   loaded
///   one         near each other     picked out of 32 that are loaded
///   any         any                 gathered
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_SM_SEMANTICS_BILINEARROW_H
#define HEDDLE_LIB_ENGINE_SM_SEMANTICS_BILINEARROW_H

#include "Vector.h"
#include "heddle/Texture/BilinearImage.h"

namespace heddle::sm::HEDDLE_SM_ISA {

#if defined(__FMA__)

HEDDLE_INLINE F32 roundDown(F32 V) {
#if HEDDLE_SM_LANES == 16
  return (F32)_mm512_roundscale_ps((__m512)V, _MM_FROUND_TO_NEG_INF);
#else
  return (F32)_mm256_floor_ps((__m256)V);
#endif
}

/// Along one axis: the two texels between which lanes are, and the weight of
/// the upper one in 256ths.
struct AxisTaps {
  S32 Lower, Upper, Weight;
};

/// False: some lane is not for here.
HEDDLE_INLINE bool tapsOf(const texture::BilinearAxis &A, F32 X, AxisTaps &T) {
  constexpr float Far = 1 << 22;
  // floor(X * Scale + 1/2): what the product is rounded by, and less than half
  // of it, is known exactly.
  F32 Scale = splatF(A.Scale), P = X * Scale;
  F32 Lost = fusedMultiplyAdd(X, Scale, -P), Floor = roundDown(P);
  S32 IsUp = (S32)((P - Floor) - 0.5f >= -Lost);
  S32 IsNear = (S32)(P > splatF(-Far)) & (S32)(P < splatF(Far));
  S32 Point = __builtin_convertvector(Floor, S32) - IsUp - 128;
  S32 First = Point >> 8, Last = S32{} + (A.Size - 1), Second = First + 1;
  T.Weight = Point & 255;
  switch (A.Outside) {
  case texture::BilinearAxis::Clamp: {
    T.Lower = First < 0 ? S32{} : First;
    T.Lower = T.Lower > Last ? Last : T.Lower;
    T.Upper = Second < 0 ? S32{} : Second;
    T.Upper = T.Upper > Last ? Last : T.Upper;
    break;
  }
  case texture::BilinearAxis::Wrap: {
    First += (S32)(First < 0) & A.Size;
    First -= (S32)(First > Last) & A.Size;
    IsNear &= (S32)((U32)First <= (U32)Last);
    T.Lower = First;
    T.Upper = First == Last ? S32{} : First + 1;
    break;
  }
  case texture::BilinearAxis::Nowhere:
    IsNear &= (S32)((U32)First < (U32)Last);
    T.Lower = First;
    T.Upper = Second;
    break;
  }
  return !any(~IsNear);
}

/// The texels of lanes at the corners of a cell: x first.
struct Corners {
  F32 V[4];
};

/// All of \p X's lanes are in the rows at \p Rows.
HEDDLE_INLINE Corners
cornersInRows([[maybe_unused]] const texture::BilinearImage &Image,
              const uint8_t *const (&Rows)[2], const AxisTaps &X) {
  const int32_t First = X.Lower[0];
  S32 Lower = X.Lower - First, Upper = X.Upper - First;
  S32 Strays = (S32)(Lower != (S32)laneNumbers()) | (S32)(Upper != Lower + 1);
  auto Words = [&](unsigned Row, int32_t At) {
    F32 V;
    __builtin_memcpy(&V, Rows[Row] + int64_t(At) * 4, sizeof V);
    return V;
  };
  if (!any(Strays)) [[likely]]
    return {{Words(0, First), Words(0, First + 1), Words(1, First),
             Words(1, First + 1)}};
#if HEDDLE_SM_LANES == 16
  // The window may go beyond the row, but not beyond the image.
  const int32_t Start = First <= Image.LastWindow ? First : Image.LastWindow;
  Lower = X.Lower - Start;
  Upper = X.Upper - Start;
  if (Start >= 0 && !any((S32)((U32)(Lower | Upper) > 31))) {
    auto Pick = [&](unsigned Row, S32 Index) {
      return (F32)_mm512_permutex2var_ps((__m512)Words(Row, Start),
                                         (__m512i)Index,
                                         (__m512)Words(Row, Start + 16));
    };
    return {{Pick(0, Lower), Pick(0, Upper), Pick(1, Lower), Pick(1, Upper)}};
  }
#endif
  auto Gather = [&](unsigned Row, S32 Index) {
    return asFloat(readWords(Rows[Row], (U32)Index * 4));
  };
  return {{Gather(0, X.Lower), Gather(0, X.Upper), Gather(1, X.Lower),
           Gather(1, X.Upper)}};
}

HEDDLE_INLINE Corners cornersAnywhere(const texture::BilinearImage &Image,
                                      const AxisTaps &X, const AxisTaps &Y) {
  auto Gather = [&](S32 Column, S32 Row) {
    return asFloat(
        readWords(Image.Data, (U32)Row * Image.RowBytes + (U32)Column * 4));
  };
  return {{Gather(X.Lower, Y.Lower), Gather(X.Upper, Y.Lower),
           Gather(X.Lower, Y.Upper), Gather(X.Upper, Y.Upper)}};
}

/// The weighted sum; a texel of weight 0 is left out. Before the first texel
/// the sum is -0, to which each product is added unchanged.
HEDDLE_INLINE U32 blend(const Corners &C, S32 WeightX, S32 WeightY) {
  F32 X = __builtin_convertvector(WeightX, F32) * (1.0f / 256),
      Y = __builtin_convertvector(WeightY, F32) * (1.0f / 256);
  F32 NotX = 1 - X, NotY = 1 - Y;
  S32 HasX = (S32)(WeightX != 0), HasY = (S32)(WeightY != 0);
  F32 Sum = C.V[0] * (NotX * NotY);
  auto Add = [&](S32 Has, F32 Weight, F32 Texel) {
    F32 More = fusedMultiplyAdd(Weight, Texel, Sum);
    Sum = Has ? More : Sum;
  };
  Add(HasX, X * NotY, C.V[1]);
  Add(HasY, NotX * Y, C.V[2]);
  Add(HasX & HasY, X * Y, C.V[3]);
  return select((S32)(Sum == Sum), asBits(Sum), splat(0x7fffffff));
}

/// Fetches the texels of all lanes at the coordinates \p X and \p Y from
/// \p Image to \p To, which may be \p X or \p Y. Returns false, and writes
/// nothing, if this code does not handle some lane. Denormals are not flushed.
HEDDLE_INLINE bool bilinearRow(const texture::BilinearImage &Image,
                               const uint32_t *X, const uint32_t *Y,
                               uint32_t *To) {
  constexpr unsigned Vectors = Lanes / W;
  U32 OneY = splat(Y[0]), Differs = U32{};
  for (unsigned N = 0; N != Vectors; ++N)
    Differs |= load(Y + N * W) ^ OneY;
  const bool IsRow = !any((S32)(Differs != 0));
  AxisTaps OfY;
  if (!tapsOf(Image.Y, asFloat(OneY), OfY)) [[unlikely]]
    return false;
  const uint8_t *const Rows[2] = {
      Image.Data + uint64_t(OfY.Lower[0]) * Image.RowBytes,
      Image.Data + uint64_t(OfY.Upper[0]) * Image.RowBytes};
  U32 R[Vectors];
  for (unsigned N = 0; N != Vectors; ++N) {
    AxisTaps OfX;
    if (!tapsOf(Image.X, asFloat(load(X + N * W)), OfX)) [[unlikely]]
      return false;
    if (!IsRow && !tapsOf(Image.Y, asFloat(load(Y + N * W)), OfY)) [[unlikely]]
      return false;
    R[N] = blend(IsRow ? cornersInRows(Image, Rows, OfX)
                       : cornersAnywhere(Image, OfX, OfY),
                 OfX.Weight, OfY.Weight);
  }
  for (unsigned N = 0; N != Vectors; ++N)
    store(To + N * W, R[N]);
  return true;
}

#else

/// Without a fused multiply-add, lane by lane is as fast.
HEDDLE_INLINE bool bilinearRow(const texture::BilinearImage &, const uint32_t *,
                               const uint32_t *, uint32_t *) {
  return false;
}

#endif // __FMA__

} // namespace heddle::sm::HEDDLE_SM_ISA

#endif // HEDDLE_LIB_ENGINE_SM_SEMANTICS_BILINEARROW_H
