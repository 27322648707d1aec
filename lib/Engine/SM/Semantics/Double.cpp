//===- Double.cpp - f64 unit ----------------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules: tesla-isa.md section 5.4. Where the host's f64 has the rounding modes
// it does the arithmetic, with the state that HostMode.h says, and only rows
// with a NaN are done again by the chip's rules for payloads.
//
//===----------------------------------------------------------------------===//

#include "PairVectors.h"
#include "Pairs.h"
#include "ScalarDouble.h"
#include "Units.h"
#include "heddle/ABI/DoubleOps.inc"

namespace heddle::sm::HEDDLE_SM_ISA {
namespace {

/// Modifiers leave NaN alone.
HEDDLE_INLINE void modify(PairRow &R, bool Abs, uint32_t Invert) {
  if (!Abs && !Invert)
    return;
  uint64_t Keep = Abs ? ~SignBit64 : ~uint64_t(0), Flip = uint64_t(Invert)
                                                          << 32;
  for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
    uint64_t V = R.Lane[Lane];
    R.Lane[Lane] = isNaN64(V) ? V : (V & Keep) ^ Flip;
  }
}

template <class FnT> HEDDLE_INLINE void eachLane(PairRow &R, FnT Fn) {
  for (unsigned Lane = 0; Lane != Lanes; ++Lane)
    R.Lane[Lane] = Fn(Lane);
}
/// Operations have row(), by the rules, and host(), of values of which none is
/// what isBad() says.
struct Arithmetic {
  HEDDLE_INLINE HalfS64 isBad(HalfF64, HalfF64, HalfF64 R) { return R != R; }
};

struct AddLanes : Arithmetic {
  static void row(const DecodedInst &I, const PairRow &A, const PairRow &B,
                  const PairRow &, PairRow &R) {
    eachLane(R, [&](unsigned N) {
      return addDouble(A.Lane[N], B.Lane[N], RoundingMode(I.Sub[0]));
    });
  }
#if defined(HEDDLE_SM_HOST_FLOAT)
  HEDDLE_INLINE HalfF64 host(HalfF64 A, HalfF64 B, HalfF64) { return A + B; }
#endif
};

struct MulLanes : Arithmetic {
  static void row(const DecodedInst &I, const PairRow &A, const PairRow &B,
                  const PairRow &, PairRow &R) {
    eachLane(R, [&](unsigned N) {
      return mulDouble(A.Lane[N], B.Lane[N], RoundingMode(I.Sub[0]));
    });
  }
#if defined(HEDDLE_SM_HOST_FLOAT)
  HEDDLE_INLINE HalfF64 host(HalfF64 A, HalfF64 B, HalfF64) { return A * B; }
#endif
};

struct FmaLanes : Arithmetic {
  static void row(const DecodedInst &I, const PairRow &A, const PairRow &B,
                  const PairRow &C, PairRow &R) {
    eachLane(R, [&](unsigned N) {
      return fmaDouble(A.Lane[N], B.Lane[N], C.Lane[N], RoundingMode(I.Sub[0]));
    });
  }
#if defined(HEDDLE_SM_HOST_FLOAT) && defined(HEDDLE_SM_HAS_FMA)
  HEDDLE_INLINE HalfF64 host(HalfF64 A, HalfF64 B, HalfF64 C) {
    return fusedMultiplyAdd(A, B, C);
  }
#endif
};

/// Key whose signed order is that of the values, -0 before +0, without NaNs.
HEDDLE_INLINE int64_t orderKey64(uint64_t V) {
  return int64_t(V ^ (uint64_t(int64_t(V) >> 63) & ~SignBit64));
}

template <bool Larger> struct MinMax {
  static void row(const DecodedInst &, const PairRow &A, const PairRow &B,
                  const PairRow &, PairRow &R) {
    eachLane(R, [&](unsigned N) {
      uint64_t X = A.Lane[N], Y = B.Lane[N];
      if (isNaN64(X))
        return isNaN64(Y) ? quieted(Y) : Y;
      if (isNaN64(Y))
        return X;
      bool Less = orderKey64(X) < orderKey64(Y);
      return Less != Larger ? X : Y;
    });
  }
#if defined(HEDDLE_SM_HOST_FLOAT)
  HEDDLE_INLINE HalfF64 host(HalfF64 A, HalfF64 B, HalfF64) {
    auto Key = [](HalfF64 V) {
      return (HalfS64)((HalfU64)V ^
                       ((HalfU64)((HalfS64)V >> 63) & splat64(~SignBit64)));
    };
    HalfS64 Less = Key(A) < Key(B);
    return (HalfF64)select64(Larger ? ~Less : Less, (HalfU64)A, (HalfU64)B);
  }
  HEDDLE_INLINE HalfS64 isBad(HalfF64 A, HalfF64 B, HalfF64) {
    return (A != A) | (B != B);
  }
#endif
};

/// Turns the modifiers of a source to masks.
struct Modifier {
  uint64_t Keep, Flip;
  Modifier(bool Abs, uint32_t Invert)
      : Keep(Abs ? ~SignBit64 : ~uint64_t(0)), Flip(uint64_t(Invert) << 32) {}
  [[gnu::always_inline]] HalfF64 operator()(HalfU64 V) const {
    return (HalfF64)((V & Keep) ^ Flip);
  }
};

/// The frame of all operations with a 64-bit result: Src[0..2], Invert for the
/// first and the last source.
template <class OpT, unsigned Sources> struct Frame {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    if constexpr (requires { &OpT::host; })
      if (!I.has(WritesCondition) && byHost<Full>(I, L, Mask)) [[likely]]
        return true;
    return byRules<Full>(I, L, Mask);
  }

