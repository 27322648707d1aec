//===- Float.cpp - Arithmetic of f32 and f64 ------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// f64, quotients and roots are the host's, with its rounding set; f32 of the
/// chips of compute capability 1 is the model's, which was compared with them.
/// Narrow.cpp has the rest.
///
//===----------------------------------------------------------------------===//

#include "Format.h"
#include "Machine.h"
#include "heddle/Model/ChipFloat.h"
#include "llvm/ADT/Twine.h"
#include <bit>
#include <cfenv>
#include <cmath>

namespace heddle::judge {

using namespace ptx;

model::Rounding roundingOf(const Instruction &I) {
  switch (I.modifier(GrpRounding)) {
  case ModRz:
    return model::Rounding::Zero;
  case ModRm:
    return model::Rounding::Down;
  case ModRp:
    return model::Rounding::Up;
  default: // Over PTX's modifiers.
    return model::Rounding::Nearest;
  }
}

namespace {

constexpr uint32_t NaN = 0x7fffffff;

/// The host rounds like this in its scope.
class HostRounding {
public:
  explicit HostRounding(model::Rounding Mode) {
    constexpr int Modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD,
                             FE_UPWARD};
    std::fesetround(Modes[unsigned(Mode)]);
  }
  ~HostRounding() { std::fesetround(FE_TONEAREST); }
  HostRounding(const HostRounding &) = delete;
  HostRounding &operator=(const HostRounding &) = delete;
};

/// The compiler must not compute it beforehand, with another rounding.
template <class T> [[gnu::noinline]] T onHost(Opcode Op, T A, T B, T C) {
  volatile T X = A, Y = B, Z = C, R = 0;
  switch (Op) {
  case OpAdd:
    R = X + Y;
    break;
  case OpSub:
    R = X - Y;
    break;
  case OpMul:
    R = X * Y;
    break;
  case OpMad:
  case OpFma:
    R = std::fma(T(X), T(Y), T(Z));
    break;
  case OpDiv:
    R = X / Y;
    break;
  case OpRcp:
    R = T(1) / X;
    break;
  case OpSqrt:
    R = std::sqrt(T(X));
    break;
  case OpRsqrt:
    R = T(1) / std::sqrt(T(X));
    break;
  default:
    break;
  }
  return R;
}

/// -0 is less than 0, and a number is preferred to a NaN.
template <class T> T least(T A, T B) {
  if (std::isnan(A))
    return B;
  if (std::isnan(B))
    return A;
  if (A == B)
    return std::signbit(A) ? A : B;
  return A < B ? A : B;
}

template <class T> T minMax(bool IsMax, T A, T B) {
  return IsMax ? -least(-A, -B) : least(A, B);
}

bool isArithmetic(Opcode Op) {
  switch (Op) {
  case OpAdd:
  case OpSub:
  case OpMul:
  case OpMad:
  case OpFma:
  case OpDiv:
  case OpRcp:
  case OpSqrt:
  case OpRsqrt:
    return true;
  default:
    return false;
  }
}

} // namespace

uint64_t Machine::function(const Instruction &I, uint32_t V) {
  approximate();
  switch (I.opcode()) {
  case OpSin:
  case OpCos:
    return model::sfuSin(V, I.opcode() == OpCos);
  case OpLg2:
    return model::sfuLg2(V);
  case OpEx2:
    return model::sfuEx2(V);
  case OpRcp:
    return model::sfuRcp(V);
  case OpRsqrt:
    return model::sfuRsqrt(V);
  case OpSqrt:
    return model::sfuRcp(model::sfuRsqrt(V));
  default:
    refuse("this instruction");
    return 0;
  }
}

