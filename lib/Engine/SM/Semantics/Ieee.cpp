//===- Ieee.cpp - f32 by IEEE 754 -----------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// f32 with denormals, which .ftz flushes, and all rounding modes. Where the
/// host's f32 is IEEE's, it computes, and only NaN is made the one of PTX. Who
/// runs these handlers has set the host's rounding and flushing (HostMode.h).
///
//===----------------------------------------------------------------------===//

#include "FloatCompare.h"
#include "ScalarIeee.h"
#include "Units.h"
#include "heddle/ABI/IeeeOps.inc"

namespace heddle::sm::HEDDLE_SM_ISA {
namespace {

HEDDLE_INLINE S32 isNaN(U32 V) { return (S32)((V << 1) > 0xff000000u); }

/// An operation by the host or, where it has no such instruction, lane by lane:
/// OpT::host(A, B, C) and OneLane. Where a result rounded to zero may have been
/// tiny before that only, there is OpT::maybeTiny(A, B). Rounding and denormals
/// of the host are what hostModeOf says when these run.
template <class OpT, auto OneLane, bool IsFused = false> struct Arithmetic {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    if (I.has(Saturate)) [[unlikely]]
      row<Full, true>(I, L, Mask, I.Sub[0]);
    else
      row<Full, false>(I, L, Mask, I.Sub[0]);
    return true;
  }

  static unsigned group(const DecodedInst &I, LaneContext *const *L,
                        unsigned Warps) {
    if (I.has(Saturate)) [[unlikely]]
      return eachWarp<Arithmetic>(I, L, Warps);
    // Mostly no sign changes, and then nothing need be done about signs.
    if (!I.Sub[0])
      return groupOf(I, L, Warps, [](const DecodedInst &Inst, LaneContext &C) {
        row<true, false>(Inst, C, AllLanes, 0);
      });
    return groupOf(I, L, Warps, [](const DecodedInst &Inst, LaneContext &C) {
      row<true, false>(Inst, C, AllLanes, Inst.Sub[0]);
    });
  }

  /// \p Signs: bit 0 turns that of the first source, bit 1 of the last.
  template <bool Full, bool Saturates>
  HEDDLE_INLINE void row(const DecodedInst &I, LaneContext &L, uint32_t Mask,
                         unsigned Signs) {
    const uint32_t *A = sourceRow(I, L, 0), *B = sourceRow(I, L, 1);
    const uint32_t *C = sourceRow(I, L, 2);
    uint32_t *Dst = destRow(I, L);
    auto Sign = [&](unsigned Bit) { return splat(Signs & Bit ? SignBit : 0); };
    U32 NegA = Sign(1), NegB = Sign(IsFused ? 0 : 2);
    U32 NegC = Sign(IsFused ? 2 : 0);
    for (unsigned Lane = 0; Lane != Lanes; Lane += W) {
      F32 V = asFloat(value(I, load(A + Lane) ^ NegA, load(B + Lane) ^ NegB,
                            load(C + Lane) ^ NegC));
      S32 NaN = isUnordered(V);
      U32 R = asBits(V);
      if constexpr (Saturates) {
        R = select((S32)R > 0x3f800000, splat(0x3f800000), R);
        R = select(((S32)R < 0) | NaN, splat(0), R);
      } else {
        R = select(NaN, splat(CanonicalNaN), R);
      }
      put<Full>(Dst, Lane, Mask, R);
    }
  }

  HEDDLE_INLINE U32 value(const DecodedInst &I, U32 A, U32 B, U32 C) {
    if constexpr (requires { &OpT::host; }) {
      U32 R = asBits(OpT::host(asFloat(A), asFloat(B), asFloat(C)));
#if defined(__aarch64__)
      // This host takes a result for tiny before it rounds, PTX behind that.
      if constexpr (requires { &OpT::maybeTiny; })
        if (I.has(FlushDenormals)) {
          S32 Doubt = isFlushed(R) & OpT::maybeTiny(A, B);
          if (any(Doubt)) [[unlikely]]
            R = select(Doubt, byLane(I, A, B, C), R);
        }
#endif
      return R;
    } else {
      return byLane(I, A, B, C);
    }
  }

