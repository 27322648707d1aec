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

#include "ScalarFunction.h"
#include "Units.h"

namespace heddle::sm::HEDDLE_SM_ISA {
namespace {

template <auto OneLane> struct Function {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    const uint32_t *A = sourceRow(I, L, 0);
    bool Flush = I.has(FlushDenormals);
    alignas(64) uint32_t R[Lanes];
    for (unsigned Lane = 0; Lane != Lanes; ++Lane)
      R[Lane] = OneLane(A[Lane], Flush);
    uint32_t *Dst = destRow(I, L);
    for (unsigned Lane = 0; Lane != Lanes; Lane += W)
      put<Full>(Dst, Lane, Mask, load(R + Lane));
    return true;
  }
};

#if defined(__FMA__)
/// 1 / sqrt(X), exactly rounded, where \p Unsure is not set. \p X is normal and
/// positive.
HEDDLE_INLINE F32 rsqrtOrUnsure(F32 X, S32 &Unsure) {
  // Y * (1 + D) with D a power series in how far X * Y * Y is from 1.
#if defined(__AVX512F__)
  // To 2^-14, so that its cube is left out.
  F32 Y = (F32)_mm512_rsqrt14_ps((__m512)X);
  F32 Series = splatF(0.375f), Bound = splatF(0x1p-35f);
#else
  F32 Y = (F32)_mm256_rsqrt_ps((__m256)X), Bound = splatF(0x1p-33f);
#endif
  F32 Product = X * Y, Rest = fusedMultiplyAdd(X, Y, -Product);
  F32 Error = fusedMultiplyAdd(-Product, Y, splatF(1));
  Error = fusedMultiplyAdd(-Rest, Y, Error);
#if !defined(__AVX512F__)
  F32 Series = fusedMultiplyAdd(Error, splatF(0.3125f), splatF(0.375f));
#endif
  F32 D = Y * (Error * fusedMultiplyAdd(Error, Series, splatF(0.5f)));
  // D is exact to Bound of Y, mostly for its own three roundings. If that much
  // more and less round to the same, so does the exact value.
  F32 Margin = Y * Bound;
  F32 Result = Y + (D - Margin);
  Unsure |= (S32)(Result != Y + (D + Margin));
  return Result;
}

struct Rsqrt {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    const uint32_t *A = sourceRow(I, L, 0);
    uint32_t *Dst = destRow(I, L);
    bool Flush = I.has(FlushDenormals);
    for (unsigned Lane = 0; Lane != Lanes; Lane += W) {
      U32 X = load(A + Lane);
      // Not normal, or negative.
      S32 Rare = (S32)(X - 0x800000 >= 0x7f000000u);
      U32 R = asBits(rsqrtOrUnsure(asFloat(X), Rare));
      for (uint32_t Rest = gather(Rare); Rest; Rest &= Rest - 1) [[unlikely]] {
        unsigned N = unsigned(__builtin_ctz(Rest));
        R[N] = rsqrtScalar(X[N], Flush);
      }
      put<Full>(Dst, Lane, Mask, R);
    }
    return true;
  }
};
#else
using Rsqrt = Function<rsqrtScalar>;
#endif
using Sin = Function<sinScalar>;
using Cos = Function<cosScalar>;
using Lg2 = Function<lg2Scalar>;
using Ex2 = Function<ex2Scalar>;
using Tanh = Function<tanhScalar>;

} // namespace

HandlerPair functionHandlers(FunctionOp Op) {
  switch (Op) {
#define HEDDLE_FUNCTION(NAME)                                                  \
  case FunctionOp::NAME:                                                       \
    return handlerPair<NAME>();
#include "heddle/Machine/Operations.def"
  }
  __builtin_unreachable();
}

} // namespace heddle::sm::HEDDLE_SM_ISA
