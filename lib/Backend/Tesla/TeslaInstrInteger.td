//===- TeslaInstrInteger.td - Integer arithmetic -----------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 2.0/3.0 add family · 3.3 set · 3.4/3.5 max/min · 3.6/3.7 shifts · 4.0 mul ·
// 5.0 sad · 6.S, 7.0 mul+add · d.0 logic. All can write a $c.
//
//===----------------------------------------------------------------------===//

//===----------------------------------------------------------------------===//
// Add family. SubOp: 0 add, 1 sub (s1-s2), 2 subr (s2-s1), 3 addc.
//===----------------------------------------------------------------------===//

class AddFamily<bits<2> opc, string text, string name> {
  bits<2> Code = opc;
  string Text = text;
  string Name = name;
  bit Carry = !eq(opc, 3);
}
defvar AddOps = [AddFamily<0, "add", "ADD">, AddFamily<1, "sub", "SUB">,
                 AddFamily<2, "subr", "SUBR">, AddFamily<3, "addc", "ADDC">];

class AddInst<AddFamily op, OpType t, Results res, Srcs k>
    : AluInst<SemAdd, {0, 0, 1, op.Code{1}}, 0, res, t.R, k,
              !con((ins Sat:$sat), !if(op.Carry, (ins CC:$cin), (ins))),
              op.Text#" "#t.Text#" ${sat}"#res.Text#" $src1 $src2"
                #!if(op.Carry, " $cin", ""), 1> {
  // For the map between differences.
  string Operation = op.Name;
  bits<1> sat;
  bits<2> cin;
  let Inst{22} = op.Code{0};
  let Inst{45-44} = !if(op.Carry, cin, pred{6-5});
  let Inst{58} = t.Wide;
  let Inst{59} = sat;
  let Ty = t.Ty;
  let SrcTy = t.Ty;
  let SubOp{1-0} = op.Code;
  let HasCarryIn = op.Carry;
  // Only add, not its saturating form, but operands may be swapped in either.
  let isCommutable = !and(!eq(op.Code{1}, op.Code{0}),
                          !eq(k.K1.IsS, 0), !eq(k.K2.IsC, 0));
}
foreach op = AddOps in
  foreach t = [OpB16, OpB32] in
    foreach res = AllResults in
      foreach k = t.Two in
        def op.Name#"_"#t.Name#k.Suffix#res.Suffix : AddInst<op, t, res, k>;

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

class SetInst<OpType t, Results res, Srcs k>
    : AluInst<SemSetI, 3, 3, res, t.R, k, (ins),
              "set "#res.Text#" $cond "#t.Text#" $src1 $src2"> {
  bits<3> cond;
  // The condition has no default: it comes right after the sources.
  let InOperandList = !con(k.Ins, (ins CondI:$cond, Flow:$flow, Pred:$pred));
  let Inst{48-46} = cond;
  let Inst{58} = t.Wide;
  let Inst{59} = t.Signed;
  let Ty = t.Ty;
  let SrcTy = t.Ty;
}
foreach t = [OpU16, OpS16, OpU32, OpS32] in
  foreach res = AllResults in
    foreach k = t.Two in
      def SET_#t.Name#k.Suffix#res.Suffix : SetInst<t, res, k>;

class MinMaxInst<bit isMin, OpType t, Results res, Srcs k>
    : AluInst<!if(isMin, SemMinI, SemMaxI), 3, !if(isMin, 5, 4), res, t.R, k,
              (ins), !if(isMin, "min ", "max ")#t.Text#" "#res.Text
              #" $src1 $src2"> {
  let Inst{58} = t.Wide;
  let Inst{59} = t.Signed;
  let Ty = t.Ty;
  let SrcTy = t.Ty;
  let isCommutable = !and(!eq(k.K1.IsS, 0), !eq(k.K2.IsC, 0));
}
foreach t = [OpU16, OpS16, OpU32, OpS32] in
  foreach res = AllResults in
    foreach k = t.Two in {
      def MAX_#t.Name#k.Suffix#res.Suffix : MinMaxInst<0, t, res, k>;
      def MIN_#t.Name#k.Suffix#res.Suffix : MinMaxInst<1, t, res, k>;
    }

//===----------------------------------------------------------------------===//
// Shifts. The count is not masked: 32 and more shift everything out.
//===----------------------------------------------------------------------===//