  template <bool Full>
  HEDDLE_INLINE bool byHost(const DecodedInst &I, LaneContext &L,
                            uint32_t Mask) {
    const uint32_t *RowA = sourceRow(I, L, 0), *RowB = sourceRow(I, L, 1);
    const uint32_t *RowC = Sources == 3 ? sourceRow(I, L, 2) : RowB;
    const Modifier OfA(I.has(Abs1), I.Invert[0]);
    const Modifier OfB(Sources == 2 && I.has(Abs2),
                       Sources == 2 ? I.Invert[1] : 0);
    const Modifier OfC(false, Sources == 3 ? I.Invert[1] : 0);
    constexpr unsigned N = Lanes / W;
    Doubles R[N];
    S32 Bad = {};
#pragma clang loop unroll(full)
    for (unsigned K = 0; K != N; ++K) {
      PairWords A = loadPairs(RowA, K * W), B = loadPairs(RowB, K * W);
      PairWords C = Sources == 3 ? loadPairs(RowC, K * W) : B;
      HalfS64 NaN[2];
#pragma clang loop unroll(full)
      for (unsigned H = 0; H != 2; ++H) {
        HalfF64 X = OfA(A.Part[H]), Y = OfB(B.Part[H]);
        R[K].Part[H] = OpT::host(X, Y, OfC(C.Part[H]));
        NaN[H] = OpT::isBad(X, Y, R[K].Part[H]);
      }
      Bad |= Full ? (S32)(NaN[0] | NaN[1])
                  : maskOf(NaN[0], NaN[1]) & spread(Mask >> (K * W));
    }
    if (any(Bad)) [[unlikely]]
      return false;
    uint32_t *Dst = destRow(I, L);
#pragma clang loop unroll(full)
    for (unsigned K = 0; K != N; ++K)
      putPairs<Full>(Dst, K * W, Mask, R[K]);
    return true;
  }

  template <bool Full>
  [[gnu::noinline]] static bool byRules(const DecodedInst &I, LaneContext &L,
                                        uint32_t Mask) {
    PairRow A, B, C, R;
    readPairs(sourceRow(I, L, 0), A);
    readPairs(sourceRow(I, L, 1), B);
    modify(A, I.has(Abs1), I.Invert[0]);
    if constexpr (Sources == 3) {
      readPairs(sourceRow(I, L, 2), C);
      modify(C, false, I.Invert[1]);
    } else {
      modify(B, I.has(Abs2), I.Invert[1]);
    }
    OpT::row(I, A, B, C, R);
    writePairs<Full>(destRow(I, L), Mask, R);
    if (I.has(WritesCondition)) {
      ConditionBuilder CC;
      for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
        uint64_t V = R.Lane[Lane];
        bool NaN = isNaN64(V), Zero = isZero64(V);
        CC.Plane[BitZ] |= uint32_t(Zero || NaN) << Lane;
        CC.Plane[BitS] |= uint32_t((V >> 63 && !Zero) || NaN) << Lane;
      }
      CC.commit(I, L, Mask);
    }
    return true;
  }
};
using Add = Frame<AddLanes, 2>;
using Mul = Frame<MulLanes, 2>;
using Fma = Frame<FmaLanes, 3>;
using Min = Frame<MinMax<false>, 2>;
using Max = Frame<MinMax<true>, 2>;

