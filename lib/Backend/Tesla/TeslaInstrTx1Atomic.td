//===- TeslaInstrTx1Atomic.td - Atomics of tx1 -------------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Atomics in g[], gen[] and s[], one slot each, on addresses with a signed offset
// of ten bits. The operation has the chip's number. All return the old value.
//
//   w0 [23:27] offset, low        w1 [2:5] type     [6] operation, bit 3
//   w1 [21:25] offset, high          [26:28] operation, low
//
//===----------------------------------------------------------------------===//

class FarAtomSpace<string name, Tx1Slot slot, Operand mem, SemKindValue sem,
                   LatencyValue latency> {
  string Name = name;
  Tx1Slot Slot = slot;
  Operand Mem = mem;
  SemKindValue Sem = sem;
  LatencyValue Latency = latency;
}
defvar FarAtomSpaces = [
  FarAtomSpace<"G", SlotAtomG, FarAtomG, SemAtomFarGlobal, LatGlobal>,
  FarAtomSpace<"A", SlotAtomA, FarAtomA, SemAtomGeneric, LatGlobal>,
  FarAtomSpace<"S", SlotAtomS, FarAtomS, SemAtomFarShared, LatShared>
];

class FarAtomOp<bits<4> opc, string name, DataTypeValue ty, bits<4> typeCode> {
  bits<4> Code = opc;
  string Text = !tolower(name);
  string Name = name;
  DataTypeValue Ty = ty;
  bits<4> TypeCode = typeCode;
  bit HasSrc3 = !eq(opc, 2);
  bit Is64 = !or(!eq(ty, TyU64), !eq(ty, TyS64), !eq(ty, TyB64), !eq(ty, TyF64));
  SrcKind D = !if(Is64, KReg64, KReg32);
}
defvar FarAtomOps = [
  FarAtomOp<0, "ADD", TyU32, 0>, FarAtomOp<1, "EXCH", TyB32, 0>,
  FarAtomOp<2, "CAS", TyB32, 0>, FarAtomOp<4, "INC", TyU32, 0>,
  FarAtomOp<5, "DEC", TyU32, 0>, FarAtomOp<6, "MAX", TyU32, 0>,
  FarAtomOp<6, "MAX", TyS32, 1>, FarAtomOp<7, "MIN", TyU32, 0>,
  FarAtomOp<7, "MIN", TyS32, 1>, FarAtomOp<10, "AND", TyB32, 0>,
  FarAtomOp<11, "OR", TyB32, 0>, FarAtomOp<12, "XOR", TyB32, 0>,
  FarAtomOp<0, "ADD", TyU64, 2>, FarAtomOp<1, "EXCH", TyB64, 2>,
  FarAtomOp<2, "CAS", TyB64, 2>, FarAtomOp<6, "MAX", TyU64, 2>,
  FarAtomOp<6, "MAX", TyS64, 3>, FarAtomOp<7, "MIN", TyU64, 2>,
  FarAtomOp<7, "MIN", TyS64, 3>, FarAtomOp<10, "AND", TyB64, 2>,
  FarAtomOp<11, "OR", TyB64, 2>, FarAtomOp<12, "XOR", TyB64, 2>,
  FarAtomOp<0, "ADD", TyF32, 4>, FarAtomOp<0, "ADD", TyF64, 5>,
  FarAtomOp<2, "CAS", TyB16, 6>
];
// The state of an mbarrier, which is in shared memory alone: the CTA's own, or,
// by a generic address, that of any CTA of its cluster.
defvar FarBarrierOp = FarAtomOp<13, "MBARRIER", TyB64, 2>;

class FarAtomInst<FarAtomSpace space, FarAtomOp op>
    : LongInst<space.Sem, space.Slot.Primary, space.Slot.Secondary,
               (outs op.D.Op:$dst),
               !con((ins space.Mem:$src1, op.D.Op:$src2),
                    !if(op.HasSrc3, (ins op.D.Op:$src3), (ins))),
               "atom "#op.Text#" "#op.Ty.Text#" $dst $src1 $src2"
                 #!if(op.HasSrc3, " $src3", "")> {
  bits<7> dst;
  bits<17> src1;
  bits<7> src2;
  bits<7> src3;
  let Inst{8-2} = dst;
  let Inst{15-9} = src1{16-10};
  let Inst{22-16} = src2;
  let Inst{27-23} = src1{4-0};
  let Inst{37-34} = op.TypeCode;
  let Inst{38} = op.Code{3};
  let Inst{52-46} = !if(op.HasSrc3, src3, 0);
  let Inst{57-53} = src1{9-5};
  let Inst{60-58} = op.Code{2-0};
  let Ty = op.Ty;
  let SrcTy = op.Ty;
  let SubOp = op.Code;
  let Kind1 = KindAddr;
  let Kind2 = op.D.Kind;
  let Kind3 = !if(op.HasSrc3, op.D.Kind, KindNone);
  let KindDst = op.D.Kind;
  let Latency = space.Latency;
  let mayLoad = 1;
  let mayStore = 1;
}
let Predicates = [HasWiderAtomics] in
foreach s = FarAtomSpaces in
  foreach op = FarAtomOps in
    def ATOMF_#s.Name#"_"#op.Name#"_"#op.Ty.EnumName : FarAtomInst<s, op>;
let Predicates = [HasTensors], hasSideEffects = 1 in {
  def ATOMF_A_MBARRIER_B64 : FarAtomInst<FarAtomSpaces[1], FarBarrierOp>;
  def ATOMF_S_MBARRIER_B64 : FarAtomInst<FarAtomSpaces[2], FarBarrierOp>;
}
