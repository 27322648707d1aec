//===- TeslaInstrImmediate.td - The immediate form ---------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// w0 [2:7] dst  [8] mod1  [9:14] src1 or s[]  [15] mod2  [16:21] imm[0:5]
//    [22] mod3  [24] src1 is s[]  [25] post-increment of s[]  [26:27] $a  [28:31] primary
// w1 [0:1] 3    [2:27] imm[6:31]
//
// No predicate, no $c, no join or exit; registers below $r64, halves below
// $r32. mov has a 7-bit destination.
//
//===----------------------------------------------------------------------===//

def KRegLo32 : SrcKind<"r", GPR32Lo, KindReg32>;
def KRegLo16 : SrcKind<"r", GPR16Lo, KindHalf>;
def KSharedI32 : SrcKind<"s", SMemI32, KindShared>;
def KSharedIX16 : SrcKind<"s", SMemIX16, KindShared>;
def KSharedIU16 : SrcKind<"s", SMemIU16, KindShared>;
def KSharedIS16 : SrcKind<"s", SMemIS16, KindShared>;

class ImmType<OpType t, SrcKind r, SrcKind s, Operand imm> {
  OpType T = t;
  SrcKind R = r;
  SrcKind S = s;
  Operand Imm = imm;
}
defvar ImmB16 = ImmType<OpB16, KRegLo16, KSharedIX16, Imm16>;
defvar ImmU16 = ImmType<OpU16, KRegLo16, KSharedIU16, Imm16>;
defvar ImmS16 = ImmType<OpS16, KRegLo16, KSharedIS16, Imm16>;
defvar ImmB32 = ImmType<OpB32, KRegLo32, KSharedI32, Imm32>;
defvar ImmU24 = ImmType<OpU24, KRegLo32, KSharedI32, Imm32>;
defvar ImmS24 = ImmType<OpS24, KRegLo32, KSharedI32, Imm32>;
defvar ImmF32 = ImmType<OpF32, KRegLo32, KSharedI32, Imm32>;

class ImmInst<SemKindValue sem, bits<4> primary, SrcKind d, dag operands,
              string asm>
    : TeslaInst<FormImmediate, sem, (outs d.Op:$dst), operands, asm> {
  bits<7> dst;
  bits<32> imm;
  let Inst{1-0} = 1;
  let Inst{7-2} = dst{5-0};
  let Inst{21-16} = imm{5-0};
  let Inst{31-28} = primary;
  let Inst{33-32} = 3;
  let Inst{59-34} = imm{31-6};
  let KindDst = d.Kind;
}

// The immediate is the second source: src2 of the operand order, named imm.
class ImmAluInst<SemKindValue sem, bits<4> primary, SrcKind d, SrcKind k,
                 Operand immOp, dag modifiers, string asm>
    : ImmInst<sem, primary, d,
              !con((ins k.Op:$src1, immOp:$imm), modifiers), asm>,
      FormOf<NAME, "_"#k.Letter#"i", k.Letter, "i"> {
  bits<9> src1;
  let Inst{14-9} = src1{5-0};
  let Inst{24} = k.IsS;
  let Inst{25} = !if(k.IsS, src1{8}, 0);
  let Inst{27-26} = !if(k.IsS, src1{7-6}, 0);
  let Kind1 = k.Kind;
  let Kind2 = KindImm;
  let mayLoad = k.IsS;
}

class MovImm<OpType t, Operand immOp>
    : ImmInst<SemMov, 1, t.R, (ins immOp:$imm),
              "mov "#t.Text#" $dst $imm">,
      FormOf<NAME, "_i", "i"> {
  let Inst{8} = dst{6};
  let Inst{15} = t.Wide;
  let Ty = t.Ty;
  let SrcTy = t.Ty;
  let Kind1 = KindImm;
  let isMoveImm = 1;
  let isReMaterializable = 1;
  let isAsCheapAsAMove = 1;
}
def MOV_B16_i : MovImm<OpB16, Imm16>;
def MOV_B32_i : MovImm<OpB32, Imm32>;

// addc with an immediate exists with $c0 only; it is left to the long form.
class AddImm<AddFamily op, ImmType t, SrcKind k>
    : ImmAluInst<SemAdd, {0, 0, 1, op.Code{1}}, t.R, k, t.Imm, (ins Sat:$sat),
                 op.Text#" ${sat}"#t.T.Text#" $dst $src1 $imm"> {
  bits<1> sat;
  let Inst{8} = sat;
  let Inst{15} = t.T.Wide;
  let Inst{22} = op.Code{0};
  let Ty = t.T.Ty;
  let SrcTy = t.T.Ty;
  let SubOp{1-0} = op.Code;
}
foreach op = AddOps[0...2] in
  foreach t = [ImmB16, ImmB32] in
    foreach k = [t.R, t.S] in
      def op.Name#"_"#t.T.Name#"_"#k.Letter#"i" : AddImm<op, t, k>;

class LogicImm<LogicOp op, SrcKind k>
    : ImmAluInst<SemLogic, 13, KRegLo32, k, Imm32, (ins Not:$not1),
                 op.Text#" b32 $dst ${not1}$src1 $imm"> {
  bits<1> not1;
  let Inst{8} = op.Code{0};
  let Inst{15} = op.Code{1};
  let Inst{22} = not1;
  let Ty = TyB32;
  let SrcTy = TyB32;
  let SubOp{1-0} = op.Code;
}
foreach op = LogicOps in
  foreach k = [KRegLo32, KSharedI32] in
    def op.Name#"_B32_"#k.Letter#"i" : LogicImm<op, k>;

