//===- TeslaInstrShort.td - The short form -----------------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// w0 [0:1] 0    [2:7] dst  [8] mod1  [9:14] src1 or s[]  [15] mod2
//    [16:21] src2 or c[]   [22] mod3 [23] src2 is c[]    [24] src1 is s[]
//    [25] post-increment of s[]  [26:27] $a  [28:31] primary
//
// One word. No predicate, no $c but as the carry of addc, which is $c0, no join
// or exit, no rounding but to nearest; registers below $r64, halves below $r32.
// s[] and c[] not together; c[] is bank 0 or 1. In text the form is told by the
// word "short" in front, as what follows is that of the long form.
//
// Reference: tesla-isa.md sections 2.1, 2.2 and 4.1.
//
//===----------------------------------------------------------------------===//

def KConstShort32 : SrcKind<"c", ShortCMem32, KindConst>;
def KConstShort16 : SrcKind<"c", ShortCMem16, KindConst>;

// The sources of a type in the short form; those of the immediate form but c[].
class ShortType<ImmType t, SrcKind c> {
  OpType T = t.T;
  SrcKind R = t.R;
  list<Srcs> One = [Srcs<t.R>, Srcs<t.S>];
  list<Srcs> Two = [Srcs<t.R, t.R>, Srcs<t.S, t.R>, Srcs<t.R, c>];
}
defvar ShortOfB16 = ShortType<ImmB16, KConstShort16>;
defvar ShortOfU16 = ShortType<ImmU16, KConstShort16>;
defvar ShortOfS16 = ShortType<ImmS16, KConstShort16>;
defvar ShortOfB32 = ShortType<ImmB32, KConstShort32>;
defvar ShortOfU24 = ShortType<ImmU24, KConstShort32>;
defvar ShortOfS24 = ShortType<ImmS24, KConstShort32>;
defvar ShortOfF32 = ShortType<ImmF32, KConstShort32>;

// \p isSum: the destination is the addend, src3.
class ShortInst<SemKindValue sem, bits<4> primary, SrcKind d, Srcs k,
                dag modifiers, string asm, bit isSum = 0>
    : TeslaInst<FormShort, sem, (outs d.Op:$dst),
                !con(k.Ins, !if(isSum, (ins GPR32Lo:$src3), (ins)), modifiers),
                "short "#asm>,
      FormOf<NAME, k.Suffix#!if(isSum, "r", "")#"_short", k.K1.Letter,
             k.K2.Letter, !if(isSum, "r", "")> {
  let Size = 4;
  let IsShort = 1;
  bits<6> dst;
  bits<9> src1;
  bits<8> src2;
  let Inst{7-2} = dst;
  let Inst{14-9} = src1{5-0};
  let Inst{21-16} = !if(!empty(k.K2.Letter), 0, src2{5-0});
  let Inst{23} = k.K2.IsC;
  let Inst{24} = k.K1.IsS;
  let Inst{25} = !if(k.K1.IsS, src1{8}, 0);
  let Inst{27-26} = !if(k.K1.IsS, src1{7-6}, !if(k.K2.IsC, src2{7-6}, 0));
  let Inst{31-28} = primary;
  let KindDst = d.Kind;
  let Kind1 = k.K1.Kind;
  let Kind2 = k.K2.Kind;
  let Kind3 = !if(isSum, KindReg32, KindNone);
  let Constraints = !if(isSum, "$dst = $src3", "");
  let mayLoad = !or(k.K1.IsS, k.K2.IsC);
}

class ShortMov<ShortType t, Srcs k, bit sfu>
    : ShortInst<SemMov, 1, t.R, k, (ins),
                "mov "#!if(sfu, "sfu ", "")#t.T.Text#" $dst $src1"> {
  let Inst{15} = t.T.Wide;
  let Inst{17} = sfu;
  let Latency = !if(sfu, LatSfu, LatAlu);
  let Ty = t.T.Ty;
  let SrcTy = t.T.Ty;
  let isMoveReg = !not(k.K1.IsS);
}
foreach t = [ShortOfB16, ShortOfB32] in
  foreach k = t.One in {
    def MOV_#t.T.Name#k.Suffix#_short : ShortMov<t, k, 0>;
    def MOV_SFU_#t.T.Name#k.Suffix#_short : ShortMov<t, k, 1>;
  }

