//===- TeslaDAGCombine.cpp - What the chip does in one operation ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds in the DAG what the lifter had to spell out to stay free of undefined
/// behaviour, and products that fit the chip's narrow multipliers.
///
///   select (n <u 32), (shl a, n), 0   ->  the chip's shl, which clamps
///   sra a, (umin n, 31)               ->  the chip's shr s32
///   mul (16-bit a), (16-bit b)        ->  mul u16 / s16: one instruction, not
///   4
///
//===----------------------------------------------------------------------===//

#include "Target/TeslaSubtarget.h"
#include "TeslaISelLowering.h"

using namespace llvm;

/// The constant 32 - or 31, with "greater than" - that bounds a shift count.
static bool isBelowWidth(SDValue Cond, SDValue Count, bool &Inverted) {
  if (Cond.getOpcode() != ISD::SETCC || Cond.getOperand(0) != Count)
    return false;
  auto *C = dyn_cast<ConstantSDNode>(Cond.getOperand(1));
  if (!C)
    return false;
  ISD::CondCode Code = cast<CondCodeSDNode>(Cond.getOperand(2))->get();
  uint64_t Bound = C->getZExtValue();
  Inverted = Code == ISD::SETUGE || Code == ISD::SETUGT;
  return (Bound == 32 && (Code == ISD::SETULT || Code == ISD::SETUGE)) ||
         (Bound == 31 && (Code == ISD::SETULE || Code == ISD::SETUGT));
}

static SDValue combineSelect(SDNode *N, SelectionDAG &DAG) {
  if (N->getValueType(0) != MVT::i32)
    return SDValue();
  SDValue Cond = N->getOperand(0);
  for (bool Swap : {false, true}) {
    SDValue Shift = N->getOperand(Swap ? 2 : 1);
    SDValue Zero = N->getOperand(Swap ? 1 : 2);
    unsigned Opcode = Shift.getOpcode();
    if ((Opcode != ISD::SHL && Opcode != ISD::SRL) || !isNullConstant(Zero))
      continue;
    bool Inverted = false;
    if (isBelowWidth(Cond, Shift.getOperand(1), Inverted) && Inverted == Swap)
      return DAG.getNode(Opcode == ISD::SHL ? TeslaISD::SHL : TeslaISD::SHR,
                         SDLoc(N), MVT::i32, Shift.getOperand(0),
                         Shift.getOperand(1));
  }
  return SDValue();
}

static SDValue combineSra(SDNode *N, SelectionDAG &DAG) {
  SDValue Count = N->getOperand(1);
  if (N->getValueType(0) != MVT::i32 || Count.getOpcode() != ISD::UMIN)
    return SDValue();
  auto *C = dyn_cast<ConstantSDNode>(Count.getOperand(1));
  if (!C || C->getZExtValue() != 31)
    return SDValue();
  return DAG.getNode(TeslaISD::SAR, SDLoc(N), MVT::i32, N->getOperand(0),
                     Count.getOperand(0));
}

/// Strips an extension: only the low bits of a product's operands matter to the
/// narrow multipliers.
static SDValue stripExtension(SDValue V, unsigned Bits) {
  while (V.getOpcode() == ISD::AssertZext || V.getOpcode() == ISD::AssertSext)
    V = V.getOperand(0);
  if (V.getOpcode() == ISD::AND) {
    auto *C = dyn_cast<ConstantSDNode>(V.getOperand(1));
    if (C && C->getAPIntValue() == maskTrailingOnes<uint32_t>(Bits))
      return V.getOperand(0);
  }
  if (V.getOpcode() == ISD::SIGN_EXTEND_INREG &&
      cast<VTSDNode>(V.getOperand(1))->getVT().getSizeInBits() == Bits)
    return V.getOperand(0);
  return V;
}

