//===- Evaluator.h - What a program must compute ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FUZZ_RANDOM_EVALUATOR_H
#define HEDDLE_FUZZ_RANDOM_EVALUATOR_H

#include "Program.h"

namespace heddle::ptxrandom {

/// The buffers that a launch leaves.
struct Outcome {
  std::vector<uint8_t> Output, Common;
  friend bool operator==(const Outcome &, const Outcome &) = default;
};

/// Runs the tree itself, thread after thread: no PTX, no warps, no masks. The
/// lowest bit of what instructions called \p Plant compute is turned over: a
/// fault for the tool to find.
Outcome evaluate(const Program &P, const std::string &Plant = "");

} // namespace heddle::ptxrandom

#endif // HEDDLE_FUZZ_RANDOM_EVALUATOR_H
