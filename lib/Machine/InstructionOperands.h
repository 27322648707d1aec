//===- InstructionOperands.h - What an instruction reads --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_MACHINE_INSTRUCTIONOPERANDS_H
#define HEDDLE_LIB_MACHINE_INSTRUCTIONOPERANDS_H

#include "heddle/Machine/Program.h"
#include "heddle/Machine/RegisterValues.h"
#include <vector>

namespace heddle::sm {

/// The registers that the instruction at \p Address reads, in the order of its
/// operands and once each. None of one that the chip does not have.
std::vector<RegisterUse> operandsOf(const Program &P, uint32_t Address);

} // namespace heddle::sm

#endif // HEDDLE_LIB_MACHINE_INSTRUCTIONOPERANDS_H