static SDValue combineMul(SDNode *N, SelectionDAG &DAG,
                          const TeslaSubtarget &Chip) {
  if (N->getValueType(0) != MVT::i32)
    return SDValue();
  SDValue A = N->getOperand(0), B = N->getOperand(1);
  // Powers of two are shifts.
  if (auto *C = dyn_cast<ConstantSDNode>(B))
    if (C->isZero() || C->getAPIntValue().isPowerOf2())
      return SDValue();
  // Constants that the chip's own products hold are left to these.
  if (Chip.hasFullMultiplication()) {
    auto *C = dyn_cast<ConstantSDNode>(B);
    if (!C || isInt<14>(C->getSExtValue()))
      return SDValue();
  }
  SDLoc DL(N);
  auto Unsigned = [&](unsigned Bits) {
    APInt High = APInt::getHighBitsSet(32, 32 - Bits);
    return DAG.MaskedValueIsZero(A, High) && DAG.MaskedValueIsZero(B, High);
  };
  auto Signed = [&](unsigned Bits) {
    return DAG.ComputeNumSignBits(A) > 32 - Bits &&
           DAG.ComputeNumSignBits(B) > 32 - Bits;
  };
  auto Make = [&](unsigned Opcode, unsigned Bits) {
    return DAG.getNode(Opcode, DL, MVT::i32, stripExtension(A, Bits),
                       stripExtension(B, Bits));
  };
  if (Unsigned(16))
    return Make(TeslaISD::MUL_U16, 16);
  if (Signed(16))
    return Make(TeslaISD::MUL_S16, 16);
  if (Unsigned(24))
    return Make(TeslaISD::MUL_U24, 24);
  if (Signed(24))
    return Make(TeslaISD::MUL_S24, 24);
  return SDValue();
}

/// An index of the thread is extended where its product has been narrowed.
static SDValue combineNarrowMul(SDNode *N, SelectionDAG &DAG, unsigned Bits) {
  SDValue A = stripExtension(N->getOperand(0), Bits);
  SDValue B = stripExtension(N->getOperand(1), Bits);
  if (A == N->getOperand(0) && B == N->getOperand(1))
    return SDValue();
  return DAG.getNode(N->getOpcode(), SDLoc(N), MVT::i32, A, B);
}

/// Whether moving constants outwards is about to change \p V to
/// (\p Opcode ..., constant).
static bool isAboutToEndInConstant(SDValue V, unsigned Opcode,
                                   SelectionDAG &DAG) {
  return V.getOpcode() == Opcode &&
         any_of(V->op_values(), [&](SDValue Operand) {
           return Operand.hasOneUse() && Operand->getNumOperands() == 2 &&
                  isa<ConstantSDNode>(Operand.getOperand(1)) &&
                  (Operand.getOpcode() == Opcode ||
                   (Opcode == ISD::ADD && DAG.isADDLike(Operand)));
         });
}

/// The combiner moves constants outwards, (op (op x, c), y) to (op (op x, y),
/// c), and looks at users before their operands. Each constant of a chain would
/// go all the way up on its own, in time that grows with the square of the
/// chain's length. Constants from further below meet in the operands, so those
/// go first; the node is looked at again when they have changed.
bool TeslaTargetLowering::isReassocProfitable(SelectionDAG &DAG, SDValue N0,
                                              SDValue N1) const {
  unsigned Opcode = N0.getOpcode();
  return N0.hasOneUse() &&
         !isAboutToEndInConstant(N0.getOperand(0), Opcode, DAG) &&
         !isAboutToEndInConstant(N1, Opcode, DAG);
}

SDValue TeslaTargetLowering::PerformDAGCombine(SDNode *N,
                                               DAGCombinerInfo &DCI) const {
  switch (N->getOpcode()) { // Over LLVM's opcodes.
  case ISD::SELECT:
    return combineSelect(N, DCI.DAG);
  case ISD::SRA:
    return combineSra(N, DCI.DAG);
  case ISD::MUL:
    return combineMul(N, DCI.DAG, Subtarget);
  case TeslaISD::MUL_U16:
  case TeslaISD::MUL_S16:
    return combineNarrowMul(N, DCI.DAG, 16);
  case TeslaISD::MUL_U24:
  case TeslaISD::MUL_S24:
    return combineNarrowMul(N, DCI.DAG, 24);
  }
  return SDValue();
}
