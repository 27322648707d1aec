//===- TeslaInstrTx1Wide.td - 64-bit integers of tx1 -------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arithmetic on 64-bit integers in register pairs, modulo 2^64.
//
//===----------------------------------------------------------------------===//

let Predicates = [HasWideIntegers] in {

defvar WideTwo = Srcs<KReg64, KReg64>;

class WideInst<bits<7> opc, SemKindValue sem, Srcs k, DataTypeValue ty,
               string text>
    : Tx1Alu<SlotWide, opc, sem, KReg64, k, (ins), text> {
  let Ty = ty;
  let SrcTy = ty;
}
class WideBinary<bits<7> opc, SemKindValue sem, DataTypeValue ty, string name,
                 bit commutes = 0>
    : WideInst<opc, sem, WideTwo, ty, name#" "#ty.Text#" $dst $src1 $src2"> {
  let isCommutable = commutes;
}

def WADD_B64_rr : WideBinary<0, SemWideAdd, TyB64, "add", 1>;
def WSUB_B64_rr : WideBinary<1, SemWideSub, TyB64, "sub">;
foreach op = LogicOps in
  if !lt(op.Code, 3) then
    def W#op.Name#_B64_rr
        : WideBinary<!add(op.Code, 2), SemWideLogic, TyB64, op.Text, 1> {
      let SubOp{1-0} = op.Code;
    }
def WMIN_U64_rr : WideBinary<5, SemWideMin, TyU64, "min", 1>;
def WMIN_S64_rr : WideBinary<6, SemWideMin, TyS64, "min", 1>;
def WMAX_U64_rr : WideBinary<7, SemWideMax, TyU64, "max", 1>;
def WMAX_S64_rr : WideBinary<8, SemWideMax, TyS64, "max", 1>;
def WMUL_B64_rr : WideBinary<9, SemWideMul, TyB64, "mul", 1>;
def WMULHI_U64_rr : WideBinary<10, SemWideMulHigh, TyU64, "mul high", 1>;
def WMULHI_S64_rr : WideBinary<11, SemWideMulHigh, TyS64, "mul high", 1>;

// By a count in a word; 64 and more shift everything out.
class WideShift<bits<7> opc, SemKindValue sem, DataTypeValue ty, string name>
    : WideInst<opc, sem, Srcs<KReg64, KReg32>, ty,
               name#" "#ty.Text#" $dst $src1 $src2">;
def WSHL_B64_rr : WideShift<12, SemWideShl, TyB64, "shl">;
def WSHR_U64_rr : WideShift<13, SemWideShr, TyU64, "shr">;
def WSHR_S64_rr : WideShift<14, SemWideShr, TyS64, "shr">;

class WideShiftImm<bits<7> opc, SemKindValue sem, DataTypeValue ty, string name>
    : WideInst<opc, sem, Srcs<KReg64, KImm7>, ty,
               name#" "#ty.Text#" $dst $src1 $src2">;
def WSHL_B64_ri : WideShiftImm<27, SemWideShl, TyB64, "shl">;
def WSHR_U64_ri : WideShiftImm<28, SemWideShr, TyU64, "shr">;
def WSHR_S64_ri : WideShiftImm<29, SemWideShr, TyS64, "shr">;

// The full product of two words, plus a pair.
class WideMad<bits<7> opc, DataTypeValue ty, DataTypeValue from>
    : WideInst<opc, SemWideMad, Srcs<KReg32, KReg32, KReg64>, ty,
               "mad wide "#from.Text#" $dst $src1 $src2 $src3">;
def WMAD_U32_rrr : WideMad<15, TyU64, TyU32>;
def WMAD_S32_rrr : WideMad<16, TyS64, TyS32>;
class WideMul<bits<7> opc, DataTypeValue ty, DataTypeValue from>
    : WideInst<opc, SemWideMulWords, Srcs<KReg32, KReg32>, ty,
               "mul wide "#from.Text#" $dst $src1 $src2"> {
  let isCommutable = 1;
}
def WMULW_U32_rr : WideMul<17, TyU64, TyU32>;
def WMULW_S32_rr : WideMul<18, TyS64, TyS32>;

// By a constant below 128, as the sizes of elements are.
class WideMadImm<bits<7> opc, DataTypeValue ty, DataTypeValue from>
    : WideInst<opc, SemWideMad, Srcs<KReg32, KImm7, KReg64>, ty,
               "mad wide "#from.Text#" $dst $src1 $src2 $src3">;
def WMAD_U32_rir : WideMadImm<23, TyU64, TyU32>;
def WMAD_S32_rir : WideMadImm<24, TyS64, TyS32>;
class WideMulImm<bits<7> opc, DataTypeValue ty, DataTypeValue from>
    : WideInst<opc, SemWideMulWords, Srcs<KReg32, KImm7>, ty,
               "mul wide "#from.Text#" $dst $src1 $src2">;
def WMULW_U32_ri : WideMulImm<25, TyU64, TyU32>;
def WMULW_S32_ri : WideMulImm<26, TyS64, TyS32>;

class WideSet<bits<7> opc, DataTypeValue ty>
    : Tx1Alu<SlotWide, opc, SemWideSet, KReg32, WideTwo, (ins),
             "set $dst $cond "#ty.Text#" $src1 $src2"> {
  bits<3> cond;
  let InOperandList = !con(WideTwo.Ins, (ins CondI:$cond, Flow:$flow,
                                         Pred:$pred));
  let Inst{25-23} = cond;
  let Ty = TyB32;
  let SrcTy = ty;
}
def WSET_U64_rr : WideSet<19, TyU64>;
def WSET_S64_rr : WideSet<20, TyS64>;
class WideCompare<bits<7> opc, DataTypeValue ty>
    : Tx1Compare<SlotWide, opc, SemWideSet, WideTwo, CondI,
                 "set $cdst # $cond "#ty.Text#" $src1 $src2"> {
  // Integers have no condition with "unordered" in it.
  let Inst{26} = 0;
  let Ty = TyB32;
  let SrcTy = ty;
}
def WSET_U64_rr_c : WideCompare<21, TyU64>;
def WSET_S64_rr_c : WideCompare<22, TyS64>;

// A signed constant of 19 bits: the modifiers and the second and third source.
def WADD_B64_ri
    : Tx1Inst<SlotWideImm, 0, SemWideAdd, (outs GPR64:$dst),
              (ins GPR64:$src1, SImm19:$src2), "add b64 $dst $src1 $src2"> {
  bits<7> dst;
  bits<7> src1;
  bits<19> src2;
  let Inst{8-2} = dst;
  let Inst{15-9} = src1;
  let Inst{27-16} = src2{11-0};
  let Inst{52-46} = src2{18-12};
  let Kind1 = KindPair;
  let Kind2 = KindImm;
  let KindDst = KindPair;
  let Ty = TyB64;
  let SrcTy = TyB64;
}

} // Predicates = [HasWideIntegers]
