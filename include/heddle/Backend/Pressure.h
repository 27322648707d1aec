//===- Pressure.h - Live registers, line by line ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How many registers the values of a kernel need where it is about to be
/// allocated: after scheduling, before anything is spilled.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_BACKEND_PRESSURE_H
#define HEDDLE_BACKEND_PRESSURE_H

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::tesla {

/// A place in the PTX; line 0: none, as of code that the compiler added.
struct PTXPlace {
  unsigned Line = 0;
  unsigned Column = 0;
};

/// The origin of a value.
enum class ValueOrigin : uint8_t {
  Computed,
  Load,
  Parameter,
  Constant,
  /// %tid, %ctaid, %ntid, %clock and their like.
  SpecialRegister,
};

/// A value that is live where most are.
struct LiveValue {
  /// The place of its definition; several where control flow merges.
  std::vector<PTXPlace> Defs;
  /// The place of the last instruction, in the order of the code, that uses it.
  PTXPlace LastUse;
  /// In 32-bit registers; a half counts as one.
  unsigned Registers = 0;
  /// One instruction without operands in registers makes it again, or it is
  /// loaded early and the load could be where it is needed.
  bool IsCheap = false;
  /// The instruction at the peak reads or writes it, so that it cannot be
  /// elsewhere then.
  bool IsOperand = false;
  /// Instructions that a thread is estimated to execute more when the value is
  /// not in registers at the peak: stores where it is computed, and in each
  /// block that uses it behind the peak a load, or another computation where it
  /// is cheap.
  double Cost = 0;
  ValueOrigin Origin = ValueOrigin::Computed;
  /// The value in the PTX's terms: "n", "address of 't' + %tid.x * 4",
  /// "ld.global [in + 4], line 8"; "@8" is what line 8 computes. At most 64
  /// characters. Empty: the PTX that computes it tells as much.
  std::string Name;
};

/// Most registers that are live in an instruction of one PTX line.
struct LinePressure {
  unsigned Line = 0;
  unsigned Registers = 0;
};

struct KernelPressure {
  /// Ascending lines.
  std::vector<LinePressure> Lines;
  /// Most registers live at once, and where that is.
  unsigned Peak = 0;
  PTXPlace PeakPlace;
  /// Most registers live at once when no cheap value counts: with fewer
  /// registers something is spilled for certain.
  unsigned CostlyPeak = 0;
  std::vector<LiveValue> AtPeak;
  /// Most registers that one instruction takes, and where that is: with fewer
  /// there is no code, whatever is spilled.
  unsigned Widest = 0;
  PTXPlace WidestPlace;
};

} // namespace heddle::tesla

#endif // HEDDLE_BACKEND_PRESSURE_H
