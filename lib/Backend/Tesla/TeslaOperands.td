//===- TeslaOperands.td - Operand types --------------------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How operands are encoded, decoded, printed and parsed. Composite operands:
//
//   smem (base:ARZ, offset, mode)   s[] source of an ALU instruction; mode as
//                                   in w0[14:15]: 0 u8, 1 u16, 2 s16, 3 b32;
//                                   plus 4: at base, which the signed offset is
//                                   added to behind the access
//   cmem (bank, base:ARZ, offset)   c[] source of an ALU instruction, or of ld
//   amem (base:ARZ, offset)         address of ld/st s[] and l[]
//   gmem (window, address:GPR32)    address in g[]
//   pred (cond, CC)                 predicate; 15 and no register = always
//
// Offsets in operands are bytes; the encoding divides by the access unit.
//
//===----------------------------------------------------------------------===//

//===----------------------------------------------------------------------===//
// Modifiers: immediate operands that may be left out of the text and of
// selection patterns.
//===----------------------------------------------------------------------===//

class ModifierClass<string name> : AsmOperandClass {
  let Name = name;
  let IsOptional = 1;
  let RenderMethod = "addImmOperands";
  let DefaultMethod = "defaultImmOperands";
}

class Modifier<string name> : OperandWithDefaultOps<i32, (ops (i32 0))> {
  let PrintMethod = "print"#name;
  let ParserMatchClass = ModifierClass<name>;
  let OperandNamespace = "Tesla";
  let OperandType = "OPERAND_MODIFIER";
}

def Neg : Modifier<"Neg">;
def Abs : Modifier<"Abs">;
def Not : Modifier<"Not">;
def Sat : Modifier<"Sat">;
def Ftz : Modifier<"Ftz">;
def Live : Modifier<"Live">;
def Deriv : Modifier<"Deriv">;
// 0 rn, 1 rm, 2 rp, 3 rz.
def Rnd : Modifier<"Rnd">;
// Rounding of add and mul, which support only rn and rz.
def RndNZ : Modifier<"RndNZ"> {
  let PrintMethod = "printRnd";
  let DecoderMethod = "decodeRndNZ";
}
// Rounding to an integer, printed rni, rmi, rpi, rzi.
def RndI : Modifier<"RndI">;

// 0 none, 1 exit, 2 join. Printed in front of the instruction by printInst.
def Flow : Modifier<"Flow"> {
  let PrintMethod = "printNothing";
  let DecoderMethod = "decodeFlow";
}

class ImmClass<string name, string predicate> : AsmOperandClass {
  let Name = name;
  let PredicateMethod = predicate;
  let RenderMethod = "addImmOperands";
}

def PredClass : AsmOperandClass {
  let Name = "Pred";
  let IsOptional = 1;
  let RenderMethod = "addPredOperands";
  let DefaultMethod = "defaultPredOperands";
}
// Printed in front of the instruction by printInst.
def Pred : PredicateOperand<OtherVT, (ops i32imm, CC),
                            (ops (i32 15), (i32 zero_reg))> {
  let PrintMethod = "printNothing";
  let ParserMatchClass = PredClass;
  let EncoderMethod = "encodePred";
  let DecoderMethod = "decodePred";
}

// The condition of a control instruction without a predicate. It has no field,
// as each form has its own condition, and is printed in front by printInst.
class IgnoredCondition<string name> : Operand<i32> {
  let PrintMethod = "printNothing";
  let ParserMatchClass = ImmClass<name, "is"#name>;
  let OperandType = "OPERAND_IMMEDIATE";
}
def Never : IgnoredCondition<"Never">;
def Always : IgnoredCondition<"Always">;

//===----------------------------------------------------------------------===//
// Plain immediates
//===----------------------------------------------------------------------===//

