//===- SparseSelection.cpp - Which elements a sparse matrix keeps ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Matrix/SparseSelection.h"
#include <cassert>

namespace heddle::matrix {

/// Columns that a nibble is about.
static unsigned chunkColumns(unsigned Bits) {
  if (Bits == 32)
    return 2;
  // Elements of 4 bits are kept in pairs.
  return Bits == 4 ? 8 : 4;
}

/// The nibble of \p Chunk of row \p Row. Wide elements have the rows of the
/// lower half in the high half of the word, narrow ones in a lane of their own.
static unsigned nibbleOf(unsigned Bits, unsigned Chunks, unsigned Row,
                         unsigned Chunk, unsigned Selector,
                         llvm::ArrayRef<uint32_t> Metadata) {
  const bool IsLower = Row >= 8;
  const unsigned FirstLane = 4 * (Row % 8);
  unsigned Lane, Bit;
  if (Bits >= 16) {
    Lane = Chunks <= 4 ? Selector : 2 * Selector + Chunk / 4;
    Bit = (IsLower ? 16 : 0) + 4 * (Chunk % 4);
  } else {
    Lane = (IsLower ? 1 : 0) + 2 * (Chunks <= 8 ? Selector : Chunk / 8);
    Bit = 4 * (Chunk % 8);
  }
  assert(Lane < 4 && "the selector is too large");
  return Metadata[FirstLane + Lane] >> Bit & 15;
}

llvm::SmallVector<unsigned, 64> keptColumns(ElementType A, unsigned K,
                                            unsigned Row, unsigned Selector,
                                            llvm::ArrayRef<uint32_t> Metadata) {
  assert(Metadata.size() == 32 && Row < 16 && "metadata of one warp");
  const unsigned Bits = elementBits(A), Columns = chunkColumns(Bits);
  llvm::SmallVector<unsigned, 64> Kept;
  for (unsigned Chunk = 0; Chunk != K / Columns; ++Chunk) {
    unsigned Nibble =
        nibbleOf(Bits, K / Columns, Row, Chunk, Selector, Metadata);
    unsigned First = Nibble & 3, Second = Nibble >> 2, Base = Chunk * Columns;
    // One of two elements of 32 bits is two of four halves.
    if (Bits == 32)
      Kept.push_back(Base + First / 2);
    else if (Bits == 4)
      Kept.append({Base + 2 * First, Base + 2 * First + 1, Base + 2 * Second,
                   Base + 2 * Second + 1});
    else
      Kept.append({Base + First, Base + Second});
  }
  return Kept;
}

} // namespace heddle::matrix
