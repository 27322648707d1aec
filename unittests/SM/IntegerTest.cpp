//===- IntegerTest.cpp - Integers against a judge -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The judge computes in 64 bits, one lane at a time, from the rules of
// tesla-isa.md section 5.1.
//
//===----------------------------------------------------------------------===//

#include "SingleInst.h"
#include "heddle/ABI/IntegerOps.inc"
#include "gtest/gtest.h"

using namespace heddle::sm;
using namespace heddle::sm::test;

namespace {

constexpr unsigned FlagZ = 1, FlagS = 2, FlagC = 4, FlagO = 8;

struct Judged {
  uint32_t Value;
  unsigned Flags;
};

struct Lane {
  uint32_t A, B, C;
  bool Carry;
};

int64_t extend(uint32_t V, unsigned Bits, bool IsSigned) {
  int64_t Low = int64_t(V & ((uint64_t(1) << Bits) - 1));
  return IsSigned && (Low >> (Bits - 1)) ? Low - (int64_t(1) << Bits) : Low;
}

unsigned signAndZero(uint32_t V, unsigned Bits) {
  uint32_t M = uint32_t(extend(V, Bits, false));
  return (M == 0 ? FlagZ : 0) | (M >> (Bits - 1) & 1 ? FlagS : 0);
}

/// r = x + y + cin at n bits.
Judged judgeAdd(uint32_t X, uint32_t Y, unsigned Cin, unsigned Bits, bool Sat) {
  uint64_t Sum =
      uint64_t(extend(X, Bits, false)) + uint64_t(extend(Y, Bits, false)) + Cin;
  int64_t Exact = extend(X, Bits, true) + extend(Y, Bits, true) + int(Cin);
  uint32_t R = uint32_t(extend(uint32_t(Sum), Bits, false));
  bool Carry = Sum >> Bits, Overflow = extend(R, Bits, true) != Exact;
  if (Sat && Overflow) {
    uint32_t Min = uint32_t(1) << (Bits - 1);
    R = Exact < 0 ? Min : Min - 1;
  }
  return {R,
          signAndZero(R, Bits) | (Carry ? FlagC : 0) | (Overflow ? FlagO : 0)};
}

uint32_t half(uint32_t V, unsigned Shift) { return V >> Shift & 0xffff; }

/// Everything that a test of one instruction varies.
struct Variant {
  IntegerOp Op;
  DecodedInst I;
};

Judged judgeShift(const DecodedInst &I, uint32_t X, uint32_t N, unsigned Bits,
                  bool Left) {
  bool Arithmetic = !Left && I.has(Signed);
  uint32_t Mask = Bits == 32 ? ~0u : 0xffff;
  int64_t V = extend(X, Bits, Arithmetic);
  uint32_t R;
  unsigned Flags = 0;
  if (N == 0) {
    R = uint32_t(V) & Mask;
  } else if (N >= Bits) {
    R = V < 0 ? Mask : 0;
  } else {
    R = uint32_t(Left ? V << N : V >> N) & Mask;
    uint32_t Out = Left ? X >> (Bits - N) : uint32_t(V >> (N - 1));
    Flags |= Out & 1 ? FlagC : 0;
  }
  if (N == 1 && ((X ^ R) >> (Bits - 1) & 1))
    Flags |= FlagO;
  return {R, Flags | signAndZero(R, Bits)};
}

int64_t judgeProduct(const DecodedInst &I, uint32_t A, uint32_t B) {
  uint32_t Ha = half(A, I.Src[0].Shift), Hb = half(B, I.Src[1].Shift);
  switch (ProductKind(I.Sub[0])) {
  case ProductKind::U16:
    return int64_t(Ha) * Hb;
  case ProductKind::S16:
    return extend(Ha, 16, true) * extend(Hb, 16, true);
  case ProductKind::U24:
    return extend(A, 24, false) * extend(B, 24, false);
  case ProductKind::S24:
    return extend(A, 24, true) * extend(B, 24, true);
  case ProductKind::U24High:
    return extend(A, 24, false) * extend(B, 24, false) >> 16;
  case ProductKind::S24High:
    return extend(A, 24, true) * extend(B, 24, true) >> 16;
  }
  return 0;
}

Judged plain(uint32_t R, unsigned Bits) {
  uint32_t V = uint32_t(extend(R, Bits, false));
  return {V, signAndZero(V, Bits)};
}

Judged judgeSet(const DecodedInst &I, int64_t X, int64_t Y, unsigned Bits) {
  unsigned Which = X < Y ? CmpLess : X == Y ? CmpEqual : CmpGreater;
  return plain(I.Sub[0] & Which ? ~0u : 0, Bits);
}

Judged judgeLogic(const DecodedInst &I, uint32_t X, uint32_t Y, unsigned Bits) {
  X ^= I.Invert[0];
  Y ^= I.Invert[1];
  uint32_t Results[] = {X & Y, X | Y, X ^ Y, Y};
  return plain(Results[I.Sub[0]], Bits);
}

Judged judgeSad(int64_t X, int64_t Y, uint32_t Addend) {
  return judgeAdd(uint32_t(X < Y ? Y - X : X - Y), Addend, 0, 32, false);
}

Judged judge(const Variant &V, const Lane &L) {
  const DecodedInst &I = V.I;
  uint32_t Ha = half(L.A, I.Src[0].Shift), Hb = half(L.B, I.Src[1].Shift);
  bool Sg = I.has(Signed), Sat = I.has(Saturate);
  int64_t X = extend(L.A, 32, Sg), Y = extend(L.B, 32, Sg);
  int64_t X16 = extend(Ha, 16, Sg), Y16 = extend(Hb, 16, Sg);
  switch (V.Op) {
  case IntegerOp::Add32:
    return judgeAdd(L.A ^ I.Invert[0], L.B ^ I.Invert[1], I.Imm, 32, Sat);
  case IntegerOp::Add16:
    return judgeAdd(Ha ^ I.Invert[0], Hb ^ I.Invert[1], I.Imm, 16, Sat);
  case IntegerOp::AddCarry32:
    return judgeAdd(L.A ^ I.Invert[0], L.B ^ I.Invert[1], L.Carry, 32, Sat);
  case IntegerOp::AddCarry16:
    return judgeAdd(Ha ^ I.Invert[0], Hb ^ I.Invert[1], L.Carry, 16, Sat);
  case IntegerOp::Set32:
    return judgeSet(I, X, Y, 32);
  case IntegerOp::Set16:
    return judgeSet(I, X16, Y16, 16);
  case IntegerOp::Min32:
    return plain(uint32_t(std::min(X, Y)), 32);
  case IntegerOp::Min16:
    return plain(uint32_t(std::min(X16, Y16)), 16);
  case IntegerOp::Max32:
    return plain(uint32_t(std::max(X, Y)), 32);
  case IntegerOp::Max16:
    return plain(uint32_t(std::max(X16, Y16)), 16);
  case IntegerOp::Shl32:
    return judgeShift(I, L.A, L.B, 32, true);
  case IntegerOp::Shl16:
    return judgeShift(I, Ha, Hb, 16, true);
  case IntegerOp::Shr32:
    return judgeShift(I, L.A, L.B, 32, false);
  case IntegerOp::Shr16:
    return judgeShift(I, Ha, Hb, 16, false);
  case IntegerOp::Logic32:
    return judgeLogic(I, L.A, L.B, 32);
  case IntegerOp::Logic16:
    return judgeLogic(I, Ha, Hb, 16);
  case IntegerOp::Mul16:
    return plain(uint32_t(X16 * extend(Hb, 16, I.has(Signed2))), 32);
  case IntegerOp::Mul24: {
    int64_t P = extend(L.A, 24, Sg) * extend(L.B, 24, Sg);
    return plain(uint32_t(I.has(High) ? P >> 16 : P), 32);
  }
  case IntegerOp::Sad32:
    return judgeSad(X, Y, L.C);
  case IntegerOp::Sad16:
    return judgeSad(X16, Y16, L.C);
  case IntegerOp::MulAdd:
    return judgeAdd(uint32_t(judgeProduct(I, L.A, L.B)) ^ I.Invert[0],
                    L.C ^ I.Invert[1], I.Imm, 32, Sat);
  case IntegerOp::MulAddCarry:
    return judgeAdd(uint32_t(judgeProduct(I, L.A, L.B)) ^ I.Invert[0],
                    L.C ^ I.Invert[1], L.Carry, 32, Sat);
  case IntegerOp::Product:
    return plain(L.A * L.B + L.C, 32);
  case IntegerOp::ProductHigh:
    return plain(uint32_t(__int128(X) * Y >> 32), 32);
  }
  return {};
}

bool isHalfResult(IntegerOp Op) {
  switch (Op) {
  case IntegerOp::Add16:
  case IntegerOp::AddCarry16:
  case IntegerOp::Set16:
  case IntegerOp::Min16:
  case IntegerOp::Max16:
  case IntegerOp::Shl16:
  case IntegerOp::Shr16:
  case IntegerOp::Logic16:
    return true;
  case IntegerOp::Add32:
  case IntegerOp::AddCarry32:
  case IntegerOp::Set32:
  case IntegerOp::Min32:
  case IntegerOp::Max32:
  case IntegerOp::Shl32:
  case IntegerOp::Shr32:
  case IntegerOp::Logic32:
  case IntegerOp::Mul16:
  case IntegerOp::Mul24:
  case IntegerOp::Sad32:
  case IntegerOp::Sad16:
  case IntegerOp::MulAdd:
  case IntegerOp::MulAddCarry:
  case IntegerOp::Product:
  case IntegerOp::ProductHigh:
    return false;
  }
  return false;
}

uint32_t operand(Random &R) {
  static constexpr uint32_t Special[] = {
      0,          1,          2,          31,         32,
      33,         15,         16,         17,         0x7fff,
      0x8000,     0xffff,     0x7fffff,   0x800000,   0xffffff,
      0x7fffffff, 0x80000000, 0xffffffff, 0x00010000, 0xffff0000};
  uint32_t Kind = R.next() % 4, V = R.next();
  if (Kind == 0)
    return Special[V % std::size(Special)];
  if (Kind == 1)
    return (V & 0xff) | (V & 0xff0000);
  return Kind == 2 ? V & 0x3f : V;
}

class IntegerTest : public testing::TestWithParam<HostIsa> {};

/// Randomizes everything an instruction may have, within what decoders make.
void vary(Variant &V, Random &R, SingleInst &S) {
  DecodedInst &I = S.I;
  I.Flags = WritesCondition;
  if (R.next() & 1)
    I.Flags |= Signed;
  if (R.next() & 1)
    I.Flags |= Signed2;
  if (R.next() & 1)
    I.Flags |= High;
  bool IsSad = V.Op == IntegerOp::Sad32 || V.Op == IntegerOp::Sad16;
  if (!IsSad && R.next() & 1)
    I.Flags |= Saturate;
  I.Invert[0] = R.next() & 1 ? ~0u : 0;
  I.Invert[1] = R.next() & 1 ? ~0u : 0;
  I.Imm = R.next() & 1;
  unsigned Kinds = V.Op == IntegerOp::MulAdd || V.Op == IntegerOp::MulAddCarry
                       ? 6
                   : V.Op == IntegerOp::Set32 || V.Op == IntegerOp::Set16 ? 8
                                                                          : 4;
  I.Sub[0] = uint8_t(R.next() % Kinds);
  I.Src[0].Shift = R.next() & 1 ? 16 : 0;
  I.Src[1].Shift = R.next() & 1 ? 16 : 0;
  I.DstShift = R.next() & 1 ? 16 : 0;
  V.I = I;
}

TEST_P(IntegerTest, AgreesWithJudge) {
  constexpr unsigned NumOps = unsigned(IntegerOp::ProductHigh) + 1;
  constexpr unsigned Rounds = 10'000'000 / NumOps / Lanes;
  Random R(uint64_t{100} + unsigned(GetParam()));
  SingleInst S(GetParam());
  for (unsigned Op = 0; Op != NumOps; ++Op) {
    HandlerPair H = S.Table.Integer(IntegerOp(Op));
    Variant V{IntegerOp(Op), {}};
    for (unsigned Round = 0; Round != Rounds; ++Round) {
      vary(V, R, S);
      uint32_t Mask = Round & 1 ? AllLanes : R.next();
      uint32_t Carry = S.L.Condition[0][BitC] = R.next();
      for (unsigned N = 0; N != Lanes; ++N) {
        S.row(0)[N] = operand(R);
        S.row(1)[N] = operand(R);
        S.row(2)[N] = operand(R);
        S.dst()[N] = 0xdeadbeef;
      }
      S.I.CCDst = 1;
      ASSERT_TRUE(S.run(H, Mask));
      for (unsigned N = 0; N != Lanes; ++N) {
        Lane L = {S.row(0)[N], S.row(1)[N], S.row(2)[N], bool(Carry >> N & 1)};
        if (!(Mask >> N & 1)) {
          ASSERT_EQ(S.dst()[N], 0xdeadbeef);
          continue;
        }
        Judged J = judge(V, L);
        uint32_t Expected = J.Value;
        if (isHalfResult(V.Op))
          Expected =
              V.I.DstShift ? Expected << 16 | 0xbeef : 0xdead0000 | Expected;
        unsigned Flags = 0;
        for (unsigned B = 0; B != 4; ++B)
          Flags |= (S.L.Condition[1][B] >> N & 1) << B;
        ASSERT_EQ(S.dst()[N], Expected)
            << Op << std::hex << ' ' << L.A << ' ' << L.B << ' ' << L.C;
        ASSERT_EQ(Flags, J.Flags)
            << Op << std::hex << ' ' << L.A << ' ' << L.B << ' ' << L.C;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(HostIsas, IntegerTest,
                         testing::ValuesIn(supportedIsas()));

} // namespace