uint64_t Machine::singleOfChip(const Instruction &I,
                               llvm::ArrayRef<uint64_t> V) {
  const auto A = uint32_t(V[0]), B = uint32_t(V[1]), C = uint32_t(V[2]);
  const model::Rounding Mode = roundingOf(I);
  constexpr uint32_t Sign = 0x80000000;
  const bool IsRounded = I.modifier(GrpRounding) != ModNone;
  switch (I.opcode()) {
  case OpAdd:
    return model::addFloat(A, B, Mode);
  case OpSub:
    return model::addFloat(A, B ^ Sign, Mode);
  case OpMul:
    return model::mulFloat(A, B, Mode);
  case OpFma:
    return model::fmaFloat(A, B, C, Mode);
  case OpMad:
    // A rounding is that of the sum, and the product is exact.
    return IsRounded ? model::fmaFloat(A, B, C, Mode)
                     : model::madFloat(A, B, C);
  case OpMin:
  case OpMax:
    return model::minMaxFloat(A, B, I.opcode() == OpMax);
  case OpAbs:
    return model::canonicalFloat(A & ~Sign);
  case OpNeg:
    return model::canonicalFloat(A ^ Sign);
  case OpDiv:
    if (!IsRounded)
      approximate();
    // The reciprocal of a large number is flushed.
    if (I.has(ModApprox))
      return model::mulFloat(A, model::sfuRcp(B), model::Rounding::Nearest);
    return model::divFloat(A, B, Mode);
  case OpSqrt:
    if (IsRounded)
      return model::sqrtFloat(A, Mode);
    return function(I, A);
  case OpRcp:
    if (IsRounded)
      return model::divFloat(0x3f800000, A, Mode);
    return function(I, A);
  default:
    return function(I, A);
  }
}

/// Whether a quotient, or a reciprocal, is below the smallest normal number
/// before it is rounded. It is never so close to it that rounding would reach
/// it.
static bool isTinyQuotient(Opcode Op, float A, float B) {
  constexpr double Least = 0x1p-126;
  return Op == OpDiv   ? std::fabs(double(A) / B) < Least
         : Op == OpRcp ? std::fabs(1 / double(A)) < Least
                       : false;
}

uint64_t Machine::rootOrQuotient(const Instruction &I, float A, float B) {
  const Opcode Op = I.opcode();
  const bool IsRounded = I.modifier(GrpRounding) != ModNone;
  if (!IsRounded)
    approximate();
  float R = 0;
  if (Op == OpDiv && I.has(ModApprox)) {
    const float Inverse = onHost<float>(OpRcp, B, 0, 0);
    R = A * std::bit_cast<float>(flushed(std::bit_cast<uint32_t>(Inverse)));
  } else if (Op == OpRsqrt) {
    // The root alone would be rounded twice.
    R = float(1 / std::sqrt(double(A)));
  } else {
    HostRounding Guard(roundingOf(I));
    R = onHost<float>(Op, A, B, 0);
  }
  if (std::isnan(R))
    return NaN;
  const auto Bits = std::bit_cast<uint32_t>(R);
  if (!I.has(ModFtz))
    return Bits;
  return isTinyQuotient(Op, A, B) ? Bits & 0x80000000 : flushed(Bits);
}

uint64_t Machine::single(const Instruction &I,
                         const std::array<uint64_t, 3> &V) {
  const Opcode Op = I.opcode();
  if (std::optional<uint64_t> R = element(I, formatOf(ElementType::F32), V))
    return *R;
  const bool Flushes = I.has(ModFtz);
  const auto Source = [&](size_t N) {
    return std::bit_cast<float>(Flushes ? flushed(uint32_t(V[N]))
                                        : uint32_t(V[N]));
  };
  const float A = Source(0);
  float R = 0;
  switch (Op) {
  case OpDiv:
  case OpRcp:
  case OpSqrt:
  case OpRsqrt:
    return rootOrQuotient(I, A, Source(1));
  case OpCopysign:
    return (V[0] & 0x80000000) | (V[1] & 0x7fffffff);
  case OpSin:
  case OpCos:
    approximate();
    R = float(Op == OpSin ? std::sin(double(A)) : std::cos(double(A)));
    break;
  case OpLg2:
    // The chips take denormals for zeros, which is .ftz of later ones.
    if (std::fabs(A) < 0x1p-126F) {
      R = std::bit_cast<float>(
              uint32_t(function(I, std::bit_cast<uint32_t>(A * 0x1p64F)))) -
          64;
      break;
    }
    return function(I, std::bit_cast<uint32_t>(A));
  default: // Over PTX's mnemonics.
    return function(I, std::bit_cast<uint32_t>(A));
  }
  if (std::isnan(R))
    return NaN;
  const auto Bits = std::bit_cast<uint32_t>(R);
  return Flushes ? flushed(Bits) : Bits;
}

