//===- TeslaISelLoweringAtomic.cpp - 64-bit atomics -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Chips from gt215 on add, exchange and compare 64-bit words of global memory.
/// i64 is not a legal type, so the instructions are built while it is taken
/// apart: two words in, two words out, a register pair in between.
///
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "Target/TeslaInstrBuilder.h"
#include "Target/TeslaSubtarget.h"
#include "TeslaISelLowering.h"
#include "heddle/ABI/LaunchState.h"

using namespace llvm;
using namespace heddle;

static unsigned atomicOpcode(unsigned Opcode) {
  switch (Opcode) { // Over LLVM's opcodes.
  case ISD::ATOMIC_LOAD_ADD:
    return Tesla::ATOM_ADD_U64;
  case ISD::ATOMIC_SWAP:
    return Tesla::ATOM_EXCH_B64;
  case ISD::ATOMIC_CMP_SWAP:
    return Tesla::ATOM_CAS_B64;
  }
  llvm_unreachable("the legality pass lets only these through");
}

void TeslaTargetLowering::replaceAtomic64(SDNode *N,
                                          SmallVectorImpl<SDValue> &Results,
                                          SelectionDAG &DAG) const {
  SDLoc DL(N);
  auto *Atomic = cast<AtomicSDNode>(N);
  auto Imm = [&](unsigned V) { return DAG.getTargetConstant(V, DL, MVT::i32); };
  auto Pair = [&](SDValue Wide) {
    auto [Lo, Hi] = DAG.SplitScalar(Wide, DL, MVT::i32, MVT::i32);
    SDValue Ops[] = {Imm(Tesla::GPR64RegClass.getID()), Lo, Imm(Tesla::sub0),
                     Hi, Imm(Tesla::sub1)};
    return SDValue(
        DAG.getMachineNode(TargetOpcode::REG_SEQUENCE, DL, MVT::Untyped, Ops),
        0);
  };
  // Chain, address, values: one, or the expected and the new one.
  SmallVector<SDValue, 8> Ops = {Imm(abi::GlobalWindow), N->getOperand(1)};
  for (unsigned I = 2; I < N->getNumOperands(); ++I)
    Ops.push_back(Pair(N->getOperand(I)));
  unsigned Opcode = atomicOpcode(N->getOpcode());
  addDefaults(Ops, Opcode, DL, DAG);
  Ops.push_back(N->getOperand(0));
  MachineSDNode *Node = DAG.getMachineNode(
      Opcode, DL, DAG.getVTList(MVT::Untyped, MVT::Other), Ops);
  DAG.setNodeMemRefs(Node, {Atomic->getMemOperand()});
  SDValue Old(Node, 0);
  SDValue Lo = DAG.getTargetExtractSubreg(Tesla::sub0, DL, MVT::i32, Old);
  SDValue Hi = DAG.getTargetExtractSubreg(Tesla::sub1, DL, MVT::i32, Old);
  Results.push_back(DAG.getNode(ISD::BUILD_PAIR, DL, MVT::i64, Lo, Hi));
  Results.push_back(SDValue(Node, 1));
}
