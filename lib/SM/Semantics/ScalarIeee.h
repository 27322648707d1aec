//===- ScalarIeee.h - One lane of IEEE f32 ----------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sums and products of f32 with one rounding, in integers: the definition that
/// hosts' instructions are held against, and what runs where they lack them.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SM_SEMANTICS_SCALARIEEE_H
#define HEDDLE_LIB_SM_SEMANTICS_SCALARIEEE_H

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
  // 24 bits each, from bit 39 on.
  return {X.Sign ^ Y.Sign, X.Exponent + Y.Exponent,
          (X.Sig >> 39) * (Y.Sig >> 39) << 16};
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

} // namespace heddle::sm::HEDDLE_SM_ISA

#endif // HEDDLE_LIB_SM_SEMANTICS_SCALARIEEE_H
