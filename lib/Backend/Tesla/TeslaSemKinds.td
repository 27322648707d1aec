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

// What counters call an instruction.
class InstClassValue<int value, string name> {
  int Value = value;
  string EnumName = name;
}
def InstClass : GenericEnum {
  let FilterClass = "InstClassValue";
  let NameField = "EnumName";
  let ValueField = "Value";
}
def CountMove : InstClassValue<0, "Move">;
def CountInteger : InstClassValue<1, "Integer">;
def CountFloat : InstClassValue<2, "Float">;
def CountDouble : InstClassValue<3, "Double">;
def CountSpecial : InstClassValue<4, "Special">;
def CountConvert : InstClassValue<5, "Convert">;
def CountSharedLoad : InstClassValue<6, "SharedLoad">;
def CountSharedStore : InstClassValue<7, "SharedStore">;
def CountConstLoad : InstClassValue<8, "ConstLoad">;
def CountLocalLoad : InstClassValue<9, "LocalLoad">;
def CountLocalStore : InstClassValue<10, "LocalStore">;
def CountGlobalLoad : InstClassValue<11, "GlobalLoad">;
def CountGlobalStore : InstClassValue<12, "GlobalStore">;
def CountAtomic : InstClassValue<13, "Atomic">;
def CountControl : InstClassValue<14, "Control">;
def CountBarrier : InstClassValue<15, "Barrier">;
def CountTexture : InstClassValue<16, "Texture">;

class SemKindValue<int value, string name, InstClassValue counted> {
  int Value = value;
  string EnumName = name;
  InstClassValue Class = counted;
  bits<8> Number = value;
}
def SemKind : GenericEnum {
  let FilterClass = "SemKindValue";
  let NameField = "EnumName";
  let ValueField = "Value";
}

