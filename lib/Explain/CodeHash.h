//===- CodeHash.h - Whether code is as it was -------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Most passes change nothing, and to print a function in order to see that
/// takes longer than the pass. A hash of all that its text shows tells it, and
/// one of an instruction finds the text that it had before.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_EXPLAIN_CODEHASH_H
#define HEDDLE_LIB_EXPLAIN_CODEHASH_H

#include <cstdint>

namespace llvm {
class Function;
class Instruction;
class MachineFunction;
class MachineInstr;
} // namespace llvm

namespace heddle::explain {

/// Means something within the process only.
uint64_t hashOf(const llvm::Function &F);
uint64_t hashOf(const llvm::MachineFunction &MF);
uint64_t hashOf(const llvm::Instruction &I);
uint64_t hashOf(const llvm::MachineInstr &MI);

} // namespace heddle::explain

#endif // HEDDLE_LIB_EXPLAIN_CODEHASH_H
