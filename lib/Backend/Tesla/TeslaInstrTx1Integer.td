//===- TeslaInstrTx1Integer.td - 32-bit products of tx1 ----*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The silicon multiplies 24 bits by 24; these are the products of whole words.
//
//===----------------------------------------------------------------------===//

let Predicates = [HasFullMultiplication] in {

class Product32<bits<7> opc, SemKindValue sem, Srcs k, DataTypeValue ty,
                string text>
    : Tx1Alu<SlotInteger, opc, sem, KReg32, k, (ins), text> {
  let Ty = TyB32;
  let SrcTy = ty;
}
let isCommutable = 1 in {
  def XMUL_B32_rr : Product32<0, SemProduct, Srcs<KReg32, KReg32>, TyB32,
                              "mul b32 $dst $src1 $src2">;
  foreach t = [OpU32, OpS32] in
    def XMULHI_#t.Name#_rr
        : Product32<!add(1, t.Signed), SemProductHigh, Srcs<KReg32, KReg32>,
                    t.Ty, "mul high "#t.Text#" $dst $src1 $src2">;
}
def XMAD_B32_rrr : Product32<3, SemProduct, Srcs<KReg32, KReg32, KReg32>, TyB32,
                             "mad b32 $dst $src1 $src2 $src3">;

} // Predicates = [HasFullMultiplication]
