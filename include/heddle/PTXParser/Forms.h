//===- Forms.h - Instruction forms, generated from PTX.td -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The C++ side of PTX.td. Enumerators are `Op` + mnemonic (OpAdd, OpMad24),
/// `Mod` + modifier (ModRn, ModLo, ModVolatile; ModNone), `Grp` + the meaning
/// of the slot (GrpRounding, GrpCompare), `SReg` + register (SRegTid).
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTXPARSER_FORMS_H
#define HEDDLE_PTXPARSER_FORMS_H

#include "heddle/PTXParser/Types.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <initializer_list>

namespace heddle::ptx {

#define GET_Opcode_DECL
#define GET_Modifier_DECL
#define GET_ModGroup_DECL
#define GET_SpecialRegister_DECL
#include "heddle/PTXParser/PTXTables.inc"

/// One place in an instruction's name where a modifier of Group stands.
struct SlotDesc {
  ModGroup Group;
  bool Optional;
  std::initializer_list<Modifier> Mods;
};

/// Classes an operand may be of.
enum OperandKinds : uint16_t {
  KReg = 1 << 0,
  KImm = 1 << 1,
  /// A special register.
  KSpecial = 1 << 2,
  /// `[...]`.
  KAddress = 1 << 3,
  /// The address of a variable or function, without brackets.
  KSymbol = 1 << 4,
  KLabel = 1 << 5,
  /// `{...}`.
  KVector = 1 << 6,
  /// `(...)`.
  KList = 1 << 7,
  /// `_`.
  KSink = 1 << 8,
  KFunction = 1 << 9,
  /// The name of a .branchtargets, .calltargets or .callprototype.
  KTargets = 1 << 10,
  /// `[t, {x, y}]` or `[t, s, {x, y}]`: coordinates in an image.
  KCoords = 1 << 11,
  /// A predicate register.
  KPred = 1 << 12,
};

enum OperandFlags : uint32_t {
  /// Written by the instruction.
  OFDest = 1 << 0,
  OFOptional = 1 << 1,
  /// `!p` is allowed.
  OFNegatable = 1 << 2,
  /// `d|p` is allowed.
  OFPair = 1 << 3,
  /// An integer or bit register may be wider than the type.
  OFWider = 1 << 4,
  /// A vector of as many elements of the type as .v2 or .v4 says.
  OFVector = 1 << 5,
  /// Elements that together have the size of the type.
  OFPack = 1 << 6,
  /// A register that holds an address, of either size.
  OFAddress = 1 << 7,
  /// 0 to 15.
  OFBelow16 = 1 << 8,
  /// A multiple of the warp size.
  OFThreads = 1 << 9,
  /// `-a` is allowed.
  OFMinus = 1 << 10,
  /// A vector of one element may be written with or without its braces.
  OFSingle = 1 << 11,
  /// The elements of a vector are registers, not constants.
  OFRegisters = 1 << 12,
  /// `.b0` to `.b3`, `.h0` and `.h1` are allowed.
  OFPart = 1 << 13,
  /// Halves or bytes of two registers: `.h10`, `.b7610`; as a result, those
  /// that are written: `.h1`, `.b20`.
  OFHalves = 1 << 14,
  OFBytes = 1 << 15,
  /// An address that names a texture, a surface, a sampler.
  OFTexture = 1 << 16,
  OFSurface = 1 << 17,
  OFSampler = 1 << 18,
  /// An address in tensor memory: a register of 32 bits.
  OFTensor = 1 << 19,
  OFPowerOf2 = 1 << 20,
  OFNonZero = 1 << 21,
  /// An address in any space, whatever the modifiers say.
  OFAnySpace = 1 << 22,
  /// `_` does not stand alone: `_|p`.
  OFPairNeeded = 1 << 23,
  /// Min and Max are a range even if both are 0.
  OFRange = 1 << 24,
  /// Elements that are not stored are `_`.
  OFSinks = 1 << 25,
  /// Tells a form from one that takes a predicate here.
  OFNotPred = 1 << 26,
  /// `d|_` is allowed: the second result is not wanted.
  OFPairSink = 1 << 27,
  /// The first coordinate is the number of a layer, an integer.
  OFLayer = 1 << 28,
  /// Tells a form from one that takes an integer here.
  OFNotInteger = 1 << 29,
  /// A register plus a constant is not allowed.
  OFNoSum = 1 << 30,
};

/// The source of an operand's type: the last, first or second type slot, twice
/// the width of the last, or the form itself.
enum class TypeRule : uint8_t { None, Last, First, Second, Wide, Fixed };

struct OperandDesc {
  /// OperandKinds.
  uint16_t Kinds;
  TypeRule Rule;
  ScalarType Type;
  /// OperandFlags.
  uint32_t Flags;
  /// Elements of a vector: Count, times the number in the name of the modifier
  /// of Group, over Divisor. 0: as .vN says. For an address, Group is that of
  /// its space; GrpNone stands for GrpSpace.
  ModGroup Group = GrpNone;
  uint8_t Count = 0;
  uint8_t Divisor = 1;
  /// The operand is there if this modifier is; ModNone: always.
  Modifier If = ModNone;
  /// A constant is in this range, unless both are 0, and a multiple of Step. In
  /// a vector that holds for its first element.
  int32_t Min = 0;
  int32_t Max = 0;
  uint8_t Step = 1;
};

/// A modifier that needs a later version or target than its form.
struct RaiseDesc {
  Modifier Mod;
  uint16_t Version;
  /// The least target, as InstForm::MinTarget.
  uint16_t Target;
};

/// Which modifiers go together: where When is used (ModNone: always), one of
/// Mods has to be, or none may.
struct RuleDesc {
  Modifier When;
  bool IsExclusion;
  std::initializer_list<Modifier> Mods;
};

/// A row of PTX.td: one way to write an instruction.
struct InstForm {
  Opcode Op;
  uint16_t MinVersion;
  /// The number of the target plus TargetArchs.
  uint16_t MinTarget;
  /// 0: no end. With both, the form exists as long as one is met.
  uint16_t LastVersion;
  uint16_t LastTarget;
  /// Not in the PTX manual, but NVIDIA's assembler takes it.
  bool IsBeyondManual;
  std::initializer_list<SlotDesc> Slots;
  std::initializer_list<OperandDesc> Operands;
  std::initializer_list<RaiseDesc> Raises;
  std::initializer_list<RuleDesc> Rules;
};

/// Targets whose name has a suffix: what a form needs of them is written in the
/// thousands of its target. Without any, every later target has the form.
enum TargetArchs : uint16_t {
  /// sm_90a.
  Arch90 = 1000,
  /// sm_100, sm_101, sm_103 and sm_110, with f or a.
  Arch100 = 2000,
  /// sm_120 and sm_121, with f or a.
  Arch120 = 4000,
  /// f does not suffice.
  ArchOnlyA = 8000,
};

/// "mad24": the spelling.
llvm::StringRef mnemonic(Opcode Op);
/// "shared::cta": the spelling without the dot.
llvm::StringRef modifierName(Modifier Mod);
/// "tid": the spelling without the percent sign.
llvm::StringRef specialRegisterName(SpecialRegister Register);
/// Whether a number follows the name: %envreg3.
bool isNumbered(SpecialRegister Register);
/// The space a modifier of GrpSpace names; Generic for ModNone.
StateSpace spaceOf(Modifier Mod);

} // namespace heddle::ptx

#endif // HEDDLE_PTXPARSER_FORMS_H
