//===- CheckerNotes.h - What checkers are told of a module ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_COMPILER_CHECKERNOTES_H
#define HEDDLE_LIB_COMPILER_CHECKERNOTES_H

#include "Modules.h"
#include "heddle/Object/OperationMap.h"
#include "heddle/PTXToLLVM/Lift.h"
#include "llvm/IR/Module.h"

namespace heddle {

/// Collects the memory orders in \p Modules, the values that are \p Undefined
/// after lifting, and the notes of \p M, which was optimized, on variables. The
/// modules are buffers of \p Diags.
object::OperationMap checkerNotes(const ModuleList &Modules,
                                  const llvm::Module &M,
                                  llvm::ArrayRef<UndefinedValue> Undefined,
                                  const Diagnostics &Diags);

} // namespace heddle

#endif // HEDDLE_LIB_COMPILER_CHECKERNOTES_H
