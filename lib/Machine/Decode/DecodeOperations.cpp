//===- DecodeOperations.cpp - What the operations need --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function for each operation or family of them: it chooses the variant,
// and takes the fields of the machine instruction that the variant needs.
//
//===----------------------------------------------------------------------===//

#include "DecodedInstBuilder.h"
#include "MCTargetDesc/TeslaSemKinds.h"
#include "State/MatrixUnit.h"
#include "heddle/ABI/ConvertOps.inc"
#include "heddle/ABI/DoubleOps.inc"
#include "heddle/ABI/ExchangeOps.inc"
#include "heddle/ABI/FloatOps.inc"
#include "heddle/ABI/IntegerOps.inc"
#include "heddle/ABI/MoveOps.inc"
#include "heddle/ABI/TextureOps.inc"
#include "heddle/Machine/FlowKind.h"
#include "llvm/ADT/bit.h"

namespace heddle::sm {

namespace OpName = llvm::Tesla::OpName;
using tesla::DataType;
using tesla::OperandKind;
using tesla::SemKind;

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// add, sub, subr, addc by code: sub is s1 + ~s2 + 1.
void DecodedInstBuilder::addFamily(unsigned Code, IntegerOp Op,
                                   IntegerOp WithCarry) {
  bool Carry = (Code & 3) == 3;
  invert(1, (Code & 3) == 1, ~0u);
  invert(0, (Code & 3) == 2, ~0u);
  I.Imm = I.Invert[0] || I.Invert[1];
  set(Carry ? WithCarry : Op);
}

void DecodedInstBuilder::add() {
  sources(2);
  flag(Saturate, M.imm(OpName::sat));
  if (isWide(M.type()))
    addFamily(M.subOp(), IntegerOp::Add32, IntegerOp::AddCarry32);
  else
    addFamily(M.subOp(), IntegerOp::Add16, IntegerOp::AddCarry16);
}

/// set, min, max and the shifts.
void DecodedInstBuilder::integer(IntegerOp Wide, IntegerOp Half) {
  sources(2);
  I.Sub[0] = uint8_t(M.imm(OpName::cond));
  flag(Signed, isSignedType(M.sourceType()));
  set(isWide(M.sourceType()) ? Wide : Half);
}

void DecodedInstBuilder::product(IntegerOp Op) {
  sources(3);
  flag(Signed, isSignedType(M.sourceType()));
  set(Op);
}

void DecodedInstBuilder::extensionOf(Operation Op) {
  sources(3);
  // A constant is signed, and as wide as the operation.
  for (unsigned N = 0; N != 3; ++N)
    if (M.kind(N + 1) == OperandKind::Imm && isDouble(M.sourceType()))
      I.Src[N] = {P.rowOfPair(uint64_t(M.imm(SourceOperands[N]))), ConstantRows,
                  0};
  invert(0, M.imm(OpName::neg1), SignBit);
  invert(1, M.imm(OpName::neg2) || M.imm(OpName::neg3), SignBit);
  flag(Abs1, M.imm(OpName::abs1));
  flag(Abs2, M.imm(OpName::abs2));
  flag(Signed, isSignedType(M.sourceType()));
  flag(Saturate, M.imm(OpName::sat));
  flag(FlushDenormals, M.imm(OpName::ftz));
  I.Sub[0] =
      uint8_t(M.has(OpName::cond) ? M.imm(OpName::cond) : int64_t(M.subOp()));
  I.Sub[1] = uint8_t(M.imm(OpName::rnd) & 3);
  I.Sub[2] = uint8_t(M.sourceType());
  I.setOperation(Op);
  if (Op != operationOf(ExchangeOp::Ballot))
    return;
  // The field that looks like a predicate is the input.
  I.Sub[0] = I.Cond;
  I.Cond = CondAlways;
}

void DecodedInstBuilder::logic() {
  static_assert(LogicAnd == 0 && LogicOr == 1 && LogicXor == 2 &&
                    LogicMov2 == 3,
                "the machine's codes");
  sources(2);
  I.Sub[0] = uint8_t(M.subOp() & 3);
  invert(0, M.imm(OpName::not1), ~0u);
  invert(1, M.imm(OpName::not2), ~0u);
  set(isWide(M.type()) ? IntegerOp::Logic32 : IntegerOp::Logic16);
}

void DecodedInstBuilder::multiply16() {
  sources(2);
  flag(Signed, M.subOp() & 1);
  flag(Signed2, M.subOp() & 2);
  set(IntegerOp::Mul16);
}

void DecodedInstBuilder::multiply24() {
  sources(2);
  flag(Signed, M.subOp() & 1);
  flag(High, M.subOp() & 8);
  set(IntegerOp::Mul24);
}

/// SubOp: the add family's code, bit 2 saturation, bit 3 the high product.
void DecodedInstBuilder::multiplyAdd() {
  sources(3);
  bool IsSigned = isSignedType(M.sourceType());
  ProductKind Kind;
  if (M.sem() == SemKind::Mad16)
    Kind = IsSigned ? ProductKind::S16 : ProductKind::U16;
  else if (M.subOp() & 8)
    Kind = IsSigned ? ProductKind::S24High : ProductKind::U24High;
  else
    Kind = IsSigned ? ProductKind::S24 : ProductKind::U24;
  I.Sub[0] = uint8_t(Kind);
  flag(Saturate, M.subOp() & 4);
  addFamily(M.subOp(), IntegerOp::MulAdd, IntegerOp::MulAddCarry);
}

void DecodedInstBuilder::sad() {
  sources(3);
  flag(Signed, isSignedType(M.sourceType()));
  set(isWide(M.sourceType()) ? IntegerOp::Sad32 : IntegerOp::Sad16);
}

//===----------------------------------------------------------------------===//
// Floats and conversions
//===----------------------------------------------------------------------===//

void DecodedInstBuilder::floatBinary(FloatOp Op) {
  sources(2);
  addSigns();
  I.Sub[0] = uint8_t(M.imm(OpName::cond));
  set(Op);
}

/// Rounding codes: 0 nearest, 3 toward zero. Saturation is an operand of add
/// and a form of mul.
void DecodedInstBuilder::floatRounded(FloatOp Nearest, FloatOp Zero) {
  floatBinary(M.imm(OpName::rnd) == 3 ? Zero : Nearest);
  flag(Saturate, M.imm(OpName::sat) || (M.subOp() & 4));
}

void DecodedInstBuilder::floatMad() {
  sources(3);
  invert(0, M.imm(OpName::neg1), SignBit);
  invert(1, M.imm(OpName::neg3), SignBit);
  flag(Saturate, M.imm(OpName::sat));
  set(FloatOp::Mad);
}

/// Rounding of add, mul and fma; condition of set.
void DecodedInstBuilder::doubleBinary(DoubleOp Op) {
  sources(2);
  addSigns();
  I.Sub[0] = uint8_t(Op == DoubleOp::Set ? M.imm(OpName::cond)
                                         : M.imm(OpName::rnd) & 3);
  set(Op);
}

void DecodedInstBuilder::doubleFma() {
  sources(3);
  invert(0, M.imm(OpName::neg1), SignBit);
  invert(1, M.imm(OpName::neg3), SignBit);
  I.Sub[0] = uint8_t(M.imm(OpName::rnd) & 3);
  set(DoubleOp::Fma);
}

void DecodedInstBuilder::select() {
  sources(3);
  invert(0, M.imm(OpName::neg3), SignBit);
  set(FloatOp::Select);
}

void DecodedInstBuilder::preOp(FloatOp Op) {
  sources(1);
  addSigns();
  set(Op);
}

void DecodedInstBuilder::sfu(SfuOp Op) {
  sources(1);
  addSigns();
  flag(Saturate, M.imm(OpName::sat));
  set(Op);
}

void DecodedInstBuilder::quad() {
  sources(2);
  I.Sub[0] = uint8_t(M.imm(OpName::lane));
  I.Sub[1] =
      uint8_t((M.imm(OpName::op1) & 3) | (M.imm(OpName::op2) & 3) << 2 |
              (M.imm(OpName::op3) & 3) << 4 | (M.imm(OpName::op4) & 3) << 6);
  set(FloatOp::Quad);
}

/// The vector form of a conversion, where there is one.
static ConvertOp convertOp(const DecodedInst &I) {
  if (I.Flags != 0)
    return ConvertOp::Any;
  CvtType From = CvtType(I.Sub[0]), To = CvtType(I.Sub[1]);
  RoundingMode Mode = RoundingMode(I.Sub[2]);
  if (From == CvtType::U16 && (To == CvtType::U32 || To == CvtType::S32))
    return ConvertOp::ZeroExtend16;
  if (From == CvtType::S16 && To == CvtType::S32)
    return ConvertOp::SignExtend16;
  if (To == CvtType::F32 && Mode == RoundingMode::Nearest) {
    if (From == CvtType::S32)
      return ConvertOp::S32ToF32;
    if (From == CvtType::U32)
      return ConvertOp::U32ToF32;
  }
  if (From == CvtType::F32 && To == CvtType::S32 && Mode == RoundingMode::Zero)
    return ConvertOp::F32ToS32RZ;
  return ConvertOp::Any;
}

void DecodedInstBuilder::convertWide() {
  I.Sub[0] = uint8_t(wideType(M.sourceType()));
  I.Sub[1] = uint8_t(wideType(M.type()));
  I.Class = uint8_t(InstClass::Double);
  set(ConvertOp::Wide);
}

void DecodedInstBuilder::convert() {
  sources(1);
  I.Sub[2] = uint8_t(M.imm(OpName::rnd) & 3);
  flag(Negate, M.imm(OpName::neg1));
  flag(Abs1, M.imm(OpName::abs1));
  flag(Saturate, M.imm(OpName::sat));
  flag(RoundToInt, M.sem() == SemKind::CvtFF && (M.subOp() & 1));
  if (isDouble(M.sourceType()) || isDouble(M.type())) {
    convertWide();
    return;
  }
  I.Sub[0] = uint8_t(cvtType(M.sourceType()));
  I.Sub[1] = uint8_t(cvtType(M.type()));
  set(convertOp(I));
}

//===----------------------------------------------------------------------===//
// Textures and surfaces
//===----------------------------------------------------------------------===//

/// Registers in a row have the coordinates, and then the texel.
void DecodedInstBuilder::slotFetch() {
  const unsigned Mask = unsigned(M.imm(OpName::dst, 1));
  const unsigned Coordinates = unsigned(M.imm(OpName::src3)) + 1;
  const unsigned Texels = unsigned(llvm::popcount(Mask & 15));
  if (M.reg(OpName::dst) + std::max(Coordinates, Texels) >
      P.Kernel.Info.Registers) {
    refuse("the fetch has registers that the kernel lacks");
    return;
  }
  if (M.imm(OpName::deriv)) {
    refuse("derivatives exist in fragment programs only");
    return;
  }
  I.Imm = uint32_t(M.imm(OpName::src1)) | uint32_t(M.imm(OpName::src2)) << 8;
  I.Sub[0] = uint8_t(Coordinates);
  I.Sub[1] = M.subOp() & 1 ? FetchInteger : 0;
  I.Sub[2] = uint8_t(Mask);
  I.Invert[0] =
      uint32_t((M.imm(OpName::x) & 15) | (M.imm(OpName::y) & 15) << 4 |
               (M.imm(OpName::z) & 15) << 8);
  set(TextureOp::Fetch);
}

void DecodedInstBuilder::image(TextureOp Op) {
  sources(3);
  I.Sub[0] = uint8_t(M.subOp());
  I.Imm = uint32_t(M.imm(OpName::what));
  set(Op);
}

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

void DecodedInstBuilder::matrix(MatrixOp Op) {
  sources(3);
  I.Imm = uint32_t(M.imm(OpName::what));
  set(Op);
  if (!isMatrixNumber(Op, I.Imm))
    refuse("no such operation on matrices");
}

//===----------------------------------------------------------------------===//
// Flow
//===----------------------------------------------------------------------===//

/// The field that looks like a predicate is the input.
void DecodedInstBuilder::vote() {
  I.Sub[0] = I.Cond;
  I.Sub[1] = uint8_t(M.subOp() & 1);
  I.Cond = CondAlways;
  set(MoveOp::Vote);
}

void DecodedInstBuilder::flow(FlowKind Kind) {
  I.setFlow(Kind);
  I.Target = uint32_t(M.imm(OpName::target));
}

/// The barrier waits for a number of warps; the codes for "all" give 0.
void DecodedInstBuilder::barrier() {
  constexpr unsigned AllWarps = 0xfff;
  I.Sub[0] = uint8_t(M.imm(OpName::src1) & 15);
  unsigned Count = M.subOp() == 1 ? AllWarps : unsigned(M.imm(OpName::src2));
  I.Imm = Count == AllWarps ? 0 : Count;
  I.Sub[1] = uint8_t(BarrierKind::Wait);
  I.setFlow(FlowKind::Barrier);
}

/// The barrier's number and its threads are in registers.
void DecodedInstBuilder::barrierThreads() {
  sources(3);
  I.Sub[1] = uint8_t(M.subOp());
  I.Sub[2] = M.kind(2) == OperandKind::None ? BarrierOfAll : BarrierOfSome;
  // Without a register for the result it still is a barrier.
  HasNoEffect = false;
  if (M.imm(OpName::flow) == int64_t(tesla::FlowKind::Exit))
    refuse("a barrier cannot exit");
  I.setFlow(FlowKind::Barrier);
}

void DecodedInstBuilder::helperLanes() {
  refuse("helper lanes exist in fragment programs only");
}

void DecodedInstBuilder::hostCall() {
  sources(2);
  I.Sub[0] = uint8_t(M.imm(OpName::service));
  // The host is asked even where nobody wants its answer.
  HasNoEffect = false;
  I.setFlow(FlowKind::HostCall);
}

} // namespace heddle::sm
