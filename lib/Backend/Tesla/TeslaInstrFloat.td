//===- TeslaInstrFloat.td - Single precision ---------------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// b.0/b.1 add · c.0 mul · e.0/e.1 mad · b.3 set · b.4/b.5 max/min ·
// b.6 presin, preex2 · 9.S special functions · c.2/c.3 slct · c.4 quadop.
//
//===----------------------------------------------------------------------===//

class FAddInst<Results res, Srcs k>
    : AluInst<SemFAdd, 11, 0, res, KReg32, k,
              (ins Neg:$neg1, Neg:$neg2, RndNZ:$rnd, Sat:$sat),
              "add ${sat}${rnd}f32 "#res.Text#" ${neg1}$src1 ${neg2}$src2",
              1> {
  bits<1> neg1;
  bits<1> neg2;
  bits<2> rnd;
  bits<1> sat;
  let Inst{17-16} = rnd;
  let Inst{58} = neg1;
  let Inst{59} = neg2;
  let Inst{61} = sat;
  let Ty = TyF32;
  let SrcTy = TyF32;
}
foreach res = AllResults in
  foreach k = OpF32.Two in
    def FADD#k.Suffix#res.Suffix : FAddInst<res, k>;

class FMulInst<Results res, Srcs k, bit saturate = 0>
    : AluInst<SemFMul, 12, 0, res, KReg32, k,
              (ins Neg:$neg1, Neg:$neg2, RndNZ:$rnd),
              "mul "#!if(saturate, "sat ", "")#"${rnd}f32 "#res.Text
                #" ${neg1}$src1 ${neg2}$src2"> {
  bits<1> neg1;
  bits<1> neg2;
  bits<2> rnd;
  let Inst{47-46} = rnd;
  let Inst{52} = saturate;
  let Inst{58} = neg1;
  let Inst{59} = neg2;
  let Ty = TyF32;
  let SrcTy = TyF32;
  // SubOp bit 2: saturate.
  let SubOp{2} = saturate;
}
foreach res = AllResults in
  foreach k = OpF32.Two in {
    def FMUL#k.Suffix#res.Suffix : FMulInst<res, k>;
    let Predicates = [HasSaturatingMul] in
    def FMULSAT#k.Suffix#res.Suffix : FMulInst<res, k, 1>;
  }

// neg1 negates the product.
class FMadInst<Results res, Srcs k>
    : AluInst<SemFMad, 14, 0, res, KReg32, k,
              (ins Neg:$neg1, Neg:$neg3, Sat:$sat),
              "add ${sat}f32 "#res.Text
                #" ${neg1}(mul $src1 $src2) ${neg3}$src3"> {
  bits<1> neg1;
  bits<1> neg3;
  bits<1> sat;
  let Inst{58} = neg1;
  let Inst{59} = neg3;
  let Inst{61} = sat;
  let Ty = TyF32;
  let SrcTy = TyF32;
}
foreach res = AllResults in
  foreach k = OpF32.Three in
    def FMAD#k.Suffix#res.Suffix : FMadInst<res, k>;

// Words that ask for a rounding, as mad.rz of PTX 1.0 became. The chips do not
// look at it. It lies where an operand in c[] has its bank.
class FMadRounded<bits<2> rnd, string rounding, Results res, Srcs k>
    : FMadInst<res, k> {
  let AsmString = "add ${sat}"#rounding#" f32 "#res.Text
                  #" ${neg1}(mul $src1 $src2) ${neg3}$src3$flow$pred";
  let Inst{55-54} = rnd;
}
foreach res = AllResults in
  foreach k = OpF32.Three[0...1] in {
    def FMAD_RM#k.Suffix#res.Suffix : FMadRounded<1, "rm", res, k>;
    def FMAD_RP#k.Suffix#res.Suffix : FMadRounded<2, "rp", res, k>;
    def FMAD_RZ#k.Suffix#res.Suffix : FMadRounded<3, "rz", res, k>;
  }

class FSetInst<Results res, Srcs k>
    : AluInst<SemFSet, 11, 3, res, KReg32, k, (ins),
              "set "#res.Text
                #" $cond f32 ${neg1}${abs1}$src1 ${neg2}${abs2}$src2"> {
  bits<4> cond;
  bits<1> neg1;
  bits<1> abs1;
  bits<1> neg2;
  bits<1> abs2;
  let InOperandList = !con(k.Ins, (ins CondF:$cond, Neg:$neg1, Abs:$abs1,
                                   Neg:$neg2, Abs:$abs2, Flow:$flow,
                                   Pred:$pred));
  let Inst{49-46} = cond;
  let Inst{51} = abs2;
  let Inst{52} = abs1;
  let Inst{58} = neg1;
  let Inst{59} = neg2;
  let Ty = TyB32;
  let SrcTy = TyF32;
}
class FMinMaxInst<bit isMin, Results res, Srcs k>
    : AluInst<!if(isMin, SemFMin, SemFMax), 11, !if(isMin, 5, 4), res, KReg32,
              k, (ins Neg:$neg1, Abs:$abs1, Neg:$neg2, Abs:$abs2),
              !if(isMin, "min", "max")#" f32 "#res.Text
                #" ${neg1}${abs1}$src1 ${neg2}${abs2}$src2"> {
  bits<1> neg1;
  bits<1> abs1;
  bits<1> neg2;
  bits<1> abs2;
  let Inst{51} = abs2;
  let Inst{52} = abs1;
  let Inst{58} = neg1;
  let Inst{59} = neg2;
  let Ty = TyF32;
  let SrcTy = TyF32;
}
foreach res = AllResults in
  foreach k = OpF32.Two in {
    def FSET#k.Suffix#res.Suffix : FSetInst<res, k>;
    def FMIN#k.Suffix#res.Suffix : FMinMaxInst<1, res, k>;
    def FMAX#k.Suffix#res.Suffix : FMinMaxInst<0, res, k>;
  }

