//===- PTXCompareLogic.td - Comparison, logic, shifts ------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//===----------------------------------------------------------------------===//
// set, setp, selp, slct
//===----------------------------------------------------------------------===//

defvar Equality = [ModEq, ModNe];
defvar SignedCmp = !listconcat(Equality, [ModLt, ModLe, ModGt, ModGe]);
defvar UnsignedCmp = !listconcat(SignedCmp, [ModLo, ModLs, ModHi, ModHs]);
defvar FloatCmp = !listconcat(SignedCmp, [ModEqu, ModNeu, ModLtu, ModLeu,
                                          ModGtu, ModGeu, ModNum, ModNan]);

// Which comparisons go with which types.
class CmpClass<list<Modifier> cmps, list<Modifier> types,
               list<Slot> middle = [], int version = 10, int target = 10> {
  list<Modifier> Cmps = cmps;
  list<Modifier> Types = types;
  list<Slot> Middle = middle;
  int Version = version;
  int Target = target;
}
def CmpBits : CmpClass<Equality, Bits>;
def CmpSigned : CmpClass<SignedCmp, SInts>;
def CmpUnsigned : CmpClass<UnsignedCmp, UInts>;
def CmpF32 : CmpClass<FloatCmp, [ModF32], [OptFtz]>;
def CmpF64 : CmpClass<FloatCmp, [ModF64], [], 12, 13>;

foreach C = [CmpBits, CmpSigned, CmpUnsigned, CmpF32, CmpF64] in
let MinVersion = C.Version, MinTarget = C.Target, Raises = [FtzSince14] in {
  defvar Cmp = Slot<GrpCompare, C.Cmps>;
  defvar T = Types<C.Types>;
  def : Form<OpSetp, !listconcat([Cmp], C.Middle, [T]), [DPredPair, S, S]>;
  def : Form<OpSetp, !listconcat([Cmp, Bool], C.Middle, [T]),
             [DPredPair, S, S, SNotPred]>;
  defvar Result = Types<[ModU32, ModS32, ModF32]>;
  def : Form<OpSet, !listconcat([Cmp], C.Middle, [Result, T]),
             [DFirst, S, S]>;
  def : Form<OpSet, !listconcat([Cmp, Bool], C.Middle, [Result, T]),
             [DFirst, S, S, SNotPred]>;
}

def DPredAlone : Operand<"KReg", Fixed<"Pred">, "OFDest | OFPairSink">;
// Halves give one predicate, pairs two; .bf16 has no .ftz.
def HalfCmp : Slot<GrpCompare, FloatCmp>;
class HalfClass<Modifier type, Operand result, list<Slot> ftz, int version,
                int target> {
  Modifier Type = type;
  Operand Result = result;
  list<Slot> Ftz = ftz;
  int Version = version;
  int Target = target;
}
foreach C = [HalfClass<ModF16, DPredAlone, [OptFtz], 42, 53>,
             HalfClass<ModF16x2, DPredPair, [OptFtz], 42, 53>,
             HalfClass<ModBF16, DPredAlone, [], 78, 90>,
             HalfClass<ModBF16x2, DPredPair, [], 78, 90>] in
let MinVersion = C.Version, MinTarget = C.Target in {
  def : Form<OpSetp, !listconcat([HalfCmp], C.Ftz, [Types<[C.Type]>]),
             [C.Result, SReg, SReg]>;
  def : Form<OpSetp, !listconcat([HalfCmp, Bool], C.Ftz, [Types<[C.Type]>]),
             [C.Result, SReg, SReg, SNotPred]>;
}

