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

#include "Pairs.h"
#include "ScalarBits.h"
#include "Units.h"
#include "heddle/ABI/BitsOps.inc"

namespace heddle::sm::HEDDLE_SM_ISA {
namespace {

/// A word made of words, by Result(A, B, C) of one lane.
template <bool Full, class FnT>
HEDDLE_INLINE bool eachWord(const DecodedInst &I, LaneContext &L, uint32_t Mask,
                            FnT Result) {
  const uint32_t *A = sourceRow(I, L, 0), *B = sourceRow(I, L, 1);
  const uint32_t *C = sourceRow(I, L, 2);
  uint32_t *Dst = destRow(I, L);
  alignas(64) uint32_t Row[Lanes];
  for (unsigned Lane = 0; Lane != Lanes; ++Lane)
    Row[Lane] = Result(A[Lane], B[Lane], C[Lane]);
  for (unsigned Lane = 0; Lane != Lanes; Lane += W)
    put<Full>(Dst, Lane, Mask, load(Row + Lane));
  return true;
}

/// A word made of a word, or of a pair where the type says so: Result(A), whose
/// A has the type.
template <bool Full, class FnT>
HEDDLE_INLINE bool eachValue(const DecodedInst &I, LaneContext &L,
                             uint32_t Mask, FnT Result) {
  if (!isPair(I))
    return eachWord<Full>(I, L, Mask, [=](uint32_t A, uint32_t, uint32_t) {
      return uint32_t(Result(A));
    });
  const uint32_t *A = sourceRow(I, L, 0);
  uint32_t *Dst = destRow(I, L);
  alignas(64) uint32_t Row[Lanes];
  for (unsigned Lane = 0; Lane != Lanes; ++Lane)
    Row[Lane] = uint32_t(Result(pairAt(A, Lane)));
  for (unsigned Lane = 0; Lane != Lanes; Lane += W)
    put<Full>(Dst, Lane, Mask, load(Row + Lane));
  return true;
}

/// A pair, by Result(Lane).
template <bool Full, class FnT>
HEDDLE_INLINE bool eachPair(const DecodedInst &I, LaneContext &L, uint32_t Mask,
                            FnT Result) {
  PairRow R;
  for (unsigned Lane = 0; Lane != Lanes; ++Lane)
    R.Lane[Lane] = Result(Lane);
  writePairs<Full>(destRow(I, L), Mask, R);
  return true;
}

struct Popc {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    return eachValue<Full>(I, L, Mask,
                           [](auto A) { return __builtin_popcountll(A); });
  }
};

struct Clz {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    return eachValue<Full>(I, L, Mask, [](auto A) { return leadingZeros(A); });
  }
};

struct Reverse {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    return eachWord<Full>(I, L, Mask, [](uint32_t A, uint32_t, uint32_t) {
      return reverseBits(A);
    });
  }
};

struct ReverseWide {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    const uint32_t *A = sourceRow(I, L, 0);
    return eachPair<Full>(I, L, Mask, [=](unsigned Lane) {
      return reverseBits(pairAt(A, Lane));
    });
  }
};

struct Find {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    bool IsSigned = I.has(Signed), FromTop = I.Sub[0];
    return eachValue<Full>(
        I, L, Mask, [=](auto A) { return findHighest(A, IsSigned, FromTop); });
  }
};

struct Extract {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    bool IsSigned = I.has(Signed);
    return eachWord<Full>(I, L, Mask,
                          [=](uint32_t A, uint32_t Place, uint32_t Length) {
                            return extractField(A, Place, Length, IsSigned);
                          });
  }
};

struct ExtractWide {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    const uint32_t *A = sourceRow(I, L, 0), *Place = sourceRow(I, L, 1);
    const uint32_t *Length = sourceRow(I, L, 2);
    bool IsSigned = I.has(Signed);
    return eachPair<Full>(I, L, Mask, [=](unsigned Lane) {
      return extractField(pairAt(A, Lane), Place[Lane], Length[Lane], IsSigned);
    });
  }
};

struct Insert {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    return eachWord<Full>(I, L, Mask,
                          [](uint32_t A, uint32_t Whole, uint32_t Field) {
                            return insertField(A, Whole, Field);
                          });
  }
};

struct InsertWide {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    const uint32_t *A = sourceRow(I, L, 0), *Whole = sourceRow(I, L, 1);
    const uint32_t *Field = sourceRow(I, L, 2);
    return eachPair<Full>(I, L, Mask, [=](unsigned Lane) {
      return insertField(pairAt(A, Lane), pairAt(Whole, Lane), Field[Lane]);
    });
  }
};

struct Mask {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Executing) {
    bool Wrap = I.Sub[0];
    return eachWord<Full>(I, L, Executing,
                          [=](uint32_t Place, uint32_t Length, uint32_t) {
                            return maskOf(Place, Length, Wrap);
                          });
  }
};

struct Extend {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    bool IsSigned = I.has(Signed), Wrap = I.Sub[0];
    return eachWord<Full>(
        I, L, Mask, [=](uint32_t A, uint32_t Count, uint32_t) {
          return extendLow(A, Wrap ? Count & 31 : Count, IsSigned);
        });
  }
};

struct Logic3 {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    unsigned Table = I.Sub[0];
    return eachWord<Full>(I, L, Mask, [=](uint32_t A, uint32_t B, uint32_t C) {
      return logic3(A, B, C, Table);
    });
  }
};

struct Permute {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    PermuteKind Kind = PermuteKind(I.Sub[0]);
    return eachWord<Full>(I, L, Mask, [=](uint32_t A, uint32_t B, uint32_t C) {
      return permute(Kind, A, B, C);
    });
  }
};

struct Funnel {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    unsigned Bits = I.Sub[0];
    return eachWord<Full>(I, L, Mask, [=](uint32_t A, uint32_t B, uint32_t C) {
      return funnelShift(A, B, C, Bits);
    });
  }
};

struct Dot {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    unsigned Bits = I.Sub[0];
    return eachWord<Full>(I, L, Mask, [=](uint32_t A, uint32_t B, uint32_t C) {
      return dotProduct(A, B, C, Bits);
    });
  }
};

struct NthSet {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    return eachWord<Full>(I, L, Mask, [](uint32_t A, uint32_t B, uint32_t C) {
      return findNthSet(A, B, int32_t(C));
    });
  }
};

struct Halves {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    HalvesKind Kind = HalvesKind(I.Sub[0]);
    bool IsSigned = I.has(Signed);
    return eachWord<Full>(I, L, Mask, [=](uint32_t A, uint32_t B, uint32_t) {
      return halves(Kind, A, B, IsSigned);
    });
  }
};

} // namespace

HandlerPair handlersOf(BitsOp Op) {
  switch (Op) {
#define HEDDLE_CASE(NAME)                                                      \
  case BitsOp::NAME:                                                           \
    return handlerPair<NAME>();
    HEDDLE_BITS_OPS(HEDDLE_CASE)
#undef HEDDLE_CASE
  }
  __builtin_unreachable();
}

} // namespace heddle::sm::HEDDLE_SM_ISA
