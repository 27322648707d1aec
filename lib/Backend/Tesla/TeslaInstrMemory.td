//===- TeslaInstrMemory.td - Loads, stores and atomics -----*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 1.1 ld c[] · 1.2 ld s[] · 0.7 st s[] · d.2/d.3 ld/st l[] · d.4/d.5 ld/st g[]
// · d.6 red · d.7 atom. In all of them src1 is the address, src2 the data.
//
//===----------------------------------------------------------------------===//

//===----------------------------------------------------------------------===//
// c[] and s[]. The destination may be a half, except for b32; names end in _h.
//===----------------------------------------------------------------------===//

// An address as it stands, or one that moves on behind the access. SubOp bit 1
// says the latter.
class Walk<string suffix, bit steps> {
  string Suffix = suffix;
  bit Steps = steps;
  int Row = steps;
}
defvar Walks = [Walk<"", 0>, Walk<"_step", 1>];

class ScType<DataTypeValue ty, bits<2> opc, list<Operand> c, list<Operand> s> {
  DataTypeValue Ty = ty;
  bits<2> Code = opc;
  // By Walk::Row.
  list<Operand> C = c;
  list<Operand> S = s;
}
defvar ScTypes = [
  ScType<TyU8, 0, [LdCMem8, StepCMem8], [LdSMem8, StepSMem8]>,
  ScType<TyU16, 1, [LdCMem16, StepCMem16], [LdSMem16, StepSMem16]>,
  ScType<TyS16, 2, [LdCMem16, StepCMem16], [LdSMem16, StepSMem16]>,
  ScType<TyB32, 3, [LdCMem32, StepCMem32], [LdSMem32, StepSMem32]>
];

class LdConstInst<ScType t, SrcKind d, Walk w>
    : LongDst<SemLdConst, 1, 1, d, (ins t.C[w.Row]:$src1),
              "ld $dst "#t.Ty.Text#" $src1"> {
  bits<23> src1;
  let Inst{25} = w.Steps;
  let SubOp{1} = w.Steps;
  let Inst{24-9} = src1{15-0};
  let Inst{27-26} = src1{21-20};
  let Inst{34} = src1{22};
  let Inst{47-46} = t.Code;
  let Inst{57-54} = src1{19-16};
  let Inst{58} = !eq(d.Kind, KindReg32);
  let Ty = t.Ty;
  let Kind1 = KindConst;
  let Latency = LatConst;
  let mayLoad = 1;
}
class LdSharedInst<ScType t, SrcKind d, Walk w, bit lock = 0>
    : LongInst<SemLdShared, 1, 2,
               !con((outs d.Op:$dst), !if(lock, (outs CC:$cdst), (outs))),
               (ins t.S[w.Row]:$src1),
               "ld "#!if(lock, "lock $cdst ", "")#"$dst "#t.Ty.Text
                 #" $src1"> {
  bits<7> dst;
  bits<2> cdst;
  bits<19> src1;
  let Inst{8-2} = dst;
  let Inst{24-9} = src1{15-0};
  let Inst{25} = w.Steps;
  let Inst{27-26} = src1{17-16};
  let Inst{34} = src1{18};
  let Inst{37-36} = !if(lock, cdst, 0);
  let Inst{38} = lock;
  let Inst{47-46} = t.Code;
  let Inst{55} = lock;
  let Inst{58} = !eq(d.Kind, KindReg32);
  let Ty = t.Ty;
  let Kind1 = KindShared;
  let KindDst = d.Kind;
  let WritesCC = lock;
  // SubOp bit 0: lock or unlock.
  let SubOp{0} = lock;
  let SubOp{1} = w.Steps;
  let Latency = LatShared;
  let mayLoad = 1;
  let hasSideEffects = lock;
}
foreach w = Walks in {
  foreach t = ScTypes in {
    def LD_C_#t.Ty.EnumName#w.Suffix : LdConstInst<t, KReg32, w>;
    let Predicates = [HasFarSharedLoads] in
    def LD_S_#t.Ty.EnumName#w.Suffix : LdSharedInst<t, KReg32, w>;
    if !ne(t.Code, 3) then {
      def LD_C_#t.Ty.EnumName#_h#w.Suffix : LdConstInst<t, KReg16, w>;
      let Predicates = [HasFarSharedLoads] in
      def LD_S_#t.Ty.EnumName#_h#w.Suffix : LdSharedInst<t, KReg16, w>;
    }
  }
  let Predicates = [HasSharedLocks] in
  def LD_S_LOCK_B32#w.Suffix : LdSharedInst<ScTypes[3], KReg32, w, 1>;
}

