//===- TeslaInstrTx1Formats.td - Frame of the extension ----*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The instructions that tx1 adds to GT200 are in slots of the long form that
// the silicon leaves unused (tesla-isa.md section 9). The fields of the long
// form keep their places: destination, three sources, predicate, written $c,
// join and exit. No source is s[] or c[], so the bits that choose those select
// one of up to 128 instructions of the slot, and its rounding:
//
//   w0 [2:8] dst       [9:15] src1    [16:22] src2   [23:27] modifiers
//      [28:31] primary
//   w1 [4:6] $c, as everywhere        [7:13] predicate
//      [14:20] src3    [22:25] code, high            [26:28] code, low
//      [29:31] secondary
//
//===----------------------------------------------------------------------===//

class Tx1Slot<bits<4> primary, bits<3> secondary> {
  bits<4> Primary = primary;
  bits<3> Secondary = secondary;
}
def SlotSpecial : Tx1Slot<1, 7>;
def SlotExchange : Tx1Slot<1, 4>;
def SlotBarrier : Tx1Slot<1, 5>;
def SlotWide : Tx1Slot<2, 1>;
def SlotWideImm : Tx1Slot<2, 2>;
def SlotInteger : Tx1Slot<4, 1>;
def SlotBits : Tx1Slot<5, 1>;
def SlotFunction : Tx1Slot<9, 1>;
def SlotLogic3 : Tx1Slot<5, 2>;
def SlotHost : Tx1Slot<11, 2>;
def SlotFloat : Tx1Slot<12, 1>;
def SlotHalf : Tx1Slot<12, 5>;
def SlotFormat : Tx1Slot<12, 6>;
def SlotAtomG : Tx1Slot<5, 3>;
def SlotAtomA : Tx1Slot<5, 4>;
def SlotAtomS : Tx1Slot<5, 5>;
def SlotMemory : Tx1Slot<15, 5>;
def SlotTexture : Tx1Slot<11, 7>;
def SlotMatrix : Tx1Slot<3, 1>;

class Tx1Inst<Tx1Slot slot, bits<7> opc, SemKindValue sem, dag outs,
              dag operands, string asm>
    : LongInst<sem, slot.Primary, slot.Secondary, outs, operands, asm> {
  let Inst{60-58} = opc{2-0};
  let Inst{57-54} = opc{6-3};
}

// \p k: registers all.
class Tx1Alu<Tx1Slot slot, bits<7> opc, SemKindValue sem, SrcKind d, Srcs k,
             dag modifiers, string asm>
    : Tx1Inst<slot, opc, sem, (outs d.Op:$dst), !con(k.Ins, modifiers), asm> {
  bits<7> dst;
  bits<7> src1;
  bits<7> src2;
  bits<7> src3;
  let Inst{8-2} = dst;
  let Inst{15-9} = !if(!empty(k.K1.Letter), 0, src1);
  let Inst{22-16} = !if(!empty(k.K2.Letter), 0, src2);
  let Inst{52-46} = !if(!empty(k.K3.Letter), 0, src3);
  let Kind1 = k.K1.Kind;
  let Kind2 = k.K2.Kind;
  let Kind3 = k.K3.Kind;
  let KindDst = d.Kind;
}

// The second source is a constant of 14 bits in the fields of the second and
// third source.
class Tx1AluImm<Tx1Slot slot, bits<7> opc, SemKindValue sem, Operand constant,
                dag modifiers, string asm>
    : Tx1Inst<slot, opc, sem, (outs GPR32:$dst),
              !con((ins GPR32:$src1, constant:$src2), modifiers), asm> {
  bits<7> dst;
  bits<7> src1;
  bits<14> src2;
  let Inst{8-2} = dst;
  let Inst{15-9} = src1;
  let Inst{22-16} = src2{6-0};
  let Inst{52-46} = src2{13-7};
  let Kind1 = KindReg32;
  let Kind2 = KindImm;
  let KindDst = KindReg32;
}

// Writes a $c only.
class Tx1Compare<Tx1Slot slot, bits<7> opc, SemKindValue sem, Srcs k,
                 DAGOperand condition, string asm>
    : Tx1Inst<slot, opc, sem, (outs CC:$cdst),
              !con(k.Ins, (ins condition:$cond)), asm> {
  bits<2> cdst;
  bits<7> src1;
  bits<7> src2;
  bits<4> cond;
  let Inst{8-2} = 127;
  let Inst{15-9} = src1;
  let Inst{22-16} = src2;
  let Inst{26-23} = cond;
  let Inst{35} = 1;
  let Inst{37-36} = cdst;
  let Inst{38} = 1;
  let Kind1 = k.K1.Kind;
  let Kind2 = k.K2.Kind;
  let WritesCC = 1;
  let IsBucket = 1;
}
class Tx1CompareImm<Tx1Slot slot, bits<7> opc, SemKindValue sem,
                    Operand constant, DAGOperand condition, dag modifiers,
                    string asm>
    : Tx1Inst<slot, opc, sem, (outs CC:$cdst),
              !con((ins GPR32:$src1, constant:$src2, condition:$cond),
                   modifiers), asm> {
  bits<2> cdst;
  bits<7> src1;
  bits<14> src2;
  bits<4> cond;
  let Inst{8-2} = 127;
  let Inst{15-9} = src1;
  let Inst{22-16} = src2{6-0};
  let Inst{52-46} = src2{13-7};
  let Inst{26-23} = cond;
  let Inst{35} = 1;
  let Inst{37-36} = cdst;
  let Inst{38} = 1;
  let Kind1 = KindReg32;
  let Kind2 = KindImm;
  let WritesCC = 1;
  let IsBucket = 1;
}
