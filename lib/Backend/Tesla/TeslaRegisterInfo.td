//===- TeslaRegisterInfo.td - Registers --------------------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// $r0..$r127 with 16-bit halves of the first 64, even pairs and aligned quads;
// $c0..$c3 condition codes; $a1..$a4 address registers and $a0, which is zero.
//
//===----------------------------------------------------------------------===//

let Namespace = "Tesla" in {
def lo16 : SubRegIndex<16>;
def hi16 : SubRegIndex<16, 16>;
def sub0 : SubRegIndex<32>;
def sub1 : SubRegIndex<32, 32>;
def sub01 : SubRegIndex<64>;
def sub23 : SubRegIndex<64, 64>;
def sub2 : SubRegIndex<32, 64> { let ComposedOf = [sub23, sub0]; }
def sub3 : SubRegIndex<32, 96> { let ComposedOf = [sub23, sub1]; }
}

class TeslaReg<string name, bits<16> encoding> : Register<name> {
  let Namespace = "Tesla";
  let HWEncoding = encoding;
}

foreach i = 0...63 in {
  def R#i#L : TeslaReg<"$r"#i#"l", !mul(i, 2)>;
  def R#i#H : TeslaReg<"$r"#i#"h", !add(!mul(i, 2), 1)>;
  let SubRegs = [!cast<Register>("R"#i#"L"), !cast<Register>("R"#i#"H")],
      SubRegIndices = [lo16, hi16], CoveredBySubRegs = 1 in
    def R#i : TeslaReg<"$r"#i, i>, DwarfRegNum<[i]>;
}
foreach i = 64...127 in
  def R#i : TeslaReg<"$r"#i, i>, DwarfRegNum<[i]> {
    // Never allocated, so that reads give zero: the code generator's zero.
    let isConstant = !eq(i, 127);
  }

foreach i = 0...3 in
  def C#i : TeslaReg<"$c"#i, i>;

foreach i = 0...4 in
  def A#i : TeslaReg<"$a"#i, i> { let isConstant = !eq(i, 0); }

// Halves. The immediate forms reach only those of $r0..$r31.
def GPR16 : RegisterClass<"Tesla", [i16], 32,
  (add (interleave (sequence "R%uL", 0, 63), (sequence "R%uH", 0, 63)))> {
  // Halves, $a and $c are spilled as words.
  let Size = 32;
}
def GPR16Lo : RegisterClass<"Tesla", [i16], 32,
  (add (interleave (sequence "R%uL", 0, 31), (sequence "R%uH", 0, 31)))> {
  let Size = 32;
}

def GPR32 : RegisterClass<"Tesla", [i32, f32], 32, (sequence "R%u", 0, 127)>;
// The registers that have halves, and that a 6-bit field reaches.
def GPR32Lo : RegisterClass<"Tesla", [i32, f32], 32, (sequence "R%u", 0, 63)>;

def PairTuples : RegisterTuples<[sub0, sub1],
  [(decimate (sequence "R%u", 0, 127), 2),
   (decimate (shl (sequence "R%u", 0, 127), 1), 2)],
  !foreach(i, !range(0, 64), "$r"#!mul(i, 2)#"d")>;
// Groups come first: words fit between them, but not the other way round.
def GPR64 : RegisterClass<"Tesla", [v2i32, f64, i64], 64, (add PairTuples)> {
  let AllocationPriority = 1;
}

def QuadTuples : RegisterTuples<[sub01, sub23],
  [(decimate (add PairTuples), 2), (decimate (shl (add PairTuples), 1), 2)],
  !foreach(i, !range(0, 32), "$r"#!mul(i, 4)#"q")>;
def GPR128 : RegisterClass<"Tesla", [v4i32], 128, (add QuadTuples)> {
  let AllocationPriority = 2;
}

// No legal value type lives in $c: an i1 is a 0/-1 in a GPR or a condition.
def CC : RegisterClass<"Tesla", [untyped], 32, (sequence "C%u", 0, 3)> {
  let Size = 32;
  let CopyCost = -1;
}
def AR : RegisterClass<"Tesla", [i16], 32, (sequence "A%u", 1, 4)> {
  let Size = 32;
}
// The registers of an address operand: $a0 stands for "no address register".
def ARZ : RegisterClass<"Tesla", [i16], 32, (sequence "A%u", 0, 4)> {
  let Size = 32;
}

// The registers that a call preserves: the upper ones, and those that never
// change.
def CSR : CalleeSavedRegs<(add (sequence "R%u", 16, 127), A0)>;
