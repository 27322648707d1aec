//===- Bits.cpp - Logic, shifts, fields of bits ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "llvm/ADT/Twine.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <cassert>

namespace heddle::judge {

using namespace ptx;

namespace {

uint64_t shifted(const Instruction &I, uint64_t A, uint64_t By) {
  const unsigned Bits = bitWidth(I.type());
  if (I.opcode() == OpShl)
    return By >= Bits ? 0 : low(A << By, Bits);
  if (isSigned(I.type()))
    return low(uint64_t(extended(A, Bits) >> std::min<uint64_t>(By, Bits - 1)),
               Bits);
  return By >= Bits ? 0 : A >> By;
}

uint64_t permuted(const Instruction &I, uint32_t A, uint32_t B, uint32_t C) {
  const uint64_t Both = uint64_t(B) << 32 | A;
  const auto Byte = [&](unsigned N) { return uint8_t(Both >> (8 * (N & 7))); };
  uint32_t V = 0;
  const unsigned S = C & 3;
  for (unsigned N = 0; N != 4; ++N) {
    unsigned From = 0;
    bool IsSign = false;
    switch (I.modifier(GrpPrmtMode)) {
    case ModF4e:
      From = S + N;
      break;
    case ModB4e:
      From = S - N;
      break;
    case ModRc8:
      From = S;
      break;
    case ModEcl:
      From = std::max(S, N);
      break;
    case ModEcr:
      From = std::min(S, N);
      break;
    case ModRc16:
      From = (S & 1) * 2 + N % 2;
      break;
    default:
      From = C >> (4 * N) & 7;
      IsSign = C >> (4 * N) & 8;
      break;
    }
    uint8_t Is = Byte(From);
    if (IsSign)
      Is = Is & 0x80 ? 0xff : 0;
    V |= uint32_t(Is) << (8 * N);
  }
  return V;
}

uint64_t field(const Instruction &I, uint64_t A, unsigned At, unsigned Count) {
  const unsigned Bits = bitWidth(I.type());
  At &= 255;
  Count &= 255;
  const bool IsSign = isSigned(I.type()) && Count != 0 &&
                      (A >> std::min(At + Count - 1, Bits - 1) & 1);
  uint64_t V = IsSign ? low(~uint64_t(0), Bits) : 0;
  for (unsigned N = 0; N != Count && At + N < Bits && N < Bits; ++N) {
    V &= ~(uint64_t(1) << N);
    V |= (A >> (At + N) & 1) << N;
  }
  return V;
}

uint64_t inserted(const Instruction &I, uint64_t A, uint64_t B, unsigned At,
                  unsigned Count) {
  const unsigned Bits = bitWidth(I.type());
  At &= 255;
  Count &= 255;
  for (unsigned N = 0; N != Count && At + N < Bits; ++N) {
    B &= ~(uint64_t(1) << (At + N));
    B |= (N < 64 ? A >> N & 1 : 0) << (At + N);
  }
  return B;
}

uint64_t highest(const Instruction &I, uint64_t A) {
  const unsigned Bits = bitWidth(I.type());
  if (isSigned(I.type()) && extended(A, Bits) < 0)
    A = low(~A, Bits);
  if (A == 0)
    return 0xffffffff;
  const auto At = unsigned(63 - llvm::countl_zero(A));
  return I.has(ModShiftamt) ? Bits - 1 - At : At;
}

uint64_t funnel(const Instruction &I, uint32_t A, uint32_t B, uint32_t C) {
  const uint64_t Both = uint64_t(B) << 32 | A;
  const unsigned By = I.has(ModWrap) ? C & 31 : std::min<uint32_t>(C, 32);
  return I.has(ModL) ? uint32_t(Both << By >> 32) : uint32_t(Both >> By);
}

uint64_t logic3(uint64_t A, uint64_t B, uint64_t C, unsigned Table) {
  uint64_t V = 0;
  for (unsigned N = 0; N != 32; ++N) {
    const auto Index =
        unsigned((A >> N & 1) << 2 | (B >> N & 1) << 1 | (C >> N & 1));
    V |= uint64_t(Table >> Index & 1) << N;
  }
  return V;
}

/// The place of the N-th bit that is set from a place on, upward or downward.
uint64_t nthSet(uint64_t V, uint64_t From, int32_t N) {
  if (From > 31)
    return 0xffffffff;
  if (N == 0)
    return V >> From & 1 ? From : 0xffffffff;
  int64_t Left = N < 0 ? -int64_t(N) : N;
  for (auto At = int(From); At >= 0 && At < 32; At += N < 0 ? -1 : 1)
    if ((V >> At & 1) && --Left == 0)
      return uint64_t(At);
  return 0xffffffff;
}

uint64_t maskOf(const Instruction &I, uint32_t From, uint32_t Count) {
  if (I.has(ModWrap)) {
    From &= 31;
    Count &= 31;
  }
  uint64_t V = 0;
  for (uint32_t At = From; At < 32 && At - From < Count; ++At)
    V |= uint64_t(1) << At;
  return V;
}

uint64_t extendedTo(const Instruction &I, uint64_t V, uint32_t Count) {
  Count = I.has(ModWrap) ? Count & 31 : std::min<uint32_t>(Count, 32);
  if (Count == 0)
    return 0;
  return low(isSigned(I.type()) ? uint64_t(extended(V, Count)) : low(V, Count),
             32);
}

} // namespace

/// lop3, perhaps with a predicate that says whether any bit is set.
void Machine::logic(Thread &T, const Instruction &I) {
  assert(I.Operands.size() >= 5 && "three sources and a table");
  const auto Source = [&](size_t N) { return read(T, I.Operands[N]); };
  const uint64_t R =
      logic3(Source(1), Source(2), Source(3), unsigned(Source(4)));
  bool Any = R != 0;
  if (I.Operands.size() > 5) {
    const bool Other = read(T, I.Operands[5], ScalarType::Pred) & 1;
    Any = I.modifier(GrpBoolOp) == ModAnd ? Any && Other : Any || Other;
  }
  writeResult(T, I, R, ScalarType::B32);
  if (const Operand *P = I.Operands[0].Second)
    write(T, *P, Any, ScalarType::Pred);
}

void Machine::bits(Thread &T, const Instruction &I) {
  if (I.opcode() == OpLop3)
    return logic(T, I);
  const ScalarType Type = I.type();
  const unsigned Bits = bitWidth(Type);
  if (Bits > 64) {
    refuse("numbers of 128 bits");
    return;
  }
  std::array<uint64_t, 4> V = {};
  for (size_t N = 1; N < I.Operands.size() && N != 5; ++N) {
    const ScalarType Is = I.Operands[N].Type;
    V[N - 1] = read(T, I.Operands[N], Is == ScalarType::None ? Type : Is);
  }
  uint64_t R = 0;
  ScalarType To = Type;
  switch (I.opcode()) {
  case OpAnd:
    R = V[0] & V[1];
    break;
  case OpOr:
    R = V[0] | V[1];
    break;
  case OpXor:
    R = V[0] ^ V[1];
    break;
  case OpNot:
    R = low(~V[0], Bits);
    break;
  case OpCnot:
    R = V[0] == 0;
    break;
  case OpShl:
  case OpShr:
    R = shifted(I, V[0], V[1]);
    break;
  case OpShf:
    R = funnel(I, uint32_t(V[0]), uint32_t(V[1]), uint32_t(V[2]));
    break;
  case OpPopc:
    R = uint64_t(llvm::popcount(V[0]));
    To = ScalarType::U32;
    break;
  case OpClz:
    R = uint64_t(llvm::countl_zero(V[0])) - (64 - Bits);
    To = ScalarType::U32;
    break;
  case OpBfind:
    R = highest(I, V[0]);
    To = ScalarType::U32;
    break;
  case OpBrev:
    for (unsigned N = 0; N != Bits; ++N)
      R |= (V[0] >> N & 1) << (Bits - 1 - N);
    break;
  case OpBfe:
    R = field(I, V[0], unsigned(V[1]), unsigned(V[2]));
    break;
  case OpBfi:
    R = inserted(I, V[0], V[1], unsigned(V[2]), unsigned(V[3]));
    break;
  case OpPrmt:
    R = permuted(I, uint32_t(V[0]), uint32_t(V[1]), uint32_t(V[2]));
    break;
  case OpFns:
    R = nthSet(V[0], V[1], int32_t(uint32_t(V[2])));
    break;
  case OpBmsk:
    R = maskOf(I, uint32_t(V[0]), uint32_t(V[1]));
    break;
  case OpSzext:
    R = extendedTo(I, V[0], uint32_t(V[1]));
    break;
  default:
    refuse("this instruction");
    return;
  }
  writeResult(T, I, R, To);
}

} // namespace heddle::judge