class UImm<int width> : Operand<i32> {
  let ParserMatchClass = ImmClass<"UImm"#width, "isUImm<"#width#">">;
  let PrintMethod = "printHex";
  let OperandType = "OPERAND_IMMEDIATE";
}
def UImm4 : UImm<4>;
def UImm7 : UImm<7>;
def UImm8 : UImm<8>;
def UImm9 : UImm<9>;
def UImm12 : UImm<12>;
def UImm16 : UImm<16>;
def Imm16 : Operand<i32> {
  let ParserMatchClass = ImmClass<"Imm16", "isImm16">;
  let PrintMethod = "printHex16";
  let EncoderMethod = "encodeImm16";
  let DecoderMethod = "decodeImm16";
  let OperandType = "OPERAND_IMMEDIATE";
}
def Imm32 : Operand<i32> {
  let ParserMatchClass = ImmClass<"Imm32", "isImm32">;
  let PrintMethod = "printHex";
  let EncoderMethod = "encodeImm32";
  let OperandType = "OPERAND_IMMEDIATE";
}
// Signed.
class SImm<int width> : Operand<i32> {
  let ParserMatchClass = ImmClass<"SImm"#width, "isSImm<"#width#">">;
  let PrintMethod = "printSigned";
  let EncoderMethod = "encodeSigned<"#width#">";
  let DecoderMethod = "decodeSigned<"#width#">";
  let OperandType = "OPERAND_IMMEDIATE";
}
def SImm14 : SImm<14>;
def SImm19 : SImm<19>;
// An f32 whose lower 18 bits are zero: sign, exponent and five bits of fraction.
def ShortF32 : Operand<i32> {
  let ParserMatchClass = ImmClass<"ShortF32", "isShortF32">;
  let PrintMethod = "printHex";
  let EncoderMethod = "encodeShortF32";
  let DecoderMethod = "decodeShortF32";
  let OperandType = "OPERAND_IMMEDIATE";
}
// Texel offset: signed, four bits.
def TexOffset : Operand<i32> {
  let ParserMatchClass = ImmClass<"TexOffset", "isTexOffset">;
  let PrintMethod = "printHex4";
  let OperandType = "OPERAND_IMMEDIATE";
}

// A named code: printed and parsed by a table of names.
class NamedCode<string name> : Operand<i32> {
  let ParserMatchClass = ImmClass<name, "is"#name>;
  let PrintMethod = "print"#name;
  let OperandType = "OPERAND_IMMEDIATE";
}
// Subset of {less, equal, greater} for integers: condition codes 0..7.
def CondI : NamedCode<"CondI">;
// Condition codes 0..15.
def CondF : NamedCode<"CondF">;
def SReg : NamedCode<"SReg">;
// The special registers of tx1: 16 and more.
def FarSReg : NamedCode<"FarSReg"> {
  let DecoderMethod = "decodeFarSReg";
  let PrintMethod = "printSReg";
}
def LaneSel : NamedCode<"LaneSel">;
def QuadSubOp : NamedCode<"QuadSubOp">;
def TexSlot : NamedCode<"TexSlot">;
def SamplerSlot : NamedCode<"SamplerSlot">;

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

class MemClass<string name, string predicate, string render>
    : AsmOperandClass {
  let Name = name;
  let PredicateMethod = predicate;
  let RenderMethod = render;
}

// s[] in place of src1. \p modes is the bit set of size modes allowed, \p width
// the width of the offset field: 5 in the long form, 4 in the immediate form.
// Field: post-increment, areg (3, or 2 where width is 4), mode (2), offset
// (width).
class SMem<string name, int modes, int width> : Operand<i32> {
  let MIOperandInfo = (ops ARZ:$base, i32imm:$offset, i32imm:$mode);
  let PrintMethod = "printSMem";
  let EncoderMethod = "encodeSMem<"#width#">";
  let DecoderMethod = "decodeSMem<"#width#", "#modes#">";
  let ParserMatchClass =
      MemClass<"SMem"#name, "isSMem<"#width#", "#modes#">", "addSMemOperands">;
  let OperandType = "OPERAND_MEMORY";
}
def SMem32 : SMem<"32", 0b1111, 5>;
def SMemX16 : SMem<"X16", 0b0111, 5>;
def SMemU16 : SMem<"U16", 0b0011, 5>;
def SMemS16 : SMem<"S16", 0b0101, 5>;
def SMem8 : SMem<"8", 0b0001, 5>;
def SMemI32 : SMem<"I32", 0b1111, 4>;
def SMemIX16 : SMem<"IX16", 0b0111, 4>;
def SMemIU16 : SMem<"IU16", 0b0011, 4>;
def SMemIS16 : SMem<"IS16", 0b0101, 4>;

