//===- ConvertPacked.cpp - To and from pairs of narrow numbers ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Format.h"
#include "Machine.h"
#include "Wide.h"
#include "llvm/ADT/Twine.h"
#include <cassert>
#include <cmath>

namespace heddle::judge {

using namespace ptx;

namespace {

/// A power of two by its exponent, without a sign; all ones is a NaN.
constexpr uint64_t NoPower = 0xff;
constexpr int PowerBias = 127;

uint64_t powerOf(const Instruction &I, double V) {
  if (std::isnan(V))
    return NoPower;
  V = std::fabs(V);
  const uint64_t Above = I.has(ModSatfinite) ? NoPower - 1 : NoPower;
  if (std::isinf(V))
    return Above;
  if (V <= std::ldexp(1.0, -PowerBias))
    return 0;
  auto Code = uint64_t(std::ilogb(V) + PowerBias);
  if (I.has(ModRp) && V != std::ldexp(1.0, int(Code) - PowerBias))
    ++Code;
  return std::min(Code, Above);
}

/// Both elements, the lower one first.
struct Elements {
  std::array<uint64_t, 2> Bits;
  std::array<double, 2> Values;
};

uint64_t narrowed(const Instruction &I, const Format &F, double V) {
  if (std::isnan(V))
    return F.nan();
  if (I.has(ModRelu) && std::signbit(V))
    return 0;
  return encoded(F, V, model::Rounding::Nearest, /*StaysFinite=*/true).Bits;
}

} // namespace

/// Two sources fill the result from the top.
void Machine::convertPair(Thread &T, const Instruction &I) {
  const ScalarType To = I.firstType(), From = I.type();
  const std::optional<Packing> Target = packingOf(To), Source = packingOf(From);
  const bool IsToPower = To == ScalarType::UE8M0x2,
             IsFromPower = From == ScalarType::UE8M0x2;
  const size_t Sources = I.Operands.size() - 1;
  const bool HasPair = Source && Source->Lanes == 2;
  if ((!Source && !IsFromPower) ||
      Sources != (HasPair || IsFromPower ? 1 : 2)) {
    refuse("a conversion between these types");
    return;
  }
  Elements E = {};
  for (unsigned N = 0; N != 2; ++N) {
    const uint64_t V = read(T, I.Operands[Sources == 2 ? 2 - N : 1], From);
    E.Bits[N] = IsFromPower ? V >> (8 * N) & 0xff
                : HasPair   ? Source->lane(V, N)
                            : V;
    E.Values[N] = !IsFromPower ? Source->format().value(E.Bits[N])
                  : E.Bits[N] == NoPower
                      ? NAN
                      : std::ldexp(1.0, int(E.Bits[N]) - PowerBias);
  }
  uint64_t R = 0;
  for (unsigned N = 0; N != 2; ++N) {
    if (IsToPower) {
      R |= powerOf(I, E.Values[N]) << (8 * N);
      continue;
    }
    assert(Target && Target->Lanes == 2 && "a pair of what is known");
    const Format F = Target->format();
    uint64_t One = 0;
    if (F.bits() != 16) {
      One = narrowed(I, F, E.Values[N]);
    } else if (HasPair || IsFromPower) {
      // Every number of these has its place among the halves.
      const double V = E.Values[N];
      One = std::isnan(V) ? F.nan()
                          : encoded(F, V, model::Rounding::Nearest).Bits;
      if (I.has(ModRelu) && One & F.sign())
        One = 0;
    } else {
      Conversion C = conversionOf(I, How.HasIeee);
      C.To = Target->Element == ElementType::F16 ? ScalarType::F16
                                                 : ScalarType::BF16;
      One = *converted(C, E.Bits[N]);
    }
    R |= One << (N * Target->Stride);
  }
  writeResult(T, I, R, To);
}

/// cvt.pack: two integers, saturated, below those that are in the third source.
void Machine::packIntegers(Thread &T, const Instruction &I) {
  ScalarType Type = I.firstType();
  unsigned Bits = bitWidth(Type);
  bool IsSigned = ptx::isSigned(Type);
  if (const Modifier Element = I.modifier(GrpElement); Element != ModNone) {
    IsSigned = Element == ModS2 || Element == ModS4;
    Bits = Element == ModU2 || Element == ModS2 ? 2 : 4;
  }
  const auto Source = [&](size_t N) {
    return clampedTo(
        valueOf(read(T, I.Operands[N], ScalarType::S32), ScalarType::S32), Bits,
        IsSigned);
  };
  uint64_t R = Source(1) << Bits | Source(2);
  if (I.Operands.size() > 3)
    R |= read(T, I.Operands[3], ScalarType::B32) << (2 * Bits);
  writeResult(T, I, low(R, 32), ScalarType::B32);
}

} // namespace heddle::judge
