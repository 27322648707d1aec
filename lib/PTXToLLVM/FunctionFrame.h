//===- FunctionFrame.h - Where a function keeps its values ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The IR that the names of a PTX function stand for: allocas for registers and
/// variables, which the optimizer promotes, and blocks for labels.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXTOLLVM_FUNCTIONFRAME_H
#define HEDDLE_LIB_PTXTOLLVM_FUNCTIONFRAME_H

#include "ModuleLifter.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/IRBuilder.h"

namespace heddle {

class FunctionFrame {
public:
  /// The allocas of a register: one, or one for each component.
  using Slots = llvm::SmallVector<llvm::AllocaInst *, 1>;

  FunctionFrame(ModuleLifter &Parent, const ptx::Function &Source,
                llvm::Function &Target);

  /// Makes the allocas of all registers and variables, with \p Builder, which
  /// stands in the entry block.
  void create(llvm::IRBuilderBase &Builder);

  /// The allocas of the components of \p R.
  llvm::ArrayRef<llvm::AllocaInst *> slotsOf(const ptx::Register &R);
  /// The alloca of the register that \p Op names, or of its component.
  llvm::AllocaInst *slot(const ptx::Operand &Op);
  /// \p R, or a component of it, is read from \p Slot at \p Where: for
  /// checkers, what was written to it before may be nothing.
  void noteRead(const ptx::Register &R, llvm::AllocaInst *Slot,
                llvm::SMLoc Where);
  /// The carry flag of add.cc and its like, made when it is first used.
  llvm::AllocaInst *carryFlag();
  /// The carry flag for an instruction that reads it, with its name at
  /// \p Where: for checkers, nothing may have set it.
  llvm::AllocaInst *carryFlagRead(llvm::SMLoc Where);
  /// For checkers: behind a call, \p Where, the carry flag is not defined.
  void loseCarry(llvm::IRBuilderBase &Builder, llvm::SMLoc Where);

  /// Says in debug records which alloca is which register, of those that the
  /// body names.
  void nameRegisters(llvm::DISubprogram &Subprogram);

  /// The alloca of \p Var of this function; null if it is not in .local.
  llvm::AllocaInst *local(const ptx::Variable &Var);
  /// The memory of the .param variable \p Var; null for a kernel's parameter
  /// that is a value, and for other variables.
  llvm::Value *paramMemory(const ptx::Variable *Var) const;
  /// Lets the .param variable \p Var lie at \p Memory.
  void setParamMemory(const ptx::Variable &Var, llvm::Value *Memory);
  /// The memory of this frame that \p Var lies in.
  llvm::Value *ownMemory(const ptx::Variable &Var);
  /// More memory of this frame.
  llvm::AllocaInst *allocate(uint64_t Bytes, unsigned Alignment,
                             const llvm::Twine &Name);

  /// Memory for alloca, made when it is first used.
  struct DynamicArea {
    llvm::AllocaInst *Bytes, *Taken;
  };
  static constexpr unsigned DynamicBytes = 4096;
  DynamicArea dynamicArea();

  /// The block that starts at \p L.
  llvm::BasicBlock *blockOf(const ptx::Label &L);
  /// The block in which all paths end.
  llvm::BasicBlock *returnBlock() const { return ReturnBlock; }

private:
  llvm::AllocaInst *moduleLocal(const ptx::Variable &Var);
  bool isKernelParameter(const ptx::Variable &Var) const;
  void createRegister(llvm::IRBuilderBase &Builder, const ptx::Register &R);
  void createLocal(llvm::IRBuilderBase &Builder, const ptx::Variable &Var);
  llvm::AllocaInst *createSlot(llvm::IRBuilderBase &Builder,
                               const ptx::Register &R);
  /// An undefined value of the register or variable \p Name.
  llvm::Value *undefined(llvm::IRBuilderBase &Builder, llvm::StringRef Name,
                         bool IsVariable, llvm::SMLoc Where);
  /// The first value of what lies in \p Slot is undefined.
  void markUnwritten(llvm::StringRef Name, llvm::AllocaInst *Slot,
                     llvm::SMLoc Where);
  void nameVariable(llvm::AllocaInst &Slot, const ptx::Variable &Var) const;
  /// The name of \p Var in reports of checkers.
  std::string pathOf(const ptx::Variable &Var) const;
  void fillUndefined(llvm::IRBuilderBase &Builder, llvm::AllocaInst *Slot,
                     const ptx::Variable &Var);

  ModuleLifter &Parent;
  const ptx::Function &Source;
  llvm::Function &Target;
  /// By Register::Id.
  std::vector<Slots> Registers;
  /// The slots of the registers at module scope that this function uses.
  llvm::MapVector<const ptx::Register *, Slots> ModuleRegisters;
  /// The slots of .local variables at module scope that this function uses.
  llvm::DenseMap<const ptx::Variable *, llvm::AllocaInst *> ModuleLocals;
  /// For checkers: the stores of a register's undefined first value, by its
  /// slot, as long as no read was seen.
  llvm::DenseMap<llvm::AllocaInst *, llvm::StoreInst *> Unread;
  llvm::AllocaInst *Carry = nullptr;
  /// For checkers: whether something reads the carry flag.
  bool TakesCarry = false;
  DynamicArea Dynamic = {nullptr, nullptr};
  /// By Variable::Id; null for variables that are not in .local.
  std::vector<llvm::AllocaInst *> Locals;
  llvm::DenseMap<const ptx::Variable *, llvm::Value *> ParamMemory;
  /// By Label::Id; made when they are first met.
  std::vector<llvm::BasicBlock *> Labels;
  llvm::BasicBlock *ReturnBlock = nullptr;
};

} // namespace heddle

#endif // HEDDLE_LIB_PTXTOLLVM_FUNCTIONFRAME_H
