//===- TeslaISelLoweringMemory.cpp - Loads and stores in the DAG ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Target/TeslaSubtarget.h"
#include "TeslaISelLowering.h"
#include "heddle/ABI/AddressSpace.h"
#include "llvm/CodeGen/SelectionDAGNodes.h"

using namespace llvm;
using namespace heddle;

/// Global and local memory move 64 and 128 bits in one access; shared and
/// constant memory do not.
static bool hasWideAccess(unsigned AddressSpace, const TeslaSubtarget &Chip) {
  return AddressSpace == abi::Global || AddressSpace == abi::Local ||
         Chip.hasWideAddresses();
}

/// Words of a type that a wide access can carry; 0 when it cannot.
static unsigned wideWords(EVT VT) {
  if (VT == MVT::i64 || VT == MVT::v2i32 || VT == MVT::v2f32)
    return 2;
  if (VT == MVT::v4i32 || VT == MVT::v4f32 || VT == MVT::v2i64 ||
      VT == MVT::v2f64)
    return 4;
  return 0;
}

/// Loads \p Words words in one access; null where the memory or the alignment
/// do not allow it.
static SDValue loadWide(LoadSDNode *L, unsigned Words, SelectionDAG &DAG,
                        const TeslaSubtarget &Chip,
                        SmallVectorImpl<SDValue> &Values) {
  if (!Words || !hasWideAccess(L->getAddressSpace(), Chip) ||
      L->getAlign() < 4 * Words)
    return SDValue();
  SmallVector<EVT, 5> VTs(Words, MVT::i32);
  VTs.push_back(MVT::Other);
  SDValue Load = DAG.getMemIntrinsicNode(
      Words == 2 ? TeslaISD::LD_V2 : TeslaISD::LD_V4, SDLoc(L),
      DAG.getVTList(VTs), {L->getChain(), L->getBasePtr()}, L->getMemoryVT(),
      L->getMemOperand());
  for (unsigned I = 0; I < Words; ++I)
    Values.push_back(Load.getValue(I));
  return Load.getValue(Words);
}

void TeslaTargetLowering::ReplaceNodeResults(SDNode *N,
                                             SmallVectorImpl<SDValue> &Results,
                                             SelectionDAG &DAG) const {
  SDLoc DL(N);
  if (N->getOpcode() == ISD::BITCAST) {
    // f64 to i64: two words each. Vectors of i64 come apart without help.
    if (N->getOperand(0).getValueType() != MVT::f64)
      return;
    auto [Lo, Hi] = split(N->getOperand(0), DL, DAG);
    Results.push_back(DAG.getNode(ISD::BUILD_PAIR, DL, MVT::i64, Lo, Hi));
    return;
  }
  if (N->getOpcode() == ISD::INTRINSIC_WO_CHAIN) {
    if (SDValue V =
            convertWide(N->getConstantOperandVal(0), N->getOperand(1), DL, DAG))
      Results.push_back(V);
    return;
  }
  if (isa<AtomicSDNode>(N))
    return replaceAtomic64(N, Results, DAG);
  auto *L = dyn_cast<LoadSDNode>(N);
  if (!L || L->getExtensionType() != ISD::NON_EXTLOAD)
    return;
  EVT VT = L->getValueType(0);
  SmallVector<SDValue, 4> Words;
  SDValue Chain = loadWide(L, wideWords(VT), DAG, Subtarget, Words);
  if (!Chain)
    return;
  EVT ElementVT = VT.getScalarType();
  SmallVector<SDValue, 4> Elements;
  for (size_t I = 0; I < Words.size(); ++I) {
    if (ElementVT.getSizeInBits() == 32) {
      Elements.push_back(DAG.getBitcast(ElementVT, Words[I]));
      continue;
    }
    SDValue Lo = Words[I], Hi = Words[++I];
    Elements.push_back(ElementVT == MVT::f64 ? pair(Lo, Hi, DL, DAG)
                                             : DAG.getNode(ISD::BUILD_PAIR, DL,
                                                           ElementVT, Lo, Hi));
  }
  Results.push_back(VT.isVector() ? DAG.getBuildVector(VT, DL, Elements)
                                  : Elements[0]);
  Results.push_back(Chain);
}

SDValue TeslaTargetLowering::lowerLoad(SDValue Op, SelectionDAG &DAG) const {
  auto *L = cast<LoadSDNode>(Op);
  // Far loads have all sizes in all spaces.
  if (Subtarget.hasWideAddresses() && Op.getValueType() == MVT::i32)
    return SDValue(Op.getNode(), Op.getResNo());
  if (Op.getValueType() == MVT::f64)
    return lowerDoubleLoad(Op, DAG);
  // s[] and c[] have no signed bytes: load, then extend.
  if (L->getExtensionType() != ISD::SEXTLOAD || L->getMemoryVT() != MVT::i8 ||
      (L->getAddressSpace() != abi::Shared &&
       L->getAddressSpace() != abi::Constant))
    return SDValue(Op.getNode(), Op.getResNo());
  SDLoc DL(Op);
  SDValue Byte = DAG.getExtLoad(ISD::ZEXTLOAD, DL, MVT::i32, L->getChain(),
                                L->getBasePtr(), MVT::i8, L->getMemOperand());
  SDValue Value = DAG.getNode(ISD::SIGN_EXTEND_INREG, DL, MVT::i32, Byte,
                              DAG.getValueType(MVT::i8));
  return DAG.getMergeValues({Value, Byte.getValue(1)}, DL);
}

SDValue TeslaTargetLowering::lowerStore(SDValue Op, SelectionDAG &DAG) const {
  auto *S = cast<StoreSDNode>(Op);
  if (S->getValue().getValueType() == MVT::f64)
    return lowerDoubleStore(Op, DAG);
  unsigned Words = wideWords(S->getValue().getValueType());
  if (!Words || S->isTruncatingStore() ||
      !hasWideAccess(S->getAddressSpace(), Subtarget) ||
      S->getAlign() < 4 * Words)
    return SDValue();
  SDLoc DL(Op);
  SmallVector<SDValue, 6> Ops(1, S->getChain());
  SDValue Value = S->getValue();
  EVT ElementVT = Value.getValueType().getScalarType();
  unsigned Elements = Words * 32 / ElementVT.getSizeInBits();
  for (unsigned I = 0; I < Elements; ++I) {
    SDValue Element = Value;
    if (Value.getValueType().isVector())
      Element = DAG.getNode(ISD::EXTRACT_VECTOR_ELT, DL, ElementVT, Value,
                            DAG.getVectorIdxConstant(I, DL));
    if (ElementVT.getSizeInBits() == 32) {
      Ops.push_back(DAG.getBitcast(MVT::i32, Element));
      continue;
    }
    auto [Lo, Hi] = ElementVT == MVT::f64 ? split(Element, DL, DAG)
                    : isTypeLegal(MVT::i64)
                        ? splitWide(Element, DL, DAG)
                        : DAG.SplitScalar(Element, DL, MVT::i32, MVT::i32);
    Ops.append({Lo, Hi});
  }
  Ops.push_back(S->getBasePtr());
  return DAG.getMemIntrinsicNode(Words == 2 ? TeslaISD::ST_V2 : TeslaISD::ST_V4,
                                 DL, DAG.getVTList(MVT::Other), Ops,
                                 S->getMemoryVT(), S->getMemOperand());
}