// c[] with an offset in units of \p unit bytes. Field: areg (3), bank (4),
// offset (width).
class CMem<string name, int unit, int width> : Operand<i32> {
  let MIOperandInfo = (ops i32imm:$bank, ARZ:$base, i32imm:$offset);
  let PrintMethod = "printCMem";
  let EncoderMethod = "encodeCMem<"#unit#", "#width#">";
  let DecoderMethod = "decodeCMem<"#unit#", "#width#">";
  let ParserMatchClass =
      MemClass<"CMem"#name, "isCMem<"#unit#", "#width#">", "addCMemOperands">;
  let OperandType = "OPERAND_MEMORY";
}
def CMem32 : CMem<"32", 4, 7>;
def CMem16 : CMem<"16", 2, 7>;
// An operand in c[] in the short form: bank 0 or 1. Field: areg (2), bank (1),
// offset (5).
class ShortCMem<string name, int unit> : Operand<i32> {
  let MIOperandInfo = (ops i32imm:$bank, ARZ:$base, i32imm:$offset);
  let PrintMethod = "printCMem";
  let EncoderMethod = "encodeShortCMem<"#unit#">";
  let DecoderMethod = "decodeShortCMem<"#unit#">";
  let ParserMatchClass = MemClass<"Short"#name, "isShortCMem<"#unit#">",
                                  "addCMemOperands">;
  let OperandType = "OPERAND_MEMORY";
}
def ShortCMem32 : ShortCMem<"CMem32", 4>;
def ShortCMem16 : ShortCMem<"CMem16", 2>;
def LdCMem8 : CMem<"Ld8", 1, 16>;
def LdCMem16 : CMem<"Ld16", 2, 15>;
def LdCMem32 : CMem<"Ld32", 4, 14>;

// s[] and l[] of loads and stores. Field: areg (3), offset (width).
class AMem<string space, string name, int unit, int width> : Operand<i32> {
  let MIOperandInfo = (ops ARZ:$base, i32imm:$offset);
  let PrintMethod = "printAMem<'"#space#"'>";
  let EncoderMethod = "encodeAMem<"#unit#", "#width#">";
  let DecoderMethod = "decodeAMem<"#unit#", "#width#">";
  let ParserMatchClass =
      MemClass<"AMem"#name, "isAMem<'"#space#"', "#unit#", "#width#">",
               "addAMemOperands">;
  let OperandType = "OPERAND_MEMORY";
}
def LdSMem8 : AMem<"s", "S8", 1, 16>;
def LdSMem16 : AMem<"s", "S16", 2, 15>;
def LdSMem32 : AMem<"s", "S32", 4, 14>;
// l[] offsets are bytes at every size.
def LMem8 : AMem<"l", "L8", 1, 16>;

// As above, at an address register, which the signed offset is added to behind
// the access.
class StepMem<string space, string name, int unit, int width> : Operand<i32> {
  let MIOperandInfo = (ops AR:$base, i32imm:$offset);
  let PrintMethod = "printStepMem<'"#space#"'>";
  let EncoderMethod = "encodeStepMem<"#unit#", "#width#">";
  let DecoderMethod = "decodeStepMem<"#unit#", "#width#">";
  let ParserMatchClass =
      MemClass<"StepMem"#name, "isStepMem<'"#space#"', "#unit#", "#width#">",
               "addAMemOperands">;
  let OperandType = "OPERAND_MEMORY";
}
def StepSMem8 : StepMem<"s", "S8", 1, 16>;
def StepSMem16 : StepMem<"s", "S16", 2, 15>;
def StepSMem32 : StepMem<"s", "S32", 4, 14>;
def StepLMem8 : StepMem<"l", "L8", 1, 16>;
// Field: areg (3), bank (4), offset (16).
class StepCMem<string name, int unit, int width> : Operand<i32> {
  let MIOperandInfo = (ops i32imm:$bank, AR:$base, i32imm:$offset);
  let PrintMethod = "printStepCMem";
  let EncoderMethod = "encodeStepCMem<"#unit#", "#width#">";
  let DecoderMethod = "decodeStepCMem<"#unit#", "#width#">";
  let ParserMatchClass =
      MemClass<"StepCMem"#name, "isStepCMem<"#unit#", "#width#">",
               "addCMemOperands">;
  let OperandType = "OPERAND_MEMORY";
}
def StepCMem8 : StepCMem<"8", 1, 16>;
def StepCMem16 : StepCMem<"16", 2, 15>;
def StepCMem32 : StepCMem<"32", 4, 14>;

