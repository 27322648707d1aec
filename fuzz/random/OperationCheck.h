//===- OperationCheck.h - Each instruction by itself ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A kernel for each row of the table of operations, with nothing in it but
/// that instruction, runs on many operands: all pairs and triples of special
/// values, and random ones, with products that an addend cancels. What builtins
/// and expansions compute is so judged as the chip executes it.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FUZZ_RANDOM_OPERATIONCHECK_H
#define HEDDLE_FUZZ_RANDOM_OPERATIONCHECK_H

#include "heddle/SM/Launch.h"
#include <cstdint>
#include <string>
#include <vector>

namespace heddle::ptxrandom {

struct OperationCheckOptions {
  /// Rows whose names have a match of this extended regular expression.
  std::string Pattern;
  /// Empty: the least and the most that there is.
  std::string Chip;
  std::vector<unsigned> Levels = {0, 3};
  /// Tuples of operands for each row.
  uint64_t Count = 1000;
  /// They are in the text of the kernels, where the compiler may compute with
  /// them, instead of in memory.
  bool AreConstants = false;
  /// By translated code.
  bool IsTranslated = false;
  sm::HostIsa Isa = sm::HostIsa::Best;
  uint64_t Seed = 1;
  unsigned Jobs = 1;
};

/// Reports rows that fail on stdout and returns how many processes met one, or
/// died.
unsigned checkOperations(const OperationCheckOptions &Options);

} // namespace heddle::ptxrandom

#endif // HEDDLE_FUZZ_RANDOM_OPERATIONCHECK_H
