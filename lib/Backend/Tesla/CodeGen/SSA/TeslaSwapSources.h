//===- TeslaSwapSources.h - The first two sources exchanged -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Only a first source can be s[], only a second or third c[]. An instruction
/// that has its word at the other place is written the other way around: sums
/// and products as they are, a difference as the reversed one, a comparison
/// with the condition that is true of its sources exchanged.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_SSA_TESLASWAPSOURCES_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_SSA_TESLASWAPSOURCES_H

#include <optional>

namespace llvm {
class MachineInstr;

/// The opcode of \p MI with sources 1 and 2, both registers, exchanged; none
/// where the chips have no such instruction.
std::optional<unsigned> teslaSwappedOpcode(const MachineInstr &MI);

/// Exchanges them. \p MI must have a swapped opcode.
void swapTeslaSources(MachineInstr &MI);

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_SSA_TESLASWAPSOURCES_H