// Source of an address computation: an address register, or 0x0 for $a0.
def ARZSource : RegisterOperand<ARZ> {
  let ParserMatchClass =
      MemClass<"ARZSource", "isARZSource", "addARZSourceOperands">;
}

// Field: window (4), register (7).
def GMem : Operand<i32> {
  let MIOperandInfo = (ops i32imm:$window, GPR32:$address);
  let PrintMethod = "printGMem";
  let EncoderMethod = "encodeGMem";
  let DecoderMethod = "decodeGMem";
  let ParserMatchClass = MemClass<"GMem", "isGMem", "addGMemOperands">;
  let OperandType = "OPERAND_MEMORY";
}

// Any register and a signed offset. \p base is a pair in g[] and gen[], a word in
// s[], l[] and c0[], of \p width bits; \p letter is the first of the space's
// name, "a" for gen[]. Field: register (7), offset (\p reach).
class FarMem<string name, string letter, RegisterClass base, int width,
             int reach> : Operand<i32> {
  let MIOperandInfo = (ops base:$base, i32imm:$offset);
  let PrintMethod = "printFarMem<'"#letter#"'>";
  let EncoderMethod = "encodeFarMem<"#reach#">";
  let DecoderMethod = "decodeFarMem<"#width#", "#reach#">";
  let ParserMatchClass =
      MemClass<"FarMem"#name, "isFarMem<'"#letter#"', "#width#", "#reach#">",
               "addAMemOperands">;
  let OperandType = "OPERAND_MEMORY";
}
def FarG : FarMem<"G", "g", GPR64, 64, 24>;
def FarA : FarMem<"A", "a", GPR64, 64, 24>;
def FarS : FarMem<"S", "s", GPR32, 32, 24>;
def FarL : FarMem<"L", "l", GPR32, 32, 24>;
def FarC : FarMem<"C", "c", GPR32, 32, 24>;
// The addresses of atomics have shorter offsets.
def FarAtomG : FarMem<"AtomG", "g", GPR64, 64, 10>;
def FarAtomA : FarMem<"AtomA", "a", GPR64, 64, 10>;
def FarAtomS : FarMem<"AtomS", "s", GPR32, 32, 10>;

//===----------------------------------------------------------------------===//
// Control and texture
//===----------------------------------------------------------------------===//

def TargetClass : AsmOperandClass {
  let Name = "Target";
  let RenderMethod = "addTargetOperands";
}
// Absolute byte address in the section, or a basic block.
def BrTarget : Operand<OtherVT> {
  let PrintMethod = "printTarget";
  let EncoderMethod = "encodeTarget";
  let DecoderMethod = "decodeTarget";
  let ParserMatchClass = TargetClass;
  let OperandType = "OPERAND_PCREL";
}

// First register of the block and mask of the components fetched.
// Field: mask (4), register (7).
def TexDst : Operand<i32> {
  let MIOperandInfo = (ops GPR32:$block, i32imm:$mask);
  let PrintMethod = "printTexDst";
  let EncoderMethod = "encodeTexDst";
  let DecoderMethod = "decodeTexDst";
  let ParserMatchClass = MemClass<"TexDst", "isTexDst", "addTexDstOperands">;
}
// Number of source registers minus one; they start at the same register.
def TexSrc : Operand<i32> {
  let PrintMethod = "printTexSrc";
  let ParserMatchClass = MemClass<"TexSrc", "isTexSrc", "addTexSrcOperands">;
}