class StSharedInst<DataTypeValue ty, list<Operand> mem, SrcKind data, Walk w,
                   bit unlock = 0>
    : LongInst<SemStShared, 0, 7, (outs),
               (ins mem[w.Row]:$src1, data.Op:$src2),
               "st "#!if(unlock, "unlock ", "")#ty.Text#" $src1 $src2"> {
  bits<19> src1;
  bits<7> src2;
  let Inst{24-9} = src1{15-0};
  let Inst{25} = w.Steps;
  let Inst{27-26} = src1{17-16};
  let Inst{34} = src1{18};
  let Inst{52-46} = src2;
  let Inst{53} = !eq(data.Kind, KindReg32);
  let Inst{54} = !eq(ty, TyB8);
  let Inst{55} = unlock;
  let Inst{58} = !eq(ty, TyB32);
  let Ty = ty;
  let Kind1 = KindShared;
  let Kind2 = data.Kind;
  let SubOp{0} = unlock;
  let SubOp{1} = w.Steps;
  let Latency = LatShared;
  let mayStore = 1;
  let hasSideEffects = unlock;
}
foreach w = Walks in {
  defvar mem8 = ScTypes[0].S;
  defvar mem16 = ScTypes[1].S;
  defvar mem32 = ScTypes[3].S;
  def ST_S_B8#w.Suffix : StSharedInst<TyB8, mem8, KReg32, w>;
  def ST_S_B8_h#w.Suffix : StSharedInst<TyB8, mem8, KReg16, w>;
  def ST_S_B16#w.Suffix : StSharedInst<TyB16, mem16, KReg32, w>;
  def ST_S_B16_h#w.Suffix : StSharedInst<TyB16, mem16, KReg16, w>;
  def ST_S_B32#w.Suffix : StSharedInst<TyB32, mem32, KReg32, w>;
  let Predicates = [HasSharedLocks] in
  def ST_S_UNLOCK_B32#w.Suffix : StSharedInst<TyB32, mem32, KReg32, w, 1>;
}

//===----------------------------------------------------------------------===//
// l[] and g[]. Sub-word loads extend to a word, stores take its low bits.
//===----------------------------------------------------------------------===//

def KReg128 : SrcKind<"r", GPR128, KindQuad>;

class LgType<DataTypeValue ty, bits<3> opc, SrcKind data> {
  DataTypeValue Ty = ty;
  bits<3> Code = opc;
  SrcKind Data = data;
}
defvar LgTypes = [LgType<TyU8, 0, KReg32>, LgType<TyS8, 1, KReg32>,
                  LgType<TyU16, 2, KReg32>, LgType<TyS16, 3, KReg32>,
                  LgType<TyB64, 4, KReg64>, LgType<TyB128, 5, KReg128>,
                  LgType<TyB32, 6, KReg32>];

class LgInst<SemKindValue sem, bits<3> secondary, LgType t, bit isLoad,
             Operand mem>
    : LongInst<sem, 13, secondary,
               !if(isLoad, (outs t.Data.Op:$dst), (outs)),
               !con((ins mem:$src1),
                    !if(isLoad, (ins), (ins t.Data.Op:$src2))),
               !if(isLoad, "ld "#t.Ty.Text#" $dst $src1",
                           "st "#t.Ty.Text#" $src1 $src2")> {
  // Rows and columns of the maps in TeslaInstrRelations.td.
  string Access = t.Ty.EnumName;
  string Space;
  bits<7> dst;
  bits<7> src2;
  let Inst{8-2} = !if(isLoad, dst, src2);
  let Inst{55-53} = t.Code;
  let Ty = t.Ty;
  let Kind2 = !if(isLoad, KindNone, t.Data.Kind);
  let KindDst = !if(isLoad, t.Data.Kind, KindNone);
  let mayLoad = isLoad;
  let mayStore = !not(isLoad);
}
class LocalInst<LgType t, bit isLoad, Walk w>
    : LgInst<!if(isLoad, SemLdLocal, SemStLocal), !if(isLoad, 2, 3), t, isLoad,
             !if(w.Steps, StepLMem8, LMem8)> {
  let Space = "l"#w.Suffix;
  bits<19> src1;
  let SubOp{1} = w.Steps;
  let Inst{24-9} = src1{15-0};
  let Inst{25} = w.Steps;
  let Inst{27-26} = src1{17-16};
  let Inst{34} = src1{18};
  let Kind1 = KindAddr;
  let Latency = LatLocal;
}
class GlobalInst<LgType t, bit isLoad>
    : LgInst<!if(isLoad, SemLdGlobal, SemStGlobal), !if(isLoad, 4, 5), t,
             isLoad, GMem> {
  let Space = "g";
  bits<11> src1;
  let Inst{15-9} = src1{6-0};
  let Inst{19-16} = src1{10-7};
  let Kind1 = KindAddr;
  let Latency = LatGlobal;
}
foreach t = LgTypes in {
  foreach w = Walks in {
    def LD_L_#t.Ty.EnumName#w.Suffix : LocalInst<t, 1, w>;
    def ST_L_#t.Ty.EnumName#w.Suffix : LocalInst<t, 0, w>;
  }
  def LD_G_#t.Ty.EnumName : GlobalInst<t, 1>;
  def ST_G_#t.Ty.EnumName : GlobalInst<t, 0>;
}

