//===- RegisterResults.h - What instructions write --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MACHINE_REGISTERRESULTS_H
#define HEDDLE_MACHINE_REGISTERRESULTS_H

#include "heddle/Machine/Program.h"

namespace heddle::sm {

/// The registers that each instruction of \p P writes, in the order of its
/// code. The guard at its end writes none.
std::vector<std::vector<RegisterUse>> registerResults(const Program &P);

} // namespace heddle::sm

#endif // HEDDLE_MACHINE_REGISTERRESULTS_H
