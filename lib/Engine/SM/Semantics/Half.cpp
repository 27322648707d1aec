//===- Half.cpp - f16 and bf16 --------------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// f16 and bf16, in the low half of a word, or in both halves.
///
//===----------------------------------------------------------------------===//

#include "ScalarHalf.h"
#include "Units.h"
#include "heddle/ABI/HalfOps.inc"

namespace heddle::sm::HEDDLE_SM_ISA {
namespace {

/// \p OneHalf(A, B, C, Mode) for each half, of a single one with zeros above.
template <bool Full, class HalfT>
HEDDLE_INLINE bool eachHalf(const DecodedInst &I, LaneContext &L, uint32_t Mask,
                            bool Relu, HalfT OneHalf) {
  const uint32_t *A = sourceRow(I, L, 0), *B = sourceRow(I, L, 1);
  const uint32_t *C = sourceRow(I, L, 2);
  tesla::DataType Type = tesla::DataType(I.Sub[2]);
  bool IsPair =
      Type == tesla::DataType::F16X2 || Type == tesla::DataType::BF16X2;
  bool IsF16 = Type == tesla::DataType::F16 || Type == tesla::DataType::F16X2;
  HalfMode Mode = {IsF16 ? NarrowFormat::F16 : NarrowFormat::BF16,
                   I.has(FlushDenormals), I.has(Saturate), Relu};
  alignas(64) uint32_t R[Lanes];
  for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
    uint32_t X = A[Lane], Y = B[Lane], Z = C[Lane];
    R[Lane] = OneHalf(X & 0xffff, Y & 0xffff, Z & 0xffff, Mode);
    if (IsPair)
      R[Lane] = (R[Lane] & 0xffff) | OneHalf(X >> 16, Y >> 16, Z >> 16, Mode)
                                         << 16;
  }
  uint32_t *Dst = destRow(I, L);
  for (unsigned Lane = 0; Lane != Lanes; Lane += W)
    put<Full>(Dst, Lane, Mask, load(R + Lane));
  return true;
}

template <auto OneHalf, bool HasRelu = false> struct Arithmetic {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    return eachHalf<Full>(I, L, Mask, HasRelu && I.Sub[0],
                          [](uint32_t A, uint32_t B, uint32_t C, HalfMode M) {
                            return OneHalf(A, B, C, M);
                          });
  }
};
using Add = Arithmetic<addHalf>;
using Sub = Arithmetic<subHalf>;
using Mul = Arithmetic<mulHalf>;
using Fma = Arithmetic<fmaHalf, true>;
using Ex2 = Arithmetic<ex2Half>;
using Tanh = Arithmetic<tanhHalf>;

template <bool IsMax> struct MinMax {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    unsigned Form = I.Sub[0];
    return eachHalf<Full>(I, L, Mask, false,
                          [Form](uint32_t A, uint32_t B, uint32_t, HalfMode M) {
                            return resultHalf(minMaxIeee(sourceHalf(A, M),
                                                         sourceHalf(B, M),
                                                         IsMax, Form, false),
                                              M);
                          });
  }
};
using Min = MinMax<false>;
using Max = MinMax<true>;

struct Set {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    unsigned Cond = I.Sub[0];
    return eachHalf<Full>(I, L, Mask, false,
                          [Cond](uint32_t A, uint32_t B, uint32_t, HalfMode M) {
                            return compareIeee(sourceHalf(A, M),
                                               sourceHalf(B, M), Cond, false)
                                       ? ~0u
                                       : 0;
                          });
  }
};

} // namespace

HandlerPair handlersOf(HalfOp Op) {
  switch (Op) {
#define HEDDLE_CASE(NAME)                                                      \
  case HalfOp::NAME:                                                           \
    return handlerPair<NAME>();
    HEDDLE_HALF_OPS(HEDDLE_CASE)
#undef HEDDLE_CASE
  }
  __builtin_unreachable();
}

} // namespace heddle::sm::HEDDLE_SM_ISA
