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

// .ftz came later for some sizes.
class CvtFtz15<list<Slot> mods, list<Modifier> to, list<Modifier> from>
    : Cvt<mods, to, from> {
  let Raises = [Raise<ModFtz, 15>, F64Since12];
}
def : Cvt<[IntRounding, OptFtz, OptSat],
          [ModU8, ModS8, ModU16, ModS16, ModU32, ModS32], [ModF32]>;
def : CvtFtz15<[IntRounding, OptFtz, OptSat], [ModU64, ModS64], [ModF32]>;
def : Cvt<[IntRounding, OptSat], AllInts, [ModF16, ModF64]>;
def : Cvt<[Rounding, OptFtz, OptSat], [ModF32], Ints>;
def : CvtFtz15<[Rounding, OptFtz, OptSat], [ModF32], [ModU8, ModS8]>;
def : Cvt<[Rounding, OptSat], [ModF16, ModF64], AllInts>;

// Narrowing needs a rounding, widening has none.
def : Cvt<[Rounding, OptFtz, OptSat], [ModF16], [ModF32]>;
def : Cvt<[Rounding, OptFtz, OptSat], [ModF32], [ModF64]>;
def : Cvt<[Rounding, OptSat], [ModF16], [ModF64]>;
def : Cvt<[OptFtz, OptSat], [ModF32], [ModF16]>;
def : CvtFtz15<[OptFtz, OptSat], [ModF64], [ModF32]>;
def : Cvt<[OptSat], [ModF64], [ModF16]>;
def : Cvt<[OptIntRounding, OptFtz, OptSat], [ModF32], [ModF32]>;
foreach T = [ModF16, ModF64] in
def : Cvt<[OptIntRounding, OptSat], [T], [T]>;

// .bf16 fits exactly.
let MinVersion = 78, MinTarget = 90 in {
  def : Form<OpCvt, [IntRounding, Types<AllInts>, Types<[ModBF16]>],
             [DFirst, SReg]>;
  def : Form<OpCvt, [Rounding, Types<[ModBF16]>, Types<AllInts>],
             [DFirst, S]>;
  def : Form<OpCvt, [OptIntRounding, Types<[ModBF16]>, Types<[ModBF16]>],
             [DFirst, SReg]>;
  def : Form<OpCvt, [OptRounding, Types<[ModF16]>, Types<[ModBF16]>],
             [DFirst, SReg]>;
  def : Form<OpCvt, [OptRounding, Types<[ModBF16]>, Types<[ModF16]>],
             [DFirst, SReg]>;
  def : Form<OpCvt, [Rounding, Types<[ModBF16]>, Types<[ModF64]>],
             [DFirst, S]>;
}
let MinVersion = 71, MinTarget = 80, Raises = [Raise<ModF64, 78, 90>] in
def : Form<OpCvt, [OptRounding, Types<[ModF32, ModF64]>, Types<[ModBF16]>],
           [DFirst, SReg]>;
let MinVersion = 70, MinTarget = 80 in
def : Form<OpCvt, [Rounding, Types<[ModBF16]>, Types<[ModF32]>], [DFirst, S]>;

let IsBeyondManual = 1 in {
  let MinVersion = 70, MinTarget = 80 in
  def : Form<OpCvt, [Rounding, Slot<GrpFtz, [ModFtz]>, Types<[ModBF16]>,
                     Types<[ModF32]>], [DFirst, S]>;
  let MinVersion = 78, MinTarget = 90 in
  def : Form<OpCvt, [OptRounding, Slot<GrpFtz, [ModFtz]>, Types<[ModF32]>,
                     Types<[ModBF16]>], [DFirst, SReg]>;
}

// To halves and narrower, as tensor instructions want them. Two sources fill
// the result from the top.
def RnRz : Slot<GrpRounding, [ModRn, ModRz]>;
def RzRp : Slot<GrpRounding, [ModRz, ModRp]>;
def Rna : Slot<GrpRounding, [ModRna]>;
def Rs : Slot<GrpRounding, [ModRs]>;
def OptRelu : OptSlot<GrpRelu, [ModRelu]>;
def Relu : Slot<GrpRelu, [ModRelu]>;
def SatFinite : Slot<GrpSatFinite, [ModSatfinite]>;
def OptSatFinite : OptSlot<GrpSatFinite, [ModSatfinite]>;

let MinVersion = 70, MinTarget = 80,
    Raises = [Raise<ModSatfinite, 81, 80>] in {
  def : Form<OpCvt, [RnRz, Relu, OptSatFinite, Types<[ModF16, ModBF16]>,
                     Types<[ModF32]>], [DFirst, S]>;
  def : Form<OpCvt, [RnRz, OptRelu, OptSatFinite,
                     Types<[ModF16x2, ModBF16x2]>, Types<[ModF32]>],
             [DFirst, S, S]>;
  def : Form<OpCvt, [Rna, OptSatFinite, Types<[ModTF32]>, Types<[ModF32]>],
             [DFirst, S]>;
}
let MinVersion = 81, MinTarget = 70, Raises = [Raise<ModBF16, 81, 80>] in
def : Form<OpCvt, [RnRz, SatFinite, Types<[ModF16, ModBF16]>, Types<[ModF32]>],
           [DFirst, S]>;
let MinVersion = 78, MinTarget = 90,
    Raises = [Raise<ModSatfinite, 86, 100>] in
def : Form<OpCvt, [RnRz, OptSatFinite, OptRelu, Types<[ModTF32]>,
                   Types<[ModF32]>], [DFirst, S]>;