uint64_t Machine::twice(const Instruction &I, llvm::ArrayRef<uint64_t> V) {
  const Opcode Op = I.opcode();
  const auto A = std::bit_cast<double>(V[0]), B = std::bit_cast<double>(V[1]),
             C = std::bit_cast<double>(V[2]);
  constexpr uint64_t Sign = uint64_t(1) << 63;
  if (isArithmetic(Op)) {
    if (I.has(ModApprox) || Op == OpRsqrt)
      approximate();
    HostRounding Guard(roundingOf(I));
    const double Is = onHost<double>(Op, A, B, C);
    // PTX leaves the payload of a NaN open.
    if (std::isnan(Is))
      raise(Doubt::Close);
    const auto R = std::bit_cast<uint64_t>(Is);
    // Approximations have upper words alone.
    return I.has(ModApprox) ? R & ~uint64_t(0xffffffff) : R;
  }
  switch (Op) {
  case OpMin:
  case OpMax:
    return std::bit_cast<uint64_t>(minMax(Op == OpMax, A, B));
  case OpAbs:
    return V[0] & ~Sign;
  case OpNeg:
    return V[0] ^ Sign;
  case OpCopysign:
    return (V[0] & Sign) | (V[1] & ~Sign);
  default:
    refuse("this instruction");
    return 0;
  }
}

void Machine::testProperty(Thread &T, const Instruction &I) {
  const std::optional<Packing> P = packingOf(I.type());
  if (!P || P->Lanes != 1) {
    refuse("numbers of this type");
    return;
  }
  const Format F = P->format();
  const uint64_t V = read(T, I.Operands[1], I.type());
  const bool IsFinite = F.magnitude(V) < F.limit();
  const auto Holds = [&] {
    switch (I.modifier(GrpTest)) {
    case ModFinite:
      return IsFinite;
    case ModInfinite:
      return F.magnitude(V) == F.limit();
    case ModNumber:
      return !F.isNaN(V);
    case ModNotanumber:
      return F.isNaN(V);
    case ModNormal:
      return IsFinite && !F.isDenormal(V);
    default: // Over PTX's modifiers.
      return F.isDenormal(V);
    }
  };
  writeResult(T, I, Holds(), ScalarType::Pred);
}

void Machine::real(Thread &T, const Instruction &I) {
  const ScalarType Type = I.type();
  if (I.opcode() == OpTestp)
    return testProperty(T, I);
  if (I.firstType() != Type)
    return mixed(T, I);
  const std::optional<Packing> P = packingOf(Type);
  if (!P) {
    refuse("numbers of this type");
    return;
  }
  if (P->Element != ElementType::F64 &&
      (P->Element != ElementType::F32 || P->Lanes != 1))
    return packed(T, I, *P);
  std::array<uint64_t, 3> V = {};
  for (size_t N = 1; N < I.Operands.size() && N != 4; ++N)
    V[N - 1] = read(T, I.Operands[N], Type);
  uint64_t R = 0;
  if (Type == ScalarType::F64) {
    R = twice(I, V);
  } else if (How.HasIeee) {
    R = single(I, V);
  } else {
    R = singleOfChip(I, V);
    if (I.has(ModSat))
      R = model::saturateFloat(uint32_t(R));
  }
  writeResult(T, I, R, Type);
}

} // namespace heddle::judge
