//===- Lifters.h - The function that lifts a mnemonic -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// PTXMnemonics.td names, for each mnemonic that can be lifted, a function of
/// this library. They are spread over files by family: Lift*.cpp.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXTOLLVM_LIFTERS_H
#define HEDDLE_LIB_PTXTOLLVM_LIFTERS_H

#include "LiftContext.h"

namespace heddle {

/// Puts the IR of an instruction, which the chip has, at the builder's place.
using LiftFunction = void(LiftContext &C, const ptx::Instruction &I);

/// How an instruction under a guard is lifted.
enum class GuardStyle : uint8_t {
  /// Always executed; destinations keep their value by a select.
  Select,
  /// A branch goes around the instruction.
  Branch,
  /// The function looks at the guard itself.
  Own,
};

struct Lifter {
  ptx::Opcode Op;
  LiftFunction *Lift;
  GuardStyle Guard;
};

/// Null for a mnemonic that cannot be lifted.
const Lifter *lifterOf(ptx::Opcode Op);

} // namespace heddle

#endif // HEDDLE_LIB_PTXTOLLVM_LIFTERS_H
