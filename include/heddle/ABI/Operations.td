//===- Operations.td - What the machine can do -------------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All operations, a row each: what a machine instruction does, in the variants
// that are executed differently. OperationClasses.td says what stands in a row.
// utils/heddle-tblgen makes of them the names of operations, their properties,
// the cases of the decoder and the rules for undefined bits; the target
// description takes the records. A comment above a row says which fields of
// DecodedInst it reads; Dst, Src, the predicate and the condition-code output
// are common to all.
//
//===----------------------------------------------------------------------===//

include "heddle/ABI/OperationClasses.td"

let Executor = OnMove in {
// Number 0 of its unit: DecodedInst::isNop.
def SemNop : SemKindValue<0, CountMove, "nop()", [Op<"Nop", "Defined">]>;
def SemPmEvent : SemKindValue<56, CountMove, "nop()">;
def SemBrkpt : SemKindValue<68, CountMove, "nop()">;

def SemMov : SemKindValue<1, CountMove, "move",
   [Op<"Mov32", "Moves", "Word(Word)">,
    Op<"Mov16", "Moves", "Word(Half)">]>;
// Dst := $c[CondReg]
def SemMovFromCC : SemKindValue<2, CountMove, "condition",
    [Op<"FromCondition", "FromCondition", "Word()">]>;
// $c[CCDst] := Src[0]
def SemMovToCC : SemKindValue<3, CountMove, "condition",
    [Op<"ToCondition", "ToCondition", "None(Word)">]>;
// Dst := $a[Sub[0]]
def SemMovFromA : SemKindValue<4, CountMove, "fromAddress",
    [Op<"FromAddress", "FromAddress", "Word()">]>;
// $a[Sub[0]] := Src[0] << Imm
def SemShlA : SemKindValue<6, CountMove, "shlAddress()",
    [Op<"ShlAddress", "ShlAddress", "None(Word)">]>;
// $a[Sub[0]] := $a[Sub[1]] + Imm
def SemAddA : SemKindValue<7, CountMove, "addAddress()",
    [Op<"AddAddress", "AddAddress">]>;
// Dst := special register Sub[0]
def SemMovSpecial : SemKindValue<5, CountMove, "fromSpecial",
    [Op<"FromSpecial", "Defined", "Word()", ["ReadsClock"]>]>;
// $c[CCDst] := whether condition Sub[0] of $c[CondReg] holds in all (Sub[1]) or
// in any active lanes. The condition is no predicate here.
def SemVote : SemKindValue<55, CountInteger, "vote()",
    [Op<"Vote", "Vote", "None()", ["MeetsLanes"]>]>;
} // OnMove

