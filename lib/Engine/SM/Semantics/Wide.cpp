//===- Wide.cpp - 64-bit integers -----------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Integers in register pairs, modulo 2^64. A pair lies in two rows, low words
/// first, so sums and logic go by words and their carries; what does not come
/// apart goes lane by lane.
///
//===----------------------------------------------------------------------===//

#include "Counters.h"
#include "Units.h"
#include "Vector.h"
#include "heddle/ABI/WideOps.inc"

namespace heddle::sm::HEDDLE_SM_ISA {
namespace {

/// The words of one vector of pairs.
struct Words {
  U32 Low, High;
};

HEDDLE_INLINE Words loadWords(const uint32_t *Row, unsigned Lane) {
  return {load(Row + Lane), load(Row + Lanes + Lane)};
}

/// An operation on the words of two pairs: OpT::words(I, A, B).
template <class OpT> struct ByWords {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    row<Full>(I, L, Mask);
    return true;
  }
  static unsigned group(const DecodedInst &I, LaneContext *const *L,
                        unsigned Warps) {
    return groupOf(I, L, Warps, [](const DecodedInst &Inst, LaneContext &C) {
      row<true>(Inst, C, AllLanes);
    });
  }

  template <bool Full>
  HEDDLE_INLINE void row(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    const uint32_t *A = sourceRow(I, L, 0), *B = sourceRow(I, L, 1);
    uint32_t *Dst = destRow(I, L);
    // A destination that overlaps a source by one row would be read too late;
    // pairs are aligned, so it is the same pair or another.
    for (unsigned Lane = 0; Lane != Lanes; Lane += W) {
      Words R = OpT::words(I, loadWords(A, Lane), loadWords(B, Lane));
      put<Full>(Dst, Lane, Mask, R.Low);
      put<Full>(Dst + Lanes, Lane, Mask, R.High);
    }
  }
};

struct AddWords {
  HEDDLE_INLINE Words words(const DecodedInst &, Words A, Words B) {
    U32 Low = A.Low + B.Low;
    // A lane of a comparison is -1 where it holds.
    return {Low, A.High + B.High - (U32)(Low < A.Low)};
  }
};
struct SubWords {
  HEDDLE_INLINE Words words(const DecodedInst &, Words A, Words B) {
    return {A.Low - B.Low, A.High - B.High + (U32)(A.Low < B.Low)};
  }
};
struct LogicWords {
  HEDDLE_INLINE Words words(const DecodedInst &I, Words A, Words B) {
    switch (LogicKind(I.Sub[0])) {
    case LogicAnd:
      return {A.Low & B.Low, A.High & B.High};
    case LogicOr:
      return {A.Low | B.Low, A.High | B.High};
    case LogicXor:
      return {A.Low ^ B.Low, A.High ^ B.High};
    case LogicMov2:
      return B;
    }
    __builtin_unreachable();
  }
};
using Add = ByWords<AddWords>;
using Sub = ByWords<SubWords>;
using Logic = ByWords<LogicWords>;

/// Shifts by a word; a count of 64 and more leaves copies of what comes in.
template <bool Right> struct Shift {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    row<Full>(I, L, Mask);
    return true;
  }
  static unsigned group(const DecodedInst &I, LaneContext *const *L,
                        unsigned Warps) {
    return groupOf(I, L, Warps, [](const DecodedInst &Inst, LaneContext &C) {
      row<true>(Inst, C, AllLanes);
    });
  }

  template <bool Full>
  HEDDLE_INLINE void row(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    const uint32_t *A = sourceRow(I, L, 0), *Count = sourceRow(I, L, 1);
    uint32_t *Dst = destRow(I, L);
    // The count may be in the destination's second row.
    Words R[Lanes / W];
    for (unsigned Lane = 0; Lane != Lanes; Lane += W)
      R[Lane / W] =
          words(I.has(Signed), loadWords(A, Lane), load(Count + Lane));
    for (unsigned Lane = 0; Lane != Lanes; Lane += W) {
      put<Full>(Dst, Lane, Mask, R[Lane / W].Low);
      put<Full>(Dst + Lanes, Lane, Mask, R[Lane / W].High);
    }
  }

