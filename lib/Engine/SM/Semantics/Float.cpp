//===- Float.cpp - f32 unit -----------------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules: tesla-isa.md section 5.2. Denormal operands count as signed zero,
// results below 2^-126 after rounding become signed zero, NaN is 0x7fffffff.
// Add, mul and mad themselves are in FloatArithmetic.h.
//
//===----------------------------------------------------------------------===//

#include "AddressRegisters.h"
#include "FloatArithmetic.h"
#include "Operands.h"
#include "Units.h"
#include "Vector.h"
#include "heddle/ABI/FloatOps.inc"
#include <cassert>
#include <type_traits>

namespace heddle::sm::HEDDLE_SM_ISA {
namespace {

HEDDLE_INLINE U32 flush(U32 V) {
  return select((S32)((V & Infinity) == 0), V & SignBit, V);
}
HEDDLE_INLINE U32 saturate(U32 V) {
  U32 R = select((S32)V < 0, splat(0),
                 select((S32)V > 0x3f800000, splat(0x3f800000), V));
  return select(isNaN(V), splat(CanonicalNaN), R);
}

HEDDLE_INLINE U32 modified(U32 V, bool Abs, uint32_t Invert) {
  return (V & (Abs ? ~SignBit : ~0u)) ^ Invert;
}

/// Key whose signed order is that of f32 values, -0 before +0, without NaNs.
HEDDLE_INLINE S32 orderKey(U32 V) {
  return (S32)(V ^ ((U32)((S32)V >> 31) & ~SignBit));
}

/// Writes a float result and its condition code.
template <class OpT> struct Frame {
  /// Only the result. What is rarer leaves by a tail call, so that this needs
  /// no stack.
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    if (I.Flags & (WritesCondition | Saturate)) [[unlikely]]
      return general<Full>(I, L, Mask);
    return registers<Full>(I, L, Mask) || general<Full>(I, L, Mask);
  }

  static unsigned group(const DecodedInst &I, LaneContext *const *L,
                        unsigned Warps) {
    if (I.Flags & (WritesCondition | Saturate)) [[unlikely]]
      return groupOf(I, L, Warps, [](const DecodedInst &Inst, LaneContext &C) {
        general<true>(Inst, C, AllLanes);
      });
    // Mostly no sign changes, and then nothing need be done about signs.
    DecodedInst Copy = I;
    if (I.Invert[0] | I.Invert[1])
      return rows(Copy, I, L, Warps);
    Copy.Invert[0] = Copy.Invert[1] = 0;
    return rows(Copy, I, L, Warps);
  }

  /// \p I is a copy that no store to a register changes, so that what is read
  /// of it stays where it is fast to reach; \p Shared is the original.
  HEDDLE_INLINE unsigned rows(const DecodedInst &I, const DecodedInst &Shared,
                              LaneContext *const *L, unsigned Warps) {
    for (unsigned K = 0; K != Warps; ++K)
      if (!registers<true>(I, *L[K], AllLanes)) [[unlikely]]
        general<true>(Shared, *L[K], AllLanes);
    return Warps;
  }

  /// Executes the operation with source \p Source in memory, mostly one word
  /// for all lanes of a warp. Its address register may have a post-increment.
  template <unsigned Source>
  static unsigned groupOfWord(const DecodedInst &Shared, LaneContext *const *L,
                              unsigned Warps) {
    const DecodedInst I = Shared;
    const MemoryOperand &M = memoryOperand(I);
    const OperandWords Words(M, *L[0]);
    const bool IsRow = !(I.Flags & (WritesCondition | Saturate));
    const bool Steps = I.has(StepsAddress);
    for (unsigned K = 0; K != Warps; ++K) {
      LaneContext &C = *L[K];
      if (!rowOfWord<Source>(I, C, IsRow ? Words.find(C) : nullptr))
          [[unlikely]] {
        if (!fetchOperand(M, M.Row, C, AllLanes)) [[unlikely]]
          return K;
        run<true>(Shared, C, AllLanes);
      }
      if (Steps)
        stepAddress<true>(C, M, AllLanes);
    }
    return Warps;
  }

  /// A row whose source \p Source is the word at \p Word. False: nothing was
  /// done.
  template <unsigned Source>
  HEDDLE_INLINE bool rowOfWord(const DecodedInst &I, LaneContext &L,
                               const uint8_t *Word) {
    return Word && OpT::template row<true>(I, L, AllLanes,
                                           wordAt<0, Source>(I, L, Word),
                                           wordAt<1, Source>(I, L, Word),
                                           wordAt<2, Source>(I, L, Word));
  }

