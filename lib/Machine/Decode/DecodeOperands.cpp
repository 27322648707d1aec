//===- DecodeOperands.cpp - Operands of an instruction --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decodes the sources of operands: rows of the warp, rows of constants, memory
// that is read into a row before the operation.
//
//===----------------------------------------------------------------------===//

#include "DecodedInstBuilder.h"
#include "llvm/Support/ErrorHandling.h"

namespace heddle::sm {

namespace OpName = llvm::Tesla::OpName;
using tesla::DataType;
using tesla::OperandKind;

bool isSignedType(DataType T) {
  return T == DataType::S8 || T == DataType::S16 || T == DataType::S24 ||
         T == DataType::S32 || T == DataType::S64;
}

MemType memType(DataType T) {
  switch (T) {
  case DataType::U8:
  case DataType::B8:
    return MemType::U8;
  case DataType::S8:
    return MemType::S8;
  case DataType::U16:
  case DataType::B16:
  case DataType::F16:
  case DataType::BF16:
    return MemType::U16;
  case DataType::S16:
    return MemType::S16;
  case DataType::U64:
  case DataType::S64:
  case DataType::B64:
  case DataType::F64:
    return MemType::B64;
  case DataType::B128:
    return MemType::B128;
  case DataType::None:
  case DataType::U24:
  case DataType::S24:
  case DataType::U32:
  case DataType::S32:
  case DataType::B32:
  case DataType::F32:
  case DataType::F16X2:
  case DataType::BF16X2:
    return MemType::B32;
  }
  llvm_unreachable("covered switch");
}

CvtType cvtType(DataType T) {
  switch (T) {
  case DataType::U8:
    return CvtType::U8;
  case DataType::S8:
    return CvtType::S8;
  case DataType::U16:
    return CvtType::U16;
  case DataType::S16:
    return CvtType::S16;
  case DataType::S32:
    return CvtType::S32;
  case DataType::F16:
    return CvtType::F16;
  case DataType::F32:
    return CvtType::F32;
  case DataType::U32:
  case DataType::None:
  case DataType::B8:
  case DataType::B16:
  case DataType::U24:
  case DataType::S24:
  case DataType::B32:
  case DataType::U64:
  case DataType::S64:
  case DataType::B64:
  case DataType::B128:
  case DataType::F64:
  case DataType::F16X2:
  case DataType::BF16:
  case DataType::BF16X2:
    return CvtType::U32;
  }
  llvm_unreachable("covered switch");
}

WideType wideType(DataType T) {
  switch (T) {
  case DataType::S32:
    return WideType::S32;
  case DataType::U64:
  case DataType::B64:
    return WideType::U64;
  case DataType::S64:
    return WideType::S64;
  case DataType::F32:
    return WideType::F32;
  case DataType::F64:
    return WideType::F64;
  case DataType::U32:
  case DataType::None:
  case DataType::B8:
  case DataType::U8:
  case DataType::S8:
  case DataType::B16:
  case DataType::U16:
  case DataType::S16:
  case DataType::U24:
  case DataType::S24:
  case DataType::B32:
  case DataType::B128:
  case DataType::F16:
  case DataType::F16X2:
  case DataType::BF16:
  case DataType::BF16X2:
    return WideType::U32;
  }
  llvm_unreachable("covered switch");
}

bool isDouble(DataType T) { return memBytes(memType(T)) == 8; }

unsigned wordsOf(OperandKind K) {
  switch (K) {
  case OperandKind::Pair:
    return 2;
  case OperandKind::Quad:
    return 4;
  case OperandKind::None:
  case OperandKind::Reg32:
  case OperandKind::Half:
  case OperandKind::Shared:
  case OperandKind::Const:
  case OperandKind::Imm:
  case OperandKind::Cond:
  case OperandKind::Addr:
    return 1;
  }
  llvm_unreachable("covered switch");
}

bool isWide(DataType T) { return memBytes(memType(T)) >= 4; }

void DecodedInstBuilder::constantSource(unsigned N, uint32_t Value) {
  I.Src[N] = {P.rowOf(Value), ConstantRows, 0};
}

/// Registers that were not allocated read zero.
void DecodedInstBuilder::registerSource(unsigned N, unsigned Reg) {
  if (Reg < P.Kernel.Info.Registers)
    I.Src[N] = {uint16_t(Reg), WarpRows, 0};
  else
    constantSource(N, 0);
}

/// Operand layouts: s[] is base, offset, mode; c[] is bank, base, offset.
void DecodedInstBuilder::memorySource(unsigned N, unsigned Operand,
                                      bool Shared) {
  static constexpr MemType Modes[] = {MemType::U8, MemType::U16, MemType::S16,
                                      MemType::B32};
  assert(MemoryOperands < 2 && "at most one s[] and one c[]");
  MemoryOperand &Mem = I.Mem[MemoryOperands];
  Mem.Row = P.scratchRow(MemoryOperands);
  ++MemoryOperands;
  if (Shared) {
    Mem.Space = MemoryOperand::Shared;
    Mem.AddressReg = uint8_t(M.reg(Operand, 0));
    Mem.Type = Modes[M.imm(Operand, 2) & 3];
    if (M.imm(Operand, 2) & tesla::PostIncrement) {
      flag(StepsAddress);
      Mem.Step = int8_t(M.imm(Operand, 1));
    } else {
      Mem.Offset = uint16_t(M.imm(Operand, 1));
    }
  } else {
    Mem.Space = MemoryOperand::Const;
    Mem.Bank = uint8_t(M.imm(Operand, 0) & 15);
    Mem.AddressReg = uint8_t(M.reg(Operand, 1));
    Mem.Offset = uint16_t(M.imm(Operand, 2));
    // The third source is a word in every instruction that has one.
    Mem.Type = isWide(M.sourceType()) || N == 2 ? MemType::B32 : MemType::U16;
  }
  I.Src[N] = {Mem.Row, WarpRows, 0};
}

void DecodedInstBuilder::source(unsigned N, unsigned Operand,
                                OperandKind Kind) {
  switch (Kind) {
  case OperandKind::None:
    constantSource(N, 0);
    return;
  case OperandKind::Reg32:
  case OperandKind::Pair:
  case OperandKind::Quad:
    registerSource(N, M.reg(Operand));
    return;
  case OperandKind::Half:
    registerSource(N, M.reg(Operand) / 2);
    I.Src[N].Shift = M.reg(Operand) % 2 ? 16 : 0;
    return;
  case OperandKind::Shared:
    memorySource(N, Operand, true);
    return;
  case OperandKind::Const:
    memorySource(N, Operand, false);
    return;
  case OperandKind::Imm:
    constantSource(N, uint32_t(M.imm(M.has(OpName::imm) ? unsigned(OpName::imm)
                                                        : Operand)));
    return;
  case OperandKind::Cond:
  case OperandKind::Addr:
    // An address register is no value in a row; instructions with such an
    // operand read it themselves.
    return;
  }
  llvm_unreachable("covered switch");
}

void DecodedInstBuilder::sources(unsigned Count) {
  for (unsigned N = 0; N != Count; ++N)
    source(N, SourceOperands[N], M.kind(N + 1));
}

void DecodedInstBuilder::destination() {
  I.DstRow = P.scratchRow(BucketRow);
  OperandKind K = M.dstKind();
  if (M.isBucket() || !M.has(OpName::dst) || K == OperandKind::Addr ||
      K == OperandKind::Cond)
    return;
  unsigned Reg = M.reg(OpName::dst);
  if (K == OperandKind::Half) {
    I.DstShift = Reg % 2 ? 16 : 0;
    Reg /= 2;
    flag(HalfDst);
  }
  HasNoEffect = Reg + wordsOf(K) > P.Kernel.Info.Registers;
  if (!HasNoEffect)
    I.DstRow = uint16_t(Reg);
}

void DecodedInstBuilder::common() {
  for (unsigned N = 0; N != 3; ++N)
    constantSource(N, 0);
  destination();
  flag(WritesCondition, M.writesCC());
  I.CCDst = uint8_t(M.reg(OpName::cdst));
  if (M.has(OpName::pred)) {
    I.Cond = uint8_t(M.imm(OpName::pred));
    I.CondReg = uint8_t(M.reg(OpName::pred, 1));
  }
  if (M.hasCarryIn())
    I.CondReg = uint8_t(M.reg(OpName::cin));
}

/// neg and abs of the first two sources.
void DecodedInstBuilder::addSigns() {
  invert(0, M.imm(OpName::neg1), SignBit);
  invert(1, M.imm(OpName::neg2), SignBit);
  flag(Abs1, M.imm(OpName::abs1));
  flag(Abs2, M.imm(OpName::abs2));
}

} // namespace heddle::sm
