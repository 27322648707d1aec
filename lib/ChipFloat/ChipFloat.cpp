//===- ChipFloat.cpp - The chip's f32, in integers ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules: tesla-isa.md section 5.2.
//
//===----------------------------------------------------------------------===//

#include "heddle/Model/ChipFloat.h"
#include <algorithm>
#include <cassert>

namespace heddle::model {
namespace {

constexpr uint32_t Sign = 0x80000000, Infinity = 0x7f800000;

bool isNaN(uint32_t Bits) { return (Bits & ~Sign) > Infinity; }

unsigned widthOf(u128 M) {
  unsigned Width = 0;
  for (; M; M >>= 1)
    ++Width;
  return Width;
}

/// \p M / 2^\p Count, rounded; \p Negative: of a negative number.
u128 shiftRounded(u128 M, unsigned Count, Rounding Mode, bool Negative) {
  if (Count == 0)
    return M;
  if (Count > 126) {
    M = M != 0;
    Count = 2;
  }
  u128 Whole = M >> Count, Rest = M & ((u128(1) << Count) - 1);
  u128 Half = u128(1) << (Count - 1);
  switch (Mode) {
  case Rounding::Nearest:
    return Whole + (Rest > Half || (Rest == Half && (Whole & 1)));
  case Rounding::Zero:
    return Whole;
  case Rounding::Down:
    return Whole + (Negative && Rest != 0);
  case Rounding::Up:
    return Whole + (!Negative && Rest != 0);
  }
  return Whole;
}

Exact nan() {
  Exact V;
  V.Kind = Exact::NaN;
  return V;
}

Exact product(const Exact &A, const Exact &B) {
  bool IsInfinite = A.Kind == Exact::Infinite || B.Kind == Exact::Infinite;
  bool IsZero = (A.Kind == Exact::Finite && A.Magnitude == 0) ||
                (B.Kind == Exact::Finite && B.Magnitude == 0);
  if (A.Kind == Exact::NaN || B.Kind == Exact::NaN || (IsInfinite && IsZero))
    return nan();
  assert(A.Magnitude >> 64 == 0 && B.Magnitude >> 64 == 0 &&
         "a product with room for all of its bits");
  Exact R;
  R.Kind = IsInfinite ? Exact::Infinite : Exact::Finite;
  R.IsNegative = A.IsNegative != B.IsNegative;
  R.Magnitude = A.Magnitude * B.Magnitude;
  R.Exponent = A.Exponent + B.Exponent;
  return R;
}

/// \p V in units of 2^\p Exponent; what is cut off leaves a sticky bit.
u128 inUnits(const Exact &V, int Exponent) {
  assert(V.Exponent - Exponent < 128 && "units that nothing is left in");
  if (V.Exponent >= Exponent)
    return V.Magnitude << (V.Exponent - Exponent);
  unsigned Cut = unsigned(Exponent - V.Exponent);
  if (Cut > 126)
    return V.Magnitude != 0;
  u128 Lost = V.Magnitude & ((u128(1) << Cut) - 1);
  return V.Magnitude >> Cut | (Lost != 0);
}

/// \p Mode decides the sign of a zero that cancellation leaves.
Exact sum(const Exact &A, const Exact &B, Rounding Mode) {
  if (A.Kind == Exact::NaN || B.Kind == Exact::NaN)
    return nan();
  if (A.Kind == Exact::Infinite || B.Kind == Exact::Infinite) {
    if (A.Kind == B.Kind && A.IsNegative != B.IsNegative)
      return nan();
    return A.Kind == Exact::Infinite ? A : B;
  }
  if (A.Magnitude == 0 && B.Magnitude == 0) {
    Exact Zero;
    Zero.IsNegative =
        A.IsNegative == B.IsNegative ? A.IsNegative : Mode == Rounding::Down;
    return Zero;
  }
  if (A.Magnitude == 0 || B.Magnitude == 0)
    return A.Magnitude == 0 ? B : A;
  // Magnitudes have at most 48 bits, and 70 more leave room for a sticky bit.
  bool AIsTop = A.Exponent + int(widthOf(A.Magnitude)) >=
                B.Exponent + int(widthOf(B.Magnitude));
  const Exact &Top = AIsTop ? A : B, &Low = AIsTop ? B : A;
  Exact R;
  R.Exponent = std::max(std::min(Top.Exponent, Low.Exponent),
                        Top.Exponent + int(widthOf(Top.Magnitude)) - 120);
  u128 X = inUnits(Top, R.Exponent), Y = inUnits(Low, R.Exponent);
  R.IsNegative = Top.IsNegative;
  if (Top.IsNegative == Low.IsNegative) {
    R.Magnitude = X + Y;
    return R;
  }
  if (Y > X) {
    std::swap(X, Y);
    R.IsNegative = !R.IsNegative;
  }
  R.Magnitude = X - Y;
  if (R.Magnitude == 0)
    R.IsNegative = Mode == Rounding::Down;
  return R;
}

} // namespace

Exact exactOf(uint32_t Bits) {
  Exact V;
  V.IsNegative = Bits & Sign;
  unsigned E = Bits >> 23 & 0xff;
  if (E == 0xff)
    V.Kind = isNaN(Bits) ? Exact::NaN : Exact::Infinite;
  else if (E != 0) {
    V.Magnitude = (Bits & 0x7fffff) | 0x800000;
    V.Exponent = int(E) - 150;
  }
  return V;
}

uint32_t roundToFloat(const Exact &V, Rounding Mode) {
  uint32_t SignBit = V.IsNegative ? Sign : 0;
  if (V.Kind == Exact::NaN)
    return ChipNaN;
  if (V.Kind == Exact::Infinite)
    return SignBit | Infinity;
  if (V.Magnitude == 0)
    return SignBit;
  u128 M = V.Magnitude;
  int E = V.Exponent;
  unsigned Width = widthOf(M);
  if (Width < 24) {
    M <<= 24 - Width;
    E -= int(24 - Width);
  } else {
    M = shiftRounded(M, Width - 24, Mode, V.IsNegative);
    E += int(Width - 24);
    if (M >> 24) {
      M >>= 1;
      ++E;
    }
  }
  assert(M >> 23 == 1 && "a significand has 24 bits");
  int Biased = E + 150;
  if (Biased <= 0)
    return SignBit;
  if (Biased >= 255) {
    bool ToInfinity = Mode == Rounding::Nearest ||
                      (Mode == Rounding::Down && V.IsNegative) ||
                      (Mode == Rounding::Up && !V.IsNegative);
    return SignBit | (ToInfinity ? Infinity : Infinity - 1);
  }
  return SignBit | uint32_t(Biased) << 23 | (uint32_t(M) & 0x7fffff);
}

uint64_t roundToInteger(const Exact &V, Rounding Mode, unsigned Bits,
                        bool IsSigned) {
  if (V.Kind == Exact::NaN)
    return 0;
  assert(Bits && Bits <= 64 && "no integer of the chip's");
  uint64_t Mask = ~uint64_t(0) >> (64 - Bits);
  uint64_t Max = IsSigned ? Mask >> 1 : Mask, Min = IsSigned ? Max + 1 : 0;
  u128 M = V.Magnitude;
  if (V.Kind == Exact::Infinite || V.Exponent > 90)
    M = V.Kind == Exact::Finite && M == 0 ? 0 : u128(1) << 100;
  else if (V.Exponent >= 0)
    M <<= V.Exponent;
  else
    M = shiftRounded(M, unsigned(-V.Exponent), Mode, V.IsNegative);
  if (V.IsNegative)
    return M > Min ? Min : (0 - uint64_t(M)) & Mask;
  return M > Max ? Max : uint64_t(M);
}

uint32_t addFloat(uint32_t A, uint32_t B, Rounding Mode) {
  return roundToFloat(sum(exactOf(A), exactOf(B), Mode), Mode);
}

uint32_t mulFloat(uint32_t A, uint32_t B, Rounding Mode) {
  return roundToFloat(product(exactOf(A), exactOf(B)), Mode);
}

uint32_t fmaFloat(uint32_t A, uint32_t B, uint32_t C, Rounding Mode) {
  Exact P = product(exactOf(A), exactOf(B));
  return roundToFloat(sum(P, exactOf(C), Mode), Mode);
}

uint32_t madFloat(uint32_t A, uint32_t B, uint32_t C) {
  Exact P = product(exactOf(A), exactOf(B)), Addend = exactOf(C);
  if (P.Kind == Exact::Finite && Addend.Kind == Exact::Finite) {
    // With a zero among the operands it is a multiplication and an addition.
    if (P.Magnitude == 0 || Addend.Magnitude == 0)
      return addFloat(mulFloat(A, B, Rounding::Nearest), C, Rounding::Nearest);
    unsigned Width = widthOf(P.Magnitude);
    if (Width > 24) {
      P.Magnitude >>= Width - 24;
      P.Exponent += int(Width - 24);
    }
  }
  Exact Total = sum(P, Addend, Rounding::Nearest);
  uint32_t Result = roundToFloat(Total, Rounding::Nearest);
  bool IsFlushed = Total.Kind == Exact::Finite && (Result & ~Sign) == 0;
  if (!IsFlushed)
    return Result;
  // A sum of 2^-126 - 2^-150 and more still becomes 2^-126.
  Exact Limit;
  Limit.Magnitude = 0xffffff;
  Limit.Exponent = -150;
  Exact Above = Total;
  Above.IsNegative = false;
  Limit.IsNegative = true;
  bool Reaches = !sum(Above, Limit, Rounding::Nearest).IsNegative;
  return Reaches ? (Result & Sign) | 0x00800000 : Result;
}

uint32_t divFloat(uint32_t A, uint32_t B, Rounding Mode) {
  Exact X = exactOf(A), Y = exactOf(B), Q;
  Q.IsNegative = X.IsNegative != Y.IsNegative;
  bool XIsZero = X.Kind == Exact::Finite && X.Magnitude == 0;
  bool YIsZero = Y.Kind == Exact::Finite && Y.Magnitude == 0;
  if (X.Kind == Exact::NaN || Y.Kind == Exact::NaN || (XIsZero && YIsZero) ||
      (X.Kind == Exact::Infinite && Y.Kind == Exact::Infinite))
    return ChipNaN;
  if (X.Kind == Exact::Infinite || YIsZero)
    Q.Kind = Exact::Infinite;
  else if (Y.Kind == Exact::Finite) {
    u128 Dividend = X.Magnitude << 64;
    Q.Magnitude = Dividend / Y.Magnitude;
    Q.Magnitude = Q.Magnitude << 1 | (Dividend % Y.Magnitude != 0);
    Q.Exponent = X.Exponent - Y.Exponent - 65;
  }
  return roundToFloat(Q, Mode);
}

uint32_t sqrtFloat(uint32_t A, Rounding Mode) {
  Exact X = exactOf(A);
  if (X.Kind == Exact::NaN)
    return ChipNaN;
  if (X.Kind == Exact::Finite && X.Magnitude == 0)
    return A & Sign;
  if (X.IsNegative)
    return ChipNaN;
  if (X.Kind == Exact::Infinite)
    return Infinity;
  unsigned Shift = 60 + (unsigned(X.Exponent) & 1);
  u128 Square = X.Magnitude << Shift, Root = 0;
  for (int Bit = 50; Bit >= 0; --Bit) {
    u128 Try = Root | u128(1) << Bit;
    if (Try * Try <= Square)
      Root = Try;
  }
  Exact R;
  R.Magnitude = Root << 1 | (Root * Root != Square);
  R.Exponent = (X.Exponent - int(Shift)) / 2 - 1;
  return roundToFloat(R, Mode);
}

uint32_t canonicalFloat(uint32_t A) {
  return roundToFloat(exactOf(A), Rounding::Nearest);
}

uint32_t minMaxFloat(uint32_t A, uint32_t B, bool IsMax) {
  A = canonicalFloat(A);
  B = canonicalFloat(B);
  if (A == ChipNaN || B == ChipNaN)
    return A == ChipNaN ? B : A;
  // Ordered as integers, with -0 below +0.
  auto Rank = [](uint32_t Bits) {
    return Bits & Sign ? -int64_t(Bits & ~Sign) - 1 : int64_t(Bits);
  };
  return (Rank(A) > Rank(B)) == IsMax ? A : B;
}

uint32_t roundIntegral(uint32_t A, Rounding Mode) {
  Exact V = exactOf(A);
  if (V.Kind != Exact::Finite || V.Exponent >= 0)
    return roundToFloat(V, Mode);
  V.Magnitude =
      shiftRounded(V.Magnitude, unsigned(-V.Exponent), Mode, V.IsNegative);
  V.Exponent = 0;
  return roundToFloat(V, Mode);
}

uint32_t saturateFloat(uint32_t A) {
  if (isNaN(A) || (A & Sign))
    return 0;
  return std::min(A, 0x3f800000u);
}

uint32_t nearestFloat(uint64_t Double) {
  uint32_t Top = uint32_t(Double >> 63) << 31;
  uint64_t Size = Double & ~uint64_t(0) >> 1;
  if (Size == 0 || Size >> 52 == 0x7ff)
    return Top | (Size ? Infinity : 0);
  // A carry out of the fraction goes on to the exponent, as it should.
  uint64_t Kept = (Size - (uint64_t(1023 - 127) << 52)) >> 29;
  uint64_t Tail = Size & ((1u << 29) - 1), Half = 1u << 28;
  return Top | uint32_t(Kept + (Tail > Half || (Tail == Half && Kept & 1)));
}

uint16_t floatToHalf(uint32_t A, Rounding Mode) {
  uint16_t SignBit = uint16_t(A >> 16 & 0x8000);
  Exact V = exactOf(A);
  if (V.Kind == Exact::NaN)
    return 0x7fff;
  if (V.Kind == Exact::Infinite)
    return SignBit | 0x7c00;
  // Denormals are zero.
  if ((A >> 23 & 0xff) == 0)
    return SignBit;
  // Far too small for a denormal: zero, or the least one away from zero.
  if ((A >> 23 & 0xff) <= 0x5d)
    return SignBit | (Mode == (V.IsNegative ? Rounding::Down : Rounding::Up));
  // To 11 bits, or to multiples of 2^-24.
  int Step = std::max(V.Exponent + 13, -24);
  assert(Step >= V.Exponent && "a half has fewer bits");
  uint32_t M = uint32_t(shiftRounded(V.Magnitude, unsigned(Step - V.Exponent),
                                     Mode, V.IsNegative));
  if (M >> 11) {
    M >>= 1;
    ++Step;
  }
  if (Step > 5) {
    bool ToInfinity = Mode == Rounding::Nearest ||
                      (Mode == Rounding::Down && V.IsNegative) ||
                      (Mode == Rounding::Up && !V.IsNegative);
    return SignBit | (ToInfinity ? 0x7c00 : 0x7bff);
  }
  // The hidden bit adds one to the exponent field.
  return uint16_t(SignBit | ((uint32_t(Step + 24) << 10) + M));
}

uint32_t halfToFloat(uint16_t A) {
  Exact V;
  V.IsNegative = A & 0x8000;
  unsigned E = A >> 10 & 31, M = A & 0x3ff;
  if (E == 31)
    V.Kind = M ? Exact::NaN : Exact::Infinite;
  else {
    V.Magnitude = E ? M | 0x400 : M;
    V.Exponent = int(std::max(E, 1u)) - 25;
  }
  return roundToFloat(V, Rounding::Nearest);
}

} // namespace heddle::model
