//===- Exchange.cpp - Between the lanes of a warp -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lanes that execute the instruction together exchange values. Others take no
/// part, whatever a member mask says of them: a warp has one program counter.
///
//===----------------------------------------------------------------------===//

#include "Units.h"
#include "Vector.h"

namespace heddle::sm::HEDDLE_SM_ISA {
namespace {

/// Where lane \p Lane takes its value from, and whether that is within its
/// segment. Source: PTX ISA, "shfl.sync"; c has the clamp in its low five bits
/// and the segment mask in bits 8 to 12.
struct ShuffleSource {
  unsigned Lane;
  bool InRange;
};

HEDDLE_INLINE ShuffleSource shuffleSource(ShuffleKind Kind, unsigned Lane,
                                          uint32_t B, uint32_t C) {
  unsigned Clamp = C & 31, Segment = C >> 8 & 31;
  unsigned MaxLane = (Lane & Segment) | (Clamp & ~Segment);
  unsigned MinLane = Lane & Segment;
  int From = int(Lane);
  bool InRange = false;
  B &= 31;
  switch (Kind) {
  case ShuffleKind::Up:
    From = int(Lane) - int(B);
    InRange = From >= int(MaxLane);
    break;
  case ShuffleKind::Down:
    From = int(Lane) + int(B);
    InRange = From <= int(MaxLane);
    break;
  case ShuffleKind::Butterfly:
    From = int(Lane ^ B);
    InRange = From <= int(MaxLane);
    break;
  case ShuffleKind::Index:
    From = int(MinLane | (B & ~Segment));
    InRange = From <= int(MaxLane);
    break;
  }
  return {InRange ? unsigned(From) : Lane, InRange};
}

struct Shuffle {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    const uint32_t *A = sourceRow(I, L, 0), *B = sourceRow(I, L, 1);
    const uint32_t *C = sourceRow(I, L, 2);
    alignas(64) uint32_t Row[Lanes];
    uint32_t InRange = 0;
    for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
      ShuffleSource From =
          shuffleSource(ShuffleKind(I.Sub[0]), Lane, B[Lane], C[Lane]);
      Row[Lane] = A[From.Lane];
      InRange |= uint32_t(From.InRange) << Lane;
    }
    uint32_t *Dst = destRow(I, L);
    for (unsigned Lane = 0; Lane != Lanes; Lane += W)
      put<Full>(Dst, Lane, Mask, load(Row + Lane));
    if (I.has(WritesCondition)) {
      ConditionBuilder CC;
      CC.Plane[BitZ] = ~InRange;
      CC.Plane[BitS] = InRange;
      CC.commit(I, L, Mask);
    }
    return true;
  }
};

} // namespace

HandlerPair exchangeHandlers(ExchangeOp Op) {
  switch (Op) {
#define HEDDLE_EXCHANGE(NAME)                                                  \
  case ExchangeOp::NAME:                                                       \
    return handlerPair<NAME>();
#include "heddle/Machine/Operations.def"
  }
  __builtin_unreachable();
}

} // namespace heddle::sm::HEDDLE_SM_ISA