let Executor = OnInteger in {
// (Src[0] ^ Invert[0]) + (Src[1] ^ Invert[1]) + Imm; Saturate
def SemAdd : SemKindValue<17, CountInteger, "add()",
   [Op<"Add32", "Sum", "Word(Word, Word)">,
    Op<"Add16", "Sum", "Word(Half, Half)">,
    // As Add, with the carry of $c[CondReg] for Imm.
    Op<"AddCarry32", "Sum", "Word(Word, Word)">,
    Op<"AddCarry16", "Sum", "Word(Half, Half)">]>;
// Sub[0]: subset of CompareBits; Signed
def SemSetI : SemKindValue<18, CountInteger, "integer",
   [Op<"Set32", "Compare", "Word(Word, Word)">,
    Op<"Set16", "Compare", "Word(Half, Half)">]>;
def SemMinI : SemKindValue<19, CountInteger, "integer",
   [Op<"Min32", "Choose", "Word(Word, Word)">,
    Op<"Min16", "Choose", "Word(Half, Half)">]>;
def SemMaxI : SemKindValue<20, CountInteger, "integer",
   [Op<"Max32", "Choose", "Word(Word, Word)">,
    Op<"Max16", "Choose", "Word(Half, Half)">]>;
def SemShl : SemKindValue<21, CountInteger, "integer",
   [Op<"Shl32", "Moves", "Word(Word, Control)">,
    Op<"Shl16", "Moves", "Word(Half, HalfControl)">]>;
def SemShr : SemKindValue<22, CountInteger, "integer",
   [Op<"Shr32", "Moves", "Word(Word, Control)">,
    Op<"Shr16", "Moves", "Word(Half, HalfControl)">]>;
// Sub[0] LogicKind; Invert
def SemLogic : SemKindValue<28, CountInteger, "logic()",
   [Op<"Logic32", "Bitwise", "Word(Word, Word)">,
    Op<"Logic16", "Bitwise", "Word(Half, Half)">]>;
// 16-bit sources, Signed and Signed2
def SemMul16 : SemKindValue<23, CountInteger, "multiply16()",
    [Op<"Mul16", "Product", "Word(Half, Half)">]>;
// Signed, High
def SemMul24 : SemKindValue<24, CountInteger, "multiply24()",
    [Op<"Mul24", "Product", "Word(Factor, Factor)">]>;
// |Src[0] - Src[1]| + Src[2]; Signed
def SemSad : SemKindValue<27, CountInteger, "sad()",
   [Op<"Sad32", "Whole", "Word(Word, Word, Word)">,
    Op<"Sad16", "Whole", "Word(Half, Half, Word)">]>;
// Product by Sub[0] ProductKind, then as Add32 with the product for Src[0] and
// Src[2] for Src[1].
def SemMad16 : SemKindValue<25, CountInteger, "multiplyAdd()",
   [Op<"MulAdd", "Product", "Word(Factor, Factor, Word)">,
    // ... with the carry of $c[CondReg].
    Op<"MulAddCarry", "Product", "Word(Factor, Factor, Word)">]>;
def SemMad24 : SemKindValue<26, CountInteger, "multiplyAdd()">;

// Src[0] * Src[1] + Src[2], modulo 2^32
def SemProduct : SemKindValue<90, CountInteger, "product",
    [Op<"Product", "Product", "Word(Word, Word, Word)">]>;
// The upper word of Src[0] * Src[1]; Signed
def SemProductHigh : SemKindValue<91, CountInteger, "product",
    [Op<"ProductHigh", "Whole", "Word(Word, Word)">]>;
} // OnInteger

let Executor = OnWide in {
// Sources and result are pairs unless it says something else. The second source
// of Add may be a constant.
def SemWideAdd : Extension<70, CountInteger, "Sum", "Pair(Pair, Pair)">;
def SemWideSub : Extension<71, CountInteger, "Difference", "Pair(Pair, Pair)">;
// Sub[0] LogicKind
def SemWideLogic : Extension<72, CountInteger, "Bitwise", "Pair(Pair, Pair)">;
// The count is a word, and not masked. Signed
def SemWideShl : Extension<73, CountInteger, "Moves", "Pair(Pair, Control)">;
def SemWideShr : Extension<74, CountInteger, "Moves", "Pair(Pair, Control)">;
// Sub[0]: subset of CompareBits; Signed; the result is one word
def SemWideSet : Extension<75, CountInteger, "Compare", "Word(Pair, Pair)">;
// Signed
def SemWideMin : Extension<76, CountInteger, "Choose", "Pair(Pair, Pair)">;
def SemWideMax : Extension<77, CountInteger, "Choose", "Pair(Pair, Pair)">;
def SemWideMul : Extension<78, CountInteger, "Product", "Pair(Pair, Pair)">;
// Signed; the upper 64 bits of the product
def SemWideMulHigh : Extension<79, CountInteger, "Whole", "Pair(Pair, Pair)">;
// The product of words, plus a pair. Signed
def SemWideMad
    : Extension<80, CountInteger, "Product", "Pair(Word, Word, Pair)">;
// The product of words. Signed
def SemWideMulWords
    : Extension<92, CountInteger, "Product", "Pair(Word, Word)">;

// $clock64, or $globaltimer if Sub[0] is 1, to a pair.
def SemWideCounter
    : Extension<113, CountMove, "Defined", "Pair()", ["ReadsClock"]>;
} // OnWide

