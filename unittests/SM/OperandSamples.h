//===- OperandSamples.h - Operands that matter ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_UNITTESTS_SM_OPERANDSAMPLES_H
#define HEDDLE_UNITTESTS_SM_OPERANDSAMPLES_H

#include "SingleInst.h"
#include "WordRunner.h"

namespace heddle::sm::test {

/// What an instruction takes its operands for.
enum class Flavor : uint8_t { Integer, Float, Double };

Flavor flavorOf(const Word &W);

/// One of 256 values, spread over what matters to the kind of operand. \p Part
/// 0: the word, or the upper one of a pair; 1: the lower one.
uint32_t lattice(Flavor F, unsigned N, unsigned Part);

/// The ends of ranges, and what is next to them.
uint32_t special(Flavor F, unsigned N);

/// Any value; special ones, and such with few digits, more often.
uint32_t random(Flavor F, Random &R);

} // namespace heddle::sm::test

#endif // HEDDLE_UNITTESTS_SM_OPERANDSAMPLES_H
