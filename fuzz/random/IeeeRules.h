//===- IeeeRules.h - What rows of tx1's floats share ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Rows of floats: registers, lanes, and the rules of PTX for results.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FUZZ_RANDOM_IEEERULES_H
#define HEDDLE_FUZZ_RANDOM_IEEERULES_H

#include "Operations.h"
#include "llvm/ADT/StringRef.h"

namespace heddle::ptxrandom {

using llvm::ArrayRef;

/// The NaN that an operation makes.
uint64_t nanOf(NumberFormat F);

/// ".f16x2" …
const char *formatName(NumberFormat F, unsigned Lanes);
RegClass registerOf(NumberFormat F, unsigned Lanes);
SourceKind sourceOf(NumberFormat F, unsigned Lanes);

/// A row with \p Sources sources and the result in the same format.
Operation floatOperation(std::string Name, Family Group, NumberFormat F,
                         unsigned Lanes, unsigned Sources,
                         Operation::Evaluator Evaluate);

/// \p V after .sat or .relu.
uint64_t finished(const Operation &Op, uint64_t V);

/// One lane's sources, which it may change, to its result.
using LaneFn = uint64_t (*)(const Operation &Op, uint64_t *Sources);
uint64_t eachLane(const Operation &Op, const uint64_t *Sources, LaneFn Lane);

} // namespace heddle::ptxrandom

#endif // HEDDLE_FUZZ_RANDOM_IEEERULES_H