class Mul16Imm<ImmType t1, ImmType t2, SrcKind k>
    : ImmAluInst<SemMul16, 4, KRegLo32, k, Imm16, (ins),
                 "mul $dst "#t1.T.Text#" $src1 "#t2.T.Text#" $imm"> {
  let Inst{8} = t2.T.Signed;
  let Inst{15} = t1.T.Signed;
  let Ty = TyB32;
  let SrcTy = t1.T.Ty;
  let SubOp{0} = t1.T.Signed;
  let SubOp{1} = t2.T.Signed;
}
class Mul24Imm<bit high, ImmType t, SrcKind k>
    : ImmAluInst<SemMul24, 4, KRegLo32, k, Imm32, (ins),
                 "mul $dst "#!if(high, "high ", "")#t.T.Text#" $src1 $imm"> {
  let Inst{8} = high;
  let Inst{15} = t.T.Signed;
  let Inst{22} = 1;
  let Ty = TyB32;
  let SrcTy = t.T.Ty;
  let SubOp{0} = t.T.Signed;
  let SubOp{1} = t.T.Signed;
  let SubOp{3} = high;
}
foreach shared = 0...1 in {
  defvar l = !if(shared, "s", "r");
  def MUL_U16_#l#"i" : Mul16Imm<ImmU16, ImmU16, !if(shared, ImmU16.S, ImmU16.R)>;
  def MUL_US16_#l#"i" : Mul16Imm<ImmU16, ImmS16, !if(shared, ImmU16.S, ImmU16.R)>;
  def MUL_SU16_#l#"i" : Mul16Imm<ImmS16, ImmU16, !if(shared, ImmS16.S, ImmS16.R)>;
  def MUL_S16_#l#"i" : Mul16Imm<ImmS16, ImmS16, !if(shared, ImmS16.S, ImmS16.R)>;
  foreach t = [ImmU24, ImmS24] in {
    def MUL_#t.T.Name#"_"#l#"i" : Mul24Imm<0, t, !if(shared, t.S, t.R)>;
    def MULHI_#t.T.Name#"_"#l#"i" : Mul24Imm<1, t, !if(shared, t.S, t.R)>;
  }
}

// Mul+add: the destination is the addend, src3.
class MadImmBase<SemKindValue sem, bits<4> primary, SrcKind k, Operand immOp,
                 dag modifiers, string asm>
    : ImmAluInst<sem, primary, KRegLo32, k, immOp,
                 !con((ins GPR32Lo:$src3), modifiers), asm> {
  let Constraints = "$dst = $src3";
  let Source3 = "r";
  let Kind3 = KindReg32;
}
class MadImm<AddFamily op, ImmType t, bit signed, bit sat, SrcKind k>
    : MadImmBase<!if(t.T.Wide, SemMad24, SemMad16), {0, 1, 1, op.Code{1}}, k,
                 t.Imm, (ins),
                 op.Text#!if(sat, " sat", "")#" $dst (mul "#t.T.Text
                   #" $src1 $imm) $src3"> {
  let Inst{8} = !or(t.T.Wide, signed);
  let Inst{15} = !or(t.T.Wide, sat);
  let Inst{22} = op.Code{0};
  let Ty = TyB32;
  let SrcTy = t.T.Ty;
  let SubOp{1-0} = op.Code;
  let SubOp{2} = sat;
}
foreach op = [AddOps[0], AddOps[1], AddOps[2]] in
  foreach i = 0...1 in {
    defvar n = !cond(!eq(op.Code, 0): "MAD", !eq(op.Code, 1): "MADSUB",
                     true: "MADSUBR");
    defvar l = !if(i, "_si", "_ri");
    def n#"_U16"#l : MadImm<op, ImmU16, 0, 0, !if(i, ImmU16.S, ImmU16.R)>;
    def n#"_S16"#l : MadImm<op, ImmS16, 1, 0, !if(i, ImmS16.S, ImmS16.R)>;
    def n#"_U24"#l : MadImm<op, ImmU24, 0, 0, !if(i, ImmU24.S, ImmU24.R)>;
  }

class FAddMulImm<bit isMul, SrcKind k>
    : ImmAluInst<!if(isMul, SemFMul, SemFAdd), !if(isMul, 12, 11), KRegLo32, k,
                 Imm32,
                 !con((ins Neg:$neg1, Neg:$neg2),
                      !if(isMul, (ins), (ins Sat:$sat))),
                 !if(isMul, "mul f32", "add ${sat}f32")
                   #" $dst ${neg1}$src1 ${neg2}$imm"> {
  bits<1> neg1;
  bits<1> neg2;
  bits<1> sat;
  let Inst{8} = !if(isMul, 0, sat);
  let Inst{15} = neg1;
  let Inst{22} = neg2;
  let Ty = TyF32;
  let SrcTy = TyF32;
}
class FMadImm<SrcKind k>
    : MadImmBase<SemFMad, 14, k, Imm32, (ins Neg:$neg1, Neg:$neg3, Sat:$sat),
                 "add ${sat}f32 $dst ${neg1}(mul $src1 $imm) ${neg3}$src3"> {
  bits<1> neg1;
  bits<1> neg3;
  bits<1> sat;
  let Inst{8} = sat;
  let Inst{15} = neg1;
  let Inst{22} = neg3;
  let Ty = TyF32;
  let SrcTy = TyF32;
}
foreach k = [KRegLo32, KSharedI32] in {
  def FADD_#k.Letter#i : FAddMulImm<0, k>;
  def FMUL_#k.Letter#i : FAddMulImm<1, k>;
  def FMAD_#k.Letter#i : FMadImm<k>;
}
