//===- TeslaSemKinds.td - What an instruction does ---------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One SemKind per operation of the machine. Variants of an operation (types,
// signs, add/sub, operand kinds) are in the other TSFlags fields or in
// immediate operands. MCTargetDesc/TeslaBaseInfo.h documents the fields for C++.
//
//===----------------------------------------------------------------------===//

class SemKindValue<int value, string name> {
  int Value = value;
  string EnumName = name;
}
def SemKind : GenericEnum {
  let FilterClass = "SemKindValue";
  let NameField = "EnumName";
  let ValueField = "Value";
}

def SemNop : SemKindValue<0, "Nop">;
def SemMov : SemKindValue<1, "Mov">;
def SemMovFromCC : SemKindValue<2, "MovFromCC">;
def SemMovToCC : SemKindValue<3, "MovToCC">;
def SemMovFromA : SemKindValue<4, "MovFromA">;
def SemMovSpecial : SemKindValue<5, "MovSpecial">;
def SemShlA : SemKindValue<6, "ShlA">;
def SemAddA : SemKindValue<7, "AddA">;
def SemLdConst : SemKindValue<8, "LdConst">;
def SemLdShared : SemKindValue<9, "LdShared">;
def SemStShared : SemKindValue<10, "StShared">;
def SemLdLocal : SemKindValue<11, "LdLocal">;
def SemStLocal : SemKindValue<12, "StLocal">;
def SemLdGlobal : SemKindValue<13, "LdGlobal">;
def SemStGlobal : SemKindValue<14, "StGlobal">;
def SemRed : SemKindValue<15, "Red">;
def SemAtom : SemKindValue<16, "Atom">;
def SemAdd : SemKindValue<17, "Add">;
def SemSetI : SemKindValue<18, "SetI">;
def SemMinI : SemKindValue<19, "MinI">;
def SemMaxI : SemKindValue<20, "MaxI">;
def SemShl : SemKindValue<21, "Shl">;
def SemShr : SemKindValue<22, "Shr">;
def SemMul16 : SemKindValue<23, "Mul16">;
def SemMul24 : SemKindValue<24, "Mul24">;
def SemMad16 : SemKindValue<25, "Mad16">;
def SemMad24 : SemKindValue<26, "Mad24">;
def SemSad : SemKindValue<27, "Sad">;
def SemLogic : SemKindValue<28, "Logic">;
def SemFAdd : SemKindValue<29, "FAdd">;
def SemFMul : SemKindValue<30, "FMul">;
def SemFMad : SemKindValue<31, "FMad">;
def SemFSet : SemKindValue<32, "FSet">;
def SemFMin : SemKindValue<33, "FMin">;
def SemFMax : SemKindValue<34, "FMax">;
def SemPreSin : SemKindValue<35, "PreSin">;
def SemPreEx2 : SemKindValue<36, "PreEx2">;
def SemRcp : SemKindValue<37, "Rcp">;
def SemRsqrt : SemKindValue<38, "Rsqrt">;
def SemLg2 : SemKindValue<39, "Lg2">;
def SemSin : SemKindValue<40, "Sin">;
def SemCos : SemKindValue<41, "Cos">;
def SemEx2 : SemKindValue<42, "Ex2">;
def SemSlct : SemKindValue<43, "Slct">;
def SemQuadOp : SemKindValue<44, "QuadOp">;
def SemCvtII : SemKindValue<45, "CvtII">;
def SemCvtIF : SemKindValue<46, "CvtIF">;
def SemCvtFI : SemKindValue<47, "CvtFI">;
def SemCvtFF : SemKindValue<48, "CvtFF">;
def SemDAdd : SemKindValue<49, "DAdd">;
def SemDMul : SemKindValue<50, "DMul">;
def SemDFma : SemKindValue<51, "DFma">;
def SemDMin : SemKindValue<52, "DMin">;
def SemDMax : SemKindValue<53, "DMax">;
def SemDSet : SemKindValue<54, "DSet">;
def SemVote : SemKindValue<55, "Vote">;
def SemPmEvent : SemKindValue<56, "PmEvent">;
def SemTex : SemKindValue<57, "Tex">;
def SemBra : SemKindValue<58, "Bra">;
def SemCall : SemKindValue<59, "Call">;
def SemRet : SemKindValue<60, "Ret">;
def SemBreakAddr : SemKindValue<61, "BreakAddr">;
def SemBreak : SemKindValue<62, "Break">;
def SemQuadOn : SemKindValue<63, "QuadOn">;
def SemQuadPop : SemKindValue<64, "QuadPop">;
def SemBar : SemKindValue<65, "Bar">;
def SemTrap : SemKindValue<66, "Trap">;
def SemJoinAt : SemKindValue<67, "JoinAt">;
def SemBrkpt : SemKindValue<68, "Brkpt">;
def SemPreRet : SemKindValue<69, "PreRet">;

