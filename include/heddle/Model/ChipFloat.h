//===- ChipFloat.h - The chip's f32, in integers ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// f32 as the chip computes it, on bits and in exact integer arithmetic: no
/// host floating point takes part, and nothing is shared with the interpreter
/// but the coefficients of the special-function unit. Denormals are zero, in
/// and out, after rounding with an unbounded exponent; NaN is 0x7fffffff.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MODEL_CHIPFLOAT_H
#define HEDDLE_MODEL_CHIPFLOAT_H

#include <cstdint>

namespace heddle::model {

enum class Rounding : uint8_t { Nearest, Zero, Down, Up };

inline constexpr uint32_t ChipNaN = 0x7fffffff;

// NOLINTNEXTLINE(modernize-use-using): __extension__ takes no alias.
using u128 = unsigned __int128;

/// A number without its limits: Magnitude * 2^Exponent.
struct Exact {
  enum KindType : uint8_t { Finite, Infinite, NaN };
  KindType Kind = Finite;
  bool IsNegative = false;
  u128 Magnitude = 0;
  int Exponent = 0;
};

/// The value of an operand: a denormal is a zero.
Exact exactOf(uint32_t Bits);

/// To 24 bits. The lowest bit of a long magnitude may be sticky.
uint32_t roundToFloat(const Exact &V, Rounding Mode);

/// To an integer, clamped to \p Bits bits; NaN gives 0.
uint64_t roundToInteger(const Exact &V, Rounding Mode, unsigned Bits,
                        bool IsSigned);

uint32_t addFloat(uint32_t A, uint32_t B, Rounding Mode);
uint32_t mulFloat(uint32_t A, uint32_t B, Rounding Mode);
/// One rounding.
uint32_t fmaFloat(uint32_t A, uint32_t B, uint32_t C, Rounding Mode);
/// The product is cut to 24 bits before the sum is rounded.
uint32_t madFloat(uint32_t A, uint32_t B, uint32_t C);
uint32_t divFloat(uint32_t A, uint32_t B, Rounding Mode);
uint32_t sqrtFloat(uint32_t A, Rounding Mode);
uint32_t minMaxFloat(uint32_t A, uint32_t B, bool IsMax);
/// \p A with denormals and NaNs replaced.
uint32_t canonicalFloat(uint32_t A);
/// To an integral value.
uint32_t roundIntegral(uint32_t A, Rounding Mode);
/// To [0, 1]; NaN gives 0.
uint32_t saturateFloat(uint32_t A);

/// The f32 next to the bits of an f64 that is a zero, an infinity, or within
/// the range of normal f32.
uint32_t nearestFloat(uint64_t Double);

uint16_t floatToHalf(uint32_t A, Rounding Mode);
uint32_t halfToFloat(uint16_t A);

// The special-function unit, bit for bit.
uint32_t sfuRcp(uint32_t A);
uint32_t sfuRsqrt(uint32_t A);
uint32_t sfuLg2(uint32_t A);
uint32_t sfuEx2(uint32_t A);
uint32_t sfuSin(uint32_t A, bool IsCosine);

// The two instructions that ex2, sin and cos consist of: one brings the
// argument to fixed point, the other computes the function of that.
uint32_t sfuReduceEx2(uint32_t A);
uint32_t sfuReduceSin(uint32_t A);
uint32_t sfuReducedEx2(uint32_t Reduced);
uint32_t sfuReducedSin(uint32_t Reduced, bool IsCosine);

} // namespace heddle::model

#endif // HEDDLE_MODEL_CHIPFLOAT_H
