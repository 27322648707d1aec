//===- TeslaInstrTx1Convert.td - Narrow floats of tx1 ------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// f32 to and from formats of fewer bits, in the low bits of a word. Narrowing
// rounds; sat makes the largest finite number of what is larger.
//
//===----------------------------------------------------------------------===//

// SubOp. TF32A is TF32, rounded to nearest with ties away from zero.
class NarrowFormat<bits<4> number, string name> {
  bits<4> Code = number;
  string Name = name;
  string Text = !tolower(name);
}
defvar NarrowFormats = [
  NarrowFormat<0, "F16">, NarrowFormat<1, "BF16">, NarrowFormat<2, "TF32">,
  NarrowFormat<3, "TF32A">, NarrowFormat<4, "E4M3">, NarrowFormat<5, "E5M2">,
  NarrowFormat<6, "E2M3">, NarrowFormat<7, "E3M2">, NarrowFormat<8, "E2M1">,
  NarrowFormat<9, "UE8M0">
];

let Predicates = [HasHalfArithmetic] in {

class FormatInst<int first, SemKindValue sem, NarrowFormat f, Srcs k,
                 dag modifiers, string text>
    : Tx1Alu<SlotFormat, !add(first, f.Code), sem, KReg32, k, modifiers, text> {
  let Ty = TyB32;
  let SrcTy = TyB32;
  let SubOp = f.Code;
}
class NarrowInst<int first, SemKindValue sem, NarrowFormat f, Srcs k,
                 string text>
    : FormatInst<first, sem, f, k, (ins Rnd:$rnd, Sat:$sat),
                 "narrow ${rnd}${sat}"#f.Text#text#" $dst $src1"
                   #!if(!empty(k.K2.Letter), "", " $src2")> {
  bits<2> rnd;
  bits<1> sat;
  let Inst{24-23} = rnd;
  let Inst{26} = sat;
}
foreach f = NarrowFormats in {
  def NARROW_#f.Name#_r : NarrowInst<0, SemFormatNarrow, f, Srcs<KReg32>, "">;
  if !and(!ne(f.Code, 2), !ne(f.Code, 3)) then {
    // The first source goes to the upper part.
    def NARROW2_#f.Name#_rr
        : NarrowInst<16, SemFormatNarrowPair, f, Srcs<KReg32, KReg32>, "x2">;
    def WIDEN_#f.Name#_r
        : FormatInst<32, SemFormatWiden, f, Srcs<KReg32>, (ins),
                     "widen "#f.Text#" $dst $src1">;
  }
}

} // Predicates = [HasHalfArithmetic]