class ShiftInst<bit right, OpType t, Results res, Srcs k>
    : AluInst<!if(right, SemShr, SemShl), 3, !if(right, 7, 6), res, t.R, k,
              (ins), !if(right, "shr ", "shl ")#t.Text#" "#res.Text
              #" $src1 $src2"> {
  // w1[20]: the src2 field is the count itself.
  let Inst{52} = !eq(k.K2.Letter, "i");
  let Inst{58} = t.Wide;
  let Inst{59} = t.Signed;
  let Ty = t.Ty;
  let SrcTy = t.Ty;
}
class ShiftSrcs<OpType t> {
  list<Srcs> L = !listconcat(t.Two, [Srcs<t.R, KImm7>, Srcs<t.S, KImm7>]);
}
foreach res = AllResults in {
  foreach t = [OpB16, OpB32] in
    foreach k = ShiftSrcs<t>.L in
      def SHL_#t.Name#k.Suffix#res.Suffix : ShiftInst<0, t, res, k>;
  foreach t = [OpU16, OpS16, OpU32, OpS32] in
    foreach k = ShiftSrcs<t>.L in
      def SHR_#t.Name#k.Suffix#res.Suffix : ShiftInst<1, t, res, k>;
}

//===----------------------------------------------------------------------===//
// Multiplication
//===----------------------------------------------------------------------===//

// SubOp: bit 0 src1 signed, bit 1 src2 signed. MUL_US16 takes an unsigned first
// and a signed second source.
class Mul16Inst<OpType t1, OpType t2, Results res, Srcs k>
    : AluInst<SemMul16, 4, 0, res, KReg32, k, (ins),
              "mul "#res.Text#" "#t1.Text#" $src1 "#t2.Text#" $src2"> {
  let Inst{46} = t2.Signed;
  let Inst{47} = t1.Signed;
  let Ty = TyB32;
  let SrcTy = t1.Ty;
  let SubOp{0} = t1.Signed;
  let SubOp{1} = t2.Signed;
}
class MulSigns<string name, OpType t1, OpType t2> {
  string Name = name;
  OpType T1 = t1;
  OpType T2 = t2;
}
foreach s = [MulSigns<"U16", OpU16, OpU16>, MulSigns<"S16", OpS16, OpS16>,
             MulSigns<"US16", OpU16, OpS16>, MulSigns<"SU16", OpS16, OpU16>] in
  foreach res = AllResults in
    foreach k = s.T1.Two in
      def MUL_#s.Name#k.Suffix#res.Suffix : Mul16Inst<s.T1, s.T2, res, k>;

// SubOp: bit 0 and 1 signed, bit 3 high (bits 16..47 of the product).
class Mul24Inst<bit high, OpType t, Results res, Srcs k>
    : AluInst<SemMul24, 4, 0, res, KReg32, k, (ins),
              "mul "#res.Text#!if(high, " high", "")#" "#t.Text
                #" $src1 $src2"> {
  let Inst{46} = high;
  let Inst{47} = t.Signed;
  let Inst{48} = 1;
  let Ty = TyB32;
  let SrcTy = t.Ty;
  let SubOp{0} = t.Signed;
  let SubOp{1} = t.Signed;
  let SubOp{3} = high;
  let isCommutable = !and(!eq(k.K1.IsS, 0), !eq(k.K2.IsC, 0));
}
foreach t = [OpU24, OpS24] in
  foreach res = AllResults in
    foreach k = t.Two in {
      def MUL_#t.Name#k.Suffix#res.Suffix : Mul24Inst<0, t, res, k>;
      def MULHI_#t.Name#k.Suffix#res.Suffix : Mul24Inst<1, t, res, k>;
    }

// |src1-src2| + src3.
class SadInst<OpType t, Results res, Srcs k>
    : AluInst<SemSad, 5, 0, res, KReg32, k, (ins),
              "sad "#res.Text#" "#t.Text#" $src1 $src2 $src3"> {
  let Inst{58} = t.Wide;
  let Inst{59} = t.Signed;
  let Ty = TyB32;
  let SrcTy = t.Ty;
}
foreach t = [OpU16, OpS16, OpU32, OpS32] in
  foreach res = AllResults in
    foreach k = t.Three in
      def SAD_#t.Name#k.Suffix#res.Suffix : SadInst<t, res, k>;