  HEDDLE_INLINE Words words(bool Arithmetic, Words A, U32 Count) {
    U32 By = Count & 31, Rest = 31 - By;
    S32 IsWord = (S32)((Count & 32) != 0), IsAll = (S32)(Count > 63);
    if constexpr (Right) {
      U32 In = Arithmetic ? (U32)((S32)A.High >> 31) : splat(0);
      U32 High = Arithmetic ? (U32)((S32)A.High >> (S32)By) : A.High >> By;
      U32 Low = A.Low >> By | A.High << 1 << Rest;
      return {select(IsAll, In, select(IsWord, High, Low)),
              select(IsAll | IsWord, In, High)};
    } else {
      U32 Low = A.Low << By, High = A.High << By | A.Low >> 1 >> Rest;
      return {select(IsAll | IsWord, splat(0), Low),
              select(IsAll, splat(0), select(IsWord, Low, High))};
    }
  }
};
using Shl = Shift<false>;
using Shr = Shift<true>;

/// Unsigned order is signed order with the signs turned.
HEDDLE_INLINE U32 orderBias(const DecodedInst &I) {
  return splat(I.has(Signed) ? 0 : 0x80000000u);
}
HEDDLE_INLINE S32 less(Words A, Words B, U32 Bias) {
  U32 Sign = splat(0x80000000u);
  S32 High = (S32)(A.High ^ Bias) < (S32)(B.High ^ Bias);
  S32 Low = (S32)(A.Low ^ Sign) < (S32)(B.Low ^ Sign);
  return High | ((S32)(A.High == B.High) & Low);
}
HEDDLE_INLINE S32 equal(Words A, Words B) {
  return (S32)(A.Low == B.Low) & (S32)(A.High == B.High);
}

template <bool Larger> struct MinMaxWords {
  HEDDLE_INLINE Words words(const DecodedInst &I, Words A, Words B) {
    S32 TakeA = less(A, B, orderBias(I));
    if constexpr (Larger)
      TakeA = ~TakeA;
    return {select(TakeA, A.Low, B.Low), select(TakeA, A.High, B.High)};
  }
};
using Min = ByWords<MinMaxWords<false>>;
using Max = ByWords<MinMaxWords<true>>;

/// Result -1 or 0 in one register; true sets S alone, false Z alone.
struct Set {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    const uint32_t *A = sourceRow(I, L, 0), *B = sourceRow(I, L, 1);
    uint32_t *Dst = destRow(I, L);
    U32 Bias = orderBias(I);
    uint32_t True = 0;
    alignas(64) uint32_t Row[Lanes];
    for (unsigned Lane = 0; Lane != Lanes; Lane += W) {
      Words X = loadWords(A, Lane), Y = loadWords(B, Lane);
      S32 Less = less(X, Y, Bias), Equal = equal(X, Y);
      S32 Holds = S32{};
      if (I.Sub[0] & CmpLess)
        Holds |= Less;
      if (I.Sub[0] & CmpEqual)
        Holds |= Equal;
      if (I.Sub[0] & CmpGreater)
        Holds |= ~(Less | Equal);
      True |= gather(Holds) << Lane;
      store(Row + Lane, (U32)Holds);
    }
    for (unsigned Lane = 0; Lane != Lanes; Lane += W)
      put<Full>(Dst, Lane, Mask, load(Row + Lane));
    if (I.has(WritesCondition)) {
      ConditionBuilder CC;
      CC.Plane[BitZ] = ~True;
      CC.Plane[BitS] = True;
      CC.commit(I, L, Mask);
    }
    return true;
  }
};

/// The full products of words: of those in even places, then of the others.
HEDDLE_INLINE Words productOfWords(U32 A, U32 B, bool IsSigned) {
  using Pairs __attribute__((vector_size(4 * W))) = uint64_t;
  auto Low = [](U32 V) { return (Pairs)V & 0xffffffff; };
  auto High = [](U32 V) { return (Pairs)V >> 32; };
  Pairs Even = Low(A) * Low(B), Odd = High(A) * High(B);
  Words R = {(U32)((Even & 0xffffffff) | Odd << 32),
             (U32)(Even >> 32 | (Odd >> 32 << 32))};
  // Each negative factor counts 2^32 too much of the other.
  if (IsSigned)
    R.High -= ((U32)((S32)A >> 31) & B) + ((U32)((S32)B >> 31) & A);
  return R;
}

