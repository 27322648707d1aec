//===- Flow.h - Where the instructions of a kernel go -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The graph of a kernel's instructions, as a thread runs through them. A stack
/// tells where breaks and returns go; where lanes wait for each other plays no
/// role. PTX has no functions that share registers, so a subroutine is there
/// once for each call.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_DECOMPILE_FLOW_H
#define HEDDLE_LIB_DECOMPILE_FLOW_H

#include "heddle/Machine/Program.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <vector>

namespace heddle::decompile {

/// No node.
inline constexpr uint32_t NoNode = ~uint32_t(0);

struct FlowNode {
  /// An index into Program::Code.
  uint32_t PC = 0;
  /// 0 for the kernel itself, and a number for each call that is reached.
  uint32_t Copy = 0;
  /// The instruction behind it, and the one that it branches to.
  uint32_t Next = NoNode, Taken = NoNode;
  /// The thread ends here: if there is a Next, where the predicate holds.
  bool Exits = false;
};

/// Nodes by copy, and by address within one: the order of text. The first is
/// where the kernel starts.
struct Flow {
  std::vector<FlowNode> Nodes;
};

/// Fails where code runs into what is no instruction, or where it breaks or
/// calls without end.
llvm::Expected<Flow> flowOf(const sm::Program &P);

} // namespace heddle::decompile

#endif // HEDDLE_LIB_DECOMPILE_FLOW_H