  HEDDLE_INLINE U32 byLane(const DecodedInst &I, U32 A, U32 B, U32 C) {
    RoundingMode Mode = RoundingMode(I.Sub[1]);
    bool Flush = I.has(FlushDenormals);
    U32 R;
    for (unsigned N = 0; N != W; ++N)
      R[N] = OneLane(A[N], B[N], C[N], Mode, Flush);
    return R;
  }
};

struct Add : Arithmetic<Add, addIeee> {
#if defined(HEDDLE_SM_HOST_FLOAT)
  HEDDLE_INLINE F32 host(F32 A, F32 B, F32) { return A + B; }
#endif
};
struct Mul : Arithmetic<Mul, mulIeee> {
#if defined(HEDDLE_SM_HOST_FLOAT)
  HEDDLE_INLINE F32 host(F32 A, F32 B, F32) { return A * B; }
  HEDDLE_INLINE S32 maybeTiny(U32 A, U32 B) {
    return ~isFlushed(A) & ~isFlushed(B);
  }
#endif
};
struct Fma : Arithmetic<Fma, fmaIeee, true> {
#if defined(HEDDLE_SM_HOST_FLOAT) && defined(HEDDLE_SM_HAS_FMA)
  HEDDLE_INLINE F32 host(F32 A, F32 B, F32 C) {
    return fusedMultiplyAdd(A, B, C);
  }
  HEDDLE_INLINE S32 maybeTiny(U32 A, U32 B) {
    return ~isFlushed(A) & ~isFlushed(B);
  }
#endif
};
struct Div : Arithmetic<Div, divIeee> {
#if defined(HEDDLE_SM_HOST_FLOAT)
  HEDDLE_INLINE F32 host(F32 A, F32 B, F32) { return A / B; }
  HEDDLE_INLINE S32 maybeTiny(U32 A, U32) { return ~isFlushed(A); }
#endif
};
struct Rcp : Arithmetic<Rcp, rcpIeee> {
#if defined(HEDDLE_SM_HOST_FLOAT)
  HEDDLE_INLINE F32 host(F32 A, F32, F32) { return splatF(1) / A; }
  HEDDLE_INLINE S32 maybeTiny(U32, U32) { return ~S32{}; }
#endif
};
struct Sqrt : Arithmetic<Sqrt, sqrtIeee> {
#if defined(HEDDLE_SM_HOST_FLOAT)
  HEDDLE_INLINE F32 host(F32 A, F32, F32) { return squareRoot(A); }
#endif
};

HEDDLE_INLINE U32 flushIf(U32 V, bool Flush) {
  return Flush ? select((S32)((V & Infinity) == 0), V & SignBit, V) : V;
}
HEDDLE_INLINE S32 order(U32 V) {
  return (S32)(V ^ ((U32)((S32)V >> 31) & 0x7fffffff));
}

/// As minMaxIeee.
template <bool IsMax> struct MinMax {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    const uint32_t *RowA = sourceRow(I, L, 0), *RowB = sourceRow(I, L, 1);
    uint32_t *Dst = destRow(I, L);
    bool Flush = I.has(FlushDenormals);
    unsigned Form = I.Sub[0];
    for (unsigned Lane = 0; Lane != Lanes; Lane += W) {
      U32 A = flushIf(load(RowA + Lane), Flush);
      U32 B = flushIf(load(RowB + Lane), Flush);
      S32 NaNA = isNaN(A), NaNB = isNaN(B);
      S32 Bad = Form & 1 ? NaNA | NaNB : NaNA & NaNB;
      U32 Sign = splat(0);
      if (Form & 2) {
        Sign = (A ^ B) & SignBit;
        A &= ~SignBit;
        B &= ~SignBit;
      }
      S32 Less = (S32)(order(B) < order(A));
      S32 TakesB = NaNA | (~NaNB & (IsMax ? ~Less : Less));
      U32 R = select(TakesB, B, A) | Sign;
      put<Full>(Dst, Lane, Mask, select(Bad, splat(CanonicalNaN), R));
    }
    return true;
  }
};
using Min = MinMax<false>;
using Max = MinMax<true>;

/// Which lanes of a comparison hold. The bits of \p Cond: less, equal, greater,
/// unordered.
#if defined(HEDDLE_SM_HOST_FLOAT)
HEDDLE_INLINE S32 holds(unsigned Cond, U32 A, U32 B,
                        [[maybe_unused]] bool Flush) {
  auto If = [&](unsigned Bit) { return (S32)splat(Cond & Bit ? ~0u : 0); };
#if defined(HEDDLE_SM_COMPARES_INTEGERS)
  A = flushIf(A, Flush);
  B = flushIf(B, Flush);
#endif
  auto [Less, Equal, Greater] = compare(A, B);
  return (Less & If(1)) | (Equal & If(2)) | (Greater & If(4)) |
         (~(Less | Equal | Greater) & If(8));
}
#else
HEDDLE_INLINE S32 holds(unsigned Cond, U32 A, U32 B, bool Flush) {
  S32 R;
  for (unsigned N = 0; N != W; ++N)
    R[N] = -int32_t(compareIeee(A[N], B[N], Cond, Flush));
  return R;
}
#endif

/// Result -1 or 0; true sets S alone, false Z alone.
struct Set {
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
    const uint32_t *RowA = sourceRow(I, L, 0), *RowB = sourceRow(I, L, 1);
    uint32_t *Dst = destRow(I, L);
    bool Flush = I.has(FlushDenormals);
    uint32_t True = 0;
    for (unsigned Lane = 0; Lane != Lanes; Lane += W) {
      S32 R = holds(I.Sub[0], load(RowA + Lane), load(RowB + Lane), Flush);
      put<Full>(Dst, Lane, Mask, (U32)R);
      True |= gather(R) << Lane;
    }
    if (I.has(WritesCondition)) {
      ConditionBuilder CC;
      CC.Plane[BitZ] = ~True;
      CC.Plane[BitS] = True;
      CC.commit(I, L, Mask);
    }
  }
};

} // namespace

HandlerPair handlersOf(IeeeOp Op) {
  switch (Op) {
#define HEDDLE_CASE(NAME)                                                      \
  case IeeeOp::NAME:                                                           \
    return handlerPair<NAME>();
    HEDDLE_IEEE_OPS(HEDDLE_CASE)
#undef HEDDLE_CASE
  }
  __builtin_unreachable();
}

} // namespace heddle::sm::HEDDLE_SM_ISA
