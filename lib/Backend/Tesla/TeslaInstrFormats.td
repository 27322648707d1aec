//===- TeslaInstrFormats.td - Instruction formats ----------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bit diagram of the long form (w0 = Inst{31-0}, w1 = Inst{63-32}):
//
//   w0 [0:1] 1         [2:8] dst     [9:15] src1 / s[] offset+mode
//      [16:22] src2 / c[] offset     [23] src2 is c[]   [24] src3 is c[]
//      [25] post-increment of s[]    [26:27] $a low     [28:31] primary
//   w1 [0:1] flow      [2] $a high   [3] bucket         [4:5] $c written
//      [6] write $c    [7:11] condition                 [12:13] $c read
//      [14:20] src3 / c[] offset     [21] src1 is s[]   [22:25] c[] bank
//      [26:28] modifiers             [29:31] secondary
//
// Order of operands, in every instruction:
//   outs: dst, cdst
//   ins:  src1, src2, src3, cond, then the modifiers neg1 abs1 not1 neg2 abs2
//         not2 neg3 rnd sat (those that the instruction has, in this order),
//         cin (the $c of a carry-in), flow, pred
// Opcode names: NAME_TYPE_kinds, a letter per source: r register, s s[], c c[],
// i immediate; then _cc if $c is written, too, _c if only $c is written.
//
//===----------------------------------------------------------------------===//

//===----------------------------------------------------------------------===//
// Kinds of sources
//===----------------------------------------------------------------------===//

class SrcKind<string letter, DAGOperand op, OperandKindValue kind> {
  string Letter = letter;
  DAGOperand Op = op;
  OperandKindValue Kind = kind;
  bit IsS = !eq(letter, "s");
  bit IsC = !eq(letter, "c");
}
def KNone : SrcKind<"", i32imm, KindNone>;
def KReg32 : SrcKind<"r", GPR32, KindReg32>;
def KReg16 : SrcKind<"r", GPR16, KindHalf>;
def KReg64 : SrcKind<"r", GPR64, KindPair>;
def KShared32 : SrcKind<"s", SMem32, KindShared>;
def KSharedX16 : SrcKind<"s", SMemX16, KindShared>;
def KSharedU16 : SrcKind<"s", SMemU16, KindShared>;
def KSharedS16 : SrcKind<"s", SMemS16, KindShared>;
def KShared8 : SrcKind<"s", SMem8, KindShared>;
def KConst32 : SrcKind<"c", CMem32, KindConst>;
def KConst16 : SrcKind<"c", CMem16, KindConst>;
def KImm7 : SrcKind<"i", UImm7, KindImm>;

// The sources of one opcode.
class Srcs<SrcKind a, SrcKind b = KNone, SrcKind c = KNone> {
  SrcKind K1 = a;
  SrcKind K2 = b;
  SrcKind K3 = c;
  string Suffix = "_"#a.Letter#b.Letter#c.Letter;
  dag Ins = !con((ins a.Op:$src1),
                 !if(!empty(b.Letter), (ins), (ins b.Op:$src2)),
                 !if(!empty(c.Letter), (ins), (ins c.Op:$src3)));
}

// The combinations that a unit's operand paths allow: only src1 can be s[],
// and only one of src2 and src3 c[].
class Srcs1<SrcKind r, SrcKind s> {
  list<Srcs> L = [Srcs<r>, Srcs<s>];
}
class Srcs2<SrcKind r1, SrcKind s1, SrcKind r2, SrcKind c2> {
  list<Srcs> L = [Srcs<r1, r2>, Srcs<s1, r2>, Srcs<r1, c2>, Srcs<s1, c2>];
}
class Srcs3<SrcKind r1, SrcKind s1, SrcKind r2, SrcKind c2> {
  list<Srcs> L = [
    Srcs<r1, r2, KReg32>, Srcs<s1, r2, KReg32>, Srcs<r1, c2, KReg32>,
    Srcs<s1, c2, KReg32>, Srcs<r1, r2, KConst32>, Srcs<s1, r2, KConst32>
  ];
}

