//===- TeslaInstrConvert.td - Conversions ------------------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Primary a. Secondary: 0 int to int, 2 int to float, 4 float to int, 6 float
// to float; +1 negates the source. Order of work: abs, neg, convert and round,
// saturate. An opcode CVT_DST_SRC_r (or _s) per pair of types; U8 and S8 are
// 8-bit values in a word register, U8H and S8H in a half.
//
//   w1  [14] source is 32-bit (64-bit in the wide forms)   [14:16] int source
//       [17:18] rounding   [19] float: saturate, int: 8-bit result   [20] abs
//       [22] wide form: 64 bits are involved   [26] result is 32-bit (64-bit)
//       [27] signed result, or round float to an integral value   [29] neg
//
//===----------------------------------------------------------------------===//

// A type as the source of a conversion.
class CvtSrc<string name, string text, DataTypeValue ty, bits<3> selector,
             list<Srcs> srcs> {
  string Name = name;
  string Text = text;
  DataTypeValue Ty = ty;
  bits<3> Selector = selector;
  list<Srcs> L = srcs;
}
// A type as its result; w1[19] and w1[26:27] of integers.
class CvtDst<string name, string text, DataTypeValue ty, SrcKind d, bit byte,
             bit wide, bit isSigned> {
  string Name = name;
  string Text = text;
  DataTypeValue Ty = ty;
  SrcKind D = d;
  bit Byte = byte;
  bit Wide = wide;
  bit Signed = isSigned;
}

defvar CvtIntSrcs = [
  CvtSrc<"U16", "u16", TyU16, 0, OpU16.One>,
  CvtSrc<"U32", "u32", TyU32, 1, OpU32.One>,
  CvtSrc<"U8H", "u8", TyU8, 2, Srcs1<KReg16, KShared8>.L>,
  CvtSrc<"U8", "u8", TyU8, 3, [Srcs<KReg32>]>,
  CvtSrc<"S16", "s16", TyS16, 4, OpS16.One>,
  CvtSrc<"S32", "s32", TyS32, 5, OpS32.One>,
  CvtSrc<"S8H", "s8", TyS8, 6, Srcs1<KReg16, KShared8>.L>,
  CvtSrc<"S8", "s8", TyS8, 7, [Srcs<KReg32>]>
];
defvar CvtF16Src = CvtSrc<"F16", "f16", TyF16, 0,
                          Srcs1<KReg16, KSharedU16>.L>;
defvar CvtF32Src = CvtSrc<"F32", "f32", TyF32, 1, OpF32.One>;
// NVIDIA's compilers set this for an f64 on a chip without: the chip reads an
// f32, and does not look at the bit.
defvar CvtDemotedSrc = CvtSrc<"F32D", "demoted f32", TyF32, 5, OpF32.One>;

defvar CvtIntDsts = [
  CvtDst<"U16", "u16", TyU16, KReg16, 0, 0, 0>,
  CvtDst<"S16", "s16", TyS16, KReg16, 0, 0, 1>,
  CvtDst<"U32", "u32", TyU32, KReg32, 0, 1, 0>,
  CvtDst<"S32", "s32", TyS32, KReg32, 0, 1, 1>,
  CvtDst<"U8H", "u8", TyU8, KReg16, 1, 0, 0>,
  CvtDst<"S8H", "s8", TyS8, KReg16, 1, 0, 1>,
  CvtDst<"U8", "u8", TyU8, KReg32, 1, 1, 0>,
  CvtDst<"S8", "s8", TyS8, KReg32, 1, 1, 1>
];
defvar CvtF16Dst = CvtDst<"F16", "f16", TyF16, KReg16, 0, 0, 0>;
defvar CvtF32Dst = CvtDst<"F32", "f32", TyF32, KReg32, 0, 1, 0>;

class CvtInst<SemKindValue sem, bits<2> group, CvtDst d, CvtSrc s, Results res,
              Srcs k, dag modifiers, string modText>
    : AluInst<sem, 10, {group{1}, group{0}, 0}, res, d.D, k,
              !con((ins Neg:$neg1, Abs:$abs1), modifiers),
              "cvt "#modText#"${neg1}${abs1}"#d.Text#" "#res.Text#" "
                #s.Text#" $src1"> {
  bits<1> neg1;
  bits<1> abs1;
  bits<2> rnd;
  bits<1> sat;
  bit WideForm = 0;
  let Inst{48-46} = s.Selector;
  let Inst{51} = d.Byte;
  let Inst{52} = abs1;
  let Inst{54} = WideForm;
  let Inst{58} = d.Wide;
  let Inst{59} = d.Signed;
  let Inst{61} = neg1;
  let Ty = d.Ty;
  let SrcTy = s.Ty;
}

// Clamps to the range of the result.
class CvtII<CvtDst d, CvtSrc s, Results res, Srcs k>
    : CvtInst<SemCvtII, 0, d, s, res, k, (ins), "">;
class CvtIF<CvtDst d, CvtSrc s, Results res, Srcs k>
    : CvtInst<SemCvtIF, 1, d, s, res, k, (ins Rnd:$rnd, Sat:$sat),
              "${sat}${rnd}"> {
  let Inst{50-49} = rnd;
  let Inst{51} = sat;
}
class CvtFI<CvtDst d, CvtSrc s, Results res, Srcs k>
    : CvtInst<SemCvtFI, 2, d, s, res, k, (ins RndI:$rnd), "${rnd}"> {
  let Inst{50-49} = rnd;
}
// Widening or same size: nothing to round.
class CvtFF<CvtDst d, CvtSrc s, Results res, Srcs k>
    : CvtInst<SemCvtFF, 3, d, s, res, k, (ins Sat:$sat), "${sat}"> {
  let Inst{51} = sat;
}
class CvtFFNarrow<CvtDst d, CvtSrc s, Results res, Srcs k>
    : CvtInst<SemCvtFF, 3, d, s, res, k, (ins Rnd:$rnd, Sat:$sat),
              "${sat}${rnd}"> {
  let Inst{50-49} = rnd;
  let Inst{51} = sat;
}
// Round to an integral value of the same type. SubOp bit 0 says so.
class CvtRint<CvtDst d, CvtSrc s, Results res, Srcs k>
    : CvtInst<SemCvtFF, 3, d, s, res, k, (ins RndI:$rnd, Sat:$sat),
              "${sat}${rnd}"> {
  let Inst{50-49} = rnd;
  let Inst{51} = sat;
  let Inst{59} = 1;
  let SubOp{0} = 1;
}

