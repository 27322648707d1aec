//===- Pairs.h - Rows of 64-bit values --------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A 64-bit value is a pair of registers, and so two rows: low words, then high
/// words.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_SM_SEMANTICS_PAIRS_H
#define HEDDLE_LIB_ENGINE_SM_SEMANTICS_PAIRS_H

#include "MemoryAccess.h"

namespace heddle::sm::HEDDLE_SM_ISA {

/// Aligned for a vector of 16 doubles, the widest that is read from one.
struct alignas(128) PairRow {
  uint64_t Lane[Lanes];
};

HEDDLE_INLINE uint64_t pairAt(const uint32_t *Row, unsigned Lane) {
  return uint64_t(Row[Lanes + Lane]) << 32 | Row[Lane];
}

/// Whether the sources of an operation of tx1 are pairs.
HEDDLE_INLINE bool isPair(const DecodedInst &I) {
  switch (tesla::DataType(I.Sub[2])) {
  case tesla::DataType::U64:
  case tesla::DataType::S64:
  case tesla::DataType::B64:
  case tesla::DataType::F64:
    return true;
  default: // The rest are words.
    return false;
  }
}

HEDDLE_INLINE void readPairs(const uint32_t *Row, PairRow &Out) {
  for (unsigned Lane = 0; Lane != Lanes; ++Lane)
    Out.Lane[Lane] = pairAt(Row, Lane);
}

template <bool Full>
HEDDLE_INLINE void writePairs(uint32_t *Row, uint32_t Mask, const PairRow &In) {
  if constexpr (Full) {
    for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
      Row[Lane] = uint32_t(In.Lane[Lane]);
      Row[Lanes + Lane] = uint32_t(In.Lane[Lane] >> 32);
    }
  } else {
    forLanes(Mask, [&](unsigned Lane) {
      Row[Lane] = uint32_t(In.Lane[Lane]);
      Row[Lanes + Lane] = uint32_t(In.Lane[Lane] >> 32);
    });
  }
}

} // namespace heddle::sm::HEDDLE_SM_ISA

#endif // HEDDLE_LIB_ENGINE_SM_SEMANTICS_PAIRS_H
