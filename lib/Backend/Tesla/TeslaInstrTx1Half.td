//===- TeslaInstrTx1Half.td - f16 and bf16 of tx1 ----------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// f16 and bf16 in the low half of a word, and pairs of them, rounded to nearest
// even. A result of one half is zero-extended. ftz flushes denormal sources and
// results, sat clamps to [0, 1], relu to 0 from below. NaN results are 0x7fff.
//
//===----------------------------------------------------------------------===//

class HalfType<bits<7> number, DataTypeValue ty> {
  bits<7> Code = number;
  DataTypeValue Ty = ty;
  string Name = ty.EnumName;
}
defvar HalfTypes = [HalfType<0, TyF16>, HalfType<1, TyF16X2>,
                    HalfType<2, TyBF16>, HalfType<3, TyBF16X2>];

let Predicates = [HasHalfArithmetic] in {

// \p op: the operation, of which each type is an instruction.
class HalfInst<int op, SemKindValue sem, HalfType t, Srcs k, dag modifiers,
               string name, string text = "">
    : Tx1Alu<SlotHalf, !add(!mul(op, 4), t.Code), sem, KReg32, k, modifiers,
             name#" "#text#t.Ty.Text#" $dst $src1"
               #!if(!empty(k.K2.Letter), "", " $src2")
               #!if(!empty(k.K3.Letter), "", " $src3")> {
  let Ty = t.Ty;
  let SrcTy = t.Ty;
}

// Modifiers: ftz in [25], sat in [26].
class HalfArithmeticInst<int op, SemKindValue sem, HalfType t, Srcs k,
                         string name>
    : HalfInst<op, sem, t, k, (ins Ftz:$ftz, Sat:$sat), name, "${ftz}${sat}"> {
  bits<1> ftz;
  bits<1> sat;
  let Inst{25} = ftz;
  let Inst{26} = sat;
}
// Modifiers: ftz.
class HalfPlainInst<int op, SemKindValue sem, HalfType t, Srcs k, string name>
    : HalfInst<op, sem, t, k, (ins Ftz:$ftz), name, "${ftz}"> {
  bits<1> ftz;
  let Inst{25} = ftz;
}
class HalfFunctionInst<int op, SemKindValue sem, HalfType t, string name>
    : HalfPlainInst<op, sem, t, Srcs<KReg32>, name> {
  let Latency = LatSfu;
}
// Modifiers: the condition in [23:26], ftz in [27]. All bits of a half, or of
// the word where the result is one, say whether it holds.
class HalfSetInst<HalfType t>
    : Tx1Alu<SlotHalf, !add(52, t.Code), SemHalfSet, KReg32,
             Srcs<KReg32, KReg32>, (ins CondF:$cond, Ftz:$ftz),
             "set $dst $cond ${ftz}"#t.Ty.Text#" $src1 $src2"> {
  bits<4> cond;
  bits<1> ftz;
  let Inst{26-23} = cond;
  let Inst{27} = ftz;
  let Ty = t.Ty;
  let SrcTy = t.Ty;
}

foreach t = HalfTypes in {
  let isCommutable = 1 in {
    def HADD_#t.Name#_rr
        : HalfArithmeticInst<0, SemHalfAdd, t, Srcs<KReg32, KReg32>, "add">;
    def HMUL_#t.Name#_rr
        : HalfArithmeticInst<2, SemHalfMul, t, Srcs<KReg32, KReg32>, "mul">;
    foreach v = MinMaxForms in {
      def HMIN#v.Suffix#_#t.Name#_rr
          : HalfPlainInst<!add(5, v.Code), SemHalfMin, t, Srcs<KReg32, KReg32>,
                          "min"#v.Text> {
        let SubOp{1-0} = v.Code;
      }
      def HMAX#v.Suffix#_#t.Name#_rr
          : HalfPlainInst<!add(9, v.Code), SemHalfMax, t, Srcs<KReg32, KReg32>,
                          "max"#v.Text> {
        let SubOp{1-0} = v.Code;
      }
    }
  }
  def HSUB_#t.Name#_rr
      : HalfArithmeticInst<1, SemHalfSub, t, Srcs<KReg32, KReg32>, "sub">;
  // SubOp: relu.
  def HFMA_#t.Name#_rrr
      : HalfArithmeticInst<3, SemHalfFma, t, Srcs<KReg32, KReg32, KReg32>,
                           "fma">;
  def HFMA_RELU_#t.Name#_rrr
      : HalfArithmeticInst<4, SemHalfFma, t, Srcs<KReg32, KReg32, KReg32>,
                           "fma relu"> {
    let SubOp = 1;
  }
  def HSET_#t.Name#_rr : HalfSetInst<t>;
  def HEX2_#t.Name#_r : HalfFunctionInst<14, SemHalfEx2, t, "ex2">;
  def HTANH_#t.Name#_r : HalfFunctionInst<15, SemHalfTanh, t, "tanh">;
}

} // Predicates = [HasHalfArithmetic]
