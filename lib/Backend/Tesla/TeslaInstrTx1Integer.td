//===- TeslaInstrTx1Integer.td - 32-bit products of tx1 ----*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The silicon multiplies 24 bits by 24; these are the products of whole words.
// Constants are signed.
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
def XMUL_B32_ri : Tx1AluImm<SlotInteger, 4, SemProduct, SImm14, (ins),
                            "mul b32 $dst $src1 $src2"> {
  let Ty = TyB32;
  let SrcTy = TyB32;
}
def XMAD_B32_rir : Product32<5, SemProduct, Srcs<KReg32, KImm7, KReg32>, TyB32,
                             "mad b32 $dst $src1 $src2 $src3">;

// Comparisons with a constant, which the silicon has to load.
foreach t = [OpU32, OpS32] in
  def XSET_#t.Name#_ri_c
      : Tx1CompareImm<SlotInteger, !add(6, t.Signed), SemSetI, SImm14, CondI,
                      (ins), "set $cdst # $cond "#t.Text#" $src1 $src2"> {
    // Integers have no condition with "unordered" in it.
    let Inst{26} = 0;
    let Ty = t.Ty;
    let SrcTy = t.Ty;
  }

} // Predicates = [HasFullMultiplication]
