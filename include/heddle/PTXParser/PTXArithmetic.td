//===- PTXArithmetic.td - Integers and floating point ------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

foreach Op = [OpAdd, OpSub] in {
  def : Form<Op, [Types<Ints>], [D, S, S]>;
  def : Form<Op, [Sat, Types<[ModS32]>], [D, S, S]>;
}
let MinVersion = 80, MinTarget = 90 in
def : Form<OpAdd, [Types<[ModU16x2, ModS16x2]>], [D, SReg, SReg]>;

// Carry chains.
let MinVersion = 12 in {
  def : Form<OpAdd, [CC, Types<Int32s>], [D, S, S]>;
  def : Form<OpAddc, [OptCC, Types<Int32s>], [D, S, S]>;
}
let MinVersion = 13 in {
  def : Form<OpSub, [CC, Types<Int32s>], [D, S, S]>;
  def : Form<OpSubc, [OptCC, Types<Int32s>], [D, S, S]>;
}
let IsBeyondManual = 1, MinVersion = 12 in {
  def : Form<OpAddc, [Types<[ModU16, ModS16]>], [D, S, S]>;
  let MinVersion = 13 in
  def : Form<OpSubc, [Types<[ModU16, ModS16]>], [D, S, S]>;
}
let MinVersion = 43, MinTarget = 20 in {
  foreach Op = [OpAdd, OpSub] in
  def : Form<Op, [CC, Types<Int64s>], [D, S, S]>;
}
let Raises = [Raise<ModCc, 43, 20>] in {
  let MinVersion = 12 in
  def : Form<OpAddc, [OptCC, Types<Int64s>], [D, S, S]>;
  let MinVersion = 13 in
  def : Form<OpSubc, [OptCC, Types<Int64s>], [D, S, S]>;
}

def : Form<OpMul, [LoHi, Types<Ints>], [D, S, S]>;
def : Form<OpMul, [Wide, Types<[ModU16, ModU32, ModS16, ModS32]>],
           [DWide, S, S]>;
def : Form<OpMad, [LoHi, Types<Ints>], [D, S, S, S]>;
def : Form<OpMad, [Wide, Types<[ModU16, ModU32, ModS16, ModS32]>],
           [DWide, S, S, SWide]>;
def : Form<OpMad, [Hi, Sat, Types<[ModS32]>], [D, S, S, S]>;
let MinVersion = 30, MinTarget = 20 in {
  def : Form<OpMad, [LoHi, CC, Types<Int32s>], [D, S, S, S]>;
  def : Form<OpMadc, [LoHi, OptCC, Types<Int32s>], [D, S, S, S]>;
  let Raises = [Raise<ModCc, 43, 20>] in
  def : Form<OpMadc, [LoHi, OptCC, Types<Int64s>], [D, S, S, S]>;
}
let MinVersion = 43, MinTarget = 20 in
def : Form<OpMad, [LoHi, CC, Types<Int64s>], [D, S, S, S]>;
def : Form<OpMul24, [LoHi, Types<Int32s>], [D, S, S]>;
def : Form<OpMad24, [LoHi, Types<Int32s>], [D, S, S, S]>;
def : Form<OpMad24, [Hi, Sat, Types<[ModS32]>], [D, S, S, S]>;
def : Form<OpSad, [Types<Ints>], [D, S, S, S]>;
foreach Op = [OpDiv, OpRem] in
def : Form<Op, [Types<Ints>], [D, S, S]>;
foreach Op = [OpAbs, OpNeg] in
def : Form<Op, [Types<SInts>], [D, S]>;
foreach Op = [OpMin, OpMax] in {
  def : Form<Op, [Types<Ints>], [D, S, S]>;
  let MinVersion = 80, MinTarget = 90 in {
    def : Form<Op, [Types<[ModU16x2]>], [D, SReg, SReg]>;
    def : Form<Op, [OptSlot<GrpRelu, [ModRelu]>, Types<[ModS16x2]>],
               [D, SReg, SReg]>;
    def : Form<Op, [Slot<GrpRelu, [ModRelu]>, Types<[ModS32]>], [D, S, S]>;
  }
}

