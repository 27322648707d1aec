//===- TeslaPatternsTx1.td - Selection patterns of tx1 -----*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Selection of the instructions of the extension, where i64 is a legal type and
// addresses of global memory have 64 bits.
//
//===----------------------------------------------------------------------===//

def FarSRegNumber : TImmLeaf<i32, [{ return Imm >= 16; }]>;
def : Pat<(TeslaMovSpecial FarSRegNumber:$n), (MOV_XSREG_CONST timm:$n)>;
def : Pat<(TeslaMovCounter FarSRegNumber:$n), (MOV_XSREG timm:$n)>;

//===----------------------------------------------------------------------===//
// 32-bit products
//===----------------------------------------------------------------------===//

def SImm14Value : ImmLeaf<i32, [{ return isInt<14>(Imm); }]>;
def NonZero14 : ImmLeaf<i32, [{ return Imm != 0 && isInt<14>(Imm); }]>;

let Predicates = [HasFullMultiplication] in {
defm : BinaryPat<mul, XMUL_B32_rr>;
defm : BinaryPat<mulhu, XMULHI_U32_rr>;
defm : BinaryPat<mulhs, XMULHI_S32_rr>;
let AddedComplexity = 5 in
def : Pat<(add (mul i32:$a, i32:$b), i32:$c), (XMAD_B32_rrr $a, $b, $c)>;
let AddedComplexity = 10 in {
  def : Pat<(mul i32:$a, SImm14Value:$b), (XMUL_B32_ri $a, SImm14Value:$b)>;
  def : Pat<(add (mul i32:$a, Uimm7:$b), i32:$c),
            (XMAD_B32_rir $a, Uimm7:$b, $c)>;
  // Zero is $r127.
  def : Pat<(TeslaCmpS i32:$a, NonZero14:$b, timm:$mask),
            (XSET_S32_ri_c $a, NonZero14:$b, timm:$mask)>;
  def : Pat<(TeslaCmpU i32:$a, NonZero14:$b, timm:$mask),
            (XSET_U32_ri_c $a, NonZero14:$b, timm:$mask)>;
}
}

//===----------------------------------------------------------------------===//
// Bits and lanes
//===----------------------------------------------------------------------===//

let Predicates = [HasBitCounts] in {
def : Pat<(i32 (ctpop i32:$a)), (POPC_B32_r $a)>;
def : Pat<(i32 (ctlz i32:$a)), (CLZ_B32_r $a)>;
def : Pat<(i32 (bitreverse i32:$a)), (BREV_B32_r $a)>;
def : Pat<(i64 (bitreverse i64:$a)), (BREV_B64_r $a)>;
// A count of 64 bits is a word.
multiclass WideCount<SDPatternOperator node, Instruction inst> {
  def : Pat<(i64 (node i64:$a)),
            (REG_SEQUENCE GPR64, (inst $a), sub0, (MOV_B32_i 0), sub1)>;
  let AddedComplexity = 10 in
  def : Pat<(i32 (trunc (i64 (node i64:$a)))), (inst $a)>;
}
defm : WideCount<ctpop, POPC_B64_r>;
defm : WideCount<ctlz, CLZ_B64_r>;
}

let Predicates = [HasPermutes] in {
def : Pat<(i32 (fshl i32:$hi, i32:$lo, i32:$n)),
          (SHF_L_WRAP_B32_rrr $lo, $hi, $n)>;
def : Pat<(i32 (fshr i32:$hi, i32:$lo, i32:$n)),
          (SHF_R_WRAP_B32_rrr $lo, $hi, $n)>;
def : Pat<(i32 (rotl i32:$a, i32:$n)), (SHF_L_WRAP_B32_rrr $a, $a, $n)>;
def : Pat<(i32 (rotr i32:$a, i32:$n)), (SHF_R_WRAP_B32_rrr $a, $a, $n)>;
def : Pat<(i32 (bswap i32:$a)), (PRMT_B32_rrr $a, $a, (MOV_B32_i 0x0123))>;
}

