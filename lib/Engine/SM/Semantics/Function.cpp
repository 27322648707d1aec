//===- Function.cpp - Approximations of f32 -------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// rsqrt, sin, cos, lg2, ex2 and tanh with denormals, which .ftz flushes. The
/// host rounds to nearest.
///
//===----------------------------------------------------------------------===//

#include "Units.h"
#include "VectorFunction.h"
#include "heddle/ABI/FunctionOps.inc"

namespace heddle::sm::HEDDLE_SM_ISA {
namespace {

/// \p OpT as VectorFunction.h has them.
template <class OpT> struct Function {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    if (fast<Full>(I, L, Mask)) [[likely]]
      return true;
    return general<Full>(I, L, Mask);
  }

  /// The fast path, for lanes that are all plain.
  template <bool Full>
  HEDDLE_INLINE bool fast(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    const uint32_t *A = sourceRow(I, L, 0);
    constexpr unsigned N = Lanes / W;
    U32 X[N];
    S32 Rare = {};
    for (unsigned K = 0; K != N; ++K) {
      X[K] = load(A + K * W);
      S32 Bad = ~OpT::isPlain(X[K]);
      if constexpr (!Full)
        Bad &= spread(Mask >> (K * W));
      Rare |= Bad;
    }
    if (any(Rare)) [[unlikely]]
      return false;
    uint32_t *Dst = destRow(I, L);
    // Host code has it in place if it is one straight line.
#pragma clang loop unroll(full)
    for (unsigned K = 0; K != N; ++K)
      put<Full>(Dst, K * W, Mask, OpT::result(X[K]));
    return true;
  }

  template <bool Full>
  [[gnu::noinline]] static bool general(const DecodedInst &I, LaneContext &L,
                                        uint32_t Mask) {
    const uint32_t *A = sourceRow(I, L, 0);
    bool Flush = I.has(FlushDenormals);
    uint32_t *Dst = destRow(I, L);
    for (unsigned Lane = 0; Lane != Lanes; Lane += W) {
      U32 X = load(A + Lane);
      // Any that is plain, for lanes that are not.
      S32 Plain = OpT::isPlain(X);
      U32 R = OpT::result(select(Plain, X, splat(0x3f800000)));
      for (uint32_t Rest = gather(~Plain); Rest; Rest &= Rest - 1) {
        unsigned N = unsigned(__builtin_ctz(Rest));
        R[N] = OpT::OneLane(X[N], Flush);
      }
      put<Full>(Dst, Lane, Mask, R);
    }
    return true;
  }
};

struct RsqrtLanes {
  static constexpr auto OneLane = rsqrtScalar;
  HEDDLE_INLINE S32 isPlain(U32 X) { return isPositiveNormal(X); }
#if defined(__FMA__)
  HEDDLE_INLINE U32 result(U32 X) {
    F32 High, Low = lowest(asFloat(X), High);
    if (any((S32)(Low != High))) [[unlikely]]
      Low = nearer(X, Low, High);
    return asBits(Low);
  }

  /// 1 / sqrt(X), exactly rounded: that, or \p High, which is the next f32 if
  /// it is not the same.
  HEDDLE_INLINE F32 lowest(F32 X, F32 &High) {
    // Y * (1 + D) with D a power series in how far X * Y * Y is from 1.
#if defined(__AVX512F__)
    // To 2^-14, so that its cube is left out.
    F32 Y = (F32)_mm512_rsqrt14_ps((__m512)X);
    F32 Series = splatF(0.375f), Bound = splatF(0x1p-35f);
#else
    F32 Y = (F32)_mm256_rsqrt_ps((__m256)X), Bound = splatF(0x1p-33f);
#endif
    F32 Product = X * Y, Rest = fusedMultiplyAdd(X, Y, -Product);
    F32 Error = fusedMultiplyAdd(-Product, Y, splatF(1.0f));
    Error = fusedMultiplyAdd(-Rest, Y, Error);
#if !defined(__AVX512F__)
    F32 Series = fusedMultiplyAdd(Error, splatF(0.3125f), splatF(0.375f));
#endif
    F32 D = Y * (Error * fusedMultiplyAdd(Error, Series, splatF(0.5f)));
    // D is exact to Bound of Y, mostly for its own three roundings. If that
    // much more and less round to the same, so does the exact value.
    F32 Margin = Y * Bound;
    High = Y + (D + Margin);
    return Y + (D - Margin);
  }

  /// The one of two neighbours that is nearer to 1 / sqrt(X). Their middle has
  /// 25 bits, so that its square is exact, and the sign of what is left of 1,
  /// rounded once, is the exact one's.
  HEDDLE_INLINE F32 nearer(U32 X, F32 Low, F32 High) {
    F64 Middle = (widen(asBits(Low)) + widen(asBits(High))) * splatD(0.5);
    F64 Left =
        __builtin_elementwise_fma(widen(X), Middle * Middle, splatD(-1.0));
    return asFloat(select(__builtin_convertvector(Left < splatD(0.0), S32),
                          asBits(High), asBits(Low)));
  }
#else
  HEDDLE_INLINE U32 result(U32 X) {
    return narrow(splatD(1.0) / __builtin_elementwise_sqrt(widen(X)));
  }
#endif
};

using Rsqrt = Function<RsqrtLanes>;
using Sin = Function<SinLanes>;
using Cos = Function<CosLanes>;
using Lg2 = Function<Lg2Lanes>;
using Ex2 = Function<Ex2Lanes>;
using Tanh = Function<TanhLanes>;

} // namespace

HandlerPair handlersOf(FunctionOp Op) {
  switch (Op) {
#define HEDDLE_CASE(NAME)                                                      \
  case FunctionOp::NAME:                                                       \
    return handlerPair<NAME>();
    HEDDLE_FUNCTION_OPS(HEDDLE_CASE)
#undef HEDDLE_CASE
  }
  __builtin_unreachable();
}

} // namespace heddle::sm::HEDDLE_SM_ISA
