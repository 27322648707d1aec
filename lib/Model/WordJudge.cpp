//===- WordJudge.cpp - The machine, one lane at a time --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Forms, operands, predicates and moves. Numbers in comments are primary and
// secondary opcodes.
//
//===----------------------------------------------------------------------===//

#include "WordJudgeImpl.h"

namespace heddle::model {

bool judgeCondition(unsigned Code, unsigned Flags) {
  bool Z = Flags & FlagZ, S = Flags & FlagS, C = Flags & FlagC,
       O = Flags & FlagO;
  switch (Code) {
  case 0x00:
    return false;
  case 0x01:
    return (S && !Z) != O;
  case 0x02:
    return Z && !S;
  case 0x03:
    return S != (Z || O);
  case 0x04:
    return !Z && S == O;
  case 0x05:
    return !Z;
  case 0x06:
    return S == O;
  case 0x07:
    return !Z || !S;
  case 0x08:
    return Z && S;
  case 0x09:
    return S != O;
  case 0x0a:
    return Z;
  case 0x0b:
    return Z || S != O;
  case 0x0c:
    return !S != (Z || O);
  case 0x0d:
    return !Z || S;
  case 0x0e:
    return (!S || Z) != O;
  case 0x0f:
    return true;
  case 0x10:
    return O;
  case 0x11:
    return C;
  case 0x12:
    return !Z && C;
  case 0x13:
    return S;
  case 0x1c:
    return !S;
  case 0x1d:
    return Z || !C;
  case 0x1e:
    return !C;
  case 0x1f:
    return !O;
  }
  return false;
}

int64_t extendJudge(uint32_t V, unsigned Bits, bool IsSigned) {
  int64_t Low = int64_t(V & ((uint64_t(1) << Bits) - 1));
  return IsSigned && (Low >> (Bits - 1)) ? Low - (int64_t(1) << Bits) : Low;
}

LaneJudge::LaneJudge(uint32_t Word0, uint32_t Word1, JudgeWarp &Warp)
    : W0(Word0), W1(Word1), W(Warp) {
  switch (W0 & 3) {
  case 0:
    TheForm = Form::Short;
    break;
  case 1:
    TheForm = b(0, 1) == 3 ? Form::Immediate : Form::Long;
    break;
  default:
    TheForm = Form::Control;
    break;
  }
}

Judgement LaneJudge::run() {
  if (TheForm == Form::Control)
    return Judgement::NotJudged;
  bool Known = true;
  if (isLong() && primary() == 1 && secondary() == 3) {
    Known = vote();
  } else if (isLong() && primary() == 0xc && secondary() == 4) {
    Known = quad();
  } else {
    for (L = 0; L != JudgeWarp::Lanes && Known && !Faulted; ++L) {
      bool Executes = W.Active >> L & 1;
      if (isLong())
        Executes &= judgeCondition(b(7, 11), W.C[b(12, 13)][L]);
      Step = 0;
      if (Executes)
        Known = lane();
      if (Step && !Faulted)
        W.A[addressRegister()][L] = (W.A[addressRegister()][L] + Step) & 0xffff;
    }
  }
  if (!Known)
    return Judgement::NotJudged;
  return Faulted ? Judgement::Fault : Judgement::Done;
}

Judgement judgeWord(uint32_t W0, uint32_t W1, JudgeWarp &W) {
  return LaneJudge(W0, W1, W).run();
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

unsigned LaneJudge::addressRegister() const {
  return a(26, 27) | (isLong() ? b(2) << 2 : 0);
}

uint32_t LaneJudge::readRegister(unsigned Field, bool Wide) const {
  if (Wide)
    return W.R[Field][L];
  return W.R[Field >> 1][L] >> (Field & 1 ? 16 : 0) & 0xffff;
}

/// s[] as first source: the field holds an offset and how to read it.
uint32_t LaneJudge::sharedOperand() {
  unsigned Mode = isLong() ? a(14, 15) : a(13, 14);
  unsigned Unit = Mode == 0 ? 1 : Mode == 3 ? 4 : 2;
  uint32_t Offset = (isLong() ? a(9, 13) : a(9, 12)) * Unit;
  // Post-increment: what would be added is signed, and counts for later.
  if (a(25)) {
    uint32_t Range = (isLong() ? 32 : 16) * Unit;
    Step = Offset < Range / 2 ? Offset : Offset - Range;
    Offset = 0;
  }
  uint32_t Address = (W.A[addressRegister()][L] + Offset) & 0xffff;
  uint32_t V = uint32_t(load(W.Shared, 0, Address, Unit));
  return Mode == 2 ? uint32_t(extendJudge(V, 16, true)) : V;
}

uint32_t LaneJudge::constOperand(unsigned Bank, unsigned Field, bool Wide) {
  unsigned Unit = Wide ? 4 : 2;
  // The address register belongs to s[], where there is one.
  bool HasShared = isLong() ? b(21) : a(24);
  uint32_t Base = HasShared ? 0 : W.A[addressRegister()][L];
  return uint32_t(load(W.Const[Bank], 0, (Base + Field * Unit) & 0xffff, Unit));
}

uint32_t LaneJudge::source1(bool Wide) {
  if (isLong() ? b(21) : a(24)) {
    uint32_t V = sharedOperand();
    return Wide ? V : V & 0xffff;
  }
  return readRegister(isLong() ? a(9, 15) : a(9, 14), Wide);
}

uint32_t LaneJudge::source2(bool Wide) {
  switch (TheForm) {
  case Form::Immediate: {
    uint32_t V = a(16, 21) | b(2, 27) << 6;
    return Wide ? V : V & 0xffff;
  }
  case Form::Short:
    if (a(23))
      return constOperand(a(21), a(16, 20), Wide);
    return readRegister(a(16, 21), Wide);
  case Form::Long:
    if (a(23))
      return constOperand(b(22, 25), a(16, 22), Wide);
    return readRegister(a(16, 22), Wide);
  case Form::Control:
    break;
  }
  return 0;
}

/// In the forms without a field for it the destination is the third source.
uint32_t LaneJudge::source3(bool Wide) {
  if (!isLong())
    return readRegister(a(2, 7), Wide);
  if (a(24))
    return constOperand(b(22, 25), b(14, 20), Wide);
  return readRegister(b(14, 20), Wide);
}

uint64_t LaneJudge::sourcePair(unsigned Field) const {
  return uint64_t(W.R[Field + 1][L]) << 32 | W.R[Field][L];
}

void LaneJudge::write(uint32_t V, bool Wide) {
  // The bucket takes what only its flags are wanted of.
  if (Faulted || (isLong() && b(3)))
    return;
  bool IsImmediateMov = TheForm == Form::Immediate && primary() == 1;
  unsigned Field = isLong() || IsImmediateMov ? a(2, 8) : a(2, 7);
  if (Wide) {
    W.R[Field][L] = V;
    return;
  }
  unsigned Shift = Field & 1 ? 16 : 0;
  uint32_t &Word = W.R[Field >> 1][L];
  Word = (Word & ~(uint32_t(0xffff) << Shift)) | (V & 0xffff) << Shift;
}

void LaneJudge::writePair(uint64_t V) {
  if (Faulted || b(3))
    return;
  W.R[a(2, 8)][L] = uint32_t(V);
  W.R[a(2, 8) + 1][L] = uint32_t(V >> 32);
}

void LaneJudge::flags(unsigned F) {
  if (isLong() && b(6) && !Faulted)
    W.C[b(4, 5)][L] = uint8_t(F);
}

void LaneJudge::flagsOf(uint32_t V, unsigned Bits) {
  V = uint32_t(extendJudge(V, Bits, false));
  flags((V == 0 ? FlagZ : 0) | (V >> (Bits - 1) & 1 ? FlagS : 0));
}

//===----------------------------------------------------------------------===//
// Which unit
//===----------------------------------------------------------------------===//

bool LaneJudge::lane() { return isLong() ? longForm() : shortOrImmediate(); }

bool LaneJudge::longForm() {
  switch (primary()) {
  case 0x0:
    return secondary() == 7 ? memory() : moves();
  case 0x1:
    return secondary() == 0 ? moves() : memory();
  case 0x2:
  case 0x3:
  case 0x4:
  case 0x5:
  case 0x6:
  case 0x7:
    return integers();
  case 0x9:
  case 0xb:
  case 0xc:
    return floats();
  case 0xa:
    return convert();
  case 0xd:
    if (secondary() == 0)
      return integers();
    return secondary() == 1 ? moves() : memory();
  case 0xe:
    return secondary() < 2 ? floats() : doubles();
  case 0xf: // nop and pmevent
    return secondary() == 7;
  }
  return false;
}

bool LaneJudge::shortOrImmediate() {
  unsigned Op = a(28) << 1 | a(22);
  switch (primary()) {
  case 0x1:
    if (TheForm == Form::Immediate)
      write(source2(true), a(15));
    else
      write(source1(a(15)), a(15));
    return true;
  case 0x2:
  case 0x3: {
    bool Wide = a(15);
    uint32_t X = source1(Wide), Y = source2(Wide);
    addFamily(Op, X, Y, Wide ? 32 : 16, a(8), W.C[0][L]);
    return true;
  }
  case 0x4:
    if (a(22))
      multiply24(a(15), a(8));
    else
      multiply16(a(15), a(8));
    return true;
  case 0x5:
    sad(a(15), a(8), source3(true));
    return true;
  case 0x6:
  case 0x7: {
    multiplyAdd(a(15) << 1 | a(8), false, Op, source3(true));
    return true;
  }
  case 0xd: {
    uint32_t X = source1(true), Y = source2(true);
    logic(a(15) << 1 | a(8), a(22) ? ~X : X, Y, true);
    return true;
  }
  }
  return floats();
}

//===----------------------------------------------------------------------===//
// Moves
//===----------------------------------------------------------------------===//

bool LaneJudge::moves() {
  switch (primary() << 4 | secondary()) {
  case 0x01:
    write(W.C[b(12, 13)][L], true);
    return true;
  case 0x02:
    write(W.A[addressRegister()][L], true);
    return true;
  case 0x03: // the lane is all that is known here of $physid
    if (b(14, 17) != 0)
      return false;
    write(L, true);
    return true;
  case 0x05:
    W.C[b(4, 5)][L] = uint8_t(source1(true) & 15);
    return true;
  case 0x06: {
    uint16_t V = uint16_t(source1(true) << a(16, 19));
    if (!Faulted)
      W.A[a(2, 4)][L] = V;
    return true;
  }
  case 0xd1:
    W.A[a(2, 4)][L] = uint16_t(W.A[addressRegister()][L] + a(9, 24));
    return true;
  case 0x10:
    if (b(14, 17) != 0xf)
      return false;
    write(source1(b(26)), b(26));
    return true;
  }
  return false;
}

} // namespace heddle::model