// set with a half among its types: .set.CMP.RESULT.SOURCE.
class HalfSet<list<Modifier> cmps, list<Modifier> results,
              list<Modifier> types, int version, int target,
              list<Slot> ftz = [], Operand source = S,
              list<Raise> raises = []> {
  list<Modifier> Cmps = cmps;
  list<Modifier> Results = results;
  list<Modifier> Types = types;
  int Version = version;
  int Target = target;
  list<Slot> Ftz = ftz;
  Operand Source = source;
  list<Raise> Raises = raises;
}
defvar SetInts = [ModU16, ModS16, ModU32, ModS32];
foreach C = [
  HalfSet<SignedCmp, [ModF16], Ints, 42, 53>,
  HalfSet<Equality, [ModF16], Bits, 42, 53>,
  HalfSet<FloatCmp, [ModF16], [ModF32], 42, 53, [OptFtz]>,
  HalfSet<FloatCmp, [ModF16], [ModF64], 42, 53>,
  HalfSet<FloatCmp, [ModF16], [ModF16], 42, 53, [OptFtz], SReg>,
  HalfSet<SignedCmp, [ModBF16], Ints, 78, 90>,
  HalfSet<Equality, [ModBF16], Bits, 78, 90>,
  HalfSet<FloatCmp, [ModBF16], [ModF32, ModF64], 78, 90>,
  HalfSet<FloatCmp, [ModBF16], [ModF16, ModBF16], 78, 90, [], SReg>,
  HalfSet<FloatCmp, SetInts, [ModF16], 65, 53, [OptFtz], SReg>,
  HalfSet<FloatCmp, SetInts, [ModBF16], 78, 90, [], SReg>,
  HalfSet<FloatCmp, [ModF16x2, ModU32, ModS32], [ModF16x2], 42, 53, [OptFtz],
          SReg, [Raise<ModU32, 65, 53>, Raise<ModS32, 65, 53>]>,
  HalfSet<FloatCmp, [ModBF16x2, ModU32, ModS32], [ModBF16x2], 78, 90, [],
          SReg>] in
let MinVersion = C.Version, MinTarget = C.Target, Raises = C.Raises in {
  defvar HalfTypes = [Types<C.Results>, Types<C.Types>];
  def : Form<OpSet, !listconcat([Slot<GrpCompare, C.Cmps>], C.Ftz, HalfTypes),
             [DFirst, C.Source, C.Source]>;
  def : Form<OpSet, !listconcat([Slot<GrpCompare, C.Cmps>, Bool], C.Ftz,
                                HalfTypes),
             [DFirst, C.Source, C.Source, SNotPred]>;
}

defvar F64Since12 = Raise<ModF64, 12, 13>;
let Raises = [F64Since12, FtzSince14] in {
  def : Form<OpSelp, [Types<Scalars>], [D, S, S, SNotPred]>;
  def : Form<OpSlct, [Types<Scalars>, Types<[ModS32]>],
             [DFirst, SFirst, SFirst, S]>;
  def : Form<OpSlct, [OptFtz, Types<Scalars>, Types<[ModF32]>],
             [DFirst, SFirst, SFirst, S]>;
}

//===----------------------------------------------------------------------===//
// Logic and shifts
//===----------------------------------------------------------------------===//

foreach Op = [OpAnd, OpOr, OpXor] in {
  def : Form<Op, [Types<Bits>], [D, S, S]>;
  def : Form<Op, [Types<[ModPred]>], [D, SNotPred, SNotPred]>;
}
def : Form<OpNot, [Types<!listconcat([ModPred], Bits)>], [D, S]>;
let IsBeyondManual = 1 in
def : Form<OpNot, [Types<[ModPred]>], [D, Operand<"KReg", TLast,
                                                  "OFNegatable">]>;
def : Form<OpCnot, [Types<Bits>], [D, S]>;
def : Form<OpShl, [Types<Bits>], [D, S, SU32]>;
def : Form<OpShr, [Types<!listconcat(Bits, Ints)>], [D, S, SU32]>;

let MinVersion = 31, MinTarget = 32 in
def : Form<OpShf, [Slot<GrpShiftDirection, [ModL, ModR]>,
                   Slot<GrpShiftMode, [ModClamp, ModWrap]>, Types<[ModB32]>],
           [D, S, S, SU32]>;
let MinVersion = 43, MinTarget = 50 in
def : Form<OpLop3, [Types<[ModB32]>], [D, S, S, S, SImm<"U8">]>;
let IsBeyondManual = 1, MinVersion = 43, MinTarget = 50 in
def : Form<OpLop3, [Types<[ModB32]>],
           [Operand<"KSink", TLast, "OFDest">, S, S, S, SImm<"U8">]>;
let MinVersion = 82, MinTarget = 70 in
def : Form<OpLop3, [Slot<GrpBoolOp, [ModOr, ModAnd]>, Types<[ModB32]>],
           [Operand<"KReg | KSink", TLast, "OFDest | OFPair | OFPairNeeded">,
            S, S, S, SImm<"U8">, SNotPred]>;
let MinVersion = 20, MinTarget = 20 in
def : Form<OpPrmt, [Types<[ModB32]>,
                    OptSlot<GrpPrmtMode, [ModF4e, ModB4e, ModRc8, ModEcl,
                                          ModEcr, ModRc16]>],
           [D, S, S, S]>;