// Argument reduction in front of sin/cos and ex2.
class PreOpInst<bit ex2, Results res, Srcs k>
    : AluInst<!if(ex2, SemPreEx2, SemPreSin), 11, 6, res, KReg32, k,
              (ins Neg:$neg1, Abs:$abs1),
              !if(ex2, "preex2", "presin")#" f32 "#res.Text
                #" ${neg1}${abs1}$src1"> {
  bits<1> neg1;
  bits<1> abs1;
  let Inst{46} = ex2;
  let Inst{52} = abs1;
  let Inst{58} = neg1;
  let Ty = TyF32;
  let SrcTy = TyF32;
}
foreach res = AllResults in
  foreach k = OpF32.One in {
    def PRESIN#k.Suffix#res.Suffix : PreOpInst<0, res, k>;
    def PREEX2#k.Suffix#res.Suffix : PreOpInst<1, res, k>;
  }

// Special functions: registers only, no $c.
class SfuInst<SemKindValue sem, bits<3> secondary, dag modifiers, string text>
    : LongDst<sem, 9, secondary, KReg32, !con((ins GPR32:$src1), modifiers),
              text>,
      FormOf<NAME, "_r", "r"> {
  bits<7> src1;
  let Inst{15-9} = src1;
  let Ty = TyF32;
  let SrcTy = TyF32;
  let Kind1 = KindReg32;
  let Latency = LatSfu;
}
class SfuNegAbs<SemKindValue sem, bits<3> secondary, string name>
    : SfuInst<sem, secondary, (ins Neg:$neg1, Abs:$abs1),
              name#" f32 $dst ${neg1}${abs1}$src1"> {
  bits<1> neg1;
  bits<1> abs1;
  let Inst{52} = abs1;
  let Inst{58} = neg1;
}
def RCP_r : SfuNegAbs<SemRcp, 0, "rcp">;
def RSQRT_r : SfuNegAbs<SemRsqrt, 2, "rsqrt">;
def LG2_r : SfuNegAbs<SemLg2, 3, "lg2">;
def SIN_r : SfuInst<SemSin, 4, (ins), "sin f32 $dst $src1">;
def COS_r : SfuInst<SemCos, 5, (ins), "cos f32 $dst $src1">;
def EX2_r : SfuInst<SemEx2, 6, (ins Sat:$sat), "ex2 f32 ${sat}$dst $src1"> {
  bits<1> sat;
  let Inst{59} = sat;
}

// src3 >= 0 ? src1 : src2. neg3 is the opcode's own bit.
class SlctInst<Results res, Srcs k>
    : AluInst<SemSlct, 12, 2, res, KReg32, k, (ins Neg:$neg3),
              "slct b32 "#res.Text#" $src1 $src2 f32 ${neg3}$src3"> {
  bits<1> neg3;
  let Inst{61} = neg3;
  let Ty = TyB32;
  let SrcTy = TyF32;
}
foreach res = AllResults in
  foreach k = OpF32.Three in
    def SLCT#k.Suffix#res.Suffix : SlctInst<res, k>;

// op1..op4: what lanes 0..3 of a quad do; lane: whose src1 they read.
def QUADOP_rr
    : LongDst<SemQuadOp, 12, 4, KReg32,
              (ins GPR32:$src1, GPR32:$src2, QuadSubOp:$op1, QuadSubOp:$op2,
               QuadSubOp:$op3, QuadSubOp:$op4, LaneSel:$lane),
              "quadop f32 $op1 $op2 $op3 $op4 $dst $lane $src1 $src2"> {
  bits<7> src1;
  bits<7> src2;
  bits<2> op1;
  bits<2> op2;
  bits<2> op3;
  bits<2> op4;
  bits<3> lane;
  let Inst{15-9} = src1;
  let Inst{18-16} = lane;
  let Inst{21-20} = op4;
  let Inst{52-46} = src2;
  let Inst{55-54} = op3;
  let Inst{57-56} = op2;
  let Inst{59-58} = op1;
  let Ty = TyF32;
  let SrcTy = TyF32;
  let Kind1 = KindReg32;
  let Kind2 = KindReg32;
  // Lanes exchange values.
  let isConvergent = 1;
}
