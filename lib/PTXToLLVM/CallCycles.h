//===- CallCycles.h - Functions that call each other ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds recursion among the calls of a module, in time linear in their number.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXTOLLVM_CALLCYCLES_H
#define HEDDLE_LIB_PTXTOLLVM_CALLCYCLES_H

#include "heddle/PTXParser/AST.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"

namespace heddle {

/// A caller and what it calls.
using CallPair = std::pair<const ptx::Function *, const ptx::Function *>;

/// Numbers, from 1, for the functions that take part in \p Calls: a call leads
/// back to its caller when both of its functions have the same number.
llvm::DenseMap<const ptx::Function *, unsigned>
findCallCycles(llvm::ArrayRef<CallPair> Calls);

} // namespace heddle

#endif // HEDDLE_LIB_PTXTOLLVM_CALLCYCLES_H