foreach res = AllResults in {
  foreach s = CvtIntSrcs in
    foreach k = s.L in {
      // A dropped 8-bit result has no half or word to be told apart by: only
      // the word form is used.
      foreach d = CvtIntDsts in
        if !or(res.HasDst, !not(d.Byte), d.Wide) then
          def CVT_#d.Name#"_"#s.Name#k.Suffix#res.Suffix
              : CvtII<d, s, res, k>;
      foreach d = [CvtF16Dst, CvtF32Dst] in
        def CVT_#d.Name#"_"#s.Name#k.Suffix#res.Suffix
            : CvtIF<d, s, res, k>;
    }
  foreach s = [CvtF16Src, CvtF32Src, CvtDemotedSrc] in
    foreach k = s.L in {
      // Not to the 8-bit types.
      foreach d = CvtIntDsts[0...3] in
        def CVT_#d.Name#"_"#s.Name#k.Suffix#res.Suffix
            : CvtFI<d, s, res, k>;
      def CVT_F32_#s.Name#k.Suffix#res.Suffix
          : CvtFF<CvtF32Dst, s, res, k>;
    }
  foreach k = CvtF16Src.L in {
    def CVT_F16_F16#k.Suffix#res.Suffix : CvtFF<CvtF16Dst, CvtF16Src, res, k>;
    def CVT_RINT_F16#k.Suffix#res.Suffix
        : CvtRint<CvtF16Dst, CvtF16Src, res, k>;
  }
  foreach s = [CvtF32Src, CvtDemotedSrc] in
    foreach k = s.L in {
      def CVT_F16_#s.Name#k.Suffix#res.Suffix
          : CvtFFNarrow<CvtF16Dst, s, res, k>;
      def CVT_RINT_#s.Name#k.Suffix#res.Suffix
          : CvtRint<CvtF32Dst, s, res, k>;
    }
}

//===----------------------------------------------------------------------===//
// Wide forms: w1[14] and w1[26] say whether source and result have 64 bits.
//===----------------------------------------------------------------------===//

class WideSrc<string name, string text, DataTypeValue ty, SrcKind k, bit wide,
              bit isSigned>
    : CvtSrc<name, text, ty, {isSigned, 0, wide}, [Srcs<k>]>;
defvar WideSrcs = [
  WideSrc<"U32", "u32", TyU32, KReg32, 0, 0>,
  WideSrc<"S32", "s32", TyS32, KReg32, 0, 1>,
  WideSrc<"U64", "u64", TyU64, KReg64, 1, 0>,
  WideSrc<"S64", "s64", TyS64, KReg64, 1, 1>
];
defvar WideF32Src = WideSrc<"F32", "f32", TyF32, KReg32, 0, 0>;
defvar WideF64Src = WideSrc<"F64", "f64", TyF64, KReg64, 1, 0>;
defvar WideIntDsts = [
  CvtDst<"U32", "u32", TyU32, KReg32, 0, 0, 0>,
  CvtDst<"S32", "s32", TyS32, KReg32, 0, 0, 1>,
  CvtDst<"U64", "u64", TyU64, KReg64, 0, 1, 0>,
  CvtDst<"S64", "s64", TyS64, KReg64, 0, 1, 1>
];
defvar WideF32Dst = CvtDst<"F32", "f32", TyF32, KReg32, 0, 0, 0>;
defvar WideF64Dst = CvtDst<"F64", "f64", TyF64, KReg64, 0, 1, 0>;

let Predicates = [HasF64], Latency = LatDouble, WideForm = 1 in
foreach res = AllResults in {
  foreach s = WideSrcs in {
    def CVT_F64_#s.Name#_r#res.Suffix
        : CvtIF<WideF64Dst, s, res, !head(s.L)>;
    if !ge(s.Selector{0}, 1) then
      def CVT_F32_#s.Name#_r#res.Suffix
          : CvtIF<WideF32Dst, s, res, !head(s.L)>;
  }
  foreach d = WideIntDsts in {
    def CVT_#d.Name#_F64_r#res.Suffix
        : CvtFI<d, WideF64Src, res, !head(WideF64Src.L)>;
    if d.Wide then
      def CVT_#d.Name#_F32_r#res.Suffix
          : CvtFI<d, WideF32Src, res, !head(WideF32Src.L)>;
  }
  def CVT_F32_F64_r#res.Suffix
      : CvtFFNarrow<WideF32Dst, WideF64Src, res, !head(WideF64Src.L)>;
  def CVT_F64_F32_r#res.Suffix
      : CvtFF<WideF64Dst, WideF32Src, res, !head(WideF32Src.L)>;
  def CVT_F64_F64_r#res.Suffix
      : CvtFF<WideF64Dst, WideF64Src, res, !head(WideF64Src.L)>;
  def CVT_RINT_F64_r#res.Suffix
      : CvtRint<WideF64Dst, WideF64Src, res, !head(WideF64Src.L)>;
}