let Executor = OnBits in {
// Words, unless the type in Sub[2], or the name, says that they are pairs. How
// many bits of a word or a pair are 1, and how many zeros lead it
def SemBitsPopc : Extension<100, CountInteger, "Whole", "Word(Typed)">;
def SemBitsClz : Extension<96, CountInteger, "Whole", "Word(Typed)">;
// The bits in the opposite order
def SemBitsReverse : Extension<97, CountInteger, "Moves", "Word(Word)">;
def SemBitsReverseWide : Extension<98, CountInteger, "Moves", "Pair(Pair)">;
// The place of the highest bit that differs from the sign, or is 1; -1 for
// none. Sub[0]: its distance from the top instead. Signed
def SemBitsFind : Extension<99, CountInteger, "Whole", "Word(Typed)">;
// The field of Src[0] from bit Src[1] on, Src[2] bits long, both modulo 256.
// Signed
def SemBitsExtract
    : Extension<101, CountInteger, "Moves", "Word(Word, Control, Control)">;
def SemBitsExtractWide
    : Extension<102, CountInteger, "Moves", "Pair(Pair, Control, Control)">;
// Src[1] with the low bits of Src[0] in the field that Src[2] tells: the place
// in its lowest byte, the length in the next.
def SemBitsInsert
    : Extension<103, CountInteger, "Moves", "Word(Word, Word, Control)">;
def SemBitsInsertWide
    : Extension<104, CountInteger, "Moves", "Pair(Pair, Pair, Control)">;
// Src[1] ones from bit Src[0] on; Sub[0]: both modulo 32
def SemBitsMask : Extension<105, CountInteger, "Whole", "Word(Word, Word)">;
// The low Src[1] bits of Src[0], extended; Sub[0]: modulo 32. Signed
def SemBitsExtend
    : Extension<106, CountInteger, "Moves", "Word(Word, Control)">;
// Bit by bit by the table Sub[0]
def SemBitsLogic3
    : Extension<107, CountInteger, "Bitwise", "Word(Word, Word, Word)">;
// Bytes of Src[0] and Src[1] that Src[2] chooses; Sub[0] PermuteKind
def SemBitsPermute
    : Extension<108, CountInteger, "Moves", "Word(Word, Word, Control)">;
// Word of {Src[1], Src[0]} shifted by Src[2]; Sub[0]: FunnelBits
def SemBitsFunnel
    : Extension<109, CountInteger, "Moves", "Word(Word, Word, Control)">;
// Src[2] plus products of parts of Src[0] and Src[1]; Sub[0]: DotBits
def SemBitsDot
    : Extension<110, CountInteger, "Whole", "Word(Word, Word, Word)">;
// The place of the Src[2]-th bit of Src[0] that is 1, from Src[1] on
def SemBitsNthSet
    : Extension<111, CountInteger, "Whole", "Word(Word, Word, Word)">;
// The result of each half by itself: Sub[0] HalvesKind; Signed
def SemBitsHalves : Extension<112, CountInteger, "Packed", "Word(Word, Word)">;
} // OnBits

