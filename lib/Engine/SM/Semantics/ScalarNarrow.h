//===- ScalarNarrow.h - Floats of fewer bits than f32 -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Conversion between f32 and narrower formats, in integers. f16 and e5m2 are
/// laid out like f32; e4m3 has no infinity and one NaN; e2m3, e3m2 and e2m1
/// have numbers only; ue8m0 is an exponent alone, without sign and zero. bf16
/// and tf32 are the upper 16 and 19 bits of an f32. What becomes of a NaN was
/// measured on an NVIDIA H200.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_SM_SEMANTICS_SCALARNARROW_H
#define HEDDLE_LIB_ENGINE_SM_SEMANTICS_SCALARNARROW_H

#include "ScalarIeee.h"

namespace heddle::sm::HEDDLE_SM_ISA {

struct NarrowLayout {
  unsigned ExponentBits, FractionBits;
  /// The place of the lowest bit of the fraction in the word.
  unsigned Shift;
  /// Without sign: infinity, or 0; the largest finite number; NaN, or what
  /// stands for it.
  uint32_t Inf, Max, NaN;
  /// Bits of one element where several share a word.
  unsigned Width;
};

constexpr NarrowLayout NarrowLayouts[] = {
    /*F16*/ {5, 10, 0, 0x7c00, 0x7bff, 0x7fff, 16},
    /*BF16*/ {8, 7, 0, 0x7f80, 0x7f7f, 0x7fff, 16},
    /*TF32*/ {8, 10, 13, Infinity, 0x7f7fe000, 0x7fffe000, 32},
    /*TF32A*/ {8, 10, 13, Infinity, 0x7f7fe000, 0x7fffe000, 32},
    /*E4M3*/ {4, 3, 0, 0, 0x7e, 0x7f, 8},
    /*E5M2*/ {5, 2, 0, 0x7c, 0x7b, 0x7f, 8},
    /*E2M3*/ {2, 3, 0, 0, 0x1f, 0x1f, 8},
    /*E3M2*/ {3, 2, 0, 0, 0x1f, 0x1f, 8},
    /*E2M1*/ {2, 1, 0, 0, 0x7, 0x7, 4},
    /*UE8M0*/ {8, 0, 0, 0, 0xfe, 0xff, 8},
};

HEDDLE_INLINE const NarrowLayout &layoutOf(NarrowFormat F) {
  return NarrowLayouts[unsigned(F)];
}

/// A power of two; the sign of \p V is lost. Rounds up or down.
inline uint32_t narrowToPower(uint32_t V, RoundingMode Mode, bool SatFinite) {
  const NarrowLayout &L = layoutOf(NarrowFormat::UE8M0);
  V &= ~SignBit;
  if (isNaNScalar(V))
    return L.NaN;
  // 2^-127 is a denormal f32.
  uint32_t Power = V >> 23, Rest = V & 0x7fffff;
  if (Mode == RoundingMode::Up)
    Power += Power ? Rest != 0 : Rest > 0x400000;
  return Power > L.Max ? (SatFinite ? L.Max : L.NaN) : Power;
}

/// \p V in \p F, rounded as \p Mode says, TF32A to nearest with ties away from
/// zero. \p SatFinite makes the largest finite number of what is larger.
inline uint32_t narrow(uint32_t V, NarrowFormat F, RoundingMode Mode,
                       bool SatFinite) {
  if (F == NarrowFormat::UE8M0)
    return narrowToPower(V, Mode, SatFinite);
  const NarrowLayout &L = layoutOf(F);
  if (isNaNScalar(V)) {
    // With ties away from zero, the chip truncates a NaN, which may become an
    // infinity.
    return F == NarrowFormat::TF32A && !SatFinite ? V >> L.Shift << L.Shift
                                                  : L.NaN;
  }
  unsigned Bits = L.ExponentBits + L.FractionBits;
  uint32_t Sign = V >> 31 << (Bits + L.Shift);
  uint32_t TooLarge = SatFinite || !(L.Inf | (L.NaN ^ L.Max)) ? L.Max
                      : L.Inf                                 ? L.Inf
                                                              : L.NaN;
  if (isInfScalar(V))
    return Sign | TooLarge;
  if (isZeroScalar(V))
    return Sign;
  // The significand has its leading bit at 62; below are all others.
  Magnitude M = magnitudeIeee(V);
  unsigned Lead = unsigned(__builtin_clzll(M.Sig));
  M.Sig <<= Lead - 1;
  M.Exponent -= int(Lead) - 1;
  int Bias = (1 << (L.ExponentBits - 1)) - 1;
  int Biased = M.Exponent + Bias;
  unsigned Cut = 62 - L.FractionBits;
  if (Biased < 1)
    Cut += unsigned(1 - Biased);
  // All that is cut off is below half of the lowest bit.
  if (Cut > 63) {
    M.Sig = 1;
    Cut = 63;
  }
  uint64_t Whole = uint64_t(1) << Cut, Rest = M.Sig & (Whole - 1);
  uint64_t Fraction = M.Sig >> Cut;
  bool Up = F == NarrowFormat::TF32A
                ? Rest >= Whole / 2
                : roundsUp(Mode, M.Sign, Fraction & 1, Rest, Whole);
  // The leading bit of a normal number, and a carry, add to the exponent.
  uint64_t R = Fraction + Up;
  if (Biased >= 1)
    R += uint64_t(Biased - 1) << L.FractionBits;
  if (R > L.Max >> L.Shift) {
    bool Stays = F != NarrowFormat::TF32A &&
                 (Mode == RoundingMode::Zero ||
                  Mode == (M.Sign ? RoundingMode::Up : RoundingMode::Down));
    return Sign | (Stays ? L.Max : TooLarge);
  }
  return Sign | uint32_t(R << L.Shift);
}

/// \p V, whose other bits are ignored, as an f32. Not of TF32, which is one.
inline uint32_t widen(uint32_t V, NarrowFormat F) {
  const NarrowLayout &L = layoutOf(F);
  if (F == NarrowFormat::BF16)
    return V << 16;
  if (F == NarrowFormat::UE8M0) {
    V &= 0xff;
    return V == 0xff ? CanonicalNaN : V ? V << 23 : 0x400000;
  }
  unsigned Bits = L.ExponentBits + L.FractionBits;
  uint32_t Sign = (V >> Bits & 1) << 31;
  V &= (uint32_t(1) << Bits) - 1;
  if (V > L.Max)
    return V == L.Inf ? Sign | Infinity : CanonicalNaN;
  if (!V)
    return Sign;
  uint32_t Exponent = V >> L.FractionBits;
  uint32_t Fraction = V & ((uint32_t(1) << L.FractionBits) - 1);
  if (!Exponent) {
    unsigned Up = L.FractionBits - (31 - unsigned(__builtin_clz(Fraction)));
    Fraction = (Fraction << Up) & ((uint32_t(1) << L.FractionBits) - 1);
    Exponent = 1 - Up;
  }
  uint32_t Bias = (1u << (L.ExponentBits - 1)) - 1;
  return Sign | (Exponent + 127 - Bias) << 23 |
         Fraction << (23 - L.FractionBits);
}

} // namespace heddle::sm::HEDDLE_SM_ISA

#endif // HEDDLE_LIB_ENGINE_SM_SEMANTICS_SCALARNARROW_H
