//===- NumberSamples.h - Operands of floats ---------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FUZZ_RANDOM_NUMBERSAMPLES_H
#define HEDDLE_FUZZ_RANDOM_NUMBERSAMPLES_H

#include "Random.h"
#include "heddle/Model/FloatJudge.h"
#include "llvm/ADT/ArrayRef.h"

namespace heddle::ptxrandom {

using model::FormatShape;
using model::NumberFormat;
using model::shapeOf;

/// The special values of \p F, of both signs: zeros, denormals, powers of two
/// and what lies beside them, limits of integers, infinities, and NaNs, quiet
/// and signalling, with payloads.
llvm::ArrayRef<uint64_t> specialNumbers(NumberFormat F);

/// Any value of \p F: special, around 1, with few digits, about as small or as
/// large as can be.
uint64_t randomNumber(Random &R, NumberFormat F);

/// The same for each of \p Lanes lanes.
uint64_t randomNumbers(Random &R, NumberFormat F, unsigned Lanes);

} // namespace heddle::ptxrandom

#endif // HEDDLE_FUZZ_RANDOM_NUMBERSAMPLES_H