class ShortAdd<AddFamily op, ShortType t, Srcs k>
    : ShortInst<SemAdd, {0, 0, 1, op.Code{1}}, t.R, k,
                !con((ins Sat:$sat), !if(op.Carry, (ins CC:$cin), (ins))),
                op.Text#" ${sat}"#t.T.Text#" $dst $src1 $src2"
                  #!if(op.Carry, " $cin", "")> {
  bits<1> sat;
  let Inst{8} = sat;
  let Inst{15} = t.T.Wide;
  let Inst{22} = op.Code{0};
  let Ty = t.T.Ty;
  let SrcTy = t.T.Ty;
  let SubOp{1-0} = op.Code;
  let HasCarryIn = op.Carry;
}
foreach op = AddOps in
  foreach t = [ShortOfB16, ShortOfB32] in
    foreach k = t.Two in
      def op.Name#"_"#t.T.Name#k.Suffix#_short : ShortAdd<op, t, k>;

class ShortMul16<OpType t1, OpType t2, Srcs k>
    : ShortInst<SemMul16, 4, KRegLo32, k, (ins),
                "mul $dst "#t1.Text#" $src1 "#t2.Text#" $src2"> {
  let Inst{8} = t2.Signed;
  let Inst{15} = t1.Signed;
  let Ty = TyB32;
  let SrcTy = t1.Ty;
  let SubOp{0} = t1.Signed;
  let SubOp{1} = t2.Signed;
}
class ShortMul24<bit high, ShortType t, Srcs k>
    : ShortInst<SemMul24, 4, KRegLo32, k, (ins),
                "mul $dst "#!if(high, "high ", "")#t.T.Text#" $src1 $src2"> {
  let Inst{8} = high;
  let Inst{15} = t.T.Signed;
  let Inst{22} = 1;
  let Ty = TyB32;
  let SrcTy = t.T.Ty;
  let SubOp{0} = t.T.Signed;
  let SubOp{1} = t.T.Signed;
  let SubOp{3} = high;
}
foreach t1 = [ShortOfU16, ShortOfS16] in
  foreach t2 = [OpU16, OpS16] in
    foreach k = t1.Two in {
      defvar signs = !if(!eq(t1.T.Signed, t2.Signed), t1.T.Name,
                         !if(t1.T.Signed, "SU16", "US16"));
      def MUL_#signs#k.Suffix#_short : ShortMul16<t1.T, t2, k>;
    }
foreach t = [ShortOfU24, ShortOfS24] in
  foreach k = t.Two in {
    def MUL_#t.T.Name#k.Suffix#_short : ShortMul24<0, t, k>;
    def MULHI_#t.T.Name#k.Suffix#_short : ShortMul24<1, t, k>;
  }

class ShortSad<OpType t, SrcKind r>
    : ShortInst<SemSad, 5, KRegLo32, Srcs<r, r>, (ins),
                "sad $dst "#t.Text#" $src1 $src2 $src3", 1> {
  let Inst{8} = t.Signed;
  let Inst{15} = t.Wide;
  let Ty = TyB32;
  let SrcTy = t.Ty;
}
foreach t = [OpU16, OpS16, OpU32, OpS32] in
  def SAD_#t.Name#_rrr_short
      : ShortSad<t, !if(t.Wide, KRegLo32, KRegLo16)>;

