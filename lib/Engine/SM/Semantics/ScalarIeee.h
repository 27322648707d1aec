//===- ScalarIeee.h - One lane of IEEE f32 ----------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sums, products, quotients and roots of f32 with one rounding, in integers:
/// the definition that hosts' instructions are held against, and what runs
/// where they lack them. Minimum, maximum and comparison.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_SM_SEMANTICS_SCALARIEEE_H
#define HEDDLE_LIB_ENGINE_SM_SEMANTICS_SCALARIEEE_H

#include "ScalarFloat.h"

namespace heddle::sm::HEDDLE_SM_ISA {

/// A finite f32 other than zero, denormals included.
HEDDLE_INLINE Magnitude magnitudeIeee(uint32_t V) {
  if (V & Infinity)
    return magnitudeOf(V);
  return {V & SignBit, -126, uint64_t(V & 0x7fffff) << 39};
}

/// The f32 of \p M: rounds where the significand of a normal number ends, or of
/// a denormal one. \p Flush makes zero of denormal results.
inline uint32_t packIeee(Magnitude M, RoundingMode Mode, bool Flush) {
  if (!M.Sig)
    return M.Sign;
  unsigned Lead = unsigned(__builtin_clzll(M.Sig));
  if (Lead == 0) {
    M.Sig = M.Sig >> 1 | (M.Sig & 1);
    ++M.Exponent;
  } else {
    M.Sig <<= Lead - 1;
    M.Exponent -= int(Lead) - 1;
  }
  if (M.Exponent >= -126)
    return roundPack(M.Sign, M.Exponent, M.Sig, Mode);
  unsigned Distance = unsigned(-126 - M.Exponent);
  uint64_t Sig = Distance > 62
                     ? 1
                     : M.Sig >> Distance |
                           ((M.Sig & ((uint64_t(1) << Distance) - 1)) != 0);
  constexpr uint64_t Whole = uint64_t(1) << 39;
  uint64_t Bits = Sig >> 39;
  Bits += roundsUp(Mode, M.Sign, Bits & 1, Sig & (Whole - 1), Whole);
  if (Flush) {
    // With an unbounded exponent it may round up to the least normal number.
    uint32_t Normal = roundPack(M.Sign, M.Exponent, M.Sig, Mode);
    return Normal & Infinity ? Normal : M.Sign;
  }
  // A carry into bit 23 makes the least normal number.
  return M.Sign | uint32_t(Bits);
}

HEDDLE_INLINE uint32_t sourceIeee(uint32_t V, bool Flush) {
  return Flush ? flushScalar(V) : V;
}

/// The zero of a sum that is exactly zero.
HEDDLE_INLINE uint32_t zeroOfSum(uint32_t SignA, uint32_t SignB,
                                 RoundingMode Mode) {
  if (SignA == SignB)
    return SignA;
  return Mode == RoundingMode::Down ? SignBit : 0;
}

inline uint32_t addIeee(uint32_t A, uint32_t B, uint32_t, RoundingMode Mode,
                        bool Flush) {
  A = sourceIeee(A, Flush);
  B = sourceIeee(B, Flush);
  if (isNaNScalar(A) || isNaNScalar(B))
    return CanonicalNaN;
  if (isInfScalar(A))
    return isInfScalar(B) && A != B ? CanonicalNaN : A;
  if (isInfScalar(B))
    return B;
  if (isZeroScalar(A) && isZeroScalar(B))
    return zeroOfSum(A & SignBit, B & SignBit, Mode);
  if (isZeroScalar(A))
    return B;
  if (isZeroScalar(B))
    return A;
  Magnitude M = addMagnitudes(magnitudeIeee(A), magnitudeIeee(B));
  if (!M.Sig)
    return zeroOfSum(0, SignBit, Mode);
  return packIeee(M, Mode, Flush);
}

/// a * b of finite numbers other than zero, exactly.
HEDDLE_INLINE Magnitude productIeee(uint32_t A, uint32_t B) {
  Magnitude X = magnitudeIeee(A), Y = magnitudeIeee(B);
  // 24 bits each, from bit 39 on; 48 together, the highest at bit 62 or 61.
  return {X.Sign ^ Y.Sign, X.Exponent + Y.Exponent + 1,
          (X.Sig >> 39) * (Y.Sig >> 39) << 15};
}

inline uint32_t mulIeee(uint32_t A, uint32_t B, uint32_t, RoundingMode Mode,
                        bool Flush) {
  A = sourceIeee(A, Flush);
  B = sourceIeee(B, Flush);
  uint32_t Sign = (A ^ B) & SignBit;
  if (isNaNScalar(A) || isNaNScalar(B))
    return CanonicalNaN;
  if (isInfScalar(A) || isInfScalar(B))
    return isZeroScalar(A) || isZeroScalar(B) ? CanonicalNaN : Sign | Infinity;
  if (isZeroScalar(A) || isZeroScalar(B))
    return Sign;
  return packIeee(productIeee(A, B), Mode, Flush);
}

inline uint32_t fmaIeee(uint32_t A, uint32_t B, uint32_t C, RoundingMode Mode,
                        bool Flush) {
  A = sourceIeee(A, Flush);
  B = sourceIeee(B, Flush);
  C = sourceIeee(C, Flush);
  uint32_t Sign = (A ^ B) & SignBit;
  if (isNaNScalar(A) || isNaNScalar(B) || isNaNScalar(C))
    return CanonicalNaN;
  if (isInfScalar(A) || isInfScalar(B)) {
    bool Bad = isZeroScalar(A) || isZeroScalar(B) ||
               (isInfScalar(C) && (C & SignBit) != Sign);
    return Bad ? CanonicalNaN : Sign | Infinity;
  }
  if (isInfScalar(C))
    return C;
  if (isZeroScalar(A) || isZeroScalar(B))
    return isZeroScalar(C) ? zeroOfSum(Sign, C & SignBit, Mode) : C;
  if (isZeroScalar(C))
    return packIeee(productIeee(A, B), Mode, Flush);
  // The product has up to 48 bits, which leaves 15 below for the addend: what
  // is cut off there is one bit, behind more than a rounding looks at.
  Magnitude P = productIeee(A, B), M = magnitudeIeee(C);
  auto Normalize = [](Magnitude &V) {
    unsigned Lead = unsigned(__builtin_clzll(V.Sig));
    V.Sig <<= Lead - 1;
    V.Exponent -= int(Lead) - 1;
  };
  Normalize(P);
  Normalize(M);
  Magnitude Sum = addMagnitudes(P, M);
  if (!Sum.Sig)
    return zeroOfSum(0, SignBit, Mode);
  return packIeee(Sum, Mode, Flush);
}

/// The significand of a finite number other than zero in [2^23, 2^24), and its
/// exponent.
HEDDLE_INLINE Magnitude normalIeee(uint32_t V) {
  Magnitude M = magnitudeIeee(V);
  unsigned Lead = unsigned(__builtin_clzll(M.Sig));
  return {M.Sign, M.Exponent - int(Lead) + 1, M.Sig << Lead >> 40};
}

inline uint32_t divIeee(uint32_t A, uint32_t B, uint32_t, RoundingMode Mode,
                        bool Flush) {
  A = sourceIeee(A, Flush);
  B = sourceIeee(B, Flush);
  uint32_t Sign = (A ^ B) & SignBit;
  if (isNaNScalar(A) || isNaNScalar(B))
    return CanonicalNaN;
  if (isInfScalar(A))
    return isInfScalar(B) ? CanonicalNaN : Sign | Infinity;
  if (isInfScalar(B))
    return Sign;
  if (isZeroScalar(A))
    return isZeroScalar(B) ? CanonicalNaN : Sign;
  if (isZeroScalar(B))
    return Sign | Infinity;
  Magnitude X = normalIeee(A), Y = normalIeee(B);
  uint64_t Dividend = X.Sig << 39;
  uint64_t Quotient = Dividend / Y.Sig << 1 | (Dividend % Y.Sig != 0);
  return packIeee({Sign, X.Exponent - Y.Exponent + 22, Quotient}, Mode, Flush);
}

inline uint32_t rcpIeee(uint32_t A, uint32_t, uint32_t, RoundingMode Mode,
                        bool Flush) {
  return divIeee(0x3f800000, A, 0, Mode, Flush);
}

/// The largest number whose square is not above \p N.
HEDDLE_INLINE uint64_t integerRoot(uint64_t N) {
  uint64_t Root = 0;
  for (uint64_t Bit = uint64_t(1) << 31; Bit; Bit >>= 1)
    if ((Root | Bit) * (Root | Bit) <= N)
      Root |= Bit;
  return Root;
}

inline uint32_t sqrtIeee(uint32_t A, uint32_t, uint32_t, RoundingMode Mode,
                         bool Flush) {
  A = sourceIeee(A, Flush);
  if (isZeroScalar(A))
    return A;
  if (isNaNScalar(A) || A & SignBit)
    return CanonicalNaN;
  if (isInfScalar(A))
    return A;
  Magnitude X = normalIeee(A);
  // Makes the exponent even, so that the root can halve it.
  uint64_t N = X.Sig << 38;
  int Exponent = X.Exponent - 61;
  if (Exponent & 1) {
    N <<= 1;
    --Exponent;
  }
  uint64_t Root = integerRoot(N);
  return packIeee({0, Exponent / 2 + 61, Root << 1 | (Root * Root != N)}, Mode,
                  Flush);
}

/// Numbers as integers of the same order, -0 before 0.
HEDDLE_INLINE int32_t orderScalar(uint32_t V) {
  return int32_t(V ^ (uint32_t(int32_t(V) >> 31) & 0x7fffffff));
}

/// \p Form: bit 0 returns NaN where there is one, bit 1 compares magnitudes and
/// multiplies the signs.
inline uint32_t minMaxIeee(uint32_t A, uint32_t B, bool IsMax, unsigned Form,
                           bool Flush) {
  A = sourceIeee(A, Flush);
  B = sourceIeee(B, Flush);
  bool NaNA = isNaNScalar(A), NaNB = isNaNScalar(B);
  if ((NaNA && NaNB) || ((NaNA || NaNB) && Form & 1))
    return CanonicalNaN;
  uint32_t Sign = (A ^ B) & SignBit;
  if (Form & 2) {
    A &= ~SignBit;
    B &= ~SignBit;
  }
  bool TakesB = NaNA || (!NaNB && (orderScalar(B) < orderScalar(A)) != IsMax);
  uint32_t R = TakesB ? B : A;
  return Form & 2 ? R | Sign : R;
}

/// \p Cond: bit 0 less, 1 equal, 2 greater, 3 unordered.
inline bool compareIeee(uint32_t A, uint32_t B, unsigned Cond, bool Flush) {
  A = sourceIeee(A, Flush);
  B = sourceIeee(B, Flush);
  if (isNaNScalar(A) || isNaNScalar(B))
    return Cond & 8;
  if (A == B || (isZeroScalar(A) && isZeroScalar(B)))
    return Cond & 2;
  return Cond & (orderScalar(A) < orderScalar(B) ? 1 : 4);
}

} // namespace heddle::sm::HEDDLE_SM_ISA

#endif // HEDDLE_LIB_ENGINE_SM_SEMANTICS_SCALARIEEE_H
