//===- TeslaISelDAGToDAG.h - Instruction selection --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Selection that patterns cannot express, by what is selected: addresses and
/// wide accesses are in TeslaISelAddresses.cpp, operations on quads in
/// TeslaISelQuads.cpp, everything else in TeslaISelDAGToDAG.cpp.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_SELECT_TESLAISELDAGTODAG_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_SELECT_TESLAISELDAGTODAG_H

#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "Target/TeslaInstrBuilder.h"
#include "Target/TeslaSubtarget.h"
#include "Target/TeslaTargetMachine.h"
#include "TeslaISelLowering.h"
#include "llvm/CodeGen/SelectionDAGISel.h"

namespace llvm {

class TeslaDAGToDAGISel : public SelectionDAGISel {
public:
  TeslaDAGToDAGISel(TeslaTargetMachine &TM, CodeGenOptLevel Level)
      : SelectionDAGISel(TM, Level) {}

  bool runOnMachineFunction(MachineFunction &Fn) override {
    Subtarget = &Fn.getSubtarget<TeslaSubtarget>();
    return SelectionDAGISel::runOnMachineFunction(Fn);
  }
  void PreprocessISelDAG() override;
  void Select(SDNode *N) override;

#define GET_DAGISEL_DECL
#include "TeslaGenDAGISel.inc"
#undef GET_DAGISEL_DECL

private:
  bool selectConstantZero(SDNode *N);
  void selectBranch(SDNode *N);
  void selectFrameIndex(SDNode *N);
  void selectCall(SDNode *N);
  void selectReturn(SDNode *N);
  void selectPair(SDNode *N);
  void selectSplit(SDNode *N);
  bool isFar(const MemSDNode &Mem, SDValue Address);
  SmallVector<SDValue, 8> wideAddress(const MemSDNode &Mem, SDValue Address);
  void selectWideLoad(SDNode *N, unsigned Words);
  void selectWideStore(SDNode *N, unsigned Words);
  SDValue quad(ArrayRef<SDUse> Words, const SDLoc &DL);
  bool selectQuads(SDNode *N);
  void selectSlotFetch(SDNode *N, unsigned Opcode);

  /// The subregister of word \p Word of a pair or a quad.
  static unsigned subRegister(unsigned Word);
  SDValue imm(uint64_t V, const SDLoc &DL) {
    return CurDAG->getTargetConstant(V, DL, MVT::i32);
  }
  SDValue addressRegister(SDValue Value, unsigned Shift, const SDLoc &DL);
  SDValue addressSum(SDValue Base, uint32_t Value, const SDLoc &DL);
  SDValue addressConstant(uint32_t Value, const SDLoc &DL);
  bool selectAddress(SDValue Addr, unsigned Unit, uint64_t Reach, SDValue &Base,
                     SDValue &Offset);

  /// s[] as an operand: five bits of offset, counted in units.
  template <unsigned Unit, unsigned Mode>
  bool selectShared(SDValue Addr, SDValue &Base, SDValue &Offset,
                    SDValue &ModeOp) {
    ModeOp = imm(Mode, SDLoc(Addr));
    return selectAddress(Addr, Unit, 32 * Unit, Base, Offset);
  }
  /// s[] as a store's destination and c[] as a load's source: all offsets.
  template <unsigned Unit>
  bool selectFarOffset(SDValue Addr, SDValue &Base, SDValue &Offset) {
    return selectAddress(Addr, Unit, 0x10000, Base, Offset);
  }
  bool selectLocal(SDValue Addr, SDValue &Base, SDValue &Offset);
  bool selectFar(SDValue Addr, SDValue &Base, SDValue &Offset) {
    return selectFarWithin(Addr, 24, Base, Offset);
  }
  bool selectFarAtom(SDValue Addr, SDValue &Base, SDValue &Offset) {
    return selectFarWithin(Addr, 10, Base, Offset);
  }
  bool selectFarWithin(SDValue Addr, unsigned Reach, SDValue &Base,
                       SDValue &Offset);

  const TeslaSubtarget *Subtarget = nullptr;
};

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_SELECT_TESLAISELDAGTODAG_H
