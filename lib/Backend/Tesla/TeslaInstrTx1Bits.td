//===- TeslaInstrTx1Bits.td - Bits of words of tx1 ---------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counting, moving and choosing bits.
//
//===----------------------------------------------------------------------===//

class BitsInst<bits<7> opc, SemKindValue sem, Srcs k, DataTypeValue ty,
               string text>
    : Tx1Alu<SlotBits, opc, sem, KReg32, k, (ins), text> {
  let Ty = TyB32;
  let SrcTy = ty;
}
let Predicates = [HasBitCounts] in
def POPC_B32_r : BitsInst<0, SemBitsPopc, Srcs<KReg32>, TyB32,
                          "popc b32 $dst $src1">;
