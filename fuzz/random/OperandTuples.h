//===- OperandTuples.h - Operands of one instruction ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FUZZ_RANDOM_OPERANDTUPLES_H
#define HEDDLE_FUZZ_RANDOM_OPERANDTUPLES_H

#include "Operations.h"
#include "Random.h"

namespace heddle::ptxrandom {

/// The operands that an instruction is tried on: all tuples of special values
/// if they are no more than the tuples asked for, then random ones; otherwise
/// by turns some special ones and random ones.
class OperandTuples {
public:
  /// \p Count tuples for \p Of.
  OperandTuples(const Operation &Of, uint64_t Seed, uint64_t Count);

  /// One value for each source, and one for the carry that is read.
  void next(uint64_t *S);

private:
  std::optional<uint64_t> specialOf(size_t I, uint64_t N) const;
  void nextSpecial(uint64_t *S);
  uint64_t any(size_t I);
  void relate(uint64_t *S);
  void relateNumbers(uint64_t *S);

  const Operation &Op;
  Random R;
  std::vector<SourceKind> Kinds;
  /// How many special values each has.
  std::vector<uint64_t> NumSpecial;
  /// Which of them are next.
  std::vector<uint64_t> Odometer;
  /// Special tuples that are left, if all are tried.
  uint64_t SpecialLeft = 0;
  bool TakesTurns = false, IsSpecialsTurn = false;
};

} // namespace heddle::ptxrandom

#endif // HEDDLE_FUZZ_RANDOM_OPERANDTUPLES_H
