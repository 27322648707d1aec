//===- TeslaISelDAGToDAG.cpp - Instruction selection ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The pass, and the nodes that it selects itself: the zero register, calls,
/// pairs of words, and which branches may diverge.
///
//===----------------------------------------------------------------------===//

#include "TeslaISelDAGToDAG.h"
#include "Tesla.h"
#include "heddle/ABI/AddressSpace.h"
#include "heddle/Intrinsics/FunctionAttributes.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/CodeGen/FunctionLoweringInfo.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/InitializePasses.h"

#define DEBUG_TYPE "tesla-isel"
#define PASS_NAME "Tesla instruction selection"

using namespace llvm;
using namespace heddle;

/// Whether neither operand of \p Sum is a parameter, which can be a sum's
/// operand but would not be a product's addend.
static bool isSumOfRegisters(const SDNode *Sum) {
  return none_of(Sum->op_values(), [](SDValue V) {
    auto *Load = dyn_cast<LoadSDNode>(V);
    return isa<ConstantSDNode>(V) ||
           (Load && Load->getAddressSpace() == abi::Shared);
  });
}

/// Whether \p Sum adds to a product, which is one instruction if it adds a
/// whole word.
static bool addsToProduct(const SDNode *Sum) {
  return any_of(Sum->op_values(), [](SDValue V) {
    switch (V->getOpcode()) { // Over LLVM's and our opcodes.
    case TeslaISD::MUL_U16:
    case TeslaISD::MUL_S16:
    case TeslaISD::MUL_U24:
    case TeslaISD::MUL_S24:
      return V->hasOneUse();
    }
    return false;
  });
}

/// Whether all readers of \p Word, an extended half, can read the half instead:
/// products with a power of two, sums of registers, and conversions to f32. A
/// single reader always does, where a pattern asks.
static bool onlyFeedsHalves(const SDNode *Word) {
  if (Word->hasOneUse())
    return true;
  // The extension pays for one product that is taken apart from its sum.
  unsigned NumProducts = 0;
  return all_of(Word->uses(), [&](const SDNode *User) {
    switch (User->getOpcode()) { // Over LLVM's and our opcodes.
    case ISD::SHL: {
      auto *Count = dyn_cast<ConstantSDNode>(User->getOperand(1));
      return User->getOperand(0).getNode() == Word && Count &&
             isUInt<4>(Count->getZExtValue());
    }
    case ISD::ADD:
      NumProducts += addsToProduct(User);
      return isSumOfRegisters(User) && NumProducts <= 1;
    case ISD::INTRINSIC_WO_CHAIN:
      switch (User->getConstantOperandVal(0)) { // Over LLVM's intrinsics.
      case Intrinsic::nvvm_ui2f_rn:
      case Intrinsic::nvvm_ui2f_rm:
      case Intrinsic::nvvm_ui2f_rp:
      case Intrinsic::nvvm_ui2f_rz:
        return true;
      }
      return false;
    }
    return false;
  });
}

namespace {

class TeslaDAGToDAGISelLegacy : public SelectionDAGISelLegacy {
public:
  static char ID;
  TeslaDAGToDAGISelLegacy(TeslaTargetMachine &TM, CodeGenOptLevel Level)
      : SelectionDAGISelLegacy(ID,
                               std::make_unique<TeslaDAGToDAGISel>(TM, Level)) {
  }

  void getAnalysisUsage(AnalysisUsage &AU) const override {
    // Without this analysis SelectionDAG takes everything for uniform.
    AU.addRequired<UniformityInfoWrapperPass>();
    SelectionDAGISelLegacy::getAnalysisUsage(AU);
  }
};

} // namespace

char TeslaDAGToDAGISelLegacy::ID = 0;

INITIALIZE_PASS_BEGIN(TeslaDAGToDAGISelLegacy, DEBUG_TYPE, PASS_NAME, false,
                      false)
INITIALIZE_PASS_DEPENDENCY(UniformityInfoWrapperPass)
INITIALIZE_PASS_END(TeslaDAGToDAGISelLegacy, DEBUG_TYPE, PASS_NAME, false,
                    false)

