//===- TeslaPatterns.td - From DAG to instructions ---------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Selection patterns, and the few instructions that exist only while code is
// being generated. Encodings, texts and operands are in the files beside this
// folder; nothing here repeats them. Modifiers that a pattern leaves out take
// their default: none.
//
//===----------------------------------------------------------------------===//

//===----------------------------------------------------------------------===//
// Instructions of the code generator
//===----------------------------------------------------------------------===//

// A branch whose lanes may disagree. The reconvergence pass needs to know, and
// the encoding is the same.
let isCodeGenOnly = 1 in
def BRA_DIV : BraInst;

class TeslaPseudo<dag outs, dag operands, string constraints = "">
    : Instruction {
  let Namespace = "Tesla";
  let OutOperandList = outs;
  let InOperandList = operands;
  let Constraints = constraints;
  let isPseudo = 1;
  let isCodeGenOnly = 1;
  let hasSideEffects = 0;
  let mayLoad = 0;
  let mayStore = 0;
}

// A move under a condition: the old value stays where it does not hold.
let Size = MOV_B32_r.Size in
def SELECT : TeslaPseudo<(outs GPR32:$dst),
                         (ins GPR32:$no, GPR32:$yes, i32imm:$cond, CC:$cc),
                         "$dst = $no">;

// A conditional move of a word of s[] or c[].
let Size = MOV_B32_s.Size, mayLoad = 1 in {
def SELECT_S : TeslaPseudo<(outs GPR32:$dst),
                           (ins GPR32:$no, ARZ:$base, i32imm:$offset,
                                i32imm:$mode, i32imm:$cond, CC:$cc),
                           "$dst = $no">;
def SELECT_C : TeslaPseudo<(outs GPR32:$dst),
                           (ins GPR32:$no, i32imm:$bank, ARZ:$base,
                                i32imm:$offset, i32imm:$cond, CC:$cc),
                           "$dst = $no">;
}

// Zero, made at this place of the PTX.
let isReMaterializable = 1, Size = MOV_B32_i.Size in
def UNDEFINED : TeslaPseudo<(outs GPR32:$dst), (ins i32imm:$line,
                                                    i32imm:$column)>;

// A fetch of the silicon whose registers, coordinates and then texel, are a
// quad. The mask says which components are wanted; they come first.
let Size = TEXAUTO.Size, mayLoad = 1, SchedRW = [WriteTexture] in
foreach fetch = ["AUTO", "FETCH"] in
def TEX#fetch#_Q : TeslaPseudo<(outs GPR128:$dst),
                               (ins GPR128:$block, i32imm:$mask,
                                    i32imm:$texture, i32imm:$sampler,
                                    i32imm:$coordinates), "$dst = $block">;

// Orders memory accesses.
let hasSideEffects = 1, Size = 0 in
def MEMBAR : TeslaPseudo<(outs), (ins)>;

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

def SDTCmp : SDTypeProfile<1, 3, [SDTCisVT<0, untyped>, SDTCisSameAs<1, 2>,
                                  SDTCisVT<3, i32>]>;
def SDTSelc : SDTypeProfile<1, 4, [SDTCisVT<0, i32>, SDTCisVT<1, i32>,
                                   SDTCisVT<2, i32>, SDTCisVT<3, i32>,
                                   SDTCisVT<4, untyped>]>;
def SDTCarryOut : SDTypeProfile<2, 2, [SDTCisVT<0, i32>, SDTCisVT<1, untyped>,
                                       SDTCisVT<2, i32>, SDTCisVT<3, i32>]>;
def SDTCarryInOut : SDTypeProfile<2, 3, [SDTCisVT<0, i32>, SDTCisVT<1, untyped>,
                                         SDTCisVT<2, i32>, SDTCisVT<3, i32>,
                                         SDTCisVT<4, untyped>]>;
def SDTCmpD : SDTypeProfile<1, 3, [SDTCisVT<0, untyped>, SDTCisVT<1, f64>,
                                   SDTCisVT<2, f64>, SDTCisVT<3, i32>]>;
def SDTSpecial : SDTypeProfile<1, 1, [SDTCisVT<0, i32>, SDTCisVT<1, i32>]>;

def TeslaExit : SDNode<"TeslaISD::EXIT", SDTNone, [SDNPHasChain]>;
def TeslaMembar : SDNode<"TeslaISD::MEMBAR", SDTNone,
                         [SDNPHasChain, SDNPSideEffect]>;
def TeslaCmpS : SDNode<"TeslaISD::CMP_S", SDTCmp>;
def TeslaCmpU : SDNode<"TeslaISD::CMP_U", SDTCmp>;
def TeslaCmpF : SDNode<"TeslaISD::CMP_F", SDTCmp>;

def TeslaSelc : SDNode<"TeslaISD::SELC", SDTSelc>;
def TeslaAddCC : SDNode<"TeslaISD::ADDCC", SDTCarryOut>;
def TeslaSubCC : SDNode<"TeslaISD::SUBCC", SDTCarryOut>;
def TeslaAddC : SDNode<"TeslaISD::ADDC", SDTCarryInOut>;
def TeslaShl : SDNode<"TeslaISD::SHL", SDTIntBinOp>;
def TeslaShr : SDNode<"TeslaISD::SHR", SDTIntBinOp>;
def TeslaSar : SDNode<"TeslaISD::SAR", SDTIntBinOp>;
def TeslaMulU16 : SDNode<"TeslaISD::MUL_U16", SDTIntBinOp, [SDNPCommutative]>;
def TeslaMulS16 : SDNode<"TeslaISD::MUL_S16", SDTIntBinOp, [SDNPCommutative]>;
def TeslaMulSU16 : SDNode<"TeslaISD::MUL_SU16", SDTIntBinOp>;
def TeslaMulU24 : SDNode<"TeslaISD::MUL_U24", SDTIntBinOp, [SDNPCommutative]>;
def TeslaMulS24 : SDNode<"TeslaISD::MUL_S24", SDTIntBinOp, [SDNPCommutative]>;
def TeslaCmpD : SDNode<"TeslaISD::CMP_D", SDTCmpD>;
def TeslaMovSpecial : SDNode<"TeslaISD::MOV_SPECIAL", SDTSpecial>;
def TeslaMovCounter : SDNode<"TeslaISD::MOV_COUNTER", SDTSpecial,
                             [SDNPHasChain, SDNPSideEffect]>;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

