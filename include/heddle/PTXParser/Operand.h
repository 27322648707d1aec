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

namespace heddle::ptx {

/// How an immediate was written.
enum class ImmediateKind : uint8_t { Int, UInt, F32, F64, Pred };

struct Operand {
  enum Kind : uint8_t {
    /// Reg, Component, Negated.
    RegisterOp,
    /// SReg, Component, Index.
    SpecialRegisterOp,
    /// Bits, Imm.
    ImmediateOp,
    /// Base (null, Register or Variable) + Offset.
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
  /// What the instruction takes here: `wide(T)` and the like are worked out.
  /// A register may be wider than this, or of another class of this size.
  ScalarType Type = ScalarType::None;
  /// `!p`.
  bool Negated = false;
  /// 0..3 for .x .y .z .w, -1 without.
  int8_t Component = -1;
  ImmediateKind Imm = ImmediateKind::Int;
  SpecialRegister SReg = SpecialRegister(0);
  /// N of `%envregN`, `%pmN`.
  unsigned Index = 0;
  /// Immediate: the bits of the value in Type (an integer wrapped to its
  /// width, a real rounded to f32 or f64), or 64 bits when Type is None.
  uint64_t Bits = 0;
  const Decl *Base = nullptr;
  int64_t Offset = 0;
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

} // namespace heddle::ptx

#endif // HEDDLE_PTXPARSER_OPERAND_H
