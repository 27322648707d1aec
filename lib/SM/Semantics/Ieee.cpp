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
/// host's f32 is IEEE's, it computes, and only NaN is made the one of PTX.
///
//===----------------------------------------------------------------------===//

#include "ScalarIeee.h"
#include "Units.h"

namespace heddle::sm::HEDDLE_SM_ISA {
namespace {

#if defined(HEDDLE_SM_HOST_FLOAT)
/// The host's rounding and flushing while it lives.
class HostMode {
public:
  HostMode(RoundingMode Mode, bool Flush) : Saved(_mm_getcsr()) {
    constexpr unsigned FlushResults = 0x8000, FlushSources = 0x40;
    // The machine's codes of the modes are the host's.
    _mm_setcsr(_MM_MASK_MASK | unsigned(Mode) << 13 |
               (Flush ? FlushResults | FlushSources : 0));
  }
  ~HostMode() { _mm_setcsr(Saved); }
  HostMode(const HostMode &) = delete;
  HostMode &operator=(const HostMode &) = delete;

private:
  unsigned Saved;
};

// Compilers may move arithmetic over a change of the mode, but not out of a
// function that they must not inline.
[[gnu::noinline]] void hostAdd(const uint32_t *A, const uint32_t *B,
                               const uint32_t *, uint32_t *R) {
  for (unsigned Lane = 0; Lane != Lanes; Lane += W)
    store(R + Lane, asBits(asFloat(load(A + Lane)) + asFloat(load(B + Lane))));
}
[[gnu::noinline]] void hostMul(const uint32_t *A, const uint32_t *B,
                               const uint32_t *, uint32_t *R) {
  for (unsigned Lane = 0; Lane != Lanes; Lane += W)
    store(R + Lane, asBits(asFloat(load(A + Lane)) * asFloat(load(B + Lane))));
}
#if defined(__FMA__)
[[gnu::noinline]] void hostFma(const uint32_t *A, const uint32_t *B,
                               const uint32_t *C, uint32_t *R) {
  for (unsigned Lane = 0; Lane != Lanes; Lane += W) {
    F32 X = asFloat(load(A + Lane)), Y = asFloat(load(B + Lane));
    F32 Z = asFloat(load(C + Lane)), V;
    for (unsigned N = 0; N != W; ++N)
      V[N] = __builtin_fmaf(X[N], Y[N], Z[N]);
    store(R + Lane, asBits(V));
  }
}
#endif
[[gnu::noinline]] void hostDiv(const uint32_t *A, const uint32_t *B,
                               const uint32_t *, uint32_t *R) {
  for (unsigned Lane = 0; Lane != Lanes; Lane += W)
    store(R + Lane, asBits(asFloat(load(A + Lane)) / asFloat(load(B + Lane))));
}
[[gnu::noinline]] void hostRcp(const uint32_t *A, const uint32_t *,
                               const uint32_t *, uint32_t *R) {
  for (unsigned Lane = 0; Lane != Lanes; Lane += W)
    store(R + Lane, asBits(splatF(1) / asFloat(load(A + Lane))));
}
[[gnu::noinline]] void hostSqrt(const uint32_t *A, const uint32_t *,
                                const uint32_t *, uint32_t *R) {
  auto At = [](const uint32_t *Row, unsigned Lane) {
    return reinterpret_cast<const float *>(Row + Lane);
  };
  for (unsigned Lane = 0; Lane != Lanes; Lane += 4)
    _mm_store_ps(reinterpret_cast<float *>(R + Lane),
                 _mm_sqrt_ps(_mm_loadu_ps(At(A, Lane))));
}
#endif

using Row = void (*)(const uint32_t *, const uint32_t *, const uint32_t *,
                     uint32_t *);
using Scalar = uint32_t (*)(uint32_t, uint32_t, uint32_t, RoundingMode, bool);

HEDDLE_INLINE const uint32_t *negate(const uint32_t *Row, uint32_t *To) {
  for (unsigned Lane = 0; Lane != Lanes; Lane += W)
    store(To + Lane, load(Row + Lane) ^ SignBit);
  return To;
}

/// All lanes: by \p Host, or one by one where the host has no such thing.
template <bool Full>
HEDDLE_INLINE bool compute(const DecodedInst &I, LaneContext &L, uint32_t Mask,
                           [[maybe_unused]] Row Host,
                           [[maybe_unused]] Scalar OneLane,
                           bool IsFused = false) {
  const uint32_t *A = sourceRow(I, L, 0), *B = sourceRow(I, L, 1);
  const uint32_t *C = sourceRow(I, L, 2);
  alignas(64) uint32_t Negated[2][Lanes];
  if (I.Sub[0] & 1)
    A = negate(A, Negated[0]);
  if (I.Sub[0] & 2)
    (IsFused ? C : B) = negate(IsFused ? C : B, Negated[1]);
  RoundingMode Mode = RoundingMode(I.Sub[1]);
  bool Flush = I.has(FlushDenormals);
  alignas(64) uint32_t R[Lanes];
#if defined(HEDDLE_SM_HOST_FLOAT)
  if (Host) {
    HostMode Guard(Mode, Flush);
    Host(A, B, C, R);
  } else
#endif
    for (unsigned Lane = 0; Lane != Lanes; ++Lane)
      R[Lane] = OneLane(A[Lane], B[Lane], C[Lane], Mode, Flush);
  uint32_t *Dst = destRow(I, L);
  for (unsigned Lane = 0; Lane != Lanes; Lane += W) {
    U32 V = load(R + Lane);
    S32 IsNaN = (S32)((V << 1) > 0xff000000u);
    if (I.has(Saturate)) {
      V = select((S32)(asFloat(V) > splatF(1)), splat(0x3f800000), V);
      // Below zero, and NaN.
      V = select(((S32)V < 0) | IsNaN, splat(0), V);
    } else {
      V = select(IsNaN, splat(CanonicalNaN), V);
    }
    put<Full>(Dst, Lane, Mask, V);
  }
  return true;
}

#if defined(HEDDLE_SM_HOST_FLOAT)
#define HEDDLE_HOST(NAME) host##NAME
#else
#define HEDDLE_HOST(NAME) nullptr
#endif
#if defined(HEDDLE_SM_HOST_FLOAT) && defined(__FMA__)
#define HEDDLE_HOST_FMA hostFma
#else
#define HEDDLE_HOST_FMA nullptr
#endif

struct Add {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    return compute<Full>(I, L, Mask, HEDDLE_HOST(Add), addIeee);
  }
};
struct Mul {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    return compute<Full>(I, L, Mask, HEDDLE_HOST(Mul), mulIeee);
  }
};
struct Fma {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    return compute<Full>(I, L, Mask, HEDDLE_HOST_FMA, fmaIeee, true);
  }
};
struct Div {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    return compute<Full>(I, L, Mask, HEDDLE_HOST(Div), divIeee);
  }
};
struct Rcp {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    return compute<Full>(I, L, Mask, HEDDLE_HOST(Rcp), rcpIeee);
  }
};
struct Sqrt {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    return compute<Full>(I, L, Mask, HEDDLE_HOST(Sqrt), sqrtIeee);
  }
};

