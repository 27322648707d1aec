//===- Executable.h - A program bound to handlers ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SM_EXECUTABLE_H
#define HEDDLE_SM_EXECUTABLE_H

#include "heddle/Machine/Observer.h"
#include "heddle/Machine/Program.h"
#include "heddle/SM/EngineSwitch.h"
#include "heddle/SM/Handlers.h"
#include "heddle/SM/Launch.h"
#include <vector>

namespace heddle::sm {

class Executable final : public OperationRunner {
public:
  /// \p Prog is finished.
  Executable(const Program &Prog, HostIsa Wanted);

  void run(uint32_t Index, const DecodedInst &I, LaneContext &L,
           uint32_t Mask) const override;
  uint32_t predicate(const DecodedInst &I, const LaneContext &L) const override;

  const Program &P;
  /// The instruction set of the handlers in Table; never Best.
  const HostIsa Isa;
  const HandlerTable &Table;
  /// Whether kernels of the program allocate memory.
  const bool UsesHeap;
  /// The program's instructions, in the same order.
  std::vector<BoundInst> Code;
  /// Chooses the engine. Launches report their work to it.
  mutable EngineSwitch Engine;
};

} // namespace heddle::sm

#endif // HEDDLE_SM_EXECUTABLE_H
