//===- PTXOperands.td - Operand classes and slots ----------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

// Results.
def D : Operand<"KReg", TLast, "OFDest">;
def DFirst : Operand<"KReg", TFirst, "OFDest">;
def DWide : Operand<"KReg", TWide, "OFDest">;
class DFixed<string type> : Operand<"KReg", Fixed<type>, "OFDest">;
def DPred : DFixed<"Pred">;
// p or p|q, where either may be the sink.
def DPredPair : Operand<"KReg | KSink", Fixed<"Pred">, "OFDest | OFPair">;
// d or d|p.
def DPaired : Operand<"KReg", TLast, "OFDest | OFPair">;
// A register at least as wide as the type.
def DLoose : Operand<"KReg", TFirst, "OFDest | OFWider">;
// Registers of a load: as many as .vN says; a single one may stand in braces.
def DLoad : Operand<"KReg | KVector | KSink", TLast,
                    "OFDest | OFWider | OFVector | OFSingle">;
def DOrSink : Operand<"KReg | KSink", TLast, "OFDest">;

// Sources.
def S : Operand<"KReg | KImm", TLast>;
def SReg : Operand<"KReg", TLast>;
def SFirst : Operand<"KReg | KImm", TFirst>;
def SWide : Operand<"KReg | KImm", TWide>;
class SFixed<string type> : Operand<"KReg | KImm", Fixed<type>>;
def SU32 : SFixed<"U32">;
def SB32 : SFixed<"B32">;
class SRegFixed<string type> : Operand<"KReg", Fixed<type>>;
def SPred : SRegFixed<"Pred">;
def SNotPred : Operand<"KReg | KImm", Fixed<"Pred">, "OFNegatable">;
class SImm<string type> : Operand<"KImm", Fixed<type>>;
def SLoose : Operand<"KReg | KImm | KSpecial", TLast, "OFWider">;
def SStore : Operand<"KReg | KImm | KVector", TLast,
                     "OFWider | OFVector | OFSingle">;

// Memory.
def Address : Operand<"KAddress", TLast>;

class Copy<Operand o, string flags = ""> : Operand<o.KindText, o.TypeOf,
    o.FlagText # flags> {
  let Group = o.Group;
  let Count = o.Count;
  let Divisor = o.Divisor;
  let If = o.If;
  let Min = o.Min;
  let Max = o.Max;
  let Step = o.Step;
}
// Optional operands stand last.
class Opt<Operand o> : Copy<o, " | OFOptional">;
// An operand that comes with a modifier.
class With<Modifier mod, Operand o> : Copy<o> { let If = !cast<string>(mod); }
class In<int min, int max, Operand o, int step = 1> : Copy<o> {
  let Min = min;
  let Max = max;
  let Step = step;
}
// {a, b}: registers of the type of o.
class Vec<int count, Operand o> : Copy<o, " | OFRegisters"> {
  let KindText = "KVector";
  let Count = count;
}
// As many as the modifier of a group says, times mul over div.
class VecOf<ModGroup group, Operand o, int mul = 1, int div = 1>
    : Copy<o, " | OFRegisters"> {
  let KindText = "KVector";
  let Group = !cast<string>(group);
  let Count = mul;
  let Divisor = div;
}
// An address in the space that a slot of a group names.
class AddressIn<ModGroup group> : Operand<"KAddress", TLast> {
  let Group = !cast<string>(group);
}
def AnyAddress : Operand<"KAddress", NoType, "OFAnySpace">;

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

class Types<list<Modifier> mods> : Slot<GrpType, mods>;
class OptSlot<ModGroup group, list<Modifier> mods> : Slot<group, mods, 1>;

defvar UInts = [ModU16, ModU32, ModU64];
defvar SInts = [ModS16, ModS32, ModS64];
defvar Bits = [ModB16, ModB32, ModB64];
defvar Ints = !listconcat(UInts, SInts);
defvar AllInts = !listconcat([ModU8, ModS8], Ints);
defvar Scalars = !listconcat(Bits, Ints, [ModF32, ModF64]);
defvar Accessible = !listconcat([ModB8, ModU8, ModS8], Scalars);
defvar Int32s = [ModU32, ModS32];
defvar Int64s = [ModU64, ModS64];

defvar FloatRoundings = [ModRn, ModRz, ModRm, ModRp];
def Rounding : Slot<GrpRounding, FloatRoundings>;
def OptRounding : OptSlot<GrpRounding, FloatRoundings>;
def OptRn : OptSlot<GrpRounding, [ModRn]>;
def Rn : Slot<GrpRounding, [ModRn]>;
def IntRounding : Slot<GrpIntRounding, [ModRni, ModRzi, ModRmi, ModRpi]>;
def OptIntRounding : OptSlot<GrpIntRounding, [ModRni, ModRzi, ModRmi, ModRpi]>;
def OptFtz : OptSlot<GrpFtz, [ModFtz]>;
def OptSat : OptSlot<GrpSat, [ModSat]>;
def Sat : Slot<GrpSat, [ModSat]>;
def Approx : Slot<GrpApprox, [ModApprox]>;
def Full : Slot<GrpApprox, [ModFull]>;
def LoHi : Slot<GrpMulMode, [ModLo, ModHi]>;
def Hi : Slot<GrpMulMode, [ModHi]>;
def Wide : Slot<GrpMulMode, [ModWide]>;
def CC : Slot<GrpCarry, [ModCc]>;
def OptCC : OptSlot<GrpCarry, [ModCc]>;
def OptUni : OptSlot<GrpUniform, [ModUni]>;
def OptBool : OptSlot<GrpBoolOp, [ModAnd, ModOr, ModXor]>;
def Bool : Slot<GrpBoolOp, [ModAnd, ModOr, ModXor]>;
def SyncSlot : Slot<GrpSync, [ModSync]>;

// .ftz came with PTX 1.4; before, targets below sm_20 always flushed.
def FtzSince14 : Raise<ModFtz, 14>;
