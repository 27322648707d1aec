//===- PTXCompareLogic.td - Comparison, selection, logic, shifts *- tablegen -*-===//
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
def CmpF16 : CmpClass<FloatCmp, [ModF16], [OptFtz], 42, 53>;

foreach C = [CmpBits, CmpSigned, CmpUnsigned, CmpF32, CmpF64, CmpF16] in
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
let MinVersion = 42, MinTarget = 53 in {
  def : Form<OpSetp, [Slot<GrpCompare, FloatCmp>, OptFtz, Types<[ModF16x2]>],
             [DPredPair, SReg, SReg]>;
  def : Form<OpSetp, [Slot<GrpCompare, FloatCmp>, Bool, OptFtz,
                      Types<[ModF16x2]>], [DPredPair, SReg, SReg, SNotPred]>;
}

defvar F64Since12 = Raise<ModF64, 12, 13>;
let Raises = [F64Since12, FtzSince14] in {
  def : Form<OpSelp, [Types<Scalars>], [D, S, S, SPred]>;
  def : Form<OpSlct, [Types<Scalars>, Types<[ModS32]>],
             [DFirst, SFirst, SFirst, S]>;
  def : Form<OpSlct, [OptFtz, Types<Scalars>, Types<[ModF32]>],
             [DFirst, SFirst, SFirst, S]>;
}

//===----------------------------------------------------------------------===//
// Logic and shifts
//===----------------------------------------------------------------------===//

foreach Op = [OpAnd, OpOr, OpXor] in
def : Form<Op, [Types<!listconcat([ModPred], Bits)>], [D, S, S]>;
def : Form<OpNot, [Types<!listconcat([ModPred], Bits)>], [D, S]>;
def : Form<OpCnot, [Types<Bits>], [D, S]>;
def : Form<OpShl, [Types<Bits>], [D, S, SU32]>;
def : Form<OpShr, [Types<!listconcat(Bits, Ints)>], [D, S, SU32]>;

let MinVersion = 40, MinTarget = 32 in
def : Form<OpShf, [Slot<GrpShiftDirection, [ModL, ModR]>,
                   Slot<GrpShiftMode, [ModClamp, ModWrap]>, Types<[ModB32]>],
           [D, S, S, SU32]>;
let MinVersion = 43, MinTarget = 50 in
def : Form<OpLop3, [Types<[ModB32]>], [D, S, S, S, SImm<"U8">]>;
let MinVersion = 82, MinTarget = 70 in
def : Form<OpLop3, [Slot<GrpBoolOp, [ModOr, ModAnd]>, Types<[ModB32]>],
           [Operand<"KReg | KSink", TLast, "OFDest | OFPair">, S, S, S,
            SImm<"U8">, SNotPred]>;
let MinVersion = 20, MinTarget = 20 in
def : Form<OpPrmt, [Types<[ModB32]>,
                    OptSlot<GrpPrmtMode, [ModF4e, ModB4e, ModRc8, ModEcl,
                                          ModEcr, ModRc16]>],
           [D, S, S, S]>;
