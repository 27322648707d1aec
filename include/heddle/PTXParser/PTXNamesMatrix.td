//===- PTXNamesMatrix.td - Modifiers of matrices -----------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Matrices.
def ModRow : Modifier<"row">;
def ModCol : Modifier<"col">;
def ModC : Modifier<"c">;
def ModD : Modifier<"d">;
def ModTrans : Modifier<"trans">;
def ModSp : Modifier<"sp">;
def ModSatfinite : Modifier<"satfinite">;
def ModOob : Modifier<"oob">;

// Elements of matrices that are no types of registers.
def ModS2 : Modifier<"s2">;
def ModU2 : Modifier<"u2">;
def ModS4 : Modifier<"s4">;
def ModU4 : Modifier<"u4">;
def ModE2m1 : Modifier<"e2m1">;
def ModE2m3 : Modifier<"e2m3">;
def ModE3m2 : Modifier<"e3m2">;
def ModUe8m0 : Modifier<"ue8m0">;
def ModUe4m3 : Modifier<"ue4m3">;
def ModB1024 : Modifier<"b1024">;
def ModB8x16 : Modifier<"b8x16">;
def ModB4x16P64 : Modifier<"b4x16_p64">;
def ModB6x16P32 : Modifier<"b6x16_p32">;

// How many registers.
foreach N = [1, 2, 4, 8, 16, 32, 64, 128] in
def ModX#N : Modifier<"x"#N> { let Number = N; }

// Shapes.
def ModM8n8 : Modifier<"m8n8">;
def ModM16n8 : Modifier<"m16n8">;
def ModM16n16 : Modifier<"m16n16">;
def ModM8n16 : Modifier<"m8n16">;
def ModM8n8k4 : Modifier<"m8n8k4">;
def ModM8n8k16 : Modifier<"m8n8k16">;
def ModM8n8k32 : Modifier<"m8n8k32">;
def ModM8n8k128 : Modifier<"m8n8k128">;
def ModM8n32k16 : Modifier<"m8n32k16">;
def ModM16n8k4 : Modifier<"m16n8k4">;
def ModM16n8k8 : Modifier<"m16n8k8">;
def ModM16n8k16 : Modifier<"m16n8k16">;
def ModM16n8k32 : Modifier<"m16n8k32">;
def ModM16n8k64 : Modifier<"m16n8k64">;
def ModM16n8k128 : Modifier<"m16n8k128">;
def ModM16n8k256 : Modifier<"m16n8k256">;
def ModM16n16k8 : Modifier<"m16n16k8">;
def ModM16n16k16 : Modifier<"m16n16k16">;
def ModM32n8k16 : Modifier<"m32n8k16">;
def Mod16x64b : Modifier<"16x64b">;
def Mod16x128b : Modifier<"16x128b">;
def Mod16x256b : Modifier<"16x256b">;
def Mod32x32b : Modifier<"32x32b">;
def Mod16x32bx2 : Modifier<"16x32bx2">;
def Mod128x256b : Modifier<"128x256b">;
def Mod4x256b : Modifier<"4x256b">;
def Mod128x128b : Modifier<"128x128b">;
def Mod64x128b : Modifier<"64x128b">;
def Mod32x128b : Modifier<"32x128b">;

defvar WgmmaColumns = !range(8, 257, 8);
foreach N = WgmmaColumns in
foreach K = [8, 16, 32, 64, 256] in
def ModM64n#N#"k"#K : Modifier<"m64n"#N#"k"#K> { let Number = N; }

// Kinds and scales.
def ModKindF16 : Modifier<"kind::f16">;
def ModKindTf32 : Modifier<"kind::tf32">;
def ModKindF8f6f4 : Modifier<"kind::f8f6f4">;
def ModKindI8 : Modifier<"kind::i8">;
def ModKindMxf4 : Modifier<"kind::mxf4">;
def ModKindMxf4nvf4 : Modifier<"kind::mxf4nvf4">;
def ModKindMxf8f6f4 : Modifier<"kind::mxf8f6f4">;
def ModBlockScale : Modifier<"block_scale">;
def ModScaleVec1X : Modifier<"scale_vec::1X">;
def ModScaleVec2X : Modifier<"scale_vec::2X">;
def ModScaleVec4X : Modifier<"scale_vec::4X">;
def ModBlock16 : Modifier<"block16">;
def ModBlock32 : Modifier<"block32">;

// Tensor memory.
def ModAshift : Modifier<"ashift">;
def ModPack16b : Modifier<"pack::16b">;
def ModUnpack16b : Modifier<"unpack::16b">;
def ModWarpx20213 : Modifier<"warpx2::02_13">;
def ModWarpx20123 : Modifier<"warpx2::01_23">;
def ModWarpx4 : Modifier<"warpx4">;
def ModMbarrierArriveOne : Modifier<"mbarrier::arrive::one">;
foreach N = [1, 2] in
def ModCtaGroup#N : Modifier<"cta_group::"#N> { let Number = N; }
foreach Buffer = ["a", "b0", "b1", "b2", "b3"] in
foreach Use = ["fill", "use", "lastuse", "discard"] in
def ModCollector_#Buffer#_#Use : Modifier<"collector::"#Buffer#"::"#Use>;

// The groups of slots.
def GrpLayout : ModGroup;
def GrpShape : ModGroup;
def GrpElement : ModGroup;
def GrpFragment : ModGroup;
def GrpSatFinite : ModGroup;
def GrpOob : ModGroup;
def GrpCount : ModGroup;
def GrpTrans : ModGroup;
def GrpBitOp : ModGroup;
def GrpPopc : ModGroup;
def GrpKind : ModGroup;
def GrpBlockScale : ModGroup;
def GrpScaleVec : ModGroup;
def GrpScaleType : ModGroup;
def GrpCtaGroup : ModGroup;
def GrpCollector : ModGroup;
def GrpAShift : ModGroup;
def GrpPack : ModGroup;
def GrpMultiple : ModGroup;
