//===- TeslaISelQuads.cpp - Selection of images and matrices --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Selects operations on images and matrices, whose operands are quads.
///
//===----------------------------------------------------------------------===//

#include "TeslaISelDAGToDAG.h"
#include <cassert>

using namespace llvm;
using namespace heddle;

/// Four words in registers in a row.
SDValue TeslaDAGToDAGISel::quad(ArrayRef<SDUse> Words, const SDLoc &DL) {
  assert(Words.size() == 4 && "a quad has four words");
  SmallVector<SDValue, 9> Parts(1, imm(Tesla::GPR128RegClass.getID(), DL));
  for (auto [I, Word] : enumerate(Words))
    Parts.append({Word.get(), imm(subRegister(I), DL)});
  return SDValue(CurDAG->getMachineNode(TargetOpcode::REG_SEQUENCE, DL,
                                        MVT::Untyped, Parts),
                 0);
}

/// The instruction of tx1 that has quads as operands and does \p Op; 0: there
/// is none.
static unsigned quadOpcode(HeddleOp Op) {
  switch (Op) { // Over all operations.
  case HeddleOp::Tex:
    return Tesla::TEXH;
  case HeddleOp::TexMore:
    return Tesla::TEXH_MORE;
  case HeddleOp::TexGrad:
    return Tesla::TEXH_GRAD;
  case HeddleOp::SurfLoad:
    return Tesla::SULD;
  case HeddleOp::SurfStore:
    return Tesla::SUST;
  case HeddleOp::SurfReduce32:
    return Tesla::SURED_32;
  case HeddleOp::SurfReduce64:
    return Tesla::SURED_64;
  case HeddleOp::ImageQuery:
    return Tesla::TXQ;
  case HeddleOp::MmaPair:
    return Tesla::MMA_PAIR;
  case HeddleOp::MmaQuad:
    return Tesla::MMA_QUAD;
  case HeddleOp::MmaMore:
    return Tesla::MMA_MORE;
  case HeddleOp::MatrixMove:
    return Tesla::MMOVE;
  case HeddleOp::TensorThread:
    return Tesla::TENSOR;
  case HeddleOp::TensorWarp:
    return Tesla::TENSOR_WARP;
  default:
    return 0;
  }
}

/// A fetch by slots: of the texel only what is used is asked for, and comes
/// first.
void TeslaDAGToDAGISel::selectSlotFetch(SDNode *N, unsigned Opcode) {
  SDLoc DL(N);
  unsigned Mask = 0;
  for (unsigned I = 0; I < 4; ++I)
    Mask |= unsigned(N->hasAnyUseOfValue(I)) << I;
  // A fetch without uses may fault still.
  SDValue Ops[] = {quad(N->ops().slice(1, 4), DL),
                   imm(Mask ? Mask : 1, DL),
                   N->getOperand(5),
                   N->getOperand(6),
                   N->getOperand(7),
                   N->getOperand(0)};
  MachineSDNode *Fetch =
      CurDAG->getMachineNode(Opcode, DL, MVT::Untyped, MVT::Other, Ops);
  for (unsigned I = 0, Next = 0; I < 4; ++I)
    if (Mask & 1u << I)
      ReplaceUses(SDValue(N, I),
                  CurDAG->getTargetExtractSubreg(subRegister(Next++), DL,
                                                 MVT::i32, SDValue(Fetch, 0)));
  ReplaceUses(SDValue(N, 4), SDValue(Fetch, 1));
  CurDAG->RemoveDeadNode(N);
}

/// Operations on images and matrices; false: \p N is another.
bool TeslaDAGToDAGISel::selectQuads(SDNode *N) {
  const HeddleOpInfo *Info = TeslaISD::operationOf(N->getOpcode());
  if (!Info)
    return false;
  if (Info->Op == HeddleOp::SampleSlot || Info->Op == HeddleOp::FetchSlot) {
    selectSlotFetch(N, Info->Op == HeddleOp::FetchSlot ? Tesla::TEXFETCH_Q
                                                       : Tesla::TEXAUTO_Q);
    return true;
  }
  const unsigned Opcode = quadOpcode(Info->Op);
  if (!Opcode)
    return false;
  SDLoc DL(N);
  SmallVector<SDValue, 10> Ops;
  unsigned Next = 1;
  for (HeddleType Type : Info->params()) {
    const bool IsQuad = Type == HeddleType::ValQuad;
    Ops.push_back(IsQuad ? quad(N->ops().slice(Next, 4), DL)
                         : N->getOperand(Next));
    Next += IsQuad ? 4 : 1;
  }
  addDefaults(Ops, Opcode, DL, *CurDAG);
  Ops.push_back(N->getOperand(0));
  const unsigned Results = N->getNumValues() - 1;
  SmallVector<EVT, 2> Types;
  if (Results)
    Types.push_back(Results == 4 ? EVT(MVT::Untyped) : N->getValueType(0));
  Types.push_back(MVT::Other);
  assert(Next == N->getNumOperands() && "operands that nobody takes");
  assert((Results <= 1 || Results == 4) && "results are a word or a quad");
  MachineSDNode *Access =
      CurDAG->getMachineNode(Opcode, DL, CurDAG->getVTList(Types), Ops);
  for (unsigned I = 0; I < Results; ++I)
    ReplaceUses(SDValue(N, I), Results == 1 ? SDValue(Access, 0)
                                            : CurDAG->getTargetExtractSubreg(
                                                  subRegister(I), DL, MVT::i32,
                                                  SDValue(Access, 0)));
  ReplaceUses(SDValue(N, Results), SDValue(Access, Results ? 1 : 0));
  CurDAG->RemoveDeadNode(N);
  return true;
}