  template <unsigned Source, unsigned Word>
  HEDDLE_INLINE auto wordAt(const DecodedInst &I, const LaneContext &L,
                            const uint8_t *Place) {
    return operandOr<Source, Word>(I, L, splat(wordOf(Place)));
  }

  /// A row whose sources are registers.
  template <bool Full>
  HEDDLE_INLINE bool registers(const DecodedInst &I, LaneContext &L,
                               uint32_t Mask) {
    return OpT::template row<Full>(I, L, Mask, rowOperand(I, L, 0),
                                   rowOperand(I, L, 1), rowOperand(I, L, 2));
  }

  /// A row without saturation and condition code. False: nothing was done, and
  /// it has to go the general way.
  template <bool Full, class A, class B, class C>
  HEDDLE_INLINE bool row(const DecodedInst &I, LaneContext &L, uint32_t Mask,
                         A X, B Y, C Z) {
    uint32_t *Dst = destRow(I, L);
    for (unsigned Lane = 0; Lane != Lanes; Lane += W)
      put<Full>(Dst, Lane, Mask,
                OpT::chunk(I, X.at(Lane), Y.at(Lane), Z.at(Lane)));
    return true;
  }

  template <bool Full>
  [[gnu::noinline]] static bool general(const DecodedInst &I, LaneContext &L,
                                        uint32_t Mask) {
    const uint32_t *A = sourceRow(I, L, 0);
    const uint32_t *B = sourceRow(I, L, 1);
    const uint32_t *C = sourceRow(I, L, 2);
    uint32_t *Dst = destRow(I, L);
    bool Flags = I.has(WritesCondition);
    ConditionBuilder CC;
    for (unsigned Lane = 0; Lane != Lanes; Lane += W) {
      U32 R = OpT::chunk(I, load(A + Lane), load(B + Lane), load(C + Lane));
      if (OpT::CanSaturate && I.has(Saturate)) [[unlikely]]
        R = saturate(R);
      put<Full>(Dst, Lane, Mask, R);
      if (Flags) [[unlikely]] {
        CC.add(BitZ, Lane, isZero(R) | isNaN(R));
        CC.add(BitS, Lane, ((S32)R & ~isZero(R)) | isNaN(R));
      }
    }
    if (Flags) [[unlikely]]
      CC.commit(I, L, Mask);
    return true;
  }
};

// Translated code has no branch for NaNs: most of what it would save there, its
// translation would cost.
#if defined(HEDDLE_SM_HOST_FLOAT) && !defined(HEDDLE_SM_TRANSLATED)
/// Sums and products that the host computes as the chip does, but for NaNs.
template <class OpT> struct HostFrame : Frame<OpT> {
  /// The whole row before anything is stored: sources may lie there.
  template <bool Full, class A, class B, class C>
  HEDDLE_INLINE bool row(const DecodedInst &I, LaneContext &L, uint32_t Mask,
                         A X, B Y, C) {
    F32 R[Lanes / W];
    for (unsigned N = 0; N != Lanes / W; ++N)
      R[N] = OpT::host(asFloat(X.at(N * W) ^ I.Invert[0]),
                       asFloat(Y.at(N * W) ^ I.Invert[1]));
    if (anyNaN(R)) [[unlikely]]
      return false;
    uint32_t *Dst = destRow(I, L);
    for (unsigned N = 0; N != Lanes / W; ++N)
      put<Full>(Dst, N * W, Mask, asBits(R[N]));
    return true;
  }
};
#else
template <class OpT> struct HostFrame : Frame<OpT> {};
#endif

struct AddRN : HostFrame<AddRN> {
  static constexpr bool CanSaturate = true;
  HEDDLE_INLINE F32 host(F32 A, F32 B) { return A + B; }
  HEDDLE_INLINE U32 chunk(const DecodedInst &I, U32 A, U32 B, U32) {
    return addRN(A ^ I.Invert[0], B ^ I.Invert[1]);
  }
};
struct AddRZ : Frame<AddRZ> {
  static constexpr bool CanSaturate = true;
  HEDDLE_INLINE U32 chunk(const DecodedInst &I, U32 A, U32 B, U32) {
    return addRZ(A ^ I.Invert[0], B ^ I.Invert[1]);
  }
};
struct MulRN : HostFrame<MulRN> {
  static constexpr bool CanSaturate = true;
  HEDDLE_INLINE F32 host(F32 A, F32 B) { return product(A, B); }
  HEDDLE_INLINE U32 chunk(const DecodedInst &I, U32 A, U32 B, U32) {
    return mulRN(A ^ I.Invert[0], B ^ I.Invert[1]);
  }
};
struct MulRZ : Frame<MulRZ> {
  static constexpr bool CanSaturate = true;
  HEDDLE_INLINE U32 chunk(const DecodedInst &I, U32 A, U32 B, U32) {
    return mulRZ(A ^ I.Invert[0], B ^ I.Invert[1]);
  }
};

struct Mad : Frame<Mad> {
  static constexpr bool CanSaturate = true;
  HEDDLE_INLINE U32 chunk(const DecodedInst &I, U32 A, U32 B, U32 C) {
    return mad(A ^ I.Invert[0], B, C ^ I.Invert[1]);
  }

#if defined(HEDDLE_SM_HOST_FLOAT) && defined(HEDDLE_SM_HAS_FMA)
  /// The whole row before anything is stored: sources may lie there.
  template <bool Full, class A, class B, class C>
  HEDDLE_INLINE bool row(const DecodedInst &I, LaneContext &L, uint32_t Mask,
                         A X, B Y, C Z) {
    U32 R[Lanes / W];
    if (!madRow(X, Y, Z, I.Invert[0], I.Invert[1], R)) [[unlikely]]
      return false;
    uint32_t *Dst = destRow(I, L);
    for (unsigned N = 0; N != Lanes / W; ++N)
      put<Full>(Dst, N * W, Mask, R[N]);
    return true;
  }
#endif
};

template <bool Larger> struct MinMax : Frame<MinMax<Larger>> {
  static constexpr bool CanSaturate = false;
  HEDDLE_INLINE U32 chunk(const DecodedInst &I, U32 A, U32 B, U32) {
    A = flush(modified(A, I.has(Abs1), I.Invert[0]));
    B = flush(modified(B, I.has(Abs2), I.Invert[1]));
    S32 Less = (S32)(orderKey(A) < orderKey(B));
    U32 R = Larger ? select(Less, B, A) : select(Less, A, B);
    R = select(isNaN(A), B, select(isNaN(B), A, R));
    return canonical(R);
  }
};
using Min = MinMax<false>;
using Max = MinMax<true>;

/// Result -1 or 0; true sets S alone, false Z alone.
struct Set {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    const uint32_t *RowA = sourceRow(I, L, 0);
    const uint32_t *RowB = sourceRow(I, L, 1);
    uint32_t *Dst = destRow(I, L);
    unsigned Cond = I.Sub[0];
    uint32_t True = 0;
    for (unsigned Lane = 0; Lane != Lanes; Lane += W) {
      U32 A = flush(modified(load(RowA + Lane), I.has(Abs1), I.Invert[0]));
      U32 B = flush(modified(load(RowB + Lane), I.has(Abs2), I.Invert[1]));
      auto [Less, Equal, Greater] = compare(A, B);
      S32 R = S32{};
      if (Cond & 1)
        R |= Less;
      if (Cond & 2)
        R |= Equal;
      if (Cond & 4)
        R |= Greater;
      if (Cond & 8)
        R |= ~(Less | Equal | Greater);
      put<Full>(Dst, Lane, Mask, (U32)R);
      True |= gather(R) << Lane;
    }
    if (I.has(WritesCondition)) {
      ConditionBuilder CC;
      CC.Plane[BitZ] = ~True;
      CC.Plane[BitS] = True;
      CC.commit(I, L, Mask);
    }
    return true;
  }
};

