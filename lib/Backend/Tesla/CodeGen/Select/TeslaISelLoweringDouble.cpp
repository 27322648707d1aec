//===- TeslaISelLoweringDouble.cpp - f64 and 64-bit conversions -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// gt200 computes f64 in register pairs. i64 is not a legal type, so what moves
/// between the two goes by words, and a 64-bit integer operand of a conversion
/// travels in an f64 node that is never computed with.
///
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "Target/TeslaConditions.h"
#include "Target/TeslaInstrBuilder.h"
#include "Target/TeslaSubtarget.h"
#include "TeslaISelLowering.h"
#include "heddle/ABI/AddressSpace.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;
using namespace heddle;

void TeslaTargetLowering::setDoubleActions() {
  if (!Subtarget.hasF64())
    return;
  setOperationAction({ISD::LOAD, ISD::STORE, ISD::SELECT, ISD::ConstantFP,
                      ISD::FNEG, ISD::FABS, ISD::FCOPYSIGN, ISD::BITCAST},
                     MVT::f64, Custom);
  setOperationAction({ISD::SELECT_CC, ISD::BR_CC}, MVT::f64, Expand);
  setOperationAction(ISD::BITCAST, MVT::i64, Custom);
  setOperationAction(ISD::INTRINSIC_WO_CHAIN, {MVT::f64, MVT::i64}, Custom);
  setOperationAction(ISD::FP_EXTEND, MVT::f64, Legal);
  setLoadExtAction(ISD::EXTLOAD, MVT::f64, MVT::f32, Expand);
  setTruncStoreAction(MVT::f64, MVT::f32, Expand);
}

SDValue TeslaTargetLowering::pair(SDValue Lo, SDValue Hi, const SDLoc &DL,
                                  SelectionDAG &DAG) const {
  return DAG.getNode(TeslaISD::PAIR, DL, MVT::f64, Lo, Hi);
}

std::pair<SDValue, SDValue>
TeslaTargetLowering::split(SDValue Double, const SDLoc &DL,
                           SelectionDAG &DAG) const {
  if (Double.getOpcode() == TeslaISD::PAIR)
    return {Double.getOperand(0), Double.getOperand(1)};
  SDValue Words = DAG.getNode(TeslaISD::SPLIT, DL,
                              DAG.getVTList(MVT::i32, MVT::i32), Double);
  return {Words, Words.getValue(1)};
}

SDValue TeslaTargetLowering::lowerDouble(SDValue Op, SelectionDAG &DAG) const {
  SDLoc DL(Op);
  auto Word = [&](uint32_t V) { return DAG.getConstant(V, DL, MVT::i32); };
  switch (Op.getOpcode()) { // Over LLVM's opcodes.
  case ISD::ConstantFP: {
    uint64_t Bits = cast<ConstantFPSDNode>(Op)
                        ->getValueAPF()
                        .bitcastToAPInt()
                        .getZExtValue();
    return pair(Word(Lo_32(Bits)), Word(Hi_32(Bits)), DL, DAG);
  }
  case ISD::BITCAST: {
    // i64 to f64; the other way is ReplaceNodeResults's.
    if (Op.getValueType() != MVT::f64)
      return SDValue();
    auto [Lo, Hi] = DAG.SplitScalar(Op.getOperand(0), DL, MVT::i32, MVT::i32);
    return pair(Lo, Hi, DL, DAG);
  }
  case ISD::FNEG:
  case ISD::FABS: {
    auto [Lo, Hi] = split(Op.getOperand(0), DL, DAG);
    bool Neg = Op.getOpcode() == ISD::FNEG;
    Hi = DAG.getNode(Neg ? ISD::XOR : ISD::AND, DL, MVT::i32, Hi,
                     Word(Neg ? 0x80000000 : 0x7fffffff));
    return pair(Lo, Hi, DL, DAG);
  }
  case ISD::SELECT: {
    TeslaCondition C = conditionOf(Op.getOperand(0), DL, DAG);
    auto [TrueLo, TrueHi] = split(Op.getOperand(1), DL, DAG);
    auto [FalseLo, FalseHi] = split(Op.getOperand(2), DL, DAG);
    SDValue Code = DAG.getTargetConstant(C.Code, DL, MVT::i32);
    auto Select = [&](SDValue No, SDValue Yes) {
      return DAG.getNode(TeslaISD::SELC, DL, MVT::i32, No, Yes, Code, C.CC);
    };
    return pair(Select(FalseLo, TrueLo), Select(FalseHi, TrueHi), DL, DAG);
  }
  }
  llvm_unreachable("operation on f64 is not marked Custom");
}

