//===- OperationClasses.td - What rows of operations say ---*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The classes of Operations.td. Strings name enumerators of C++: a wrong one
// does not compile.
//
//===----------------------------------------------------------------------===//

// The name of a class of instructions in counters.
class InstClassValue<int value, string name> {
  int Value = value;
  string EnumName = name;
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

// The unit that executes an operation, and a file in lib/Engine/SM/Semantics. Type is
// the enumeration of its operations; heddle/ABI/NAMEOps.inc has it.
class ExecutionUnit<string name, string type = name#"Op"> {
  string Name = name;
  string Type = type;
}
def OnMove : ExecutionUnit<"Move">;
def OnInteger : ExecutionUnit<"Integer">;
// 64-bit integers.
def OnWide : ExecutionUnit<"Wide">;
// Counting, moving and choosing bits.
def OnBits : ExecutionUnit<"Bits">;
// Between the lanes of a warp.
def OnExchange : ExecutionUnit<"Exchange">;
// f32 by IEEE 754.
def OnIeee : ExecutionUnit<"Ieee">;
// Approximations of f32.
def OnFunction : ExecutionUnit<"Function">;
// f16 and bf16.
def OnHalf : ExecutionUnit<"Half">;
// Between f32 and formats of fewer bits.
def OnFormat : ExecutionUnit<"Format">;
def OnFloat : ExecutionUnit<"Float">;
def OnDouble : ExecutionUnit<"Double">;
def OnSfu : ExecutionUnit<"Sfu">;
def OnConvert : ExecutionUnit<"Convert">;
// Textures and surfaces.
def OnTexture : ExecutionUnit<"Texture">;
// Products of matrices.
def OnMatrix : ExecutionUnit<"Matrix">;
def OnMemory : ExecutionUnit<"Memory">;
// Instructions that steer lanes are executed by the warp itself.
def OnFlow : ExecutionUnit<"Flow", "FlowKind">;

// A variant of a row that is executed differently. Rule is the DefinedClass that
// says which bits of the result are undefined where bits of the sources are, and
// Shapes, each a Shape, are those of the result and, in parentheses, of the
// sources: lib/Sanitize/Definedness.h. Traits are enumerators of OperationTrait.
class Op<string name, string rule, string shapes = "None()",
         list<string> traits = []> {
  string Name = name;
  string Rule = rule;
  string Shapes = shapes;
  list<string> Traits = traits;
  string Space = "None";
  string Access = "None";
}

// Accesses a memory, other than by an operand.
class Access<string name, string space, string access,
             list<string> traits = []> : Op<name, "Memory", "None()", traits> {
  let Space = space;
  let Access = access;
}
class FarAccess<string name, string space, string access>
    : Access<name, space, access, ["Far"]>;

class OperationRow<list<Op> variants> {
  ExecutionUnit Executor = ?;
  list<Op> Variants = variants;
}

// The operation of a machine instruction, which its record in TeslaInstr*.td
// names. Number is in the instruction's TSFlags; counted is what counters call it; decode is
// the function of DecodedInstBuilder that makes one of the variants of it: the
// variants are its arguments, unless parentheses say that it has none.
class SemKindValue<int number, InstClassValue counted, string decode,
                   list<Op> variants = []> : OperationRow<variants> {
  int Number = number;
  string EnumName = !substr(NAME, 3);
  InstClassValue Class = counted;
  string Decode = decode;
}

// An operation of tx1 that is decoded as most are, by DecodedInstBuilder::
// extension: sources by their kinds, in Sub[0] the SubOp, or the condition of
// those that have one, in Sub[1] the rounding mode, in Sub[2] the type of the
// sources, and Signed by it. The name of its unit leads its own.
class Extension<int number, InstClassValue counted, string rule,
                string shapes = "None()", list<string> traits = []>
    : SemKindValue<number, counted, "extension"> {
  let Variants = [Op<!substr(NAME, !add(3, !size(Executor.Name))), rule,
                     shapes, traits>];
}
