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
#include <vector>

namespace llvm {
class Function;
class Instruction;
class MachineFunction;
class MachineInstr;
} // namespace llvm

namespace heddle::explain {

/// Mean something within the process only. Those of the instructions, in order
/// and but for debug instructions, are added to \p Of.
uint64_t hashOf(const llvm::Function &F, std::vector<uint64_t> &Of);
uint64_t hashOf(const llvm::MachineFunction &MF, std::vector<uint64_t> &Of);
uint64_t hashOf(const llvm::Instruction &I);
uint64_t hashOf(const llvm::MachineInstr &MI);

} // namespace heddle::explain

#endif // HEDDLE_LIB_EXPLAIN_CODEHASH_H
