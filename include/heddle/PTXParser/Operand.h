//===- Operand.h - What an instruction works on -----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Operands with their names resolved.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTXPARSER_OPERAND_H
#define HEDDLE_PTXPARSER_OPERAND_H

#include "heddle/PTXParser/Decl.h"
#include "heddle/PTXParser/Forms.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace heddle::ptx {

/// How an immediate was written.
enum class ImmediateKind : uint8_t { Int, UInt, F32, F64, Pred };

struct Operand {
  enum Kind : uint8_t {
    /// Reg, Component, Negated; as a source + Offset.
    RegisterOp,
    /// SReg, Component, Index.
    SpecialRegisterOp,
    /// Bits, Imm.
    ImmediateOp,
    /// Base (null, Register or Variable) + Offset. For an image, Elements are
    /// the coordinates, and Second is the sampler, if one is written.
    AddressOp,
    /// Elements: `{a, b}` or an argument list `(a, b)`.
    ListOp,
    /// Base is a Variable or Function whose address is meant, + Offset.
    SymbolOp,
    /// Base is a Label.
    LabelOp,
    /// `_`: the value is not wanted.
    SinkOp,
  };

  Kind OpKind = SinkOp;
  /// The type that the instruction takes here: `wide(T)` and the like are
  /// worked out. A register may be wider than this, or of another class of this
  /// size.
  ScalarType Type = ScalarType::None;
  /// `!p`, or `-a` of a register that is no predicate.
  bool Negated : 1 = false;
  /// `[a].unified`.
  bool IsUnified : 1 = false;
  /// How an immediate is written.
  ImmediateKind Imm : 4 = ImmediateKind::Int;
  /// 0..3 for .x .y .z .w, -1 without.
  int8_t Component = -1;
  /// Bytes or halves of a register, as a video instruction picks them: a
  /// PartSelector; 0 without.
  uint16_t Part = 0;
  /// N of `%envregN`, `%pmN`.
  unsigned Index : 8 = 0;
  SpecialRegister SReg : 8 = SpecialRegister(0);
  /// Immediate: the bits of the value in Type (an integer wrapped to its
  /// width, a real rounded to f32 or f64), or 64 bits when Type is None.
  union {
    uint64_t Bits = 0;
    /// The number that is added to an address, or to a register that is read.
    int64_t Offset;
  };
  const Decl *Base = nullptr;
  llvm::ArrayRef<Operand> Elements;
  /// `d|p`: the second result, a RegisterOp or SinkOp; else null.
  const Operand *Second = nullptr;
  llvm::SMRange Range;

  bool isRegister() const { return OpKind == RegisterOp; }
  bool isImmediate() const { return OpKind == ImmediateOp; }
  /// RegisterOp: the register.
  const Register *reg() const { return llvm::cast<Register>(Base); }
  /// AddressOp with a register, or RegisterOp; else null.
  const Register *baseRegister() const {
    return llvm::dyn_cast_or_null<Register>(Base);
  }
  /// AddressOp or SymbolOp with a variable; else null.
  const Variable *baseVariable() const {
    return llvm::dyn_cast_or_null<Variable>(Base);
  }
  const Label *label() const { return llvm::cast<Label>(Base); }
};

/// `.b0`, `.h10`, `.b7610`: the parts of a register, in the order written.
class PartSelector {
public:
  explicit PartSelector(uint16_t Code) : Code(Code) {}
  /// 0 if \p Word, without its dot, is none.
  static uint16_t parse(llvm::StringRef Word);

  bool isBytes() const { return Code & 0x4000; }
  unsigned size() const { return (Code >> 12 & 3) + 1; }
  /// Number of the part written at place \p I.
  unsigned operator[](unsigned I) const { return Code >> (3 * I) & 7; }

private:
  uint16_t Code;
};
llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, PartSelector Part);

} // namespace heddle::ptx

#endif // HEDDLE_PTXPARSER_OPERAND_H
