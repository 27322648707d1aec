//===- TeslaShortFormFinder.h - What fits one word --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which instructions have a form of one word, with the operands they have:
/// without a predicate, a $c or a high register. Their numbers are words of
/// c1[], as the immediate form has two words.
///
/// Reference: tesla-isa.md sections 2 and 4.1.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_LATE_TESLASHORTFORMFINDER_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_LATE_TESLASHORTFORMFINDER_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/MachineOperand.h"
#include <cstdint>
#include <optional>

namespace llvm {
class MachineFunction;
class MachineInstr;
class MCInstrDesc;
class TargetInstrInfo;
class TargetRegisterInfo;
class TeslaLiterals;

/// The form of an instruction in one word.
struct TeslaShortForm {
  const MCInstrDesc *Inst;
  SmallVector<MachineOperand, 10> Operands;
  /// The number that its second source reads from c1[], if it is one.
  std::optional<uint32_t> Literal;
};

/// Finds the short forms of a function's instructions. Its registers have been
/// allocated.
class TeslaShortFormFinder {
public:
  explicit TeslaShortFormFinder(MachineFunction &MF);

  /// \p MI in one word; none if it has to have two. A literal has \p Spare
  /// others in front of it.
  std::optional<TeslaShortForm> find(const MachineInstr &MI,
                                     unsigned Spare = 0) const;
  /// Whether \p MI can be short beside a partner.
  bool canBeShort(const MachineInstr &MI) const {
    // The partner may come with a literal, too.
    return find(MI, /*Spare=*/1).has_value();
  }
  /// Puts what find() returned in the place of \p MI.
  void replace(MachineInstr &MI, const TeslaShortForm &Form) const;

private:
  MachineFunction &MF;
  const TargetInstrInfo &TII;
  const TargetRegisterInfo &TRI;
  /// Null where numbers stay in the instruction.
  TeslaLiterals *Literals;
  /// Whether $r63 reads zero.
  bool HasNearZero;
};

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_LATE_TESLASHORTFORMFINDER_H