// Bit fields.
let MinVersion = 20, MinTarget = 20 in {
  foreach Op = [OpPopc, OpClz] in
  def : Form<Op, [Types<[ModB32, ModB64]>], [DFixed<"U32">, S]>;
  def : Form<OpBrev, [Types<[ModB32, ModB64]>], [D, S]>;
  def : Form<OpBfind, [OptSlot<GrpShiftAmount, [ModShiftamt]>,
                       Types<[ModU32, ModU64, ModS32, ModS64]>],
             [DFixed<"U32">, S]>;
  // A position and a length.
  defvar Field = [In<0, 255, SU32>, In<0, 255, SU32>];
  def : Form<OpBfe, [Types<[ModU32, ModU64, ModS32, ModS64]>],
             !listconcat([D, S], Field)>;
  def : Form<OpBfi, [Types<[ModB32, ModB64]>], !listconcat([D, S, S], Field)>;
}
let MinVersion = 60, MinTarget = 30 in
def : Form<OpFns, [Types<[ModB32]>], [D, S, S, SFixed<"S32">]>;
let MinVersion = 76, MinTarget = 70 in {
  def : Form<OpBmsk, [Slot<GrpShiftMode, [ModClamp, ModWrap]>,
                      Types<[ModB32]>], [D, S, S]>;
  def : Form<OpSzext, [Slot<GrpShiftMode, [ModClamp, ModWrap]>,
                       Types<Int32s>], [D, S, SU32]>;
}
let MinVersion = 50, MinTarget = 61 in {
  def : Form<OpDp4a, [Types<Int32s>, Types<Int32s>],
             [DFixed<"U32">, SU32, SU32, SU32]>;
  def : Form<OpDp2a, [LoHi, Types<Int32s>, Types<Int32s>],
             [DFixed<"U32">, SU32, SU32, SU32]>;
}

//===----------------------------------------------------------------------===//
// f32 and f64
//===----------------------------------------------------------------------===//

defvar DirectedSince20 = [Raise<ModRm, 20, 20>, Raise<ModRp, 20, 20>];
defvar RoundedSince20 = [Raise<ModRz, 20, 20>, Raise<ModRm, 20, 20>,
                         Raise<ModRp, 20, 20>];

foreach Op = [OpAdd, OpSub, OpMul] in {
  let Raises = !listconcat([FtzSince14], DirectedSince20) in
  def : Form<Op, [OptRounding, OptFtz, OptSat, Types<[ModF32]>], [D, S, S]>;
  let MinVersion = 12, MinTarget = 13 in
  def : Form<Op, [OptRounding, Types<[ModF64]>], [D, S, S]>;
  let MinVersion = 42, MinTarget = 53 in
  def : Form<Op, [OptRn, OptFtz, OptSat, Types<[ModF16, ModF16x2]>],
             [D, SReg, SReg]>;
  let MinVersion = 78, MinTarget = 90 in
  def : Form<Op, [OptRn, Types<[ModBF16, ModBF16x2]>], [D, SReg, SReg]>;
  let MinVersion = 86, MinTarget = 100 in
  def : Form<Op, [OptRounding, OptFtz, Types<[ModF32x2]>], [D, SReg, SReg]>;
}
// One operand is a half: add.f32.f16.
let MinVersion = 86, MinTarget = 100 in {
  // .bf16 may be a constant, its bits.
  foreach Half = [ModF16, ModBF16] in {
    defvar SHalf = !if(!eq(Half, ModF16), SReg, SFixed<"B16">);
    defvar MixedTypes = [Types<[ModF32]>, Types<[Half]>];
    foreach Op = [OpAdd, OpSub] in
    def : Form<Op, !listconcat([OptRounding, OptSat], MixedTypes),
               [DFirst, SHalf, SFirst]>;
    def : Form<OpFma, !listconcat([Rounding, OptSat], MixedTypes),
               [DFirst, SHalf, SHalf, SFirst]>;
  }
  def : Form<OpFma, [Rounding, OptFtz, Types<[ModF32x2]>],
             [D, SReg, SReg, SReg]>;
}

let MinVersion = 20, MinTarget = 20 in
def : Form<OpFma, [Rounding, OptFtz, OptSat, Types<[ModF32]>], [D, S, S, S]>;
let MinVersion = 14, MinTarget = 13 in
def : Form<OpFma, [Rounding, Types<[ModF64]>], [D, S, S, S]>;
let MinVersion = 42, MinTarget = 53 in
def : Form<OpFma, [Rn, OptFtz, OptSat, Types<[ModF16, ModF16x2]>],
           [D, SReg, SReg, SReg]>;