let Executor = OnExchange in {
// Dst := Src[0] of the lane that Sub[0], a ShuffleKind, Src[1] and Src[2], the
// clamp and the segment mask, name. The condition code says whether there is
// such a lane; the lane's own value is taken where there is not.
def SemExchangeShuffle
    : Extension<120, CountMove, "Shuffle", "Word(Word, Control, Control)",
                ["MeetsLanes"]>;
// The lanes in which condition Sub[0] of $c[CondReg] holds; it is no predicate.
def SemExchangeBallot
    : Extension<121, CountInteger, "Ballot", "Word()", ["MeetsLanes"]>;
// The lanes that execute it
def SemExchangeActive : Extension<122, CountInteger, "Defined", "Word()">;
// From here on the last source has each lane's fellows; only those count that
// execute it, too. The fellows with the same Src[0]
def SemExchangeMatchAny
    : Extension<123, CountInteger, "Team", "Word(Typed, Control)",
                ["MeetsLanes"]>;
// The fellows, if all have the same Src[0], else 0; the condition code says so.
def SemExchangeMatchAll
    : Extension<124, CountInteger, "Team", "Word(Typed, Control)",
                ["MeetsLanes"]>;
// The lowest of the fellows; the condition code says whether the lane is it.
def SemExchangeElect
    : Extension<125, CountInteger, "Team", "Word(Control)", ["MeetsLanes"]>;
// Src[0] of the fellows by Sub[0], a ReduceKind
def SemExchangeReduce
    : Extension<126, CountInteger, "Team", "Word(Word, Control)",
                ["MeetsLanes"]>;
// Does nothing but let the lanes in Src[0] meet; Sub[0]: the next exchange,
// which otherwise is for all lanes, is for these
def SemExchangeSync
    : Extension<128, CountControl, "Defined", "None()", ["MeetsLanes"]>;
} // OnExchange

let Executor = OnIeee in {
// Sub[1] RoundingMode; FlushDenormals, Saturate; Sub[0]: bit 0 negates the
// product, bit 1 the addend
def SemIeeeAdd : Extension<140, CountFloat, "Whole", "Word(Word, Word)">;
def SemIeeeMul : Extension<141, CountFloat, "Whole", "Word(Word, Word)">;
def SemIeeeFma : Extension<142, CountFloat, "Whole", "Word(Word, Word, Word)">;
// Sub[0]: bit 0 returns NaN where there is one, bit 1 compares magnitudes and
// multiplies signs; FlushDenormals, as in all that follow
def SemIeeeMin : Extension<143, CountFloat, "Whole", "Word(Word, Word)">;
def SemIeeeMax : Extension<144, CountFloat, "Whole", "Word(Word, Word)">;
// Sub[0]: condition 0..15
def SemIeeeSet : Extension<145, CountFloat, "Whole", "Word(Word, Word)">;
// Sub[1] RoundingMode
def SemIeeeDiv : Extension<146, CountSpecial, "Whole", "Word(Word, Word)">;
def SemIeeeRcp : Extension<147, CountSpecial, "Whole", "Word(Word)">;
def SemIeeeSqrt : Extension<148, CountSpecial, "Whole", "Word(Word)">;
} // OnIeee

let Executor = OnFunction in {
// Approximations of f32.
def SemFunctionRsqrt : Extension<149, CountSpecial, "Whole", "Word(Word)">;
def SemFunctionSin : Extension<150, CountSpecial, "Whole", "Word(Word)">;
def SemFunctionCos : Extension<151, CountSpecial, "Whole", "Word(Word)">;
def SemFunctionLg2 : Extension<152, CountSpecial, "Whole", "Word(Word)">;
def SemFunctionEx2 : Extension<153, CountSpecial, "Whole", "Word(Word)">;
def SemFunctionTanh : Extension<154, CountSpecial, "Whole", "Word(Word)">;
} // OnFunction