//===----------------------------------------------------------------------===//
// Atomics. SubOp is the operation code.
//===----------------------------------------------------------------------===//

class AtomicOp<bits<4> opc, string text, string name, DataTypeValue ty> {
  bits<4> Code = opc;
  string Text = text;
  string Name = name;
  DataTypeValue Ty = ty;
  bit Is64 = !or(!eq(ty, TyU64), !eq(ty, TyB64));
  bit HasSrc3 = !eq(opc, 2);
  // Only the returning form: exch and cas have a mnemonic of their own.
  bit OnlyAtom = !or(!eq(opc, 1), !eq(opc, 2));
  bits<3> SizeCode = !cond(Is64: 4, !eq(ty, TyS32): 7, true: 6);
  SrcKind D = !if(Is64, KReg64, KReg32);
}
defvar AtomicOps32 = [
  AtomicOp<0, "add", "ADD", TyU32>, AtomicOp<0, "add", "ADD", TyS32>,
  AtomicOp<1, "exch", "EXCH", TyB32>, AtomicOp<2, "cas", "CAS", TyB32>,
  AtomicOp<4, "inc", "INC", TyU32>, AtomicOp<5, "dec", "DEC", TyU32>,
  AtomicOp<6, "max", "MAX", TyU32>, AtomicOp<6, "max", "MAX", TyS32>,
  AtomicOp<7, "min", "MIN", TyU32>, AtomicOp<7, "min", "MIN", TyS32>,
  AtomicOp<10, "and", "AND", TyB32>, AtomicOp<11, "or", "OR", TyB32>,
  AtomicOp<12, "xor", "XOR", TyB32>
];
defvar AtomicOps64 = [
  AtomicOp<0, "add", "ADD", TyU64>, AtomicOp<1, "exch", "EXCH", TyB64>,
  AtomicOp<2, "cas", "CAS", TyB64>
];

class RedInst<AtomicOp op>
    : LongInst<SemRed, 13, 6, (outs), (ins GMem:$src1, op.D.Op:$src2),
               "red "#op.Text#" "#op.Ty.Text#" $src1 $src2"> {
  bits<11> src1;
  bits<7> src2;
  let Inst{8-2} = src2;
  let Inst{15-9} = src1{6-0};
  let Inst{19-16} = src1{10-7};
  let Inst{37-34} = op.Code;
  let Inst{55-53} = op.SizeCode;
  let Ty = op.Ty;
  let SubOp = op.Code;
  let Kind1 = KindAddr;
  let Kind2 = op.D.Kind;
  let Latency = LatGlobal;
  let mayLoad = 1;
  let mayStore = 1;
}
class AtomInst<AtomicOp op>
    : LongInst<SemAtom, 13, 7, (outs op.D.Op:$dst),
               !con((ins GMem:$src1, op.D.Op:$src2),
                    !if(op.HasSrc3, (ins op.D.Op:$src3), (ins))),
               !if(op.OnlyAtom, "", "ld ")#op.Text#" "#op.Ty.Text
                 #" $dst $src1 $src2"#!if(op.HasSrc3, " $src3", "")> {
  bits<7> dst;
  bits<11> src1;
  bits<7> src2;
  bits<7> src3;
  let Inst{8-2} = dst;
  let Inst{15-9} = src1{6-0};
  let Inst{22-16} = src2;
  let Inst{26-23} = src1{10-7};
  let Inst{37-34} = op.Code;
  let Inst{52-46} = !if(op.HasSrc3, src3, 0);
  let Inst{55-53} = op.SizeCode;
  let Ty = op.Ty;
  let SubOp = op.Code;
  let Kind1 = KindAddr;
  let Kind2 = op.D.Kind;
  let Kind3 = !if(op.HasSrc3, op.D.Kind, KindNone);
  let KindDst = op.D.Kind;
  let Latency = LatGlobal;
  let mayLoad = 1;
  let mayStore = 1;
}
multiclass Atomic<AtomicOp op> {
  def ATOM_#op.Name#"_"#op.Ty.EnumName : AtomInst<op>;
  if !not(op.OnlyAtom) then
    def RED_#op.Name#"_"#op.Ty.EnumName : RedInst<op>;
}
let Predicates = [HasGlobalAtomics] in
foreach op = AtomicOps32 in
  defm "" : Atomic<op>;
let Predicates = [HasGlobalAtomics64] in
foreach op = AtomicOps64 in
  defm "" : Atomic<op>;
