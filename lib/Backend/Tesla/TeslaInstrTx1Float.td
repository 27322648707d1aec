//===- TeslaInstrTx1Float.td - IEEE f32 of tx1 -------------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// f32 by IEEE 754 with the rounding and flushing that each instruction says.
// NaN results are 0x7fffffff.
//
//===----------------------------------------------------------------------===//

let Predicates = [HasIeeeFloat] in {

// Modifiers: rounding in [23:24], ftz in [25], sat in [26].
class IeeeInst<bits<7> opc, SemKindValue sem, Srcs k, string name>
    : Tx1Alu<SlotFloat, opc, sem, KReg32, k, (ins Rnd:$rnd, Ftz:$ftz, Sat:$sat),
             name#" ieee ${rnd}${ftz}${sat}f32 $dst"
               #!if(!empty(k.K1.Letter), "", " $src1")
               #!if(!empty(k.K2.Letter), "", " $src2")
               #!if(!empty(k.K3.Letter), "", " $src3")> {
  bits<2> rnd;
  bits<1> ftz;
  bits<1> sat;
  let Inst{24-23} = rnd;
  let Inst{25} = ftz;
  let Inst{26} = sat;
  let Ty = TyF32;
  let SrcTy = TyF32;
}
let isCommutable = 1 in {
  def IADD_F32_rr : IeeeInst<0, SemIeeeAdd, Srcs<KReg32, KReg32>, "add">;
  def IMUL_F32_rr : IeeeInst<1, SemIeeeMul, Srcs<KReg32, KReg32>, "mul">;
}
def IFMA_F32_rrr : IeeeInst<2, SemIeeeFma, Srcs<KReg32, KReg32, KReg32>, "fma">;

} // Predicates = [HasIeeeFloat]
