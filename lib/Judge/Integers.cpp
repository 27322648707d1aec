//===- Integers.cpp - Arithmetic of integers ------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "Wide.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>
#include <cassert>

namespace heddle::judge {

using namespace ptx;

namespace {

/// The low 32 bits of a product of 24 bits, or those from 16 on.
Wide product24(const Instruction &I, uint64_t A, uint64_t B) {
  const auto Part = [&](uint64_t V) {
    return isSigned(I.type()) ? Wide(extended(V, 24)) : Wide(low(V, 24));
  };
  const Wide P = Part(A) * Part(B);
  return I.has(ModHi) ? P >> 16 : P;
}

Wide product(const Instruction &I, uint64_t A, uint64_t B) {
  const ScalarType Type = I.type();
  const unsigned Bits = bitWidth(Type);
  // The low half is that of numbers without a sign.
  if (const uint64_t Low = A * B; Bits == 64 && !I.has(ModHi))
    return Wide(Low);
  if (Bits == 64 && !isSigned(Type))
    return Wide((static_cast<unsigned __int128>(A) * B) >> 64);
  const Wide P = valueOf(A, Type) * valueOf(B, Type);
  return I.has(ModHi) ? P >> Bits : P;
}

/// By zero, quotient and remainder are all ones.
uint64_t quotient(const Instruction &I, uint64_t A, uint64_t B) {
  const ScalarType Type = I.type();
  if (B == 0)
    return low(~uint64_t(0), bitWidth(Type));
  const Wide X = valueOf(A, Type), Y = valueOf(B, Type);
  return low(uint64_t(I.opcode() == OpDiv ? X / Y : X % Y), bitWidth(Type));
}

} // namespace

/// add, min and max of both halves.
void Machine::halves(Thread &T, const Instruction &I) {
  const bool IsSigned = I.type() == ScalarType::S16x2;
  const uint64_t A = read(T, I.Operands[1], I.type()),
                 B = read(T, I.Operands[2], I.type());
  uint64_t All = 0;
  for (unsigned At : {0U, 16U}) {
    const Wide X = numberOf(A >> At, 16, IsSigned),
               Y = numberOf(B >> At, 16, IsSigned);
    Wide R = 0;
    switch (I.opcode()) {
    case OpAdd:
      R = X + Y;
      break;
    case OpMin:
      R = std::min(X, Y);
      break;
    case OpMax:
      R = std::max(X, Y);
      break;
    default: // Over PTX's mnemonics.
      refuse("this instruction");
      return;
    }
    if (I.has(ModRelu))
      R = std::max(R, Wide(0));
    All |= low(uint64_t(R), 16) << At;
  }
  writeResult(T, I, All, I.type());
}

/// dp4a and dp2a: bytes, or halves, of the first source by bytes of the second.
void Machine::dot(Thread &T, const Instruction &I) {
  const bool IsBytes = I.opcode() == OpDp4a;
  const unsigned Count = IsBytes ? 4 : 2, Width = 32 / Count;
  const unsigned Begin = I.has(ModHi) ? 16 : 0;
  const uint64_t A = read(T, I.Operands[1]), B = read(T, I.Operands[2]);
  Wide Sum = Wide(read(T, I.Operands[3]));
  for (unsigned N = 0; N != Count; ++N)
    Sum += numberOf(A >> (N * Width), Width, isSigned(I.firstType())) *
           numberOf(B >> (Begin + N * 8), 8, isSigned(I.type()));
  writeResult(T, I, low(uint64_t(Sum), 32), ScalarType::U32);
}

void Machine::integer(Thread &T, const Instruction &I) {
  const ScalarType Type = I.type();
  if (Type == ScalarType::U16x2 || Type == ScalarType::S16x2)
    return halves(T, I);
  if (bitWidth(Type) > 64) {
    refuse("numbers of this type");
    return;
  }
  std::array<uint64_t, 3> V = {};
  for (size_t N = 1; N < I.Operands.size() && N != 4; ++N)
    V[N - 1] = read(T, I.Operands[N],
                    I.has(ModWide) && N == 3 ? I.Operands[N].Type : Type);
  const auto Is = [&](size_t N) { return valueOf(V[N], Type); };
  ScalarType To =
      I.Operands[0].Type == ScalarType::None ? Type : I.Operands[0].Type;
  const unsigned Bits = bitWidth(To);
  Wide R = 0;
  // Carries are those of numbers without a sign.
  const auto Plain = [&](size_t N) { return Wide(V[N]); };
  const auto Inverse = [&](size_t N) { return Wide(low(~V[N], Bits)); };
  const auto Carry = [&](Wide Sum) {
    if (I.has(ModCc))
      T.Carry = (Sum >> Bits) != 0;
    return Sum;
  };
  switch (I.opcode()) {
  case OpAdd:
    R = I.has(ModCc) ? Carry(Plain(0) + Plain(1)) : Is(0) + Is(1);
    break;
  case OpAddc:
    R = Carry(Plain(0) + Plain(1) + T.Carry);
    break;
  // The flag of a - b is the carry of a + ~b + 1: addc may take it, too.
  case OpSub:
    R = I.has(ModCc) ? Carry(Plain(0) + Inverse(1) + 1) : Is(0) - Is(1);
    break;
  case OpSubc:
    R = Carry(Plain(0) + Inverse(1) + T.Carry);
    break;
  case OpMul:
    R = product(I, V[0], V[1]);
    break;
  case OpMad: {
    const Wide C = valueOf(V[2], To);
    const Wide P = product(I, V[0], V[1]);
    R = I.has(ModCc) ? Carry(Wide(low(uint64_t(P), Bits)) + Plain(2)) : P + C;
    break;
  }
  case OpMadc:
    R = Carry(Wide(low(uint64_t(product(I, V[0], V[1])), Bits)) + Plain(2) +
              T.Carry);
    break;
  case OpMul24:
    R = product24(I, V[0], V[1]);
    break;
  case OpMad24:
    R = product24(I, V[0], V[1]) + Is(2);
    break;
  case OpDiv:
  case OpRem:
    R = Wide(quotient(I, V[0], V[1]));
    break;
  case OpAbs:
    R = Is(0) < 0 ? -Is(0) : Is(0);
    break;
  case OpNeg:
    R = -Is(0);
    break;
  case OpMin:
    R = std::min(Is(0), Is(1));
    break;
  case OpMax:
    R = std::max(Is(0), Is(1));
    break;
  case OpSad:
    R = (Is(0) > Is(1) ? Is(0) - Is(1) : Is(1) - Is(0)) + Is(2);
    break;
  default:
    refuse("this instruction");
    return;
  }
  if (I.has(ModRelu))
    R = std::max(R, Wide(0));
  writeResult(T, I, I.has(ModSat) ? clampedTo(R, To) : low(uint64_t(R), Bits),
              To);
}

} // namespace heddle::judge