// A type as an integer or float unit sees it.
class OpType<string text, DataTypeValue ty, bit wide, bit isSigned, SrcKind r,
             SrcKind s, SrcKind c> {
  string Text = text;
  DataTypeValue Ty = ty;
  bit Wide = wide;
  bit Signed = isSigned;
  SrcKind R = r;
  SrcKind S = s;
  SrcKind C = c;
  list<Srcs> One = Srcs1<r, s>.L;
  list<Srcs> Two = Srcs2<r, s, r, c>.L;
  list<Srcs> Three = Srcs3<r, s, r, c>.L;
  string Name = ty.EnumName;
}
def OpB16 : OpType<"b16", TyB16, 0, 0, KReg16, KSharedX16, KConst16>;
def OpU16 : OpType<"u16", TyU16, 0, 0, KReg16, KSharedU16, KConst16>;
def OpS16 : OpType<"s16", TyS16, 0, 1, KReg16, KSharedS16, KConst16>;
def OpB32 : OpType<"b32", TyB32, 1, 0, KReg32, KShared32, KConst32>;
def OpU32 : OpType<"u32", TyU32, 1, 0, KReg32, KShared32, KConst32>;
def OpS32 : OpType<"s32", TyS32, 1, 1, KReg32, KShared32, KConst32>;
def OpU24 : OpType<"u24", TyU24, 1, 0, KReg32, KShared32, KConst32>;
def OpS24 : OpType<"s24", TyS24, 1, 1, KReg32, KShared32, KConst32>;
def OpF32 : OpType<"f32", TyF32, 1, 1, KReg32, KShared32, KConst32>;

// Which results an opcode writes.
class Results<string name, string suffix, bit hasDst, bit hasCC, string text> {
  string Name = name;
  string Suffix = suffix;
  bit HasDst = hasDst;
  bit HasCC = hasCC;
  string Text = text;
}
def ResDst : Results<"Dst", "", 1, 0, "$dst">;
def ResBoth : Results<"Both", "_cc", 1, 1, "$cdst $dst">;
def ResCC : Results<"CC", "_c", 0, 1, "$cdst #">;
defvar AllResults = [ResDst, ResBoth, ResCC];

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

// An instruction that exists in several forms. Forms of one family do the same
// with the same types; they differ in the fields below, from which
// TeslaInstrRelations.td makes the maps. The family is what is left of the
// opcode's name without \p suffix.
class FormOf<string name, string suffix, string source1, string source2 = "",
             string source3 = "", Results res = ResDst> {
  string Family = !subst(suffix, "", name);
  // A letter as in opcode names; a source that is the destination, too, and so
  // is not in the name, is "r".
  string Source1 = source1;
  string Source2 = source2;
  string Source3 = source3;
  string Writes = res.Name;
  // One word instead of two.
  bit IsShort = 0;
}

