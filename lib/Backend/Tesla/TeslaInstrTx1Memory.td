//===- TeslaInstrTx1Memory.td - Loads and stores of tx1 ----*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Any register addresses any space, with a signed offset of 24 bits in bytes:
// a pair in g[] and in gen[], where the address itself says which space it goes
// to (heddle/ABI/AddressSpace.h), a word in s[], l[] and c0[]. Sub-word loads
// extend to a word, stores take its low bits.
//
//   w0 [16:27] offset, low            w1 [2:4] size, as in ld g[]
//   w1 [6] store                      [14:25] offset, high
//      [26:28] space: 0 g, 1 gen, 2 s, 3 l, 4 c
//
//===----------------------------------------------------------------------===//

class FarSpace<string name, bits<3> opc, Operand mem, SemKindValue load,
               SemKindValue store, LatencyValue latency> {
  string Name = name;
  bits<3> Code = opc;
  Operand Mem = mem;
  SemKindValue Load = load;
  SemKindValue Store = store;
  LatencyValue Latency = latency;
}
defvar FarSpaces = [
  FarSpace<"G", 0, FarG, SemLoadFarGlobal, SemStoreFarGlobal, LatGlobal>,
  FarSpace<"A", 1, FarA, SemLoadGeneric, SemStoreGeneric, LatGlobal>,
  FarSpace<"S", 2, FarS, SemLoadFarShared, SemStoreFarShared, LatShared>,
  FarSpace<"L", 3, FarL, SemLoadFarLocal, SemStoreFarLocal, LatLocal>
];
defvar FarConstSpace = FarSpace<"C", 4, FarC, SemLoadFarConst, SemLoadFarConst,
                                LatConst>;

class FarInst<FarSpace space, LgType t, bit isLoad>
    : LongInst<!if(isLoad, space.Load, space.Store), SlotMemory.Primary,
               SlotMemory.Secondary,
               !if(isLoad, (outs t.Data.Op:$dst), (outs)),
               !con((ins space.Mem:$src1),
                    !if(isLoad, (ins), (ins t.Data.Op:$src2))),
               !if(isLoad, "ld "#t.Ty.Text#" $dst $src1",
                           "st "#t.Ty.Text#" $src1 $src2")> {
  bits<7> dst;
  bits<7> src2;
  bits<31> src1;
  let Inst{8-2} = !if(isLoad, dst, src2);
  let Inst{15-9} = src1{30-24};
  let Inst{27-16} = src1{11-0};
  let Inst{36-34} = t.Code;
  let Inst{38} = !not(isLoad);
  let Inst{57-46} = src1{23-12};
  let Inst{60-58} = space.Code;
  let Ty = t.Ty;
  let Kind1 = KindAddr;
  let Kind2 = !if(isLoad, KindNone, t.Data.Kind);
  let KindDst = !if(isLoad, t.Data.Kind, KindNone);
  let Latency = space.Latency;
  let mayLoad = isLoad;
  let mayStore = !not(isLoad);
}

let Predicates = [HasWideAddresses] in
foreach t = LgTypes in {
  foreach s = FarSpaces in {
    def LDF_#s.Name#"_"#t.Ty.EnumName : FarInst<s, t, 1>;
    def STF_#s.Name#"_"#t.Ty.EnumName : FarInst<s, t, 0>;
  }
  def LDF_C_#t.Ty.EnumName : FarInst<FarConstSpace, t, 1>;
}