// The host's comparisons flush as the silicon's do; these are of integers.
HEDDLE_INLINE U32 flushIf(U32 V, bool Flush) {
  return Flush ? select((S32)((V & Infinity) == 0), V & SignBit, V) : V;
}
HEDDLE_INLINE S32 isNaN(U32 V) { return (S32)((V << 1) > 0xff000000u); }
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

/// As compareIeee: result -1 or 0; true sets S alone, false Z alone.
struct Set {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    const uint32_t *RowA = sourceRow(I, L, 0), *RowB = sourceRow(I, L, 1);
    uint32_t *Dst = destRow(I, L);
    bool Flush = I.has(FlushDenormals);
    unsigned Cond = I.Sub[0];
    uint32_t True = 0;
    for (unsigned Lane = 0; Lane != Lanes; Lane += W) {
      U32 A = flushIf(load(RowA + Lane), Flush);
      U32 B = flushIf(load(RowB + Lane), Flush);
      S32 NaN = isNaN(A) | isNaN(B);
      S32 Equal = (S32)(A == B) | (S32)(((A | B) << 1) == 0);
      S32 Less = (S32)(order(A) < order(B)) & ~Equal;
      S32 R = S32{};
      if (Cond & 1)
        R |= Less;
      if (Cond & 2)
        R |= Equal;
      if (Cond & 4)
        R |= ~(Less | Equal);
      R &= ~NaN;
      if (Cond & 8)
        R |= NaN;
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

} // namespace

HandlerPair ieeeHandlers(IeeeOp Op) {
  switch (Op) {
#define HEDDLE_IEEE(NAME)                                                      \
  case IeeeOp::NAME:                                                           \
    return handlerPair<NAME>();
#include "heddle/Machine/Operations.def"
  }
  __builtin_unreachable();
}

} // namespace heddle::sm::HEDDLE_SM_ISA