let MinVersion = 70, MinTarget = 80 in {
  def : Form<OpFma, [Rn, OptFtz, Slot<GrpRelu, [ModRelu]>,
                     Types<[ModF16, ModF16x2]>], [D, SReg, SReg, SReg]>;
  def : Form<OpFma, [Rn, OptSlot<GrpRelu, [ModRelu]>,
                     Types<[ModBF16, ModBF16x2]>], [D, SReg, SReg, SReg]>;
}
let IsBeyondManual = 1, MinVersion = 70, MinTarget = 80 in
def : Form<OpFma, [Slot<GrpRounding, [ModRz, ModRm, ModRp]>,
                   OptSlot<GrpRelu, [ModRelu]>, Types<[ModBF16, ModBF16x2]>],
           [D, SReg, SReg, SReg]>;
let MinVersion = 81, MinTarget = 90 in
def : Form<OpFma, [Rn, Slot<GrpOob, [ModOob]>, OptSlot<GrpRelu, [ModRelu]>,
                   Types<[ModF16, ModF16x2, ModBF16, ModBF16x2]>],
           [D, SReg, SReg, SReg]>;

// Unrounded mad.f32 is the truncating one of targets below sm_20. PTX 2.0 to
// 3.1 takes it for later targets, too, where it means .rn.
let Raises = [FtzSince14], LastTarget = 13 in
def : Form<OpMad, [OptFtz, OptSat, Types<[ModF32]>], [D, S, S, S]>;
let MinVersion = 20, MinTarget = 20, LastVersion = 31 in
def : Form<OpMad, [OptFtz, OptSat, Types<[ModF32]>], [D, S, S, S]>;
let MinVersion = 20, MinTarget = 20 in
def : Form<OpMad, [Rounding, OptFtz, OptSat, Types<[ModF32]>], [D, S, S, S]>;
let MinVersion = 12, MinTarget = 13 in {
  def : Form<OpMad, [Rounding, Types<[ModF64]>], [D, S, S, S]>;
  let LastVersion = 13 in
  def : Form<OpMad, [Types<[ModF64]>], [D, S, S, S]>;
}

let MinVersion = 14, Raises = [FtzSince14] in {
  def : Form<OpDiv, [Approx, OptFtz, Types<[ModF32]>], [D, S, S]>;
  def : Form<OpDiv, [Full, OptFtz, Types<[ModF32]>], [D, S, S]>;
}
let MinVersion = 20, MinTarget = 20 in
def : Form<OpDiv, [Rounding, OptFtz, Types<[ModF32]>], [D, S, S]>;
let MinVersion = 12, MinTarget = 13, Raises = RoundedSince20 in
def : Form<OpDiv, [Rounding, Types<[ModF64]>], [D, S, S]>;

foreach Op = [OpRcp, OpSqrt] in {
  let MinVersion = 14 in
  def : Form<Op, [Approx, OptFtz, Types<[ModF32]>], [D, S]>;
  let MinVersion = 20, MinTarget = 20 in
  def : Form<Op, [Rounding, OptFtz, Types<[ModF32]>], [D, S]>;
  let MinVersion = !if(!eq(Op, OpRcp), 14, 12), MinTarget = 13,
      Raises = RoundedSince20 in
  def : Form<Op, [Rounding, Types<[ModF64]>], [D, S]>;
}
let IsBeyondManual = 1, MinVersion = 14, MinTarget = 13 in
def : Form<OpRcp, [Rn, Slot<GrpFtz, [ModFtz]>, Types<[ModF64]>], [D, S]>;
let MinVersion = 21, MinTarget = 20 in
def : Form<OpRcp, [Approx, Slot<GrpFtz, [ModFtz]>, Types<[ModF64]>], [D, S]>;
let MinVersion = 14 in {
  foreach Op = [OpRsqrt, OpSin, OpCos, OpLg2, OpEx2] in
  def : Form<Op, [Approx, OptFtz, Types<[ModF32]>], [D, S]>;
  let MinTarget = 13 in
  def : Form<OpRsqrt, [Approx, Types<[ModF64]>], [D, S]>;
}
let MinVersion = 40, MinTarget = 20 in
def : Form<OpRsqrt, [Approx, Slot<GrpFtz, [ModFtz]>, Types<[ModF64]>], [D, S]>;
let MinVersion = 70, MinTarget = 75 in {
  def : Form<OpTanh, [Approx, Types<[ModF32]>], [D, S]>;
  foreach Op = [OpTanh, OpEx2] in
  def : Form<Op, [Approx, Types<[ModF16, ModF16x2]>], [D, SReg]>;
}
let MinVersion = 78, MinTarget = 90 in {
  def : Form<OpTanh, [Approx, Types<[ModBF16, ModBF16x2]>], [D, SReg]>;
  def : Form<OpEx2, [Approx, Slot<GrpFtz, [ModFtz]>,
                     Types<[ModBF16, ModBF16x2]>], [D, SReg]>;
}

