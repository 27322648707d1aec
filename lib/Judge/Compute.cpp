//===- Compute.cpp - Integers, bits, comparisons --------------------------===//
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
#include <bit>
#include <cmath>

namespace heddle::judge {

using namespace ptx;

namespace {

using Wide = __int128;

Wide valueOf(uint64_t V, ScalarType Type) {
  return isSigned(Type) ? Wide(extended(V, bitWidth(Type)))
                        : Wide(low(V, bitWidth(Type)));
}

uint64_t clampedTo(Wide V, ScalarType Type) {
  const unsigned Bits = bitWidth(Type);
  const Wide Least = isSigned(Type) ? -(Wide(1) << (Bits - 1)) : 0;
  const Wide Most = (Wide(1) << (isSigned(Type) ? Bits - 1 : Bits)) - 1;
  return low(uint64_t(std::clamp(V, Least, Most)), Bits);
}

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

template <class T> bool comparesAs(Modifier Op, T A, T B, bool HasNaN) {
  switch (Op) {
  case ModEq:
    return !HasNaN && A == B;
  case ModNe:
    return !HasNaN && A != B;
  case ModLt:
  case ModLo:
    return !HasNaN && A < B;
  case ModLe:
  case ModLs:
    return !HasNaN && A <= B;
  case ModGt:
  case ModHi:
    return !HasNaN && A > B;
  case ModGe:
  case ModHs:
    return !HasNaN && A >= B;
  case ModEqu:
    return HasNaN || A == B;
  case ModNeu:
    return HasNaN || A != B;
  case ModLtu:
    return HasNaN || A < B;
  case ModLeu:
    return HasNaN || A <= B;
  case ModGtu:
    return HasNaN || A > B;
  case ModGeu:
    return HasNaN || A >= B;
  case ModNum:
    return !HasNaN;
  case ModNan:
    return HasNaN;
  default:
    return false;
  }
}

} // namespace

uint32_t flushed(uint32_t V) {
  return (V & 0x7f800000) == 0 ? V & 0x80000000 : V;
}

bool compares(Modifier Op, ScalarType Type, uint64_t A, uint64_t B,
              bool Flushes) {
  if (Type == ScalarType::F32 || Type == ScalarType::F64) {
    const auto Value = [&](uint64_t V) {
      return Type == ScalarType::F64
                 ? std::bit_cast<double>(V)
                 : double(std::bit_cast<float>(Flushes ? flushed(uint32_t(V))
                                                       : uint32_t(V)));
    };
    const double X = Value(A), Y = Value(B);
    return comparesAs(Op, X, Y, std::isnan(X) || std::isnan(Y));
  }
  // lo, ls, hi and hs are of numbers without a sign.
  const bool IsUnsigned =
      Op == ModLo || Op == ModLs || Op == ModHi || Op == ModHs;
  if (IsUnsigned)
    return comparesAs(Op, A, B, false);
  return comparesAs(Op, valueOf(A, Type), valueOf(B, Type), false);
}

void Machine::integer(Thread &T, const Instruction &I) {
  const ScalarType Type = I.type();
  if (bitWidth(Type) > 64 || Type == ScalarType::U16x2 ||
      Type == ScalarType::S16x2) {
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

void Machine::bits(Thread &T, const Instruction &I) {
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
  case OpLop3:
    if (I.Operands.size() != 5 || I.modifier(GrpBoolOp) != ModNone) {
      refuse("lop3 with a predicate");
      return;
    }
    R = logic3(V[0], V[1], V[2], unsigned(V[3]));
    break;
  default:
    refuse("this instruction");
    return;
  }
  writeResult(T, I, R, To);
}

void Machine::compare(Thread &T, const Instruction &I) {
  const ScalarType Type = I.type();
  const bool Flushes = !How.HasIeee || I.has(ModFtz);
  if (isFloat(Type) && Type != ScalarType::F32 && Type != ScalarType::F64) {
    refuse("numbers of this type");
    return;
  }
  if (I.opcode() == OpSelp) {
    const bool Is = read(T, I.Operands[3], ScalarType::Pred) & 1;
    writeResult(T, I, read(T, I.Operands[Is ? 1 : 2], Type), Type);
    return;
  }
  if (I.opcode() == OpSlct) {
    const uint64_t C = read(T, I.Operands[3], Type);
    const bool Is = Type == ScalarType::F32
                        ? compares(ModGe, Type, C, 0, Flushes)
                        : extended(C, bitWidth(Type)) >= 0;
    const ScalarType To = I.firstType();
    writeResult(T, I, read(T, I.Operands[Is ? 1 : 2], To), To);
    return;
  }
  const bool Is =
      compares(I.modifier(GrpCompare), Type, read(T, I.Operands[1], Type),
               read(T, I.Operands[2], Type), Flushes);
  const auto With = [&](bool Of) {
    if (I.Operands.size() < 4)
      return Of;
    const bool C = read(T, I.Operands[3], ScalarType::Pred) & 1;
    switch (I.modifier(GrpBoolOp)) {
    case ModAnd:
      return Of && C;
    case ModOr:
      return Of || C;
    default:
      return Of != C;
    }
  };
  if (I.opcode() == OpSetp) {
    // A source may be the result, too.
    const bool First = With(Is), Second = With(!Is);
    write(T, I.Operands[0], First, ScalarType::Pred);
    if (const Operand *Other = I.Operands[0].Second)
      write(T, *Other, Second, ScalarType::Pred);
    return;
  }
  const ScalarType To = I.firstType();
  const uint64_t Yes = To == ScalarType::F32 ? 0x3f800000 : 0xffffffff;
  writeResult(T, I, With(Is) ? Yes : 0, To);
}

void Machine::execute(Thread &T, const Instruction &I) {
  switch (I.opcode()) {
  case OpLd:
  case OpLdu:
    return load(T, I);
  case OpSt:
    return store(T, I);
  case OpAtom:
  case OpRed:
    return atomic(T, I);
  case OpMov:
    return move(T, I);
  case OpCvta:
  case OpIsspacep:
    return convertAddress(T, I);
  case OpCvt:
    return convert(T, I);
  case OpAnd:
  case OpOr:
  case OpXor:
  case OpNot:
  case OpCnot:
  case OpShl:
  case OpShr:
  case OpShf:
  case OpPopc:
  case OpClz:
  case OpBfind:
  case OpBrev:
  case OpBfe:
  case OpBfi:
  case OpPrmt:
  case OpLop3:
    return bits(T, I);
  case OpSet:
  case OpSetp:
  case OpSelp:
  case OpSlct:
    return compare(T, I);
  case OpAdd:
  case OpAddc:
  case OpSub:
  case OpSubc:
  case OpMul:
  case OpMad:
  case OpMadc:
  case OpMul24:
  case OpMad24:
  case OpDiv:
  case OpRem:
  case OpAbs:
  case OpNeg:
  case OpMin:
  case OpMax:
  case OpSad:
  case OpFma:
  case OpRcp:
  case OpSqrt:
  case OpRsqrt:
  case OpSin:
  case OpCos:
  case OpLg2:
  case OpEx2:
  case OpTestp:
  case OpCopysign:
    return isFloat(I.type()) ? real(T, I) : integer(T, I);
  default:
    refuse("this instruction");
  }
}

} // namespace heddle::judge
