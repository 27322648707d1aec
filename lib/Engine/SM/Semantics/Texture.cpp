//===- Texture.cpp - Textures and surfaces --------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The texture unit stands beside the multiprocessor, and is not compiled for
// each host ISA: but for the commonest of its filters.
//
//===----------------------------------------------------------------------===//

#include "BilinearRow.h"
#include "Units.h"
#include "Vector.h"
#include "heddle/ABI/ImageAccess.h"
#include "heddle/ABI/TextureOps.inc"

namespace heddle::sm::HEDDLE_SM_ISA {
namespace {

struct Access {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    return L.AccessImage(I, L, Mask);
  }
};

/// The image of a slot that a warp may fetch from at once; null: there is none.
HEDDLE_INLINE const texture::BilinearImage *bilinearAt(const LaneContext &L,
                                                       uint32_t Slot) {
  return Slot < L.NumBilinear && L.Bilinear[Slot].Data ? &L.Bilinear[Slot]
                                                       : nullptr;
}

HEDDLE_INLINE void fill(uint32_t *Row, uint32_t Value) {
  for (unsigned Lane = 0; Lane != Lanes; Lane += W)
    store(Row + Lane, splat(Value));
}

/// The channels that an image of one channel lacks.
constexpr uint32_t Lacking[4] = {0, 0, 0, 0x3f800000};

/// By slots: coordinates give way to what is fetched.
struct Fetch {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    if constexpr (Full)
      if (const texture::BilinearImage *Image = imageOf(I, L))
        if (together(I, L, *Image))
          return true;
    return L.AccessImage(I, L, Mask);
  }

  static unsigned group(const DecodedInst &Shared, LaneContext *const *L,
                        unsigned Warps) {
    const texture::BilinearImage *Found = imageOf(Shared, *L[0]);
    if (!Found)
      return eachWarp<Fetch>(Shared, L, Warps);
    // Copies, which no store to a register changes.
    const DecodedInst I = Shared;
    const texture::BilinearImage Image = *Found;
    for (unsigned K = 0; K != Warps; ++K)
      if (!together(I, *L[K], Image)) [[unlikely]]
        if (!L[K]->AccessImage(Shared, *L[K], AllLanes))
          return K;
    return Warps;
  }

  /// Null: not of such an image, or not such a fetch.
  HEDDLE_INLINE const texture::BilinearImage *imageOf(const DecodedInst &I,
                                                      const LaneContext &L) {
    return I.Sub[1] & FetchInteger || I.Invert[0] || I.Sub[0] < 2
               ? nullptr
               : bilinearAt(L, I.Imm & 0xff);
  }

  HEDDLE_INLINE bool together(const DecodedInst &I, LaneContext &L,
                              const texture::BilinearImage &Image) {
    alignas(64) uint32_t Texels[Lanes];
    uint32_t *Row = destRow(I, L);
    const bool IsFetched = I.Sub[2] & 1;
    if (!bilinearRow(Image, Row, Row + Lanes, IsFetched ? Row : Texels))
      return false;
    Row += IsFetched ? Lanes : 0;
    for (unsigned N = 1; N != 4; ++N)
      if (I.Sub[2] & 1u << N) {
        fill(Row, Lacking[N]);
        Row += Lanes;
      }
    return true;
  }
};

/// By handles.
struct Sample {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    return (Full && together(I, L)) || L.AccessImage(I, L, Mask);
  }

  HEDDLE_INLINE bool together(const DecodedInst &I, LaneContext &L) {
    constexpr uint32_t Plain = abi::fetchBits(
        abi::ImageGeometry::TwoD, abi::TexelMode::Plain, abi::TexelType::F32);
    if (I.Imm != Plain || I.Sub[0])
      return false;
    // A texture for all lanes, with the sampler that belongs to it.
    const uint32_t *Handles = sourceRow(I, L, 0);
    const uint32_t Slot = Handles[0];
    const uint64_t Handle = abi::imageHandle(abi::ImageKind::Texture, Slot);
    const U32 Wanted[4] = {splat(Slot), splat(uint32_t(Handle >> 32)), U32{},
                           U32{}};
    U32 Differs = U32{};
    for (unsigned N = 0; N != 4; ++N)
      for (unsigned Lane = 0; Lane != Lanes; Lane += W)
        Differs |= load(Handles + N * Lanes + Lane) ^ Wanted[N];
    if (any((S32)(Differs != 0)))
      return false;
    const texture::BilinearImage *Image = bilinearAt(L, Slot);
    const uint32_t *At = sourceRow(I, L, 1);
    uint32_t *Row = destRow(I, L);
    if (!Image || !bilinearRow(*Image, At, At + Lanes, Row))
      return false;
    for (unsigned N = 1; N != 4; ++N)
      fill(Row + N * Lanes, Lacking[N]);
    return true;
  }
};

using Query = Access;
using LoadSurface = Access;
using StoreSurface = Access;
using ReduceSurface = Access;

} // namespace

HandlerPair handlersOf(TextureOp Op) {
  switch (Op) {
#define HEDDLE_CASE(NAME)                                                      \
  case TextureOp::NAME:                                                        \
    return handlerPair<NAME>();
    HEDDLE_TEXTURE_OPS(HEDDLE_CASE)
#undef HEDDLE_CASE
  }
  __builtin_unreachable();
}

} // namespace heddle::sm::HEDDLE_SM_ISA