/// Result -1 or 0 in one register; true sets S alone, false Z alone.
struct Set {
#if defined(HEDDLE_SM_HOST_FLOAT)
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    const uint32_t *RowA = sourceRow(I, L, 0), *RowB = sourceRow(I, L, 1);
    const Modifier OfA(I.has(Abs1), I.Invert[0]), OfB(I.has(Abs2), I.Invert[1]);
    uint32_t *Dst = destRow(I, L);
    uint32_t True = 0;
#pragma clang loop unroll(full)
    for (unsigned Lane = 0; Lane != Lanes; Lane += W) {
      PairWords A = loadPairs(RowA, Lane), B = loadPairs(RowB, Lane);
      S32 Is = maskOf(holds(I.Sub[0], OfA(A.Part[0]), OfB(B.Part[0])),
                      holds(I.Sub[0], OfA(A.Part[1]), OfB(B.Part[1])));
      True |= gather(Is) << Lane;
      put<Full>(Dst, Lane, Mask, (U32)Is);
    }
    if (I.has(WritesCondition)) {
      ConditionBuilder CC;
      CC.Plane[BitZ] = ~True;
      CC.Plane[BitS] = True;
      CC.commit(I, L, Mask);
    }
    return true;
  }
  /// The bits of \p Wanted: less, equal, greater, unordered.
  HEDDLE_INLINE HalfS64 holds(unsigned Wanted, HalfF64 A, HalfF64 B) {
    auto If = [&](unsigned Bit) {
      return (HalfS64)splat64(Wanted & Bit ? ~uint64_t(0) : 0);
    };
    HalfS64 Less = A < B, Equal = A == B, Greater = A > B;
    return (Less & If(CmpLess)) | (Equal & If(CmpEqual)) |
           (Greater & If(CmpGreater)) | (~(Less | Equal | Greater) & If(8));
  }
#else
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    PairRow A, B;
    readPairs(sourceRow(I, L, 0), A);
    readPairs(sourceRow(I, L, 1), B);
    modify(A, I.has(Abs1), I.Invert[0]);
    modify(B, I.has(Abs2), I.Invert[1]);
    uint32_t True = 0;
    for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
      uint64_t X = A.Lane[Lane], Y = B.Lane[Lane];
      unsigned Relation = 8;
      if (!isNaN64(X) && !isNaN64(Y)) {
        // Zeros are equal whatever their signs.
        int64_t K = orderKey64(isZero64(X) ? 0 : X);
        int64_t M = orderKey64(isZero64(Y) ? 0 : Y);
        Relation = K < M ? CmpLess : K == M ? CmpEqual : CmpGreater;
      }
      True |= uint32_t((Relation & I.Sub[0]) != 0) << Lane;
    }
    uint32_t *Dst = destRow(I, L);
    for (unsigned Lane = 0; Lane != Lanes; Lane += W)
      put<Full>(Dst, Lane, Mask, (U32)spread(True >> Lane));
    if (I.has(WritesCondition)) {
      ConditionBuilder CC;
      CC.Plane[BitZ] = ~True;
      CC.Plane[BitS] = True;
      CC.commit(I, L, Mask);
    }
    return true;
  }
#endif
};

} // namespace

HandlerPair handlersOf(DoubleOp Op) {
  switch (Op) {
#define HEDDLE_CASE(NAME)                                                      \
  case DoubleOp::NAME:                                                         \
    return handlerPair<NAME>();
    HEDDLE_DOUBLE_OPS(HEDDLE_CASE)
#undef HEDDLE_CASE
  }
  __builtin_unreachable();
}

} // namespace heddle::sm::HEDDLE_SM_ISA