def SemNop : SemKindValue<0, "Nop", CountMove>;
def SemMov : SemKindValue<1, "Mov", CountMove>;
def SemMovFromCC : SemKindValue<2, "MovFromCC", CountMove>;
def SemMovToCC : SemKindValue<3, "MovToCC", CountMove>;
def SemMovFromA : SemKindValue<4, "MovFromA", CountMove>;
def SemMovSpecial : SemKindValue<5, "MovSpecial", CountMove>;
def SemShlA : SemKindValue<6, "ShlA", CountMove>;
def SemAddA : SemKindValue<7, "AddA", CountMove>;
def SemLdConst : SemKindValue<8, "LdConst", CountConstLoad>;
def SemLdShared : SemKindValue<9, "LdShared", CountSharedLoad>;
def SemStShared : SemKindValue<10, "StShared", CountSharedStore>;
def SemLdLocal : SemKindValue<11, "LdLocal", CountLocalLoad>;
def SemStLocal : SemKindValue<12, "StLocal", CountLocalStore>;
def SemLdGlobal : SemKindValue<13, "LdGlobal", CountGlobalLoad>;
def SemStGlobal : SemKindValue<14, "StGlobal", CountGlobalStore>;
def SemRed : SemKindValue<15, "Red", CountAtomic>;
def SemAtom : SemKindValue<16, "Atom", CountAtomic>;
def SemAdd : SemKindValue<17, "Add", CountInteger>;
def SemSetI : SemKindValue<18, "SetI", CountInteger>;
def SemMinI : SemKindValue<19, "MinI", CountInteger>;
def SemMaxI : SemKindValue<20, "MaxI", CountInteger>;
def SemShl : SemKindValue<21, "Shl", CountInteger>;
def SemShr : SemKindValue<22, "Shr", CountInteger>;
def SemMul16 : SemKindValue<23, "Mul16", CountInteger>;
def SemMul24 : SemKindValue<24, "Mul24", CountInteger>;
def SemMad16 : SemKindValue<25, "Mad16", CountInteger>;
def SemMad24 : SemKindValue<26, "Mad24", CountInteger>;
def SemSad : SemKindValue<27, "Sad", CountInteger>;
def SemLogic : SemKindValue<28, "Logic", CountInteger>;
def SemFAdd : SemKindValue<29, "FAdd", CountFloat>;
def SemFMul : SemKindValue<30, "FMul", CountFloat>;
def SemFMad : SemKindValue<31, "FMad", CountFloat>;
def SemFSet : SemKindValue<32, "FSet", CountFloat>;
def SemFMin : SemKindValue<33, "FMin", CountFloat>;
def SemFMax : SemKindValue<34, "FMax", CountFloat>;
def SemPreSin : SemKindValue<35, "PreSin", CountSpecial>;
def SemPreEx2 : SemKindValue<36, "PreEx2", CountSpecial>;
def SemRcp : SemKindValue<37, "Rcp", CountSpecial>;
def SemRsqrt : SemKindValue<38, "Rsqrt", CountSpecial>;
def SemLg2 : SemKindValue<39, "Lg2", CountSpecial>;
def SemSin : SemKindValue<40, "Sin", CountSpecial>;
def SemCos : SemKindValue<41, "Cos", CountSpecial>;
def SemEx2 : SemKindValue<42, "Ex2", CountSpecial>;
def SemSlct : SemKindValue<43, "Slct", CountFloat>;
def SemQuadOp : SemKindValue<44, "QuadOp", CountFloat>;
def SemCvtII : SemKindValue<45, "CvtII", CountConvert>;
def SemCvtIF : SemKindValue<46, "CvtIF", CountConvert>;
def SemCvtFI : SemKindValue<47, "CvtFI", CountConvert>;
def SemCvtFF : SemKindValue<48, "CvtFF", CountConvert>;
def SemDAdd : SemKindValue<49, "DAdd", CountDouble>;
def SemDMul : SemKindValue<50, "DMul", CountDouble>;
def SemDFma : SemKindValue<51, "DFma", CountDouble>;
def SemDMin : SemKindValue<52, "DMin", CountDouble>;
def SemDMax : SemKindValue<53, "DMax", CountDouble>;
def SemDSet : SemKindValue<54, "DSet", CountDouble>;
def SemVote : SemKindValue<55, "Vote", CountInteger>;
def SemPmEvent : SemKindValue<56, "PmEvent", CountMove>;
def SemTex : SemKindValue<57, "Tex", CountTexture>;
def SemBra : SemKindValue<58, "Bra", CountControl>;
def SemCall : SemKindValue<59, "Call", CountControl>;
def SemRet : SemKindValue<60, "Ret", CountControl>;
def SemBreakAddr : SemKindValue<61, "BreakAddr", CountControl>;
def SemBreak : SemKindValue<62, "Break", CountControl>;
def SemQuadOn : SemKindValue<63, "QuadOn", CountControl>;
def SemQuadPop : SemKindValue<64, "QuadPop", CountControl>;
def SemBar : SemKindValue<65, "Bar", CountBarrier>;
def SemTrap : SemKindValue<66, "Trap", CountControl>;
def SemJoinAt : SemKindValue<67, "JoinAt", CountControl>;
def SemBrkpt : SemKindValue<68, "Brkpt", CountMove>;
def SemPreRet : SemKindValue<69, "PreRet", CountControl>;
// The extension of tx1.
def SemWideAdd : SemKindValue<70, "WideAdd", CountInteger>;
def SemWideSub : SemKindValue<71, "WideSub", CountInteger>;
def SemWideLogic : SemKindValue<72, "WideLogic", CountInteger>;
def SemWideShl : SemKindValue<73, "WideShl", CountInteger>;
def SemWideShr : SemKindValue<74, "WideShr", CountInteger>;
def SemWideSet : SemKindValue<75, "WideSet", CountInteger>;
def SemWideMin : SemKindValue<76, "WideMin", CountInteger>;
def SemWideMax : SemKindValue<77, "WideMax", CountInteger>;
def SemWideMul : SemKindValue<78, "WideMul", CountInteger>;
def SemWideMulHigh : SemKindValue<79, "WideMulHigh", CountInteger>;
def SemWideMad : SemKindValue<80, "WideMad", CountInteger>;
def SemLoadFarGlobal : SemKindValue<81, "LoadFarGlobal", CountGlobalLoad>;
def SemStoreFarGlobal : SemKindValue<82, "StoreFarGlobal", CountGlobalStore>;
def SemLoadGeneric : SemKindValue<83, "LoadGeneric", CountGlobalLoad>;
def SemStoreGeneric : SemKindValue<84, "StoreGeneric", CountGlobalStore>;
def SemLoadFarShared : SemKindValue<85, "LoadFarShared", CountSharedLoad>;
def SemStoreFarShared : SemKindValue<86, "StoreFarShared", CountSharedStore>;
def SemLoadFarLocal : SemKindValue<87, "LoadFarLocal", CountLocalLoad>;
def SemStoreFarLocal : SemKindValue<88, "StoreFarLocal", CountLocalStore>;
def SemLoadFarConst : SemKindValue<89, "LoadFarConst", CountConstLoad>;
def SemProduct : SemKindValue<90, "Product", CountInteger>;
def SemProductHigh : SemKindValue<91, "ProductHigh", CountInteger>;
def SemWideMulWords : SemKindValue<92, "WideMulWords", CountInteger>;
def SemAtomFarGlobal : SemKindValue<93, "AtomFarGlobal", CountAtomic>;
def SemAtomGeneric : SemKindValue<94, "AtomGeneric", CountAtomic>;
def SemAtomFarShared : SemKindValue<95, "AtomFarShared", CountAtomic>;
def SemBitsClz : SemKindValue<96, "BitsClz", CountInteger>;
def SemBitsReverse : SemKindValue<97, "BitsReverse", CountInteger>;
def SemBitsReverseWide : SemKindValue<98, "BitsReverseWide", CountInteger>;
def SemBitsFind : SemKindValue<99, "BitsFind", CountInteger>;
def SemBitsPopc : SemKindValue<100, "BitsPopc", CountInteger>;
def SemBitsExtract : SemKindValue<101, "BitsExtract", CountInteger>;
def SemBitsExtractWide : SemKindValue<102, "BitsExtractWide", CountInteger>;
def SemBitsInsert : SemKindValue<103, "BitsInsert", CountInteger>;
def SemBitsInsertWide : SemKindValue<104, "BitsInsertWide", CountInteger>;
def SemBitsMask : SemKindValue<105, "BitsMask", CountInteger>;
def SemBitsExtend : SemKindValue<106, "BitsExtend", CountInteger>;
def SemBitsLogic3 : SemKindValue<107, "BitsLogic3", CountInteger>;
def SemBitsPermute : SemKindValue<108, "BitsPermute", CountInteger>;
def SemBitsFunnel : SemKindValue<109, "BitsFunnel", CountInteger>;
def SemBitsDot : SemKindValue<110, "BitsDot", CountInteger>;
def SemBitsNthSet : SemKindValue<111, "BitsNthSet", CountInteger>;
def SemBitsHalves : SemKindValue<112, "BitsHalves", CountInteger>;
def SemWideCounter : SemKindValue<113, "WideCounter", CountMove>;
def SemIeeeAdd : SemKindValue<140, "IeeeAdd", CountFloat>;
def SemIeeeMul : SemKindValue<141, "IeeeMul", CountFloat>;
def SemIeeeFma : SemKindValue<142, "IeeeFma", CountFloat>;
def SemIeeeMin : SemKindValue<143, "IeeeMin", CountFloat>;
def SemIeeeMax : SemKindValue<144, "IeeeMax", CountFloat>;
def SemIeeeSet : SemKindValue<145, "IeeeSet", CountFloat>;
def SemIeeeDiv : SemKindValue<146, "IeeeDiv", CountSpecial>;
def SemIeeeRcp : SemKindValue<147, "IeeeRcp", CountSpecial>;
def SemIeeeSqrt : SemKindValue<148, "IeeeSqrt", CountSpecial>;
def SemFunctionRsqrt : SemKindValue<149, "FunctionRsqrt", CountSpecial>;
def SemFunctionSin : SemKindValue<150, "FunctionSin", CountSpecial>;
def SemFunctionCos : SemKindValue<151, "FunctionCos", CountSpecial>;
def SemFunctionLg2 : SemKindValue<152, "FunctionLg2", CountSpecial>;
def SemFunctionEx2 : SemKindValue<153, "FunctionEx2", CountSpecial>;
def SemFunctionTanh : SemKindValue<154, "FunctionTanh", CountSpecial>;
def SemHalfAdd : SemKindValue<160, "HalfAdd", CountFloat>;
def SemHalfSub : SemKindValue<161, "HalfSub", CountFloat>;
def SemHalfMul : SemKindValue<162, "HalfMul", CountFloat>;
def SemHalfFma : SemKindValue<163, "HalfFma", CountFloat>;
def SemHalfMin : SemKindValue<164, "HalfMin", CountFloat>;
def SemHalfMax : SemKindValue<165, "HalfMax", CountFloat>;
def SemHalfSet : SemKindValue<166, "HalfSet", CountFloat>;
def SemHalfEx2 : SemKindValue<167, "HalfEx2", CountSpecial>;
def SemHalfTanh : SemKindValue<168, "HalfTanh", CountSpecial>;
def SemFormatNarrow : SemKindValue<175, "FormatNarrow", CountConvert>;
def SemFormatNarrowPair : SemKindValue<176, "FormatNarrowPair", CountConvert>;
def SemFormatWiden : SemKindValue<177, "FormatWiden", CountConvert>;
def SemTextureSample : SemKindValue<190, "TextureSample", CountTexture>;
def SemTextureQuery : SemKindValue<191, "TextureQuery", CountTexture>;
def SemSurfaceLoad : SemKindValue<192, "SurfaceLoad", CountTexture>;
def SemSurfaceStore : SemKindValue<193, "SurfaceStore", CountTexture>;
def SemSurfaceReduce : SemKindValue<194, "SurfaceReduce", CountTexture>;
def SemMatrixMultiply : SemKindValue<195, "MatrixMultiply", CountFloat>;
def SemMatrixMultiplyMore
    : SemKindValue<196, "MatrixMultiplyMore", CountFloat>;