FunctionPass *llvm::createTeslaISelDag(TeslaTargetMachine &TM,
                                       CodeGenOptLevel Level) {
  return new TeslaDAGToDAGISelLegacy(TM, Level);
}

#define GET_DAGISEL_BODY TeslaDAGToDAGISel
#include "TeslaGenDAGISel.inc"
#include <cassert>
#undef GET_DAGISEL_BODY

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

unsigned TeslaDAGToDAGISel::subRegister(unsigned Word) {
  static const unsigned Subs[] = {Tesla::sub0, Tesla::sub1, Tesla::sub2,
                                  Tesla::sub3};
  assert(Word < std::size(Subs) && "more words than a quad has");
  return Subs[Word];
}

/// \p N, a mask of a mask, as one mask; null if it is none.
static SDValue oneMask(SDNode *N, SelectionDAG &DAG) {
  if (N->getOpcode() != ISD::AND || N->getValueType(0) != MVT::i32 ||
      N->getOperand(0).getOpcode() != ISD::AND)
    return SDValue();
  SDValue Inner = N->getOperand(0);
  auto *Outer = dyn_cast<ConstantSDNode>(N->getOperand(1));
  auto *First = dyn_cast<ConstantSDNode>(Inner.getOperand(1));
  if (!Outer || !First)
    return SDValue();
  SDLoc DL(N);
  return DAG.getNode(
      ISD::AND, DL, MVT::i32, Inner.getOperand(0),
      DAG.getConstant(Outer->getAPIntValue() & First->getAPIntValue(), DL,
                      MVT::i32));
}

/// Removes assertions on values, which have done their work, and would hide
/// from patterns how a value is made.
void TeslaDAGToDAGISel::PreprocessISelDAG() {
  if (Subtarget->hasWideAddresses() || OptLevel == CodeGenOptLevel::None)
    return;
  for (SDNode &N : make_early_inc_range(CurDAG->allnodes()))
    if (N.getOpcode() == ISD::AssertZext || N.getOpcode() == ISD::AssertSext)
      CurDAG->ReplaceAllUsesOfValueWith(SDValue(&N, 0), N.getOperand(0));
  CurDAG->RemoveDeadNodes();
  for (SDNode &N : make_early_inc_range(CurDAG->allnodes()))
    if (SDValue Mask = oneMask(&N, *CurDAG))
      CurDAG->ReplaceAllUsesOfValueWith(SDValue(&N, 0), Mask);
  CurDAG->RemoveDeadNodes();
}

/// Zero is $r127, which is never allocated.
bool TeslaDAGToDAGISel::selectConstantZero(SDNode *N) {
  bool IsZero = false;
  if (N->getValueType(0).getSizeInBits() != 32)
    return false;
  if (auto *C = dyn_cast<ConstantSDNode>(N))
    IsZero = C->isZero();
  else if (auto *F = dyn_cast<ConstantFPSDNode>(N))
    IsZero = F->isZero() && !F->isNegative();
  if (!IsZero)
    return false;
  SDValue Copy = CurDAG->getCopyFromReg(CurDAG->getEntryNode(), SDLoc(N),
                                        Tesla::R127, N->getValueType(0));
  ReplaceNode(N, Copy.getNode());
  return true;
}

void TeslaDAGToDAGISel::selectBranch(SDNode *N) {
  SDLoc DL(N);
  SDValue Ops[] = {N->getOperand(1), N->getOperand(2), N->getOperand(3),
                   N->getOperand(0)};
  // The condition may have been computed where it was uniform still.
  const UniformityInfo *UA = CurDAG->getUniformityInfo();
  const BasicBlock *Block = FuncInfo->MBB->getBasicBlock();
  bool Divergent = N->getOperand(3)->isDivergent() || !Block ||
                   attributes::Divergent.isSet(MF->getFunction()) ||
                   UA->isDivergent(Block->getTerminator());
  CurDAG->SelectNodeTo(N, Divergent ? Tesla::BRA_DIV : Tesla::BRA, MVT::Other,
                       Ops);
}

