//===- ChipSfu.cpp - The special-function unit, lane by lane --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules and constants: tesla-isa.md section 5.3.
//
//===----------------------------------------------------------------------===//

#include "heddle/Model/ChipFloat.h"

namespace heddle::model {
namespace {

#include "heddle/ABI/SfuTables.inc"

struct Row {
  int64_t C0, C1, C2;
};

Row row(const int32_t *Table, uint32_t Index) {
  return {Table[3 * Index], Table[3 * Index + 1], Table[3 * Index + 2]};
}

/// The approximate square: partial products are cut before they are added.
int64_t square(uint32_t X) {
  uint32_t Sum = 0;
  for (unsigned I = 2; I <= 18; ++I)
    if (X >> I & 1)
      Sum += X >> (18 - I);
  return Sum >> 1;
}

uint32_t pack(int Exponent, int64_t M) {
  if (M >> 24) {
    M >>= 1;
    ++Exponent;
  }
  if (Exponent <= 0)
    return 0;
  if (Exponent >= 255)
    return 0x7f800000;
  return uint32_t(Exponent) << 23 | (uint32_t(M) & 0x7fffff);
}

/// \p T cut to 24 bits, where bit \p Bit set alone has the biased exponent \p
/// E.
uint32_t cut(uint64_t T, int Bit, int E) {
  if (T == 0)
    return 0;
  int Top = 63;
  while (!(T >> Top & 1))
    --Top;
  uint64_t M = Top >= 23 ? T >> (Top - 23) : T << (23 - Top);
  return pack(E + Top - Bit, int64_t(M));
}

bool isSfuNaN(uint32_t A) { return (A & 0x7fffffff) > 0x7f800000; }

} // namespace

uint32_t sfuRcp(uint32_t A) {
  uint32_t SignBit = A & 0x80000000, E = A >> 23 & 0xff, R = A & 0xffff;
  if (isSfuNaN(A))
    return ChipNaN;
  if (E == 0)
    return SignBit | 0x7f800000;
  if (E == 255)
    return SignBit;
  Row C = row(RcpTable, A >> 16 & 0x7f);
  int64_t M =
      (C.C0 * 8192 + C.C1 * int64_t(R) + C.C2 * square(2 * R) + 0x47e7) >> 15;
  return SignBit | pack(253 - int(E), M);
}

uint32_t sfuRsqrt(uint32_t A) {
  uint32_t E = A >> 23 & 0xff, M = A & 0x7fffff, R = A & 0x1ffff;
  if (isSfuNaN(A))
    return ChipNaN;
  if (E == 0)
    return (A & 0x80000000) | 0x7f800000;
  if (A >> 31)
    return ChipNaN;
  if (E == 255)
    return 0;
  int Unbiased = int(E) - 127;
  uint32_t Odd = uint32_t(Unbiased) & 1;
  if (M == 0 && !Odd)
    return uint32_t(127 - Unbiased / 2) << 23;
  Row C = row(RsqrtTable, Odd << 6 | M >> 17);
  int64_t V =
      (C.C0 * 16384 + C.C1 * int64_t(R) + 4 * C.C2 * square(R) + 0x7fff) >> 16;
  return pack(126 - (Unbiased >> 1), V);
}

uint32_t sfuLg2(uint32_t A) {
  uint32_t E = A >> 23 & 0xff, M = A & 0x7fffff, R = A & 0x1ffff;
  if (isSfuNaN(A))
    return ChipNaN;
  if (E == 0)
    return 0xff800000;
  if (A >> 31)
    return ChipNaN;
  if (E == 255)
    return 0x7f800000;
  Row C = row(Lg2Table, M >> 17);
  int64_t T = 0;
  if (M != 0)
    T = (C.C0 * 4096 + C.C1 * int64_t(R) + 2 * C.C2 * square(R) + 0x3345) >> 2;
  T += (int64_t(E) - 127) * (int64_t(1) << 36);
  uint32_t SignBit = T < 0 ? 0x80000000 : 0;
  return SignBit | cut(uint64_t(T < 0 ? ~T : T), 42, 133);
}

// A reduced argument has the sign in bit 31, the quadrant or the whole part in
// bits 23 to 30, and the fraction below. Bit 30 marks what is no number, or
// with bit 23 an infinity.
static constexpr uint32_t ReducedNaN = 0x40000000, ReducedInfinity = 0x40800000;

uint32_t sfuReduceEx2(uint32_t A) {
  uint32_t SignBit = A & 0x80000000;
  int E = int(A >> 23 & 0xff) - 127;
  if (isSfuNaN(A))
    return SignBit | ReducedNaN;
  if (E >= 7)
    return SignBit | ReducedInfinity;
  uint64_t M = E == -127 ? 0 : (A & 0x7fffff) | 0x800000;
  return SignBit | uint32_t(E >= 0 ? M << E : E < -63 ? 0 : M >> -E);
}

uint32_t sfuReduceSin(uint32_t A) {
  uint32_t SignBit = A & 0x80000000;
  int E = int(A >> 23 & 0xff);
  if (E == 255)
    return SignBit | (isSfuNaN(A) ? ReducedNaN : ReducedInfinity);
  uint64_t M = E == 0 ? 0 : (A & 0x7fffff) | 0x800000;
  // 2 / pi, so that a quarter of the circle is 1.
  uint64_t P = (M * 0xa2f983) >> 16;
  int Shift = E - 135;
  uint64_t V = Shift >= 32    ? 0
               : Shift >= 0   ? P << Shift
               : Shift <= -64 ? 0
                              : P >> -Shift;
  return SignBit | uint32_t(V & 0x1ffffff);
}

uint32_t sfuReducedEx2(uint32_t Reduced) {
  bool IsNegative = Reduced >> 31;
  int N = int(Reduced >> 23 & 0xff);
  uint32_t F = Reduced & 0x7fffff;
  if (N & 0x80) {
    if (!(N & 1))
      return ChipNaN;
    return IsNegative ? 0 : 0x7f800000;
  }
  if (IsNegative) {
    N = F != 0 ? -N - 1 : -N;
    F = F != 0 ? ~F & 0x7fffff : 0;
  }
  Row C = row(Ex2Table, F >> 17);
  uint32_t R = F & 0x1ffff;
  int64_t M =
      (C.C0 * 8192 + C.C1 * int64_t(R) + C.C2 * square(R) + 0x77e2) >> 15;
  return pack(N + 127, M);
}

uint32_t sfuReducedSin(uint32_t Reduced, bool IsCosine) {
  uint32_t Q = Reduced >> 23 & 0xff, F = Reduced & 0x7fffff;
  if (Q & 0x80)
    return ChipNaN;
  Q += IsCosine;
  bool Negative = Reduced >> 31 && !IsCosine;
  if (Q & 1)
    F = ~F & 0x7fffff;
  Negative ^= Q >> 1 & 1;
  Row C = row(SinTable, F >> 17);
  uint32_t R = F & 0x1ffff;
  int64_t T = C.C0 * 2048 + C.C1 * int64_t(R) + C.C2 * square(R);
  return (Negative ? 0x80000000 : 0) | cut(uint64_t(T), 37, 127);
}

uint32_t sfuEx2(uint32_t A) { return sfuReducedEx2(sfuReduceEx2(A)); }

uint32_t sfuSin(uint32_t A, bool IsCosine) {
  return sfuReducedSin(sfuReduceSin(A), IsCosine);
}

} // namespace heddle::model
