//===- ModuleLifter.h - State of lifting one module -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the function lifters of a module share: the module under construction,
/// the IR of module variables, debug information, and how problems are
/// reported.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXTOLLVM_MODULELIFTER_H
#define HEDDLE_LIB_PTXTOLLVM_MODULELIFTER_H

#include "heddle/ABI/Chips.h"
#include "heddle/PTXParser/AST.h"
#include "heddle/PTXToLLVM/Lift.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/Module.h"

namespace heddle {

class ModuleLifter {
public:
  ModuleLifter(const ptx::Module &Source, llvm::Module &M,
               const LiftOptions &Options, const abi::Chip &Chip,
               Diagnostics &Diags);

  void lift();

  /// The global that stands for \p Var, made when it is first met; null, after
  /// a report, for what cannot be lifted.
  llvm::GlobalVariable *globalFor(const ptx::Variable &Var);

  /// IR type of a value of \p Type: u, s and b are the same integer.
  llvm::Type *typeOf(ptx::ScalarType Type) const;

  llvm::DISubprogram *subprogramFor(const ptx::Function &F);

  /// Line and column of \p Loc, from 1.
  std::pair<unsigned, unsigned> position(llvm::SMLoc Loc) const;

  /// Reports that \p Range, quoted, is not supported yet.
  void unsupported(llvm::SMRange Range, const llvm::Twine &Detail = "");

  const ptx::Module &Source;
  llvm::Module &M;
  llvm::LLVMContext &Context;
  const LiftOptions &Options;
  const abi::Chip &Chip;
  Diagnostics &Diags;

private:
  void liftKernel(const ptx::Function &F);
  llvm::Function *declareKernel(const ptx::Function &F);
  void addKernelAttributes(const ptx::Function &F, llvm::Function &Target);

  llvm::DIBuilder Debug;
  llvm::DIFile *File;
  llvm::DenseMap<const ptx::Variable *, llvm::GlobalVariable *> Globals;
};

} // namespace heddle

#endif // HEDDLE_LIB_PTXTOLLVM_MODULELIFTER_H
