//===- PTXConvertMove.td - cvt and mov ---------------------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//===----------------------------------------------------------------------===//
// cvt: a float register fits exactly, another may be wider than the type.
//===----------------------------------------------------------------------===//

class Cvt<list<Slot> mods, list<Modifier> to, list<Modifier> from>
    : Form<OpCvt, !listconcat(mods, [Types<to>, Types<from>]),
           [DLoose, SLoose]> {
  let Raises = [FtzSince14, F64Since12];
}

def : Cvt<[], AllInts, AllInts>;
// Saturating where the source has values that the result does not.
foreach Narrowing = [
  [[ModU8], [ModU16, ModU32, ModU64, ModS8, ModS16, ModS32, ModS64]],
  [[ModS8], [ModU8, ModU16, ModU32, ModU64, ModS16, ModS32, ModS64]],
  [[ModU16], [ModU32, ModU64, ModS8, ModS16, ModS32, ModS64]],
  [[ModS16], [ModU16, ModU32, ModU64, ModS32, ModS64]],
  [[ModU32], [ModU64, ModS8, ModS16, ModS32, ModS64]],
  [[ModS32], [ModU32, ModU64, ModS64]],
  [[ModU64], [ModS8, ModS16, ModS32, ModS64]],
  [[ModS64], [ModU64]]] in
def : Cvt<[Sat], Narrowing[0], Narrowing[1]>;

def : Cvt<[IntRounding, OptFtz, OptSat], AllInts, [ModF32]>;
def : Cvt<[IntRounding, OptSat], AllInts, [ModF16, ModF64]>;
def : Cvt<[Rounding, OptFtz, OptSat], [ModF32], AllInts>;
def : Cvt<[Rounding, OptSat], [ModF16, ModF64], AllInts>;

// Narrowing needs a rounding, widening has none.
def : Cvt<[Rounding, OptFtz, OptSat], [ModF16], [ModF32]>;
def : Cvt<[Rounding, OptFtz, OptSat], [ModF32], [ModF64]>;
def : Cvt<[Rounding, OptSat], [ModF16], [ModF64]>;
def : Cvt<[OptFtz, OptSat], [ModF32], [ModF16]>;
def : Cvt<[OptFtz, OptSat], [ModF64], [ModF32]>;
def : Cvt<[OptSat], [ModF64], [ModF16]>;
def : Cvt<[OptIntRounding, OptFtz, OptSat], [ModF32], [ModF32]>;
foreach T = [ModF16, ModF64] in
def : Cvt<[OptIntRounding, OptSat], [T], [T]>;
let MinVersion = 70, MinTarget = 80 in
def : Cvt<[Rounding], [ModBF16], [ModF32]>;
let MinVersion = 71, MinTarget = 80 in
def : Cvt<[], [ModF32], [ModBF16]>;
let MinVersion = 70, MinTarget = 80 in
def : Form<OpCvt, [Slot<GrpRounding, [ModRn, ModRz]>,
                   Types<[ModF16x2, ModBF16x2]>, Types<[ModF32]>],
           [DFirst, S, S]>;

//===----------------------------------------------------------------------===//
// mov
//===----------------------------------------------------------------------===//

let Raises = [F64Since12] in
def : Form<OpMov, [Types<!listconcat([ModPred], Scalars)>],
           [D, Operand<"KReg | KImm | KSpecial", TLast>]>;
// The address of a variable or function.
def : Form<OpMov, [Types<!listconcat(Bits, Ints)>],
           [D, Operand<"KSymbol", TLast>]>;
// Joining and splitting.
def : Form<OpMov, [Types<Bits>], [D, Operand<"KVector", TLast, "OFPack">]>;
def : Form<OpMov, [Types<Bits>],
           [Operand<"KVector", TLast, "OFDest | OFPack">, SReg]>;
// A whole special register.
def : Form<OpMov, [Slot<GrpVector, [ModV4]>, Types<[ModU32, ModU16]>],
           [Operand<"KReg | KVector", TLast, "OFDest | OFVector">,
            Operand<"KReg | KSpecial | KVector", TLast, "OFVector">]>;
