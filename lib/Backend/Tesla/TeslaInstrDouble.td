//===- TeslaInstrDouble.td - Double precision --------------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// e.2 fma · e.3 add · e.4 mul · e.5 min · e.6 max · e.7 set. Registers only,
// and gt200 only.
//
//===----------------------------------------------------------------------===//

let Predicates = [HasF64], Latency = LatDouble in {

class DAluInst<SemKindValue sem, bits<3> secondary, Results res, SrcKind d,
               Srcs k, dag modifiers, string asm, bit secondInSrc3 = 0>
    : AluInst<sem, 14, secondary, res, d, k, modifiers, asm, secondInSrc3> {
  let Ty = TyF64;
  let SrcTy = TyF64;
}
defvar DTwo = Srcs<KReg64, KReg64>;

class DFmaInst<Results res>
    : DAluInst<SemDFma, 2, res, KReg64, Srcs<KReg64, KReg64, KReg64>,
               (ins Neg:$neg1, Neg:$neg3, Rnd:$rnd),
               "fma ${rnd}f64 "#res.Text
                 #" ${neg1}$src1 $src2 ${neg3}$src3"> {
  bits<1> neg1;
  bits<1> neg3;
  bits<2> rnd;
  let Inst{55-54} = rnd;
  let Inst{58} = neg1;
  let Inst{59} = neg3;
}
class DAddInst<Results res>
    : DAluInst<SemDAdd, 3, res, KReg64, DTwo,
               (ins Neg:$neg1, Neg:$neg2, Rnd:$rnd),
               "add ${rnd}f64 "#res.Text#" ${neg1}$src1 ${neg2}$src2", 1> {
  bits<1> neg1;
  bits<1> neg2;
  bits<2> rnd;
  let Inst{17-16} = rnd;
  let Inst{58} = neg1;
  let Inst{59} = neg2;
}
class DMulInst<Results res>
    : DAluInst<SemDMul, 4, res, KReg64, DTwo, (ins Neg:$neg1, Rnd:$rnd),
               "mul ${rnd}f64 "#res.Text#" ${neg1}$src1 $src2"> {
  bits<1> neg1;
  bits<2> rnd;
  let Inst{50-49} = rnd;
  let Inst{58} = neg1;
}
class DMinMaxInst<bit isMax, Results res>
    : DAluInst<!if(isMax, SemDMax, SemDMin), !if(isMax, 6, 5), res, KReg64,
               DTwo, (ins Neg:$neg1, Abs:$abs1, Neg:$neg2, Abs:$abs2),
               !if(isMax, "max", "min")#" f64 "#res.Text
                 #" ${neg1}${abs1}$src1 ${neg2}${abs2}$src2"> {
  bits<1> neg1;
  bits<1> abs1;
  bits<1> neg2;
  bits<1> abs2;
  let Inst{51} = abs2;
  let Inst{52} = abs1;
  let Inst{58} = neg1;
  let Inst{59} = neg2;
}
class DSetInst<Results res>
    : DAluInst<SemDSet, 7, res, KReg32, DTwo, (ins),
               "set "#res.Text
                 #" $cond f64 ${neg1}${abs1}$src1 ${neg2}${abs2}$src2"> {
  bits<4> cond;
  bits<1> neg1;
  bits<1> abs1;
  bits<1> neg2;
  bits<1> abs2;
  let InOperandList = !con(DTwo.Ins, (ins CondF:$cond, Neg:$neg1, Abs:$abs1,
                                      Neg:$neg2, Abs:$abs2, Flow:$flow,
                                      Pred:$pred));
  let Inst{49-46} = cond;
  let Inst{51} = abs2;
  let Inst{52} = abs1;
  let Inst{58} = neg1;
  let Inst{59} = neg2;
  let Ty = TyB32;
}

foreach res = AllResults in {
  def DFMA_rrr#res.Suffix : DFmaInst<res>;
  def DADD_rr#res.Suffix : DAddInst<res>;
  def DMUL_rr#res.Suffix : DMulInst<res>;
  def DMIN_rr#res.Suffix : DMinMaxInst<0, res>;
  def DMAX_rr#res.Suffix : DMinMaxInst<1, res>;
  def DSET_rr#res.Suffix : DSetInst<res>;
}

} // Predicates = [HasF64]
