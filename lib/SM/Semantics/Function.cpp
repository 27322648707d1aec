//===- Function.cpp - Approximations of f32 -------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// rsqrt, sin, cos, lg2, ex2 and tanh with denormals, which .ftz flushes.
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
using Rsqrt = Function<rsqrtScalar>;
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