let Executor = OnHalf in {
// f16 or bf16, one or two in a word, as Sub[2], a tesla::DataType, says;
// FlushDenormals, Saturate.
def SemHalfAdd : Extension<160, CountFloat, "Packed", "Word(Word, Word)">;
def SemHalfSub : Extension<161, CountFloat, "Packed", "Word(Word, Word)">;
def SemHalfMul : Extension<162, CountFloat, "Packed", "Word(Word, Word)">;
// Sub[0]: clamps to 0 from below
def SemHalfFma : Extension<163, CountFloat, "Packed", "Word(Word, Word, Word)">;
// Sub[0] as of the f32 ones
def SemHalfMin : Extension<164, CountFloat, "Packed", "Word(Word, Word)">;
def SemHalfMax : Extension<165, CountFloat, "Packed", "Word(Word, Word)">;
def SemHalfSet : Extension<166, CountFloat, "Packed", "Word(Word, Word)">;
def SemHalfEx2 : Extension<167, CountSpecial, "Packed", "Word(Word)">;
def SemHalfTanh : Extension<168, CountSpecial, "Packed", "Word(Word)">;
} // OnHalf

let Executor = OnFormat in {
// Sub[0] NarrowFormat, Sub[1] RoundingMode; Saturate
def SemFormatNarrow : Extension<175, CountConvert, "Whole", "Narrow(Word)">;
// Src[0] to the upper part, Src[1] to the lower
def SemFormatNarrowPair
    : Extension<176, CountConvert, "PackPair", "Word(Word, Word)">;
def SemFormatWiden : Extension<177, CountConvert, "Whole", "Word(Narrow)">;
} // OnFormat

let Executor = OnFloat in {
// Invert (sign bits) negates sources; Abs1, Abs2; Saturate
def SemFAdd : SemKindValue<29, CountFloat, "floatRounded",
   [Op<"AddRN", "Whole", "Word(Word, Word)">,
    Op<"AddRZ", "Whole", "Word(Word, Word)">]>;
def SemFMul : SemKindValue<30, CountFloat, "floatRounded",
   [Op<"MulRN", "Whole", "Word(Word, Word)">,
    Op<"MulRZ", "Whole", "Word(Word, Word)">]>;
// Invert[0] negates the product, Invert[1] the addend
def SemFMad : SemKindValue<31, CountFloat, "floatMad()",
    [Op<"Mad", "Whole", "Word(Word, Word, Word)">]>;
def SemFMin : SemKindValue<33, CountFloat, "floatBinary",
    [Op<"Min", "Whole", "Word(Word, Word)">]>;
def SemFMax : SemKindValue<34, CountFloat, "floatBinary",
    [Op<"Max", "Whole", "Word(Word, Word)">]>;
// Sub[0]: condition 0..15
def SemFSet : SemKindValue<32, CountFloat, "floatBinary",
    [Op<"Set", "Whole", "Word(Word, Word)">]>;
// Src[2] ^ Invert[0] >= 0 ? Src[0] : Src[1]
def SemSlct : SemKindValue<43, CountFloat, "select()",
    [Op<"Select", "Moves", "Word(Word, Word, Control)">]>;
def SemPreSin : SemKindValue<35, CountSpecial, "preOp",
    [Op<"PreSin", "Whole", "Word(Word)">]>;
def SemPreEx2 : SemKindValue<36, CountSpecial, "preOp",
    [Op<"PreEx2", "Whole", "Word(Word)">]>;
// Sub[0] lane, Sub[1] the four 2-bit operations, lane 0's lowest
def SemQuadOp : SemKindValue<44, CountFloat, "quad()",
    [Op<"Quad", "Quad", "Word(Word, Word)">]>;
} // OnFloat

let Executor = OnDouble in {
// Pairs. Invert (sign bits of the high word) negates sources; Sub[0]
// RoundingMode
def SemDAdd : SemKindValue<49, CountDouble, "doubleBinary",
    [Op<"Add", "Whole", "Pair(Pair, Pair)">]>;
def SemDMul : SemKindValue<50, CountDouble, "doubleBinary",
    [Op<"Mul", "Whole", "Pair(Pair, Pair)">]>;
// Invert[0] negates the product, Invert[1] the addend
def SemDFma : SemKindValue<51, CountDouble, "doubleFma()",
    [Op<"Fma", "Whole", "Pair(Pair, Pair, Pair)">]>;
// Abs1, Abs2
def SemDMin : SemKindValue<52, CountDouble, "doubleBinary",
    [Op<"Min", "Whole", "Pair(Pair, Pair)">]>;
def SemDMax : SemKindValue<53, CountDouble, "doubleBinary",
    [Op<"Max", "Whole", "Pair(Pair, Pair)">]>;
// Sub[0]: condition 0..15; the result is one word
def SemDSet : SemKindValue<54, CountDouble, "doubleBinary",
    [Op<"Set", "Whole", "Word(Pair, Pair)">]>;
} // OnDouble

