//===- TeslaRegisterNames.h - Where PTX registers are -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Follows the debug values of a function while it is emitted, and notes at
/// which addresses what part of a PTX register is in which machine register,
/// local word or constant. Places that are not certain are left out.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_EMIT_TESLAREGISTERNAMES_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_EMIT_TESLAREGISTERNAMES_H

#include "IR/TeslaAssignments.h"
#include "heddle/Object/RegisterMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/CodeGen/MachineFunction.h"

namespace llvm {

class DISubprogram;

class TeslaRegisterNames {
public:
  void start(const MachineFunction &MF);
  /// \p MI is about to be emitted at \p Address of the kernel's code.
  void visit(const MachineInstr &MI, unsigned Address);
  /// The function's code ends at \p Address.
  void finish(unsigned Address);
  /// Takes the map since the last call: of a kernel and all that it calls.
  heddle::object::RegisterMap take();

private:
  using Place = heddle::object::RegisterPlace;
  /// A function, and where it was inlined.
  using ScopeKey = std::pair<const DISubprogram *, const DILocation *>;

  /// The place of some bits of an assignment's value, and its register.
  struct Located {
    Place P;
    MCRegister Reg;
  };
  using Places = SmallVector<Located, 2>;

  unsigned scopeOf(const DISubprogram &SP, const DILocation *At);
  void startBlock(const MachineBasicBlock &MBB);
  void setValue(const MachineInstr &MI);
  void clobber(const MachineInstr &MI);
  void clobber(MCRegister Reg);
  template <typename T> void forget(unsigned Number, T &&Matches);
  void setPosition(const MachineInstr &MI);
  void moveTo(unsigned Position);
  void setInForce(unsigned Variable, unsigned Number);
  void flush();
  bool findPlace(const MachineInstr &MI, Place &P, MCRegister &Reg) const;
  bool findRegister(MCRegister Reg, Place &P) const;

  const TargetRegisterInfo *TRI = nullptr;
  heddle::object::RegisterMap Map;
  DenseMap<ScopeKey, unsigned> Scopes;
  /// In Map, by variable and where its function was inlined.
  DenseMap<TeslaAssignments::Variable, unsigned> Registers;

  // Facts of the function.
  std::optional<TeslaAssignments> Assignments;
  /// The assignment in force, by variable; 0: not known.
  std::vector<unsigned> InForce;
  /// Places that were noted and go on, by variable.
  std::vector<Places> Shown;
  /// Variables whose places may not be those in Shown.
  SmallSetVector<unsigned, 16> Changed;

  // Facts of the block.
  const MachineBasicBlock *Block = nullptr;
  /// The first instruction of Block that was not looked at.
  MachineBasicBlock::const_instr_iterator Next;
  /// Assignments in front of the last instruction.
  unsigned Position = 0;
  /// Variables that that instruction may stand on either side of.
  SmallSetVector<unsigned, 4> Unsure;
  /// The places of the values of assignments, by number.
  DenseMap<unsigned, Places> Current;
  /// Numbers of assignments that are, or were, in a unit.
  DenseMap<MCRegUnit, SmallVector<unsigned, 2>> ByUnit;
  unsigned Now = 0;
};

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_EMIT_TESLAREGISTERNAMES_H
