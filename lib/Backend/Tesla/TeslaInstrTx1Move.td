//===- TeslaInstrTx1Move.td - Special registers of tx1 -----*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The silicon's move knows sixteen special registers; these are the others,
// by their number in the field of src1.
//
//===----------------------------------------------------------------------===//

class MovFarSRegInst
    : Tx1Inst<SlotSpecial, 0, SemMovSpecial, (outs GPR32:$dst),
              (ins FarSReg:$src1), "mov $dst $src1">,
      SameWord<"mov far special"> {
  bits<7> dst;
  bits<7> src1;
  let Inst{8-2} = dst;
  let Inst{15-9} = src1;
  let Ty = TyB32;
  let Kind1 = KindImm;
  let KindDst = KindReg32;
}
// Counters of 64 bits, read as one. SubOp: which.
class MovCounter<bits<7> opc, string name>
    : Tx1Inst<SlotSpecial, opc, SemWideCounter, (outs GPR64:$dst), (ins),
              "mov b64 $dst "#name> {
  bits<7> dst;
  let Inst{8-2} = dst;
  let Ty = TyB64;
  let SrcTy = TyB64;
  let KindDst = KindPair;
}
let Predicates = [HasSpecialRegisters] in {
  let hasSideEffects = 1 in {
    def MOV_CLOCK64 : MovCounter<1, "clock64"> { let SubOp = 0; }
    def MOV_TIMER64 : MovCounter<2, "timer64"> { let SubOp = 1; }
  }
  let hasSideEffects = 1 in
  def MOV_XSREG : MovFarSRegInst;
  let isCodeGenOnly = 1, isReMaterializable = 1 in
  def MOV_XSREG_CONST : MovFarSRegInst;
}