/// The address of a slot is known, or relative to the stack.
void TeslaDAGToDAGISel::selectFrameIndex(SDNode *N) {
  SDValue Index = CurDAG->getTargetFrameIndex(
      cast<FrameIndexSDNode>(N)->getIndex(), MVT::i32);
  if (!attributes::OnStack.isSet(MF->getFunction())) {
    CurDAG->SelectNodeTo(N, Tesla::MOV_B32_i, MVT::i32, Index);
    return;
  }
  SDLoc DL(N);
  SmallVector<SDValue, 4> Ops = {CurDAG->getRegister(Tesla::R9, MVT::i32),
                                 Index};
  addDefaults(Ops, Tesla::ADD_B32_ri, DL, *CurDAG);
  CurDAG->SelectNodeTo(N, Tesla::ADD_B32_ri, MVT::i32, Ops);
}

/// Puts the chain behind the operands, and glue last.
void TeslaDAGToDAGISel::selectCall(SDNode *N) {
  SmallVector<SDValue, 12> Ops(drop_begin(N->ops()));
  bool HasGlue = Ops.back().getValueType() == MVT::Glue;
  Ops.insert(HasGlue ? Ops.end() - 1 : Ops.end(), N->getOperand(0));
  CurDAG->SelectNodeTo(N, Tesla::CALL, N->getVTList(), Ops);
}

void TeslaDAGToDAGISel::selectReturn(SDNode *N) {
  SDLoc DL(N);
  SmallVector<SDValue, 12> Ops;
  addDefaults(Ops, Tesla::RET_U, DL, *CurDAG);
  append_range(Ops, drop_begin(N->ops()));
  bool HasGlue = Ops.back().getValueType() == MVT::Glue;
  Ops.insert(HasGlue ? Ops.end() - 1 : Ops.end(), N->getOperand(0));
  CurDAG->SelectNodeTo(N, Tesla::RET_U, MVT::Other, Ops);
}

void TeslaDAGToDAGISel::selectPair(SDNode *N) {
  SDLoc DL(N);
  SDValue Ops[] = {imm(Tesla::GPR64RegClass.getID(), DL), N->getOperand(0),
                   imm(Tesla::sub0, DL), N->getOperand(1),
                   imm(Tesla::sub1, DL)};
  CurDAG->SelectNodeTo(N, TargetOpcode::REG_SEQUENCE, MVT::f64, Ops);
}

void TeslaDAGToDAGISel::selectSplit(SDNode *N) {
  SDLoc DL(N);
  for (unsigned I = 0; I < 2; ++I)
    ReplaceUses(SDValue(N, I),
                CurDAG->getTargetExtractSubreg(subRegister(I), DL, MVT::i32,
                                               N->getOperand(0)));
  CurDAG->RemoveDeadNode(N);
}

void TeslaDAGToDAGISel::Select(SDNode *N) {
  if (N->isMachineOpcode()) {
    N->setNodeId(-1);
    return;
  }
  switch (N->getOpcode()) { // Over LLVM's and our opcodes.
  case ISD::Constant:
  case ISD::ConstantFP:
    if (selectConstantZero(N))
      return;
    break;
  case ISD::FrameIndex:
    return selectFrameIndex(N);
  case TeslaISD::BRC:
    return selectBranch(N);
  case TeslaISD::CALL:
    return selectCall(N);
  case TeslaISD::RET:
    return selectReturn(N);
  case TeslaISD::PAIR:
    return selectPair(N);
  case TeslaISD::SPLIT:
    return selectSplit(N);
  case TeslaISD::LD_V2:
    return selectWideLoad(N, 2);
  case TeslaISD::LD_V4:
    return selectWideLoad(N, 4);
  case TeslaISD::ST_V2:
    return selectWideStore(N, 2);
  case TeslaISD::ST_V4:
    return selectWideStore(N, 4);
  }
  if (!selectQuads(N))
    SelectCode(N);
}