/// In the word with the sign, whichever of the two types the number has that
/// gives it.
SDValue TeslaTargetLowering::lowerCopySign(SDValue Op,
                                           SelectionDAG &DAG) const {
  SDLoc DL(Op);
  auto WordOf = [&](SDValue V) {
    return V.getValueType() == MVT::f64 ? split(V, DL, DAG).second
                                        : DAG.getBitcast(MVT::i32, V);
  };
  auto Masked = [&](SDValue V, uint32_t Mask) {
    return DAG.getNode(ISD::AND, DL, MVT::i32, WordOf(V),
                       DAG.getConstant(Mask, DL, MVT::i32));
  };
  SDValue Number = Op.getOperand(0);
  SDValue Word = DAG.getNode(ISD::OR, DL, MVT::i32, Masked(Number, 0x7fffffff),
                             Masked(Op.getOperand(1), 0x80000000));
  return Op.getValueType() == MVT::f64
             ? pair(split(Number, DL, DAG).first, Word, DL, DAG)
             : DAG.getBitcast(MVT::f32, Word);
}

SDValue TeslaTargetLowering::lowerDoubleLoad(SDValue Op,
                                             SelectionDAG &DAG) const {
  auto *L = cast<LoadSDNode>(Op);
  SDLoc DL(Op);
  bool Wide = (Subtarget.hasWideAddresses() ||
               (L->getAddressSpace() != abi::Shared &&
                L->getAddressSpace() != abi::Constant)) &&
              L->getAlign() >= Align(8);
  if (Wide) {
    SDValue Load = DAG.getMemIntrinsicNode(
        TeslaISD::LD_V2, DL, DAG.getVTList(MVT::i32, MVT::i32, MVT::Other),
        {L->getChain(), L->getBasePtr()}, MVT::f64, L->getMemOperand());
    return DAG.getMergeValues(
        {pair(Load, Load.getValue(1), DL, DAG), Load.getValue(2)}, DL);
  }
  auto Half = [&](unsigned Offset) {
    return DAG.getLoad(MVT::i32, DL, L->getChain(),
                       DAG.getMemBasePlusOffset(L->getBasePtr(),
                                                TypeSize::getFixed(Offset), DL),
                       L->getPointerInfo().getWithOffset(Offset), Align(4),
                       L->getMemOperand()->getFlags());
  };
  SDValue Lo = Half(0), Hi = Half(4);
  SDValue Chain = DAG.getNode(ISD::TokenFactor, DL, MVT::Other, Lo.getValue(1),
                              Hi.getValue(1));
  return DAG.getMergeValues({pair(Lo, Hi, DL, DAG), Chain}, DL);
}

SDValue TeslaTargetLowering::lowerDoubleStore(SDValue Op,
                                              SelectionDAG &DAG) const {
  auto *S = cast<StoreSDNode>(Op);
  SDLoc DL(Op);
  auto [Lo, Hi] = split(S->getValue(), DL, DAG);
  if ((S->getAddressSpace() != abi::Shared || Subtarget.hasWideAddresses()) &&
      S->getAlign() >= Align(8))
    return DAG.getMemIntrinsicNode(
        TeslaISD::ST_V2, DL, DAG.getVTList(MVT::Other),
        {S->getChain(), Lo, Hi, S->getBasePtr()}, MVT::f64, S->getMemOperand());
  auto Half = [&](SDValue Value, unsigned Offset) {
    return DAG.getStore(S->getChain(), DL, Value,
                        DAG.getMemBasePlusOffset(
                            S->getBasePtr(), TypeSize::getFixed(Offset), DL),
                        S->getPointerInfo().getWithOffset(Offset), Align(4),
                        S->getMemOperand()->getFlags());
  };
  return DAG.getNode(ISD::TokenFactor, DL, MVT::Other, Half(Lo, 0),
                     Half(Hi, 4));
}