class ShortMad<AddFamily op, ShortType t, bit mod1, bit mod2, bit sat, Srcs k>
    : ShortInst<!if(t.T.Wide, SemMad24, SemMad16), {0, 1, 1, op.Code{1}},
                KRegLo32, k, !if(op.Carry, (ins CC:$cin), (ins)),
                op.Text#!if(sat, " sat", "")#" $dst (mul "#t.T.Text
                  #" $src1 $src2) $src3"#!if(op.Carry, " $cin", ""), 1> {
  let Inst{8} = mod1;
  let Inst{15} = mod2;
  let Inst{22} = op.Code{0};
  let Ty = TyB32;
  let SrcTy = t.T.Ty;
  let SubOp{1-0} = op.Code;
  let SubOp{2} = sat;
  let HasCarryIn = op.Carry;
}
foreach op = AddOps in {
  defvar n = !cond(!eq(op.Code, 0): "MAD", !eq(op.Code, 1): "MADSUB",
                   !eq(op.Code, 2): "MADSUBR", true: "MADC");
  foreach k = ShortOfU16.Two in
    def n#"_U16"#k.Suffix#"r_short" : ShortMad<op, ShortOfU16, 0, 0, 0, k>;
  foreach k = ShortOfS16.Two in {
    def n#"_S16"#k.Suffix#"r_short" : ShortMad<op, ShortOfS16, 1, 0, 0, k>;
    def n#"_SAT_S16"#k.Suffix#"r_short" : ShortMad<op, ShortOfS16, 0, 1, 1, k>;
  }
  foreach k = ShortOfU24.Two in
    def n#"_U24"#k.Suffix#"r_short" : ShortMad<op, ShortOfU24, 1, 1, 0, k>;
}

def RCP_r_short
    : ShortInst<SemRcp, 9, KRegLo32, Srcs<KRegLo32>, (ins Neg:$neg1, Abs:$abs1),
                "rcp f32 $dst ${neg1}${abs1}$src1"> {
  bits<1> neg1;
  bits<1> abs1;
  let Inst{15} = abs1;
  let Inst{22} = neg1;
  let Ty = TyF32;
  let SrcTy = TyF32;
  let Latency = LatSfu;
}

class ShortFAdd<Srcs k>
    : ShortInst<SemFAdd, 11, KRegLo32, k,
                (ins Neg:$neg1, Neg:$neg2, Sat:$sat),
                "add ${sat}f32 $dst ${neg1}$src1 ${neg2}$src2"> {
  bits<1> neg1;
  bits<1> neg2;
  bits<1> sat;
  let Inst{8} = sat;
  let Inst{15} = neg1;
  let Inst{22} = neg2;
  let Ty = TyF32;
  let SrcTy = TyF32;
}
class ShortFMul<bit saturate, Srcs k>
    : ShortInst<SemFMul, 12, KRegLo32, k, (ins Neg:$neg1, Neg:$neg2),
                "mul "#!if(saturate, "sat ", "")
                  #"f32 $dst ${neg1}$src1 ${neg2}$src2"> {
  bits<1> neg1;
  bits<1> neg2;
  let Inst{8} = saturate;
  let Inst{15} = neg1;
  let Inst{22} = neg2;
  let Ty = TyF32;
  let SrcTy = TyF32;
  let SubOp{2} = saturate;
}
class ShortFMad<Srcs k>
    : ShortInst<SemFMad, 14, KRegLo32, k, (ins Neg:$neg1, Neg:$neg3, Sat:$sat),
                "add ${sat}f32 $dst ${neg1}(mul $src1 $src2) ${neg3}$src3", 1> {
  bits<1> neg1;
  bits<1> neg3;
  bits<1> sat;
  let Inst{8} = sat;
  let Inst{15} = neg1;
  let Inst{22} = neg3;
  let Ty = TyF32;
  let SrcTy = TyF32;
}
foreach k = ShortOfF32.Two in {
  def FADD#k.Suffix#_short : ShortFAdd<k>;
  def FMUL#k.Suffix#_short : ShortFMul<0, k>;
  let Predicates = [HasSaturatingMul] in
  def FMULSAT#k.Suffix#_short : ShortFMul<1, k>;
  def FMAD#k.Suffix#r_short : ShortFMad<k>;
}

//===----------------------------------------------------------------------===//
// Short control
//===----------------------------------------------------------------------===//

class ShortControl<SemKindValue sem, bits<4> primary, string asm>
    : TeslaInst<FormShortControl, sem, (outs), (ins), "short "#asm> {
  let Size = 4;
  let Inst{1-0} = 2;
  let Inst{31-28} = primary;
  let Latency = LatControl;
  let hasSideEffects = 1;
}
def TRAP_short : ShortControl<SemTrap, 9, "trap">;
let Predicates = [HasBreakpoints] in
def BRKPT_short : ShortControl<SemBrkpt, 11, "brkpt">;
