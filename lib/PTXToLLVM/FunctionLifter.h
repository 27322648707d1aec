//===- FunctionLifter.h - Lift the body of a function -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Walks the statements of one function. Each instruction goes to the function
/// that its mnemonic's row names, under its guard.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXTOLLVM_FUNCTIONLIFTER_H
#define HEDDLE_LIB_PTXTOLLVM_FUNCTIONLIFTER_H

#include "Lifters.h"

namespace heddle {

class FunctionLifter {
public:
  FunctionLifter(ModuleLifter &Parent, const ptx::Function &Source,
                 llvm::Function &Target)
      : C(Parent, Source, Target) {}

  void lift();

private:
  void createFrame();
  void liftBody();
  void liftInstruction(const ptx::Instruction &I);
  void liftPlain(const ptx::Instruction &I);
  void liftGuarded(const ptx::Instruction &I, const Lifter &L);

  LiftContext C;
};

// Availability.cpp.

/// Whether the chip has \p I; reports it if not.
bool checkChip(LiftContext &C, const ptx::Instruction &I);

// DeviceFunctions.cpp.

/// Puts the arguments of a device function into its registers, and notes where
/// .param lies.
void bindParameters(LiftContext &C);
/// Ends the block with the return of a device function's results.
void returnResults(LiftContext &C);

// MapDoubles.cpp.

/// Calls \p Lift with what \p I is under map_f64_to_f32.
void withMappedDoubles(const ptx::Instruction &I,
                       llvm::function_ref<void(const ptx::Instruction &)> Lift);

} // namespace heddle

#endif // HEDDLE_LIB_PTXTOLLVM_FUNCTIONLIFTER_H