namespace {
/// A conversion from or to a 64-bit integer: one intrinsic a rounding mode, in
/// the order of the rounding codes: nearest, down, up, towards zero.
struct WideConversion {
  unsigned Intrinsics[4];
  unsigned Opcode;
  bool ToInteger;
  bool ToFloat32;
};
} // namespace

using namespace Intrinsic;
static const WideConversion WideConversions[] = {
    {{nvvm_d2ll_rn, nvvm_d2ll_rm, nvvm_d2ll_rp, nvvm_d2ll_rz},
     Tesla::CVT_S64_F64_r,
     true,
     false},
    {{nvvm_d2ull_rn, nvvm_d2ull_rm, nvvm_d2ull_rp, nvvm_d2ull_rz},
     Tesla::CVT_U64_F64_r,
     true,
     false},
    {{nvvm_f2ll_rn_ftz, nvvm_f2ll_rm_ftz, nvvm_f2ll_rp_ftz, nvvm_f2ll_rz_ftz},
     Tesla::CVT_S64_F32_r,
     true,
     false},
    {{nvvm_f2ull_rn_ftz, nvvm_f2ull_rm_ftz, nvvm_f2ull_rp_ftz,
      nvvm_f2ull_rz_ftz},
     Tesla::CVT_U64_F32_r,
     true,
     false},
    {{nvvm_ll2d_rn, nvvm_ll2d_rm, nvvm_ll2d_rp, nvvm_ll2d_rz},
     Tesla::CVT_F64_S64_r,
     false,
     false},
    {{nvvm_ull2d_rn, nvvm_ull2d_rm, nvvm_ull2d_rp, nvvm_ull2d_rz},
     Tesla::CVT_F64_U64_r,
     false,
     false},
    {{nvvm_ll2f_rn, nvvm_ll2f_rm, nvvm_ll2f_rp, nvvm_ll2f_rz},
     Tesla::CVT_F32_S64_r,
     false,
     true},
    {{nvvm_ull2f_rn, nvvm_ull2f_rm, nvvm_ull2f_rp, nvvm_ull2f_rz},
     Tesla::CVT_F32_U64_r,
     false,
     true},
};

/// The row and the rounding code of \p IID; null when it is none of them.
static std::pair<const WideConversion *, unsigned>
wideConversion(unsigned IID) {
  for (const WideConversion &W : WideConversions)
    for (unsigned Rounding = 0; Rounding < 4; ++Rounding)
      if (W.Intrinsics[Rounding] == IID)
        return {&W, Rounding};
  return {nullptr, 0};
}

bool llvm::isTeslaWideConversion(unsigned IID) {
  return wideConversion(IID).first;
}

/// The conversion \p IID of \p Src, whose operand or result is an i64 that type
/// legalization is taking apart. Null when \p IID is none of them.
SDValue TeslaTargetLowering::convertWide(unsigned IID, SDValue Src,
                                         const SDLoc &DL,
                                         SelectionDAG &DAG) const {
  auto [W, Rounding] = wideConversion(IID);
  if (!W || !Subtarget.hasF64())
    return SDValue();
  bool IsLegal = isTypeLegal(MVT::i64);
  if (!W->ToInteger && IsLegal) {
    Src = DAG.getBitcast(MVT::f64, Src);
  } else if (!W->ToInteger) {
    auto [Lo, Hi] = DAG.SplitScalar(Src, DL, MVT::i32, MVT::i32);
    Src = pair(Lo, Hi, DL, DAG);
  }
  auto Imm = [&](unsigned V) { return DAG.getTargetConstant(V, DL, MVT::i32); };
  // Negation, absolute value, rounding.
  SmallVector<SDValue, 8> Ops = {Src, Imm(0), Imm(0), Imm(Rounding)};
  addDefaults(Ops, W->Opcode, DL, DAG);
  MVT Result = W->ToFloat32 ? MVT::f32 : MVT::f64;
  SDValue Value(DAG.getMachineNode(W->Opcode, DL, Result, Ops), 0);
  if (!W->ToInteger)
    return Value;
  if (IsLegal)
    return DAG.getBitcast(MVT::i64, Value);
  auto [Lo, Hi] = split(Value, DL, DAG);
  return DAG.getNode(ISD::BUILD_PAIR, DL, MVT::i64, Lo, Hi);
}