defvar StochasticTarget = !add(ArchOnlyA, Arch100, 100);
let MinVersion = 87, MinTarget = StochasticTarget in {
  def : Form<OpCvt, [Rs, OptRelu, OptSatFinite, Types<[ModF16x2, ModBF16x2]>,
                     Types<[ModF32]>],
             [DFirst, SReg, SReg, SRegFixed<"B32">]>;
  def : Form<OpCvt, [Rs, OptRelu, SatFinite,
                     Types<[ModE4M3x4, ModE5M2x4, ModE2M3x4, ModE3M2x4,
                            ModE2M1x4]>, Types<[ModF32]>],
             [DFirst, Vec<4, SReg>, SRegFixed<"B32">]>;
}

// Eight bits from PTX 7.8 on sm_90, later on sm_89 as well; less on targets
// with a suffix.
class Cvt8<list<Modifier> types, int version, int target> {
  list<Modifier> Types = types;
  int Version = version;
  int Target = target;
}
defvar NarrowTarget = !add(Arch100, Arch120, 100);
foreach C = [Cvt8<[ModE4M3x2, ModE5M2x2], 78, 90>,
             Cvt8<[ModE4M3x2, ModE5M2x2], 81, 89>,
             Cvt8<[ModE2M1x2, ModE2M3x2, ModE3M2x2], 86, NarrowTarget>] in
let MinVersion = C.Version, MinTarget = C.Target in {
  def : Form<OpCvt, [Rn, SatFinite, OptRelu, Types<C.Types>, Types<[ModF32]>],
             [DFirst, S, S]>;
  def : Form<OpCvt, [Rn, OptRelu, Types<[ModF16x2]>, Types<C.Types>],
             [DFirst, SReg]>;
  defvar FromPair = !if(!eq(C.Version, 86), [ModE2M1x2], C.Types);
  def : Form<OpCvt, [Rn, SatFinite, OptRelu, Types<FromPair>,
                     Types<[ModF16x2]>], [DFirst, SReg]>;
}
let MinVersion = 86, MinTarget = NarrowTarget in {
  def : Form<OpCvt, [RzRp, OptSatFinite, Types<[ModUE8M0x2]>, Types<[ModF32]>],
             [DFirst, S, S]>;
  def : Form<OpCvt, [RzRp, OptSatFinite, Types<[ModUE8M0x2]>,
                     Types<[ModBF16x2]>], [DFirst, SReg]>;
  def : Form<OpCvt, [Rn, Types<[ModBF16x2]>, Types<[ModUE8M0x2]>],
             [DFirst, SReg]>;
}

let MinVersion = 65, MinTarget = 72 in {
  def : Form<OpCvtPack, [Sat, Types<[ModU16, ModS16]>, Types<[ModS32]>],
             [DFixed<"B32">, S, S]>;
  def : Form<OpCvtPack, [Sat, Types<[ModU8, ModS8]>, Types<[ModS32]>,
                         Types<[ModB32]>],
             [DFixed<"B32">, SFixed<"S32">, SFixed<"S32">, S]>;
  let MinTarget = 75 in
  def : Form<OpCvtPack, [Sat, Slot<GrpElement, [ModU2, ModS2, ModU4, ModS4]>,
                         Types<[ModS32]>, Types<[ModB32]>],
             [DFixed<"B32">, SFixed<"S32">, SFixed<"S32">, S]>;
}

//===----------------------------------------------------------------------===//
// mov
//===----------------------------------------------------------------------===//

def SPack : Operand<"KVector", TLast, "OFPack">;
def DPack : Operand<"KVector", TLast, "OFDest | OFPack">;
let Raises = [F64Since12] in
def : Form<OpMov, [Types<!listconcat([ModPred], Scalars)>],
           [D, Operand<"KReg | KImm | KSpecial", TLast>]>;
let MinVersion = 83, MinTarget = 70 in {
  def : Form<OpMov, [Types<[ModB128]>], [D, SReg]>;
  def : Form<OpMov, [Types<[ModB128]>], [D, SPack]>;
  def : Form<OpMov, [Types<[ModB128]>], [DPack, SReg]>;
}
// The address of a variable or function.
def : Form<OpMov, [Types<!listconcat(Bits, Ints)>],
           [D, Operand<"KSymbol", TLast>]>;
// Joining and splitting.
def : Form<OpMov, [Types<Bits>], [D, SPack]>;
def : Form<OpMov, [Types<Bits>], [DPack, SReg]>;
let IsBeyondManual = 1 in {
  def : Form<OpMov, [Types<[ModPred]>], [D, Operand<"KReg", TLast,
                                                    "OFNegatable">]>;
  def : Form<OpMov, [Types<Bits>], [DPack, Operand<"KImm | KSymbol | KSpecial",
                                                   TLast>]>;
  let MinVersion = 83, MinTarget = 70 in
  def : Form<OpMov, [Types<[ModB128]>], [D, Operand<"KImm", TLast>]>;
  // Element by element, up to 16 bytes.
  foreach N = [ModV2, ModV4] in
  def : Form<OpMov, [Slot<GrpVector, [N]>,
                     Types<!if(!eq(N, ModV2), Scalars,
                               [ModB16, ModU16, ModS16, ModB32, ModU32, ModS32,
                                ModF32])>],
             [Operand<"KReg | KVector", TLast, "OFDest | OFVector">,
              Operand<"KReg | KVector", TLast, "OFVector">]>;
}
// A whole special register.
def : Form<OpMov, [Slot<GrpVector, [ModV4]>, Types<[ModU32, ModU16]>],
           [Operand<"KReg | KVector", TLast, "OFDest | OFVector">,
            Operand<"KReg | KSpecial | KVector", TLast, "OFVector">]>;