struct LowProduct {
  HEDDLE_INLINE Words words(const DecodedInst &, Words A, Words B) {
    Words R = productOfWords(A.Low, B.Low, /*IsSigned=*/false);
    R.High += A.Low * B.High + A.High * B.Low;
    return R;
  }
};
using Mul = ByWords<LowProduct>;

/// The upper half of the product.
struct HighProduct {
  HEDDLE_INLINE Words words(const DecodedInst &I, Words A, Words B) {
    Words LL = productOfWords(A.Low, B.Low, false),
          LH = productOfWords(A.Low, B.High, false),
          HL = productOfWords(A.High, B.Low, false),
          HH = productOfWords(A.High, B.High, false);
    // The upper words of the lower half, and the carry out of them.
    U32 First = LL.High + LH.Low, Second = First + HL.Low;
    U32 Carry = -(U32)(First < LH.Low) - (U32)(Second < HL.Low);
    Words R = AddWords::words(I, HH, {LH.High, splat(0)});
    R = AddWords::words(I, R, {HL.High, splat(0)});
    R = AddWords::words(I, R, {Carry, splat(0)});
    // Each negative factor counts 2^64 too much of the other.
    if (I.has(Signed)) {
      R = SubWords::words(I, R, whereNegative(A, B));
      R = SubWords::words(I, R, whereNegative(B, A));
    }
    return R;
  }

private:
  HEDDLE_INLINE Words whereNegative(Words Sign, Words V) {
    U32 Mask = (U32)((S32)Sign.High >> 31);
    return {V.Low & Mask, V.High & Mask};
  }
};
using MulHigh = ByWords<HighProduct>;

template <bool Adds> struct Product {
  template <bool Full>
  HEDDLE_INLINE void row(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    const uint32_t *A = sourceRow(I, L, 0), *B = sourceRow(I, L, 1);
    const uint32_t *C = sourceRow(I, L, 2);
    uint32_t *Dst = destRow(I, L);
    bool IsSigned = I.has(Signed);
    for (unsigned Lane = 0; Lane != Lanes; Lane += W) {
      Words R = productOfWords(load(A + Lane), load(B + Lane), IsSigned);
      if constexpr (Adds)
        R = AddWords::words(I, R, loadWords(C, Lane));
      put<Full>(Dst, Lane, Mask, R.Low);
      put<Full>(Dst + Lanes, Lane, Mask, R.High);
    }
  }
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    row<Full>(I, L, Mask);
    return true;
  }
  static unsigned group(const DecodedInst &I, LaneContext *const *L,
                        unsigned Warps) {
    return groupOf(I, L, Warps, [](const DecodedInst &Inst, LaneContext &C) {
      row<true>(Inst, C, AllLanes);
    });
  }
};
using Mad = Product<true>;
using MulWords = Product<false>;

struct Counter {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    uint64_t Now = I.Sub[0] ? timerOf(L) : clockOf(L);
    uint32_t *Dst = destRow(I, L);
    for (unsigned Lane = 0; Lane != Lanes; Lane += W) {
      put<Full>(Dst, Lane, Mask, splat(uint32_t(Now)));
      put<Full>(Dst + Lanes, Lane, Mask, splat(uint32_t(Now >> 32)));
    }
    return true;
  }
};

} // namespace

HandlerPair handlersOf(WideOp Op) {
  switch (Op) {
#define HEDDLE_CASE(NAME)                                                      \
  case WideOp::NAME:                                                           \
    return handlerPair<NAME>();
    HEDDLE_WIDE_OPS(HEDDLE_CASE)
#undef HEDDLE_CASE
  }
  __builtin_unreachable();
}

} // namespace heddle::sm::HEDDLE_SM_ISA