/// Z when the chosen word is +-0, else S is its sign.
struct Select {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    const uint32_t *A = sourceRow(I, L, 0);
    const uint32_t *B = sourceRow(I, L, 1);
    const uint32_t *C = sourceRow(I, L, 2);
    uint32_t *Dst = destRow(I, L);
    ConditionBuilder CC;
    for (unsigned Lane = 0; Lane != Lanes; Lane += W) {
      U32 Selector = flush(load(C + Lane) ^ I.Invert[0]);
      S32 First = (isZero(Selector) | ((S32)Selector >= 0)) & ~isNaN(Selector);
      U32 R = select(First, load(A + Lane), load(B + Lane));
      put<Full>(Dst, Lane, Mask, R);
      CC.add(BitZ, Lane, isZero(R));
      CC.add(BitS, Lane, (S32)R & ~isZero(R));
    }
    if (I.has(WritesCondition))
      CC.commit(I, L, Mask);
    return true;
  }
};

/// Sign, then 8 bits of quadrant or integer, then 23 of fraction. Infinity and
/// NaN have patterns of their own.
HEDDLE_INLINE U32 packPre(U32 In, U32 Value, U32 Exponent) {
  U32 Special = select(isNaN(In), splat(0x40000000), splat(0x40800000));
  U32 R = select((S32)(Exponent == 255), Special, Value);
  R = select((S32)(Exponent == 0), splat(0), R);
  return R | (In & SignBit);
}

