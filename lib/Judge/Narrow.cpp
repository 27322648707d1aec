//===- Narrow.cpp - Arithmetic of halves, of pairs and of f32 -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One element at a time, in doubles: the product of two elements is exact, the
/// sum with a third is rounded to odd, and one rounding to the format remains.
///
//===----------------------------------------------------------------------===//

#include "Format.h"
#include "Machine.h"
#include "llvm/ADT/Twine.h"
#include <cassert>
#include <cmath>

namespace heddle::judge {

using namespace ptx;

namespace {

using Three = std::array<uint64_t, 3>;

bool isFused(Opcode Op) {
  return Op == OpAdd || Op == OpSub || Op == OpMul || Op == OpMad ||
         Op == OpFma;
}

/// \p V after .sat or .relu.
uint64_t finished(const Instruction &I, const Format &F, uint64_t V) {
  if (F.isNaN(V))
    return I.has(ModSat) ? 0 : V;
  if (!I.has(ModSat) && !I.has(ModRelu))
    return V;
  if (V & F.sign())
    return 0;
  return I.has(ModSat) ? std::min(V, F.one()) : V;
}

/// The sum, the product or both of numbers, rounded once.
uint64_t fused(const Instruction &I, const Format &F, const Three &V) {
  const Opcode Op = I.opcode();
  const bool IsSum = Op == OpAdd || Op == OpSub;
  const model::Rounding Mode = roundingOf(I);
  const double A = F.value(V[0]), B = F.value(V[1]);
  const double First = IsSum ? A : A * B;
  double Second = 0, R = First;
  if (Op != OpMul) {
    Second = IsSum ? (Op == OpSub ? -B : B) : F.value(V[2]);
    R = oddSum(First, Second);
  }
  if (std::isnan(R))
    return finished(I, F, F.nan());
  // The host's zero is that of rounding to nearest.
  if (Op != OpMul && R == 0 && std::signbit(First) != std::signbit(Second))
    R = Mode == model::Rounding::Down ? -0.0 : 0.0;
  const Encoded E = encoded(F, R, Mode);
  return finished(I, F, I.has(ModFtz) && E.IsTiny ? E.Bits & F.sign() : E.Bits);
}

/// -0 is below 0, and a number is preferred to a NaN.
uint64_t lesser(const Instruction &I, const Format &F, uint64_t A, uint64_t B) {
  const bool IsMax = I.opcode() == OpMax;
  const bool IsNaNA = F.isNaN(A), IsNaNB = F.isNaN(B);
  if ((IsNaNA && IsNaNB) || (I.has(ModNaN) && (IsNaNA || IsNaNB)))
    return F.nan();
  const uint64_t Sign = I.has(ModXorsign) ? (A ^ B) & F.sign() : 0;
  if (I.has(ModXorsign) || I.has(ModAbs)) {
    A = F.magnitude(A);
    B = F.magnitude(B);
  }
  if (IsNaNA || IsNaNB)
    return Sign | (IsNaNA ? B : A);
  const double X = F.value(A), Y = F.value(B);
  const bool IsLess = X < Y || (X == Y && (A & F.sign()) > (B & F.sign()));
  return Sign | (IsLess != IsMax ? A : B);
}

/// Only .ftz, which is arithmetic, looks at what the bits are.
uint64_t otherSign(const Instruction &I, const Format &F, uint64_t V) {
  if (I.has(ModFtz) && F.isNaN(V))
    return F.nan();
  return I.opcode() == OpAbs ? F.magnitude(V) : V ^ F.sign();
}

uint64_t approximated(const Instruction &I, const Format &F, uint64_t V) {
  const double X = F.value(V);
  if (std::isnan(X))
    return F.nan();
  const double R = I.opcode() == OpTanh ? std::tanh(X) : std::exp2(X);
  const Encoded E = encoded(F, R, model::Rounding::Nearest);
  return I.has(ModFtz) && E.IsTiny ? E.Bits & F.sign() : E.Bits;
}

/// What fills tensors out of bounds, of either sign: the product of it is 0.
bool isFilling(uint64_t V) { return (V & 0x7fff) == 0x7ff7; }

} // namespace

std::optional<uint64_t> Machine::element(const Instruction &I, const Format &F,
                                         Three V) {
  const Opcode Op = I.opcode();
  if (I.has(ModOob) && (isFilling(V[0]) || isFilling(V[1])))
    return 0;
  if (I.has(ModFtz))
    for (uint64_t &Each : V)
      Each = F.flushed(Each);
  if (isFused(Op))
    return fused(I, F, V);
  switch (Op) {
  case OpMin:
  case OpMax: {
    const uint64_t R = lesser(I, F, V[0], V[1]);
    return I.Operands.size() == 4 ? lesser(I, F, R, V[2]) : R;
  }
  case OpAbs:
  case OpNeg:
    return otherSign(I, F, V[0]);
  case OpEx2:
  case OpTanh:
    approximate();
    Result.HasApproximateHalves |= F.bits() == 16;
    return approximated(I, F, V[0]);
  default: // Over PTX's mnemonics.
    return std::nullopt;
  }
}

/// add.f32.f16 and the like: all but the last source are halves.
void Machine::mixed(Thread &T, const Instruction &I) {
  const std::optional<Packing> Half = packingOf(I.type());
  if (I.firstType() != ScalarType::F32 || !Half || Half->Lanes != 1) {
    refuse("numbers of these types");
    return;
  }
  const Format F = formatOf(ElementType::F32), Narrow = Half->format();
  Three V = {};
  const size_t Count = I.Operands.size() - 1;
  assert(Count <= V.size() && "more sources than any form has");
  for (size_t N = 0; N != Count; ++N) {
    const bool IsHalf = N + 1 != Count;
    V[N] =
        read(T, I.Operands[N + 1], IsHalf ? ScalarType::B16 : ScalarType::F32);
    if (!IsHalf)
      continue;
    const double X = Narrow.value(V[N]);
    V[N] =
        std::isnan(X) ? F.nan() : encoded(F, X, model::Rounding::Nearest).Bits;
  }
  if (std::optional<uint64_t> R = element(I, F, V))
    writeResult(T, I, *R, ScalarType::F32);
  else
    refuse("this instruction");
}

/// Element by element.
void Machine::packed(Thread &T, const Instruction &I, const Packing &P) {
  const ScalarType Type = I.type();
  Three V = {};
  for (size_t N = 1; N < I.Operands.size() && N != 4; ++N)
    V[N - 1] = read(T, I.Operands[N], Type);
  uint64_t R = 0;
  for (unsigned Lane = 0; Lane != P.Lanes; ++Lane) {
    const std::optional<uint64_t> One =
        element(I, P.format(),
                {P.lane(V[0], Lane), P.lane(V[1], Lane), P.lane(V[2], Lane)});
    if (!One) {
      refuse("this instruction");
      return;
    }
    assert(low(*One, P.Stride) == *One && "an element beyond its place");
    R |= *One << (Lane * P.Stride);
  }
  writeResult(T, I, R, Type);
}

} // namespace heddle::judge
