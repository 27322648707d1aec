//===- Operands.h - What a called handler reads and writes ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Handlers that are called, not copied, find registers in the warp's memory.
/// Variables that they may read are stored before the call, and those that they
/// may write are loaded after it.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_HOSTTRANSLATE_OPERANDS_H
#define HEDDLE_LIB_ENGINE_HOSTTRANSLATE_OPERANDS_H

#include "StateVariables.h"
#include "heddle/SM/Executable.h"

namespace heddle::hosttranslate {

struct CalledOperands {
  llvm::SmallVector<Variable> Reads, Writes;
};

/// Returns the operands of \p I, which all lanes execute if \p Full. With
/// \p WithEntry the handler also reads the predicate and operands in memory.
CalledOperands operandsOf(const sm::DecodedInst &I, const StateVariables &State,
                          bool Full, bool WithEntry);

/// The bytes from \p I to one of the handlers of \p Pair, which is its own.
uint64_t handlerOffset(const sm::BoundInst &I, const sm::HandlerPair &Pair,
                       bool Full);

} // namespace heddle::hosttranslate

#endif // HEDDLE_LIB_ENGINE_HOSTTRANSLATE_OPERANDS_H
