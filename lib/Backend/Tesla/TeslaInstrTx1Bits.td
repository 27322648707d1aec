//===- TeslaInstrTx1Bits.td - Bits of words of tx1 ---------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counting, moving and choosing bits.
//
//===----------------------------------------------------------------------===//

class BitsInst<bits<7> opc, SemKindValue sem, Srcs k, DataTypeValue ty,
               string text, SrcKind d = KReg32>
    : Tx1Alu<SlotBits, opc, sem, d, k, (ins),
             text#" $dst $src1"#!if(!empty(k.K2.Letter), "", " $src2")
                 #!if(!empty(k.K3.Letter), "", " $src3")> {
  let Ty = !if(!eq(d.Kind, KindPair), TyB64, TyB32);
  let SrcTy = ty;
}

defvar BitsOne = Srcs<KReg32>;
defvar BitsOneWide = Srcs<KReg64>;
defvar BitsTwo = Srcs<KReg32, KReg32>;
defvar BitsThree = Srcs<KReg32, KReg32, KReg32>;

let Predicates = [HasBitCounts] in {
  def POPC_B32_r : BitsInst<0, SemBitsPopc, BitsOne, TyB32, "popc b32">;
  def POPC_B64_r : BitsInst<1, SemBitsPopc, BitsOneWide, TyB64, "popc b64">;
  def CLZ_B32_r : BitsInst<2, SemBitsClz, BitsOne, TyB32, "clz b32">;
  def CLZ_B64_r : BitsInst<3, SemBitsClz, BitsOneWide, TyB64, "clz b64">;
  def BREV_B32_r : BitsInst<4, SemBitsReverse, BitsOne, TyB32, "brev b32">;
  def BREV_B64_r : BitsInst<5, SemBitsReverseWide, BitsOneWide, TyB64,
                            "brev b64", KReg64>;
  // The highest bit that says something. SubOp: its distance from the top.
  foreach t = [TyU32, TyS32, TyU64, TyS64] in
    foreach fromTop = [0, 1] in {
      defvar isWide = !ge(t.Value, TyU64.Value);
      defvar isSigned = !or(!eq(t, TyS32), !eq(t, TyS64));
      def BFIND#!if(fromTop, "SH", "")#"_"#t.EnumName#"_r"
          : BitsInst<!add(6, isSigned, !mul(isWide, 2), !mul(fromTop, 4)),
                     SemBitsFind, !if(isWide, BitsOneWide, BitsOne), t,
                     "bfind "#!if(fromTop, "shift ", "")#t.Text> {
        let SubOp{0} = fromTop;
      }
    }
}

let Predicates = [HasBitFields] in {
  def BFE_U32_rrr : BitsInst<14, SemBitsExtract, BitsThree, TyU32, "bfe u32">;
  def BFE_S32_rrr : BitsInst<15, SemBitsExtract, BitsThree, TyS32, "bfe s32">;
  defvar WideField = Srcs<KReg64, KReg32, KReg32>;
  def BFE_U64_rrr : BitsInst<16, SemBitsExtractWide, WideField, TyU64,
                             "bfe u64", KReg64>;
  def BFE_S64_rrr : BitsInst<17, SemBitsExtractWide, WideField, TyS64,
                             "bfe s64", KReg64>;
  // The last source has the place in its lowest byte, the length in the next.
  def BFI_B32_rrr : BitsInst<18, SemBitsInsert, BitsThree, TyB32, "bfi b32">;
  def BFI_B64_rrr : BitsInst<19, SemBitsInsertWide,
                             Srcs<KReg64, KReg64, KReg32>, TyB64, "bfi b64",
                             KReg64>;
  // SubOp: sources modulo 32.
  foreach wrap = [0, 1] in {
    defvar mode = !if(wrap, "wrap", "clamp");
    let SubOp = wrap in {
      def BMSK_#!toupper(mode)#_rr
          : BitsInst<!add(20, wrap), SemBitsMask, BitsTwo, TyB32,
                     "bmsk "#mode#" b32">;
      foreach t = [OpU32, OpS32] in
        def SZEXT_#!toupper(mode)#"_"#t.Name#_rr
            : BitsInst<!add(22, !mul(wrap, 2), t.Signed), SemBitsExtend,
                       BitsTwo, t.Ty, "szext "#mode#" "#t.Text>;
    }
  }
}

