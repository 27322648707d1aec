//===- PTXBase.td - How instruction forms are described ----*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A form is one way of writing an instruction:
//
//   ld  .volatile?  .global?  .v2?  .u32   d, [a]
//   |   \_____________________________/   \____/
//   opcode       slots, in order          operands
//
// A slot takes exactly one of its modifiers, or at most one when it is
// optional. Types are modifiers, too: the slots of the group GrpType are the
// types of the instruction, in order. Operands name the classes they take and
// the type they have, mostly by reference to the type slots.
//
// Versions are written without their dot: PTX 7.8 is 78, sm_90 is 90.
//
//===----------------------------------------------------------------------===//

include "llvm/TableGen/SearchableTable.td"

// The enumerator of a record, for tables whose rows TableGen puts in another
// order than the enumerators.
class Enumerated {
  code Enumerator = !strconcat([{}], NAME);
}

// How an instruction under a guard is lifted; GuardStyle of the lifter.
class GuardStyle<string name> {
  string Name = name;
}
def GuardSelect : GuardStyle<"Select">;
def GuardBranch : GuardStyle<"Branch">;
def GuardOwn : GuardStyle<"Own">;

// lifter is the function of lib/PTXToLLVM that lifts the mnemonic; without one
// it is known and not supported.
class Opcode<string mnemonic, string lifter = "",
             GuardStyle guard = GuardSelect> : Enumerated {
  string Mnemonic = mnemonic;
  bit HasLifter = !ne(lifter, "");
  code Lifter = !strconcat([{HEDDLE_LIFTER(}], lifter, ")");
  code Guard = !strconcat([{GuardStyle::}], guard.Name);
}

// For a type, type is the enumerator of ScalarType.
class Modifier<string text, string type = "None"> : Enumerated {
  string Text = text;
  // How many elements of a vector it stands for: 4 of .x4.
  bits<16> Number = 0;
  code Type = !strconcat([{ScalarType::}], type);
  // For the name of a state space.
  code Space = [{StateSpace::Generic}];
}

// The meaning of a slot. Later stages ask an instruction for the modifier of a
// group, so two meanings of one word (.and) are two groups.
class ModGroup;

class Slot<ModGroup group, list<Modifier> mods, bit optional = 0> {
  code Init = !strconcat([{{}], !cast<string>(group), ", ",
                         !if(optional, "true", "false"), ", {",
                         !interleave(!foreach(m, mods, !cast<string>(m)), ", "), "}}");
}

// The source of an operand's type.
class TypeRule<string rule, string type = "None"> {
  string Rule = rule;
  string Type = type;
}
def NoType : TypeRule<"None">;
def TLast : TypeRule<"Last">;   // the last type slot
def TFirst : TypeRule<"First">; // the first
def TSecond : TypeRule<"Second">; // the second
def TWide : TypeRule<"Wide">;   // twice as wide as the last
class Fixed<string type> : TypeRule<"Fixed", type>;

// kinds and flags are C++: enumerators of OperandKinds and OperandFlags in
// Forms.h, joined by |.
class Operand<string kinds, TypeRule type, string flags = "0"> {
  string KindText = kinds;
  TypeRule TypeOf = type;
  string FlagText = flags;
  string Group = "GrpNone";
  int Count = 0;
  int Divisor = 1;
  string If = "ModNone";
  int Min = 0;
  int Max = 0;
  int Step = 1;
  code Init = !strconcat([{{}], KindText, ", TypeRule::", TypeOf.Rule,
      ", ScalarType::", TypeOf.Type, ", ", FlagText, ", ",
      Group, ", ", !cast<string>(Count), ", ",
      !cast<string>(Divisor), ", ", If, ", ",
      !cast<string>(Min), ", ", !cast<string>(Max), ", ",
      !cast<string>(Step), "}");
}

// The number that the suffix of a target adds to its number; TargetArchs of
// Forms.h.
defvar Arch90 = 1000;
defvar Arch100 = 2000;
defvar Arch120 = 4000;
defvar ArchOnlyA = 8000;

// A modifier that needs more than the form it stands in.
class Raise<Modifier mod, int version, int target = 10> {
  code Init = !strconcat([{{}], !cast<string>(mod), ", ", !cast<string>(version),
                         ", ", !cast<string>(target), "}");
}

// Which modifiers go together. Needs: with when, one of mods is used; Excludes:
// none is. ModNone is always there.
class Rule<Modifier when, string exclusion, list<Modifier> mods> {
  code Init = !strconcat([{{}], !cast<string>(when), ", ", exclusion, ", {",
      !interleave(!foreach(m, mods, !cast<string>(m)), ", "), "}}");
}
class Needs<Modifier when, list<Modifier> mods> : Rule<when, "false", mods>;
class Excludes<Modifier when, list<Modifier> mods> : Rule<when, "true", mods>;

class Form<Opcode op, list<Slot> slots, list<Operand> operands> {
  Opcode Op = op;
  bits<16> MinVersion = 10;
  bits<16> MinTarget = 10;
  // The last version and target that have the form; 0: it still exists. With
  // both given, either suffices.
  bits<16> LastVersion = 0;
  bits<16> LastTarget = 0;
  // The manual does not have it, but NVIDIA's assembler takes it: a warning.
  bit IsBeyondManual = 0;
  list<Raise> Raises = [];
  list<Rule> Rules = [];
  code Slots = !strconcat([{{}], !interleave(!foreach(s, slots, s.Init), ", "),
                          "}");
  code Operands = !strconcat([{{}],
      !interleave(!foreach(o, operands, o.Init), ", "), "}");
  code RaiseList = !strconcat([{{}],
      !interleave(!foreach(r, Raises, r.Init), ", "), "}");
  code RuleList = !strconcat([{{}],
      !interleave(!foreach(r, Rules, r.Init), ", "), "}");
}

class SpecialRegister<string name, string type, int version = 10,
                      int target = 10> : Enumerated {
  string Name = name;
  code Type = !strconcat([{ScalarType::}], type);
  // Components .x .y .z .w are written behind the name.
  bit IsVector = 0;
  // The name goes on with a number below this: %envreg0 ... %envreg31.
  bits<8> Count = 0;
  // Early chips hold the value in 16 bits and let it be read so.
  bit Reads16 = 0;
  bits<16> MinVersion = version;
  bits<16> MinTarget = target;
  // The intrinsic that reads it, without "llvm.nvvm." and without the component
  // or the number; empty if nothing here gives it a value.
  string Reads = "";
  bit IsReadable = !ne(Reads, "");
  // On chips with SpecialRegisters: the operation of HeddleOps.td that reads it
  // and its number there, or how far the counter is shifted down for it; or the
  // number that it always is.
  bit IsFar = 0;
  string Operation = "";
  bits<8> Number = 0;
}
class FarRegister<string operation, int number> {
  bit IsFar = 1;
  string Operation = operation;
  bits<8> Number = number;
}
class AlwaysIs<int number> : FarRegister<"", number>;

def Opcodes : GenericEnum {
  let FilterClass = "Opcode";
}
def Modifiers : GenericEnum {
  let FilterClass = "Modifier";
}
