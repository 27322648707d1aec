//===- Reducer.h - Smaller programs that fail alike -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FUZZ_RANDOM_REDUCER_H
#define HEDDLE_FUZZ_RANDOM_REDUCER_H

#include "Program.h"
#include <functional>

namespace heddle::ptxrandom {

using FailsFn = std::function<bool(const Program &)>;

/// Cuts statements, guards, operands and whole levels of control flow off \p P
/// for as long as \p Fails holds for what is left.
Program reduce(Program P, const FailsFn &Fails);

} // namespace heddle::ptxrandom

#endif // HEDDLE_FUZZ_RANDOM_REDUCER_H
