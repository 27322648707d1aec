//===- WordTransforms.h - One word for each number --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATHAPI_RAND_WORDTRANSFORMS_H
#define HEDDLE_MATHAPI_RAND_WORDTRANSFORMS_H

/// \file
/// Sobol's sequences and MTGP32 make one number of each word, of whatever
/// distribution: normal ones by the quantile, where the others take pairs.

#include "Transforms.h"

namespace heddle::math {

inline float floatOf(uint32_t X) { return uniformFloat(X); }
inline float floatOf(uint64_t X) { return uniformFloat(uint32_t(X >> 32)); }

/// A number of 32 bits is not in the middle of its interval.
inline double doubleOf(uint32_t X) { return (double(X) + 1) * 0x1p-32; }
inline double doubleOf(uint64_t X) {
  return double(X >> 11) * Unit53 + Unit53 / 2;
}

/// Where in (0, 1) a number of a distribution is looked up.
inline double placeOf(uint32_t X) { return (double(X) + 0.5) * 0x1p-32; }
inline double placeOf(uint64_t X) { return doubleOf(X); }

} // namespace heddle::math

#endif // HEDDLE_MATHAPI_RAND_WORDTRANSFORMS_H
