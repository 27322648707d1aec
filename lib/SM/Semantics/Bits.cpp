//===- Bits.cpp - Counting, moving and choosing bits ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lane by lane: compilers make vector code of what hosts have instructions
/// for.
///
//===----------------------------------------------------------------------===//

#include "Units.h"
#include "Vector.h"

namespace heddle::sm::HEDDLE_SM_ISA {
namespace {

/// A word made of the sources of one lane: OpT::word(I, A, B, C).
template <class OpT> struct WordOp {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    const uint32_t *A = sourceRow(I, L, 0), *B = sourceRow(I, L, 1);
    const uint32_t *C = sourceRow(I, L, 2);
    uint32_t *Dst = destRow(I, L);
    alignas(64) uint32_t Row[Lanes];
    for (unsigned Lane = 0; Lane != Lanes; ++Lane)
      Row[Lane] = OpT::word(I, A[Lane], B[Lane], C[Lane]);
    for (unsigned Lane = 0; Lane != Lanes; Lane += W)
      put<Full>(Dst, Lane, Mask, load(Row + Lane));
    return true;
  }
};

struct PopcWord {
  HEDDLE_INLINE uint32_t word(const DecodedInst &, uint32_t A, uint32_t,
                              uint32_t) {
    return uint32_t(__builtin_popcount(A));
  }
};
using Popc = WordOp<PopcWord>;

} // namespace

HandlerPair bitsHandlers(BitsOp Op) {
  switch (Op) {
#define HEDDLE_BITS(NAME)                                                      \
  case BitsOp::NAME:                                                           \
    return handlerPair<NAME>();
#include "heddle/Machine/Operations.def"
  }
  __builtin_unreachable();
}

} // namespace heddle::sm::HEDDLE_SM_ISA