class LatencyValue<int value, string name> {
  int Value = value;
  string EnumName = name;
}
def LatencyClass : GenericEnum {
  let FilterClass = "LatencyValue";
  let NameField = "EnumName";
  let ValueField = "Value";
}
def LatAlu : LatencyValue<0, "Alu">;
def LatSfu : LatencyValue<1, "Sfu">;
def LatDouble : LatencyValue<2, "Double">;
def LatShared : LatencyValue<3, "Shared">;
def LatConst : LatencyValue<4, "Const">;
def LatLocal : LatencyValue<5, "Local">;
def LatGlobal : LatencyValue<6, "Global">;
def LatTexture : LatencyValue<7, "Texture">;
def LatControl : LatencyValue<8, "Control">;
def LatBarrier : LatencyValue<9, "Barrier">;

class FormValue<int value, string name> {
  int Value = value;
  string EnumName = name;
}
def Form : GenericEnum {
  let FilterClass = "FormValue";
  let NameField = "EnumName";
  let ValueField = "Value";
}
def FormShort : FormValue<0, "Short">;
def FormShortControl : FormValue<1, "ShortControl">;
def FormImmediate : FormValue<2, "Immediate">;
def FormLong : FormValue<3, "Long">;
def FormControl : FormValue<4, "Control">;

// How a value is read or written. Also the size of a memory access.
class DataTypeValue<int value, string name, string text> {
  int Value = value;
  string EnumName = name;
  string Text = text;
}
def DataType : GenericEnum {
  let FilterClass = "DataTypeValue";
  let NameField = "EnumName";
  let ValueField = "Value";
}
def TyNone : DataTypeValue<0, "None", "none">;
def TyB8 : DataTypeValue<1, "B8", "b8">;
def TyU8 : DataTypeValue<2, "U8", "u8">;
def TyS8 : DataTypeValue<3, "S8", "s8">;
def TyU16 : DataTypeValue<4, "U16", "u16">;
def TyS16 : DataTypeValue<5, "S16", "s16">;
def TyB16 : DataTypeValue<6, "B16", "b16">;
def TyU24 : DataTypeValue<7, "U24", "u24">;
def TyS24 : DataTypeValue<8, "S24", "s24">;
def TyU32 : DataTypeValue<9, "U32", "u32">;
def TyS32 : DataTypeValue<10, "S32", "s32">;
def TyB32 : DataTypeValue<11, "B32", "b32">;
def TyU64 : DataTypeValue<12, "U64", "u64">;
def TyS64 : DataTypeValue<13, "S64", "s64">;
def TyB64 : DataTypeValue<14, "B64", "b64">;
def TyB128 : DataTypeValue<15, "B128", "b128">;
def TyF16 : DataTypeValue<16, "F16", "f16">;
def TyF32 : DataTypeValue<17, "F32", "f32">;
def TyF64 : DataTypeValue<18, "F64", "f64">;

// Where an operand comes from or goes to.
class OperandKindValue<int value, string name> {
  int Value = value;
  string EnumName = name;
}
def OperandKind : GenericEnum {
  let FilterClass = "OperandKindValue";
  let NameField = "EnumName";
  let ValueField = "Value";
}
def KindNone : OperandKindValue<0, "None">;
def KindReg32 : OperandKindValue<1, "Reg32">;
def KindHalf : OperandKindValue<2, "Half">;
def KindPair : OperandKindValue<3, "Pair">;
def KindQuad : OperandKindValue<4, "Quad">;
def KindShared : OperandKindValue<5, "Shared">;
def KindConst : OperandKindValue<6, "Const">;
def KindImm : OperandKindValue<7, "Imm">;
def KindCond : OperandKindValue<8, "Cond">;
def KindAddr : OperandKindValue<9, "Addr">;