let Executor = OnSfu in {
def SemRcp : SemKindValue<37, CountSpecial, "sfu",
    [Op<"Rcp", "Whole", "Word(Word)">]>;
def SemRsqrt : SemKindValue<38, CountSpecial, "sfu",
    [Op<"Rsqrt", "Whole", "Word(Word)">]>;
def SemLg2 : SemKindValue<39, CountSpecial, "sfu",
    [Op<"Lg2", "Whole", "Word(Word)">]>;
def SemSin : SemKindValue<40, CountSpecial, "sfu",
    [Op<"Sin", "Whole", "Word(Word)">]>;
def SemCos : SemKindValue<41, CountSpecial, "sfu",
    [Op<"Cos", "Whole", "Word(Word)">]>;
def SemEx2 : SemKindValue<42, CountSpecial, "sfu",
    [Op<"Ex2", "Whole", "Word(Word)">]>;
} // OnSfu

let Executor = OnConvert in {
// Sub[0] source type, Sub[1] destination type, Sub[2] RoundingMode; Negate,
// Abs1, Saturate, RoundToInt
def SemCvtII : SemKindValue<45, CountConvert, "convert()",
   [Op<"Any", "Convert", "Converted(Converted)">,
    // As Any, with WideType for the types; some are pairs.
    Op<"Wide", "Convert", "Converted(Converted)">,
    // Plain forms that kernels are full of.
    Op<"ZeroExtend16", "Moves", "Word(Half)">,
    Op<"SignExtend16", "Moves", "Word(Half)">,
    Op<"S32ToF32", "Whole", "Word(Word)">,
    Op<"U32ToF32", "Whole", "Word(Word)">,
    Op<"F32ToS32RZ", "Whole", "Word(Word)">]>;
def SemCvtIF : SemKindValue<46, CountConvert, "convert()">;
def SemCvtFI : SemKindValue<47, CountConvert, "convert()">;
def SemCvtFF : SemKindValue<48, CountConvert, "convert()">;
} // OnConvert

let Executor = OnTexture in {
// Dst and the registers behind it have the coordinates, and then the components
// that the mask in Sub[2] has bits for. Imm: the texture's slot, and from bit 8
// on the sampler's. Sub[0]: how many coordinates; Sub[1] FetchBits; Invert[0]:
// offsets in texels, four bits each, x the lowest
def SemTex : SemKindValue<57, CountTexture, "slotFetch()",
    [Op<"Fetch", "Defined", "Quad()", ["Fetches"]>]>;
// By handles; ImageAccess.h says what the sources and Imm hold. Sub[0]: 0, 1
// for one quad more, 2 for gradients
def SemTextureSample : SemKindValue<190, CountTexture, "image",
    [Op<"Sample", "Defined", "Quad()", ["Fetches"]>]>;
def SemTextureQuery : SemKindValue<191, CountTexture, "image",
    [Op<"Query", "Defined", "Word()">]>;
def SemSurfaceLoad : SemKindValue<192, CountTexture, "image",
    [Op<"LoadSurface", "Defined", "Quad()">]>;
def SemSurfaceStore : SemKindValue<193, CountTexture, "image",
    [Op<"StoreSurface", "Defined">]>;
// Sub[0]: words of 64 bits
def SemSurfaceReduce : SemKindValue<194, CountTexture, "image",
    [Op<"ReduceSurface", "Defined">]>;
} // OnTexture

