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

// How min and max treat NaN and signs. Code: bit 0 returns NaN where there is
// one; bit 1 compares magnitudes, and multiplies the signs.
class MinMaxForm<bits<2> number, string suffix, string text> {
  bits<2> Code = number;
  string Suffix = suffix;
  string Text = text;
}
defvar MinMaxForms = [
  MinMaxForm<0, "", "">, MinMaxForm<1, "_NAN", " nan">,
  MinMaxForm<2, "_XOR", " xorsign">, MinMaxForm<3, "_NANXOR", " nan xorsign">
];
class IeeeFmaForm<bits<2> negated, string name> {
  bits<2> Negated = negated;
  bits<7> Opcode = !if(!eq(negated, 0), 2, !add(3, negated));
  string Name = name;
}

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
// With a constant.
class IeeeImmInst<bits<7> opc, SemKindValue sem, string name>
    : Tx1AluImm<SlotFloat, opc, sem, ShortF32,
                (ins Rnd:$rnd, Ftz:$ftz, Sat:$sat),
                name#" ieee ${rnd}${ftz}${sat}f32 $dst $src1 $src2"> {
  bits<2> rnd;
  bits<1> ftz;
  bits<1> sat;
  let Inst{24-23} = rnd;
  let Inst{25} = ftz;
  let Inst{26} = sat;
  let Ty = TyF32;
  let SrcTy = TyF32;
}
def IADD_F32_ri : IeeeImmInst<32, SemIeeeAdd, "add">;
def IMUL_F32_ri : IeeeImmInst<33, SemIeeeMul, "mul">;
// SubOp: bit 0 negates the product, bit 1 the addend, or the second summand.
def ISUB_F32_rr : IeeeInst<3, SemIeeeAdd, Srcs<KReg32, KReg32>, "sub"> {
  let SubOp = 2;
}
foreach v = [IeeeFmaForm<0, "FMA">, IeeeFmaForm<1, "FNMA">,
             IeeeFmaForm<2, "FMS">, IeeeFmaForm<3, "FNMS">] in
  def I#v.Name#_F32_rrr
      : IeeeInst<v.Opcode, SemIeeeFma, Srcs<KReg32, KReg32, KReg32>,
                 !tolower(v.Name)> {
    let SubOp{1-0} = v.Negated;
  }

// Modifiers: rounding, ftz.
class IeeeRoundedInst<bits<7> opc, SemKindValue sem, Srcs k, string name>
    : Tx1Alu<SlotFloat, opc, sem, KReg32, k, (ins Rnd:$rnd, Ftz:$ftz),
             name#" ieee ${rnd}${ftz}f32 $dst $src1"
               #!if(!empty(k.K2.Letter), "", " $src2")> {
  bits<2> rnd;
  bits<1> ftz;
  let Inst{24-23} = rnd;
  let Inst{25} = ftz;
  let Ty = TyF32;
  let SrcTy = TyF32;
  let Latency = LatSfu;
}
def IDIV_F32_rr : IeeeRoundedInst<18, SemIeeeDiv, Srcs<KReg32, KReg32>, "div">;
def IRCP_F32_r : IeeeRoundedInst<19, SemIeeeRcp, Srcs<KReg32>, "rcp">;
def ISQRT_F32_r : IeeeRoundedInst<20, SemIeeeSqrt, Srcs<KReg32>, "sqrt">;

// Modifiers: ftz.
class IeeePlainInst<Tx1Slot slot, bits<7> opc, SemKindValue sem, Srcs k,
                    string name>
    : Tx1Alu<slot, opc, sem, KReg32, k, (ins Ftz:$ftz),
             name#" ${ftz}f32 $dst $src1"
               #!if(!empty(k.K2.Letter), "", " $src2")> {
  bits<1> ftz;
  let Inst{25} = ftz;
  let Ty = TyF32;
  let SrcTy = TyF32;
}
let isCommutable = 1 in
foreach v = MinMaxForms in {
  def IMIN#v.Suffix#_F32_rr
      : IeeePlainInst<SlotFloat, !add(8, v.Code), SemIeeeMin,
                      Srcs<KReg32, KReg32>, "min ieee"#v.Text> {
    let SubOp{1-0} = v.Code;
  }
  def IMAX#v.Suffix#_F32_rr
      : IeeePlainInst<SlotFloat, !add(12, v.Code), SemIeeeMax,
                      Srcs<KReg32, KReg32>, "max ieee"#v.Text> {
    let SubOp{1-0} = v.Code;
  }
}

// Modifiers: the condition in [23:26], ftz in [27].
def ISET_F32_rr
    : Tx1Alu<SlotFloat, 16, SemIeeeSet, KReg32, Srcs<KReg32, KReg32>,
             (ins CondF:$cond, Ftz:$ftz),
             "set ieee $dst $cond ${ftz}f32 $src1 $src2"> {
  bits<4> cond;
  bits<1> ftz;
  let Inst{26-23} = cond;
  let Inst{27} = ftz;
  let Ty = TyB32;
  let SrcTy = TyF32;
}
def ISET_F32_rr_c
    : Tx1Compare<SlotFloat, 17, SemIeeeSet, Srcs<KReg32, KReg32>, CondF,
                 "set ieee $cdst # $cond ${ftz}f32 $src1 $src2"> {
  bits<1> ftz;
  let InOperandList = (ins GPR32:$src1, GPR32:$src2, CondF:$cond, Ftz:$ftz,
                           Flow:$flow, Pred:$pred);
  let Inst{27} = ftz;
  let Ty = TyB32;
  let SrcTy = TyF32;
}
def ISET_F32_ri_c
    : Tx1CompareImm<SlotFloat, 34, SemIeeeSet, ShortF32, CondF, (ins Ftz:$ftz),
                    "set ieee $cdst # $cond ${ftz}f32 $src1 $src2"> {
  bits<1> ftz;
  let Inst{27} = ftz;
  let Ty = TyB32;
  let SrcTy = TyF32;
}

// Approximations.
class FunctionInst<bits<7> opc, SemKindValue sem, string name>
    : IeeePlainInst<SlotFunction, opc, sem, Srcs<KReg32>, name#" ieee"> {
  let Latency = LatSfu;
}
def IRSQRT_F32_r : FunctionInst<0, SemFunctionRsqrt, "rsqrt">;
def ISIN_F32_r : FunctionInst<1, SemFunctionSin, "sin">;
def ICOS_F32_r : FunctionInst<2, SemFunctionCos, "cos">;
def ILG2_F32_r : FunctionInst<3, SemFunctionLg2, "lg2">;
def IEX2_F32_r : FunctionInst<4, SemFunctionEx2, "ex2">;
def ITANH_F32_r : FunctionInst<5, SemFunctionTanh, "tanh">;

} // Predicates = [HasIeeeFloat]
