//===- TeslaLiterals.h - Numbers as words of c1[] ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The immediate form has neither a predicate nor a $c, join or exit, and many
/// operations do not have it. Their numbers are words of c1[], a bank that
/// comes with the kernel, as they are in the vendor's code. All functions of a
/// kernel share one pool.
///
/// Reference: tesla-isa.md sections 2.2, 4.2 and 8.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_EMIT_TESLALITERALS_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_EMIT_TESLALITERALS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>

namespace llvm {
class MachineInstr;
class MachineMemOperand;
class MachineFunction;

/// The literals of a kernel, in the order in which they were asked for.
class TeslaLiterals {
public:
  /// Words that the long form of an operand reaches.
  static constexpr unsigned MaxWords = 128;

  /// The byte offset that \p Value has in c1[], or would have if \p Spare
  /// others came before it; none where the bank is full.
  std::optional<unsigned> offsetFor(uint32_t Value, unsigned Spare = 0) const;
  /// Puts \p Value where offsetFor said.
  void add(uint32_t Value);

  ArrayRef<uint32_t> words() const { return Words; }
  void assign(ArrayRef<uint32_t> All) { Words.assign(All.begin(), All.end()); }

private:
  SmallVector<uint32_t, 8> Words;
};

/// The memory operand of a read of c1[], which nothing writes to.
MachineMemOperand *teslaLiteralAccess(MachineFunction &MF);

/// The opcode that \p MI, an immediate form, has with its number in c1[]; none
/// where there is no such form or the number is an address.
std::optional<unsigned> teslaLiteralOpcode(const MachineInstr &MI);

/// Replaces \p MI, for which there is a teslaLiteralOpcode, by the long form
/// with its number in c1[]; null, and no change, where the bank is full.
MachineInstr *makeTeslaLiteral(MachineInstr &MI);

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_EMIT_TESLALITERALS_H