let Executor = OnMatrix in {
// Quads, of all lanes of a warp. Src[0] * Src[1] + Src[2]; Imm: a form of
// heddle/Matrix/MatrixForms.def
def SemMatrixMultiply : SemKindValue<195, CountFloat, "matrix",
    [Op<"Multiply", "Defined", "Quad()", ["MeetsLanes"]>]>;
// Src[0] * Src[1] + Dst; Src[2] has metadata and scale factors, as
// heddle/Matrix/WarpProduct.h says.
def SemMatrixMultiplyMore : SemKindValue<196, CountFloat, "matrix",
    [Op<"MultiplyMore", "Defined", "Quad()", ["MeetsLanes"]>]>;
// Between rows of memory and fragments; Imm: a row of
// heddle/Matrix/MatrixMoves.def
def SemMatrixMove : SemKindValue<197, CountMove, "matrix",
    [Op<"Move", "Defined", "Quad()", ["MeetsLanes"]>]>;
// Quads: Dst, Src[0], Src[1], Src[2] are the operands of the operation Imm on
// tensor memory, as heddle/ABI/TensorUnit.h says. Each lane by itself.
def SemTensorThread : SemKindValue<201, CountFloat, "matrix",
    [Op<"TensorThread", "Defined", "Quad()">]>;
// An operation on tensor memory that all lanes of a warp execute together.
def SemTensorWarp : SemKindValue<202, CountMove, "matrix",
    [Op<"TensorWarp", "Defined", "Quad()", ["MeetsLanes"]>]>;
} // OnMatrix

let Executor = OnMemory in {
// Address: $a[Sub[0]] + Imm; Sub[1] MemType
def SemLdShared : SemKindValue<9, CountSharedLoad, "shared",
   [Access<"LoadShared", "Shared", "Load">,
    // ... and the condition code says whether the word could be locked.
    Access<"LockShared", "Shared", "Lock">]>;
def SemStShared : SemKindValue<10, CountSharedStore, "shared",
   [Access<"StoreShared", "Shared", "Store">,
    // ... and releases the word.
    Access<"UnlockShared", "Shared", "Unlock">]>;
// Bank in Sub[2]
def SemLdConst : SemKindValue<8, CountConstLoad, "loadStore",
    [Access<"LoadConst", "Const", "Load">]>;
def SemLdLocal : SemKindValue<11, CountLocalLoad, "loadStore",
    [Access<"LoadLocal", "Local", "Load">]>;
def SemStLocal : SemKindValue<12, CountLocalStore, "loadStore",
    [Access<"StoreLocal", "Local", "Store">]>;
// Address: Src[0]; data of stores: Src[1], as in all stores
def SemLdGlobal : SemKindValue<13, CountGlobalLoad, "globalAccess",
    [Access<"LoadGlobal", "Global", "Load">]>;
def SemStGlobal : SemKindValue<14, CountGlobalStore, "globalAccess",
    [Access<"StoreGlobal", "Global", "Store">]>;
// Sub[0] AtomicKind, Sub[1] MemType, Signed; Dst takes the old value, and
// Src[2] is what cas stores.
def SemRed : SemKindValue<15, CountAtomic, "atomic()",
    [Access<"Atomic", "Global", "Atomic">]>;
def SemAtom : SemKindValue<16, CountAtomic, "atomic()">;

// An access at a wider address: Src[0], a pair for Global and Generic, a word
// for the others, plus Imm, which is signed. Data of stores: Src[1]
def SemLoadFarGlobal : SemKindValue<81, CountGlobalLoad, "farAccess",
    [FarAccess<"LoadFarGlobal", "Global", "Load">]>;
def SemStoreFarGlobal : SemKindValue<82, CountGlobalStore, "farAccess",
    [FarAccess<"StoreFarGlobal", "Global", "Store">]>;
def SemLoadGeneric : SemKindValue<83, CountGlobalLoad, "farAccess",
    [FarAccess<"LoadGeneric", "Generic", "Load">]>;
def SemStoreGeneric : SemKindValue<84, CountGlobalStore, "farAccess",
    [FarAccess<"StoreGeneric", "Generic", "Store">]>;
def SemLoadFarShared : SemKindValue<85, CountSharedLoad, "farAccess",
    [FarAccess<"LoadFarShared", "Shared", "Load">]>;
def SemStoreFarShared : SemKindValue<86, CountSharedStore, "farAccess",
    [FarAccess<"StoreFarShared", "Shared", "Store">]>;
def SemLoadFarLocal : SemKindValue<87, CountLocalLoad, "farAccess",
    [FarAccess<"LoadFarLocal", "Local", "Load">]>;
def SemStoreFarLocal : SemKindValue<88, CountLocalStore, "farAccess",
    [FarAccess<"StoreFarLocal", "Local", "Store">]>;
// Bank in Sub[2]
def SemLoadFarConst : SemKindValue<89, CountConstLoad, "farAccess",
    [FarAccess<"LoadFarConst", "Const", "Load">]>;
// Sub[0] AtomicKind, Sub[2] the type; Dst takes the old value, and Src[2] is
// what cas stores.
def SemAtomFarGlobal : SemKindValue<93, CountAtomic, "farAtomic",
    [FarAccess<"AtomFarGlobal", "Global", "Atomic">]>;
def SemAtomGeneric : SemKindValue<94, CountAtomic, "farAtomic",
    [FarAccess<"AtomGeneric", "Generic", "Atomic">]>;
def SemAtomFarShared : SemKindValue<95, CountAtomic, "farAtomic",
    [FarAccess<"AtomFarShared", "Shared", "Atomic">]>;
} // OnMemory