// Mul+add: product, then the add family with src3 as its second operand.
// SubOp: bits 0,1 add family; bit 2 saturate; bit 3 high product.
class MadKind<string name, OpType t, bits<4> primary, bits<3> secondary,
              bit high, bit sat> {
  string Name = name;
  OpType T = t;
  bits<4> Primary = primary;
  bits<3> Secondary = secondary;
  bit High = high;
  bit Sat = sat;
}
defvar MadKinds = [
  MadKind<"U16", OpU16, 6, 0, 0, 0>, MadKind<"S16", OpS16, 6, 1, 0, 0>,
  MadKind<"SAT_S16", OpS16, 6, 2, 0, 1>, MadKind<"U24", OpU24, 6, 3, 0, 0>,
  MadKind<"S24", OpS24, 6, 4, 0, 0>, MadKind<"SAT_S24", OpS24, 6, 5, 0, 1>,
  MadKind<"HI_U24", OpU24, 6, 6, 1, 0>, MadKind<"HI_S24", OpS24, 6, 7, 1, 0>,
  MadKind<"SAT_HI_S24", OpS24, 7, 0, 1, 1>
];
class MadInst<AddFamily op, MadKind m, Results res, Srcs k>
    : AluInst<!if(!eq(m.T.Wide, 0), SemMad16, SemMad24), m.Primary, m.Secondary,
              res, KReg32, k, !if(op.Carry, (ins CC:$cin), (ins)),
              op.Text#!if(m.Sat, " sat ", " ")#res.Text#" (mul "
                #!if(m.High, "high ", "")#m.T.Text#" $src1 $src2) $src3"
                #!if(op.Carry, " $cin", "")> {
  bits<2> cin;
  let Inst{45-44} = !if(op.Carry, cin, pred{6-5});
  let Inst{59-58} = op.Code;
  let Ty = TyB32;
  let SrcTy = m.T.Ty;
  let SubOp{1-0} = op.Code;
  let SubOp{2} = m.Sat;
  let SubOp{3} = m.High;
  let HasCarryIn = op.Carry;
}
// MAD_U16_rrr (add), MADSUB_… (product - src3), MADSUBR_…, MADC_… (carry in).
foreach m = MadKinds in
  foreach res = AllResults in
    foreach k = m.T.Three in {
      def MAD_#m.Name#k.Suffix#res.Suffix : MadInst<AddOps[0], m, res, k>;
      def MADSUB_#m.Name#k.Suffix#res.Suffix : MadInst<AddOps[1], m, res, k>;
      def MADSUBR_#m.Name#k.Suffix#res.Suffix : MadInst<AddOps[2], m, res, k>;
      def MADC_#m.Name#k.Suffix#res.Suffix : MadInst<AddOps[3], m, res, k>;
    }

//===----------------------------------------------------------------------===//
// Logic. SubOp: 0 and, 1 or, 2 xor, 3 mov2 (the second operand).
//===----------------------------------------------------------------------===//

class LogicOp<bits<2> opc, string text, string name> {
  bits<2> Code = opc;
  string Text = text;
  string Name = name;
}
defvar LogicOps = [LogicOp<0, "and", "AND">, LogicOp<1, "or", "OR">,
                   LogicOp<2, "xor", "XOR">, LogicOp<3, "mov2", "MOV2">];
class LogicInst<LogicOp op, OpType t, Results res, Srcs k>
    : AluInst<SemLogic, 13, 0, res, t.R, k, (ins Not:$not1, Not:$not2),
              op.Text#" "#t.Text#" "#res.Text
                #" ${not1}$src1 ${not2}$src2"> {
  bits<1> not1;
  bits<1> not2;
  let Inst{47-46} = op.Code;
  let Inst{48} = not1;
  let Inst{49} = not2;
  let Inst{58} = t.Wide;
  let Ty = t.Ty;
  let SrcTy = t.Ty;
  let SubOp{1-0} = op.Code;
}
foreach op = LogicOps in
  foreach t = [OpB16, OpB32] in
    foreach res = AllResults in
      foreach k = t.Two in
        def op.Name#"_"#t.Name#k.Suffix#res.Suffix : LogicInst<op, t, res, k>;
