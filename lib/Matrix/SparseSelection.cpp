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

/// Elements that a nibble is about.
static unsigned chunkColumns(unsigned Bits) {
  if (Bits == 32)
    return 2;
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

/// Unit \p Unit of \p Chunk, whose elements have 32 bits.
static uint64_t halfOf(llvm::ArrayRef<uint64_t> Chunk, unsigned Unit) {
  return Chunk[Unit / 2] >> 16 * (Unit % 2) & 0xffff;
}

void keepOfChunk(ElementType T, unsigned Nibble, llvm::ArrayRef<uint64_t> Chunk,
                 llvm::SmallVectorImpl<uint64_t> &Kept) {
  assert(Chunk.size() == chunkElements(T) && "one chunk");
  const unsigned First = Nibble & 3, Second = Nibble >> 2 & 3;
  switch (elementBits(T)) {
  case 32:
    Kept.push_back(halfOf(Chunk, First) | halfOf(Chunk, Second) << 16);
    return;
  case 4:
    Kept.append({Chunk[2 * First], Chunk[2 * First + 1], Chunk[2 * Second],
                 Chunk[2 * Second + 1]});
    return;
  default:
    Kept.append({Chunk[First], Chunk[Second]});
  }
}

unsigned chunkElements(ElementType T) { return chunkColumns(elementBits(T)); }

llvm::SmallVector<uint64_t, 64> keptElements(ElementType T, unsigned Row,
                                             unsigned Selector,
                                             llvm::ArrayRef<uint32_t> Metadata,
                                             llvm::ArrayRef<uint64_t> Column) {
  assert(Metadata.size() == 32 && Row < 16 && "metadata of one warp");
  const unsigned Bits = elementBits(T), Columns = chunkColumns(Bits);
  const unsigned Chunks = unsigned(Column.size()) / Columns;
  llvm::SmallVector<uint64_t, 64> Kept;
  for (unsigned I = 0; I != Chunks; ++I) {
    unsigned Nibble = nibbleOf(Bits, Chunks, Row, I, Selector, Metadata);
    llvm::ArrayRef<uint64_t> Chunk = Column.slice(I * Columns, Columns);
    keepOfChunk(T, Nibble, Chunk, Kept);
  }
  return Kept;
}

} // namespace heddle::matrix
