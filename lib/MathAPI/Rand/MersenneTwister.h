//===- MersenneTwister.h - Twisted recurrences ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATHAPI_RAND_MERSENNETWISTER_H
#define HEDDLE_MATHAPI_RAND_MERSENNETWISTER_H

#include "Sequences.h"

namespace heddle::math {

/// MTGP32 in the order of cuRAND, and MT19937 in its own. Returns null for
/// other types.
std::unique_ptr<Sequences> createTwister(curandRngType_t Type, uint64_t Seed);

} // namespace heddle::math

#endif // HEDDLE_MATHAPI_RAND_MERSENNETWISTER_H