def SemMatrixMove : SemKindValue<197, "MatrixMove", CountMove>;
def SemHostCall : SemKindValue<200, "HostCall", CountControl>;
def SemExchangeShuffle : SemKindValue<120, "ExchangeShuffle", CountMove>;
def SemExchangeBallot : SemKindValue<121, "ExchangeBallot", CountInteger>;
def SemExchangeActive : SemKindValue<122, "ExchangeActive", CountInteger>;
def SemExchangeMatchAny : SemKindValue<123, "ExchangeMatchAny", CountInteger>;
def SemExchangeMatchAll : SemKindValue<124, "ExchangeMatchAll", CountInteger>;
def SemExchangeElect : SemKindValue<125, "ExchangeElect", CountInteger>;
def SemExchangeReduce : SemKindValue<126, "ExchangeReduce", CountInteger>;
def SemExchangeSync : SemKindValue<128, "ExchangeSync", CountControl>;
def SemBarThreads : SemKindValue<127, "BarThreads", CountBarrier>;

def SemKindTable : GenericTable {
  let FilterClass = "SemKindValue";
  let CppTypeName = "SemKindInfo";
  let Fields = ["Number", "Class"];
  string TypeOf_Class = "InstClass";
  let PrimaryKey = ["Number"];
  let PrimaryKeyName = "lookupSemKind";
}