// Until PTX 1.3 the accuracy was not written.
let LastVersion = 13 in {
  def : Form<OpDiv, [Types<[ModF32]>], [D, S, S]>;
  foreach Op = [OpRcp, OpSqrt, OpRsqrt, OpSin, OpCos, OpLg2, OpEx2] in
  def : Form<Op, [Types<[ModF32]>], [D, S]>;
  let MinVersion = 12, MinTarget = 13 in {
    def : Form<OpDiv, [Types<[ModF64]>], [D, S, S]>;
    foreach Op = [OpSqrt, OpRsqrt] in
    def : Form<Op, [Types<[ModF64]>], [D, S]>;
  }
}

foreach Op = [OpAbs, OpNeg] in {
  let Raises = [FtzSince14] in
  def : Form<Op, [OptFtz, Types<[ModF32]>], [D, S]>;
  let MinVersion = 12, MinTarget = 13 in
  def : Form<Op, [Types<[ModF64]>], [D, S]>;
  let MinVersion = !if(!eq(Op, OpNeg), 60, 65), MinTarget = 53 in
  def : Form<Op, [OptFtz, Types<[ModF16, ModF16x2]>], [D, SReg]>;
  let MinVersion = 70, MinTarget = 80 in
  def : Form<Op, [Types<[ModBF16, ModBF16x2]>], [D, SReg]>;
}

def OptNaN : OptSlot<GrpNaN, [ModNaN]>;
foreach Op = [OpMin, OpMax] in {
  let Raises = [FtzSince14, Raise<ModNaN, 70, 80>] in
  def : Form<Op, [OptFtz, OptNaN, Types<[ModF32]>], [D, S, S]>;
  let MinVersion = 72, MinTarget = 86 in {
    defvar XorSign = [Slot<GrpXorSign, [ModXorsign]>, Slot<GrpAbs, [ModAbs]>];
    def : Form<Op, !listconcat([OptFtz, OptNaN], XorSign, [Types<[ModF32]>]),
               [D, S, S]>;
    def : Form<Op, !listconcat([OptFtz, OptNaN], XorSign,
                               [Types<[ModF16, ModF16x2]>]), [D, SReg, SReg]>;
    def : Form<Op, !listconcat([OptNaN], XorSign,
                               [Types<[ModBF16, ModBF16x2]>]),
               [D, SReg, SReg]>;
  }
  let MinVersion = 88, MinTarget = 100 in
  def : Form<Op, [OptFtz, OptNaN, OptSlot<GrpAbs, [ModAbs]>, Types<[ModF32]>],
             [D, S, S, S]>;
  let MinVersion = 12, MinTarget = 13 in
  def : Form<Op, [Types<[ModF64]>], [D, S, S]>;
  let MinVersion = 70, MinTarget = 80 in {
    def : Form<Op, [OptFtz, OptNaN, Types<[ModF16, ModF16x2]>],
               [D, SReg, SReg]>;
    def : Form<Op, [OptNaN, Types<[ModBF16, ModBF16x2]>], [D, SReg, SReg]>;
  }
}

let MinVersion = 20, MinTarget = 20 in {
  def : Form<OpTestp, [Slot<GrpTest, [ModFinite, ModInfinite, ModNumber,
                                      ModNotanumber, ModNormal, ModSubnormal]>,
                       Types<[ModF32, ModF64]>], [DPred, S]>;
  let IsBeyondManual = 1 in
  def : Form<OpTestp, [Types<[ModF32, ModF64]>], [DPred, S]>;
  def : Form<OpCopysign, [Types<[ModF32, ModF64]>], [D, S, S]>;
}
