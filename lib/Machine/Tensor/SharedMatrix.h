//===- SharedMatrix.h - Matrices that descriptors stand for -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_MACHINE_TENSOR_SHAREDMATRIX_H
#define HEDDLE_LIB_MACHINE_TENSOR_SHAREDMATRIX_H

#include <cstdint>

namespace heddle::sm {

/// Where a descriptor of shared memory says that the elements of a matrix are
/// (PTX ISA, "Shared memory descriptor"). They lie in chunks of 16 bytes, each
/// of which has elements of one row that follow each other along k or, in a
/// transposed matrix, elements of one k.
class SharedMatrix {
public:
  explicit SharedMatrix(uint64_t Descriptor);

  /// The reason why it stands for no matrix; null if it does.
  const char *problem() const { return Problem; }

  /// The address of the chunk number \p Chunk along k of row \p Row.
  uint32_t chunk(unsigned Row, unsigned Chunk) const;
  /// Transposed: the address of the chunk number \p Chunk along the rows of
  /// place \p K along k.
  uint32_t transposedChunk(unsigned Chunk, unsigned K) const;

private:
  uint32_t swizzle(uint32_t Address) const;

  const char *Problem = nullptr;
  uint32_t Start, Leading, Stride;
  /// Chunks in a row of the swizzle; 1 without one.
  unsigned RowChunks = 1;
  /// The bits of an address, from bit 7 on, that are added to those from
  /// AtomBit on.
  uint32_t SwizzleMask = 0;
  unsigned AtomBit = 4;
};

} // namespace heddle::sm

#endif // HEDDLE_LIB_MACHINE_TENSOR_SHAREDMATRIX_H