let Executor = OnFlow in {
def SemBra : SemKindValue<58, CountControl, "flow", [Op<"Branch", "Flow">]>;
def SemCall : SemKindValue<59, CountControl, "flow", [Op<"Call", "Flow">]>;
def SemRet : SemKindValue<60, CountControl, "flow", [Op<"Return", "Flow">]>;
// Pushes a call's entry without a jump.
def SemPreRet : SemKindValue<69, CountControl, "flow",
    [Op<"ReturnAt", "Flow">]>;
def SemBreakAddr : SemKindValue<61, CountControl, "flow",
    [Op<"BreakAt", "Flow">]>;
def SemBreak : SemKindValue<62, CountControl, "flow", [Op<"Break", "Flow">]>;
def SemJoinAt : SemKindValue<67, CountControl, "flow", [Op<"JoinAt", "Flow">]>;
// Sub[1] BarrierKind, Sub[2] BarrierOperands. Fixed: Sub[0] number, Imm warps
// or 0 for all. Src[2] is the source of a reduction, 0 or not.
def SemBar : SemKindValue<65, CountBarrier, "barrier()",
    [Op<"Barrier", "Flow", "None(Word, Word, Word)", ["MeetsWarps"]>]>;
def SemBarThreads : SemKindValue<127, CountBarrier, "barrierThreads()">;
def SemTrap : SemKindValue<66, CountControl, "flow", [Op<"Trap", "Flow">]>;
def SemQuadOn : SemKindValue<63, CountControl, "helperLanes()">;
def SemQuadPop : SemKindValue<64, CountControl, "helperLanes()">;
// A service of the host, in Sub[0], with pairs as operands and result.
def SemHostCall : SemKindValue<200, CountControl, "hostCall()",
    [Op<"HostCall", "Flow", "Pair(Pair, Pair)", ["AsksHost"]>]>;
// The bytes are no instruction, or none that the machine executes.
def OpIllegal : OperationRow<[Op<"Illegal", "Flow">]>;
} // OnFlow
