//===- SfuTest.cpp - Special functions against a scalar model -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The formulas of tesla-isa.md section 5.3 as they stand there, one lane at a
// time, in 64-bit integers.
//
//===----------------------------------------------------------------------===//

#include "SingleInst.h"
#include "heddle/ABI/SfuOps.inc"
#include "gtest/gtest.h"
#include <span>

using namespace heddle::sm;
using namespace heddle::sm::test;

namespace {

#include "heddle/ABI/SfuTables.inc"

constexpr uint32_t NaN = 0x7fffffff, Infinity = 0x7f800000, Sign = 0x80000000;

int64_t approximateSquare(uint32_t X) {
  uint32_t Sum = 0;
  for (unsigned I = 0; I != 18; ++I)
    if (X >> I & 1)
      Sum += X >> (18 - I);
  return Sum >> 1;
}

uint32_t pack(int Exponent, int64_t M) {
  if (M == 1 << 24) {
    M /= 2;
    ++Exponent;
  }
  if (Exponent <= 0)
    return 0;
  if (Exponent >= 255)
    return Infinity;
  return uint32_t(Exponent) << 23 | (uint32_t(M) & 0x7fffff);
}

/// Truncates T, of which bit \p One stands for 1, to an f32.
uint32_t normalized(int64_t T, int One) {
  if (T == 0)
    return 0;
  int Top = 63 - __builtin_clzll(uint64_t(T));
  int64_t M = Top >= 23 ? T >> (Top - 23) : T << (23 - Top);
  return pack(127 + Top - One, M);
}

uint32_t rcp(uint32_t X) {
  uint32_t E = X >> 23 & 255, M = X & 0x7fffff, S = X & Sign;
  if (E == 255)
    return M ? NaN : S;
  if (E == 0)
    return S | Infinity;
  const int32_t *C = RcpTable + (M >> 16) * 3;
  int64_t R = M & 0xffff;
  int64_t V = ((int64_t(C[0]) << 13) + C[1] * R +
               C[2] * approximateSquare(uint32_t(2 * R)) + 0x47e7) >>
              15;
  return S | pack(253 - int(E), V);
}

uint32_t rsqrt(uint32_t X) {
  uint32_t E = X >> 23 & 255, M = X & 0x7fffff;
  if (E == 255 && M)
    return NaN;
  if (E == 0)
    return (X & Sign) | Infinity;
  if (X & Sign)
    return NaN;
  if (E == 255)
    return 0;
  int U = int(E) - 127;
  if (M == 0 && !(U & 1))
    return pack(127 - (U >> 1), 1 << 23);
  const int32_t *C = RsqrtTable + (unsigned(U & 1) << 6 | M >> 17) * 3;
  int64_t R = M & 0x1ffff;
  int64_t V = ((int64_t(C[0]) << 14) + C[1] * R +
               4 * C[2] * approximateSquare(uint32_t(R)) + 0x7fff) >>
              16;
  return pack(126 - (U >> 1), V);
}

uint32_t lg2(uint32_t X) {
  uint32_t E = X >> 23 & 255, M = X & 0x7fffff;
  if (E == 255 && M)
    return NaN;
  if (E == 0)
    return Sign | Infinity;
  if (X & Sign)
    return NaN;
  if (E == 255)
    return Infinity;
  const int32_t *C = Lg2Table + (M >> 17) * 3;
  int64_t R = M & 0x1ffff;
  int64_t T = ((int64_t(C[0]) << 12) + C[1] * R +
               2 * C[2] * approximateSquare(uint32_t(R)) + 0x3345) >>
              2;
  T = (M ? T : 0) + (int64_t(E) - 127) * (int64_t(1) << 36);
  return T < 0 ? Sign | normalized(~T, 36) : normalized(T, 36);
}

uint32_t sine(uint32_t X, bool Cosine) {
  uint32_t Q = X >> 23 & 255, F = X & 0x7fffff, S = X >> 31;
  if (Q & 0x80)
    return NaN;
  if (Cosine) {
    ++Q;
    S = 0;
  }
  if (Q & 1)
    F ^= 0x7fffff;
  S ^= Q >> 1 & 1;
  const int32_t *C = SinTable + (F >> 17) * 3;
  int64_t R = F & 0x1ffff;
  int64_t T =
      (int64_t(C[0]) << 11) + C[1] * R + C[2] * approximateSquare(uint32_t(R));
  return S << 31 | normalized(T, 37);
}

uint32_t ex2(uint32_t X) {
  uint32_t Q = X >> 23 & 255, F = X & 0x7fffff;
  bool Negative = X & Sign;
  if (Q & 0x80)
    return Q & 1 ? (Negative ? 0 : Infinity) : NaN;
  int N = int(Q);
  if (Negative && F) {
    N = -N - 1;
    F ^= 0x7fffff;
  } else if (Negative) {
    N = -N;
  }
  const int32_t *C = Ex2Table + (F >> 17) * 3;
  int64_t R = F & 0x1ffff;
  int64_t V = ((int64_t(C[0]) << 13) + C[1] * R +
               C[2] * approximateSquare(uint32_t(R)) + 0x77e2) >>
              15;
  return pack(N + 127, V);
}

uint32_t model(SfuOp Op, uint32_t X) {
  switch (Op) {
  case SfuOp::Rcp:
    return rcp(X);
  case SfuOp::Rsqrt:
    return rsqrt(X);
  case SfuOp::Lg2:
    return lg2(X);
  case SfuOp::Sin:
    return sine(X, false);
  case SfuOp::Cos:
    return sine(X, true);
  case SfuOp::Ex2:
    return ex2(X);
  }
  __builtin_unreachable();
}

class SfuTest : public testing::TestWithParam<HostIsa> {
protected:
  static constexpr SfuOp All[] = {SfuOp::Rcp, SfuOp::Rsqrt, SfuOp::Lg2,
                                  SfuOp::Sin, SfuOp::Cos,   SfuOp::Ex2};
  static constexpr SfuOp WithFastRows[] = {SfuOp::Rcp, SfuOp::Rsqrt};

