//===- WordJudgeInteger.cpp - Integers, one lane at a time ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WordJudgeImpl.h"

namespace heddle::model {

void LaneJudge::addFamily(unsigned Op, uint32_t X, uint32_t Y, unsigned Bits,
                          bool Sat, unsigned Carry) {
  unsigned Cin = 0;
  switch (Op) {
  case 0:
    break;
  case 1:
    Y = ~Y;
    Cin = 1;
    break;
  case 2:
    X = ~X;
    Cin = 1;
    break;
  case 3:
    Cin = Carry & FlagC ? 1 : 0;
    break;
  }
  int64_t Unsigned = extendJudge(X, Bits, false) + extendJudge(Y, Bits, false);
  int64_t Exact = extendJudge(X, Bits, true) + extendJudge(Y, Bits, true) + Cin;
  uint32_t R = uint32_t(extendJudge(uint32_t(Unsigned + Cin), Bits, false));
  bool C = (Unsigned + Cin) >> Bits & 1;
  bool O = extendJudge(R, Bits, true) != Exact;
  if (Sat && O) {
    uint32_t Min = uint32_t(1) << (Bits - 1);
    R = Exact < 0 ? Min : Min - 1;
  }
  write(R, Bits == 32);
  flags((R == 0 ? FlagZ : 0) | (R >> (Bits - 1) & 1 ? FlagS : 0) |
        (C ? FlagC : 0) | (O ? FlagO : 0));
}

void LaneJudge::multiply16(bool Signed1, bool Signed2) {
  int64_t X = extendJudge(source1(false), 16, Signed1);
  int64_t Y = extendJudge(source2(false), 16, Signed2);
  uint32_t R = uint32_t(X * Y);
  write(R, true);
  flagsOf(R, 32);
}

void LaneJudge::multiply24(bool Signed, bool High) {
  int64_t X = extendJudge(source1(true), 24, Signed);
  int64_t Y = extendJudge(source2(true), 24, Signed);
  uint32_t R = uint32_t(X * Y >> (High ? 16 : 0));
  write(R, true);
  flagsOf(R, 32);
}

void LaneJudge::multiplyAdd(unsigned Kind, bool Sat, unsigned Op,
                            uint32_t Addend) {
  bool Is16 = Kind <= 2;
  bool IsSigned = Kind == 1 || Kind == 2 || Kind == 4 || Kind == 5 || Kind >= 7;
  unsigned Bits = Is16 ? 16 : 24;
  int64_t X = extendJudge(source1(!Is16), Bits, IsSigned);
  int64_t Y = extendJudge(source2(!Is16), Bits, IsSigned);
  uint32_t P = uint32_t(X * Y >> (Kind >= 6 ? 16 : 0));
  Sat |= Kind == 2 || Kind == 5;
  addFamily(Op, P, Addend, 32, Sat, W.C[isLong() ? b(12, 13) : 0][L]);
}

void LaneJudge::sad(bool Wide, bool Signed, uint32_t Addend) {
  unsigned Bits = Wide ? 32 : 16;
  int64_t X = extendJudge(source1(Wide), Bits, Signed);
  int64_t Y = extendJudge(source2(Wide), Bits, Signed);
  addFamily(0, uint32_t(X < Y ? Y - X : X - Y), Addend, 32, false, 0);
}

void LaneJudge::logic(unsigned Op, uint32_t X, uint32_t Y, bool Wide) {
  uint32_t R = Op == 0 ? X & Y : Op == 1 ? X | Y : Op == 2 ? X ^ Y : Y;
  write(R, Wide);
  flagsOf(R, Wide ? 32 : 16);
}

void LaneJudge::compareInt() {
  bool Wide = b(26), Signed = b(27);
  int64_t X = extendJudge(source1(Wide), Wide ? 32 : 16, Signed);
  int64_t Y = extendJudge(source2(Wide), Wide ? 32 : 16, Signed);
  bool True = b(X < Y ? 14 : X == Y ? 15 : 16);
  write(True ? 0xffffffff : 0, Wide);
  flags(True ? FlagS : FlagZ);
}

void LaneJudge::minMaxInt(bool Larger) {
  bool Wide = b(26), Signed = b(27);
  unsigned Bits = Wide ? 32 : 16;
  uint32_t X = source1(Wide), Y = source2(Wide);
  bool First = extendJudge(X, Bits, Signed) > extendJudge(Y, Bits, Signed);
  uint32_t R = First == Larger ? X : Y;
  write(R, Wide);
  flagsOf(R, Bits);
}

void LaneJudge::shift(bool Left, bool Wide, bool Signed) {
  unsigned Bits = Wide ? 32 : 16;
  uint32_t X = source1(Wide);
  uint32_t N = b(20) ? a(16, 22) : source2(Wide);
  int64_t V = extendJudge(X, Bits, Signed);
  uint32_t R;
  bool C = false;
  if (N >= Bits) {
    R = Left || V >= 0 ? 0 : ~uint32_t(0);
  } else {
    R = uint32_t(Left ? V << N : V >> N);
    if (N)
      C = (Left ? uint64_t(V) >> (Bits - N) : uint64_t(V) >> (N - 1)) & 1;
  }
  R = uint32_t(extendJudge(R, Bits, false));
  bool O = N == 1 && ((X ^ R) >> (Bits - 1) & 1);
  write(R, Wide);
  flags((R == 0 ? FlagZ : 0) | (R >> (Bits - 1) & 1 ? FlagS : 0) |
        (C ? FlagC : 0) | (O ? FlagO : 0));
}

bool LaneJudge::integers() {
  unsigned Wide = b(26);
  switch (primary() << 4 | secondary()) {
  case 0x20:
  case 0x30: {
    uint32_t X = source1(Wide), Y = source3(Wide);
    addFamily(a(28) << 1 | a(22), X, Y, Wide ? 32 : 16, b(27),
              W.C[b(12, 13)][L]);
    return true;
  }
  case 0x33:
    compareInt();
    return true;
  case 0x34:
    minMaxInt(true);
    return true;
  case 0x35:
    minMaxInt(false);
    return true;
  case 0x36:
    shift(true, Wide, false);
    return true;
  case 0x37:
    shift(false, Wide, b(27));
    return true;
  case 0x40:
    if (b(16))
      multiply24(b(15), b(14));
    else
      multiply16(b(15), b(14));
    return true;
  case 0x50:
    sad(Wide, b(27), source3(true));
    return true;
  case 0x70:
    multiplyAdd(8, true, b(26, 27), source3(true));
    return true;
  case 0xd0: {
    uint32_t X = source1(Wide), Y = source2(Wide);
    logic(b(14, 15), b(16) ? ~X : X, b(17) ? ~Y : Y, Wide);
    return true;
  }
  }
  if (primary() == 6) {
    multiplyAdd(secondary(), false, b(26, 27), source3(true));
    return true;
  }
  return false;
}

} // namespace heddle::model
