//===- TeslaValueNames.h - What a virtual register holds --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Names the value of a virtual register in terms that a reader of the PTX
/// knows: parameters and variables by name, special registers, constants, and
/// integer arithmetic over them. Products of 32 bits, which these chips put
/// together from 16-bit ones, are seen as one.
///
///   n                             a parameter
///   %ctaid.x * 16 + %tid.x        index arithmetic
///   address of 't' + %tid.x * 4   an address
///   ld.global [in + 4], line 8    a load
///   @8 + n                        n and what line 8 computes
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_EMIT_TESLAVALUENAMES_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_EMIT_TESLAVALUENAMES_H

#include "TeslaValueTerm.h"
#include "heddle/Backend/Pressure.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/CodeGen/Register.h"
#include <optional>
#include <string>

namespace llvm {
class MachineFunction;
class MachineInstr;
class MachineOperand;
class MachineRegisterInfo;
struct TeslaSharedLayout;

class TeslaValueNames {
public:
  /// \p MF still has virtual registers.
  explicit TeslaValueNames(const MachineFunction &MF);

  /// The value of \p Reg, at most MaxLength characters; empty where only the
  /// PTX that computes it could tell more.
  std::string name(Register Reg) const;

  /// The kind of value that \p Reg has.
  heddle::tesla::ValueOrigin origin(Register Reg) const;

  /// Room for an address of two terms with ordinary names.
  static constexpr size_t MaxLength = 64;

private:
  using Term = heddle::tesla::ValueTerm;
  using Binding = Term::Binding;
  using MaybeTerm = std::optional<Term>;

  Term term(Register Reg, unsigned Depth) const;
  Term operand(const MachineOperand &MO, unsigned Depth) const;
  MaybeTerm source(const MachineInstr &MI, unsigned Number,
                   unsigned Depth) const;
  Term reference(Register Reg) const;
  MaybeTerm leaf(const MachineInstr &MI) const;
  MaybeTerm expression(const MachineInstr &MI, unsigned Depth) const;
  MaybeTerm addition(const MachineInstr &MI, const Term &A,
                     const Term &B) const;
  MaybeTerm multiplication(const MachineInstr &MI, unsigned Depth) const;
  MaybeTerm wideProduct(const MachineInstr &MI, unsigned Depth) const;
  Term shift(const MachineInstr &MI, const Term &A, const Term &B) const;
  MaybeTerm logic(const MachineInstr &MI, const Term &A, const Term &B) const;
  MaybeTerm threadIndex(const MachineInstr &MI) const;
  MaybeTerm headerWord(const MachineInstr &MI) const;
  MaybeTerm headerWordAt(uint64_t Address, bool IsHalf) const;
  Term parameterWord(unsigned Index, uint64_t Offset) const;
  std::string load(const MachineInstr &MI, unsigned Depth) const;
  std::string loadAddress(const MachineInstr &MI, unsigned Depth) const;
  std::string tuple(Register Reg, unsigned Depth) const;
  std::string describe(Register Reg, unsigned Depth) const;

  const MachineInstr *definition(Register Reg) const;
  bool isThreadWord(Register Reg) const;
  bool isNarrow(Register Reg) const;

  const MachineFunction &MF;
  const MachineRegisterInfo &MRI;
  const TeslaSharedLayout &Layout;
};

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_EMIT_TESLAVALUENAMES_H