  /// Rows of \p Next(): 32 arguments at a time.
  template <class NextT>
  void compare(unsigned Rows, NextT Next, std::span<const SfuOp> Ops = All) {
    SingleInst S(GetParam());
    for (SfuOp Op : Ops) {
      HandlerPair H = S.Table.Sfu(Op);
      for (unsigned N = 0; N != Rows; ++N) {
        for (uint32_t &X : S.row(0))
          X = Next();
        ASSERT_TRUE(S.run(H));
        for (unsigned Lane = 0; Lane != Lanes; ++Lane)
          ASSERT_EQ(S.dst()[Lane], model(Op, S.row(0)[Lane]))
              << unsigned(Op) << std::hex << ' ' << S.row(0)[Lane];
      }
    }
  }
};

/// Rows of ordinary arguments, which may go a way of their own: each interval
/// of the tables with both exponents, at steps that meet all low bits.
TEST_P(SfuTest, OrdinaryArgumentsAgreeWithModel) {
  uint32_t X = 0x3f800000;
  compare((1 << 24) / 13 / Lanes, [&] {
    uint32_t This = X;
    X = X + 13 >= 0x40800000 ? X + 13 - 0x01000000 : X + 13;
    return This;
  });
}

/// Each mantissa with an odd and an even exponent, in rows without special
/// arguments. The exponents take turns, so that all come with many mantissas.
TEST_P(SfuTest, EveryOrdinaryMantissaAgreesWithModel) {
  uint32_t Count = 0;
  compare((1 << 24) / Lanes,
          [&] {
            uint32_t N = Count++ & 0xffffff;
            uint32_t Exponent = 1 + (N >> 23) + N % 127 * 2;
            return Exponent << 23 | (N & 0x7fffff);
          },
          WithFastRows);
}

TEST_P(SfuTest, AnyArgumentAgreesWithModel) {
  Random R(11);
  compare(20000, [&] { return R.next(); });
}

/// Exponents and mantissas at their ends, with ordinary lanes beside them.
TEST_P(SfuTest, SpecialArgumentsAgreeWithModel) {
  Random R(12);
  compare(5000, [&] {
    static constexpr uint32_t Mantissas[] = {0, 1, 0x7fffff, 0x400000, 0x1ffff};
    uint32_t V = R.next();
    if (V & 1)
      return 0x3f000000 + (R.next() & 0xffffff);
    uint32_t E = V >> 1 & 3;
    uint32_t Exponent = E == 0 ? 0 : E == 1 ? 255 : R.next() & 255;
    return (R.next() & Sign) | Exponent << 23 |
           Mantissas[R.next() % std::size(Mantissas)];
  });
}

INSTANTIATE_TEST_SUITE_P(HostIsas, SfuTest, testing::ValuesIn(supportedIsas()));

} // namespace
