//===- Sobol.h - Quasirandom sequences --------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATHAPI_RAND_SOBOL_H
#define HEDDLE_MATHAPI_RAND_SOBOL_H

/// \file
/// Sobol's sequences, with the numbers of S. Joe and F. Y. Kuo, Constructing
/// Sobol sequences with better two-dimensional projections (2008).

#include "Sequences.h"

namespace heddle::math {

/// How many dimensions the library's tables have, and of how many there are
/// numbers. The vectors of those between are 0.
inline constexpr unsigned SobolTableSize = 20000;
unsigned numSobolDimensions();

/// The direction vectors of dimension d, which begin at element
/// d * number of bits.
template <typename T> const T *sobolVectors();

/// Returns null for types that are none of Sobol's.
std::unique_ptr<Sequences> createSobol(curandRngType_t Type,
                                       unsigned Dimensions);

} // namespace heddle::math

#endif // HEDDLE_MATHAPI_RAND_SOBOL_H
