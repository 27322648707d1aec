//===- TeslaInstrMove.td - Moves, address and $c registers -*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 1.0 mov · 0.1 mov from $c · 0.5 mov to $c · 0.2 mov from $a · 0.6 shl to $a ·
// d.1 add to $a · 0.3 mov from a special register.
//
//===----------------------------------------------------------------------===//

class MovInst<OpType t, Srcs k, bit sfu = 0>
    : AluInst<SemMov, 1, 0, ResDst, t.R, k, (ins),
              "mov "#!if(sfu, "sfu ", "")#t.Text#" $dst $src1"> {
  // Lane mask: all lanes.
  let Inst{49-46} = 0xf;
  let Inst{57} = sfu;
  let Inst{58} = t.Wide;
  let Ty = t.Ty;
  let SrcTy = t.Ty;
  let Latency = !if(sfu, LatSfu, LatAlu);
  let isMoveReg = !not(k.K1.IsS);
  // Parameters and the launch header never change.
  let isReMaterializable = k.K1.IsS;
}
multiclass Mov<OpType t> {
  foreach k = t.One in
    def k.Suffix : MovInst<t, k>;
}
defm MOV_B16 : Mov<OpB16>;
defm MOV_B32 : Mov<OpB32>;
// The SFU moves, where the other units have enough to do: NVIDIA's compilers
// write it for compute capability 1.2 and 1.3.
foreach t = [OpB16, OpB32] in
  foreach k = t.One in
    def MOV_SFU_#t.Name#k.Suffix : MovInst<t, k, 1>;

// w1[12:13] is both the source and the register of a predicate.
class MovFromCCInst : LongDst<SemMovFromCC, 0, 1, KReg32, (ins CC:$cin),
                              "mov $dst $cin"> {
  bits<2> cin;
  let Inst{45-44} = cin;
  let Ty = TyB32;
  let HasCarryIn = 1;
}
def MOV_FROM_C : MovFromCCInst;

// The write enable w1[6] is ignored by the chip; nvcc sets it.
def MOV_TO_C : LongInst<SemMovToCC, 0, 5, (outs CC:$cdst), (ins GPR32:$src1),
                        "mov $cdst $src1"> {
  bits<2> cdst;
  bits<7> src1;
  let Inst{15-9} = src1;
  let Inst{37-36} = cdst;
  let Inst{38} = 1;
  let Kind1 = KindReg32;
  let KindDst = KindCond;
  let WritesCC = 1;
}

def MOV_FROM_A : LongDst<SemMovFromA, 0, 2, KReg32, (ins AR:$src1),
                         "mov $dst $src1"> {
  bits<3> src1;
  let Inst{27-26} = src1{1-0};
  let Inst{34} = src1{2};
  let Ty = TyB32;
  let Kind1 = KindAddr;
}

class ShlAInst<SrcKind k>
    : LongInst<SemShlA, 0, 6, (outs AR:$dst), (ins k.Op:$src1, UImm4:$src2),
               "shl $dst $src1 $src2">,
      FormOf<NAME, "_"#k.Letter#"i", k.Letter, "i"> {
  bits<3> dst;
  bits<11> src1;
  bits<4> src2;
  let Inst{4-2} = dst;
  let Inst{15-9} = src1{6-0};
  let Inst{19-16} = src2;
  let Inst{25} = !if(k.IsS, src1{10}, 0);
  let Inst{27-26} = !if(k.IsS, src1{8-7}, 0);
  let Inst{34} = !if(k.IsS, src1{9}, 0);
  let Inst{53} = k.IsS;
  let Kind1 = k.Kind;
  let Kind2 = KindImm;
  let KindDst = KindAddr;
  let mayLoad = k.IsS;
}
let isReMaterializable = 1 in
def SHL_A_ri : ShlAInst<KReg32>;
def SHL_A_si : ShlAInst<KShared32>;

// $a0 as the source loads a constant; it is printed 0x0.
let isReMaterializable = 1 in
def ADD_A_ri : LongInst<SemAddA, 13, 1, (outs AR:$dst),
                        (ins ARZSource:$src1, UImm16:$src2),
                        "add $dst $src1 $src2"> {
  bits<3> dst;
  bits<3> src1;
  bits<16> src2;
  let Inst{4-2} = dst;
  let Inst{24-9} = src2;
  let Inst{27-26} = src1{1-0};
  let Inst{34} = src1{2};
  let Kind1 = KindAddr;
  let Kind2 = KindImm;
  let KindDst = KindAddr;
}

// Not rematerializable as such: $clock and the counters move on.
class MovSRegInst : LongDst<SemMovSpecial, 0, 3, KReg32, (ins SReg:$src1),
                            "mov $dst $src1">,
                    SameWord<"mov special"> {
  bits<4> src1;
  let Inst{49-46} = src1;
  let Ty = TyB32;
  let Kind1 = KindImm;
}
let hasSideEffects = 1 in
def MOV_SREG : MovSRegInst;
// A move from special registers whose value never changes ($physid).
let isCodeGenOnly = 1, isReMaterializable = 1 in
def MOV_SREG_CONST : MovSRegInst;
