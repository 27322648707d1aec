//===- Format.cpp - Floats of fewer bits than f32 -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Conversions between f32 and the formats of NarrowFormat.
///
//===----------------------------------------------------------------------===//

#include "ScalarNarrow.h"
#include "Units.h"
#include "heddle/ABI/FormatOps.inc"

namespace heddle::sm::HEDDLE_SM_ISA {
namespace {

/// \p OneLane(A, B, Format, Mode, SatFinite)
template <bool Full, class LaneT>
HEDDLE_INLINE bool eachLane(const DecodedInst &I, LaneContext &L, uint32_t Mask,
                            LaneT OneLane) {
  const uint32_t *A = sourceRow(I, L, 0), *B = sourceRow(I, L, 1);
  NarrowFormat Format = NarrowFormat(I.Sub[0]);
  RoundingMode Mode = RoundingMode(I.Sub[1]);
  bool SatFinite = I.has(Saturate);
  alignas(64) uint32_t R[Lanes];
  for (unsigned Lane = 0; Lane != Lanes; ++Lane)
    R[Lane] = OneLane(A[Lane], B[Lane], Format, Mode, SatFinite);
  uint32_t *Dst = destRow(I, L);
  for (unsigned Lane = 0; Lane != Lanes; Lane += W)
    put<Full>(Dst, Lane, Mask, load(R + Lane));
  return true;
}

struct Narrow {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    return eachLane<Full>(
        I, L, Mask,
        [](uint32_t A, uint32_t, NarrowFormat F, RoundingMode Mode,
           bool SatFinite) { return narrow(A, F, Mode, SatFinite); });
  }
};
struct NarrowPair {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    return eachLane<Full>(I, L, Mask,
                          [](uint32_t A, uint32_t B, NarrowFormat F,
                             RoundingMode Mode, bool SatFinite) {
                            return narrow(A, F, Mode, SatFinite)
                                       << layoutOf(F).Width |
                                   narrow(B, F, Mode, SatFinite);
                          });
  }
};
struct Widen {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    return eachLane<Full>(I, L, Mask,
                          [](uint32_t A, uint32_t, NarrowFormat F, RoundingMode,
                             bool) { return widen(A, F); });
  }
};

} // namespace

HandlerPair handlersOf(FormatOp Op) {
  switch (Op) {
#define HEDDLE_CASE(NAME)                                                      \
  case FormatOp::NAME:                                                         \
    return handlerPair<NAME>();
    HEDDLE_FORMAT_OPS(HEDDLE_CASE)
#undef HEDDLE_CASE
  }
  __builtin_unreachable();
}

} // namespace heddle::sm::HEDDLE_SM_ISA