// Instructions with one word but other properties for the code generator:
// those with isCodeGenOnly are emitted as the one without.
class SameWord<string word> {
  string Word = word;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

// TSFlags: see MCTargetDesc/TeslaBaseInfo.h, which reads them.
class TeslaInst<FormValue form, SemKindValue sem, dag outs, dag operands,
                string asm> : Instruction {
  let Namespace = "Tesla";
  let Size = 8;
  let OutOperandList = outs;
  let InOperandList = operands;
  let AsmString = asm;
  let Pattern = [];
  let UseNamedOperandTable = 1;
  let DecoderNamespace = form.EnumName;
  let mayLoad = 0;
  let mayStore = 0;
  let hasSideEffects = 0;

  bits<64> Inst = 0;
  bits<64> SoftFail = 0;

  SemKindValue Sem = sem;
  LatencyValue Latency = LatAlu;
  // A word of s[] or c[] as an operand comes first.
  let SchedRW = [!if(!and(mayLoad, !eq(Latency.Value, LatAlu.Value)),
                     WriteAluMemory,
                     !cast<SchedWrite>("Write"#Latency.EnumName))];
  DataTypeValue Ty = TyNone;
  DataTypeValue SrcTy = TyNone;
  bits<4> SubOp = 0;
  OperandKindValue Kind1 = KindNone;
  OperandKindValue Kind2 = KindNone;
  OperandKindValue Kind3 = KindNone;
  OperandKindValue KindDst = KindNone;
  bit HasFlow = 0;
  bit HasPred = 0;
  bit WritesCC = 0;
  bit IsBucket = 0;
  bit HasCarryIn = 0;

  let TSFlags{9-0} = Sem.Number;
  let TSFlags{13-10} = Latency.Value;
  let TSFlags{16-14} = form.Value;
  let TSFlags{22-18} = Ty.Value;
  let TSFlags{27-23} = SrcTy.Value;
  let TSFlags{31-28} = SubOp;
  let TSFlags{35-32} = Kind1.Value;
  let TSFlags{39-36} = Kind2.Value;
  let TSFlags{43-40} = Kind3.Value;
  let TSFlags{47-44} = KindDst.Value;
  let TSFlags{48} = HasFlow;
  let TSFlags{49} = HasPred;
  let TSFlags{50} = WritesCC;
  let TSFlags{51} = IsBucket;
  let TSFlags{52} = HasCarryIn;
}

// Anything in the long form; subclasses place what is not common.
class LongInst<SemKindValue sem, bits<4> primary, bits<3> secondary, dag outs,
               dag operands, string asm>
    : TeslaInst<FormLong, sem, outs,
                !con(operands, (ins Flow:$flow, Pred:$pred)),
                asm#"$flow$pred"> {
  bits<2> flow;
  bits<7> pred;
  let HasFlow = 1;
  let HasPred = 1;
  let isPredicable = 1;
  let Inst{1-0} = 1;
  let Inst{31-28} = primary;
  let Inst{33-32} = flow;
  let Inst{43-39} = pred{4-0};
  let Inst{45-44} = pred{6-5};
  let Inst{63-61} = secondary;
}

// The long form with a destination GPR.
class LongDst<SemKindValue sem, bits<4> primary, bits<3> secondary, SrcKind d,
              dag operands, string asm>
    : LongInst<sem, primary, secondary, (outs d.Op:$dst), operands, asm> {
  bits<7> dst;
  let Inst{8-2} = dst;
  let KindDst = d.Kind;
}

// An ALU instruction. \p secondInSrc3: the second operand sits in the src3
// field (integer and float add).
class AluInst<SemKindValue sem, bits<4> primary, bits<3> secondary, Results res,
              SrcKind d, Srcs k, dag modifiers, string asm,
              bit secondInSrc3 = 0>
    : LongInst<sem, primary, secondary,
               !con(!if(res.HasDst, (outs d.Op:$dst), (outs)),
                    !if(res.HasCC, (outs CC:$cdst), (outs))),
               !con(k.Ins, modifiers), asm>,
      FormOf<NAME, k.Suffix#res.Suffix, k.K1.Letter, k.K2.Letter, k.K3.Letter,
             res> {
  bits<7> dst;
  bits<2> cdst;
  bits<11> src1;
  bits<14> src2;
  bits<14> src3;

  defvar two = !not(!empty(k.K2.Letter));
  defvar three = !not(!empty(k.K3.Letter));

  let Inst{8-2} = !if(res.HasDst, dst, 127);
  let Inst{15-9} = src1{6-0};
  let Inst{22-16} = !if(!and(two, !not(secondInSrc3)), src2{6-0}, 0);
  let Inst{23} = !and(k.K2.IsC, !not(secondInSrc3));
  let Inst{24} = !or(!and(k.K2.IsC, secondInSrc3), k.K3.IsC);
  let Inst{25} = !if(k.K1.IsS, src1{10}, 0);
  let Inst{27-26} = !if(k.K1.IsS, src1{8-7},
                         !if(k.K2.IsC, src2{12-11},
                         !if(k.K3.IsC, src3{12-11},
                         0)));
  let Inst{34} = !if(k.K1.IsS, src1{9},
                      !if(k.K2.IsC, src2{13},
                      !if(k.K3.IsC, src3{13},
                      0)));
  let Inst{35} = !not(res.HasDst);
  let Inst{37-36} = !if(res.HasCC, cdst, 0);
  let Inst{38} = res.HasCC;
  let Inst{52-46} = !if(secondInSrc3, src2{6-0},
                         !if(three, src3{6-0},
                         0));
  let Inst{53} = k.K1.IsS;
  let Inst{57-54} = !if(k.K2.IsC, src2{10-7},
                         !if(k.K3.IsC, src3{10-7},
                         0));

  let Kind1 = k.K1.Kind;
  let Kind2 = k.K2.Kind;
  let Kind3 = k.K3.Kind;
  let KindDst = !if(res.HasDst, d.Kind, KindNone);
  let WritesCC = res.HasCC;
  let IsBucket = !not(res.HasDst);
  let mayLoad = !or(k.K1.IsS, k.K2.IsC, k.K3.IsC);
}
