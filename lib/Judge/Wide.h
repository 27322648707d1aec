//===- Wide.h - Integers that nothing overflows -----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_JUDGE_WIDE_H
#define HEDDLE_LIB_JUDGE_WIDE_H

#include "Machine.h"
#include <algorithm>
#include <cassert>

namespace heddle::judge {

// NOLINTNEXTLINE(modernize-use-using): __extension__ takes no alias.
using Wide = __int128;

/// The low \p Bits bits of \p V as a number.
inline Wide numberOf(uint64_t V, unsigned Bits, bool IsSigned) {
  assert(Bits > 0 && Bits <= 64 && "not the width of an integer");
  return IsSigned ? Wide(extended(V, Bits)) : Wide(low(V, Bits));
}

/// The number of \p Bits bits that is nearest to \p V, as bits.
inline uint64_t clampedTo(Wide V, unsigned Bits, bool IsSigned) {
  assert(Bits > 0 && Bits <= 64 && "not the width of an integer");
  const Wide Least = IsSigned ? -(Wide(1) << (Bits - 1)) : 0;
  const Wide Most = (Wide(1) << (IsSigned ? Bits - 1 : Bits)) - 1;
  return low(uint64_t(std::clamp(V, Least, Most)), Bits);
}

inline Wide valueOf(uint64_t V, ScalarType Type) {
  return numberOf(V, ptx::bitWidth(Type), ptx::isSigned(Type));
}

inline uint64_t clampedTo(Wide V, ScalarType Type) {
  return clampedTo(V, ptx::bitWidth(Type), ptx::isSigned(Type));
}

} // namespace heddle::judge

#endif // HEDDLE_LIB_JUDGE_WIDE_H