class LatencyValue<int value, string name, SchedWrite write> {
  int Value = value;
  string EnumName = name;
  SchedWrite Write = write;
}
def LatencyClass : GenericEnum {
  let FilterClass = "LatencyValue";
  let NameField = "EnumName";
  let ValueField = "Value";
}
def LatAlu : LatencyValue<0, "Alu", WriteAlu>;
def LatSfu : LatencyValue<1, "Sfu", WriteSfu>;
def LatDouble : LatencyValue<2, "Double", WriteDouble>;
def LatShared : LatencyValue<3, "Shared", WriteShared>;
def LatConst : LatencyValue<4, "Const", WriteConst>;
def LatLocal : LatencyValue<5, "Local", WriteLocal>;
def LatGlobal : LatencyValue<6, "Global", WriteGlobal>;
def LatTexture : LatencyValue<7, "Texture", WriteTexture>;
def LatControl : LatencyValue<8, "Control", WriteControl>;
def LatBarrier : LatencyValue<9, "Barrier", WriteBarrier>;

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
def TyF16X2 : DataTypeValue<19, "F16X2", "f16x2">;
def TyBF16 : DataTypeValue<20, "BF16", "bf16">;
def TyBF16X2 : DataTypeValue<21, "BF16X2", "bf16x2">;

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
