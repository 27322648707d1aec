//===- Convert.cpp - Between types of numbers -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Format.h"
#include "Machine.h"
#include "heddle/Model/ChipFloat.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>
#include <bit>
#include <cassert>
#include <cfenv>
#include <cmath>

namespace heddle::judge {

using namespace ptx;

namespace {

/// As fesetround() and the model have it.
struct Mode {
  int Host;
  model::Rounding Model;
};
Mode modeOf(Modifier M) {
  switch (M) {
  case ModRz:
  case ModRzi:
    return {FE_TOWARDZERO, model::Rounding::Zero};
  case ModRm:
  case ModRmi:
    return {FE_DOWNWARD, model::Rounding::Down};
  case ModRp:
  case ModRpi:
    return {FE_UPWARD, model::Rounding::Up};
  default:
    return {FE_TONEAREST, model::Rounding::Nearest};
  }
}

bool isIntegral(Modifier M) {
  return M == ModRni || M == ModRzi || M == ModRmi || M == ModRpi;
}

/// Every number of an integer type, f32 and f64 is one of these.
using Number = long double;

[[gnu::noinline]] Number integralOf(Number V, int Host) {
  std::fesetround(Host);
  volatile Number X = V;
  const volatile Number R = std::nearbyint(Number(X));
  std::fesetround(FE_TONEAREST);
  return R;
}

template <class T> [[gnu::noinline]] T rounded(Number V, int Host) {
  std::fesetround(Host);
  volatile Number X = V;
  const volatile T R = T(X);
  std::fesetround(FE_TONEAREST);
  return R;
}

Number numberOf(uint64_t V, ScalarType Type) {
  // A NaN of these keeps its sign and payload.
  if (Type == ScalarType::F64)
    return std::bit_cast<double>(V);
  if (Type == ScalarType::F32)
    return std::bit_cast<float>(uint32_t(V));
  if (const std::optional<Packing> P = packingOf(Type)) {
    assert(P->Lanes == 1 && "pairs are converted by element");
    return P->format().value(V);
  }
  return isSigned(Type) ? Number(extended(V, bitWidth(Type))) : Number(V);
}

/// A NaN is 0 if neither type has 64 bits, or if the chip has no IEEE f32 and
/// it is one of f32; else only the highest bit is set.
uint64_t toInteger(Number V, const Conversion &C) {
  const ScalarType To = C.To;
  const unsigned Bits = bitWidth(To);
  if (std::isnan(V))
    return C.From == ScalarType::F64 || (Bits == 64 && C.HasIeee)
               ? uint64_t(1) << (Bits - 1)
               : 0;
  const Number Most =
      std::ldexp(Number(1), int(isSigned(To) ? Bits - 1 : Bits));
  const Number Least = isSigned(To) ? -Most : 0;
  if (V >= Most)
    return low(~uint64_t(0), isSigned(To) ? Bits - 1 : Bits);
  if (V <= Least)
    return low(uint64_t(int64_t(Least)), Bits);
  return low(V < 0 ? uint64_t(int64_t(V)) : uint64_t(V), Bits);
}

uint64_t betweenIntegers(const Conversion &C, uint64_t V) {
  if (!C.Saturates)
    return low(isSigned(C.From) ? uint64_t(extended(V, bitWidth(C.From))) : V,
               bitWidth(C.To));
  return toInteger(numberOf(V, C.From), C);
}

uint64_t saturated(const Conversion &C, uint64_t V) {
  return C.Saturates ? model::saturateFloat(uint32_t(V)) : V;
}

/// A NaN of another format. A bf16 is the upper half of an f32, and keeps what
/// it is.
uint64_t convertedNaN(const Conversion &C, uint64_t V) {
  using enum ScalarType;
  const Format F = formatOf(C.To == TF32   ? ElementType::TF32
                            : C.To == BF16 ? ElementType::BF16
                            : C.To == F16  ? ElementType::F16
                                           : ElementType::F32);
  if (C.To != F64 && (C.To != F32 || C.From != BF16))
    return F.nan();
  const uint64_t Word = C.From == BF16 ? V << 16 : F.nan();
  if (C.To == F32)
    return Word;
  return (Word & 0x80000000) << 32 | uint64_t(0xfff) << 51 |
         (Word & 0x7fffff) << 29;
}

/// What is left of \p V by .sat or .relu.
uint64_t finishedAs(const Conversion &C, const Format &F, uint64_t V) {
  if (F.isNaN(V))
    return C.Saturates ? 0 : V;
  if ((C.Saturates || C.HasRelu) && V & F.sign())
    return 0;
  return C.Saturates ? std::min(V, F.one()) : V;
}

/// One of the types is a half or tf32.
uint64_t withHalf(const Conversion &C, uint64_t V) {
  using enum ScalarType;
  const Mode M = modeOf(C.Mode);
  const bool IsWord = C.To == TF32;
  const Format To =
      IsWord ? formatOf(ElementType::TF32) : packingOf(C.To)->format();
  double X = 0;
  if (isFloat(C.From)) {
    const Format From = packingOf(C.From)->format();
    // Towards f16, NVIDIA's chips do not flush.
    if (C.Flushes && C.From == F32 && C.To != F16)
      V = From.flushed(V);
    X = From.value(V);
    if (std::isnan(X))
      return finishedAs(C, To, convertedNaN(C, V)) << (IsWord ? 13 : 0);
    if (isIntegral(C.Mode))
      X = std::copysign(double(integralOf(X, M.Host)), X);
  } else {
    const bool IsNegative =
        isSigned(C.From) && extended(V, bitWidth(C.From)) < 0;
    const uint64_t Magnitude =
        IsNegative ? 0 - uint64_t(extended(V, bitWidth(C.From))) : V;
    X = oddNumber(Magnitude, IsNegative);
  }
  if (C.To == F64)
    return finishedAs(C, To, std::bit_cast<uint64_t>(X));
  uint64_t R = encoded(To, X, M.Model, C.StaysFinite).Bits;
  if (C.Flushes && C.To == F32)
    R = To.flushed(R);
  // tf32 has the upper bits of its word.
  return finishedAs(C, To, R) << (IsWord ? 13 : 0);
}

/// Of chips of compute capability 1.
std::optional<uint64_t> withHalfOfChip(const Conversion &C, uint64_t V) {
  if (C.To == ScalarType::F32 && C.From == ScalarType::F16)
    return saturated(C, model::halfToFloat(uint16_t(V)));
  if (C.To == ScalarType::F16 && C.From == ScalarType::F32 && !C.Saturates)
    return model::floatToHalf(uint32_t(V), modeOf(C.Mode).Model);
  return std::nullopt;
}

/// Halfway goes away from zero; the chip cuts a NaN off.
uint64_t awayToTF32(bool StaysFinite, uint64_t V) {
  const Format F = formatOf(ElementType::F32);
  constexpr uint64_t Unit = 0x2000, Lost = Unit - 1;
  if (F.isNaN(V))
    return StaysFinite ? formatOf(ElementType::TF32).nan() << 13 : V & ~Lost;
  uint64_t M = std::min((F.magnitude(V) + Unit / 2) & ~Lost, F.limit());
  if (StaysFinite && M == F.limit())
    M -= Unit;
  return (V & F.sign()) | M;
}

uint64_t singleToSingle(const Conversion &C, uint64_t V) {
  const auto Bits = uint32_t(V);
  if (!C.HasIeee)
    return saturated(C, isIntegral(C.Mode)
                            ? model::roundIntegral(Bits, modeOf(C.Mode).Model)
                            : model::canonicalFloat(Bits));
  const float F = std::bit_cast<float>(C.Flushes ? flushed(Bits) : Bits);
  if (std::isnan(F))
    return C.Saturates ? 0 : 0x7fffffff;
  if (!isIntegral(C.Mode))
    return saturated(C, std::bit_cast<uint32_t>(F));
  const auto R = float(integralOf(F, modeOf(C.Mode).Host));
  return saturated(C, std::bit_cast<uint32_t>(std::copysign(R, F)));
}

} // namespace

std::optional<uint64_t> converted(const Conversion &C, uint64_t V) {
  using enum ScalarType;
  const auto IsReal = [](ScalarType T) { return T == F32 || T == F64; };
  const auto IsHalf = [](ScalarType T) { return T == F16 || T == BF16; };
  const Mode M = modeOf(C.Mode);
  if (bitWidth(C.To) > 64 || bitWidth(C.From) > 64)
    return std::nullopt;
  if (!isFloat(C.To) && !isFloat(C.From))
    return betweenIntegers(C, V);
  if ((isFloat(C.From) && !IsReal(C.From) && !IsHalf(C.From)) ||
      (isFloat(C.To) && !IsReal(C.To) && !IsHalf(C.To) && C.To != TF32))
    return std::nullopt;
  if (C.To == TF32 && C.Mode == ModRna)
    return C.HasRelu ? std::nullopt
                     : std::optional(awayToTF32(C.StaysFinite, V));
  if (isFloat(C.To) && (!IsReal(C.To) || IsHalf(C.From)))
    return C.HasIeee ? withHalf(C, V) : withHalfOfChip(C, V);
  if (C.From == F32 && C.Flushes)
    V = flushed(uint32_t(V));
  if (!isFloat(C.To)) {
    if (C.From == F32 && !C.HasIeee)
      V = flushed(uint32_t(V));
    // The chips' words differ where narrow integers are made of f64.
    if (C.From == F64 && !C.HasIeee && bitWidth(C.To) < 32)
      return std::nullopt;
    return toInteger(integralOf(numberOf(V, C.From), M.Host), C);
  }
  assert(!C.HasRelu && !C.StaysFinite && "of halves and tf32 alone");
  if (C.To == F32 && C.From == F32)
    return singleToSingle(C, V);
  Number Is = numberOf(V, C.From);
  if (isIntegral(C.Mode))
    Is = std::copysign(integralOf(Is, M.Host), Is);
  if (C.Saturates)
    Is = std::isnan(Is) || Is <= 0 ? 0 : std::min(Is, Number(1));
  if (C.To == F64)
    return std::bit_cast<uint64_t>(rounded<double>(Is, M.Host));
  const auto R = std::bit_cast<uint32_t>(rounded<float>(Is, M.Host));
  return saturated(C, C.Flushes ? flushed(R) : R);
}

Conversion conversionOf(const Instruction &I, bool HasIeee) {
  Conversion C;
  C.To = I.firstType();
  C.From = I.type();
  C.Mode = I.modifier(GrpRounding);
  if (C.Mode == ModNone)
    C.Mode = I.modifier(GrpIntRounding);
  C.Saturates = I.has(ModSat);
  C.Flushes = I.has(ModFtz);
  C.HasIeee = HasIeee;
  C.HasRelu = I.has(ModRelu);
  C.StaysFinite = I.has(ModSatfinite);
  return C;
}

void Machine::convert(Thread &T, const Instruction &I) {
  const Conversion C = conversionOf(I, How.HasIeee);
  const std::optional<Packing> To = packingOf(C.To);
  if ((To && To->Lanes > 1) || C.To == ScalarType::UE8M0x2)
    return convertPair(T, I);
  std::optional<uint64_t> R =
      I.Operands.size() != 2 ? std::nullopt
                             : converted(C, read(T, I.Operands[1], C.From));
  if (!R) {
    refuse("a conversion between these types");
    return;
  }
  Result.HasApproximateHalves |=
      Result.IsApproximate && To && To->format().bits() <= 16;
  writeResult(T, I, *R, C.To);
}

} // namespace heddle::judge