let Predicates = [HasPermutes] in {
  // SubOp: a PermuteKind.
  defvar PermuteNames = ["", "f4e", "b4e", "rc8", "ecl", "ecr", "rc16"];
  foreach mode = !range(7) in
    def PRMT#!if(mode, "_"#!toupper(PermuteNames[mode]), "")#_B32_rrr
        : BitsInst<!add(26, mode), SemBitsPermute, BitsThree, TyB32,
                   "prmt "#!if(mode, PermuteNames[mode]#" ", "")#"b32"> {
      let SubOp{2-0} = mode;
    }
  // The lower word, the upper word, the count. SubOp: FunnelBits.
  foreach right = [0, 1] in
    foreach wrap = [0, 1] in {
      defvar way = !if(right, "r", "l");
      defvar mode = !if(wrap, "wrap", "clamp");
      def SHF_#!toupper(way)#"_"#!toupper(mode)#_B32_rrr
          : BitsInst<!add(33, right, !mul(wrap, 2)), SemBitsFunnel, BitsThree,
                     TyB32, "shf "#way#" "#mode#" b32"> {
        let SubOp{0} = right;
        let SubOp{1} = wrap;
      }
    }
}

let Predicates = [HasDotProducts] in
foreach part = !range(3) in
  foreach a = [OpU32, OpS32] in
    foreach b = [OpU32, OpS32] in {
      defvar name = ["dp4a", "dp2a lo", "dp2a hi"][part];
      // SubOp: DotBits.
      def !toupper(!subst(" ", "", name))#"_"#a.Name#"_"#b.Name#_rrr
          : BitsInst<!add(37, !mul(part, 4), !mul(a.Signed, 2), b.Signed),
                     SemBitsDot, BitsThree, TyB32,
                     name#" "#a.Text#" "#b.Text> {
        let SubOp{0} = a.Signed;
        let SubOp{1} = b.Signed;
        let SubOp{2} = !eq(part, 1);
        let SubOp{3} = !eq(part, 2);
      }
    }

let Predicates = [HasWarpExchange] in
def FNS_B32_rrr : BitsInst<49, SemBitsNthSet, BitsThree, TyB32, "fns b32">;

// SubOp: a HalvesKind.
let Predicates = [HasPackedIntegers], isCommutable = 1 in {
  def ADD2_B16_rr : BitsInst<50, SemBitsHalves, BitsTwo, TyB32, "add b16x2">;
  foreach kind = [1, 2] in
    foreach t = [OpU16, OpS16] in {
      defvar name = !if(!eq(kind, 1), "min", "max");
      def !toupper(name)#2_#t.Name#_rr
          : BitsInst<!add(49, !mul(kind, 2), t.Signed), SemBitsHalves, BitsTwo,
                     !if(t.Signed, TyS32, TyU32), name#" "#t.Text#"x2"> {
        let SubOp{1-0} = kind;
      }
    }
}

// The table: low bits where modifiers are, the others where instructions of a
// slot have the low bits of their number.
let Predicates = [HasThreeInputLogic] in
def LOP3_B32_rrr
    : Tx1Alu<SlotLogic3, 0, SemBitsLogic3, KReg32, BitsThree, (ins UImm8:$cond),
             "lop3 b32 $dst $src1 $src2 $src3 $cond"> {
  bits<8> cond;
  let Inst{27-23} = cond{4-0};
  let Inst{60-58} = cond{7-5};
  let Ty = TyB32;
  let SrcTy = TyB32;
}
