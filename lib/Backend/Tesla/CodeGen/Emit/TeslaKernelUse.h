//===- TeslaKernelUse.h - Sums up a kernel's functions ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A kernel is emitted with the functions that it calls behind it, one machine
/// function after another. What the launch and the reports need is a property
/// of all of them: the most registers, the deepest stack, the highest pressure.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_EMIT_TESLAKERNELUSE_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_EMIT_TESLAKERNELUSE_H

#include "heddle/Backend/TeslaCodeGen.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {

class Function;
class MachineFunction;

class TeslaKernelUse {
public:
  /// Starts with the kernel \p MF; it has to be added, too.
  void start(const MachineFunction &MF, unsigned ConstantBytes);
  /// Adds the use of \p MF, the kernel or a function that it calls. Functions
  /// come behind their callers.
  void add(const MachineFunction &MF);
  /// Settles what needs all functions. Call once, after the last of them.
  void finish();

  heddle::object::KernelInfo &info() { return Info; }
  const heddle::tesla::KernelPressure &pressure() const { return Pressure; }

private:
  void addPressure(const heddle::tesla::KernelPressure &Of);
  unsigned stackDepth() const;

  heddle::object::KernelInfo Info;
  heddle::tesla::KernelPressure Pressure;
  /// The words that a function pushes, and its calls, each with the words that
  /// lie below it there.
  struct StackUse {
    unsigned Own = 0;
    SmallVector<std::pair<const Function *, unsigned>, 4> Calls;
  };
  MapVector<const Function *, StackUse> Stacks;
};

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_EMIT_TESLAKERNELUSE_H