let Predicates = [HasWarpExchange], AddedComplexity = 10 in
foreach kind = ["Up", "Down", "Bfly", "Idx"] in {
  defvar node = !cast<SDNode>("HeddleShfl"#kind);
  defvar name = "SHFL_"#!toupper(kind);
  def : Pat<(node i32:$a, i32:$b, Uimm7:$c),
            (!cast<Instruction>(name#"_rri") $a, $b, Uimm7:$c)>;
  def : Pat<(node i32:$a, Uimm7:$b, Uimm7:$c),
            (!cast<Instruction>(name#"_rii") $a, Uimm7:$b, Uimm7:$c)>;
}

// A ballot is taken on its predicate.
let Predicates = [HasWarpExchange] in
def : Pat<(HeddleBallot timm:$code, untyped:$cc),
          (BALLOT_B32 0, timm:$code, $cc)>;

//===----------------------------------------------------------------------===//
// 64-bit integers
//===----------------------------------------------------------------------===//

def BuildPair : SDNode<"ISD::BUILD_PAIR",
                       SDTypeProfile<1, 2, [SDTCisVT<0, i64>, SDTCisVT<1, i32>,
                                            SDTCisVT<2, i32>]>>;
def LowWord : SDNodeXForm<imm, [{
  return CurDAG->getTargetConstant(Lo_32(N->getZExtValue()), SDLoc(N),
                                   MVT::i32);
}]>;
def HighWord : SDNodeXForm<imm, [{
  return CurDAG->getTargetConstant(Hi_32(N->getZExtValue()), SDLoc(N),
                                   MVT::i32);
}]>;
def SImm19Value : ImmLeaf<i64, [{ return isInt<19>(Imm); }]>;
def SImm19Target : SDNodeXForm<imm, [{
  return CurDAG->getTargetConstant(N->getSExtValue(), SDLoc(N), MVT::i32);
}]>;
def SDTCmpW : SDTypeProfile<1, 3, [SDTCisVT<0, untyped>, SDTCisVT<1, i64>,
                                   SDTCisVT<2, i64>, SDTCisVT<3, i32>]>;
def TeslaCmpWS : SDNode<"TeslaISD::CMP_WS", SDTCmpW>;
def TeslaCmpWU : SDNode<"TeslaISD::CMP_WU", SDTCmpW>;

// The low word alone, as the combiner writes it.
def LowOf : PatFrag<(ops node:$a), (and node:$a, (i64 0xffffffff))>;

// A shift that multiplies by less than 128, and the factor.
def SmallShift : ImmLeaf<i32, [{ return Imm >= 0 && Imm < 7; }]>;
def FactorOfShift : SDNodeXForm<imm, [{
  return CurDAG->getTargetConstant(1 << N->getZExtValue(), SDLoc(N), MVT::i32);
}]>;
def SmallFactor : ImmLeaf<i64, [{ return Imm > 0 && Imm < 128; }]>;
def FactorOf : SDNodeXForm<imm, [{
  return CurDAG->getTargetConstant(N->getZExtValue(), SDLoc(N), MVT::i32);
}]>;

let Predicates = [HasWideIntegers] in {
let AddedComplexity = 10 in {
  def : Pat<(i64 (LowOf i64:$a)),
            (REG_SEQUENCE GPR64, (EXTRACT_SUBREG $a, sub0), sub0,
                          (MOV_B32_i 0), sub1)>;
  def : Pat<(mul (i64 (LowOf i64:$a)), (i64 (LowOf i64:$b))),
            (WMULW_U32_rr (EXTRACT_SUBREG $a, sub0),
                          (EXTRACT_SUBREG $b, sub0))>;
  def : Pat<(mul (i64 (LowOf i64:$a)), (i64 (zext i32:$b))),
            (WMULW_U32_rr (EXTRACT_SUBREG $a, sub0), $b)>;
}
let AddedComplexity = 20 in {
  def : Pat<(add (mul (i64 (LowOf i64:$a)), (i64 (LowOf i64:$b))), i64:$c),
            (WMAD_U32_rrr (EXTRACT_SUBREG $a, sub0), (EXTRACT_SUBREG $b, sub0),
                          $c)>;
  def : Pat<(add (mul (i64 (LowOf i64:$a)), (i64 (zext i32:$b))), i64:$c),
            (WMAD_U32_rrr (EXTRACT_SUBREG $a, sub0), $b, $c)>;
}

def : Pat<(i64 imm:$v),
          (REG_SEQUENCE GPR64, (MOV_B32_i (LowWord imm:$v)), sub0,
                               (MOV_B32_i (HighWord imm:$v)), sub1)>;

// Words and pairs.
def : Pat<(i64 (BuildPair i32:$lo, i32:$hi)),
          (REG_SEQUENCE GPR64, $lo, sub0, $hi, sub1)>;
def : Pat<(i64 (zext i32:$a)),
          (REG_SEQUENCE GPR64, $a, sub0, (MOV_B32_i 0), sub1)>;
def : Pat<(i64 (anyext i32:$a)),
          (INSERT_SUBREG (i64 (IMPLICIT_DEF)), $a, sub0)>;
def : Pat<(i64 (sext i32:$a)),
          (REG_SEQUENCE GPR64, $a, sub0, (SHR_S32_ri $a, 31), sub1)>;
def : Pat<(i32 (trunc i64:$a)), (EXTRACT_SUBREG $a, sub0)>;
let AddedComplexity = 10 in {
  def : Pat<(i32 (trunc (srl i64:$a, (i32 32)))), (EXTRACT_SUBREG $a, sub1)>;
  def : Pat<(i32 (trunc (sra i64:$a, (i32 32)))), (EXTRACT_SUBREG $a, sub1)>;
  def : Pat<(or (shl (i64 (anyext i32:$hi)), (i32 32)), (i64 (zext i32:$lo))),
            (REG_SEQUENCE GPR64, $lo, sub0, $hi, sub1)>;
  def : Pat<(or (shl (i64 (zext i32:$hi)), (i32 32)), (i64 (zext i32:$lo))),
            (REG_SEQUENCE GPR64, $lo, sub0, $hi, sub1)>;
  def : Pat<(shl i64:$a, (i32 32)),
            (REG_SEQUENCE GPR64, (MOV_B32_i 0), sub0,
                          (EXTRACT_SUBREG $a, sub0), sub1)>;
  def : Pat<(srl i64:$a, (i32 32)),
            (REG_SEQUENCE GPR64, (EXTRACT_SUBREG $a, sub1), sub0,
                          (MOV_B32_i 0), sub1)>;
}
def : Pat<(i64 (bitconvert f64:$a)), (COPY_TO_REGCLASS $a, GPR64)>;
def : Pat<(f64 (bitconvert i64:$a)), (COPY_TO_REGCLASS $a, GPR64)>;

// Arithmetic.
class WideBinaryPat<SDPatternOperator node, Instruction rr>
    : Pat<(i64 (node i64:$a, i64:$b)), (rr $a, $b)>;
def : WideBinaryPat<add, WADD_B64_rr>;
def : WideBinaryPat<sub, WSUB_B64_rr>;
def : WideBinaryPat<and, WAND_B64_rr>;
def : WideBinaryPat<or, WOR_B64_rr>;
def : WideBinaryPat<xor, WXOR_B64_rr>;
def : WideBinaryPat<mul, WMUL_B64_rr>;
def : WideBinaryPat<mulhu, WMULHI_U64_rr>;
def : WideBinaryPat<mulhs, WMULHI_S64_rr>;
def : WideBinaryPat<smin, WMIN_S64_rr>;
def : WideBinaryPat<umin, WMIN_U64_rr>;
def : WideBinaryPat<smax, WMAX_S64_rr>;
def : WideBinaryPat<umax, WMAX_U64_rr>;
def : Pat<(add i64:$a, SImm19Value:$v),
          (WADD_B64_ri $a, (SImm19Target imm:$v))>;
multiclass WideShiftPat<SDPatternOperator node, string family> {
  def : Pat<(i64 (node i64:$a, i32:$n)),
            (!cast<Instruction>(family#"_rr") $a, $n)>;
  def : Pat<(i64 (node i64:$a, Uimm7:$n)),
            (!cast<Instruction>(family#"_ri") $a, Uimm7:$n)>;
}
defm : WideShiftPat<shl, "WSHL_B64">;
defm : WideShiftPat<srl, "WSHR_U64">;
defm : WideShiftPat<sra, "WSHR_S64">;

// Products of words.
multiclass WideProduct<SDPatternOperator ext, Instruction product,
                       Instruction sum> {
  let AddedComplexity = 10 in
  def : Pat<(mul (i64 (ext i32:$a)), (i64 (ext i32:$b))), (product $a, $b)>;
  let AddedComplexity = 20 in
  def : Pat<(add (mul (i64 (ext i32:$a)), (i64 (ext i32:$b))), i64:$c),
            (sum $a, $b, $c)>;
}
// Addresses of bytes: the index alone.
multiclass WideSum<SDPatternOperator ext, Instruction sum> {
  let AddedComplexity = 5 in
  def : Pat<(add (i64 (ext i32:$a)), i64:$c), (sum $a, 1, $c)>;
}
defm : WideSum<zext, WMAD_U32_rir>;
defm : WideSum<sext, WMAD_S32_rir>;
// Addresses of elements: the index times their size.
multiclass WideIndex<SDPatternOperator ext, Instruction product,
                     Instruction sum> {
  let AddedComplexity = 30 in {
    def : Pat<(shl (i64 (ext i32:$a)), SmallShift:$n),
              (product $a, (FactorOfShift imm:$n))>;
    def : Pat<(mul (i64 (ext i32:$a)), SmallFactor:$n),
              (product $a, (FactorOf imm:$n))>;
  }
  let AddedComplexity = 40 in {
    def : Pat<(add (shl (i64 (ext i32:$a)), SmallShift:$n), i64:$c),
              (sum $a, (FactorOfShift imm:$n), $c)>;
    def : Pat<(add (mul (i64 (ext i32:$a)), SmallFactor:$n), i64:$c),
              (sum $a, (FactorOf imm:$n), $c)>;
  }
}
defm : WideIndex<zext, WMULW_U32_ri, WMAD_U32_rir>;
defm : WideIndex<sext, WMULW_S32_ri, WMAD_S32_rir>;
defm : WideProduct<zext, WMULW_U32_rr, WMAD_U32_rrr>;
defm : WideProduct<sext, WMULW_S32_rr, WMAD_S32_rrr>;

// Comparisons.
class WideComparePat<CondCode cc, Instruction inst, int mask>
    : Pat<(i32 (setcc i64:$a, i64:$b, cc)), (inst $a, $b, mask)>;
def : WideComparePat<SETLT, WSET_S64_rr, 1>;
def : WideComparePat<SETEQ, WSET_S64_rr, 2>;
def : WideComparePat<SETLE, WSET_S64_rr, 3>;
def : WideComparePat<SETGT, WSET_S64_rr, 4>;
def : WideComparePat<SETNE, WSET_S64_rr, 5>;
def : WideComparePat<SETGE, WSET_S64_rr, 6>;
def : WideComparePat<SETULT, WSET_U64_rr, 1>;
def : WideComparePat<SETULE, WSET_U64_rr, 3>;
def : WideComparePat<SETUGT, WSET_U64_rr, 4>;
def : WideComparePat<SETUGE, WSET_U64_rr, 6>;

def : Pat<(TeslaCmpWS i64:$a, i64:$b, timm:$mask),
          (WSET_S64_rr_c $a, $b, timm:$mask)>;
def : Pat<(TeslaCmpWU i64:$a, i64:$b, timm:$mask),
          (WSET_U64_rr_c $a, $b, timm:$mask)>;

} // Predicates = [HasWideIntegers]

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

// Where instructions of the silicon hold the address, these hold their operand.
def Far64 : ComplexPattern<i64, 2, "selectFar">;
def Far32 : ComplexPattern<i32, 2, "selectFar", [], [], -100>;

defm generic : SpaceFrags<0>;

let Predicates = [HasWideAddresses] in {

class FarLoadPat<ValueType vt, PatFrag frag, ComplexPattern addr,
                 ValueType base, Instruction inst>
    : Pat<(vt (frag (addr base:$b, i32:$o))), (inst $b, $o)>;
class FarStorePat<ValueType vt, PatFrag frag, ComplexPattern addr,
                  ValueType base, Instruction inst>
    : Pat<(frag vt:$v, (addr base:$b, i32:$o)), (inst $b, $o, $v)>;

multiclass FarLoads<string space, string letter, ComplexPattern addr,
                    ValueType base> {
  defvar ld = "LDF_"#letter#"_";
  foreach vt = [i32, f32] in
    def : FarLoadPat<vt, !cast<PatFrag>(space#"_load"), addr, base,
                     !cast<Instruction>(ld#"B32")>;
  foreach vt = [i64, f64] in
    def : FarLoadPat<vt, !cast<PatFrag>(space#"_load"), addr, base,
                     !cast<Instruction>(ld#"B64")>;
  foreach width = [8, 16] in {
    def : FarLoadPat<i32, !cast<PatFrag>(space#"_zext"#width), addr, base,
                     !cast<Instruction>(ld#"U"#width)>;
    def : FarLoadPat<i32, !cast<PatFrag>(space#"_any"#width), addr, base,
                     !cast<Instruction>(ld#"U"#width)>;
    def : FarLoadPat<i32, !cast<PatFrag>(space#"_sext"#width), addr, base,
                     !cast<Instruction>(ld#"S"#width)>;
  }
}
multiclass FarStores<string space, string letter, ComplexPattern addr,
                     ValueType base> {
  defvar st = "STF_"#letter#"_";
  foreach vt = [i32, f32] in
    def : FarStorePat<vt, !cast<PatFrag>(space#"_store"), addr, base,
                      !cast<Instruction>(st#"B32")>;
  foreach vt = [i64, f64] in
    def : FarStorePat<vt, !cast<PatFrag>(space#"_store"), addr, base,
                      !cast<Instruction>(st#"B64")>;
  foreach width = [8, 16] in
    def : FarStorePat<i32, !cast<PatFrag>(space#"_trunc"#width), addr, base,
                      !cast<Instruction>(st#"U"#width)>;
}
defm : FarLoads<"global", "G", Far64, i64>;
defm : FarLoads<"generic", "A", Far64, i64>;
defm : FarLoads<"shared", "S", Far32, i32>;
defm : FarLoads<"local", "L", Far32, i32>;
defm : FarLoads<"const", "C", Far32, i32>;
defm : FarStores<"global", "G", Far64, i64>;
defm : FarStores<"generic", "A", Far64, i64>;
defm : FarStores<"shared", "S", Far32, i32>;
defm : FarStores<"local", "L", Far32, i32>;

} // Predicates = [HasWideAddresses]

//===----------------------------------------------------------------------===//
// Atomics
//===----------------------------------------------------------------------===//

def FarAtom64 : ComplexPattern<i64, 2, "selectFarAtom">;
def FarAtom32 : ComplexPattern<i32, 2, "selectFarAtom">;

class InSpace<SDPatternOperator op, int space, int values>
    : PatFrag<!if(!eq(values, 1), (ops node:$p, node:$v),
                                  (ops node:$p, node:$v, node:$w)),
              !if(!eq(values, 1), (op node:$p, node:$v),
                                  (op node:$p, node:$v, node:$w))> {
  let AddressSpaces = [space];
  let IsAtomic = 1;
}

class FarAtomPat<SDPatternOperator op, string name, ValueType vt>
    {
  SDPatternOperator Op = op;
  string Name = name;
  ValueType VT = vt;
}
defvar FarAtomNodes = [
  FarAtomPat<atomic_load_add, "ADD_U32", i32>,
  FarAtomPat<atomic_load_and, "AND_B32", i32>,
  FarAtomPat<atomic_load_or, "OR_B32", i32>,
  FarAtomPat<atomic_load_xor, "XOR_B32", i32>,
  FarAtomPat<atomic_load_min, "MIN_S32", i32>,
  FarAtomPat<atomic_load_max, "MAX_S32", i32>,
  FarAtomPat<atomic_load_umin, "MIN_U32", i32>,
  FarAtomPat<atomic_load_umax, "MAX_U32", i32>,
  FarAtomPat<atomic_load_uinc_wrap, "INC_U32", i32>,
  FarAtomPat<atomic_load_udec_wrap, "DEC_U32", i32>,
  FarAtomPat<atomic_swap, "EXCH_B32", i32>,
  FarAtomPat<atomic_load_add, "ADD_U64", i64>,
  FarAtomPat<atomic_load_and, "AND_B64", i64>,
  FarAtomPat<atomic_load_or, "OR_B64", i64>,
  FarAtomPat<atomic_load_xor, "XOR_B64", i64>,
  FarAtomPat<atomic_load_min, "MIN_S64", i64>,
  FarAtomPat<atomic_load_max, "MAX_S64", i64>,
  FarAtomPat<atomic_load_umin, "MIN_U64", i64>,
  FarAtomPat<atomic_load_umax, "MAX_U64", i64>,
  FarAtomPat<atomic_swap, "EXCH_B64", i64>,
  FarAtomPat<atomic_load_fadd, "ADD_F32", f32>,
  FarAtomPat<atomic_load_fadd, "ADD_F64", f64>
];

multiclass FarAtomPats<string letter, int space, ComplexPattern addr,
                       ValueType base> {
  foreach a = FarAtomNodes in
    def : Pat<(a.VT (InSpace<a.Op, space, 1> (addr base:$b, i32:$o), a.VT:$v)),
              (!cast<Instruction>("ATOMF_"#letter#"_"#a.Name) $b, $o, $v)>;
  foreach vt = [i32, i64] in
    def : Pat<(vt (InSpace<atomic_cmp_swap, space, 2> (addr base:$b, i32:$o),
                                                      vt:$old, vt:$new)),
              (!cast<Instruction>("ATOMF_"#letter#"_CAS_"
                                  #!if(!eq(vt, i32), "B32", "B64"))
                 $b, $o, $old, $new)>;
}
let Predicates = [HasWiderAtomics] in {
defm : FarAtomPats<"G", 1, FarAtom64, i64>;
defm : FarAtomPats<"A", 0, FarAtom64, i64>;
defm : FarAtomPats<"S", 3, FarAtom32, i32>;
}

let Predicates = [HasTensors] in {
def : Pat<(i64 (HeddleMbarrierUpdate i32:$p, i64:$v)),
          (ATOMF_S_MBARRIER_B64 $p, 0, $v)>;
def : Pat<(i64 (HeddleMbarrierUpdateFar i64:$p, i64:$v)),
          (ATOMF_A_MBARRIER_B64 $p, 0, $v)>;
}

//===----------------------------------------------------------------------===//
// f32 by IEEE 754
//===----------------------------------------------------------------------===//

// The sign turned, bit by bit.
def NegatedF32 : PatFrag<(ops node:$a),
                         (f32 (bitconvert (xor (i32 node:$a),
                                               (i32 -2147483648))))>;

// Zero is $r127.
def ShortF32Value : FPImmLeaf<f32, [{
  return !Imm.isPosZero() &&
         Imm.bitcastToAPInt().getZExtValue() % (1 << 18) == 0;
}]>;

let Predicates = [HasIeeeFloat], AddedComplexity = 10 in {

def : Pat<(HeddleFlushF32 f32:$a), (IMIN_NAN_F32_rr $a, $a, 1)>;

def : Pat<(HeddleIeeeAdd f32:$a, (NegatedF32 i32:$b), timm:$r, timm:$f, timm:$s),
          (ISUB_F32_rr $a, $b, timm:$r, timm:$f, timm:$s)>;
def : Pat<(HeddleIeeeFma f32:$a, f32:$b, (NegatedF32 i32:$c), timm:$r, timm:$f,
                         timm:$s),
          (IFMS_F32_rrr $a, $b, $c, timm:$r, timm:$f, timm:$s)>;
def : Pat<(HeddleIeeeFma (NegatedF32 i32:$a), f32:$b, f32:$c, timm:$r, timm:$f,
                         timm:$s),
          (IFNMA_F32_rrr $a, $b, $c, timm:$r, timm:$f, timm:$s)>;
def : Pat<(HeddleIeeeFma f32:$a, (NegatedF32 i32:$b), f32:$c, timm:$r, timm:$f,
                         timm:$s),
          (IFNMA_F32_rrr $a, $b, $c, timm:$r, timm:$f, timm:$s)>;
def : Pat<(HeddleIeeeFma (NegatedF32 i32:$a), f32:$b, (NegatedF32 i32:$c),
                         timm:$r, timm:$f, timm:$s),
          (IFNMS_F32_rrr $a, $b, $c, timm:$r, timm:$f, timm:$s)>;

def : Pat<(HeddleIeeeAdd f32:$a, ShortF32Value:$b, timm:$r, timm:$f, timm:$s),
          (IADD_F32_ri $a, (BitsOfFloat fpimm:$b), timm:$r, timm:$f, timm:$s)>;
def : Pat<(HeddleIeeeMul f32:$a, ShortF32Value:$b, timm:$r, timm:$f, timm:$s),
          (IMUL_F32_ri $a, (BitsOfFloat fpimm:$b), timm:$r, timm:$f, timm:$s)>;
let AddedComplexity = 20 in {
  def : Pat<(TeslaCmpF f32:$a, ShortF32Value:$b, timm:$m),
            (ISET_F32_ri_c $a, (BitsOfFloat fpimm:$b), timm:$m, 0)>;
  def : Pat<(TeslaCmpF (HeddleFlushF32 f32:$a), ShortF32Value:$b, timm:$m),
            (ISET_F32_ri_c $a, (BitsOfFloat fpimm:$b), timm:$m, 1)>;
}

// Comparisons; flushed sources are the instruction's ftz.
def : Pat<(TeslaCmpF f32:$a, f32:$b, timm:$m),
          (ISET_F32_rr_c $a, $b, timm:$m, 0)>;
def : Pat<(TeslaCmpF (HeddleFlushF32 f32:$a), (HeddleFlushF32 f32:$b), timm:$m),
          (ISET_F32_rr_c $a, $b, timm:$m, 1)>;
def : Pat<(TeslaCmpF (HeddleFlushF32 f32:$a), fpimm:$b, timm:$m),
          (ISET_F32_rr_c $a, (MOV_B32_i (BitsOfFloat fpimm:$b)), timm:$m, 1)>;
foreach c = FloatConditions in {
  def : Pat<(i32 (setcc f32:$a, f32:$b, c.Code)),
            (ISET_F32_rr $a, $b, c.Mask, 0)>;
  def : Pat<(i32 (setcc (HeddleFlushF32 f32:$a), (HeddleFlushF32 f32:$b),
                        c.Code)),
            (ISET_F32_rr $a, $b, c.Mask, 1)>;
}

} // Predicates = [HasIeeeFloat]
