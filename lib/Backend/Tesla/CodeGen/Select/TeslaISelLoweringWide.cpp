//===- TeslaISelLoweringWide.cpp - 64-bit integers ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where the chip computes with 64-bit integers, i64 is a type of its own that
/// lives in register pairs. Elsewhere it is no legal type, and type
/// legalization takes it apart into words.
///
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "Target/TeslaSubtarget.h"
#include "TeslaISelLowering.h"

using namespace llvm;

void TeslaTargetLowering::setWideActions() {
  if (!Subtarget.hasWideIntegers())
    return;
  for (unsigned Op :
       {ISD::SDIVREM,   ISD::UDIVREM,   ISD::SDIV,       ISD::UDIV,
        ISD::SREM,      ISD::UREM,      ISD::UMUL_LOHI,  ISD::SMUL_LOHI,
        ISD::ROTL,      ISD::ROTR,      ISD::CTPOP,      ISD::CTLZ,
        ISD::CTTZ,      ISD::BSWAP,     ISD::BITREVERSE, ISD::SHL_PARTS,
        ISD::SRL_PARTS, ISD::SRA_PARTS, ISD::FSHL,       ISD::FSHR,
        ISD::SELECT_CC, ISD::ABS,       ISD::UADDSAT,    ISD::USUBSAT,
        ISD::SADDSAT,   ISD::SSUBSAT,   ISD::UADDO,      ISD::USUBO,
        ISD::SADDO,     ISD::SSUBO,     ISD::UMULO,      ISD::SMULO})
    setOperationAction(Op, MVT::i64, Expand);
  for (unsigned Op : {ISD::SMIN, ISD::SMAX, ISD::UMIN, ISD::UMAX, ISD::MUL,
                      ISD::MULHU, ISD::MULHS, ISD::BITCAST})
    setOperationAction(Op, MVT::i64, Legal);
  if (Subtarget.hasBitCounts())
    setOperationAction({ISD::CTPOP, ISD::CTLZ, ISD::BITREVERSE}, MVT::i64,
                       Legal);
  setOperationAction(ISD::BITCAST, MVT::f64, Legal);
  for (unsigned Op :
       {ISD::ATOMIC_LOAD_ADD, ISD::ATOMIC_LOAD_AND, ISD::ATOMIC_LOAD_OR,
        ISD::ATOMIC_LOAD_XOR, ISD::ATOMIC_LOAD_MIN, ISD::ATOMIC_LOAD_MAX,
        ISD::ATOMIC_LOAD_UMIN, ISD::ATOMIC_LOAD_UMAX, ISD::ATOMIC_SWAP,
        ISD::ATOMIC_CMP_SWAP})
    setOperationAction(Op, MVT::i64, Legal);
  setOperationAction(ISD::ATOMIC_LOAD_FADD, {MVT::f32, MVT::f64}, Legal);
  setOperationAction(ISD::SELECT, MVT::i64, Custom);
  // Known by the type that is extended: those of a word stay as they are.
  setOperationAction(ISD::SIGN_EXTEND_INREG, {MVT::i8, MVT::i16, MVT::i32},
                     Custom);
  setOperationAction({ISD::LOAD, ISD::STORE}, MVT::i64, Legal);
  for (unsigned Ext : {ISD::SEXTLOAD, ISD::ZEXTLOAD, ISD::EXTLOAD}) {
    for (MVT VT : {MVT::i8, MVT::i16, MVT::i32})
      setLoadExtAction(Ext, MVT::i64, VT, Expand);
    // The load becomes that of a byte.
    setLoadExtAction(Ext, MVT::i64, MVT::i1, Promote);
  }
  for (MVT VT : {MVT::i1, MVT::i8, MVT::i16, MVT::i32})
    setTruncStoreAction(MVT::i64, VT, Expand);
}

/// An i64 from its words.
SDValue TeslaTargetLowering::wide(SDValue Lo, SDValue Hi, const SDLoc &DL,
                                  SelectionDAG &DAG) const {
  return DAG.getNode(ISD::BUILD_PAIR, DL, MVT::i64, Lo, Hi);
}

std::pair<SDValue, SDValue>
TeslaTargetLowering::splitWide(SDValue Wide, const SDLoc &DL,
                               SelectionDAG &DAG) const {
  return {DAG.getTargetExtractSubreg(Tesla::sub0, DL, MVT::i32, Wide),
          DAG.getTargetExtractSubreg(Tesla::sub1, DL, MVT::i32, Wide)};
}

SDValue TeslaTargetLowering::lowerWideSelect(SDValue Op,
                                             SelectionDAG &DAG) const {
  SDLoc DL(Op);
  TeslaCondition C = conditionOf(Op.getOperand(0), DL, DAG);
  auto [TrueLo, TrueHi] = splitWide(Op.getOperand(1), DL, DAG);
  auto [FalseLo, FalseHi] = splitWide(Op.getOperand(2), DL, DAG);
  SDValue Code = DAG.getTargetConstant(C.Code, DL, MVT::i32);
  auto Select = [&](SDValue No, SDValue Yes) {
    return DAG.getNode(TeslaISD::SELC, DL, MVT::i32, No, Yes, Code, C.CC);
  };
  return wide(Select(FalseLo, TrueLo), Select(FalseHi, TrueHi), DL, DAG);
}

/// Lowers by words: the upper one is copies of the sign.
SDValue TeslaTargetLowering::lowerSignExtendInReg(SDValue Op,
                                                  SelectionDAG &DAG) const {
  if (Op.getValueType() != MVT::i64)
    return Op;
  SDLoc DL(Op);
  SDValue Word = DAG.getNode(ISD::TRUNCATE, DL, MVT::i32, Op.getOperand(0));
  if (cast<VTSDNode>(Op.getOperand(1))->getVT() != MVT::i32)
    Word = DAG.getNode(ISD::SIGN_EXTEND_INREG, DL, MVT::i32, Word,
                       Op.getOperand(1));
  return DAG.getNode(ISD::SIGN_EXTEND, DL, MVT::i64, Word);
}
