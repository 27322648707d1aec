//===- Convert.cpp - Between types of numbers -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "heddle/Model/ChipFloat.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>
#include <bit>
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
  if (Type == ScalarType::F64)
    return std::bit_cast<double>(V);
  if (Type == ScalarType::F32)
    return std::bit_cast<float>(uint32_t(V));
  return isSigned(Type) ? Number(extended(V, bitWidth(Type))) : Number(V);
}

/// A NaN is 0 if neither type has 64 bits, else only the highest bit is set.
uint64_t toInteger(Number V, ScalarType To, ScalarType From) {
  const unsigned Bits = bitWidth(To);
  if (std::isnan(V))
    return From == ScalarType::F64 || Bits == 64 ? uint64_t(1) << (Bits - 1)
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
  return toInteger(numberOf(V, C.From), C.To, C.From);
}

uint64_t saturated(const Conversion &C, uint64_t V) {
  return C.Saturates ? model::saturateFloat(uint32_t(V)) : V;
}

std::optional<uint64_t> withHalf(const Conversion &C, uint64_t V) {
  const Mode M = modeOf(C.Mode);
  if (C.To == ScalarType::F32 && C.From == ScalarType::F16)
    return saturated(C, model::halfToFloat(uint16_t(V)));
  if (C.To == ScalarType::F16 && C.From == ScalarType::F32 && !C.Saturates)
    return model::floatToHalf(uint32_t(V), M.Model);
  return std::nullopt;
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
  const Mode M = modeOf(C.Mode);
  if (bitWidth(C.To) > 64 || bitWidth(C.From) > 64)
    return std::nullopt;
  if (!isFloat(C.To) && !isFloat(C.From))
    return betweenIntegers(C, V);
  if (C.To == F16 || C.From == F16)
    return withHalf(C, V);
  if ((isFloat(C.To) && !IsReal(C.To)) || (isFloat(C.From) && !IsReal(C.From)))
    return std::nullopt;
  if (C.From == F32 && C.Flushes)
    V = flushed(uint32_t(V));
  if (!isFloat(C.To)) {
    if (C.From == F32 && !C.HasIeee)
      V = flushed(uint32_t(V));
    return toInteger(integralOf(numberOf(V, C.From), M.Host), C.To, C.From);
  }
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

void Machine::convert(Thread &T, const Instruction &I) {
  if (I.Operands.size() != 2) {
    refuse("a conversion of two numbers");
    return;
  }
  Conversion C;
  C.To = I.firstType();
  C.From = I.type();
  C.Mode = I.modifier(GrpRounding);
  if (C.Mode == ModNone)
    C.Mode = I.modifier(GrpIntRounding);
  C.Saturates = I.has(ModSat);
  C.Flushes = I.has(ModFtz);
  C.HasIeee = How.HasIeee;
  std::optional<uint64_t> R =
      I.has(ModRelu) || I.has(ModSatfinite)
          ? std::nullopt
          : converted(C, read(T, I.Operands[1], C.From));
  if (!R) {
    refuse("a conversion between these types");
    return;
  }
  writeResult(T, I, *R, C.To);
}

} // namespace heddle::judge