/// \p V shifted left by \p Count (negative: right); 32 and more give zero.
HEDDLE_INLINE U32 shifted(U32 V, S32 Count) {
  S32 Left = Count >= 0;
  U32 Distance = (U32)(Left ? Count : -Count);
  U32 Legal = Distance & 31;
  U32 R = select(Left, V << Legal, V >> Legal);
  return select((S32)(Distance > 31), splat(0), R);
}

struct PreSin : Frame<PreSin> {
  static constexpr bool CanSaturate = false;
  HEDDLE_INLINE U32 chunk(const DecodedInst &I, U32 A, U32, U32) {
    A = modified(A, I.has(Abs1), I.Invert[0]);
    U32 E = A >> 23 & 0xff;
    U64 P = __builtin_convertvector((A & 0x7fffff) | 0x800000, U64) *
            uint64_t(0xa2f983);
    U32 V = __builtin_convertvector(P >> 16, U32);
    return packPre(A, shifted(V, (S32)E - 135) & 0x1ffffff, E);
  }
};

struct PreEx2 : Frame<PreEx2> {
  static constexpr bool CanSaturate = false;
  HEDDLE_INLINE U32 chunk(const DecodedInst &I, U32 A, U32, U32) {
    A = modified(A, I.has(Abs1), I.Invert[0]);
    U32 E = A >> 23 & 0xff;
    U32 V = shifted((A & 0x7fffff) | 0x800000, (S32)E - 127);
    V = select((S32)E >= 127 + 7, splat(0x40800000), V);
    return packPre(A, V, E);
  }
};

/// The only way between lanes: source 0 comes from one lane of each quad.
struct Quad {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    const uint32_t *A = sourceRow(I, L, 0);
    const uint32_t *B = sourceRow(I, L, 1);
    uint32_t *Dst = destRow(I, L);
    alignas(64) uint32_t X[Lanes], Y[Lanes], R[Lanes];
    bool Constant = I.Sub[0] > 3;
    for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
      uint32_t First = Constant ? 0 : A[(Lane & ~3u) + I.Sub[0]];
      unsigned Op = I.Sub[1] >> (2 * (Lane & 3)) & 3;
      // 0 add, 1 subr, 2 sub, 3 move; a move is exact as an addition to -0.
      X[Lane] = Op == 3 ? SignBit : First ^ (Op == 1 ? SignBit : 0);
      Y[Lane] = B[Lane] ^ (Op == 2 ? SignBit : 0);
    }
    ConditionBuilder CC;
    for (unsigned Lane = 0; Lane != Lanes; Lane += W) {
      U32 V = addRN(load(X + Lane), load(Y + Lane));
      store(R + Lane, V);
      CC.add(BitZ, Lane, isZero(V) | isNaN(V));
      CC.add(BitS, Lane, ((S32)V & ~isZero(V)) | isNaN(V));
    }
    for (unsigned Lane = 0; Lane != Lanes; Lane += W)
      put<Full>(Dst, Lane, Mask, load(R + Lane));
    if (I.has(WritesCondition))
      CC.commit(I, L, Mask);
    return true;
  }
};

/// Only what is worth it.
template <class OpT> GroupHandler wordHandler(unsigned Source) {
  if constexpr (std::is_same_v<OpT, Mad> || std::is_same_v<OpT, AddRN> ||
                std::is_same_v<OpT, MulRN>)
    return Source == 0   ? &OpT::template groupOfWord<0>
           : Source == 1 ? &OpT::template groupOfWord<1>
                         : &OpT::template groupOfWord<2>;
  else
    return nullptr;
}

} // namespace

HandlerPair handlersOf(FloatOp Op) {
  switch (Op) {
#define HEDDLE_CASE(NAME)                                                      \
  case FloatOp::NAME:                                                          \
    return handlerPair<NAME>();
    HEDDLE_FLOAT_OPS(HEDDLE_CASE)
#undef HEDDLE_CASE
  }
  __builtin_unreachable();
}

GroupHandler floatWordHandler(FloatOp Op, unsigned Source) {
  assert(Source < 3 && "no such source");
  switch (Op) {
#define HEDDLE_CASE(NAME)                                                      \
  case FloatOp::NAME:                                                          \
    return wordHandler<NAME>(Source);
    HEDDLE_FLOAT_OPS(HEDDLE_CASE)
#undef HEDDLE_CASE
  }
  __builtin_unreachable();
}

} // namespace heddle::sm::HEDDLE_SM_ISA