def BitsOfFloat : SDNodeXForm<fpimm, [{
  return CurDAG->getTargetConstant(
      N->getValueAPF().bitcastToAPInt().getZExtValue(), SDLoc(N), MVT::i32);
}]>;
class Rounding<string text, int value> {
  string Text = text;
  int Code = value;
}

def Uimm7 : ImmLeaf<i32, [{ return isUInt<7>(Imm); }]>;

def : Pat<(i32 imm:$v), (MOV_B32_i imm:$v)>;
def : Pat<(f32 fpimm:$v), (MOV_B32_i (BitsOfFloat fpimm:$v))>;
def : Pat<(i32 (bitconvert f32:$a)), (COPY_TO_REGCLASS $a, GPR32)>;
def : Pat<(f32 (bitconvert i32:$a)), (COPY_TO_REGCLASS $a, GPR32)>;

//===----------------------------------------------------------------------===//
// Integer arithmetic
//===----------------------------------------------------------------------===//

multiclass BinaryPat<SDPatternOperator node, Instruction rr> {
  def : Pat<(i32 (node i32:$a, i32:$b)), (rr $a, $b)>;
}
// \p family: as in the relations between forms.
multiclass BinaryImmPat<SDPatternOperator node, string family>
    : BinaryPat<node, !cast<Instruction>(family#"_rr")> {
  def : Pat<(i32 (node i32:$a, imm:$b)),
            (!cast<Instruction>(family#"_ri") $a, imm:$b)>;
}
defm : BinaryImmPat<add, "ADD_B32">;
defm : BinaryImmPat<and, "AND_B32">;
defm : BinaryImmPat<or, "OR_B32">;
defm : BinaryImmPat<xor, "XOR_B32">;
defm : BinaryPat<sub, SUB_B32_rr>;
def : Pat<(sub imm:$a, i32:$b), (SUBR_B32_ri $b, imm:$a)>;
def : Pat<(i32 (saddsat i32:$a, i32:$b)), (ADD_B32_rr $a, $b, 1)>;
def : Pat<(i32 (ssubsat i32:$a, i32:$b)), (SUB_B32_rr $a, $b, 1)>;
defm : BinaryPat<smax, MAX_S32_rr>;
defm : BinaryPat<smin, MIN_S32_rr>;
defm : BinaryPat<umax, MAX_U32_rr>;
defm : BinaryPat<umin, MIN_U32_rr>;

def : Pat<(and i32:$a, (xor i32:$b, -1)), (AND_B32_rr $a, $b, 0, 1)>;
def : Pat<(or i32:$a, (xor i32:$b, -1)), (OR_B32_rr $a, $b, 0, 1)>;

def : Pat<(TeslaAddCC i32:$a, i32:$b), (ADD_B32_rr_cc $a, $b)>;
def : Pat<(TeslaSubCC i32:$a, i32:$b), (SUB_B32_rr_cc $a, $b)>;
def : Pat<(TeslaAddC i32:$a, i32:$b, untyped:$c),
          (ADDC_B32_rr_cc $a, $b, $c)>;

multiclass ShiftPat<SDPatternOperator plain, SDPatternOperator clamped,
                    string family> {
  defm : BinaryPat<plain, !cast<Instruction>(family#"_rr")>;
  defm : BinaryPat<clamped, !cast<Instruction>(family#"_rr")>;
  def : Pat<(i32 (plain i32:$a, Uimm7:$n)),
            (!cast<Instruction>(family#"_ri") $a, Uimm7:$n)>;
}
defm : ShiftPat<shl, TeslaShl, "SHL_B32">;
defm : ShiftPat<srl, TeslaShr, "SHR_U32">;
defm : ShiftPat<sra, TeslaSar, "SHR_S32">;

// A half times a power of two: one instruction, not two.
def OneBitBelow16 : ImmLeaf<i32, [{ return isUInt<4>(Imm); }]>;
def OneBitBelow15 : ImmLeaf<i32, [{ return Imm >= 0 && Imm < 15; }]>;
def PowerOfTwo : SDNodeXForm<imm, [{
  return CurDAG->getTargetConstant(uint64_t(1) << N->getZExtValue(), SDLoc(N),
                                   MVT::i32);
}]>;
class OnlyUse<dag half>
    : PatFrag<(ops node:$a), half, [{ return onlyFeedsHalves(N); }]>;
def ZextHalfOnce : OnlyUse<(and node:$a, 0xffff)>;
def HiHalfOnce : OnlyUse<(srl node:$a, (i32 16))>;
def SextHalfOnce : OnlyUse<(sext_inreg node:$a, i16)>;
def SraHalfOnce : OnlyUse<(sra node:$a, (i32 16))>;
// A sum can be short.
def : Pat<(shl i32:$a, (i32 1)), (ADD_B32_rr $a, $a)>;
def IsSilicon : Predicate<"!Subtarget->hasWideAddresses()">;
// A field in the upper half, and its mask for the whole word.
def UpperField : ImmLeaf<i32, [{ return Imm > 0 && isUInt<16>(Imm); }]>;
def UpperMask : SDNodeXForm<imm, [{
  return CurDAG->getTargetConstant(N->getZExtValue() << 16, SDLoc(N), MVT::i32);
}]>;
def HiFieldOnce : PatFrag<(ops node:$a, node:$mask),
                          (and (srl node:$a, (i32 16)), node:$mask),
                          [{ return onlyFeedsHalves(N); }]>;
def ShlOnce : PatFrag<(ops node:$a, node:$n), (shl node:$a, node:$n),
                      [{ return N->hasOneUse(); }]>;
let Predicates = [IsSilicon] in
def : Pat<(i32 (abs i32:$a)), (CVT_U32_S32_r $a, 0, 1)>;
// A parameter is a sum's operand, but would not be a product's addend.
def AddOfRegisters
    : PatFrag<(ops node:$a, node:$b), (add node:$a, node:$b),
              [{ return isSumOfRegisters(N); }]>;
// A word that holds no more than 16 bits. Of memory it would be an operand.
def KnownHalf : PatLeaf<(i32 GPR32:$a), [{
  return !isa<LoadSDNode>(N) &&
         CurDAG->MaskedValueIsZero(SDValue(N, 0), APInt(32, 0xffff0000));
}]>;
// 16-bit values by which a product with a number makes an extension needless.
class HalfOf<dag word, dag reg> {
  dag Word = word;
  dag Reg = reg;
}
defvar UnsignedHalves = [
  HalfOf<(ZextHalfOnce i32:$a), (EXTRACT_SUBREG $a, lo16)>,
  HalfOf<(HiHalfOnce i32:$a), (EXTRACT_SUBREG $a, hi16)>,
  HalfOf<(HiFieldOnce i32:$a, UpperField:$mask),
         (EXTRACT_SUBREG (AND_B32_ri $a, (UpperMask $mask)), hi16)>
];
// A sum can be short, and the sum of a product.
def OrOfParts : PatFrag<(ops node:$a, node:$b), (or node:$a, node:$b), [{
  return N->getFlags().hasDisjoint() ||
         CurDAG->haveNoCommonBitsSet(N->getOperand(0), N->getOperand(1));
}]>;
// A number has to be a literal where a tied addend would need a copy.
def HasLiterals : Predicate<"!Subtarget->hasWideAddresses() && "
                            "OptLevel != CodeGenOptLevel::None">;
let Predicates = [HasLiterals], AddedComplexity = 30 in {
foreach h = UnsignedHalves in {
  def : Pat<(shl h.Word, OneBitBelow16:$n),
            (MUL_U16_ri h.Reg, (PowerOfTwo $n))>;
  def : Pat<(AddOfRegisters h.Word, i32:$b),
            (MAD_U16_rrr h.Reg, (EXTRACT_SUBREG (MOV_B32_i 1), lo16), $b)>;
  def : Pat<(AddOfRegisters (ShlOnce h.Word, OneBitBelow16:$n), i32:$b),
            (MAD_U16_rrr h.Reg,
                         (EXTRACT_SUBREG (MOV_B32_i (PowerOfTwo $n)), lo16),
                         $b)>;
}
def : Pat<(AddOfRegisters (SraHalfOnce i32:$a), i32:$b),
          (MAD_S16_rrr (EXTRACT_SUBREG $a, hi16),
                       (EXTRACT_SUBREG (MOV_B32_i 1), lo16), $b)>;
// A product can be short, and a shift can not.
def : Pat<(shl KnownHalf:$a, OneBitBelow16:$n),
          (MUL_U16_ri (EXTRACT_SUBREG $a, lo16), (PowerOfTwo $n))>;
def : Pat<(i32 (OrOfParts i32:$a, i32:$b)), (ADD_B32_rr $a, $b)>;
def : Pat<(i32 (OrOfParts i32:$a, imm:$b)), (ADD_B32_ri $a, imm:$b)>;
def : Pat<(shl (SextHalfOnce i32:$a), OneBitBelow15:$n),
          (MUL_S16_ri (EXTRACT_SUBREG $a, lo16), (PowerOfTwo $n))>;
foreach r = [Rounding<"rn", 0>, Rounding<"rm", 1>, Rounding<"rp", 2>,
             Rounding<"rz", 3>] in {
  defvar ui2f = !cast<Intrinsic>("int_nvvm_ui2f_"#r.Text);
  defvar i2f = !cast<Intrinsic>("int_nvvm_i2f_"#r.Text);
  foreach h = UnsignedHalves in {
    def : Pat<(f32 (ui2f h.Word)), (CVT_F32_U16_r h.Reg, 0, 0, r.Code)>;
    def : Pat<(f32 (i2f h.Word)), (CVT_F32_U16_r h.Reg, 0, 0, r.Code)>;
  }
  def : Pat<(f32 (i2f (SextHalfOnce i32:$a))),
                     (CVT_F32_S16_r (EXTRACT_SUBREG $a, lo16), 0, 0, r.Code)>;
}
}

def : Pat<(sext_inreg i32:$a, i8), (CVT_S32_S8_r $a)>;
def : Pat<(sext_inreg i32:$a, i16), (CVT_S32_S16_r (EXTRACT_SUBREG $a, lo16))>;

//===----------------------------------------------------------------------===//
// Products: a half of a word is a register of its own
//===----------------------------------------------------------------------===//

def HiHalf : PatFrag<(ops node:$a), (srl node:$a, (i32 16))>;


multiclass Mul16Pats<SDPatternOperator node, Instruction mul, Instruction mad> {
  def : Pat<(node i32:$a, i32:$b),
            (mul (EXTRACT_SUBREG $a, lo16), (EXTRACT_SUBREG $b, lo16))>;
  def : Pat<(add (node i32:$a, i32:$b), i32:$c),
            (mad (EXTRACT_SUBREG $a, lo16), (EXTRACT_SUBREG $b, lo16), $c)>;
}
defm : Mul16Pats<TeslaMulU16, MUL_U16_rr, MAD_U16_rrr>;
defm : Mul16Pats<TeslaMulS16, MUL_S16_rr, MAD_S16_rrr>;
def : Pat<(TeslaMulSU16 i32:$a, i32:$b),
          (MUL_SU16_rr (EXTRACT_SUBREG $a, lo16), (EXTRACT_SUBREG $b, lo16))>;
// The commuted form comes from the node's property.
let AddedComplexity = 10 in {
  def : Pat<(TeslaMulU16 (HiHalf i32:$a), i32:$b),
            (MUL_U16_rr (EXTRACT_SUBREG $a, hi16), (EXTRACT_SUBREG $b, lo16))>;
  def : Pat<(add (TeslaMulU16 (HiHalf i32:$a), i32:$b), i32:$c),
            (MAD_U16_rrr (EXTRACT_SUBREG $a, hi16), (EXTRACT_SUBREG $b, lo16),
                         $c)>;
  def : Pat<(TeslaMulSU16 (HiHalf i32:$a), i32:$b),
            (MUL_SU16_rr (EXTRACT_SUBREG $a, hi16), (EXTRACT_SUBREG $b, lo16))>;
}
// A literal multiplier; it is the second operand by then.
def Imm16Bits : ImmLeaf<i32, [{ return isUInt<16>(Imm); }]>;
def Imm24Bits : ImmLeaf<i32, [{ return isUInt<24>(Imm); }]>;
let AddedComplexity = 10 in {
  def : Pat<(TeslaMulU16 i32:$a, Imm16Bits:$v),
            (MUL_U16_ri (EXTRACT_SUBREG $a, lo16), Imm16Bits:$v)>;
  def : Pat<(TeslaMulSU16 Imm16Bits:$v, i32:$a),
            (MUL_US16_ri (EXTRACT_SUBREG $a, lo16), Imm16Bits:$v)>;
  def : Pat<(TeslaMulU24 i32:$a, Imm24Bits:$v),
            (MUL_U24_ri $a, Imm24Bits:$v)>;
}
let AddedComplexity = 20 in {
  def : Pat<(TeslaMulU16 (HiHalf i32:$a), Imm16Bits:$v),
            (MUL_U16_ri (EXTRACT_SUBREG $a, hi16), Imm16Bits:$v)>;
  def : Pat<(TeslaMulS16 (HiHalf i32:$a), Imm16Bits:$v),
            (MUL_S16_ri (EXTRACT_SUBREG $a, hi16), Imm16Bits:$v)>;
  def : Pat<(TeslaMulS16 (HiHalf i32:$a), (HiHalf i32:$b)),
            (MUL_S16_rr (EXTRACT_SUBREG $a, hi16), (EXTRACT_SUBREG $b, hi16))>;
  def : Pat<(add (TeslaMulS16 (HiHalf i32:$a), (HiHalf i32:$b)), i32:$c),
            (MAD_S16_rrr (EXTRACT_SUBREG $a, hi16), (EXTRACT_SUBREG $b, hi16),
                         $c)>;
  def : Pat<(TeslaMulU16 (HiHalf i32:$a), (HiHalf i32:$b)),
            (MUL_U16_rr (EXTRACT_SUBREG $a, hi16), (EXTRACT_SUBREG $b, hi16))>;
  def : Pat<(add (TeslaMulU16 (HiHalf i32:$a), (HiHalf i32:$b)), i32:$c),
            (MAD_U16_rrr (EXTRACT_SUBREG $a, hi16), (EXTRACT_SUBREG $b, hi16),
                         $c)>;
}

class Mad24Pat<SDPatternOperator node, Instruction mad>
    : Pat<(add (node i32:$a, i32:$b), i32:$c), (mad $a, $b, $c)>;
defm : BinaryPat<TeslaMulU24, MUL_U24_rr>;
defm : BinaryPat<TeslaMulS24, MUL_S24_rr>;
def : Mad24Pat<TeslaMulU24, MAD_U24_rrr>;
def : Mad24Pat<TeslaMulS24, MAD_S24_rrr>;
def : Mad24Pat<HeddleMul24HiU32, MAD_HI_U24_rrr>;
def : Mad24Pat<HeddleMul24HiS32, MAD_HI_S24_rrr>;

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

// The mask of set: 1 less, 2 equal, 4 greater, 8 unordered.
class IntCompare<CondCode cc, Instruction inst, int mask>
    : Pat<(i32 (setcc i32:$a, i32:$b, cc)), (inst $a, $b, mask)>;
def : IntCompare<SETLT, SET_S32_rr, 1>;
def : IntCompare<SETEQ, SET_S32_rr, 2>;
def : IntCompare<SETLE, SET_S32_rr, 3>;
def : IntCompare<SETGT, SET_S32_rr, 4>;
def : IntCompare<SETNE, SET_S32_rr, 5>;
def : IntCompare<SETGE, SET_S32_rr, 6>;
def : IntCompare<SETULT, SET_U32_rr, 1>;
def : IntCompare<SETULE, SET_U32_rr, 3>;
def : IntCompare<SETUGT, SET_U32_rr, 4>;
def : IntCompare<SETUGE, SET_U32_rr, 6>;

class FloatCondition<CondCode cc, int mask> {
  CondCode Code = cc;
  int Mask = mask;
}
defvar FloatConditions = [
  FloatCondition<SETOLT, 1>,
  FloatCondition<SETLT, 1>,
  FloatCondition<SETOEQ, 2>,
  FloatCondition<SETEQ, 2>,
  FloatCondition<SETOLE, 3>,
  FloatCondition<SETLE, 3>,
  FloatCondition<SETOGT, 4>,
  FloatCondition<SETGT, 4>,
  FloatCondition<SETONE, 5>,
  FloatCondition<SETNE, 5>,
  FloatCondition<SETOGE, 6>,
  FloatCondition<SETGE, 6>,
  FloatCondition<SETO, 7>,
  FloatCondition<SETUO, 8>,
  FloatCondition<SETULT, 9>,
  FloatCondition<SETUEQ, 10>,
  FloatCondition<SETULE, 11>,
  FloatCondition<SETUGT, 12>,
  FloatCondition<SETUNE, 13>,
  FloatCondition<SETUGE, 14>
];
foreach c = FloatConditions in
  def : Pat<(i32 (setcc f32:$a, f32:$b, c.Code)), (FSET_rr $a, $b, c.Mask)>;

// Signs that an operand has for nothing. What a negation or a magnitude does to
// denormals and NaN, its reader does as well.
class Sign<SDPatternOperator node, int neg, int abs> {
  SDPatternOperator Node = node;
  int Neg = neg;
  int Abs = abs;
}
def NegAbsF32 : PatFrag<(ops node:$a),
                        (HeddleNegF32 (int_nvvm_fabs_ftz_f node:$a))>;
defvar Signs = [Sign<HeddleNegF32, 1, 0>, Sign<int_nvvm_fabs_ftz_f, 0, 1>,
                Sign<NegAbsF32, 1, 1>];

def : Pat<(TeslaCmpS i32:$a, i32:$b, timm:$mask),
          (SET_S32_rr_c $a, $b, timm:$mask)>;
def : Pat<(TeslaCmpU i32:$a, i32:$b, timm:$mask),
          (SET_U32_rr_c $a, $b, timm:$mask)>;
def : Pat<(TeslaCmpF f32:$a, f32:$b, timm:$mask),
          (FSET_rr_c $a, $b, timm:$mask)>;
foreach s = Signs in {
  def : Pat<(TeslaCmpF (s.Node f32:$a), f32:$b, timm:$mask),
            (FSET_rr_c $a, $b, timm:$mask, s.Neg, s.Abs)>;
  def : Pat<(TeslaCmpF f32:$a, (s.Node f32:$b), timm:$mask),
            (FSET_rr_c $a, $b, timm:$mask, 0, 0, s.Neg, s.Abs)>;
  foreach c = FloatConditions in {
    def : Pat<(i32 (setcc (s.Node f32:$a), f32:$b, c.Code)),
              (FSET_rr $a, $b, c.Mask, s.Neg, s.Abs)>;
    def : Pat<(i32 (setcc f32:$a, (s.Node f32:$b), c.Code)),
              (FSET_rr $a, $b, c.Mask, 0, 0, s.Neg, s.Abs)>;
  }
}
def : Pat<(TeslaSelc i32:$no, i32:$yes, timm:$cond, untyped:$cc),
          (SELECT $no, $yes, timm:$cond, $cc)>;

//===----------------------------------------------------------------------===//
// Float arithmetic
//===----------------------------------------------------------------------===//

// Rounding: 0 nearest, 1 down, 2 up, 3 towards zero.
multiclass FAddPats<Intrinsic node, int rnd> {
  def : IntrinsicPat<(node f32:$a, f32:$b), (FADD_rr $a, $b, 0, 0, rnd)>;
  def : IntrinsicPat<(node f32:$a, (HeddleNegF32 f32:$b)), (FADD_rr $a, $b, 0, 1, rnd)>;
  def : IntrinsicPat<(node (HeddleNegF32 f32:$a), f32:$b), (FADD_rr $a, $b, 1, 0, rnd)>;
}
// The immediate forms round to nearest.
def : IntrinsicPat<(int_nvvm_add_rn_ftz_f f32:$a, fpimm:$v),
          (FADD_ri $a, (BitsOfFloat fpimm:$v))>;
def : IntrinsicPat<(int_nvvm_mul_rn_ftz_f f32:$a, fpimm:$v),
          (FMUL_ri $a, (BitsOfFloat fpimm:$v))>;
defm : FAddPats<int_nvvm_add_rn_ftz_f, 0>;
defm : FAddPats<int_nvvm_add_rz_ftz_f, 3>;

multiclass FMulPats<Intrinsic node, int rnd> {
  def : IntrinsicPat<(node (HeddleNegF32 f32:$a), f32:$b), (FMUL_rr $a, $b, 1, 0, rnd)>;
  def : IntrinsicPat<(node f32:$a, f32:$b), (FMUL_rr $a, $b, 0, 0, rnd)>;
  def : IntrinsicPat<(node f32:$a, (HeddleNegF32 f32:$b)), (FMUL_rr $a, $b, 0, 1, rnd)>;
}
defm : FMulPats<int_nvvm_mul_rn_ftz_f, 0>;
defm : FMulPats<int_nvvm_mul_rz_ftz_f, 3>;

def : Pat<(HeddleMadF32 f32:$a, f32:$b, (HeddleNegF32 f32:$c)),
          (FMAD_rrr $a, $b, $c, 0, 1)>;
def : Pat<(HeddleMadF32 (HeddleNegF32 f32:$a), f32:$b, f32:$c),
          (FMAD_rrr $a, $b, $c, 1, 0)>;
def : Pat<(HeddleMadF32 f32:$a, (HeddleNegF32 f32:$b), f32:$c),
          (FMAD_rrr $a, $b, $c, 1, 0)>;

// The chip keeps NaN, PTX wants +0: max with the register that reads zero.
class SatPat<dag pattern, dag result>
    : IntrinsicPat<(int_nvvm_saturate_ftz_f pattern),
                   (FMAX_rr result, (f32 R127))>;
def : SatPat<(f32 (HeddleMadF32 f32:$a, f32:$b, f32:$c)),
             (FMAD_rrr $a, $b, $c, 0, 0, 1)>;
def : SatPat<(f32 (HeddleMadF32 f32:$a, f32:$b, (HeddleNegF32 f32:$c))),
             (FMAD_rrr $a, $b, $c, 0, 1, 1)>;
def : SatPat<(f32 (HeddleMadF32 (HeddleNegF32 f32:$a), f32:$b, f32:$c)),
             (FMAD_rrr $a, $b, $c, 1, 0, 1)>;
foreach r = [0, 3] in {
  defvar node = !if(r, int_nvvm_add_rz_ftz_f, int_nvvm_add_rn_ftz_f);
  def : SatPat<(f32 (node f32:$a, f32:$b)), (FADD_rr $a, $b, 0, 0, r, 1)>;
  def : SatPat<(f32 (node f32:$a, (HeddleNegF32 f32:$b))),
               (FADD_rr $a, $b, 0, 1, r, 1)>;
  def : SatPat<(f32 (node (HeddleNegF32 f32:$a), f32:$b)),
               (FADD_rr $a, $b, 1, 0, r, 1)>;
}

def : IntrinsicPat<(int_nvvm_fabs_ftz_f f32:$a), (CVT_F32_F32_r $a, 0, 1)>;
def : IntrinsicPat<(int_nvvm_fmin_ftz_f f32:$a, f32:$b), (FMIN_rr $a, $b)>;
def : IntrinsicPat<(int_nvvm_fmax_ftz_f f32:$a, f32:$b), (FMAX_rr $a, $b)>;
def : IntrinsicPat<(int_nvvm_saturate_ftz_f f32:$a),
          (FMAX_rr (CVT_F32_F32_r $a, 0, 0, 1), (f32 R127))>;

def : IntrinsicPat<(int_nvvm_rcp_approx_ftz_f f32:$a), (RCP_r $a)>;
def : IntrinsicPat<(int_nvvm_rsqrt_approx_ftz_f f32:$a), (RSQRT_r $a)>;
def : IntrinsicPat<(int_nvvm_sqrt_approx_ftz_f f32:$a), (RCP_r (RSQRT_r $a))>;
def : IntrinsicPat<(int_nvvm_lg2_approx_ftz_f f32:$a), (LG2_r $a)>;
def : IntrinsicPat<(int_nvvm_sin_approx_ftz_f f32:$a), (SIN_r (PRESIN_r $a))>;
def : IntrinsicPat<(int_nvvm_cos_approx_ftz_f f32:$a), (COS_r (PRESIN_r $a))>;
def : IntrinsicPat<(int_nvvm_ex2_approx_ftz_f f32:$a), (EX2_r (PREEX2_r $a))>;
def : IntrinsicPat<(int_nvvm_div_approx_ftz_f f32:$a, f32:$b),
          (FMUL_rr $a, (RCP_r $b))>;

foreach s = Signs in {
  def : IntrinsicPat<(int_nvvm_fmin_ftz_f (s.Node f32:$a), f32:$b),
            (FMIN_rr $a, $b, s.Neg, s.Abs)>;
  def : IntrinsicPat<(int_nvvm_fmin_ftz_f f32:$a, (s.Node f32:$b)),
            (FMIN_rr $a, $b, 0, 0, s.Neg, s.Abs)>;
  def : IntrinsicPat<(int_nvvm_fmax_ftz_f (s.Node f32:$a), f32:$b),
            (FMAX_rr $a, $b, s.Neg, s.Abs)>;
  def : IntrinsicPat<(int_nvvm_fmax_ftz_f f32:$a, (s.Node f32:$b)),
            (FMAX_rr $a, $b, 0, 0, s.Neg, s.Abs)>;
  def : IntrinsicPat<(int_nvvm_rcp_approx_ftz_f (s.Node f32:$a)),
            (RCP_r $a, s.Neg, s.Abs)>;
  def : IntrinsicPat<(int_nvvm_rsqrt_approx_ftz_f (s.Node f32:$a)),
            (RSQRT_r $a, s.Neg, s.Abs)>;
  def : IntrinsicPat<(int_nvvm_sqrt_approx_ftz_f (s.Node f32:$a)),
            (RCP_r (RSQRT_r $a, s.Neg, s.Abs))>;
  def : IntrinsicPat<(int_nvvm_lg2_approx_ftz_f (s.Node f32:$a)),
            (LG2_r $a, s.Neg, s.Abs)>;
  def : IntrinsicPat<(int_nvvm_sin_approx_ftz_f (s.Node f32:$a)),
            (SIN_r (PRESIN_r $a, s.Neg, s.Abs))>;
  def : IntrinsicPat<(int_nvvm_cos_approx_ftz_f (s.Node f32:$a)),
            (COS_r (PRESIN_r $a, s.Neg, s.Abs))>;
  def : IntrinsicPat<(int_nvvm_ex2_approx_ftz_f (s.Node f32:$a)),
            (EX2_r (PREEX2_r $a, s.Neg, s.Abs))>;
  def : IntrinsicPat<(int_nvvm_div_approx_ftz_f f32:$a, (s.Node f32:$b)),
            (FMUL_rr $a, (RCP_r $b, s.Neg, s.Abs))>;
}

foreach r = [Rounding<"rn", 0>, Rounding<"rm", 1>, Rounding<"rp", 2>,
             Rounding<"rz", 3>] in {
  def : IntrinsicPat<(!cast<Intrinsic>("int_nvvm_f2i_"#r.Text#"_ftz") f32:$a),
            (CVT_S32_F32_r $a, 0, 0, r.Code)>;
  def : IntrinsicPat<(!cast<Intrinsic>("int_nvvm_f2ui_"#r.Text#"_ftz") f32:$a),
            (CVT_U32_F32_r $a, 0, 0, r.Code)>;
  def : IntrinsicPat<(!cast<Intrinsic>("int_nvvm_i2f_"#r.Text) i32:$a),
            (CVT_F32_S32_r $a, 0, 0, r.Code)>;
  def : IntrinsicPat<(!cast<Intrinsic>("int_nvvm_ui2f_"#r.Text) i32:$a),
            (CVT_F32_U32_r $a, 0, 0, r.Code)>;
}

foreach r = [Rounding<"Rn", 0>, Rounding<"Rm", 1>, Rounding<"Rp", 2>,
             Rounding<"Rz", 3>] in
  def : Pat<(!cast<SDNode>("HeddleF2h"#r.Text) f32:$a),
            (CVT_U32_U16_r (CVT_F16_F32_r $a, 0, 0, r.Code))>;
def : Pat<(HeddleH2f i32:$a), (CVT_F32_F16_r (EXTRACT_SUBREG $a, lo16))>;

// To an integral value.
foreach r = [Rounding<"round", 0>, Rounding<"floor", 1>, Rounding<"ceil", 2>,
             Rounding<"trunc", 3>] in {
  def : IntrinsicPat<(!cast<Intrinsic>("int_nvvm_"#r.Text#"_ftz_f") f32:$a),
            (CVT_RINT_F32_r $a, 0, 0, r.Code)>;
  let Predicates = [HasF64] in
  def : IntrinsicPat<(!cast<Intrinsic>("int_nvvm_"#r.Text#"_d") f64:$a),
            (CVT_RINT_F64_r $a, 0, 0, r.Code)>;
}

//===----------------------------------------------------------------------===//
// f64
//===----------------------------------------------------------------------===//

let Predicates = [HasF64] in {
foreach r = [Rounding<"rn", 0>, Rounding<"rm", 1>, Rounding<"rp", 2>,
             Rounding<"rz", 3>] in {
  def : IntrinsicPat<(!cast<Intrinsic>("int_nvvm_add_"#r.Text#"_d") f64:$a, f64:$b),
            (DADD_rr $a, $b, 0, 0, r.Code)>;
  def : IntrinsicPat<(!cast<Intrinsic>("int_nvvm_mul_"#r.Text#"_d") f64:$a, f64:$b),
            (DMUL_rr $a, $b, 0, r.Code)>;
  def : IntrinsicPat<(!cast<Intrinsic>("int_nvvm_fma_"#r.Text#"_d") f64:$a, f64:$b,
                                                           f64:$c),
            (DFMA_rrr $a, $b, $c, 0, 0, r.Code)>;
  def : IntrinsicPat<(!cast<Intrinsic>("int_nvvm_d2f_"#r.Text) f64:$a),
            (CVT_F32_F64_r $a, 0, 0, r.Code)>;
  def : IntrinsicPat<(!cast<Intrinsic>("int_nvvm_d2i_"#r.Text) f64:$a),
            (CVT_S32_F64_r $a, 0, 0, r.Code)>;
  def : IntrinsicPat<(!cast<Intrinsic>("int_nvvm_d2ui_"#r.Text) f64:$a),
            (CVT_U32_F64_r $a, 0, 0, r.Code)>;
  def : IntrinsicPat<(!cast<Intrinsic>("int_nvvm_i2d_"#r.Text) i32:$a),
            (CVT_F64_S32_r $a, 0, 0, r.Code)>;
  def : IntrinsicPat<(!cast<Intrinsic>("int_nvvm_ui2d_"#r.Text) i32:$a),
            (CVT_F64_U32_r $a, 0, 0, r.Code)>;
}
def : IntrinsicPat<(int_nvvm_fmin_d f64:$a, f64:$b), (DMIN_rr $a, $b)>;
def : IntrinsicPat<(int_nvvm_fmax_d f64:$a, f64:$b), (DMAX_rr $a, $b)>;
def : Pat<(f64 (fpextend f32:$a)), (CVT_F64_F32_r $a)>;
def : Pat<(TeslaCmpD f64:$a, f64:$b, timm:$mask),
          (DSET_rr_c $a, $b, timm:$mask)>;
foreach c = FloatConditions in
  def : Pat<(i32 (setcc f64:$a, f64:$b, c.Code)), (DSET_rr $a, $b, c.Mask)>;
} // Predicates = [HasF64]

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

// The C++ side splits an address into what the operand can hold.
def SharedU8 : ComplexPattern<i32, 3, "selectShared<1, 0>">;
def SharedU16 : ComplexPattern<i32, 3, "selectShared<2, 1>">;
def SharedS16 : ComplexPattern<i32, 3, "selectShared<2, 2>">;
def SharedB32 : ComplexPattern<i32, 3, "selectShared<4, 3>">;
def SharedSt8 : ComplexPattern<i32, 2, "selectFarOffset<1>">;
def SharedSt16 : ComplexPattern<i32, 2, "selectFarOffset<2>">;
def SharedSt32 : ComplexPattern<i32, 2, "selectFarOffset<4>">;
def Const8 : ComplexPattern<i32, 2, "selectFarOffset<1>">;
def Const16 : ComplexPattern<i32, 2, "selectFarOffset<2>">;
def Const32 : ComplexPattern<i32, 2, "selectFarOffset<4>">;
def LocalAddr : ComplexPattern<i32, 2, "selectLocal", [frameindex]>;

multiclass SpaceFrags<int space> {
  let AddressSpaces = [space], IsLoad = 1 in {
    def _load : PatFrag<(ops node:$p), (unindexedload node:$p)> {
      let IsNonExtLoad = 1;
    }
    foreach width = [8, 16] in {
      def _zext#width : PatFrag<(ops node:$p), (unindexedload node:$p)> {
        let IsZeroExtLoad = 1;
        let MemoryVT = !cast<ValueType>("i"#width);
      }
      def _sext#width : PatFrag<(ops node:$p), (unindexedload node:$p)> {
        let IsSignExtLoad = 1;
        let MemoryVT = !cast<ValueType>("i"#width);
      }
      def _any#width : PatFrag<(ops node:$p), (unindexedload node:$p)> {
        let IsAnyExtLoad = 1;
        let MemoryVT = !cast<ValueType>("i"#width);
      }
    }
  }
  let AddressSpaces = [space], IsStore = 1 in {
    def _store : PatFrag<(ops node:$v, node:$p),
                         (unindexedstore node:$v, node:$p)> {
      let IsTruncStore = 0;
    }
    foreach width = [8, 16] in
      def _trunc#width : PatFrag<(ops node:$v, node:$p),
                                (unindexedstore node:$v, node:$p)> {
        let IsTruncStore = 1;
        let MemoryVT = !cast<ValueType>("i"#width);
      }
  }
}
defm global : SpaceFrags<1>;
defm shared : SpaceFrags<3>;
defm const : SpaceFrags<4>;
defm local : SpaceFrags<5>;

// nvcc addresses all global memory through window 14.
defvar GlobalWindow = 14;
class GlobalLoad<PatFrag frag, Instruction inst>
    : Pat<(i32 (frag i32:$p)), (inst GlobalWindow, $p)>;
def : GlobalLoad<global_load, LD_G_B32>;
def : GlobalLoad<global_zext8, LD_G_U8>;
def : GlobalLoad<global_any8, LD_G_U8>;
def : GlobalLoad<global_sext8, LD_G_S8>;
def : GlobalLoad<global_zext16, LD_G_U16>;
def : GlobalLoad<global_any16, LD_G_U16>;
def : GlobalLoad<global_sext16, LD_G_S16>;
class GlobalStore<PatFrag frag, Instruction inst>
    : Pat<(frag i32:$v, i32:$p), (inst GlobalWindow, $p, $v)>;
def : GlobalStore<global_store, ST_G_B32>;
def : GlobalStore<global_trunc8, ST_G_U8>;
def : GlobalStore<global_trunc16, ST_G_U16>;

class SharedLoad<PatFrag frag, ComplexPattern addr>
    : Pat<(i32 (frag (addr ARZ:$b, i32:$o, i32:$m))), (MOV_B32_s $b, $o, $m)>;
def : SharedLoad<shared_load, SharedB32>;
def : SharedLoad<shared_zext8, SharedU8>;
def : SharedLoad<shared_any8, SharedU8>;
def : SharedLoad<shared_zext16, SharedU16>;
def : SharedLoad<shared_any16, SharedU16>;
def : SharedLoad<shared_sext16, SharedS16>;
def : Pat<(shared_store i32:$v, (SharedSt32 ARZ:$b, i32:$o)),
          (ST_S_B32 $b, $o, $v)>;
def : Pat<(shared_trunc16 i32:$v, (SharedSt16 ARZ:$b, i32:$o)),
          (ST_S_B16_h $b, $o, (EXTRACT_SUBREG $v, lo16))>;
def : Pat<(shared_trunc8 i32:$v, (SharedSt8 ARZ:$b, i32:$o)),
          (ST_S_B8_h $b, $o, (EXTRACT_SUBREG $v, lo16))>;

// The variables of .const are in c0[].
defvar ConstantBank = 0;
class ConstLoad<PatFrag frag, ComplexPattern addr, Instruction inst>
    : Pat<(i32 (frag (addr ARZ:$b, i32:$o))), (inst ConstantBank, $b, $o)>;
def : ConstLoad<const_load, Const32, LD_C_B32>;
def : ConstLoad<const_zext8, Const8, LD_C_U8>;
def : ConstLoad<const_any8, Const8, LD_C_U8>;
def : ConstLoad<const_zext16, Const16, LD_C_U16>;
def : ConstLoad<const_any16, Const16, LD_C_U16>;
def : ConstLoad<const_sext16, Const16, LD_C_S16>;

class LocalLoad<PatFrag frag, Instruction inst>
    : Pat<(i32 (frag (LocalAddr ARZ:$b, i32:$o))), (inst $b, $o)>;
def : LocalLoad<local_load, LD_L_B32>;
def : LocalLoad<local_zext8, LD_L_U8>;
def : LocalLoad<local_any8, LD_L_U8>;
def : LocalLoad<local_sext8, LD_L_S8>;
def : LocalLoad<local_zext16, LD_L_U16>;
def : LocalLoad<local_any16, LD_L_U16>;
def : LocalLoad<local_sext16, LD_L_S16>;
class LocalStore<PatFrag frag, Instruction inst>
    : Pat<(frag i32:$v, (LocalAddr ARZ:$b, i32:$o)), (inst $b, $o, $v)>;
def : LocalStore<local_store, ST_L_B32>;
def : LocalStore<local_trunc8, ST_L_U8>;
def : LocalStore<local_trunc16, ST_L_U16>;

//===----------------------------------------------------------------------===//
// Atomics on global memory
//===----------------------------------------------------------------------===//

// Without a use of the old value there is no need to wait for it.
class NoReturn<SDPatternOperator op>
    : PatFrag<(ops node:$p, node:$v), (op node:$p, node:$v)> {
  let HasNoUse = true;
}
multiclass AtomicPats<SDPatternOperator node, string op> {
  def : Pat<(i32 (node i32:$p, i32:$v)),
            (!cast<Instruction>("ATOM_"#op) GlobalWindow, $p, $v)>;
  let AddedComplexity = 10 in
  def : Pat<(i32 (NoReturn<node> i32:$p, i32:$v)),
            (!cast<Instruction>("RED_"#op) GlobalWindow, $p, $v)>;
}
// Elsewhere an address of 32 bits is one of shared memory.
def HasNarrowAddresses : Predicate<"!Subtarget->hasWideAddresses()">;
let Predicates = [HasGlobalAtomics, HasNarrowAddresses] in {
defm : AtomicPats<atomic_load_add_i32, "ADD_U32">;
defm : AtomicPats<atomic_load_and_i32, "AND_B32">;
defm : AtomicPats<atomic_load_or_i32, "OR_B32">;
defm : AtomicPats<atomic_load_xor_i32, "XOR_B32">;
defm : AtomicPats<atomic_load_min_i32, "MIN_S32">;
defm : AtomicPats<atomic_load_max_i32, "MAX_S32">;
defm : AtomicPats<atomic_load_umin_i32, "MIN_U32">;
defm : AtomicPats<atomic_load_umax_i32, "MAX_U32">;
defm : AtomicPats<atomic_load_uinc_wrap, "INC_U32">;
defm : AtomicPats<atomic_load_udec_wrap, "DEC_U32">;
def : Pat<(i32 (atomic_swap_i32 i32:$p, i32:$v)),
          (ATOM_EXCH_B32 GlobalWindow, $p, $v)>;
def : Pat<(i32 (atomic_cmp_swap_i32 i32:$p, i32:$old, i32:$new)),
          (ATOM_CAS_B32 GlobalWindow, $p, $old, $new)>;
}

let Predicates = [HasSharedLocks] in {
def : Pat<(HeddleLdsLock (SharedSt32 ARZ:$b, i32:$o)), (LD_S_LOCK_B32 $b, $o)>;
def : Pat<(HeddleStsUnlock (SharedSt32 ARZ:$b, i32:$o), i32:$v),
          (ST_S_UNLOCK_B32 $b, $o, $v)>;
}

// A vote is taken on its predicate.
let Predicates = [HasVotes] in
foreach v = ["All", "Any"] in
  def : Pat<(!cast<SDNode>("HeddleVote"#v) timm:$code, untyped:$cc),
            (!cast<Instruction>("VOTE_"#!toupper(v)) 0, timm:$code, $cc)>;

//===----------------------------------------------------------------------===//
// Control and special registers
//===----------------------------------------------------------------------===//

def : Pat<(br bb:$target), (BRA_U bb:$target)>;
def : Pat<(TeslaExit), (EXIT_NOP)>;
def : Pat<(TeslaMembar), (MEMBAR)>;
def : Pat<(i32 (HeddleUndefined timm:$line, timm:$column)),
          (UNDEFINED timm:$line, timm:$column)>;
def : IntrinsicPat<(int_nvvm_barrier0), (BAR 0, 0xfff)>;
def : IntrinsicPat<(int_nvvm_barrier_n imm:$n), (BAR imm:$n, 0xfff)>;
def NearSReg : TImmLeaf<i32, [{ return Imm < 16; }]>;
def : Pat<(TeslaMovSpecial NearSReg:$n), (MOV_SREG_CONST timm:$n)>;
def : Pat<(TeslaMovCounter NearSReg:$n), (MOV_SREG timm:$n)>;
